import { Button, Skeleton, Table, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Rec } from '../api.ts'
import { useSearch } from '../api.ts'
import { useAddress } from '../cases/address.ts'
import { CaseCell } from '../cases/case-cell.tsx'
import { DaysLeft } from '../cases/days-left.tsx'
import { nameOf } from '../cases/next-due.tsx'
import { daysFromNow } from '../cases/days.ts'
import { dayText, useZone } from '../fields/moments.ts'
import { isRef } from '../fields/names.ts'
import { optionLabel } from '../fields/option.tsx'
import { useKeys } from '../layout/keys.ts'
import { pageOf } from '../page-of.ts'
import { MAX_SELECTED } from '../records/list.tsx'
import { Nothing } from '../records/list-table.tsx'
import { useWords } from '../words/language.ts'
import { DeadlineBatch } from './batch.tsx'

const FL = [
  ...[
    'sid',
    'name',
    'name_en',
    'kind',
    'case_sid',
    'case_sid.title',
    'case_sid.country',
    'official_due',
    'extended_due',
    'internal_due',
    'grace_end',
  ],
  ...['owner_sid', 'status', 'certainty', 'provisional', 'needs_date', 'restoration_end'],
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
    { fl: FL, iql: iql ?? '', rows: ROWS, start: (page - 1) * ROWS },
    { enabled: iql !== undefined },
  )
  const rows = data?.record ?? []
  const kind = schema.fields.find(({ code }) => code === 'kind')
  const caseOf = (record: Rec | undefined) => (isRef(record?.['case_sid']) ? record['case_sid'] : undefined)
  const mark = (at: number) => {
    const record = rows[at]
    if (!record) return
    setMarked(at)
    if (read('open')) put({ open: record.sid }, true)
    document.querySelectorAll('.desk .ant-table-row')[at]?.scrollIntoView({ block: 'nearest' })
  }
  const select = (sids: string[]) => onSelect(sids.slice(0, MAX_SELECTED))
  useKeys({
    j: () => mark(Math.min(marked + 1, rows.length - 1)),
    k: () => mark(Math.max(marked - 1, 0)),
    x: () => {
      const sid = rows[marked]?.sid
      if (sid) select(selected.includes(sid) ? selected.filter((one) => one !== sid) : [...selected, sid])
    },
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
      <DeadlineBatch schema={schema} selected={selected} onDone={() => onSelect([])} />
      <Table<Rec>
        rowKey="sid"
        size="small"
        className="desk-table"
        dataSource={rows}
        loading={isPlaceholderData}
        scroll={{ x: 1060 }}
        sticky
        pagination={{
          current: page,
          pageSize: ROWS,
          total: data?.total ?? 0,
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
            title: t('deadlines.what'),
            width: 216,
            render: (_, record) => (
              <button
                type="button"
                className="plain link"
                onClick={(event) => {
                  event.stopPropagation()
                  put({ open: record.sid }, true)
                }}
              >
                {nameOf(record, lang)}
              </button>
            ),
          },
          { title: t('deadlines.left'), width: 116, render: (_, record) => <Left record={record} /> },
          { title: t('deadlines.official'), width: 100, render: (_, record) => day(record['extended_due'] ?? record['official_due']) },
          { title: t('deadlines.internal'), width: 100, render: (_, record) => day(record['internal_due']) },
          { title: t('desk.case'), ellipsis: true, render: (_, record) => <CaseCell record={record} tab="deadlines" /> },
          { title: t('desk.office'), width: 50, render: (_, record) => String(record['case_sid.country'] ?? '') },
          { title: t('desk.kind'), width: 70, render: (_, record) => (kind ? optionLabel(kind, record['kind']) : '') },
          {
            title: t('deadlines.owner'),
            width: 120,
            ellipsis: true,
            render: (_, record) => (isRef(record['owner_sid']) ? record['owner_sid'].name : <span className="none">{t('desk.nobody')}</span>),
          },
          { title: t('deadlines.sure'), width: 112, render: (_, record) => <Doubts record={record} /> },
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

function Left({ record }: { record: Rec }) {
  const due = record['extended_due'] ?? record['official_due']
  return typeof due === 'string' ? <DaysLeft date={due} /> : null
}

/** Until when it can still be done late, and what makes a date less than certain, each told why. */
function Doubts({ record }: { record: Rec }) {
  const { t, tag } = useWords()
  const zone = useZone()
  const [due, grace] = [record['extended_due'] ?? record['official_due'], record['grace_end']]
  const isInGrace = typeof due === 'string' && typeof grace === 'string' && daysFromNow(due, zone) < 0 && daysFromNow(grace, zone) >= 0
  return (
    <>
      {isInGrace && (
        <small className="due-soon">
          {t('fees.grace')} {dayText(grace, tag)}
        </small>
      )}
      {record['certainty'] === 'CHECK' && (
        <Tooltip title={t('deadlines.checkHint')}>
          <Tag color="warning">{t('deadlines.check')}</Tag>
        </Tooltip>
      )}
      {record['provisional'] === true && (
        <Tooltip title={t('deadlines.provisionalHint')}>
          <Tag>{t('deadlines.provisional')}</Tag>
        </Tooltip>
      )}
    </>
  )
}
