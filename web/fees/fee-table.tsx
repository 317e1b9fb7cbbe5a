import { LockOutlined, WarningOutlined } from '@ant-design/icons'
import { App, Button, Tooltip } from 'antd'
import { createContext, useContext } from 'react'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { CaseCell } from '../cases/case-cell.tsx'
import { FeeDaysLeft } from '../cases/dates/days-left.tsx'
import { nameOf } from '../cases/dates/next-due.tsx'
import { DayCell, Nil } from '../cases/worklist/cells.tsx'
import { useWorklist } from '../cases/worklist/use-worklist.ts'
import { type WorklistColumn, WorklistTable } from '../cases/worklist/worklist-table.tsx'
import { Digits, Money } from '../fields/money.tsx'
import { dayText } from '../fields/moments.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { StateTag } from '../records/detail/state-tag.tsx'
import { sumMoney } from '../../model/kit/money/money.ts'
import { decideFees } from '../../model/fees/fee-actions.ts'
import { allows } from '../api/allows.ts'
import { useSchema, useSearch } from '../api/api.ts'
import { isRef } from '../fields/names.ts'
import { useWords } from '../words/language.ts'
import { FeeActs } from './batch.tsx'
import { useDecideEach } from './decide.ts'
import type { Decision } from './query.ts'

const FL = [
  ...['sid', 'fee_no', 'name', 'name_en', 'annuity_year', 'case_sid', 'case_sid.value_grade', 'currency', 'amount_full', 'reduction_pct'],
  ...['amount', 'surcharge', 'next_band_from', 'next_band_surcharge', 'due_date', 'grace_end', 'decision', 'status', 'certainty'],
]

/** The most fees that the server decides or puts on one payment list at once. */
const MAX_FEES = 300

// A fee on a payment list is removed there.
const isFree = (record: Rec) => record['status'] !== 'PAYING'

export function FeeTable({ schema, iql, where }: { schema: WireSchema; iql: string; where: string }) {
  const { t } = useWords()
  const list = useWorklist({ model: 'fee', fl: FL, iql, selectable: isFree, most: MAX_FEES, every: `${where} AND status != 'PAYING'` })
  const each = useDecideEach(list.rows)
  const offerUndo = useUndo((record) => void each.take(record, 'ASK'))
  const take = async (record: Rec, decision: Decision) => {
    if ((await each.take(record, decision)) && decision === 'ABANDON') offerUndo(record)
  }
  /** Decides the marked row, then marks the next one. */
  const decideMarked = (decision: Decision) => {
    if (!list.marked || !isOpenTo(list.marked, schema)) return
    void take(list.marked, decision)
    list.next()
  }
  const decide = (record: Rec) => (
    <Decide record={record} schema={schema} now={each.decisionOn(record)} onTake={(decision) => void take(record, decision)} />
  )
  const pledged = usePledged(list.rows)
  return (
    <Pledged value={pledged}>
      <WorklistTable
        list={list}
        columns={[...useFeeColumns(), { title: t('annuity.decision'), width: 134, isFixed: true, render: decide }]}
        nameOf={(record) => String(record['fee_no'])}
        minWidth={920}
        brief={(record) => <FeeBrief record={record} />}
        acts={<FeeActs chosen={list.whole ?? { sids: list.selected }} schema={schema} onDone={() => list.select([])} />}
        keys={{ y: () => decideMarked('PAY'), a: () => decideMarked('ABANDON'), u: () => decideMarked('ASK') }}
        empty={<Nothing text={t('annuity.none')} hint={t('annuity.noneHint')} />}
      />
    </Pledged>
  )
}

/** The cases of the shown fees that are pledged, as far as this person sees the pledges. */
const Pledged = createContext<ReadonlySet<string>>(new Set())

function usePledged(rows: readonly Rec[]): ReadonlySet<string> {
  const schema = useSchema('dealt_right').data
  const sids = [...new Set(rows.flatMap(({ case_sid }) => (isRef(case_sid) ? [case_sid.sid] : [])))].sort()
  const iql = `dealing_sid.kind = 'pledge' AND dealing_sid.phase = 'GRANTED' AND case_sid IN (${sids.map((sid) => `'${sid}'`).join(', ')})`
  const isAsked = sids.length > 0 && schema !== undefined && allows(schema, 'search')
  const { data } = useSearch('dealt_right', { fl: ['case_sid'], iql, rows: 100, total: 'none' }, { enabled: isAsked, meta: { faults: 'own' } })
  return new Set((isAsked ? (data?.record ?? []) : []).flatMap(({ case_sid }) => (isRef(case_sid) ? [case_sid.sid] : [])))
}

