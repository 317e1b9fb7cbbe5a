import { Input, InputNumber, Radio, Select } from 'antd'
import { type Answer, choicesOf, type IndexField } from '../../model/dealings/indexings/answers.ts'
import { useWords } from '../words/language.ts'

export type Values = Readonly<Record<string, string>>

export const valuesOf = (answers: readonly Answer[]): Values => Object.fromEntries(answers.map(({ field, value }) => [field, value]))
export const answersOf = (values: Values): Answer[] =>
  Object.entries(values).flatMap(([field, value]) => (value.trim() === '' ? [] : [{ field, value }]))

export function useIndexLabels() {
  const { t, lang } = useWords()
  return {
    labelOf: ({ label, label_en }: IndexField) => (lang === 'en' && label_en ? label_en : label),
    shown: ({ kind }: IndexField, value: string) => (kind === 'YES_NO' && value !== '' ? t(value === 'YES' ? 'indexing.yes' : 'indexing.no') : value),
  }
}

type FormProps = { fields: readonly IndexField[]; values: Values; marked?: readonly string[]; onChange: (values: Values) => void }

/** The fields of an indexing task, each with the input of its type. */
export function IndexForm({ fields, values, marked = [], onChange }: FormProps) {
  const { labelOf } = useIndexLabels()
  return fields.map((field) => (
    <div key={field.code} className={marked.includes(field.code) ? 'index-field bad' : 'index-field'}>
      <label htmlFor={`index-${field.code}`} id={`index-label-${field.code}`}>
        {labelOf(field)}
        {field.required && <span aria-hidden> *</span>}
      </label>
      <IndexInput field={field} value={values[field.code] ?? ''} onChange={(value) => onChange({ ...values, [field.code]: value })} />
    </div>
  ))
}

function IndexInput({ field, value, onChange }: { field: IndexField; value: string; onChange: (value: string) => void }) {
  const { shown } = useIndexLabels()
  const id = `index-${field.code}`
  const options = choicesOf(field).map((one) => ({ value: one, label: shown(field, one) }))
  if (field.kind === 'OPTIONS')
    return (
      <Select
        id={id}
        mode="multiple"
        style={{ width: '100%' }}
        value={value === '' ? [] : value.split('; ')}
        options={options}
        onChange={(chosen: readonly string[]) => onChange(chosen.join('; '))}
      />
    )
  if (options.length > 0)
    return <Radio.Group id={id} aria-labelledby={`index-label-${field.code}`} value={value} options={options} onChange={({ target }) => onChange(String(target.value))} />
  if (field.kind === 'NUMBER')
    return <InputNumber id={id} stringMode value={value === '' ? null : value} onChange={(number) => onChange(number === null ? '' : String(number))} />
  return <Input.TextArea id={id} autoSize={{ minRows: 1, maxRows: 8 }} maxLength={2000} value={value} onChange={({ target }) => onChange(target.value)} />
} // oxfmt-ignore
