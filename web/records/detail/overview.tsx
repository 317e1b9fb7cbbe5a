import { CheckOutlined, CloseOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ComponentType } from 'react'
import { useContext, useRef, useState } from 'react'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Fault, WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { Rec } from '../../api/api.ts'
import { useSave } from '../../api/api.ts'
import { ApiFault, WAITS_FOR_SECOND } from '../../api/fault.ts'
import { FieldMarks, useFieldMark } from '../../fields/field-marks.ts'
import { useEditor } from '../../fields/own-editors.ts'
import { RowsTable } from '../../fields/by-type/rows.tsx'
import { faultOf } from '../../fields/validate.ts'
import { dayText } from '../../fields/moments.ts'
import { isBlank } from '../../fields/view.ts'
import type { CellProps } from '../../fields/view.ts'
import { viewFor, viewOf } from '../../fields/views.ts'
import { useWords } from '../../words/language.ts'
import { FoldingGroup } from '../folding-group.tsx'
import { Conflict } from '../form/conflict.tsx'
import { fieldOfFault, groupsOf, hasPlace, isSame } from '../form/form-fields.ts'
import { useIsOpen } from '../approval/held.ts'
import { StateTag } from './state-tag.tsx'
import { allowsOn } from '../../api/allows.ts'
import { useTellWarnings } from '../warnings.ts'

/** Runs before a change is saved, and answers the warnings that the person has confirmed in it; undefined keeps the editor open, and nothing is saved. */
export type BeforeSave = (record: Rec, changes: Record<string, unknown>) => Promise<readonly string[] | undefined>

/** Own cells, for values that the schema alone cannot put into words */
type Cells = Readonly<Record<string, ComponentType<CellProps>>>

type OverviewProps = {
  schema: WireSchema
  record: Rec
  isDense?: boolean
  skip?: readonly string[]
  cells?: Cells
  beforeSave?: BeforeSave | undefined
}

/** Every visible field, grouped; each is edited in place. */
export function Overview({ schema, record, isDense = false, skip = [], cells, beforeSave }: OverviewProps) {
  const { t, lang } = useWords()
  const mayEdit = allowsOn(schema, record, 'update')
  const isOpen = useIsOpen()
  const [showsEmpty, setShowsEmpty] = useState(false)
  const placed = schema.fields.filter(
    (f) =>
      f.code !== 'sid' &&
      f.code !== 'version' &&
      !skip.includes(f.code) &&
      f.code !== schema.states?.field && // it is shown beside the name
      !f.coded &&
      !isToldInOwn(schema, f, { record, lang }) &&
      hasPlace(f, record, record) &&
      !(f.type === 'json' && isBlank(record[f.code])),
  )
  const marks = useContext(FieldMarks)
  const filled = placed.filter(({ code }) => !isBlank(record[code]) || marks[code])
  const seen = showsEmpty && !isDense ? placed : filled
  const empty = placed.length - filled.length
  return (
    <div className={isDense ? 'overview dense' : 'overview'}>
      {groupsOf(schema, seen, t('form.record')).map((group) => (
        <FoldingGroup key={group.code} group={group}>
          <dl className="facts">
            {group.fields.map((field) => (
              <Fact
                key={`${record.sid} ${field.code}`}
                schema={schema}
                field={field}
                record={record}
                own={cells?.[field.code]}
                beforeSave={beforeSave}
                lang={otherLanguage(schema, field.code, lang)}
                mayEdit={mayEdit && isOpen(field.code) && !isDense && field.editable && field.type !== 'json'}
              />
            ))}
          </dl>
        </FoldingGroup>
      ))}
      {empty > 0 && !isDense && (
        <Button type="text" className="show-empty" aria-expanded={showsEmpty} onClick={() => setShowsEmpty(!showsEmpty)}>
          {showsEmpty ? t('detail.hideEmpty') : t('detail.showEmpty', { count: empty })}
        </Button>
      )}
    </div>
  )
}

/** The language of a name in the other language than the page, so that screen readers pronounce it correctly. */
export function otherLanguage(schema: WireSchema, code: string, lang: Lang): string | undefined {
  const has = (one: string) => schema.fields.some((field) => field.code === one)
  if (lang === 'en') return has(`${code}_en`) ? 'zh-CN' : undefined
  return code.endsWith('_en') && has(code.slice(0, -3)) ? 'en' : undefined
}

/** What the product itself writes in two languages is shown in the reader's. */
function isToldInOwn({ fields }: WireSchema, { code, computed }: WireField, { record, lang }: { record: Rec; lang: Lang }): boolean {
  const other = lang === 'en' ? `${code}_en` : code.endsWith('_en') ? code.slice(0, -3) : ''
  return computed === true && fields.some((one) => one.code === other && one.computed === true) && !isBlank(record[other])
}

type FactProps = {
  lang: string | undefined
  schema: WireSchema
  field: WireField
  record: Rec
  own: ComponentType<CellProps> | undefined
  mayEdit: boolean
  beforeSave: BeforeSave | undefined
}

