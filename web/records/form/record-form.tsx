import { Alert, Button, Form } from 'antd'
import type { FormInstance } from 'antd'
import type { ComponentType, KeyboardEvent, ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { holds } from '../../../model/kit/conditions.ts'
import type { Fault, WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSave } from '../../api/api.ts'
import { ApiFault, WAITS_FOR_SECOND } from '../../api/fault.ts'
import { useFieldMark } from '../../fields/field-marks.ts'
import { useEditor } from '../../fields/own-editors.ts'
import { faultOf } from '../../fields/validate.ts'
import { isBlank } from '../../fields/view.ts'
import { viewOf } from '../../fields/views.ts'
import { useKeys } from '../../ui/keys.ts'
import { useWords } from '../../words/language.ts'
import { FoldingGroup } from '../folding-group.tsx'
import { Conflict } from './conflict.tsx'
import { FUNCTION, changesOf, fieldOfFault, formFields, groupsOf, hasPlace, jsonFields, judgedBy, mustFill } from './form-fields.ts'
import { useLeaveGuard } from './leave-guard.ts'
import type { BeforeSave } from '../detail/overview.tsx'

type Values = Record<string, unknown>

/** A module's additions to the form of its own model. */
export type FormOwn = {
  /** Fields that the server fills when they are left empty. */
  filledLater?: readonly string[]
  /** Shown above the fields, such as a warning of a duplicate. */
  Above?: ComponentType<{ form: FormInstance<Values>; sid: string | undefined }>
  beforeSave?: BeforeSave
  /** Fields of structured facts for which the module has an editor. */
  structured?: readonly string[]
  /** Values of a new record that the screen decides instead of the form. */
  fixed?: Values
}

type RecordFormProps = {
  schema: WireSchema
  /** Absent: a new one. */
  record?: Rec
  /** The initial values of a new one, as for a copy of another record. */
  start?: Values
  own?: FormOwn
  onSaved: (record: Rec) => void
  onCancel: () => void
}

export function RecordForm({ schema, record, start, own = {}, onSaved, onCancel }: RecordFormProps) {
  const [form] = Form.useForm<Values>()
  const { fields, shown, sent, values, initial } = useShownFields({ schema, record, start, form, own })
  const saving = useSaving({ schema, record, own, onSaved, form, fields, sent })
  // While the focus is in no field yet, the key does not reach the form.
  useKeys({ Escape: () => document.activeElement === document.body && onCancel() })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={markRequired}
      onValuesChange={saving.touch}
      onFinish={() => void saving.submit()}
      onFinishFailed={({ errorFields }) => saving.setFaults(errorFields.map(({ name, errors }) => faultAt(schema, String(name[0]), errors[0] ?? '')))}
      scrollToFirstError={{ behavior: 'instant', block: 'center', focus: true }}
      className="record-form"
      aria-label={schema.label}
      onKeyDown={(event) => leaves(event) && onCancel()}
    >
      {saving.faults.length > 0 && <Summary faults={saving.faults} form={form} />}
      {own.Above && <own.Above form={form} sid={record?.sid} />}
      <Groups
        schema={schema}
        shown={shown}
        form={form}
        values={values}
        record={record}
        filledLater={own.filledLater ?? []}
        faulty={saving.faults.map(({ field }) => fieldOfFault(field))}
      />
      <Foot saving={saving} onCancel={onCancel} />
      {saving.theirs && record && (
        <Conflict
          schema={schema}
          mine={changesOf(record, form.getFieldsValue(true))}
          theirs={saving.theirs}
          onKeepMine={saving.keepMine}
          onTakeTheirs={saving.takeTheirs}
          onClose={saving.forget}
        />
      )}
    </Form>
  )
}

/** Escape closes an open list, calendar or dialog first; the next one leaves the form, which asks about unsaved changes. */
const leaves = ({ key, defaultPrevented, nativeEvent, target, currentTarget }: KeyboardEvent<HTMLElement>) =>
  key === 'Escape' &&
  !defaultPrevented &&
  !nativeEvent.isComposing &&
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.getAttribute('aria-expanded') !== 'true' &&
  !target.closest('.ant-picker-focused.ant-picker-open')

