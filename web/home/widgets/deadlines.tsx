import { countDeadlines } from '../../../model/docketing/deadline-actions.ts'
import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Bucket, BY_FINAL_DUE, bucketIql, byUrgency } from '../../../model/docketing/buckets.ts'
import type { Rec } from '../../api/api.ts'
import { act, useSearch } from '../../api/api.ts'
import { LeftOrLost } from '../../cases/dates/days-left.tsx'
import { dueDayOf } from '../../cases/dates/due-day.ts'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { groupDigits } from '../../fields/decimals.ts'
import { dayText } from '../../fields/moments.ts'
import { isRef } from '../../fields/names.ts'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'
import { Failed, together } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

const SHOWN: readonly Bucket[] = ['losing', 'overdue', 'today', 'tomorrow', 'week', 'month', 'year']

const ALARMING: ReadonlySet<Bucket> = new Set(['losing', 'overdue'])

/** A person with own deadlines sees those, others see all visible ones; so does everybody while that is not known. */
function useWhose() {
  const mine = useCounts('me')
  const owner = mine.isError || mine.data?.buckets.every(({ total }) => total === 0) ? 'all' : 'me'
  return { owner, mine } as const
}

const useCounts = (owner: string, enabled = true) =>
  useQuery({
    queryKey: ['deadline', 'counts', owner, 'official', ''],
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
  const { owner, mine } = useWhose()
  const query = useCounts(owner, !mine.isPending)
  const { data } = query
  if (!data) return <Waiting query={together(query, mine)} rows={2} />
  const buckets = SHOWN.flatMap((code) => data.buckets.filter((one) => one.code === code))
  const toneOf = (code: Bucket, total: number) => (total === 0 ? '' : ALARMING.has(code) ? 'due-over' : code === 'today' ? 'due-soon' : '')
  return (
    <div className="numbers">
      {buckets.map(({ code, total }) => (
        <Link key={code} to={`/deadlines?owner=${owner}&bucket=${code}`} className={toneOf(code, total)}>
          <b className="number">
            {total > 0 && ALARMING.has(code) && <ExclamationCircleOutlined aria-hidden />} {groupDigits(String(total))}
          </b>
          <span>{t(`deadlineList.${code}`)}</span>
        </Link>
      ))}
    </div>
  )
}

const FL = ['sid', 'name', 'name_en', 'kind', 'manual', 'case_sid', 'official_due', 'extended_due', 'final_due', 'owner_sid', 'status']
// No other day of a deadline is earlier than the official one, for which there is an index.
const UNTIL_30_DAYS =
  "official_due <= today('30d') AND (extended_due <= today('30d') OR extended_due IS EMPTY AND official_due <= today('30d') OR final_due <= today('30d'))"
/** The number of rows that fit at a glance. */
const MAX_ROWS = 10

/** The overdue deadlines and those of the next days, each by the last day on which the right can still be saved. */
function useUrgent(owner: 'me' | 'all', enabled: boolean) {
  const mine = owner === 'me' ? 'owner_sid = me() AND ' : ''
  const iql = `${mine}${bucketIql('all', 'official')} AND kind != 'MONITOR' AND ${UNTIL_30_DAYS}`
  const urgent = byUrgency(iql)
  const more = { enabled, meta: { faults: 'own' } } as const
  const open = useSearch('deadline', { fl: FL, iql: urgent.iql, rows: MAX_ROWS, total: 'capped' }, more)
  const losing = useSearch('deadline', { fl: FL, iql: urgent.first, rows: MAX_ROWS, total: 'capped' }, more)
  // Asked apart from the open ones: each query then reads its rows in the order of an index.
  const missedIql = `${mine}${bucketIql('restorable', 'official')} ${BY_FINAL_DUE}`
  const missed = useSearch('deadline', { fl: FL, iql: missedIql, rows: MAX_ROWS, total: 'none' }, more)
  const finalOf = (record: Rec) => String(record['final_due'] ?? '9999')
  const later = [...(open.data?.record ?? []), ...(missed.data?.record ?? [])].sort((a, b) => (finalOf(a) < finalOf(b) ? -1 : 1))
  const records = [...(losing.data?.record ?? []), ...later].slice(0, MAX_ROWS)
  const total = (open.data?.total ?? 0) + (losing.data?.total ?? 0)
  return {
    records,
    rest: total - records.filter(({ status }) => status !== 'MISSED').length,
    isPending: open.isPending || losing.isPending || missed.isPending,
    query: together(open, losing, missed),
  }
}

/** The most urgent deadlines; the others are counted and linked. The all-clear needs every answer. */
export function OverdueList() {
  const { t, lang, tag } = useWords()
  const { owner, mine } = useWhose()
  const counts = useCounts(owner, !mine.isPending)
  const { records, rest, isPending, query } = useUrgent(owner, !mine.isPending)
  const counting = together(counts, mine)
  const lapsed = counts.data?.buckets.find(({ code }) => code === 'missed')?.total ?? 0
  if (isPending || (counts.isPending && !counting.isError)) return <Waiting query={together()} rows={5} />
  if (records.length === 0 && lapsed === 0 && !query.isError && !counting.isError) return <Clear />
  return (
    <ul className="widget-rows">
      {counting.isError && (
        <li>
          <Failed query={counting} words="home.failedCount" />
        </li>
      )}
      {query.isError && (
        <li>
          <Failed query={query} words="home.failedRows" />
        </li>
      )}
      {lapsed > 0 && (
        <li>
          <Link to={`/deadlines?owner=${owner}&bucket=missed`} className="due-over">
            <ExclamationCircleOutlined aria-hidden /> {t('home.lapsed', { count: lapsed })}
          </Link>
        </li>
      )}
      {records.map((record) => {
        const due = dueDayOf(record) ?? ''
        return (
          <li key={record.sid}>
            <Link to={`/deadlines?owner=${owner}&bucket=all&open=${record.sid}`}>
              <span className="row-what">
                <b>{nameOf(record, lang)}</b>
                <small className="quiet">{isRef(record['case_sid']) ? record['case_sid'].name : ''}</small>
              </span>
              <time dateTime={due}>{dayText(due, tag)}</time>
              <span className="row-left">
                <LeftOrLost record={record} due={due} />
              </span>
            </Link>
          </li>
        )
      })}
      {rest > 0 && (
        <li>
          <Link to={`/deadlines?owner=${owner}&bucket=all`}>{t('home.olderOverdue', { count: rest })}</Link>
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
