import { Skeleton } from 'antd'

/** Stands in place of a picture that is still on its way. */
export const ChartWaits = () => <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
