import type { Field, Options, RowsField, Words } from '../../kit/fields.ts'
import { type Cell, isFormulaError, listOf, textOf, withoutTags, wordsOf } from './cell.ts'
import { arePrinted, parseRows } from './child-rows.ts'
import { withoutMark } from './csv-text.ts'
import { officeNamed } from './office-names.ts'
import { type Person, peopleOf, separatedAfterBrackets, withoutAnd, withoutPartyCode } from './people.ts'
import { withShares } from './shares.ts'
import { simplified } from './traditional.ts'
import { type Reading, readDay } from './days.ts'

/** A reference by name in a file, with the country stated beside it; its record is looked up later, in bulk. */
export type Named = { named: string; country?: string }
export const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null && 'named' in value

/** The value of a cell for a field, in record format; undefined if empty. */
export type Read = { value: unknown } | { fault: Words; isUnclear?: true } | undefined

export function readValue(field: Field, cell: Cell, reading: Reading = {}): Read {
  const text = textOf(cell)
  if (text === '') return undefined
  if (isFormulaError(cell))
    return { fault: [`单元格是公式错误“${text}”，请先改正`, `the cell contains the formula error “${text}”: correct it first`] }
  switch (field.type) {
    case 'date': {
      const read = readDay(cell, { ...reading, ahead: mayLieAhead(field) })
      return read && 'day' in read ? { value: read.day } : read
    }
    case 'datetime':
      return readInstant(cell, text, reading)
    case 'integer':
    case 'decimal':
    case 'money':
      return {
        value: text
          .normalize('NFKC')
          .replace(/[,，\s￥¥$€£%]|元|CNY|RMB|(?<=\d)[项页件幅张个条天]$/gi, '')
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, ''),
      }
    case 'boolean':
      return readBoolean(text)
    case 'option':
      return readOption(field.options, text)
    case 'options':
      return readOptions(field.options, text, field.free)
    case 'reference':
      return { value: { named: text } }
    case 'references':
      return { value: peopleOf(text, reading.between).map(namedOf) }
    case 'rows':
      return readRows(field, text, reading)
    case 'string':
      if (field.code_of === 'country' || field.code_of === 'office') return { value: officeNamed(text) ?? text }
      return { value: withoutQuote(withoutTags(text), field.number).replace(/(?<!\s)\s*\n\s*/g, ' ') }
    case 'text':
      return { value: withoutQuote(withoutTags(text)) }
    default:
      return { fault: ['不能导入', 'cannot be imported'] }
  }
}

/** Whether a day of the field may be later than today: the end of a right, a due date. */
export function mayLieAhead(field: Field): boolean {
  if (field.type === 'rows') return Object.values(field.of).some(mayLieAhead)
  return (field.type === 'date' && field.past !== true) || field.type === 'datetime'
}