type Shown = Pick<RecordFormProps, 'schema'> & { record: Rec | undefined; start: Values | undefined; form: FormInstance<Values>; own: FormOwn }

/** The fields of the form, and those visible with the current values. */
export function useShownFields({ schema, record, start, form, own: { structured } }: Shown) {
  const fields = useMemo(() => [...formFields(schema, !record), ...jsonFields(schema, !record, structured)], [schema, record, structured])
  const initial = useMemo<Values>(
    () => Object.fromEntries(fields.map((f) => [f.code, record ? record[f.code] : (start?.[f.code] ?? defaultOf(f))])),
    [fields, record, start],
  )
  const by = useMemo(() => judgedBy(fields), [fields])
  const pick = (all: Values) => Object.fromEntries(by.map((code) => [code, all[code]]))
  const watched = Form.useWatch(pick, { form, preserve: true }) as Values | undefined // undefined on the first pass
  const values: Values = { ...record, ...(watched ?? initial) }
  const shown = fields.filter((field) => hasPlace(field, values, record))
  // Values taken over from another record are kept, also if the layout hides their field, always or on a condition.
  const isAway = ({ hidden, shown_when, applies_to }: WireField) => (hidden || !holds(shown_when, values)) && holds(applies_to, values)
  const taken = record ? [] : fields.filter((field) => isAway(field) && start?.[field.code] !== undefined)
  return { fields, initial, values, shown, sent: [...shown, ...taken] }
}

type Saving = Pick<RecordFormProps, 'schema' | 'onSaved'> & {
  record: Rec | undefined
  own: FormOwn
  form: FormInstance<Values>
  fields: readonly WireField[]
  sent: readonly WireField[]
}

/** Saves the changes: confirms first, shows faults at their fields, and reports an edit conflict. */
function useSaving({ schema, record, own, onSaved, form, fields, sent }: Saving) {
  const save = useSave(schema.model)
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [theirs, setTheirs] = useState<Rec | null>(null)
  const [isDirty, setDirty] = useState(false)
  const leaving = useLeaveGuard(isDirty && !save.isSuccess)
  const done = (saved: Rec) => {
    leaving.allow()
    onSaved(saved)
  }
  const show = (some: readonly Fault[]) => {
    setFaults(some)
    const byField = Map.groupBy(some, ({ field }) => fieldOfFault(field))
    form.setFields(fields.map((f) => ({ name: f.code, errors: (byField.get(f.code) ?? []).map(({ reason }) => reason) })))
  }
  const submit = async (version = record?.version) => {
    const held = form.getFieldsValue(true) as Values // the form contains only values of this component
    const filled = Object.fromEntries(sent.map((f) => [f.code, held[f.code] ?? null]))
    const changes = changesOf(record ?? {}, filled)
    if (record && Object.keys(changes).length === 0) return onSaved(record)
    try {
      const confirm = record && own.beforeSave ? await own.beforeSave(record, changes) : []
      if (!confirm) return
      done(await save.mutateAsync(record ? { sid: record.sid, version, ...changes, confirm } : { ...changes, ...own.fixed }))
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      if (fault.code === WAITS_FOR_SECOND) return record ? done(record) : leaving.allow()
      if (fault.code === 409) return setTheirs(fault.data as Rec) // a stale save returns the current record
      show(fault.errors.length > 0 ? fault.errors : OF_THE_WHOLE.has(fault.code) ? [{ field: '', label: '', reason: fault.message }] : [])
    }
  }
  const keepMine = () => {
    setTheirs(null)
    void submit(theirs?.version)
  }
  const takeTheirs = () => {
    if (!theirs) return
    form.setFieldsValue(Object.fromEntries(fields.map((f) => [f.code, theirs[f.code]])))
    setTheirs(null)
    done(theirs)
  }
  return {
    ...{ submit, faults, setFaults, theirs, keepMine, takeTheirs, isDirty },
    ...{ touch: () => setDirty(true), forget: () => setTheirs(null), isPending: save.isPending },
  }
}

/** Faults of the whole record, not of one field. */
const OF_THE_WHOLE = new Set([500001, 500005])

type GroupsProps = {
  schema: WireSchema
  shown: readonly WireField[]
  form: FormInstance<Values>
  values: Values
  /** The record that is edited; none of a new one. */
  record?: Values | undefined
  filledLater: readonly string[]
  faulty?: readonly string[]
}

