import { Table as AntTable } from 'antd'
import type { TableProps, TableRef } from 'antd'
import { useEffect, useRef } from 'react'
import { usePageItem } from './page/page-item.tsx'

// A screen reader would read the whole table again after each change: rows are not a live region.
const SILENT: Readonly<Record<string, string>> = { 'aria-live': 'off' }

/** The table of Ant Design, outside live regions. */
export function Table<R extends object>({ loading = false, pagination, ...props }: TableProps<R>) {
  const table = useRef<TableRef>(null)
  const isEmpty = (props.dataSource ?? []).length === 0
  // An empty wide table has no row to focus, so its scroll area takes the focus for the keyboard.
  useEffect(() => {
    for (const part of table.current?.nativeElement.querySelectorAll(SCROLLED) ?? [])
      if (isEmpty) part.setAttribute('tabindex', '0')
      else part.removeAttribute('tabindex')
  }, [isEmpty])
  const itemRender = usePageItem()
  return (
    <AntTable<R>
      ref={table}
      {...props}
      pagination={pagination === false ? false : { itemRender, ...pagination }}
      loading={{ ...(typeof loading === 'boolean' ? { spinning: loading } : loading), ...SILENT }}
    />
  )
}

const SCROLLED = '.ant-table-body, .ant-table-content'
