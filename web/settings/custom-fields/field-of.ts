import type { FieldType } from '../../../model/kit/fields.ts'
import type { WireField } from '../../../model/kit/wire/wire.ts'

type Values = Readonly<Record<string, unknown>>
type Option = { code?: string | null; label_zh?: string | null; label_en?: string | null; valid?: boolean | null; colour?: string | null }
export type Offered = NonNullable<WireField['options']>

const TYPES: Readonly<Record<string, FieldType>> = {
  STRING: 'string',
  TEXT: 'text',
  INT: 'integer',
  DECIMAL: 'decimal',
  MONEY: 'money',
  DATE: 'date',
  DATETIME: 'datetime',
  BOOLEAN: 'boolean',
  OPTION: 'option',
  REFERENCE: 'reference',
  ATTACHMENT: 'attachment',
}
const MULTIPLE: Partial<Record<FieldType, FieldType>> = { string: 'options', option: 'options', reference: 'references' }

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** The field as forms will show it, from the values of its own form. `offered`: the options of its dictionary. */
export function fieldOf(values: Values, lang: 'zh' | 'en', offered: Offered): WireField | undefined {
  const one = TYPES[text(values['data_type'])]
  if (!one) return undefined
  const type = (values['multi'] === true ? MULTIPLE[one] : undefined) ?? one
  const zh = text(values['name'])
  const en = text(values['name_en']) || zh
  const [max, min] = [number(values['max']), number(values['min'])]
  const own = Array.isArray(values['options']) ? (values['options'] as Option[]) : [] // the rows of its form
  const input = text(values['input_type'])
  const options = values['dictionary'] ? offered : own.map((option) => choiceOf(option, lang))
  return {
    code: text(values['code']) || 'sample',
    label: lang === 'en' ? en : zh,
    ...{ zh, en, type },
    ...{ required: values['required'] === true, searchable: true, sortable: true, editable: true, settable: true },
    ...{ list: false, unique: false, importable: true, exportable: true },
    ...(input && { input }),
    ...((type === 'string' || type === 'text') && { max: max ?? (type === 'text' ? 3000 : 255), ...(min !== undefined && { min }) }),
    ...(type === 'options' && one === 'string' ? { free: true } : (type === 'option' || type === 'options') && { options }),
    ...(type === 'decimal' && { digits: 4 }),
    ...(type === 'money' && { currency: 'CNY' }),
    ...((type === 'reference' || type === 'references') && { to: text(values['to']) }),
  }
}

const choiceOf = ({ code, label_zh, label_en, valid, colour }: Option, lang: 'zh' | 'en') => ({
  code: code ?? '',
  label: (lang === 'en' && label_en) || label_zh || code || '',
  valid: valid !== false,
  ...(colour && { colour }),
})
