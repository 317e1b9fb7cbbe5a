import { CaseScreen } from '../../cases/case-screen.tsx'
import { OwnEditors } from '../../fields/own-editors.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { EDITORS } from './form/editors.ts'

export const PatentScreen = () => (
  <OneRecord model="patent">
    {(schema, record) => (
      <OwnEditors.Provider value={EDITORS}>
        <CaseScreen key={record.sid} schema={schema} record={record} numbers={[record['grant_no'] ? 'grant_no' : 'publication_no']} />
      </OwnEditors.Provider>
    )}
  </OneRecord>
)
