import { WarningOutlined } from '@ant-design/icons'
import { App, Button, Skeleton, Table, Tooltip } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Rec } from '../api/api.ts'
import { useSearch } from '../api/api.ts'
import { useAddress } from '../cases/address.ts'
import { CaseCell } from '../cases/case-cell.tsx'
import { DaysLeft } from '../cases/dates/days-left.tsx'
import { nameOf } from '../cases/dates/next-due.tsx'
import { decimalsOf, groupDigits, sumOf } from '../fields/decimals.ts'
import { dayText } from '../fields/moments.ts'
import { useKeys } from '../ui/keys.ts'
import { reachable } from '../records/list/total-text.ts'
import { MAX_SELECTED } from '../records/list/list-settings.ts'
import { Nothing } from '../ui/nothing.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { FeeBatch } from './batch.tsx'
import { useDecideEach } from './decide.ts'
import type { Decision } from './query.ts'

const FL = [
  ...['sid', 'fee_no', 'name', 'name_en', 'annuity_year', 'case_sid', 'case_sid.value_grade', 'currency', 'amount_full', 'reduction_pct'],
  ...['amount', 'surcharge', 'next_band_from', 'next_band_surcharge', 'due_date', 'grace_end', 'decision', 'status', 'certainty'],
]
const ROWS = 50
// So that a page without rows is the same one each time.
const NONE: Rec[] = []

type FeeTableProps = { schema: WireSchema; iql: string | undefined; selected: string[]; onSelect: (sids: string[]) => void }

export function FeeTable({ schema, iql, selected, onSelect }: FeeTableProps) {
  const { t, lang, tag } = useWords()
  const { read, put } = useAddress()
  // By its sid, since rows leave the list as they are decided.
  const [markedSid, setMarked] = useState('')
  const page = Math.max(1, Number(read('page', '1')) || 1)
  const { data, isPending, isPlaceholderData } = useSearch(
    'fee',
    { fl: FL, iql: iql ?? '', rows: ROWS, start: (page - 1) * ROWS, total: 'capped' },
    { enabled: iql !== undefined },
  )
  const rows = data?.record ?? NONE
  const { message } = App.useApp()
  const each = useDecideEach(rows)
  const marked = rows.findIndex(({ sid }) => sid === markedSid)
  const select = (sids: string[]) => onSelect(sids.slice(0, MAX_SELECTED))
  const toggle = (sid: string | undefined) => sid && select(selected.includes(sid) ? selected.filter((one) => one !== sid) : [...selected, sid])
  const mark = (at: number) => {
    if (!rows[at]) return
    setMarked(rows[at].sid)
    if (read('open')) put({ open: rows[at].sid }, true)
    document.querySelectorAll('.desk .ant-table-row')[at]?.scrollIntoView({ block: 'nearest' })
  }
  const take = async (record: Rec, decision: Decision) => {
    if (!(await each.take(record, decision)) || decision !== 'ABANDON') return
    const key = `abandoned ${record.sid}`
    const undo = () => {
      message.destroy(key)
      void each.take(record, 'ASK')
    }
    message.open({
      key,
      type: 'info',
      duration: 8,
      content: (
        <>
          {t('annuity.abandoned', { name: nameOf(record, lang) })}
          <Button size="small" type="link" onClick={undo}>
            {t('annuity.takeBack')}
          </Button>
        </>
      ),
    })
  }
  /** Past the last row comes the next page. */
  const next = () => {
    if (marked < rows.length - 1) mark(marked + 1)
    else if (page * ROWS < reachable(data ?? {}, page, ROWS)) put({ page: page + 1 })
  }
  /** Of the row that is marked; then the next one is. */
  const decideMarked = (decision: Decision) => {
    const record = rows[marked]
    if (!record || !isOpenTo(record, schema)) return
    void take(record, decision)
    next()
  }
  useKeys({
    y: () => decideMarked('PAY'),
    a: () => decideMarked('ABANDON'),
    u: () => decideMarked('ASK'),
    j: next,
    k: () => mark(Math.max(marked - 1, 0)),
    x: () => rows[marked]?.['status'] !== 'PAYING' && toggle(rows[marked]?.sid),
    Enter: () => rows[marked] && put({ open: rows[marked].sid }, true),
    Escape: () => (read('open') ? put({ open: null }, true) : onSelect([])),
  })
  const day = (value: unknown) => (typeof value === 'string' ? <time dateTime={value}>{dayText(value, tag)}</time> : <span className="none">—</span>)
  return (
    <>
      <FeeBatch selected={selected} schema={schema} onDone={() => onSelect([])} />
      <Table<Rec>
        rowKey="sid"
        size="small"
        className="desk-table"
        dataSource={rows}
        loading={isPlaceholderData}
        scroll={{ x: 1040 }}
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
          getCheckboxProps: (record) => ({
            'aria-label': t('list.selectOne', { name: String(record['fee_no']) }),
            // It stands on a payment list already, and is taken off there.
            disabled: record['status'] === 'PAYING',
          }),
        }}
        onRow={(record) => ({
          onClick: () => {
            setMarked(record.sid)
            put({ open: record.sid }, true)
          },
        })}
        rowClassName={(record, at) => `clickable ${at === marked ? 'marked' : ''} ${record.sid === read('open') ? 'opened' : ''}`}
        columns={[
          { title: t('desk.case'), ellipsis: true, render: (_, record) => <CaseCell record={record} tab="fees" /> },
          { title: t('annuity.grade'), width: 54, render: (_, record) => <Grade value={record['case_sid.value_grade']} /> },
          {
            title: t('fees.what'),
            width: 140,
            render: (_, record) => (
              <>
                {nameOf(record, lang)}{' '}
                {record['certainty'] === 'CHECK' && (
                  <Tooltip title={`${t('deadlines.check')}: ${t('fees.checkHint')}`}>
                    <WarningOutlined className="due-soon" role="img" aria-label={t('deadlines.check')} />
                  </Tooltip>
                )}
              </>
            ),
          },
          { title: t('annuity.today'), width: 124, align: 'right', render: (_, record) => <Owed record={record} /> },
          {
            title: t('fees.dueDate'),
            width: 128,
            render: (_, record) => (
              <span className="due">
                {day(record['due_date'])}
                {typeof record['due_date'] === 'string' && record['status'] !== 'PAYING' && <DaysLeft date={record['due_date']} />}
              </span>
            ),
          },
          { title: t('annuity.next'), width: 116, align: 'right', render: (_, record) => <NextBand record={record} /> },
          { title: t('fees.grace'), width: 102, render: (_, record) => day(record['grace_end']) },
          {
            title: t('annuity.decision'),
            width: 134,
            fixed: 'right',
            render: (_, record) => (
              <Decide record={record} schema={schema} now={each.decisionOn(record)} onTake={(decision) => void take(record, decision)} />
            ),
          },
        ]}
        locale={{
          emptyText: isPending ? (
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          ) : (
            <Nothing text={t('annuity.none')} hint={t('annuity.noneHint')} />
          ),
        }}
      />
    </>
  )
}

