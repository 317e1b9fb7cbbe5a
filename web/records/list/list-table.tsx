import { Skeleton } from 'antd'
import type { TableColumnType } from 'antd'
import type { ComponentType, PointerEvent, ReactNode, ThHTMLAttributes } from 'react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { displayName, englishOf } from '../../fields/names.ts'
import { viewFor, viewOf } from '../../fields/views.ts'
import { Announce } from '../../ui/announce.tsx'
import { Marked } from '../../ui/marked.tsx'
import { useWords } from '../../words/language.ts'
import { changeColumn, widthWithin } from './list-settings.ts'
import { StateTag } from '../detail/state-tag.tsx'
import type { CellProps } from '../../fields/view.ts'
import type { ListOwn } from './list-own.ts'
import type { List } from './use-list.ts'
import { Table } from '../../ui/table.tsx'

type ListTableProps = {
  list: List
  marked: number
  selected: readonly string[]
  onMark: (at: number) => void
  onSelect: (sids: string[]) => void
  onOpen: (record: Rec) => void
  empty: ReactNode
  wayTo: (record: Rec, at: number) => { to: string; state: unknown }
  cells?: ListOwn['cells']
  widths?: ListOwn['widths']
}

export function ListTable({ list, marked, selected, onMark, onSelect, onOpen, empty, wayTo, cells, widths: usual }: ListTableProps) {
  const { t, lang } = useWords()
  const { found, settings, schema, address } = list
  const [box, height] = useHeight()
  const { columns, width } = useTableColumns(list, { wayTo, cells, usual })
  const records = found.data?.record ?? []
  const here = records[marked]
  const announced = here ? t('list.atRow', { name: displayName(here, schema, lang), at: marked + 1, of: records.length }) : ''
  useEffect(() => {
    box.current?.querySelector('.ant-table-row.marked')?.scrollIntoView({ block: 'nearest' })
  }, [marked, box])
  return (
    <div ref={box} className="list-table">
      <Announce text={announced} />
      <Table<Rec>
        rowKey="sid"
        size={settings.density}
        columns={columns}
        dataSource={records}
        pagination={false}
        tableLayout="fixed"
        components={HEADER}
        scroll={{ x: width + SELECTION_WIDTH, y: Math.max(120, height - 40) }}
        loading={found.isFetching && found.isPlaceholderData}
        rowSelection={{
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true,
          columnWidth: SELECTION_WIDTH,
          fixed: true,
          onChange: (keys) => onSelect(keys.map(String)),
          getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
          getCheckboxProps: (record: Rec) => ({ 'aria-label': t('list.selectOne', { name: displayName(record, schema, lang) }) }),
        }}
        onRow={(record, at = 0) => ({
          onClick: () => {
            onMark(at)
            onOpen(record)
          },
        })}
        rowClassName={(record, at) => [at === marked ? 'marked' : '', record.sid === address.open ? 'opened' : ''].join(' ')}
        onChange={(_page, _filters, sorter, { action }) => {
          if (action !== 'sort') return
          const sort = [sorter].flat() // one or many, by the table's own typing
          list.change({ sort: sort.flatMap(({ columnKey, order }) => (order ? [{ field: String(columnKey), desc: order === 'descend' }] : [])) })
        }}
        locale={{ emptyText: found.isPending ? <Skeleton active title={false} paragraph={{ rows: 8 }} /> : empty }}
      />
    </div>
  )
}

const SELECTION_WIDTH = 40

/** The selected columns, each with the person's width or the default of its field. */
function useTableColumns(list: List, { wayTo, cells, usual }: Pick<ListTableProps, 'wayTo' | 'cells'> & { usual: ListOwn['widths'] }) {
  const { t } = useWords()
  const { columns, settings, schema, address } = list
  const [widths, setWidths] = useState<Record<string, number>>({})
  const fields = useMemo(() => new Map(schema.fields.map((field) => [field.code, field])), [schema])
  const resize = (code: string, width: number, isLast: boolean) => {
    setWidths((now) => ({ ...now, [code]: widthWithin(width) }))
    if (isLast && !list.view) list.set({ columns: changeColumn(settings.columns, code, { width: widthWithin(width) }) })
  }
  const shown = columns.flatMap((column) => {
    const field = fields.get(column.code)
    return field ? [{ column, field, width: widths[column.code] ?? column.width ?? usual?.[column.code] ?? leastWidth(field, schema) }] : []
  })
  const tableColumns = shown.map(({ column, field, width }, at): TableColumnType<Rec> => {
    const isLink = schema.display[0] === field.code || (at === 0 && !schema.display.some((code) => columns.some((one) => one.code === code)))
    const order = address.sort.find((sort) => sort.field === field.code)
    return {
      key: field.code,
      dataIndex: field.code,
      title: field.label,
      width,
      ...(column.pinned && { fixed: 'left' as const }),
      ...(viewOf(field.type).isNumeric && { align: 'right' as const }),
      ellipsis: { showTitle: false },
      sorter: field.sortable,
      sortOrder: order ? (order.desc ? 'descend' : 'ascend') : null,
      showSorterTooltip: false,
      shouldCellUpdate: (now, before) => now !== before,
      onHeaderCell: () => resizable(width, (next, isLast) => resize(field.code, next, isLast), t('columns.resize', { label: field.label })),
      render: (_value: unknown, record, row) => (
        <ListCell
          schema={schema}
          field={field}
          record={record}
          typed={address.text}
          Own={cells?.[field.code]}
          {...(isLink && { link: wayTo(record, row) })}
        />
      ),
    }
  })
  return { columns: tableColumns, width: shown.reduce((sum, one) => sum + one.width, 0) }
}