/** After an abandonment by one key or click, it can be undone as easily for eight seconds. */
function useUndo(onUndo: (record: Rec) => void) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  return (record: Rec) => {
    const key = `abandoned ${record.sid}`
    const undo = () => {
      message.destroy(key)
      onUndo(record)
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
}

function useFeeColumns(): WorklistColumn[] {
  const { t } = useWords()
  return [
    { title: t('annuity.whatAndCase'), isCut: true, render: (record) => <FeeAndCase record={record} /> },
    { title: t('annuity.grade'), width: 54, isWide: true, isSpare: true, render: (record) => <Grade value={record['case_sid.value_grade']} /> },
    { title: t('annuity.today'), width: 124, align: 'right', isWide: true, render: (record) => <Owed record={record} /> },
    { title: t('fees.dueDate'), width: 128, isWide: true, render: (record) => <Due record={record} /> },
    { title: t('annuity.next'), width: 116, align: 'right', isWide: true, isSpare: true, render: (record) => <NextBand record={record} /> },
    { title: t('fees.grace'), width: 102, isWide: true, render: (record) => <DayCell value={record['grace_end']} /> },
  ]
}

const FeeAndCase = ({ record }: { record: Rec }) => (
  <span className="two-lines">
    <FeeName record={record} />
    <CaseCell record={record} tab="fees" />
  </span>
)

const FeeBrief = ({ record }: { record: Rec }) => (
  <>
    <Owed record={record} />
    <Due record={record} />
  </>
)

function FeeName({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const isPledged = useContext(Pledged).has(isRef(record['case_sid']) ? record['case_sid'].sid : '')
  return (
    <span>
      {nameOf(record, lang)}{' '}
      {isPledged && (
        <Tooltip title={t('dealings.pledged')}>
          <LockOutlined className="due-soon" role="img" aria-label={t('dealings.pledged')} />
        </Tooltip>
      )}{' '}
      {record['certainty'] === 'CHECK' && (
        <Tooltip title={`${t('deadlines.check')}: ${t('fees.checkHint')}`}>
          <WarningOutlined className="due-soon" role="img" aria-label={t('deadlines.check')} />
        </Tooltip>
      )}
    </span>
  )
}

const Due = ({ record }: { record: Rec }) => (
  <span className="due">
    <DayCell value={record['due_date']} />
    {record['status'] !== 'PAYING' && <FeeDaysLeft record={record} />}
  </span>
)

/** The value of the case to the company, as graded by a user. */
const Grade = ({ value }: { value: unknown }) => (typeof value === 'string' ? <b className={`grade grade-${value}`}>{value}</b> : <Nil />)

/** The amount after reduction, with today's surcharge if any. */
function Owed({ record }: { record: Rec }) {
  const { t } = useWords()
  const currency = String(record['currency'])
  const surcharge = String(record['surcharge'] ?? '0')
  const amount = String(record['amount'] ?? '0')
  const isLate = Number(surcharge) > 0
  return (
    <span className="owed number">
      <b>
        <Money amount={isLate ? sumMoney([amount, surcharge], currency) : amount} currency={currency} />
      </b>
      {isLate && (
        <small className="due-over">
          {t('fees.surcharge')} <Digits amount={surcharge} currency={currency} />
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
  if (typeof from !== 'string') return <Nil />
  return (
    <span className="owed number">
      <span>
        + <Digits amount={record['next_band_surcharge']} currency={record['currency']} />
      </span>
      <small className="quiet">{t('annuity.nextFrom', { day: dayText(from, tag) })}</small>
    </span>
  )
}

type DecideProps = { record: Rec; schema: WireSchema; now: string; onTake: (decision: Decision) => void }

/** One click decides; a second click undoes the decision. */
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

/** Whether this person can still decide on it. */
function isOpenTo(record: Rec, schema: WireSchema): boolean {
  const isOver = schema.states?.closed.includes(String(record['status'])) === true && record['status'] !== 'ABANDONED'
  return !isOver && record['status'] !== 'PAYING' && allows(schema, decideFees.name)
}
