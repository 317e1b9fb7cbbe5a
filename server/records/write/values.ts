import type { Field, FieldType, Words } from '../../../model/kit/fields.ts'
import { plain } from '../../../model/kit/identity/fault.ts'
import { plainMobile } from '../../../model/kit/identity/mobile.ts'
import { decimalsOf } from '../../../model/kit/money/money.ts'
import { type PictureFacts, withPrintedSize } from '../../../model/kit/pictures.ts'
import { sameValue } from './checks/same-value.ts'

/** A value in row format, or the reason why it is invalid. Empty text and empty lists are null. */
export type Parsed = { value: unknown } | { fault: Words }

const fault = (zh: string, en: string): Parsed => ({ fault: [zh, en] })
const ok = (value: unknown): Parsed => ({ value })

export const UNSUPPORTED: Words = ['含有不支持的字符', 'contains unsupported characters']

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/
// Characters that PostgreSQL cannot store, and control characters that no one typed.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
// An unpaired surrogate is not a character.
const isWellFormed = (text: string) => text.isWellFormed()

/** `beside` is the record being written: it contains the currency of a money field. */
export function parseValue(field: Field, raw: unknown, beside: Record<string, unknown> = {}): Parsed {
  if (raw === null || raw === undefined || raw === '' || (Array.isArray(raw) && raw.length === 0)) return ok(null)
  const parse = PARSE[field.type] as (field: Field, raw: unknown, beside: Record<string, unknown>) => Parsed // the table is typed per key
  return parse(field, raw, beside)
}

/**
 * Why a value, or a row of it, is refused: a day of the past, such as that of a payment, is not still to come.
 * Rows that are as `before` were judged when they were written.
 */
export function comingDay(field: Field, value: unknown, today: string, before?: unknown): Words | undefined {
  if (field.type === 'date') return field.past && typeof value === 'string' && value > today ? [`${value} 晚于今天`, `${value} is in the future`] : undefined // oxfmt-ignore
  if (field.type !== 'rows' || !Array.isArray(value)) return undefined
  const kept: unknown[] = Array.isArray(before) ? before : []
  for (const [at, row] of value.entries()) {
    if (kept.some((one) => sameValue(one, row))) continue
    for (const [code, part] of Object.entries<Field>(field.of)) {
      const words = comingDay(part, row[code], today)
      if (words) return inRow(at, [`${part.zh} ${words[0]}`, `${part.en} ${words[1]}`])
    }
  }
  return undefined
}

type Of<T extends FieldType> = Extract<Field, { type: T }>