type ListCellProps = {
  schema: WireSchema
  field: WireField
  record: Rec
  Own?: ComponentType<CellProps> | undefined
  link?: ReturnType<ListTableProps['wayTo']>
  /** The search text, which is marked in texts and numbers. */
  typed?: string
}

/** One value of a record as the list shows it. */
export function ListCell({ schema, field, record, Own, link, typed }: ListCellProps) {
  const { lang } = useWords()
  const Cell = Own ?? viewFor(field).Cell
  if (schema.states?.field === field.code) return <StateTag schema={schema} state={record[field.code]} />
  const named = (lang === 'en' && record[englishOf(schema, field.code)]) || record[field.code]
  const value =
    typed && !Own && isText(field) && typeof named === 'string' ? (
      <span className={field.number ? 'number' : field.type === 'text' ? 'lines' : undefined}>
        <Marked text={named} typed={typed} isNumber={field.number} />
      </span>
    ) : (
      <Cell field={field} value={named} record={record} />
    )
  if (!link) return value
  return (
    <Link to={link.to} state={link.state} className="record-link" onClick={(event) => event.stopPropagation()}>
      {named ? value : schema.display_first ? displayName(record, schema, lang) : '—'}
    </Link>
  )
}

/** Codes that a cell shows by name are no texts. */
const isText = ({ type, code, code_of, secret }: WireField) =>
  (type === 'string' || type === 'text') && !code_of && !secret && code !== 'entity' && code !== 'record_sid'

const leastWidth = (field: WireField, schema: WireSchema) =>
  Math.max(usualWidth(field), field.code === schema.states?.field ? stateWidth(field) : field.code === schema.display[0] ? nameWidth(field) : 0)

// A state is a tag with a mark.
const stateWidth = (field: WireField) => Math.min(196, optionWidth(field) + 32)
const isWide = (text: string) => /[^\u0000-\u00ff]/.test(text)

/** As wide as the longest of its labels, within limits. */
const optionWidth = ({ options }: WireField) =>
  Math.min(148, Math.max(64, ...(options ?? []).map(({ label }) => label.length * (isWide(label) ? 13 : 7) + 24)))

/** The name of a record is not truncated. */
const nameWidth = ({ max = 255 }: WireField) => (max <= 40 ? 150 : 210)
const CASE_WIDTH = 260

const usualWidth = (field: WireField) =>
  Math.max(
    field.type === 'option' && field.options ? optionWidth(field) : viewOf(field.type).width,
    field.words ? 320 : 0,
    field.type === 'reference' && field.to_case ? CASE_WIDTH : 0,
    Math.min(220, field.label.length * (isWide(field.label) ? 14 : 7) + 36),
  )

/** The height that is left for a table. */
export function useHeight() {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(480)
  useLayoutEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setHeight(Math.floor(entry.contentRect.height)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return [box, height] as const
}

type HeaderProps = ThHTMLAttributes<HTMLTableCellElement> & { resizing?: Resizing }
type Resizing = { width: number; onResize: (width: number, isLast: boolean) => void; label: string }

// The table passes these props to its header cell; its own type has only the attributes of a default cell.
const resizable = (width: number, onResize: Resizing['onResize'], label: string) =>
  ({ resizing: { width, onResize, label } }) as ThHTMLAttributes<HTMLTableCellElement>

function HeaderCell({ resizing, children, ...cell }: HeaderProps) {
  return (
    <th {...cell}>
      {children}
      {resizing && <Edge {...resizing} />}
    </th>
  )
}

const HEADER = { header: { cell: HeaderCell } }

/** The edge of a column: dragged, or moved with the arrow keys. */
function Edge({ width, onResize, label }: Resizing) {
  const drag = (down: PointerEvent<HTMLSpanElement>) => {
    down.preventDefault()
    down.stopPropagation()
    const edge = down.currentTarget
    edge.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent) => onResize(width + event.clientX - down.clientX, false)
    const end = (event: globalThis.PointerEvent) => {
      edge.removeEventListener('pointermove', move)
      onResize(width + event.clientX - down.clientX, true)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end, { once: true })
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={64}
      aria-valuemax={720}
      tabIndex={0}
      className="edge"
      onPointerDown={drag}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
        if (!step) return
        event.preventDefault()
        event.stopPropagation()
        onResize(width + step, true)
      }}
    />
  )
}
