import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** Placeholder of an empty list: what that means, and what the person can do. */
export const Nothing = ({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) => (
  <Empty
    image={Empty.PRESENTED_IMAGE_SIMPLE}
    description={
      <>
        <b>{text}</b>
        {hint && <p className="quiet">{hint}</p>}
      </>
    }
  >
    {children}
  </Empty>
)