/** Removes the quote that keeps a spreadsheet from reading a text as a formula or quantity. */
const withoutQuote = (text: string, isNumber = false) => (isNumber ? text.replace(/^'/, '') : withoutMark(text))

function readInstant(cell: Cell, text: string, reading: Reading): Read {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return { value: text }
  const day = readDay(cell, { ...reading, ahead: true })
  if (!day || 'fault' in day) return day
  const [, hours = '00', minutes = '00', seconds = '00'] = /[T\s](\d{2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? []
  return { value: `${day.day}T${hours}:${minutes}:${seconds}+08:00` }
}

const YES = new Set(['是', '真', '已', '●', '■', '☑', '✔', 'ok', '有', '对', 'y', 'yes', 'true', 't', '1', '√', '✓', '예'])
const NO = new Set(['否', '假', '未', '○', '□', '☐', '✗', '✘', '无', '没有', 'n', 'no', 'false', 'f', '0', '×', 'x', '아니오'])

function readBoolean(text: string): Read {
  const plain = text.toLowerCase()
  if (YES.has(plain)) return { value: true }
  return NO.has(plain) ? { value: false } : { fault: [`“${text}”应为是或否`, `“${text}” must be yes or no`] }
}

/** Finds an option by its code, or by its words in either language. */
export function optionNamed(options: Options, text: string): string | undefined {
  return codesOf(options).codes.get(optionKey(text))
}

const optionKey = (text: string) => simplified(text.normalize('NFKC').replace(/\s+/g, '').toLowerCase())

/** The option that the product calls so, where the tenant calls another one so, which is taken. */
export const alsoNamed = (options: Options, text: string): string | undefined => codesOf(options).others.get(optionKey(text))

type Listed = Readonly<Record<'codes' | 'others', ReadonlyMap<string, string>>>

const listed = new WeakMap<Options, Listed>()

/** The first code of every name; the words of the tenant, after the two of the product, are taken first. Built once, for thousands of cells. */
function codesOf(options: Options): Listed {
  const known = listed.get(options)
  if (known) return known
  const codes = new Map<string, string>()
  const add = (code: string, names: readonly string[]) => names.forEach((name) => !codes.has(optionKey(name)) && codes.set(optionKey(name), code))
  const all = Object.entries<readonly string[]>(options)
  for (const [code, words] of all) add(code, words.slice(2))
  const own = new Map(codes)
  const others = new Map<string, string>()
  for (const [code, words] of all)
    for (const name of words.slice(0, 2)) if ((own.get(optionKey(name)) ?? code) !== code) others.set(optionKey(name), code)
  for (const [code, words] of all) add(code, [code, ...words.slice(0, 2)])
  const named = { codes, others }
  listed.set(options, named)
  return named
}

function readOption(options: Options, text: string): Read {
  const code = optionNamed(options, text) ?? shareNamed(options, text)
  if (code) return { value: code }
  const offered = Object.values(options)
  const list = (at: 0 | 1) =>
    offered
      .slice(0, 12)
      .map((words) => words[at])
      .join(at ? ', ' : '、') + (offered.length > 12 ? ' …' : '')
  return { fault: [`“${text.slice(0, 40)}”不是可选值（${list(0)}）`, `“${text.slice(0, 40)}” is not one of the options (${list(1)})`] }
}

/** `0.85` is 85 % where the options are such percentages. */
function shareNamed(options: Options, text: string): string | undefined {
  const share = /^0?\.\d{1,4}$/.test(text)
    ? String(Math.round(Number(text) * 10_000) / 100)
    : /^\d{1,3}\s*[%％]$/.test(text)
      ? text.replace(/\s*[%％]/, '')
      : undefined
  return share !== undefined && Object.hasOwn(options, share) ? share : undefined
}

function readOptions(options: Options | undefined, text: string, free: boolean | undefined): Read {
  const items = wordsOf(text)
  const codes = items.map((item) => (options ? optionNamed(options, item) : undefined) ?? item)
  const strange = options && !free ? codes.find((code) => !Object.hasOwn(options, code)) : undefined
  return strange === undefined ? { value: codes } : { fault: [`“${strange}”不是可选值`, `“${strange}” is not one of the options`] }
}

/** Rows printed by us are one per line; lists of names by others have any separator. */
function readRows(field: RowsField, text: string, reading: Reading): Read {
  if (Object.values(field.of)[0]?.type === 'reference') return readPeople(field, text, reading)
  return readLines(field, text, reading)
}

/** Names, each with an optional share after it. */
function readPeople(field: RowsField, text: string, reading: Reading): Read {
  if (arePrinted(text)) return readLines(field, text, reading)
  const share = Object.entries(field.of).find(([, part]) => part.type === 'decimal')?.[0]
  const [first] = Object.keys(field.of)
  const separated = reading.between === ';' ? text : separatedAfterBrackets(text)
  const part = field.of[first ?? '']
  const isParty = part?.type === 'reference' && part.to === 'applicant'
  const people = peopleOf(isParty ? separated : withoutAnd(separated), reading.between)
  const shared = withShares(people.map(({ name }) => name))
  return {
    value: shared.map(({ name, share: given }, at) => ({
      [first ?? '']: namedOf({ ...people[at], name: isParty ? withoutPartyCode(name) : name }),
      ...(share && given !== undefined && { [share]: given }),
    })),
  }
}

const namedOf = ({ name, country }: Person): Named => ({ named: name, ...(country && { country }) })

function readLines(field: RowsField, text: string, reading: Reading): Read {
  const lines = arePrinted(text) || text.includes('\n') ? text.split('\n').filter((line) => line.trim() !== '') : listOf(text)
  const parsed = parseRows(field, lines)
  if ('fault' in parsed) return parsed
  const rows: Record<string, unknown>[] = []
  for (const row of parsed.rows) {
    const values: Record<string, unknown> = {}
    for (const [code, part] of Object.entries(field.of)) {
      const read = readValue(part, row[code], reading)
      if (read && 'fault' in read) return read
      if (read) values[code] = read.value
    }
    rows.push(values)
  }
  return { value: rows }
}
