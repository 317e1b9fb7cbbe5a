import { Alert } from 'antd'

type FaultLinesProps = { lines: readonly string[]; type?: 'error' | 'warning' }

/** What was refused, a line for each reason; nothing while there is none. */
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