const PARSE: { [T in FieldType]: (field: Of<T>, raw: unknown, beside: Record<string, unknown>) => Parsed } = {
  string: (field, raw) => {
    if (field.verbatim)
      return typeof raw === 'string' ? (lengthOf(raw, field) ?? patternOf(raw, field) ?? ok(raw)) : fault('应为文本', 'must be text')
    const text = plainText(raw, false)
    if (typeof text !== 'string') return text
    const value = spelled(field, text)
    if (value === '') return ok(null)
    return lengthOf(value, field) ?? patternOf(value, field) ?? ok(value)
  },
  text: (field, raw) => {
    const text = plainText(raw, true)
    if (typeof text !== 'string') return text
    return text === '' ? ok(null) : (lengthOf(text, field) ?? ok(text))
  },
  integer: (field, raw) => {
    const value = typeof raw === 'string' && /^[+-]?\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw
    if (typeof value !== 'number' || !Number.isInteger(value)) return fault('应为整数', 'must be a whole number')
    if (Math.abs(value) > 2_147_483_647) return fault('数值过大', 'is too large')
    return rangeOf(value, field) ?? ok(value)
  },
  decimal: (field, raw) => decimalText(raw, field.digits, field),
  money: (field, raw, beside) => {
    const named = beside[field.currency]
    const currency = typeof named === 'string' ? named : /^[A-Z]{3}$/.test(field.currency) ? field.currency : 'CNY'
    return decimalText(raw, decimalsOf(currency), field)
  },
  date: (_field, raw) => {
    if (typeof raw !== 'string' || !DAY.test(raw.trim())) return fault('应为日期 YYYY-MM-DD', 'must be a date, YYYY-MM-DD')
    try {
      const day = Temporal.PlainDate.from(raw.trim(), { overflow: 'reject' })
      if (day.year < 1800 || day.year > 2200) return fault('年份应在 1800 到 2200 之间', 'must have a year between 1800 and 2200')
      return ok(day.toString())
    } catch {
      return fault('没有这一天', 'is not a calendar date')
    }
  },
  datetime: ({ ahead_years: years }, raw) => {
    if (typeof raw !== 'string' || !INSTANT.test(raw)) return fault('应为 ISO 8601 时间', 'must be an ISO 8601 time with an offset')
    try {
      const moment = Temporal.Instant.from(raw).toString({ smallestUnit: 'millisecond' }) // in row format
      if (years !== undefined && !isAhead(moment, years))
        return fault(`应为将来 ${years} 年内的时间`, `must be a time within the next ${years === 1 ? 'year' : `${years} years`}`)
      return /^(1[89]|2[01])/.test(moment) ? ok(moment) : fault('年份应在 1800 到 2199 之间', 'must have a year between 1800 and 2199')
    } catch {
      return fault('没有这个时间', 'is not a valid time')
    }
  },
  boolean: (_field, raw) => {
    if (raw === true || raw === 'true') return ok(true)
    if (raw === false || raw === 'false') return ok(false)
    return fault('应为是或否', 'must be true or false')
  },
  option: (field, raw) => {
    const code = codeOf(raw)
    if (typeof code !== 'string' || !Object.hasOwn(field.options, code)) {
      const offered = Object.keys(field.options)
      const list = offered.slice(0, 12).join(', ') + (offered.length > 12 ? ' …' : '')
      return fault(`“${show(raw)}”不是可选值（${list}）`, `“${show(raw)}” is not one of the options (${list})`)
    }
    return ok(code)
  },
  options: (field, raw) => {
    const list = Array.isArray(raw) ? raw.map(codeOf) : [codeOf(raw)]
    if (!list.every((item) => typeof item === 'string')) return fault('应为一组文本', 'must be a list of texts')
    const items = [...new Set(list.map((item) => item.trim()).filter((item) => item !== ''))]
    if (items.length > (field.max ?? 200)) return fault(`最多 ${field.max ?? 200} 项`, `takes at most ${field.max ?? 200} entries`)
    for (const item of items) {
      const text = plainText(item, false)
      if (typeof text !== 'string') return text
      if (text.length > 255) return fault('每项最多 255 字', 'takes at most 255 characters in each entry')
      if (field.options && !field.free && !Object.hasOwn(field.options, item))
        return fault(`“${item}”不是可选值`, `“${item}” is not one of the options`)
      const wrong = patternOf(item, field)
      if (wrong && 'fault' in wrong) return fault(`“${item}”：${wrong.fault[0]}`, `“${item}”: ${wrong.fault[1]}`)
    }
    return ok(items.length ? items : null)
  },
  reference: (_field, raw) => {
    const sid = sidOf(raw)
    return sid ? ok(sid) : fault('应为记录的主键', 'must be the ID of a record')
  },
  references: (field, raw) => {
    if (!Array.isArray(raw)) return fault('应为一组主键', 'must be a list of IDs')
    const sids = raw.map(sidOf)
    if (sids.includes(undefined)) return fault('应为一组主键', 'must be a list of IDs')
    if (sids.length > (field.max ?? 1000)) return fault(`最多 ${field.max ?? 1000} 个`, `takes at most ${field.max ?? 1000}`)
    return ok([...new Set(sids)])
  },
  rows: (field, raw) => {
    if (!Array.isArray(raw)) return fault('应为一组行', 'must be a list of rows')
    if (raw.length > (field.max ?? 500))
      return fault(`最多 ${field.max ?? 500} 行，现有 ${raw.length} 行`, `takes at most ${field.max ?? 500} rows; it has ${raw.length}`)
    const rows: Record<string, unknown>[] = []
    for (const [at, row] of raw.entries()) {
      const parsed = parseRow(field, row, at)
      if ('fault' in parsed) return parsed
      rows.push(parsed.row)
    }
    return totalOf(field, rows) ?? ok(rows)
  },
  attachment: (field, raw) => {
    if (!Array.isArray(raw)) return fault('应为一组文件', 'must be a list of files')
    if (raw.length > (field.max ?? 50)) return fault(`最多 ${field.max ?? 50} 个文件`, `takes at most ${field.max ?? 50} files`)
    const files = raw.map((file) => ({ sid: sidOf(file), name: nameOf(file), size: sizeOf(file), ...pictureOf(file) }))
    if (!canBeKept(files)) return fault(...UNSUPPORTED)
    if (files.some((file) => !file.sid)) return fault('应为已上传的文件', 'must be uploaded files')
    return ok(files)
  },
  json: (_field, raw) => {
    if (!canBeKept(raw)) return fault(...UNSUPPORTED)
    return JSON.stringify(raw).length > 200_000 ? fault('内容过大', 'is too large') : ok(raw)
  },
}

