import { Skeleton } from 'antd'
import { type Asked, Failed } from '../../ui/faults/failed.tsx'

/** The placeholder of loading content, with a quiet message if it fails. */
export const Waiting = ({ query, rows = 4 }: { query: Asked; rows?: number }) =>
  query.isError ? <Failed query={query} /> : <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
