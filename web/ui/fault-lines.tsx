import { Alert } from 'antd'

/** What was refused, a line for each reason; nothing while there is none. */
export const FaultLines = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 0 && (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="spaced"
      title={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    />
  )
