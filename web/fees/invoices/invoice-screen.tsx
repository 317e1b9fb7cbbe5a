import { decideDeviations } from '../../../model/fees/invoices/invoice-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { allowsOn } from '../../api/allows.ts'
import { OneRecord } from '../../records/detail/one-record.tsx'
import { Overview } from '../../records/detail/overview.tsx'
import { RecordPage } from '../../records/detail/detail.tsx'
import { useWords } from '../../words/language.ts'
import { Deviations } from './deviations.tsx'

/** Fields that the tab of deviations shows. */
const SHOWN = ['deviations', 'undecided']

/** An invoice, with its deviations from prices, orders and official payments. */
export function InvoiceScreen() {
  const { t } = useWords()
  return (
    <OneRecord model="invoice">
      {(schema, record) => {
        const count = Number(record['undecided'] ?? 0)
        const isMatched = schema.fields.some(({ code }) => code === 'deviations')
        return (
          <RecordPage
            key={record.sid}
            schema={schema}
            record={record}
            {...(isMatched && isToDecide(schema, record) && { opensAt: 'match' })}
            overview={<Overview schema={schema} record={record} skip={SHOWN} />}
            tabs={
              isMatched
                ? [
                    {
                      key: 'match',
                      label: count > 0 ? t('invoice.matchCount', { count }) : t('invoice.match'),
                      children: <Deviations schema={schema} record={record} />,
                    },
                  ]
                : []
            }
          />
        )
      }}
    </OneRecord>
  )
}

/** A person who approves bills sees the deviations of an open bill first. */
const isToDecide = (schema: WireSchema, record: Rec) =>
  record['status'] === 'UNPROCESSED' && allowsOn(schema, record, decideDeviations.name) && Array.isArray(record['deviations']) && record['deviations'].length > 0 // oxfmt-ignore
