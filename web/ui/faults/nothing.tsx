import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** The placeholder of an empty list: its meaning, and the possible actions. */
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
