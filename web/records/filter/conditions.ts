// A query as a form: reads supported queries from the text and writes them back.
import type { Condition, Predicate, Value } from '../../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import { printText } from '../../../model/kit/iql/print.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { quoted } from '../../api/iql.ts'
import { splitOrder } from '../list/list-address.ts'

const OPS = [
  'has',
  'hasNot',
  'in',
  'notIn',
  'me',
  '=',
  '!=',
  '>=',
  '<=',
  '>',
  '<',
  'between',
  'next',
  'last',
  'yes',
  'no',
  'empty',
  'notEmpty',
] as const
export type Op = (typeof OPS)[number]
/** `next` and `last` contain a duration such as 30d or 12m. */
export type Row = { field: string; op: Op; values: string[] }
export type Group = { join: 'and' | 'or'; of: (Row | Group)[] }

export const isGroup = (one: Row | Group): one is Group => 'join' in one

const NUMBERS: readonly Op[] = ['=', '!=', '>=', '<=', '>', '<', 'between', 'empty', 'notEmpty']
const DAYS: readonly Op[] = ['between', 'next', 'last', '=', '>=', '<=', 'empty', 'notEmpty']
const WORDS: readonly Op[] = ['has', 'hasNot', '=', '!=', 'empty', 'notEmpty']
const CHOICES: readonly Op[] = ['in', 'notIn', 'empty', 'notEmpty']
const OF_TYPE: Partial<Record<WireField['type'], readonly Op[]>> = {
  ...{ string: WORDS, text: WORDS, integer: NUMBERS, decimal: NUMBERS, money: NUMBERS, date: DAYS, datetime: DAYS },
  ...{ boolean: ['yes', 'no', 'empty'], option: CHOICES, options: CHOICES, reference: CHOICES, references: CHOICES },
}

/** The operators of a field, the default first; empty for a field that cannot be queried. */
export function opsOf(field: WireField | undefined): readonly Op[] {
  const ops = (field && OF_TYPE[field.type]) ?? []
  return field?.type === 'reference' && field.to === 'user_info' ? ['me', ...ops] : ops
}

export const wants = (op: Op): 0 | 1 | 2 => (['me', 'yes', 'no', 'empty', 'notEmpty'].includes(op) ? 0 : op === 'between' ? 2 : 1)

const isFull = ({ op, values }: Row) => values.filter((value) => value.trim()).length >= wants(op)

/** The rows of a query; null when rows cannot express it. */
export function groupOf(text: string, schema: WireSchema): Group | null {
  try {
    const { where } = parseIql(splitOrder(text).condition)
    if (!where) return { join: 'and', of: [] }
    const read = readCondition(where, new Map(schema.fields.map((field) => [field.code, field])))
    return read && (isGroup(read) ? read : { join: 'and', of: [read] })
  } catch (fault) {
    if (fault instanceof IqlError) return null
    throw fault
  }
}

type Fields = ReadonlyMap<string, WireField>

function readCondition(condition: Condition, fields: Fields): Row | Group | null {
  if (condition.kind === 'not') return null
  if (!('of' in condition)) return readPredicate(condition, fields)
  const of = condition.of.map((one) => readCondition(one, fields))
  return of.includes(null) ? null : { join: condition.kind, of: of.filter((one) => one !== null) }
}

function readPredicate(predicate: Predicate, fields: Fields): Row | null {
  const field = predicate.path.join('.')
  const known = fields.get(field)
  const said = rowOf(predicate)
  // A single choice is a list of one.
  const row = said?.op === '=' && known && opsOf(known).includes('in') ? { ...said, op: 'in' as const } : said
  return known && row && opsOf(known).includes(row.op) ? { field, ...row } : null
}

function rowOf(predicate: Predicate): Omit<Row, 'field'> | null {
  switch (predicate.kind) {
    case 'empty':
      return { op: predicate.negated ? 'notEmpty' : 'empty', values: [] }
    case 'contains':
      return { op: predicate.negated ? 'hasNot' : 'has', values: [predicate.value.value] }
    case 'in':
      return predicate.values.some((value) => value.kind === 'function')
        ? null
        : { op: predicate.negated ? 'notIn' : 'in', values: predicate.values.map(plain) }
    case 'between':
      return predicate.negated ? null : rangeOf(predicate.from, predicate.to)
    case 'compare':
      return comparedOf(predicate.op, predicate.value)
    default:
      return null
  }
}

