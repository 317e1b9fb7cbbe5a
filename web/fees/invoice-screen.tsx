import { OneRecord } from '../records/detail/one-record.tsx'
import { Overview } from '../records/detail/overview.tsx'
import { RecordPage } from '../records/detail/detail.tsx'
import { useWords } from '../words/language.ts'
import { Deviations } from './deviations.tsx'

/** What the tab of deviations shows. */
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
