import { Alert } from 'antd'
import { Link } from 'react-router'
import { useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { useSees } from './next-due.tsx'

const MODEL = 'date_confirmation'
const SHOWN = 5

/** What was proposed for the case, makes a date later, and waits for a second person. */
export function WaitingDates({ sid }: { sid: string }) {
  const { t, lang } = useWords()
  const sees = useSees(MODEL)
  const asked = { fl: ['sid', 'about', 'about_en'], iql: `case_sid = '${sid}' AND status = 'PROPOSED' ORDER BY proposed_on ASC`, rows: SHOWN }
  const { data } = useSearch(MODEL, asked, { meta: { faults: 'own' }, enabled: sees === true })
  const waiting = data?.record ?? []
  if (waiting.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('laterDate.waits')}
      description={waiting.map((one) => (
        <div key={one.sid}>
          <Link to={pageOf(MODEL, `/${one.sid}`)}>{String(one[lang === 'en' ? 'about_en' : 'about'])}</Link>
        </div>
      ))}
    />
  )
}