function spelled({ upper, lower, mobile, plain: isPlain }: Of<'string'>, text: string): string {
  if (mobile) return plainMobile(text)
  if (isPlain) return plain(text)
  return upper ? text.toUpperCase() : lower ? text.toLowerCase() : text
}

/** Whether PostgreSQL can store every text in it, keys too. */
export function canBeKept(raw: unknown): boolean {
  if (typeof raw === 'string') return !raw.includes('\0') && isWellFormed(raw)
  if (typeof raw !== 'object' || raw === null) return true
  return Object.entries(raw).every(([key, value]) => canBeKept(key) && canBeKept(value))
}

function parseRow(field: Of<'rows'>, row: unknown, at: number): { row: Record<string, unknown> } | { fault: Words } {
  const where = (words: Words) => inRow(at, words)
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return { fault: where(['应为一行数据', 'must be a row']) }
  const parsed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row)) {
    const part = Object.hasOwn(field.of, key) ? field.of[key] : undefined
    if (!part && (key === 'seq' || key.endsWith('_name'))) continue // the position in the list is the order, and names are only shown
    if (!part) return { fault: where([`没有“${key}”这一列`, `there is no column “${key}”`]) }
    const result = parseValue(part, value, row as Record<string, unknown>) // an object, as checked above
    if ('fault' in result) return { fault: where([`${part.zh}${result.fault[0]}`, `${part.en} ${result.fault[1]}`]) }
    parsed[key] = result.value
  }
  for (const [key, part] of Object.entries(field.of)) {
    if (parsed[key] === undefined) parsed[key] = part.default ?? null
    if (part.required && parsed[key] === null) return { fault: where([`${part.zh}必填`, `${part.en} is required`]) }
  }
  return { row: parsed }
}

const inRow = (at: number, [zh, en]: Words): Words => [`第 ${at + 1} 行：${zh}`, `row ${at + 1}: ${en}`]

/** Sums exactly, in hundredths of the smallest stored digit. */
function totalOf(field: Of<'rows'>, rows: Record<string, unknown>[]): Parsed | undefined {
  if (!field.total) return undefined
  const part = field.of[field.total.of]
  const given = rows.map((row) => row[field.total?.of ?? '']).filter((value) => value !== null && value !== undefined)
  if (given.length === 0) return undefined
  const name = part ?? { zh: '', en: '' }
  if (given.length < rows.length) return fault(`${name.zh}应每行都填`, `must have ${name.en} in every row or in none`)
  const sum = given.reduce((total: bigint, value) => total + hundredths(String(value)), 0n)
  if (sum === BigInt(field.total.is) * 100n) return undefined
  const shown = `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`
  return fault(`${name.zh}合计应为 ${field.total.is}，现为 ${shown}`, `must have ${name.en} values with a total of ${field.total.is}, not ${shown}`)
}

function hundredths(text: string) {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
}

