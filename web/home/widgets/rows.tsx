import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { Failed } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

type RowsProps = { query: UseQueryResult<Page<Rec>>; none: ReactNode; children: (record: Rec) => ReactNode }

/** The rows of a widget, or its text without any. */
export function Rows({ query, none, children }: RowsProps) {
  if (!query.data) return <Waiting query={query} />
  if (query.data.record.length === 0) return query.isError ? <Failed query={query} /> : none
  return (
    <ul className="widget-rows">
      {query.data.record.map((record) => (
        <li key={record.sid}>{children(record)}</li>
      ))}
    </ul>
  )
}
