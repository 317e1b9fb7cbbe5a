import { useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { type Rec, useSchemas } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { CourseSteps } from '../../cases/course-steps.tsx'
import { Viewer } from '../../fields/documents/viewer.tsx'
import { FileIcon } from '../../fields/file-icon.tsx'
import { dayText } from '../../fields/moments.ts'
import { quoted } from '../../api/iql.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { Money } from '../../fields/money.tsx'
import { usePaged } from '../../records/list/use-paged.tsx'
import { useWords } from '../../words/language.ts'

const OWN = { faults: 'own' } as const
const MAX_SHOWN = 50
const IS_MINE = 'inventors.inventor_sid.user_sid = me()'

/** The patents of which this person is an inventor, their certificates, and the own awards. */
export function OwnWork() {
  const [patent, document, share] = useSchemas(['patent', 'document', 'award_share'])
  return (
    <>
      {patent?.data && allows(patent.data, 'search') && (
        <Patents schema={patent.data} sees={Boolean(document?.data && allows(document.data, 'search'))} />
      )}
      {share?.data && allows(share.data, 'search') && <Awards schema={share.data} />}
    </>
  )
}

const FL = ['sid', 'case_no', 'title', 'title_en', 'status', 'filing_date', 'publication_date', 'grant_date', 'close_date', 'application_no']

function Patents({ schema, sees }: { schema: WireSchema; sees: boolean }) {
  const { t, lang } = useWords()
  const fl = FL.filter((code) => schema.fields.some((field) => field.code === code))
  const { record: patents, pages } = usePaged('patent', { fl, iql: `${IS_MINE} ORDER BY updated_at DESC`, rows: MAX_SHOWN }, { meta: OWN })
  if (patents.length === 0) return null
  return (
    <section aria-labelledby="ideas-patents">
      <h2 id="ideas-patents">{t('ideas.patents')}</h2>
      <ul className="ideas-list">
        {patents.map((record) => (
          <li key={record.sid}>
            <Link to={pageOf('patent', `/${record.sid}`)}>
              <b>{String((lang === 'en' && record['title_en']) || record['title'])}</b>{' '}
              <small className="quiet">{String(record['application_no'] ?? record['case_no'])}</small>
            </Link>
            <CourseSteps schema={schema} record={record} />
          </li>
        ))}
      </ul>
      {pages}
      {sees && <Certificates patents={patents} />}
    </section>
  )
}

function Certificates({ patents }: { patents: readonly Rec[] }) {
  const { t } = useWords()
  const [at, setAt] = useState<number>()
  const iql = `case_sid IN (${patents.map(({ sid }) => quoted(sid)).join(', ')}) AND visibility = 'V3' AND is_main = TRUE ORDER BY issue_date DESC`
  const { record: found, pages } = usePaged('document', { fl: ['sid', 'file_name'], iql, rows: MAX_SHOWN }, { meta: OWN })
  const files = found.map((record) => ({ sid: record.sid, name: String(record['file_name']) }))
  if (files.length === 0) return null
  return (
    <>
      <h2>{t('ideas.certificates')}</h2>
      <ul className="ideas-list">
        {files.map((file, index) => (
          <li key={file.sid}>
            <button type="button" className="plain link" onClick={() => setAt(index)}>
              <FileIcon name={file.name} /> {file.name}
            </button>
          </li>
        ))}
      </ul>
      {pages}
      {at !== undefined && <Viewer files={files} at={at} onClose={() => setAt(undefined)} />}
    </>
  )
}

const SHARE = ['sid', 'award_no', 'case_sid', 'award_type', 'contribution_pct', 'currency', 'amount', 'confirmed_on', 'pay_date', 'status']

function Awards({ schema }: { schema: WireSchema }) {
  const { t, tag } = useWords()
  const fl = SHARE.filter((code) => schema.fields.some((field) => field.code === code))
  const { record: shares, pages } = usePaged('award_share', { fl, iql: 'inventor_sid.user_sid = me() ORDER BY created_at DESC', rows: MAX_SHOWN }, { meta: OWN })
  const label = (record: Rec, code: string) => {
    const field = schema.fields.find((one) => one.code === code)
    return field ? optionLabel(field, record[code]) : ''
  }
  if (shares.length === 0) return null
  return (
    <section aria-labelledby="ideas-awards">
      <h2 id="ideas-awards">{t('ideas.awards')}</h2>
      <ul className="ideas-list">
        {shares.map((record) => (
          <li key={record.sid}>
            <Link to={pageOf('award_share', `/${record.sid}`)}>
              <b>{label(record, 'award_type')}</b> <Money amount={record['amount']} currency={record['currency']} />
            </Link>{' '}
            <small className="quiet">
              {isRef(record['case_sid']) && `${record['case_sid'].name} · `}
              {label(record, 'status')}
              {typeof record['pay_date'] === 'string' && ` · ${dayText(record['pay_date'], tag)}`}
            </small>
          </li>
        ))}
      </ul>
      {pages}
    </section>
  )
} // oxfmt-ignore