function plainText(raw: unknown, lines: boolean): string | { fault: Words } {
  if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw)
  if (typeof raw !== 'string') return { fault: ['应为文本', 'must be text'] }
  if (UNPRINTABLE.test(raw) || !isWellFormed(raw)) return { fault: UNSUPPORTED }
  const text = lines ? raw.replaceAll('\r\n', '\n').trimEnd() : raw.replace(/[\r\n\t]+/g, ' ').trim()
  return VISIBLE.test(text) ? text.normalize('NFC') : '' // as spaces alone
}

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

function lengthOf(text: string, { max, min }: { max: number; min?: number }): Parsed | undefined {
  const length = [...text].length
  if (length > max) return fault(`最多 ${max} 字，现有 ${length} 字`, `takes at most ${max} characters; it has ${length}`)
  if (min && length < min) return fault(`至少 ${min} 字`, `needs at least ${min} characters`)
  return undefined
}

const patterns = new Map<string, RegExp>()

function patternOf(text: string, field: Of<'string' | 'options'>): Parsed | undefined {
  if (!field.pattern) return undefined
  let pattern = patterns.get(field.pattern)
  if (!pattern) patterns.set(field.pattern, (pattern = new RegExp(field.pattern, 'u')))
  if (pattern.test(text)) return undefined
  return field.pattern_says ? { fault: field.pattern_says } : fault('格式不正确', 'has the wrong format')
}

function rangeOf(value: number, { min, max }: { min?: number; max?: number }): Parsed | undefined {
  if (min !== undefined && value < min) return fault(`不能小于 ${min}`, `must not be below ${min}`)
  if (max !== undefined && value > max) return fault(`不能大于 ${max}`, `must not be above ${max}`)
  return undefined
}

/** Exact decimal text with `digits` after the point; a number is converted to text. */
function decimalText(raw: unknown, digits: number, field: { min?: number; max?: number; shortest?: true }): Parsed {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim().replaceAll(',', '') : ''
  const match = /^([+-]?)(\d{1,18})(?:\.(\d+))?$/.exec(text)
  if (!match) return fault('应为数字', 'must be a number')
  const [, sign = '', whole = '0', part = ''] = match
  if (part.replace(/0+$/, '').length > digits) return fault(`最多 ${digits} 位小数`, `takes at most ${digits} decimals`)
  const exact = `${sign === '-' ? '-' : ''}${BigInt(whole)}${digits ? `.${part.slice(0, digits).padEnd(digits, '0')}` : ''}`
  return rangeOf(Number(exact), field) ?? ok(field.shortest ? Number(exact) : exact)
}

/** A code of digits, such as 85 or 1, may be sent as a number. */
const codeOf = (raw: unknown) => (typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : raw)

/** A reference is sent as a sid, or as the `{sid, name}` of a record. */
export function sidOf(raw: unknown): string | undefined {
  const sid = typeof raw === 'object' && raw !== null && 'sid' in raw ? raw.sid : raw
  return typeof sid === 'string' && UUID.test(sid) ? sid.toLowerCase() : undefined
}

const nameOf = (file: unknown) => (typeof file === 'object' && file !== null && 'name' in file ? String(file.name).slice(0, 255) : '')
const sizeOf = (file: unknown) => (typeof file === 'object' && file !== null && 'size' in file ? Number(file.size) || 0 : 0)

/** The picture facts as sent back; those read from the file decide (see ./files.ts). */
function pictureOf(file: unknown): { picture?: PictureFacts } {
  const picture = typeof file === 'object' && file !== null && 'picture' in file ? file.picture : undefined
  if (typeof picture !== 'object' || picture === null || !('width' in picture) || !('height' in picture)) return {}
  const { width, height } = picture
  const dpi = 'dpi' in picture && typeof picture.dpi === 'number' ? picture.dpi : null
  return typeof width === 'number' && typeof height === 'number' ? { picture: withPrintedSize(width, height, dpi) } : {}
}

const show = (raw: unknown) => (typeof raw === 'string' ? raw : JSON.stringify(raw)).slice(0, 40)

const YEAR_MS = 366 * 86_400_000

const isAhead = (moment: string, years: number) => Date.parse(moment) > Date.now() && Date.parse(moment) < Date.now() + years * YEAR_MS
