import type { FormInstance } from 'antd'
import { App, Button, Drawer, Form, Select } from 'antd'
import { useState } from 'react'
import type { Fault, WireField, WireSchema } from '../../../model/kit/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useBatch, useSearch } from '../../api/api.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { displayName } from '../../fields/names.ts'
import { isBlank } from '../../fields/view.ts'
import { viewFor } from '../../fields/views.ts'
import { FaultLines } from '../../ui/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { fieldOfFault, formFields, isSame } from '../form/form-fields.ts'
import { quoted } from '../list/list-address.ts'
import { FieldItem } from '../form/record-form.tsx'
import { useTellWarnings } from '../warnings.ts'
import { useUpdateResults, type Whole } from './update-results.tsx'

type BatchEditProps = {
  schema: WireSchema
  sids: readonly string[]
  /** All results of a list, in place of chosen records. */
  whole?: Whole
  onClose: () => void
  onDone: () => void
}

/** Sets the same values in up to 100 records: selected, shown old beside new, then saved; all or none. Of all results, the number is shown. */
export function BatchEdit({ schema, sids, whole, onClose, onDone }: BatchEditProps) {
  const { t, lang } = useWords()
  const [form] = Form.useForm<Changes>()
  const [codes, setCodes] = useState<string[]>([])
  const [changes, setChanges] = useState<Changes | null>(null)
  const editable = formFields(schema, false).filter((f) => !f.unique && f.type !== 'rows' && f.type !== 'attachment')
  const fields = codes.flatMap((code) => editable.find((f) => f.code === code) ?? [])
  const done = () => {
    onDone()
    onClose()
  }
  const count = whole?.changeable ?? sids.length
  const { save, faults, isPending } = useBatchSave({ schema, sids, whole, codes, form, onDone: done, onRefused: () => setChanges(null) })
  const preview = (
    <Button type="primary" disabled={fields.length === 0} onClick={() => form.submit()}>
      {t('batch.preview')}
    </Button>
  )
  const confirm = (
    <>
      <Button type="primary" loading={isPending} onClick={() => void (changes && save(changes))}>
        {t('batch.save', { count })}
      </Button>{' '}
      <Button onClick={() => setChanges(null)}>{t('batch.back')}</Button>
    </>
  )
  return (
    <Drawer
      open
      onClose={onClose}
      size={changes ? 860 : 480}
      title={t('batch.editTitle', { count, name: schema[lang] })}
      footer={changes ? confirm : preview}
    >
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <div hidden={Boolean(changes)}>
        <Values form={form} editable={editable} fields={fields} onChoose={setCodes} onPreview={setChanges} />
      </div>
      {changes && whole && <OfAll whole={whole} fields={fields} changes={changes} />}
      {changes && !whole && <Before schema={schema} sids={sids} fields={fields} changes={changes} />}
    </Drawer>
  )
}

type Changes = Record<string, unknown>
type BatchSave = Pick<BatchEditProps, 'schema' | 'sids' | 'onDone'> & {
  whole: Whole | undefined
  codes: readonly string[]
  form: FormInstance<Changes>
  onRefused: () => void
}

