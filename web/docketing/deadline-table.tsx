import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import type { Rec } from '../api/api.ts'
import { CaseCell } from '../cases/case-cell.tsx'
import { Reason, useShortWhy } from '../cases/dates/reason.tsx'
import { DoneOrNot } from '../cases/dates/done-or-not.tsx'
import { DaysToLoss, DueDaysLeft } from '../cases/dates/days-left.tsx'
import { dueDayOf, lossDayOf } from '../cases/dates/due-day.ts'
import { nameOf } from '../cases/dates/next-due.tsx'
import { useAddress } from '../cases/worklist/address.ts'
import { DayCell, Nil } from '../cases/worklist/cells.tsx'
import { countOf, useWorklist } from '../cases/worklist/use-worklist.ts'
import { type WorklistColumn, WorklistTable } from '../cases/worklist/worklist-table.tsx'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../api/page-of.ts'
import { Nothing } from '../ui/faults/nothing.tsx'
import { reassign } from '../../model/docketing/deadline-actions.ts'
import { allows } from '../api/allows.ts'
import { useWords } from '../words/language.ts'
import { type Asked, DeadlineActs, DeadlineDialog } from './batch.tsx'

const FL = [
  ...[
    'sid',
    'name',
    'name_en',
    'kind',
    'manual',
    'case_sid',
    'case_sid.country',
    'official_due',
    'extended_due',
    'free_to',
    'internal_due',
    'grace_end',
  ],
  ...['final_due', 'owner_sid', 'status', 'certainty', 'provisional', 'needs_date', 'restoration_end', 'explanation', 'handled_reason'],
  ...['if_missed', 'if_missed_en'],
]

/** Whether this person may read the internal day. */
export const hasInternal = ({ fields }: WireSchema) => fields.some(({ code }) => code === 'internal_due')

type DeadlineTableProps = {
  schema: WireSchema
  /** Undefined until the buckets are known. */
  rows: { iql: string; first?: string } | undefined
  /** The condition of them all. */
  every: string | undefined
  /** Only own deadlines are queried. */
  isMine: boolean
  /** Past deadlines of which it is unknown whether they were met. */
  isUnproved: boolean
}

export function DeadlineTable({ schema, rows, every, isMine, isUnproved }: DeadlineTableProps) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const navigate = useNavigate()
  const list = useWorklist({ model: 'deadline', fl: FL, iql: rows?.iql, first: rows?.first, selectable: () => true, every })
  const [asked, setAsked] = useState<Asked | null>(null)
  const why = useShortWhy(list.rows)
  const ask = (act: Asked['act']) => {
    const chosen = list.meant()
    if ('sids' in chosen) list.select(chosen.sids)
    if (countOf(chosen) > 0) setAsked({ act, chosen })
  }
  const reason = (record: Rec) => <Reason text={why(record)} record={record} />
  const columns = useColumns({ onOpen: (sid) => list.open(sid), reason, schema, isSaid: isUnproved })
  return (
    <>
      <WorklistTable
        list={list}
        columns={columns}
        nameOf={(record) => nameOf(record, lang)}
        minWidth={920}
        brief={(record) => (
          <>
            {isUnproved ? <DoneOrNot schema={schema} record={record} /> : <DaysToLoss record={record} />}
            {reason(record)}
          </>
        )}
        acts={<DeadlineActs schema={schema} onAsk={ask} />}
        keys={{
          d: () => allows(schema, 'transition') && ask('complete'),
          r: () => allows(schema, reassign.name) && ask('reassign'),
          o: () => {
            const found = list.marked?.['case_sid']
            if (isRef(found)) navigate(pageOf('case', `/${found.sid}`))
          },
        }}
        empty={
          <Nothing text={t('deadlineList.clear')} hint={t('deadlineList.clearHint')}>
            {isMine && <Button onClick={() => put({ owner: 'all' })}>{t('deadlineList.seeAll')}</Button>}
          </Nothing>
        }
      />
      {asked && <DeadlineDialog schema={schema} asked={asked} onClose={() => setAsked(null)} onDone={() => list.select([])} />}
    </>
  )
}

type ColumnsOf = { onOpen: (sid: string) => void; reason: (record: Rec) => ReactNode; schema: WireSchema; isSaid: boolean }

/** With `isSaid`, the columns of past deadlines: the day, and whether it was met. */
function useColumns({ onOpen, reason, schema, isSaid }: ColumnsOf): WorklistColumn[] {
  const { t } = useWords()
  const [what, ...dates] = useDateColumns(onOpen, hasInternal(schema))
  const why = { title: t('deadlineList.why'), isCut: true, isWide: true, render: reason }
  const owner = useOwner()
  if (!isSaid || !what) return what ? [what, ...dates, why, owner] : []
  const day = { title: t('deadlines.official'), width: 116, render: (record: Rec) => <DayCell value={dueDayOf(record)} /> }
  const wasDone = {
    title: t('deadlineList.unproved'),
    width: 250,
    isWide: true,
    render: (record: Rec) => <DoneOrNot schema={schema} record={record} />,
  }
  return [what, day, why, wasDone, owner]
}

function useDateColumns(onOpen: (sid: string) => void, withInternal: boolean): WorklistColumn[] {
  const { t } = useWords()
  const internal = { title: t('deadlines.internal'), width: 104, isWide: true, isSpare: true, render: (record: Rec) => <DayCell value={record['internal_due']} /> } // oxfmt-ignore
  return [
    { title: t('deadlineList.whatAndCase'), isCut: true, render: (record) => <NameAndCase record={record} onOpen={onOpen} /> },
    { title: t('deadlines.official'), width: 142, render: (record) => <When record={record} /> },
    { title: t('deadlines.final'), width: 142, isWide: true, render: (record) => <LastDay record={record} /> },
    ...(withInternal ? [internal] : []),
  ]
}

function useOwner(): WorklistColumn {
  const { t } = useWords()
  return {
    title: t('deadlines.owner'),
    width: 130,
    isCut: true,
    isWide: true,
    isSpare: true,
    render: (record) => (isRef(record['owner_sid']) ? record['owner_sid'].name : <span className="none">{t('deadlineList.nobody')}</span>),
  }
}

function NameAndCase({ record, onOpen }: { record: Rec; onOpen: (sid: string) => void }) {
  const { lang } = useWords()
  return (
    <span className="two-lines">
      <button
        type="button"
        className="plain link row-name"
        title={nameOf(record, lang)}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(record.sid)
        }}
      >
        {nameOf(record, lang)}
      </button>
      <CaseCell record={record} tab="deadlines" />
    </span>
  )
}

/** The last day on which the right can still be saved. */
function LastDay({ record }: { record: Rec }) {
  const loss = lossDayOf(record)
  if (!loss) return <Nil />
  return (
    <span className="two-lines due-day">
      <DayCell value={loss} />
      <DaysToLoss record={record} />
    </span>
  )
}

/** The date, and the days left. */
function When({ record }: { record: Rec }) {
  const due = dueDayOf(record)
  if (!due) return <Nil />
  return (
    <span className="two-lines due-day">
      <DayCell value={due} />
      <DueDaysLeft record={record} due={due} />
    </span>
  )
}
