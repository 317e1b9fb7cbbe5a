import { Button } from 'antd'
import { Link } from 'react-router'
import type { Rec } from '../api/api.ts'
import { mendingPlace } from '../cases/dates/mend-finding.ts'
import { isRef } from '../fields/names.ts'
import { RecordPage } from '../records/detail/detail.tsx'
import { OneRecord } from '../records/detail/one-record.tsx'
import { useWords } from '../words/language.ts'

/** One finding of the completeness check, with the place where it is mended. */
export const FindingScreen = () => (
  <OneRecord model="finding">{(schema, record) => <RecordPage schema={schema} record={record} acts={<Mend finding={record} />} />}</OneRecord>
)

function Mend({ finding }: { finding: Rec }) {
  const { t } = useWords()
  const of = finding['case_sid']
  const place = finding['status'] === 'SETTLED' ? undefined : mendingPlace(String(finding['code']), isRef(of) ? of.sid : undefined)
  if (!place) return null
  return (
    <Link to={place}>
      <Button type="primary">{t('due.mend')}</Button>
    </Link>
  )
}