/** What the case is worth to the company, as somebody judged it. */
const Grade = ({ value }: { value: unknown }) =>
  typeof value === 'string' ? <b className={`grade grade-${value}`}>{value}</b> : <span className="none">—</span>

/** The amount after reduction, and the surcharge of today where there is one. */
function Owed({ record }: { record: Rec }) {
  const { t } = useWords()
  const currency = String(record['currency'])
  const surcharge = String(record['surcharge'] ?? '0')
  const amount = String(record['amount'] ?? '0')
  const isLate = Number(surcharge) > 0
  return (
    <span className="owed number">
      <span>
        <span className="currency">{currency}</span> <b>{groupDigits(isLate ? sumOf([amount, surcharge], decimalsOf(currency)) : amount)}</b>
      </span>
      {isLate && (
        <small className="due-over">
          {t('fees.surcharge')} {groupDigits(surcharge)}
        </small>
      )}
      {!isLate && Number(record['reduction_pct']) > 0 && (
        <small className="quiet">
          {t('fees.reduction')} {Number(record['reduction_pct'])} %
        </small>
      )}
    </span>
  )
}

function NextBand({ record }: { record: Rec }) {
  const { t, tag } = useWords()
  const from = record['next_band_from']
  if (typeof from !== 'string') return <span className="none">—</span>
  return (
    <span className="owed number">
      <span>+ {groupDigits(String(record['next_band_surcharge'] ?? ''))}</span>
      <small className="quiet">{t('annuity.nextFrom', { day: dayText(from, tag) })}</small>
    </span>
  )
}

type DecideProps = { record: Rec; schema: WireSchema; now: string; onTake: (decision: Decision) => void }

/** One click decides; the same click again takes the decision back. */
function Decide({ record, schema, now, onTake }: DecideProps) {
  const { t, lang } = useWords()
  if (!isOpenTo(record, schema)) return <StateTag schema={schema} state={record['status']} />
  const take = (decision: Decision) => onTake(now === decision ? 'ASK' : decision)
  const name = `${String(record['fee_no'])} ${nameOf(record, lang)}`
  return (
    <span
      className="decide"
      role="group"
      aria-label={t('annuity.decideOne', { name })}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
    >
      <button type="button" className={now === 'PAY' ? 'on' : ''} aria-pressed={now === 'PAY'} onClick={() => take('PAY')}>
        {t('annuity.keepIt')}
      </button>
      <button
        type="button"
        className={now === 'ABANDON' ? 'on drop' : ''}
        aria-pressed={now === 'ABANDON'}
        title={t('annuity.abandonHint')}
        onClick={() => take('ABANDON')}
      >
        {t('annuity.dropIt')}
      </button>
    </span>
  )
}

/** Whether it can still be decided on by this person. */
function isOpenTo(record: Rec, schema: WireSchema): boolean {
  const isOver = schema.states?.closed.includes(String(record['status'])) === true && record['status'] !== 'ABANDONED'
  return !isOver && record['status'] !== 'PAYING' && allows(schema, 'transition')
}
