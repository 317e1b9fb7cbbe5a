import { Link } from 'react-router'
import { bucketIql } from '../../../model/docketing/buckets.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { DaysLeft } from '../../cases/dates/days-left.tsx'
import { dueDayOf } from '../../cases/dates/due-day.ts'
import { nameOf } from '../../cases/dates/next-due.tsx'
import { useSees } from '../../api/sees.ts'
import { dayText } from '../../fields/moments.ts'
import { sidOf } from '../../fields/names.ts'
import { totalText } from '../../records/list/total-text.ts'
import { quoted } from '../../api/iql.ts'
import { useWords } from '../../words/language.ts'
import { plainly, STEPS } from '../plain.ts'
import { type Asked, Failed } from '../../ui/faults/failed.tsx'
import { Waiting } from './waiting.tsx'

const OWN = { faults: 'own' } as const
const FL = ['sid', 'kind', 'case_no', 'title', 'title_en', 'status', 'phase', 'filing_date']
const MAX_ROWS = 50

/** The cases that a person sees as inventor or leader, with their progress and next step in plain words. */
export function Mine() {
  const { t, lang } = useWords()
  const query = useSearch('case', { fl: FL, iql: 'ORDER BY updated_at DESC', rows: MAX_ROWS, total: 'capped' }, { meta: OWN })
  const { data } = query
  const { next, steps } = useNextSteps(data?.record ?? [])
  if (!data) return <Waiting query={query} rows={6} />
  if (data.record.length === 0) return query.isError ? <Failed query={query} /> : <NoneYet />
  return (
    <ul className="widget-rows mine">
      {steps.isError && (
        <li>
          <Failed query={steps} words="home.failedSteps" />
        </li>
      )}
      {data.record.map((record) => (
        <li key={record.sid}>
          <One record={record} next={next.get(record.sid)} />
        </li>
      ))}
      {(data.total ?? 0) > data.record.length && (
        <li>
          <Link to={pageOf('case')}>
            {t('home.more')} {totalText(data, lang)}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The next action date of each case, if this person may see deadlines. */
function useNextSteps(cases: readonly Rec[]): { next: ReadonlyMap<string, Rec>; steps: Asked } {
  const sees = useSees('deadline')
  const iql = `case_sid IN (${cases.map(({ sid }) => quoted(sid)).join(', ')}) AND kind = 'ACTION' AND ${bucketIql('all', 'official')} ORDER BY official_due DESC`
  const fl = ['sid', 'name', 'name_en', 'case_sid', 'official_due', 'extended_due']
  const steps = useSearch('deadline', { fl, iql, rows: 100, total: 'none' }, { enabled: sees === true && cases.length > 0, meta: OWN })
  // The last of each case in this order is its nearest.
  return { next: new Map(steps.data?.record.map((record) => [sidOf(record['case_sid']), record])), steps }
}

function One({ record, next }: { record: Rec; next: Rec | undefined }) {
  const { t, lang, tag } = useWords()
  const stage = plainly(record['status'], record['phase'])
  const filed = record['filing_date']
  const due = next && dueDayOf(next)
  return (
    <Link to={pageOf(String(record['kind']), `/${record.sid}`)}>
      <span className="mine-what">
        <b>{String((lang === 'en' && record['title_en']) || record['title'] || '')}</b>
        <small className="quiet">
          {String(record['case_no'])}
          {typeof filed === 'string' && ` · ${t('home.filedOn', { day: dayText(filed, tag) })}`}
        </small>
        {due && (
          <small className="mine-next">
            {t('home.nextStep', { what: nameOf(next, lang), day: dayText(due, tag) })} <DaysLeft date={due} />
          </small>
        )}
      </span>
      {stage && (
        <span className="mine-stage">
          <span>{t(stage.word)}</span>
          {stage.step > 0 && <Progress at={stage.step} />}
        </span>
      )}
    </Link>
  )
}

/** Shown without cases: how a case comes here, and the first thing to do. */
function NoneYet() {
  const { t } = useWords()
  return (
    <div className="none-yet">
      <p>{t('home.mineNone')}</p>
      <ol>
        <li>{t('home.mineFirst')}</li>
        <li>
          {t('home.mineSecond')} <Link to="/me">{t('home.toMe')}</Link>
        </li>
      </ol>
    </div>
  )
}

function Progress({ at }: { at: number }) {
  const { t } = useWords()
  return (
    <span className="mine-steps" role="img" aria-label={t('plain.step', { at, of: STEPS })}>
      {Array.from({ length: STEPS }, (_, step) => (
        <i key={step} className={step < at ? 'reached' : undefined} />
      ))}
    </span>
  )
}
