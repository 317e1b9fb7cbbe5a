import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { CaseScreen } from '../../cases/case-screen.tsx'
import { OwnEditors } from '../../fields/own-editors.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { useOrigins } from '../proposals/origins.tsx'
import { partOnRequest } from '../../ui/on-request.tsx'
import { useWords } from '../../words/language.ts'
import { isRegisterOffice } from '../../../model/rights/patents/registers.ts'
import { CompareWithRegister } from './compare-with-register.tsx'
import { EDITORS } from './form/editors.ts'

const OfficeReports = partOnRequest(async () => (await import('./office-reports.tsx')).OfficeReports)

export const PatentScreen = () => (
  <OneRecord model="patent">
    {(schema, record) => (
      <OwnEditors.Provider value={EDITORS}>
        <Patent key={record.sid} schema={schema} record={record} />
      </OwnEditors.Provider>
    )}
  </OneRecord>
)

function Patent({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const origins = useOrigins(record.sid)
  const isInRegister = isRegisterOffice(record['country']) && Boolean(record['application_no'])
  const reports = { key: 'office', label: t('office.tab'), model: 'office_report', children: <OfficeReports sid={record.sid} /> }
  return (
    <CaseScreen
      schema={schema}
      record={record}
      numbers={[record['grant_no'] ? 'grant_no' : 'publication_no']}
      first={isInRegister ? [...origins, reports] : origins}
      acts={isInRegister && <CompareWithRegister sids={[record.sid]} />}
    />
  )
}
