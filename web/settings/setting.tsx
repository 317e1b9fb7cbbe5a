import { Input, InputNumber, Select, Switch } from 'antd'
import type { Field } from '../../model/kit/fields.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import { useWords } from '../words/language.ts'

/** `unset`: the value that applies while the field is empty. */
type SettingProps = { id: string; field: Field; value: unknown; unset?: string; onChange: (value: unknown) => void }

/** One declared setting: its label, its editor and its help. */
export function Setting({ id, field, value, unset = '', onChange }: SettingProps) {
  const { lang } = useWords()
  const help = field.help && wordIn(field.help, lang)
  return (
    <div>
      <label htmlFor={id}>{labelOf(field, lang)}</label>
      <Editor id={id} field={field} value={value} unset={unset} onChange={onChange} />
      {help && (
        <span id={`${id}-help`} className="quiet">
          {help}
        </span>
      )}
    </div>
  )
}

function Editor({ id, field, value, unset, onChange }: SettingProps & { unset: string }) {
  const { lang } = useWords()
  const described = { id, 'aria-describedby': `${id}-help` }
  if (field.type === 'boolean') return <Switch {...described} checked={value === true} onChange={onChange} />
  if (field.type === 'integer')
    return (
      <InputNumber
        {...described}
        value={typeof value === 'number' ? value : null}
        {...(field.min !== undefined && { min: field.min })}
        {...(field.max !== undefined && { max: field.max })}
        precision={0}
        placeholder={unset}
        onChange={onChange}
      />
    )
  if (field.type === 'option')
    return (
      <Select
        {...described}
        value={value ?? undefined}
        onChange={onChange}
        popupMatchSelectWidth={false}
        options={Object.entries(field.options).map(([code, words]) => ({ value: code, label: wordIn(words, lang) }))}
      />
    )
  const text = typeof value === 'string' ? value : ''
  return <Input {...described} value={text} placeholder={unset} onChange={(event) => onChange(event.target.value || null)} />
}