function useBatchSave({ schema, sids, whole, codes, form, onDone, onRefused }: BatchSave) {
  const { t } = useWords()
  const { message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const batch = useBatch(schema.model)
  const updateAll = useUpdateResults(schema)
  const save = async (changes: Changes) => {
    setFaults([])
    try {
      if (whole) await updateAll(whole, changes)
      else {
        const saved = await batch.mutateAsync({ sids: [...sids], changes })
        tellWarnings(saved)
        const same = sids.length - saved.count
        message.success(same > 0 ? t('batch.savedSome', { count: saved.count, same }) : t('batch.saved', { count: saved.count }))
      }
      onDone()
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      onRefused()
      setFaults(fault.errors.length > 0 ? fault.errors : [{ field: '', label: '', reason: fault.message }])
      form.setFields(
        fault.errors.filter((one) => codes.includes(fieldOfFault(one.field))).map((one) => ({ name: fieldOfFault(one.field), errors: [one.reason] })),
      )
    }
  }
  return { save, faults, isPending: batch.isPending }
}

type ValuesProps = {
  form: FormInstance<Changes>
  editable: readonly WireField[]
  fields: readonly WireField[]
  onChoose: (codes: string[]) => void
  onPreview: (changes: Changes) => void
}

/** The changed fields, with their new values. */
function Values({ form, editable, fields, onChoose, onPreview }: ValuesProps) {
  const { t } = useWords()
  const changes = () => Object.fromEntries(fields.map(({ code }) => [code, (form.getFieldValue(code) as unknown) ?? null]))
  return (
    <>
      <Select
        mode="multiple"
        value={fields.map(({ code }) => code)}
        onChange={onChoose}
        options={editable.map(({ code, label }) => ({ value: code, label }))}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('batch.choose')}
        aria-label={t('batch.choose')}
        style={{ width: '100%', marginBottom: 16 }}
        autoFocus
      />
      <Form form={form} layout="vertical" onFinish={() => onPreview(changes())}>
        {fields.map((field) => (
          <FieldItem key={field.code} field={field} form={form} />
        ))}
      </Form>
      {fields.length > 0 && <p className="quiet">{t('batch.emptyHint')}</p>}
    </>
  )
}

/** The new values and the number of records that get them. */
function OfAll({ whole: { total, changeable }, fields, changes }: { whole: Whole; fields: readonly WireField[]; changes: Changes }) {
  const { t } = useWords()
  return (
    <>
      <p>{t('batch.ofAll', { count: changeable })}</p>
      {total > changeable && <p className="quiet">{t('batch.leftOut', { count: total - changeable })}</p>}
      <dl className="facts">
        {fields.map((field) => {
          const { Cell } = viewFor(field)
          const value = changes[field.code]
          return (
            <div key={field.code} className="fact">
              <dt>{field.label}</dt>
              <dd>{isBlank(value) ? t('filter.empty') : <Cell field={field} value={value} record={changes} />}</dd>
            </div>
          )
        })}
      </dl>
      <p className="quiet">{t('batch.undo')}</p>
    </>
  )
}

function Before({
  schema,
  sids,
  fields,
  changes,
}: {
  schema: WireSchema
  sids: readonly string[]
  fields: WireField[]
  changes: Record<string, unknown>
}) {
  const { t, lang } = useWords()
  const fl = [
    ...new Set([
      'sid',
      ...schema.display,
      ...schema.fields.map(({ code }) => code).filter((code) => code === 'name_en'),
      ...fields.map(({ code }) => code),
    ]),
  ]
  const { data } = useSearch(schema.model, { fl, iql: `sid IN (${sids.map(quoted).join(', ')})`, rows: 100 })
  const records: Rec[] = data?.record ?? []
  return (
    <>
      <p className="quiet">{t('batch.undo')}</p>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{schema.label}</th>
            {fields.map((field) => (
              <th key={field.code} scope="col">
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.sid}>
              <th scope="row">{displayName(record, schema, lang)}</th>
              {fields.map((field) => (
                <td key={field.code}>
                  <OldAndNew field={field} record={record} next={changes[field.code]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function OldAndNew({ field, record, next }: { field: WireField; record: Rec; next: unknown }) {
  const { t } = useWords()
  const { Cell } = viewFor(field)
  const now = record[field.code]
  if (isSame(now, next)) return <span className="quiet">{t('batch.same')}</span>
  return (
    <>
      <del className="old">{isBlank(now) ? '—' : <Cell field={field} value={now} record={record} />}</del> →{' '}
      {isBlank(next) ? '—' : <Cell field={field} value={next} record={record} />}
    </>
  )
}
