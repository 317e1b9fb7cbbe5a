// A list's state is its address: filters, sort, page and drawer survive reload, back and sharing.
import { quoted } from '../../api/iql.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'

export type Filters = Record<string, string[]>
type Sort = { field: string; desc: boolean }
export type ListAddress = {
  view: string
  text: string
  iql: string
  filters: Filters
  sort: Sort[]
  page: number
  rows: number
  open: string
  /** The path by which the list is grouped. */
  group: string
}

export const PAGE_SIZES = [20, 50, 100] as const
const DEFAULT_SORT: Sort = { field: 'updated_at', desc: true }
/** In the address: no view, though the list has a default one. */
export const ALL = 'all'
const FILTER = 'f.'
const BETWEEN = '..'

export function readAddress(query: URLSearchParams): ListAddress {
  const filters: Filters = {}
  for (const key of new Set(query.keys())) {
    const values = key.startsWith(FILTER) ? query.getAll(key).filter(Boolean) : []
    if (values.length > 0) filters[key.slice(FILTER.length)] = values
  }
  return {
    view: query.get('view') ?? '',
    text: query.get('q') ?? '',
    iql: query.get('iql') ?? '',
    filters,
    sort: readSort(query.get('sort') ?? ''),
    page: atLeastOne(query.get('page')),
    rows: PAGE_SIZES.find((size) => String(size) === query.get('rows')) ?? 20,
    open: query.get('open') ?? '',
    group: query.get('group') ?? '',
  }
}

/** The address contains only differences from the defaults. */
export function writeAddress(address: ListAddress): URLSearchParams {
  const query = new URLSearchParams()
  if (address.view) query.set('view', address.view)
  if (address.text) query.set('q', address.text)
  if (address.iql) query.set('iql', address.iql)
  for (const [field, values] of Object.entries(address.filters)) for (const value of values) query.append(FILTER + field, value)
  if (address.sort.length > 0) query.set('sort', address.sort.map(({ field, desc }) => (desc ? '-' : '') + field).join(','))
  if (address.page > 1) query.set('page', String(address.page))
  if (address.rows !== 20) query.set('rows', String(address.rows))
  if (address.open) query.set('open', address.open)
  if (address.group) query.set('group', address.group)
  return query
}

/** An address without list state shows the person's default view. */
export const isBare = ({ text, iql, filters }: ListAddress) => !text && !iql && Object.keys(filters).length === 0

/** A change that limits the rows resets the list to its first page. */
export function changeAddress(address: ListAddress, changes: Partial<ListAddress>): ListAddress {
  const narrows = ['text', 'iql', 'filters', 'sort', 'rows', 'view'].some((key) => key in changes)
  return { ...address, ...(narrows && { page: 1 }), ...changes }
}

const readSort = (text: string): Sort[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((part) => ({ field: part.replace(/^-/, ''), desc: part.startsWith('-') }))

const atLeastOne = (text: string | null) => Math.max(1, Math.trunc(Number(text)) || 1)

/** The whole query of a list: the view's condition, the filters, the search words, and the order. */
export function iqlOf(address: Pick<ListAddress, 'text' | 'iql' | 'filters' | 'sort'>, schema: WireSchema, viewIql = ''): string {
  const own = splitOrder(address.iql)
  const view = splitOrder(viewIql)
  const fields = new Map(schema.fields.map((field) => [field.code, field]))
  const filters = Object.entries(address.filters).map(([code, values]) => conditionOf(fields.get(code), values))
  const parts = [view.condition, own.condition, textCondition(address.text), ...filters].filter(Boolean)
  const condition = parts.length > 1 ? parts.map(bracketed).join(' AND ') : (parts[0] ?? '')
  const order = orderOf(address.sort) || own.order || view.order || orderOf([DEFAULT_SORT])
  return `${condition} ${order}`.trim()
}

const bracketed = (part = '') => (/\b(OR|AND)\b/i.test(part) ? `(${part})` : part)

const orderOf = (sort: readonly Sort[]) =>
  sort.length > 0 ? `ORDER BY ${sort.map(({ field, desc }) => `${field} ${desc ? 'DESC' : 'ASC'}`).join(', ')}` : ''

/** Finds ORDER BY outside quoted text. */
export function splitOrder(iql: string): { condition: string; order: string } {
  const veiled = iql.replace(/'(?:\\.|''|[^'])*'|"(?:\\.|""|[^"])*"/g, (text) => '_'.repeat(text.length))
  const at = veiled.search(/\border\s+by\b/i)
  return at < 0 ? { condition: iql.trim(), order: '' } : { condition: iql.slice(0, at).trim(), order: iql.slice(at).trim() }
}

/** A search for words or a number, in the searched fields of this kind. */
function textCondition(text: string): string {
  const wanted = text.trim()
  return wanted ? `ANY CONTAINS ${quoted(wanted)}` : ''
}

function conditionOf(known: WireField | undefined, values: string[]): string {
  const [first = ''] = values
  if (!known) return ''
  const field = askedField(known)
  const { code } = field
  if (values.every((value) => value === 'empty')) return `${code} IS EMPTY`
  if (first.includes(BETWEEN) && RANGED.has(field.type)) return rangeOf(field, first)
  if (field.type === 'boolean') return `${code} = ${first === 'true' ? 'TRUE' : 'FALSE'}`
  if (field.type === 'string' || field.type === 'text') return `${code} CONTAINS ${quoted(first)}`
  if (NUMERIC.has(field.type)) return `${code} = ${first}`
  return amongIql(code, values)
}

/** One of these values; `empty` means none. */
export function amongIql(code: string, values: readonly string[]): string {
  const given = values.filter((value) => value !== 'empty').map((value) => (value === 'me()' ? value : quoted(value)))
  const isAny = given.length > 0 ? `${code} IN (${given.join(', ')})` : ''
  if (!values.includes('empty')) return isAny
  return isAny ? `(${isAny} OR ${code} IS EMPTY)` : `${code} IS EMPTY`
}

/** A table within a record is filtered by the references in its rows. */
export function askedField(field: WireField): WireField {
  const part = field.type === 'rows' ? field.rows?.find(({ type }) => type === 'reference') : undefined
  return part ? { ...part, code: `${field.code}.${part.code}`, label: field.label } : field
}

const NUMERIC = new Set(['integer', 'decimal', 'money'])
const RANGED = new Set(['integer', 'decimal', 'money', 'date', 'datetime'])

/** 'from..to', either side optional; a date of a timestamp means the whole day. */
function rangeOf({ code, type }: WireField, range: string): string {
  const [from = '', to = ''] = range.split(BETWEEN)
  const value = (text: string, isEnd: boolean) => {
    if (NUMERIC.has(type)) return text
    if (/^today\(.*\)$/.test(text)) return text
    return quoted(type === 'datetime' && isEnd && text.length === 10 ? `${text}T23:59:59.999Z` : text)
  }
  return [from && `${code} >= ${value(from, false)}`, to && `${code} <= ${value(to, true)}`].filter(Boolean).join(' AND ')
}
