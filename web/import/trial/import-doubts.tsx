import { Alert, Radio } from 'antd'
import type { ImportPreview } from '../../../model/import/import-routes.ts'
import { useWords } from '../../words/language.ts'
import type { Go, Wizard } from '../wizard.ts'
import { DAY_ORDERS, missingFields } from '../wizard.ts'

/** Required fields that no column fills, if a row of the file makes a record. `taken` are the fields that a column fills. */
export function MissingFields({ preview, taken }: { preview: ImportPreview; taken: ReadonlySet<string> }) {
  const { t } = useWords()
  const missing = missingFields(preview, taken)
  if (missing.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={t('import.missing', { fields: missing.map(({ label }) => label).join('、') })}
      description={t('import.missingHint')}
    />
  )
}

type DoubtsProps = { preview: ImportPreview; dayOrder: Wizard['dayOrder']; go: Go }

/** Questions that the file leaves open: other sheets of the same kind, and dates that can be read in two ways. */
export function ImportDoubts({ preview: { other_sheets, asks_day_order, targets }, dayOrder, go }: DoubtsProps) {
  const { t } = useWords()
  const fields = targets.flatMap(({ code, label }) => (asks_day_order.includes(code) ? label : [])).join('、')
  return (
    <>
      {other_sheets.length > 0 && (
        <Alert type="info" showIcon className="spaced" title={t('import.otherSheets', { names: other_sheets.join('、') })} />
      )}
      {asks_day_order.length > 0 && (
        <Alert
          type={dayOrder ? 'success' : 'warning'}
          showIcon
          className="spaced"
          title={t('import.dayOrder', { fields })}
          description={
            <Radio.Group
              aria-label={t('import.dayOrder', { fields })}
              value={dayOrder}
              onChange={(event) => go({ dayOrder: event.target.value }, true)}
              options={DAY_ORDERS.map((one) => ({ value: one, label: t(`import.dayOrder.${one}`) }))}
            />
          }
        />
      )}
    </>
  )
}
