import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSave } from '../../api/api.ts'
import { allowsOn } from '../../api/allows.ts'
import { isBlank } from '../../fields/view.ts'
import { viewFor } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'

/** The receipts of a payment list that has been paid, seen and uploaded. */
export function Receipts({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  const save = useSave(schema.model, {})
  const field = schema.fields.find(({ code }) => code === 'receipts')
  const isPaid = record['status'] === 'PAID' || record['status'] === 'RECEIPTED'
  if (!field || (!isPaid && isBlank(record['receipts']))) return null
  const { Cell, Editor } = viewFor(field)
  const keep = (receipts: unknown) => save.mutate({ sid: record.sid, version: record.version, receipts })
  return (
    <section className="payment-receipts" aria-label={t('annuity.receipts')}>
      <h3>{t('annuity.receipts')}</h3>
      <p className="quiet">{t('annuity.receiptsHint')}</p>
      {field.editable && allowsOn(schema, record, 'update') ? (
        <Editor key={record.version} field={field} value={record['receipts']} onChange={keep} />
      ) : (
        <Cell field={field} value={record['receipts']} record={record} />
      )}
    </section>
  )
}
