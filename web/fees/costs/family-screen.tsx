import { sumCosts } from '../../../model/fees/costs/cost-actions.ts'
import { useSchema } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { Costs } from '../../cases/charts/costs.tsx'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { RecordPage } from '../../records/detail/detail.tsx'
import { useWords } from '../../words/language.ts'

/** A family, with the past and coming costs of its cases. */
export function FamilyScreen() {
  const { t } = useWords()
  const fees = useSchema('fee').data
  const tabs = (sid: string) => [{ key: 'costs', label: t('costs.family'), children: <Costs asked={{ by: 'CASE', of: 'FAMILY', of_key: sid }} /> }]
  return (
    <OneRecord model="patent_family">
      {(schema, record) => (
        <RecordPage key={record.sid} schema={schema} record={record} tabs={fees && allows(fees, sumCosts.name) ? tabs(record.sid) : []} />
      )}
    </OneRecord>
  )
}
