import { Alert } from 'antd'

type FaultLinesProps = { lines: readonly string[]; type?: 'error' | 'warning' }

/** The faults, one line for each reason; empty without one. */
export const FaultLines = ({ lines, type = 'error' }: FaultLinesProps) =>
  lines.length > 0 && (
    <Alert
      type={type}
      showIcon
      role="alert"
      className="spaced"
      title={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    />
  )
