// The groups of a list: the possible fields, the group's condition, and the sums of amounts by currency.
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import { addDecimals } from '../../../model/statistics/decimals.ts'
import { isRef } from '../../fields/names.ts'
import { optionLabel } from '../../fields/option-label.ts'
import { EMPTY, valueOf } from '../filter/values.ts'
import { quoted } from '../../api/iql.ts'
import { askedField } from './list-address.ts'

/** `path`: as the server groups by it; a date by its year or month. */
export type GroupField = { path: string; field: WireField; period?: 'year' | 'month' }
export type GroupRow = { value: string; label: string; count: number; sums: { currency: string; amounts: string[] }[] }

const SIMPLE: ReadonlySet<string> = new Set(['option', 'options', 'reference', 'references', 'boolean'])
const OWN: ReadonlySet<string> = new Set(['sid', 'created_by', 'updated_by', 'valid'])
const OF_CASE: ReadonlySet<string> = new Set([
  'country',
  'owner_sid',
  'applicant_sids',
  'department_sid',
  'agency_sid',
  'company_sid',
  'status',
  'phase',
  'kind',
])

/** The fields of the list, and those fields of a record's case by which case lists are grouped. */
export function groupFields(schema: WireSchema, head?: WireSchema): GroupField[] {
  const own = schema.fields.filter((field) => (field.searchable || field.type === 'rows') && !field.masked && !OWN.has(field.code)).flatMap(fieldsOf)
  const link = schema.fields.find(({ type, to }) => type === 'reference' && to === 'case')
  const ofCase = link && head ? head.fields.filter(({ code }) => OF_CASE.has(code)).flatMap(fieldsOf) : []
  const taken = new Set(own.map(({ path }) => path))
  return [
    ...own.filter(({ field }) => field.to !== 'case'),
    ...ofCase.filter(({ path }) => !taken.has(path)).map((one) => ({ ...one, path: `${link?.code}.${one.path}` })),
  ]
}

function fieldsOf(listed: WireField): GroupField[] {
  const field = askedField(listed)
  if (field.type === 'date') return (['year', 'month'] as const).map((period) => ({ path: `${field.code}:${period}`, field, period }))
  return SIMPLE.has(field.type) ? [{ path: field.code, field }] : []
}

/** The shown amounts of a list whose records have one currency each, three at most. */
export function amountsOf(schema: WireSchema, shown: readonly string[]): { codes: string[]; currency: string } | undefined {
  const amounts = schema.fields.filter(({ type, currency }) => type === 'money' && currency !== undefined)
  const [first] = amounts
  if (!first?.currency || !schema.fields.some(({ code }) => code === first.currency)) return undefined
  const alike = amounts.filter(({ currency }) => currency === first.currency).map(({ code }) => code)
  const listed = alike.filter((code) => shown.includes(code))
  return { codes: (listed.length > 0 ? listed : alike).slice(0, 3), currency: first.currency }
}

type Counted = { by: Readonly<Record<string, unknown>>; count: number; sums: Readonly<Record<string, string>> }
type Words = { empty: string; yes: string; no: string }

/** One row for each group, the largest first, with its sums in each currency. */
export function rowsOf(
  record: readonly Counted[],
  { path, field }: GroupField,
  amounts: { codes: string[]; currency: string } | undefined,
  words: Words,
): GroupRow[] {
  const rows = new Map<string, GroupRow>()
  for (const { by, count, sums } of record) {
    const value = valueOf(by[path])
    const row = rows.get(value) ?? { value, label: labelOf(by[path], value, field, words), count: 0, sums: [] }
    row.count += count
    const currency = amounts ? String(by[amounts.currency] ?? '') : ''
    // Groups of a part of the records come without sums.
    if (amounts && currency && amounts.codes.every((code) => sums[code] !== undefined))
      row.sums.push({ currency, amounts: amounts.codes.map((code) => sums[code] ?? '') })
    rows.set(value, row)
  }
  return [...rows.values()].toSorted((one, other) => other.count - one.count)
}

/** All groups together, with a sum in each currency. */
export const totalOf = (rows: readonly GroupRow[]): Pick<GroupRow, 'count' | 'sums'> => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  sums: added(rows.flatMap((row) => row.sums)),
})

/** One sum for each currency, also where an amount has more decimals than its currency. */
function added(sums: GroupRow['sums']): GroupRow['sums'] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const own = sums.filter((one) => one.currency === currency)
    const amounts = (own[0]?.amounts ?? []).map((_, at) => addDecimals(own.map((one) => one.amounts[at] ?? '0')))
    return { currency, amounts }
  })
}

function labelOf(group: unknown, value: string, field: WireField, words: Words): string {
  if (value === EMPTY) return words.empty
  if (field.type === 'boolean') return value === 'true' ? words.yes : words.no
  return isRef(group) ? group.name || '—' : optionLabel(field, value)
}

/** The condition of the records of a group. */
export function groupIql({ path, field, period }: GroupField, value: string): string {
  const [code = ''] = path.split(':')
  if (value === EMPTY) return `${code} IS EMPTY`
  if (period === 'year') return `${code} BETWEEN '${value}-01-01' AND '${value}-12-31'`
  if (period === 'month') return `${code} BETWEEN '${value}-01' AND '${lastDay(value)}'`
  if (field.type === 'boolean') return `${code} = ${value === 'true' ? 'TRUE' : 'FALSE'}`
  return `${code} IN (${quoted(value)})`
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
