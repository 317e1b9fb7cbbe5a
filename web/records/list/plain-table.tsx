import type { TableProps } from 'antd'
import { Table } from 'antd'

/** Rows that are read together: dense, and all on one page. */
export const PlainTable = <R extends object>(props: TableProps<R>) => <Table<R> rowKey="sid" size="small" pagination={false} {...props} />
