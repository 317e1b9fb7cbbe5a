import { Link } from 'react-router'
import { bucketIql } from '../../../model/docketing/buckets.ts'
import { useGroups, useSchema } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { groupDigits } from '../../fields/decimals.ts'
import { useZone } from '../../fields/moments.ts'
import { isRef, sidOf } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { quoted } from '../../api/iql.ts'
import { useWords } from '../../words/language.ts'
import { monthsBefore } from '../months.ts'
import { Clear } from './deadlines.tsx'
import { Failed, together } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

const at = (model: string, iql: string) => `${pageOf(model)}?${new URLSearchParams({ iql })}`

/** The bills of each state. */
export function Bills() {
  const { t } = useWords()
  const reading = useSchema('invoice')
  const field = reading.data?.fields.find(({ code }) => code === 'status')
  const query = useGroups('invoice', { by: ['status'] }, field !== undefined)
  if (reading.data && !field) return <p className="quiet">{t('home.hiddenField')}</p>
  if (!query.data || !field) return <Waiting query={together(reading, query)} rows={2} />
  const counts = new Map(query.data.record.map(({ by, count }) => [by['status'], count]))
  return (
    <div className="numbers">
      {['UNPROCESSED', 'AUDITED', 'PAY_REQUESTED', 'PARTLY_PAID', 'PAID', 'WRITE_OFF'].map((code) => (
        <Link key={code} to={at('invoice', `status = ${quoted(code)}`)}>
          <b className="number">{groupDigits(String(counts.get(code) ?? 0))}</b>
          <span>{optionLabel(field, code)}</span>
        </Link>
      ))}
    </div>
  )
}

const SPANS = [1, 3, 6, 12, 34] as const

/** The filings of the last months, this one included. */
export function Trend() {
  const { t } = useWords()
  const zone = useZone()
  const first = (months: number) => `${monthsBefore(zone, months - 1)}-01`
  const query = useGroups('case', { by: ['filing_date:month'], iql: `filing_date >= ${quoted(first(34))}` })
  if (!query.data) return <Waiting query={query} rows={2} />
  const filed = query.data.record
  const since = (from: string) => filed.reduce((sum, { by, count }) => sum + (String(by['filing_date:month']) >= from.slice(0, 7) ? count : 0), 0)
  return (
    <div className="numbers">
      {SPANS.map((months) => (
        <Link key={months} to={at('case', `filing_date >= ${quoted(first(months))}`)}>
          <b className="number">{groupDigits(String(since(first(months))))}</b>
          <span>{t('home.lastMonths', { count: months })}</span>
        </Link>
      ))}
    </div>
  )
}

const COUNTED = 100_000
const MAX_PEOPLE = 30
const OPEN = "phase IN ('PREPARATION', 'PENDING')"
const SOON_IQL = `${bucketIql('all', 'official')} AND official_due <= today('30d')`

/** The open cases of each person, and their deadlines within 30 days. */
export function Workload() {
  const { t, tag } = useWords()
  const cases = useGroups('case', { by: ['owner_sid'], iql: OPEN, most: COUNTED, top: MAX_PEOPLE })
  const dates = useGroups('deadline', { by: ['owner_sid'], iql: SOON_IQL, most: COUNTED })
  if (!cases.data || !dates.data) return <Waiting query={together(cases, dates)} />
  if (cases.data.record.length === 0) return cases.isError ? <Failed query={cases} /> : <Clear word="home.noneOpen" />
  const due = new Map(dates.data.record.map(({ by, count }) => [sidOf(by['owner_sid']), count]))
  return (
    <ul className="widget-rows">
      {cases.data.record.map(({ by, count }) => {
        const [owner, sid] = [by['owner_sid'], sidOf(by['owner_sid'])]
        const whose = sid ? `owner_sid = ${quoted(sid)}` : 'owner_sid IS EMPTY'
        const soon = due.get(sid) ?? 0
        return (
          <li key={sid} className="workload">
            <b>{isRef(owner) ? owner.name : t('home.unknown')}</b>
            <Link to={at('case', `${whose} AND ${OPEN}`)}>{t('home.openCases', { count: count.toLocaleString(tag) })}</Link>
            <Link to={at('deadline', `${whose} AND ${SOON_IQL}`)} className={soon > 0 ? 'due-soon' : 'quiet'}>
              {t('home.dueSoon', { count: soon.toLocaleString(tag) })}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
