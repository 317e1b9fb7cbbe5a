import { Button, Grid, Skeleton } from 'antd'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { Rec } from '../../api/api.ts'
import { type Keys, useKeys } from '../../ui/keys.ts'
import { Announce } from '../../ui/announce.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { SelectAll } from './select-all.tsx'
import { PAGE_ROWS, type Worklist } from './use-worklist.ts'
import './worklist.css'
import { Table } from '../../ui/table.tsx'

export type WorklistColumn = {
  title: ReactNode
  render: (record: Rec) => ReactNode
  width?: number | string
  align?: 'right'
  isCut?: boolean
  /** Stays visible while the others scroll. */
  isFixed?: boolean
  /** Left out on a telephone; `brief` then shows the essentials. */
  isWide?: boolean
  /** Left out on a screen that is not wide enough for every column. */
  isSpare?: boolean
}

type WorklistTableProps = {
  list: Worklist
  columns: readonly WorklistColumn[]
  /** The label of a row's checkbox. */
  nameOf: (record: Rec) => string
  /** Below this width the table scrolls sideways. */
  minWidth: number
  /** On a narrow screen, the omitted columns, in a line below the first one. */
  brief: (record: Rec) => ReactNode
  /** Buttons for the selected rows. */
  acts?: ReactNode
  keys?: Keys
  empty: ReactNode
}

/** The table of a worklist: deadlines, fees, payment lists. */
export function WorklistTable({ list, columns, nameOf, minWidth, brief, acts, keys = {}, empty }: WorklistTableProps) {
  const { t } = useWords()
  const { found, rows } = list
  const { sm, xl } = Grid.useBreakpoint()
  const isNarrow = sm === false
  const box = useMarkInSight(list.at)
  useKeys({ ...usualKeys(list), ...keys })
  const selection = useSelection(list, nameOf)
  const results = found.isSuccess && !found.isPlaceholderData ? t('list.total', { total: list.total }) : ''
  const shown = columns.filter(({ isWide, isSpare }) => !(isNarrow && isWide) && !(xl === false && isSpare))
  return (
    <div ref={box}>
      <Announce text={list.marked ? t('list.atRow', { name: nameOf(list.marked), at: list.at + 1, of: rows.length }) : results} />
      {acts && (list.whole !== null || list.selected.length > 0) && <Selected list={list}>{acts}</Selected>}
      {found.isError && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      {!(found.isError && !found.data) && (
        <Table<Rec>
          rowKey="sid"
          size="small"
          className="worklist-table"
          dataSource={rows}
          loading={found.isPlaceholderData}
          scroll={isNarrow || shown.length < columns.length ? {} : { x: minWidth }}
          sticky
          pagination={pagesOf(list)}
          {...selection}
          onRow={(record, row = 0) => ({
            onClick: () => {
              list.markRow(row)
              list.open(record.sid)
            },
          })}
          rowClassName={(record, row) => `clickable ${row === list.at ? 'marked' : ''} ${record.sid === list.opened ? 'opened' : ''}`}
          columns={shown.map((column, at) => tableColumn(column, isNarrow && at === 0 ? brief : undefined))}
          locale={{ emptyText: found.isPending ? <Skeleton active title={false} paragraph={{ rows: 8 }} /> : empty }}
        />
      )}
    </div>
  )
}

const usualKeys = (list: Worklist): Keys => ({
  j: list.next,
  k: list.previous,
  x: list.toggleMarked,
  Enter: () => list.marked && list.open(list.marked.sid),
  Escape: () => (list.opened ? list.open(null) : list.select([])),
})

function useMarkInSight(at: number) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector('.ant-table-row.marked')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return box
}

function Selected({ list, children }: { list: Worklist; children: ReactNode }) {
  const { t } = useWords()
  const { whole, selected } = list
  return (
    <div className="batch worklist-batch" role="toolbar" aria-label={t('batch.label')}>
      <b>{whole ? t('batch.whole', { count: whole.total }) : t('batch.count', { count: selected.length })}</b>
      {!whole && <SelectAll list={list} />}
      {children}
      <Button size="small" type="link" onClick={() => list.select([])}>
        {t('batch.clear')}
      </Button>
    </div>
  )
}

const pagesOf = ({ page, total, goTo }: Worklist) => ({
  current: page,
  pageSize: PAGE_ROWS,
  total,
  showSizeChanger: false,
  hideOnSinglePage: true,
  onChange: goTo,
})

function useSelection({ rows, whole, selected, select, selectable }: Worklist, nameOf: (record: Rec) => string) {
  const { t } = useWords()
  if (!selectable) return {}
  return {
    rowSelection: {
      selectedRowKeys: whole ? rows.filter(selectable).map(({ sid }) => sid) : [...selected],
      preserveSelectedRowKeys: true,
      onChange: (keys: readonly unknown[]) => select(keys.map(String)),
      getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
      getCheckboxProps: (record: Rec) => ({ 'aria-label': t('list.selectOne', { name: nameOf(record) }), disabled: !selectable(record) }),
    },
  }
}

function tableColumn({ title, render, width, align, isCut, isFixed }: WorklistColumn, brief?: (record: Rec) => ReactNode): TableColumnType<Rec> {
  return {
    title,
    render: (_, record) =>
      brief ? (
        <div className="with-brief">
          {render(record)}
          <div className="brief">{brief(record)}</div>
        </div>
      ) : (
        render(record)
      ),
    ...(width !== undefined && { width }),
    ...(align && { align }),
    ...(isCut && { ellipsis: true }),
    ...(isFixed && { fixed: 'right' }),
  }
}
