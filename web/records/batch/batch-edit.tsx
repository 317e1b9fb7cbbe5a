import type { FormInstance } from 'antd'
import { App, Button, Drawer, Form, Select } from 'antd'
import { useState } from 'react'
import type { BatchWay, BatchWays } from '../../../model/kit/batch-modes.ts'
import type { Fault, WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { useBatch } from '../../api/api.ts'
import { ApiFault, faultLines } from '../../api/fault.ts'
import { isBlank } from '../../fields/view.ts'
import { viewFor } from '../../fields/views.ts'
import { FaultLines } from '../../ui/faults/fault-lines.tsx'
import { useWords } from '../../words/language.ts'
import { fieldOfFault, formFields } from '../form/form-fields.ts'
import { FieldItem } from '../form/record-form.tsx'
import { useTellWarnings } from '../warnings.ts'
import { Before, BeforeOfAll } from './batch-preview.tsx'
import { WayPicker } from './way-picker.tsx'
import './batch.css'
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
  const [ways, setWays] = useState<BatchWays>({})
  const [left, setLeft] = useState<readonly string[]>([])
  const taken = sids.filter((sid) => !left.includes(sid))
  const editable = formFields(schema, false).filter((f) => !f.unique && f.type !== 'rows' && f.type !== 'attachment')
  const fields = codes.flatMap((code) => editable.find((f) => f.code === code) ?? [])
  const done = () => {
    onDone()
    onClose()
  }
  const count = whole?.changeable ?? taken.length
  const { save, faults, isPending } = useBatchSave({ schema, sids: taken, whole, ways, codes, form, onDone: done, onRefused: () => setChanges(null) })
  return (
    <Drawer
      open
      onClose={onClose}
      size={changes ? 860 : 480}
      title={t('batch.editTitle', { count, name: schema[lang] })}
      footer={
        <Foot
          isReady={fields.length > 0}
          isPreview={changes !== null}
          count={count}
          isPending={isPending}
          onPreview={() => form.submit()}
          onSave={() => void (changes && save(changes))}
          onBack={() => setChanges(null)}
        />
      }
    >
      <FaultLines lines={faultLines(faults, t('colon'))} />
      <div hidden={Boolean(changes)}>
        <Values
          form={form}
          editable={editable}
          fields={fields}
          ways={ways}
          onWay={(code, way) => setWays({ ...ways, [code]: way })}
          onChoose={setCodes}
          onPreview={setChanges}
        />
      </div>
      {changes && whole && <OfAll schema={schema} whole={whole} fields={fields} changes={changes} ways={ways} />}
      {changes && !whole && (
        <Before
          schema={schema}
          sids={taken}
          fields={fields}
          changes={changes}
          ways={waysOf(fields, ways)}
          onLeaveOut={(some) => setLeft([...left, ...some])}
        />
      )}
    </Drawer>
  )
}

type FootProps = {
  isReady: boolean
  isPreview: boolean
  count: number
  isPending: boolean
  onPreview: () => void
  onSave: () => void
  onBack: () => void
}

/** First the preview, then the confirmation. */
function Foot({ isReady, isPreview, count, isPending, onPreview, onSave, onBack }: FootProps) {
  const { t } = useWords()
  if (!isPreview)
    return (
      <Button type="primary" disabled={!isReady} onClick={onPreview}>
        {t('batch.preview')}
      </Button>
    )
  return (
    <>
      <Button type="primary" loading={isPending} disabled={count === 0} onClick={onSave}>
        {t('batch.save', { count })}
      </Button>{' '}
      <Button onClick={onBack}>{t('batch.back')}</Button>
    </>
  )
}

type Changes = Record<string, unknown>

/** The modes other than a plain setting, of the fields that are still chosen. */
const waysOf = (fields: readonly WireField[], ways: BatchWays): BatchWays =>
  Object.fromEntries(fields.flatMap(({ code }) => (ways[code] && ways[code].mode !== 'SET' ? [[code, ways[code]]] : [])))
type BatchSave = Pick<BatchEditProps, 'schema' | 'sids' | 'onDone'> & {
  whole: Whole | undefined
  ways: BatchWays
  codes: readonly string[]
  form: FormInstance<Changes>
  onRefused: () => void
}

function useBatchSave({ schema, sids, whole, ways, codes, form, onDone, onRefused }: BatchSave) {
  const { t } = useWords()
  const { message } = App.useApp()
  const tellWarnings = useTellWarnings()
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const batch = useBatch(schema.model)
  const updateAll = useUpdateResults(schema)
  const save = async (changes: Changes) => {
    setFaults([])
    const modes = Object.fromEntries(codes.flatMap((code) => (ways[code] && ways[code].mode !== 'SET' ? [[code, ways[code]]] : [])))
    try {
      if (whole) await updateAll(whole, changes, modes)
      else {
        const saved = await batch.mutateAsync({ sids: [...sids], changes, modes })
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
  ways: BatchWays
  onWay: (code: string, way: BatchWay) => void
  onChoose: (codes: string[]) => void
  onPreview: (changes: Changes) => void
}

const SET: BatchWay = { mode: 'SET' }

/** The changed fields, with their new values. */
function Values({ form, editable, fields, ways, onWay, onChoose, onPreview }: ValuesProps) {
  const { t } = useWords()
  const changes = () =>
    Object.fromEntries(fields.map(({ code }) => [code, ways[code]?.mode === 'CLEAR' ? null : ((form.getFieldValue(code) as unknown) ?? null)]))
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
          <div key={field.code}>
            <WayPicker field={field} way={ways[field.code] ?? SET} onChange={(way) => onWay(field.code, way)} />
            {ways[field.code]?.mode === 'CLEAR' ? (
              <p className="quiet">{t('batch.cleared', { field: field.label })}</p>
            ) : (
              <FieldItem field={field} form={form} isRequired={field.required && (ways[field.code] ?? SET).mode === 'SET'} />
            )}
          </div>
        ))}
      </Form>
      {fields.length > 0 && <p className="quiet">{t('batch.emptyHint')}</p>}
    </>
  )
}

/** The new values and the number of records that get them. */
type OfAllProps = { schema: WireSchema; whole: Whole; fields: readonly WireField[]; changes: Changes; ways: BatchWays }

function OfAll({ schema, whole: { iql, total, changeable }, fields, changes, ways }: OfAllProps) {
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
              <dt>
                {field.label}
                {(ways[field.code] ?? SET).mode !== 'SET' && ` · ${t(`batch.mode.${(ways[field.code] ?? SET).mode}`)}`}
              </dt>
              <dd>{isBlank(value) ? t('filter.empty') : <Cell field={field} value={value} record={changes} />}</dd>
            </div>
          )
        })}
      </dl>
      <p className="quiet">{t('batch.undo')}</p>
      <BeforeOfAll schema={schema} iql={iql} fields={fields} changes={changes} ways={waysOf(fields, ways)} />
    </>
  )
}
