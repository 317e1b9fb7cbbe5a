import { Skeleton } from 'antd'

/** The placeholder of a chart while it loads. */
export const ChartWaits = () => <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
