import { Alert } from 'antd'
import { Link } from 'react-router'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { isRef } from '../../fields/names.ts'
import { useWords } from '../../words/language.ts'
import { useSees } from '../../api/sees.ts'

const MODEL = 'date_confirmation'
const SHOWN = 5
const FIELDS = ['sid', 'kind', 'about', 'about_en', 'proposed_by', 'proposed_on']
const OWN = { meta: { faults: 'own' } } as const

/** Proposals for the case that wait for a second person; without any, the refused ones. */
export function WaitingDates({ sid }: { sid: string }) {
  const { t } = useWords()
  const sees = useSees(MODEL)
  const asked = { fl: FIELDS, iql: `case_sid = '${sid}' AND status = 'PROPOSED' ORDER BY proposed_on ASC`, rows: SHOWN }
  const { data } = useSearch(MODEL, asked, { ...OWN, enabled: sees === true })
  if (!data) return null
  const [deletions = [], others = []] = [true, false].map((is) => data.record.filter(({ kind }) => (kind === 'REMOVAL') === is))
  return (
    <>
      {deletions.length > 0 && <Proposals title={t('laterDate.removalWaits')} proposals={deletions} />}
      {others.length > 0 && <Proposals title={t('laterDate.waits')} proposals={others} />}
      {data.record.length === 0 && <RefusedDates sid={sid} />}
    </>
  )
}

/** The later day of a deadline that keeps its earlier one; it is proposed again on the page of its proposal. */
function RefusedDates({ sid }: { sid: string }) {
  const { t } = useWords()
  const sees = useSees('deadline')
  const kept = useSearch(
    'deadline',
    { fl: ['sid'], iql: `case_sid = '${sid}' AND (later_due IS NOT EMPTY OR to_end = true)`, rows: 1 },
    { ...OWN, enabled: sees === true },
  )
  const isKept = (kept.data?.record.length ?? 0) > 0
  const asked = { fl: FIELDS, iql: `case_sid = '${sid}' AND kind = 'DEADLINE' AND status = 'REFUSED' ORDER BY updated_at DESC`, rows: 1 }
  const refused = useSearch(MODEL, asked, { ...OWN, enabled: isKept })
  return isKept && refused.data ? <Proposals title={t('laterDate.refused')} proposals={refused.data.record} /> : null
}

function Proposals({ title, proposals }: { title: string; proposals: readonly Rec[] }) {
  const { t, lang } = useWords()
  const proposer = ({ proposed_by: by, proposed_on: on }: Rec) =>
    isRef(by) ? t('laterDate.by', { by: by.name, on: dayIn(String(on ?? ''), lang) }) : ''
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={title}
      description={proposals.map((one) => (
        <div key={one.sid}>
          <Link to={pageOf(MODEL, `/${one.sid}`)}>{String(one[lang === 'en' ? 'about_en' : 'about'])}</Link>
          <span className="quiet"> {proposer(one)}</span>
        </div>
      ))}
    />
  )
}
