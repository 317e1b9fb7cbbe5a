import { Table as AntTable } from 'antd'
import type { TableProps } from 'antd'

// A screen reader would read the whole table again after each change: rows are not a live region.
const SILENT: Readonly<Record<string, string>> = { 'aria-live': 'off' }

/** The table of Ant Design, outside live regions. */
export function Table<R extends object>({ loading = false, ...props }: TableProps<R>) {
  return <AntTable<R> {...props} loading={{ ...(typeof loading === 'boolean' ? { spinning: loading } : loading), ...SILENT }} />
}
