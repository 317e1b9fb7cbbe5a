import { Link } from 'react-router'
import { useSearch } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { totalText } from '../../records/list/total-text.ts'
import { plainly, STEPS } from '../plain.ts'
import { Waiting } from './waiting.tsx'

const FL = ['sid', 'case_no', 'title', 'title_en', 'status', 'filing_date', 'application_no']
const MOST = 50

/** The patents that a person sees as inventor or leader, with their progress in plain words. */
export function Mine() {
  const { t, lang, tag } = useWords()
  const query = useSearch('patent', { fl: FL, iql: 'ORDER BY updated_at DESC', rows: MOST, total: 'capped' }, { meta: { faults: 'own' } })
  const { data } = query
  if (!data) return <Waiting query={query} rows={6} />
  if (data.record.length === 0) return <p className="quiet">{t('home.mineNone')}</p>
  return (
    <ul className="widget-rows mine">
      {data.record.map((record) => {
        const stage = plainly(record['status'])
        const filed = record['filing_date']
        return (
          <li key={record.sid}>
            <Link to={pageOf('patent', `/${record.sid}`)}>
              <span className="mine-what">
                <b>{String((lang === 'en' && record['title_en']) || record['title'] || '')}</b>
                <small className="quiet">
                  {String(record['case_no'])}
                  {typeof filed === 'string' && ` · ${dayText(filed, tag)}`}
                </small>
              </span>
              {stage && (
                <span className="mine-stage">
                  <span>{t(stage.word)}</span>
                  {stage.step > 0 && <Progress at={stage.step} />}
                </span>
              )}
            </Link>
          </li>
        )
      })}
      {(data.total ?? 0) > data.record.length && (
        <li>
          <Link to="/patents">
            {t('home.more')} {totalText(data, lang)}
          </Link>
        </li>
      )}
    </ul>
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
