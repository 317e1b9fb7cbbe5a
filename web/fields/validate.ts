// The limits of the schema, checked during typing. The server decides; these are the same rules, shown earlier.
import { plain } from '../../model/kit/identity/fault.ts'
import { plainMobile } from '../../model/kit/identity/mobile.ts'
import type { WireField } from '../../model/kit/wire/wire.ts'
import type { Say } from '../words/language.ts'
import { compareDecimals, groupDigits, sumOf } from './decimals.ts'
import { isBlank } from './view.ts'

/** The reason why this value cannot be saved, or null. */
export function faultOf(field: WireField, value: unknown, t: Say, mustFill = field.required): string | null {
  if (field.secret && typeof value === 'object' && value !== null) return mustFill && !('is_set' in value && value.is_set) ? t('must.fill') : null
  if (isBlank(value)) return mustFill && field.type !== 'boolean' ? t('must.fill') : null
  if (field.type === 'string' || field.type === 'text') return textFault(field, String(value), t)
  if (field.type === 'integer' || field.type === 'decimal' || field.type === 'money') return numberFault(field, String(value), t)
  if (Array.isArray(value) && field.max && value.length > field.max) return t('must.few', { max: field.max })
  if (field.type === 'rows' && Array.isArray(value)) return rowsFault(field, value, t)
  return null
}

/** The text as the server will store it. */
export const storedText = ({ mobile, plain: isPlain }: Pick<WireField, 'mobile' | 'plain'>, typed: string) =>
  mobile ? plainMobile(typed) : isPlain ? plain(typed) : typed

function textFault(field: WireField, typed: string, t: Say) {
  const { max, min, pattern, pattern_says } = field
  const text = storedText(field, typed)
  const length = [...text].length
  if (max && length > max) return t('must.short', { max, length })
  if (min && length < min) return t('must.long', { min })
  if (pattern && !new RegExp(pattern, 'u').test(text)) return pattern_says ?? t('must.match')
  return null
}

function numberFault({ min, max }: WireField, text: string, t: Say) {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return t('must.number')
  if (min !== undefined && compareDecimals(text, String(min)) < 0) return t('must.atLeast', { min })
  if (max !== undefined && compareDecimals(text, String(max)) > 0) return t('must.atMost', { max })
  return null
}

function rowsFault(field: WireField, rows: readonly Record<string, unknown>[], t: Say): string | null {
  for (const [at, row] of rows.entries()) {
    for (const part of field.rows ?? []) {
      const fault = faultOf(part, row[part.code], t)
      if (fault) return t('must.row', { row: at + 1, label: part.label, fault })
    }
  }
  return totalFault(field, rows, t)
}

function totalFault({ total, rows: parts }: WireField, rows: readonly Record<string, unknown>[], t: Say) {
  if (!total) return null
  const part = parts?.find((one) => one.code === total.of)
  const given = rows.map((row) => row[total.of]).filter((value) => !isBlank(value))
  const label = part?.label ?? total.of
  if (given.length === 0) return null
  if (given.length < rows.length) return t('must.allOrNone', { label })
  const sum = sumOf(given.map(String), part?.type === 'integer' ? 0 : (part?.digits ?? 2))
  return compareDecimals(sum, String(total.is)) === 0 ? null : t('must.total', { label, is: total.is, sum: groupDigits(sum) })
}
