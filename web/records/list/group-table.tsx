import { Table as AntTable, Button, Skeleton } from 'antd'
import type { TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import type { Rec } from '../../api/api.ts'
import { useGroups, useSchema, useSearch } from '../../api/api.ts'
import { Money } from '../../fields/money.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/language.ts'
import { amountsOf, groupFields, type GroupField, groupIql, type GroupRow, rowsOf, totalOf } from './groups.ts'
import { splitOrder } from './list-address.ts'
import type { ListOwn } from './list-own.ts'
import { ListCell, useHeight } from './list-table.tsx'
import type { List } from './use-list.ts'

type WayTo = (record: Rec, at: number) => { to: string; state: unknown }
type GroupTableProps = { list: List; wayTo: WayTo; cells: ListOwn['cells'] }

/** Fields by which the list can be grouped, including those of the cases of its records. */
export function useGroupFields({ schema }: Pick<List, 'schema'>): GroupField[] {
  const isOfCases = schema.fields.some(({ type, to }) => type === 'reference' && to === 'case')
  return groupFields(schema, useSchema(isOfCases ? 'case' : undefined).data)
}

/** The groups of the list with their numbers and sums; a group opens to its first records. */
export function GroupTable({ list, wayTo, cells }: GroupTableProps) {
  const field = useGroupFields(list).find(({ path }) => path === list.address.group)
  const { groups, rows, amounts } = useRows(list, field)
  const isCapped = groups.data?.capped === true
  const isWhole = (groups.data?.record.length ?? 0) < MAX_ASKED
  const [box, height] = useHeight()
  return (
    <div ref={box} className="list-table">
      {groups.isError && !list.found.isError && <QueryFault fault={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {field && groups.data && <Groups {...{ list, field, wayTo, cells, height, isCapped, isWhole, rows, amounts }} />}
    </div>
  )
}

type GroupsProps = GroupTableProps & {
  field: GroupField
  amounts: ReturnType<typeof amountsOf>
  rows: readonly GroupRow[]
  height: number
  isCapped: boolean
  /** No group is left out. */
  isWhole: boolean
}

function Groups({ list, field, amounts, rows, wayTo, cells, height, isCapped, isWhole }: GroupsProps) {
  const { t, lang } = useWords()
  const number = (value: number) => <span className="number">{`${value.toLocaleString(lang)}${isCapped ? '+' : ''}`}</span>
  const sums = (isCapped ? [] : (amounts?.codes ?? [])).map((code, at): TableColumnType<GroupRow> => {
    const label = list.schema.fields.find((one) => one.code === code)?.label ?? code
    return { key: code, title: label, align: 'right', width: SUM_WIDTH, render: (_, row) => <Sums row={row} at={at} /> }
  })
  // A record with several values counts in each of their groups, and the smallest groups may be left out: those have no total.
  const total = !isList(field) && rows.length > 1 && isWhole ? totalOf(rows) : undefined
  return (
    <>
      <Table<GroupRow>
        rowKey="value"
        size="small"
        className="group-table"
        dataSource={rows.slice(0, MAX_SHOWN)}
        pagination={false}
        scroll={{ x: 300 + sums.length * SUM_WIDTH, y: Math.max(120, height - 72 - (total ? totalHeight(total) : 0)) }}
        columns={[
          { key: 'label', title: field.field.label, render: (_, { label }) => <b>{label}</b> },
          { key: 'count', title: t('group.records'), align: 'right', width: 110, render: (_, { count }) => number(count) },
          ...sums,
        ]}
        {...(total && {
          summary: () => (
            <AntTable.Summary fixed>
              <Total total={total} sums={sums.length} number={number} />
            </AntTable.Summary>
          ),
        })}
        expandable={{
          expandRowByClick: true,
          expandedRowRender: (row) => <GroupRecords {...{ list, field, row, wayTo, cells, isCapped }} />,
        }}
      />
      <p className="quiet group-note">
        {rows.length > MAX_SHOWN ? t('group.largest', { count: MAX_SHOWN }) : t('group.groups', { count: rows.length })}
        {isList(field) && ` · ${t('group.several')}`}
        {isCapped && ` · ${t('filter.capped', { count: amounts ? MAX_SUMMED : MAX_COUNTED })}`}
      </p>
    </>
  )
}

type TotalProps = { total: Pick<GroupRow, 'count' | 'sums'>; sums: number; number: (value: number) => ReactNode }

/** Below the groups: all of them together. */
function Total({ total, sums, number }: TotalProps) {
  const { t } = useWords()
  return (
    <AntTable.Summary.Row className="group-total">
      <AntTable.Summary.Cell index={0} />
      <AntTable.Summary.Cell index={1}>
        <b>{t('group.total')}</b>
      </AntTable.Summary.Cell>
      <AntTable.Summary.Cell index={2} align="right">
        {number(total.count)}
      </AntTable.Summary.Cell>
      {Array.from({ length: sums }, (_, at) => (
        <AntTable.Summary.Cell key={at} index={at + 3} align="right">
          <Sums row={total} at={at} />
        </AntTable.Summary.Cell>
      ))}
    </AntTable.Summary.Row>
  )
}

const SUM_WIDTH = 160

/** The height of the total: a line for each currency. */
const totalHeight = ({ sums }: Pick<GroupRow, 'sums'>) => 20 * Math.max(1, sums.length) + 13

const MAX_SHOWN = 200
// Over this number of records, counts are stored ones or lower bounds. Sums need all records, and are worth a longer wait.
const MAX_COUNTED = 10_000
const MAX_SUMMED = 100_000

/** With sums, the answer has one row for each currency of a group. */
const MAX_ASKED = 1000

const isList = ({ field, path }: GroupField) =>
  field.type === 'references' || field.type === 'options' || (path.includes('.') && !path.startsWith('case_sid'))

function useRows(list: List, field: GroupField | undefined) {
  const { t } = useWords()
  const { schema, iql, columns } = list
  const amounts = amountsOf(
    schema,
    columns.map(({ code }) => code),
  )
  const by = [field?.path ?? '', ...(amounts ? [amounts.currency] : [])]
  const body = {
    iql: splitOrder(iql).condition,
    by: [...new Set(by)],
    top: MAX_ASKED,
    most: amounts ? MAX_SUMMED : MAX_COUNTED,
    ...(amounts && { sums: amounts.codes }),
  }
  const groups = useGroups(schema.model, body, field !== undefined)
  const words = { empty: t('filter.empty'), yes: t('yes'), no: t('no') }
  return { groups, amounts, rows: field && groups.data ? rowsOf(groups.data.record, field, amounts, words) : [] }
}

function Sums({ row, at }: { row: Pick<GroupRow, 'sums'>; at: number }) {
  return (
    <span className="sums">
      {row.sums.map(({ currency, amounts }) => (
        <span key={currency} className="number">
          <Money amount={amounts[at] ?? '0'} currency={currency} />
        </span>
      ))}
    </span>
  )
}

type GroupRecordsProps = { list: List; field: GroupField; row: GroupRow; wayTo: WayTo; cells: ListOwn['cells'] | undefined; isCapped: boolean }

const FIRST = 20
const COLUMNS = 7

/** The first records of a group, in the columns of the list; all of them are the list with this condition. */
function GroupRecords({ list, field, row, wayTo, cells, isCapped }: GroupRecordsProps) {
  const { t } = useWords()
  const { schema, columns, fl, address } = list
  const { condition, order } = splitOrder(list.iql)
  const own = groupIql(field, row.value)
  const iql = `${condition ? `(${condition}) AND ` : ''}${own} ${order}`
  const found = useSearch(schema.model, { fl, iql, rows: FIRST, total: 'none' }, { meta: { faults: 'own' } })
  const fields = columns.flatMap(({ code }) => schema.fields.find((one) => one.code === code) ?? []).slice(0, COLUMNS)
  if (found.isError) return <QueryFault fault={found.error} onRetry={() => void found.refetch()} />
  const showAll = () => {
    const { condition: before } = splitOrder(address.iql)
    list.change({ group: '', iql: before ? `(${before}) AND ${own}` : own })
  }
  return (
    <div className="group-records">
      <Table<Rec>
        rowKey="sid"
        size="small"
        pagination={false}
        tableLayout="auto"
        scroll={{ x: 'max-content' }}
        dataSource={found.data?.record ?? []}
        loading={found.isPending}
        columns={fields.map((one, at) => ({
          key: one.code,
          title: one.label,
          render: (_: unknown, record: Rec, nth: number) => (
            <ListCell schema={schema} field={one} record={record} Own={cells?.[one.code]} {...(at === 0 && { link: wayTo(record, nth) })} />
          ),
        }))}
      />
      <Button size="small" type="link" onClick={showAll}>
        {t('group.showAll', { count: `${row.count}${isCapped ? '+' : ''}` })}
      </Button>
    </div>
  )
}
