import { Button, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Rec } from '../api/api.ts'
import { useSearch } from '../api/api.ts'
import { useAddress } from '../cases/address.ts'
import { CaseCell } from '../cases/case-cell.tsx'
import { Reason, useShortWhy } from '../cases/dates/reason.tsx'
import { DaysLeft } from '../cases/dates/days-left.tsx'
import { nameOf } from '../cases/dates/next-due.tsx'
import { dayText } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { useKeys } from '../ui/keys.ts'
import { pageOf } from '../api/page-of.ts'
import { reachable } from '../records/list/total-text.ts'
import { MAX_SELECTED } from '../records/list/list-settings.ts'
import { Nothing } from '../ui/nothing.tsx'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import type { DeskAct } from './batch.tsx'
import { DeadlineBatch } from './batch.tsx'

const FL = [
  ...['sid', 'name', 'name_en', 'kind', 'case_sid', 'case_sid.country', 'official_due', 'extended_due', 'internal_due', 'grace_end'],
  ...[
    'owner_sid',
    'status',
    'certainty',
    'provisional',
    'needs_date',
    'restoration_end',
    'explanation',
    'handled_reason',
    'if_missed',
    'if_missed_en',
  ],
]
const ROWS = 50

type DeadlineTableProps = {
  schema: WireSchema
  /** Unknown until the desk has answered. */
  iql: string | undefined
  lang: 'zh' | 'en'
  /** Only one's own are asked for. */
  isMine: boolean
  selected: string[]
  onSelect: (sids: string[]) => void
}

export function DeadlineTable({ schema, iql, lang, isMine, selected, onSelect }: DeadlineTableProps) {
  const { t, tag } = useWords()
  const { read, put } = useAddress()
  const navigate = useNavigate()
  const [marked, setMarked] = useState(-1)
  const page = Math.max(1, Number(read('page', '1')) || 1)
  const { data, isPending, isPlaceholderData } = useSearch(
    'deadline',
    { fl: FL, iql: iql ?? '', rows: ROWS, start: (page - 1) * ROWS, total: 'capped' },
    { enabled: iql !== undefined },
  )
  const rows = data?.record ?? []
  const why = useShortWhy(rows)
  const [taken, setTaken] = useState<DeskAct | null>(null)
  const caseOf = (record: Rec | undefined) => (isRef(record?.['case_sid']) ? record['case_sid'] : undefined)
  const mark = (at: number) => {
    const record = rows[at]
    if (!record) return
    setMarked(at)
    if (read('open')) put({ open: record.sid }, true)
    document.querySelectorAll('.desk .ant-table-row')[at]?.scrollIntoView({ block: 'nearest' })
  }
  const select = (sids: string[]) => onSelect(sids.slice(0, MAX_SELECTED))
  /** With the rows that are ticked, or else with the one that is marked. */
  const begin = (act: DeskAct) => {
    const sid = rows[marked]?.sid
    if (selected.length === 0 && !sid) return
    if (selected.length === 0 && sid) select([sid])
    setTaken(act)
  }
  useKeys({
    j: () => mark(Math.min(marked + 1, rows.length - 1)),
    k: () => mark(Math.max(marked - 1, 0)),
    x: () => {
      const sid = rows[marked]?.sid
      if (sid) select(selected.includes(sid) ? selected.filter((one) => one !== sid) : [...selected, sid])
    },
    d: () => allows(schema, 'transition') && begin('complete'),
    r: () => allows(schema, 'update') && begin('reassign'),
    Enter: () => rows[marked] && put({ open: rows[marked].sid }, true),
    o: () => {
      const found = caseOf(rows[marked])
      if (found) navigate(pageOf('patent', `/${found.sid}`))
    },
    Escape: () => (read('open') ? put({ open: null }, true) : onSelect([])),
  })
  const day = (value: unknown) => (typeof value === 'string' ? <time dateTime={value}>{dayText(value, tag)}</time> : <span className="none">—</span>)
  return (
    <>
      <DeadlineBatch schema={schema} selected={selected} taken={taken} onTake={setTaken} onDone={() => onSelect([])} />
      <Table<Rec>
        rowKey="sid"
        size="small"
        className="desk-table"
        dataSource={rows}
        loading={isPlaceholderData}
        scroll={{ x: 900 }}
        sticky
        pagination={{
          current: page,
          pageSize: ROWS,
          total: reachable(data ?? {}, page, ROWS),
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: (next) => put({ page: next }),
        }}
        rowSelection={{
          selectedRowKeys: selected,
          preserveSelectedRowKeys: true,
          onChange: (keys) => select(keys.map(String)),
          getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
          getCheckboxProps: (record) => ({ 'aria-label': t('list.selectOne', { name: nameOf(record, lang) }) }),
        }}
        onRow={(record, at = 0) => ({
          onClick: () => {
            setMarked(at)
            put({ open: record.sid }, true)
          },
        })}
        rowClassName={(record, at) => `clickable ${at === marked ? 'marked' : ''} ${record.sid === read('open') ? 'opened' : ''}`}
        columns={[
          {
            title: t('desk.whatAndCase'),
            ellipsis: true,
            render: (_, record) => (
              <span className="two-lines">
                <button
                  type="button"
                  className="plain link row-name"
                  title={nameOf(record, lang)}
                  onClick={(event) => {
                    event.stopPropagation()
                    put({ open: record.sid }, true)
                  }}
                >
                  {nameOf(record, lang)}
                </button>
                <CaseCell record={record} tab="deadlines" />
              </span>
            ),
          },
          { title: t('deadlines.official'), width: 142, render: (_, record) => <When record={record} /> },
          { title: t('deadlines.internal'), width: 104, render: (_, record) => day(record['internal_due']) },
          { title: t('desk.why'), width: '36%', ellipsis: true, render: (_, record) => <Reason text={why(record)} record={record} /> },
          {
            title: t('deadlines.owner'),
            width: 146,
            ellipsis: true,
            render: (_, record) => (isRef(record['owner_sid']) ? record['owner_sid'].name : <span className="none">{t('desk.nobody')}</span>),
          },
        ]}
        locale={{
          emptyText: isPending ? (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          ) : (
            <Nothing text={t('desk.clear')} hint={t('desk.clearHint')}>
              {isMine && <Button onClick={() => put({ owner: 'all' })}>{t('desk.seeAll')}</Button>}
            </Nothing>
          ),
        }}
      />
    </>
  )
}

/** The day, and how long until then. */
function When({ record }: { record: Rec }) {
  const { tag } = useWords()
  const due = record['extended_due'] ?? record['official_due']
  if (typeof due !== 'string') return <span className="none">—</span>
  return (
    <span className="two-lines">
      <time dateTime={due} className="due-day">
        {dayText(due, tag)}
      </time>
      <DaysLeft date={due} kind={record['kind']} />
    </span>
  )
}