export function Groups({ schema, shown, form, values, record, filledLater, faulty = [] }: GroupsProps) {
  const { t } = useWords()
  const isRequired = (field: WireField) => mustFill(field, !record, values, record)
  return groupsOf(schema, shown, t('form.record')).map((group) => (
    <FoldingGroup
      key={group.code}
      group={group}
      isForm
      mustOpen={group.fields.some((field) => faulty.includes(field.code) || (isRequired(field) && isBlank(values[field.code])))}
    >
      <div className="fields">
        {group.fields.map((field) => (
          <FieldItem
            key={field.code}
            field={field}
            form={form}
            isLeft={!holds(field.applies_to, values)}
            isRequired={isRequired(field) && !filledLater.includes(field.code)}
          />
        ))}
      </div>
    </FoldingGroup>
  ))
}

function Foot({ saving: { isPending, isDirty }, onCancel }: { saving: { isPending: boolean; isDirty: boolean }; onCancel: () => void }) {
  const { t } = useWords()
  return (
    <footer className="form-foot">
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('save')}
      </Button>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      {isDirty && <span className="quiet">{t('form.unsaved')}</span>}
    </footer>
  )
}

/** After the label, as on printed forms. */
export const markRequired = (label: ReactNode, { required }: { required: boolean }) => (
  <>
    {label}
    {required && <span className="required"> *</span>}
  </>
)

const faultAt = (schema: WireSchema, field: string, reason: string): Fault => ({
  field,
  label: schema.fields.find((f) => f.code === field)?.label ?? field,
  reason,
})

/** Constants are shown; the server computes the others (me(), today()). */
const defaultOf = ({ default: value }: WireField) => (typeof value === 'string' && FUNCTION.test(value) ? undefined : value)

type FieldItemProps = { field: WireField; form: FormInstance<Values>; isRequired?: boolean; isLeft?: boolean }

/** `isLeft`: it does not apply, and still has a value from before. */
export function FieldItem({ field, form, isRequired = field.required, isLeft = false }: FieldItemProps) {
  const { t } = useWords()
  const { isWide } = viewOf(field.type)
  const Editor = useEditor(field)
  const mark = useFieldMark(field.code)
  const help = isLeft ? t('form.left', { says: field.applies_says ?? '' }) : field.help
  // An amount reads its currency, and a code the number that decides its name.
  const besideCode = field.currency && !/^[A-Z]{3}$/.test(field.currency) ? field.currency : (field.code_of?.within?.value ?? '')
  const beside = Form.useWatch(besideCode || [' '], form) as unknown
  return (
    <Form.Item
      name={field.code}
      label={field.label}
      required={isRequired && field.type !== 'boolean'}
      {...((mark || help) && { extra: <FieldNotes mark={mark} help={help} /> })}
      className={isWide ? 'wide' : ''}
      validateDebounce={250}
      // A new row is empty; its total is updated during typing.
      {...(field.type === 'rows' && { validateTrigger: 'onSubmit' })}
      rules={[
        {
          validator: async (_, value: unknown) => {
            const fault = faultOf(field, value, t, isRequired)
            if (fault) throw new Error(fault)
          },
        },
      ]}
    >
      <Editor field={field} {...(besideCode && { record: { [besideCode]: beside } })} />
    </Form.Item>
  )
}

const FieldNotes = ({ mark, help }: { mark: ReactNode; help: string | undefined }) => (
  <>
    {mark && <div>{mark}</div>}
    {help}
  </>
)

/** Every faulty field by name; each name links to its field. */
function Summary({ faults, form }: { faults: readonly Fault[]; form: FormInstance<Values> }) {
  const { t } = useWords()
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      className="spaced"
      title={t('form.faults', { count: faults.length })}
      description={
        <ul className="fault-list">
          {faults.map(({ field, label, reason }) => (
            <li key={`${field} ${reason}`}>
              {label ? (
                <button
                  type="button"
                  className="plain link"
                  onClick={() => form.scrollToField(fieldOfFault(field), { focus: true, block: 'center' })}
                >
                  {label}
                </button>
              ) : null}
              {label ? t('colon') : ''}
              {reason}
            </li>
          ))}
        </ul>
      }
    />
  )
}
