import { CaseScreen } from '../../cases/case-screen.tsx'
import { OwnEditors } from '../../fields/own-editors.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { EDITORS } from './form/editors.ts'

export const TrademarkScreen = () => (
  <OneRecord model="trademark">
    {(schema, record) => (
      <OwnEditors.Provider value={EDITORS}>
        <CaseScreen key={record.sid} schema={schema} record={record} numbers={[record['reg_no'] ? 'reg_no' : 'intl_reg_no']} />
      </OwnEditors.Provider>
    )}
  </OneRecord>
)
