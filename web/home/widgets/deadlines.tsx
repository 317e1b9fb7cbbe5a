import { countDeadlines } from '../../../model/docketing/deadline-actions.ts'
import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bucket } from '../../../model/docketing/buckets.ts'
import { act, useSearch } from '../../api/api.ts'
import { DaysLeft } from '../../cases/dates/days-left.tsx'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { daysFromNow } from '../../cases/dates/days.ts'
import { groupDigits } from '../../fields/decimals.ts'
import { dayText, useZone } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'
import { Waiting } from './waiting.tsx'

const SHOWN: readonly Bucket[] = ['overdue', 'today', 'tomorrow', 'week', 'month', 'year']

/** A person with own deadlines sees those, others see all visible ones. */
function useWhose() {
  const mine = useDesk('me')
  const owner = mine.data?.buckets.every(({ total }) => total === 0) ? 'all' : 'me'
  return { owner, isPending: mine.isPending } as const
}

const useDesk = (owner: string, enabled = true) =>
  useQuery({
    queryKey: ['deadline', 'desk', owner, 'official', ''],
    queryFn: () => act(countDeadlines, { owner, due: 'official' }),
    enabled,
    meta: { faults: 'own' },
  })

/** Names the owner of the deadlines below. */
export function DeadlinesTitle() {
  const { t } = useWords()
  return t(useWhose().owner === 'me' ? 'home.deadlines' : 'home.allDeadlines')
}

/** The number of deadlines by due date; each number opens its rows. */
export function DeadlineBuckets() {
  const { t } = useWords()
  const { owner, isPending } = useWhose()
  const query = useDesk(owner, !isPending)
  const { data } = query
  if (!data) return <Waiting query={query} rows={2} />
  const buckets = SHOWN.flatMap((code) => data.buckets.filter((one) => one.code === code))
  const toneOf = (code: Bucket, total: number) => (total === 0 ? '' : code === 'overdue' ? 'due-over' : code === 'today' ? 'due-soon' : '')
  return (
    <div className="numbers">
      {buckets.map(({ code, total }) => (
        <Link key={code} to={`/deadlines?owner=${owner}&bucket=${code}`} className={toneOf(code, total)}>
          <b className="number">
            {total > 0 && code === 'overdue' && <ExclamationCircleOutlined aria-hidden />} {groupDigits(String(total))}
          </b>
          <span>{t(`desk.${code}`)}</span>
        </Link>
      ))}
    </div>
  )
}

const NEAR = "(extended_due BETWEEN today('-30d') AND today('30d') OR extended_due IS EMPTY AND official_due BETWEEN today('-30d') AND today('30d'))"
const FL = ['sid', 'name', 'name_en', 'case_sid', 'official_due', 'extended_due', 'owner_sid', 'status']

const LONG_PAST = "(extended_due < today('-30d') OR extended_due IS EMPTY AND official_due < today('-30d'))"
/** The number of rows that fit at a glance. */
const FEW = 10

/** Urgent deadlines: recently overdue ones, then those of the next days, then older ones if there is space. The others are counted and linked. */
export function OverdueList() {
  const { t, lang, tag } = useWords()
  const zone = useZone()
  const { owner, isPending } = useWhose()
  const desk = useDesk(owner, !isPending)
  const mine = owner === 'me' ? 'owner_sid = me() AND ' : ''
  const iql = `${mine}status = 'OPEN' AND kind != 'MONITOR' AND ${NEAR} ORDER BY official_due ASC`
  const query = useSearch('deadline', { fl: FL, iql, rows: 20, total: 'none' }, { enabled: !isPending, meta: { faults: 'own' } })
  const { data } = query
  const room = data ? Math.max(0, FEW - data.record.length) : 0
  const past = useSearch(
    'deadline',
    { fl: FL, iql: `${mine}status = 'OPEN' AND kind != 'MONITOR' AND ${LONG_PAST} ORDER BY official_due DESC`, rows: FEW, total: 'none' },
    { enabled: room > 0, meta: { faults: 'own' } },
  )
  if (!data) return <Waiting query={query} rows={5} />
  const records = [...data.record, ...(past.data?.record.slice(0, room) ?? [])]
  const overdue = desk.data?.buckets.find(({ code }) => code === 'overdue')?.total ?? 0
  const shown = records.filter((record) => daysFromNow(String(record['extended_due'] ?? record['official_due']), zone) < 0).length
  const rest = overdue - shown
  if (records.length === 0 && rest === 0) return <Clear />
  return (
    <ul className="widget-rows">
      {records.map((record) => {
        const due = String(record['extended_due'] ?? record['official_due'])
        return (
          <li key={record.sid}>
            <Link to={`/deadlines?owner=${owner}&bucket=all&open=${record.sid}`}>
              <span className="row-what">
                <b>{nameOf(record, lang)}</b>
                <small className="quiet">{isRef(record['case_sid']) ? record['case_sid'].name : ''}</small>
              </span>
              <time dateTime={due}>{dayText(due, tag)}</time>
              <span className="row-left">
                <DaysLeft date={due} />
              </span>
            </Link>
          </li>
        )
      })}
      {rest > 0 && (
        <li>
          <Link to={`/deadlines?owner=${owner}&bucket=overdue`}>{t('home.olderOverdue', { count: rest })}</Link>
        </li>
      )}
    </ul>
  )
}

export const Clear = ({ word = 'home.clear' }: { word?: Word }) => {
  const { t } = useWords()
  return (
    <p className="all-clear">
      <CheckCircleOutlined aria-hidden /> {t(word)}
    </p>
  )
}
