import { Skeleton } from 'antd'

/** Placeholder of a whole screen while it loads. */
export const PageSkeleton = () => (
  <div className="page" aria-busy>
    <Skeleton active title={{ width: 200 }} paragraph={{ rows: 10, width: '100%' }} />
  </div>
)
