import { InputNumber } from 'antd'
import { decimalsOf } from '../../../model/kit/money/money.ts'
import { groupDigits } from '../decimals.ts'
import { FilterRange } from '../filters.tsx'
import { Money } from '../money.tsx'
import type { CellProps, EditorProps, FieldView } from '../view.ts'
import { inputFacts, isBlank } from '../view.ts'

/** A whole number that may only be a year is written as one: 2026. */
const isYear = ({ type, min = 0, max = Number.POSITIVE_INFINITY }: Pick<CellProps['field'], 'type' | 'min' | 'max'>) =>
  type === 'integer' && min >= 1900 && max <= 2200
const written = (field: CellProps['field'], text: string) => (isYear(field) ? text : groupDigits(text))

const Cell = ({ field, value }: CellProps) => (isBlank(value) ? null : <span className="number">{written(field, String(value))}</span>)

/** No min or max on the input itself: it would silently change the typed value instead of showing a fault. */
const Digits = ({ digits, suffix, ...props }: EditorProps & { digits: number; suffix?: string }) => (
  <InputNumber
    {...inputFacts(props)}
    stringMode
    value={isBlank(props.value) ? null : String(props.value)}
    onChange={(value) => props.onChange?.(value === null || value === '' ? null : value)}
    {...(props.field.shortest ? {} : { precision: digits })}
    formatter={(text) => written(props.field, text ?? '')}
    parser={(text) => (text ?? '').replaceAll(',', '')}
    controls={false}
    suffix={suffix}
    style={{ width: '100%' }}
  />
)

const integerEditor = (props: EditorProps) => (
  <Digits {...props} digits={0} onChange={(value) => props.onChange?.(value === null ? null : Number(value))} />
)
const decimalEditor = (props: EditorProps) => (
  <Digits
    {...props}
    digits={props.field.digits ?? 2}
    onChange={(value) => props.onChange?.(props.field.shortest && value !== null ? Number(value) : value)}
  />
)

/** The field names its currency, or the field that contains one. */
function currencyOf(field: { currency?: string }, record?: Readonly<Record<string, unknown>>): string {
  const named = field.currency ?? 'CNY'
  if (/^[A-Z]{3}$/.test(named)) return named
  const beside = record?.[named]
  const code = typeof beside === 'object' && beside !== null && 'name' in beside ? beside.name : beside
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code) ? code : ''
}

const MoneyCell = ({ field, value, record }: CellProps) => (isBlank(value) ? null : <Money amount={value} currency={currencyOf(field, record)} />)

const MoneyEditor = (props: EditorProps) => {
  const currency = currencyOf(props.field, props.record)
  return <Digits {...props} digits={decimalsOf(currency)} suffix={currency} />
}

export const integer: FieldView = { Cell, Editor: integerEditor, Filter: FilterRange, width: 100, isNumeric: true }
export const decimal: FieldView = { Cell, Editor: decimalEditor, Filter: FilterRange, width: 110, isNumeric: true }
export const money: FieldView = { Cell: MoneyCell, Editor: MoneyEditor, Filter: FilterRange, width: 130, isNumeric: true }
