import { Checkbox, Radio, Select, Tag } from 'antd'
import { Suspense } from 'react'
import type { WireField } from '../../../model/kit/wire/wire.ts'
import { useWords } from '../../words/language.ts'
import { FilterText } from '../filters.tsx'
import type { CellProps, EditorProps, FieldView, FilterProps } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'
import { optionLabel } from '../option-label.ts'
import { searchedByWords } from '../search-options.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

/** An invalid option stays readable where it is used, and is not offered. */
const choices = (field: WireField, current: readonly string[]) =>
  (field.options ?? [])
    .filter(({ code, valid }) => valid || current.includes(code))
    .map(({ code, label, valid }) => ({ value: code, label, disabled: !valid }))

const Cell = ({ field, value }: CellProps) => {
  if (isBlank(value)) return null
  const { label, colour } = field.options?.find(({ code }) => code === value) ?? { label: String(value) }
  return colour ? <Tag color={colour}>{label}</Tag> : <>{label}</>
}

/** Only companies with cascades load it. */
const CascadeOne = partOnRequest(async () => (await import('./cascade.tsx')).CascadeOne)
const CascadeMany = partOnRequest(async () => (await import('./cascade.tsx')).CascadeMany)
const Cascade = (props: EditorProps & { code: string | null }) => (
  <Suspense fallback={null}>
    <CascadeOne {...props} />
  </Suspense>
)
const Cascades = (props: EditorProps & { codes: readonly string[] }) => (
  <Suspense fallback={null}>
    <CascadeMany {...props} />
  </Suspense>
)

const Editor = (props: EditorProps) => {
  const { field, value, onChange } = props
  const code = isBlank(value) ? null : String(value)
  if (field.input === 'cascader') return <Cascade {...props} code={code} />
  if (field.input === 'radio')
    return (
      <Radio.Group
        {...(props.id && { id: props.id })}
        aria-label={props.label ?? field.label}
        disabled={props.disabled ?? false}
        value={code}
        onChange={(event) => onChange?.(String(event.target.value))}
        options={choices(field, code ? [code] : [])}
      />
    )
  return (
    <Select
      {...inputFacts(props)}
      value={code}
      onChange={(picked) => onChange?.(picked ?? null)}
      options={choices(field, code ? [code] : [])}
      allowClear={!field.required}
      showSearch={(field.options?.length ?? 0) > 8 ? searchedByWords : false}
      style={{ width: '100%' }}
    />
  )
}

const Filter = ({ field, values, onChange }: FilterProps) => {
  const { t } = useWords()
  const options = choices(field, values)
  if (options.length === 0) return <FilterText field={field} values={values} onChange={onChange} />
  if (options.length > 12) {
    return (
      <Select
        mode="multiple"
        value={[...values]}
        onChange={onChange}
        options={options}
        showSearch={searchedByWords}
        aria-label={field.label}
        placeholder={t('filter.choose')}
        style={{ width: 280 }}
        autoFocus
      />
    )
  }
  return <Checkbox.Group className="choices" value={[...values]} onChange={(codes) => onChange(codes.map(String))} options={options} />
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : isBlank(value) ? [] : [String(value)])

const ManyCell = ({ field, value }: CellProps) => (
  <>
    {listOf(value).map((code) => (
      <Tag key={code}>{optionLabel(field, code)}</Tag>
    ))}
  </>
)

const ManyEditor = (props: EditorProps) => {
  const { field, value, onChange } = props
  const codes = listOf(value)
  if (field.input === 'cascader') return <Cascades {...props} codes={codes} />
  if (field.input === 'checkbox')
    return (
      <Checkbox.Group
        {...(props.id && { id: props.id })}
        aria-label={props.label ?? field.label}
        className="choices"
        disabled={props.disabled ?? false}
        value={codes}
        onChange={(picked) => onChange?.(picked.map(String))}
        options={choices(field, codes)}
      />
    )
  return (
    <Select
      {...inputFacts(props)}
      mode={field.free || !field.options ? 'tags' : 'multiple'}
      value={codes}
      onChange={(picked) => onChange?.(picked)}
      options={choices(field, codes)}
      showSearch={searchedByWords}
      {...(field.max && { maxCount: field.max })}
      allowClear
      tokenSeparators={[',', '，', ';', '；']}
      style={{ width: '100%' }}
    />
  )
}

export const option: FieldView = { Cell, Editor, Filter, width: 120 }
export const options: FieldView = { Cell: ManyCell, Editor: ManyEditor, Filter, width: 180 }