function Fact({ schema, field, record, own, mayEdit, beforeSave, lang }: FactProps) {
  const { t } = useWords()
  const [isEditing, setEditing] = useState(false)
  const { isWide, isNumeric } = viewOf(field.type)
  const mark = useFieldMark(field.code)
  return (
    <div className={isWide ? 'fact wide' : 'fact'}>
      <dt>{field.label}</dt>
      <dd className={isNumeric ? 'number' : undefined}>
        {isEditing ? (
          <InPlace schema={schema} field={field} record={record} beforeSave={beforeSave} onClose={() => setEditing(false)} />
        ) : (
          <>
            <span className="fact-value" lang={lang}>
              <Shown schema={schema} field={field} record={record} own={own} />
            </span>
            {mayEdit && (
              <Button
                type="text"
                size="small"
                className="fact-edit"
                icon={<EditOutlined />}
                aria-label={t('detail.editField', { label: field.label })}
                onClick={() => setEditing(true)}
              />
            )}
          </>
        )}
        {mark && <div className="fact-mark">{mark}</div>}
      </dd>
    </div>
  )
}

function Shown({ schema, field, record, own }: Omit<FactProps, 'mayEdit' | 'beforeSave' | 'lang'>) {
  const value = record[field.code]
  if (isBlank(value)) return <span className="none">—</span>
  if (schema.states?.field === field.code) return <StateTag schema={schema} state={value} />
  if (field.type === 'rows') return <RowsTable field={field} value={value} record={record} />
  const Cell = own ?? viewFor(field).Cell
  return <Cell field={field} value={value} record={record} />
}

type InPlaceProps = Omit<FactProps, 'mayEdit' | 'lang' | 'own'> & { onClose: () => void }

function InPlace({ schema, field, record, beforeSave, onClose }: InPlaceProps) {
  const { t } = useWords()
  const { value, change, fault, theirs, setTheirs, keep, keepTyped, isPending } = useKeeping({ schema, field, record, beforeSave, onClose })
  const Editor = useEditor(field)
  return (
    <div
      className="in-place"
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') onClose()
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return // on a button, it presses that button
        if (field.type === 'string' || field.type === 'integer' || field.type === 'decimal' || field.type === 'money') void keep()
        if (field.type === 'date') keepTyped(event.target)
      }}
    >
      <Editor field={field} value={value} record={record} isFaulty={Boolean(fault)} label={field.label} autoFocus onChange={change} />
      <span className="in-place-acts">
        <Button type="primary" size="small" icon={<CheckOutlined />} aria-label={t('save')} loading={isPending} onClick={() => void keep()} />
        <Button size="small" icon={<CloseOutlined />} aria-label={t('cancel')} onClick={onClose} />
      </span>
      {fault && (
        <small className="bad" role="alert">
          {fault}
        </small>
      )}
      {theirs && (
        <Conflict
          schema={schema}
          mine={{ [field.code]: value }}
          theirs={theirs}
          onKeepMine={() => {
            setTheirs(null)
            void keep(theirs.version)
          }}
          onTakeTheirs={onClose}
          onClose={() => setTheirs(null)}
        />
      )}
    </div>
  )
}

/** A fault of another field names it. */
const faultLine = ({ field, label, reason }: Fault, edited: string, colon: string) =>
  label && fieldOfFault(field) !== edited ? `${label}${colon}${reason}` : reason

/** The value in the editor: checked during typing, and saved unless another user saved meanwhile. */
function useKeeping({ schema, field, record, beforeSave, onClose }: InPlaceProps) {
  const { t, tag } = useWords()
  const save = useSave(schema.model)
  const tellWarnings = useTellWarnings()
  const [value, setValue] = useState(record[field.code])
  const latest = useRef(value)
  const [refusal, setRefusal] = useState('')
  const [theirs, setTheirs] = useState<Rec | null>(null)
  const change = (next: unknown) => {
    setRefusal('')
    setValue(next)
    latest.current = next
  }
  const store = async (version: unknown) => {
    const value = latest.current
    if (faultOf(field, value, t)) return
    if (isSame(record[field.code], value)) return onClose()
    try {
      const confirm = beforeSave ? await beforeSave(record, { [field.code]: value ?? null }) : []
      if (!confirm) return
      tellWarnings(await save.mutateAsync({ sid: record.sid, version, [field.code]: value ?? null, confirm }))
      onClose()
    } catch (wrong) {
      if (!(wrong instanceof ApiFault)) throw wrong
      if (wrong.code === WAITS_FOR_SECOND) onClose()
      else if (wrong.code === 409) setTheirs(wrong.data as Rec) // a stale save returns the current record
      else setRefusal(wrong.errors.map((one) => faultLine(one, field.code, t('colon'))).join(t('semicolon')) || wrong.message)
    }
  }
  const isUnderWay = useRef(false)
  /** Once at a time: Enter and the button may both be pressed before the question is shown. */
  const keep = async (version: unknown = record.version) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    await store(version).finally(() => {
      isUnderWay.current = false
    })
  }
  // The calendar takes what was typed after the key was heard; what it cannot read as a day stays in the editor.
  const keepTyped = (input: HTMLInputElement) =>
    setTimeout(() => {
      const day = isBlank(latest.current) ? '' : dayText(String(latest.current), tag)
      if (input.value === day && !isSame(record[field.code], latest.current)) void keep()
    })
  return { value, change, fault: faultOf(field, value, t) ?? refusal, theirs, setTheirs, keep, keepTyped, isPending: save.isPending }
}