function rangeOf(from: Value, to: Value): Omit<Row, 'field'> | null {
  const [start, end] = [todayPlus(from), todayPlus(to)]
  if (start === undefined && end === undefined) return { op: 'between', values: [plain(from), plain(to)] }
  if (start === '' && end) return { op: 'next', values: [end] }
  if (end === '' && start?.startsWith('-')) return { op: 'last', values: [start.slice(1)] }
  return null
}

function comparedOf(op: Op & ('=' | '!=' | '>' | '>=' | '<' | '<='), value: Value): Omit<Row, 'field'> | null {
  if (value.kind === 'boolean') return op === '=' ? { op: value.value ? 'yes' : 'no', values: [] } : null
  if (value.kind === 'function') return value.value === 'me' && op === '=' ? { op: 'me', values: [] } : null
  return value.kind === 'null' ? null : { op, values: [plain(value)] }
}

const plain = (value: Value) => (value.kind === 'number' ? value.text : value.kind === 'text' ? value.value : '')

/** The duration after today in a value; undefined for another value. */
const todayPlus = (value: Value) => (value.kind === 'function' && value.value === 'today' ? (value.duration ?? '') : undefined)

/** The query of the complete rows, with the existing order. */
export function iqlOfGroup(group: Group, schema: WireSchema, before: string): string {
  const fields = new Map(schema.fields.map((field) => [field.code, field]))
  return `${written(group, fields)} ${splitOrder(before).order}`.trim()
}

function written(group: Group, fields: Fields): string {
  const parts = group.of.flatMap((one) => {
    const text = isGroup(one) ? written(one, fields) : isFull(one) ? rowText(one, fields) : ''
    return text ? [isGroup(one) && group.of.length > 1 ? `(${text})` : text] : []
  })
  return parts.join(` ${group.join.toUpperCase()} `)
}

const NUMERIC = new Set(['integer', 'decimal', 'money'])

function rowText({ field, op, values }: Row, fields: Fields): string {
  const value = (text = '') => (NUMERIC.has(fields.get(field)?.type ?? '') ? text : printText(text))
  const [first, second] = values
  switch (op) {
    case 'has':
    case 'hasNot':
      return `${field} ${op === 'has' ? '' : 'NOT '}CONTAINS ${value(first)}`
    case 'in':
    case 'notIn':
      return `${field} ${op === 'in' ? '' : 'NOT '}IN (${values.map(value).join(', ')})`
    case 'between':
      return `${field} BETWEEN ${value(first)} AND ${value(second)}`
    case 'next':
      return `${field} BETWEEN today() AND today(${printText(first ?? '')})`
    case 'last':
      return `${field} BETWEEN today(${printText(`-${first}`)}) AND today()`
    case 'empty':
    case 'notEmpty':
      return `${field} IS ${op === 'empty' ? '' : 'NOT '}EMPTY`
    case 'yes':
    case 'no':
      return `${field} = ${op === 'yes' ? 'TRUE' : 'FALSE'}`
    case 'me':
      return `${field} = me()`
    default:
      return `${field} ${op} ${value(first)}`
  }
}

/** A query in the words of this model that finds at least the sample; without one, a query of its fields. */
export function exampleOf(schema: WireSchema, sample?: Readonly<Record<string, unknown>>): string {
  const isShown = (field: WireField) => field.searchable && (!sample || typeof sample[field.code] === 'string')
  const day = schema.fields.find((field) => field.type === 'date' && isShown(field))
  const state = schema.fields.find((field) => field.type === 'option' && field.options?.length && isShown(field))
  const parts = [
    day && `${day.code} >= '${String(sample?.[day.code] ?? '2024-01-01').slice(0, 4)}-01-01'`,
    state && `${state.code} = ${quoted(String(sample?.[state.code] ?? state.options?.[0]?.code))}`,
  ].filter(Boolean)
  return parts.join(' AND ') || `${schema.display[0] ?? 'sid'} IS NOT EMPTY`
}
