import { Alert } from 'antd'
import { Link } from 'react-router'
import { OF_LATER_DATES } from '../../../model/docketing/beside-facts.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { mendingPlace } from './mend-finding.ts'
import { useSees } from '../../api/sees.ts'
import { useWords } from '../../words/language.ts'

const MODEL = 'finding'
const SHOWN = 3
const OWN = { meta: { faults: 'own' } } as const

const OPEN = `status = 'OPEN' AND code NOT IN (${OF_LATER_DATES.map((code) => `'${code}'`).join(', ')})`

/** Open findings of the completeness check for a case. */
export function useOpenFindings(sid: string) {
  const sees = useSees(MODEL)
  const asked = { fl: ['sid', 'code', 'words', 'words_en', 'about_sids'], iql: `case_sid = '${sid}' AND ${OPEN} ORDER BY found_on ASC`, rows: SHOWN }
  return useSearch(MODEL, asked, { ...OWN, enabled: sees === true }).data
}

export const findingsOf = (sid: string) => pageOf(MODEL, `?${new URLSearchParams({ 'f.status': 'OPEN', iql: `case_sid = '${sid}'` })}`)

/** Each links to its own page, where it is acknowledged with a reason, and to the place where it is mended. */
export function OpenFindings({ sid }: { sid: string }) {
  const { t } = useWords()
  const { record = [], total = 0 } = useOpenFindings(sid) ?? {}
  const [first, ...others] = record
  if (!first) return null
  if (others.length === 0) return <Alert type="warning" showIcon className="spaced" title={<FindingLink finding={first} of={sid} />} />
  const list = record.map((one) => (
    <li key={one.sid}>
      <FindingLink finding={one} of={sid} />
    </li>
  ))
  const all = total > SHOWN && <Link to={findingsOf(sid)}>{t('due.allFindings', { count: total })}</Link>
  const description = (
    <>
      <ul className="open-findings">{list}</ul>
      {all}
    </>
  )
  return <Alert type="warning" showIcon className="spaced" title={t('due.findings', { count: total })} description={description} />
}

function FindingLink({ finding, of }: { finding: Rec; of: string }) {
  const { t, lang } = useWords()
  const words = String(finding[lang === 'en' ? 'words_en' : 'words'])
  const place = mendingPlace(String(finding['code']), of)
  return (
    <>
      <Link to={pageOf(MODEL, `/${finding.sid}`)}>{words}</Link>
      <OtherCases finding={finding} />
      {place && (
        <>
          {' '}
          <Link to={place} className="mend-finding" aria-label={`${t('due.mend')}: ${words}`}>
            {t('due.mend')}
          </Link>
        </>
      )}
    </>
  )
}

/** The cases with the other record, of which this person sees some. */
function OtherCases({ finding: { about_sids: others } }: { finding: Rec }) {
  const seen = (Array.isArray(others) ? (others as { sid: string; name: string }[]) : []).filter(({ name }) => name !== '') // as the field gives them
  return seen.map(({ sid, name }) => (
    <Link key={sid} to={pageOf('case', `/${sid}?tab=relations`)} className="other-case">
      {name}
    </Link>
  ))
}
