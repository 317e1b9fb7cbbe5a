import type { TableProps } from 'antd'
import { Table } from '../../ui/table.tsx'

/** Rows in one dense table, without pages. */
export const PlainTable = <R extends object>(props: TableProps<R>) => <Table<R> rowKey="sid" size="small" pagination={false} {...props} />
