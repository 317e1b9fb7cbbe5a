import { dayOfMoment } from '../../model/kit/days/clock.ts'
import type { Model } from '../../model/kit/model.ts'
import { addDecimals } from '../../model/statistics/decimals.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { type Dimension, dimensionOf, labelsOf, valueOf } from '../records/dimension.ts'
import type { Found } from '../records/query/plans.ts'
import { fieldOf } from '../records/registry.ts'
import { type ExportColumn, exportColumns, isExportable } from './columns.ts'

/** How the rows of an export are divided, and the amounts that are added up. */
export type Grouping = { by: Dimension | undefined; amounts: readonly Amount[] }
/** `currency`: of a row. `read`: the field that has it, where it is not always the same. */
type Amount = { code: string; read: string | undefined; currency: (row: Found) => string }

const fieldOfGroup = ({ path }: Dimension): string => path.split(':')[0] ?? ''

export const isDivided = ({ by, amounts }: Grouping) => by !== undefined || amounts.length > 0

export type GroupingAsked = { group?: string | undefined; totals?: boolean | undefined }

/** Hidden, masked and non-exportable fields are excluded from groups and totals. */
export function groupingOf(ctx: Context, model: Model, { group, totals }: GroupingAsked, columns: readonly ExportColumn[]): Grouping {
  const by = group ? dimensionOf(ctx, model, group) : undefined
  if (by) exportColumns(ctx, model, [fieldOfGroup(by)]) // refuses a way through what is not exported
  return { by, amounts: totals ? columns.flatMap((column) => amountOf(ctx, model, column)) : [] }
}

/** Only of the records themselves: an amount of a referred record would be added once for each record that refers to it. */
function amountOf(ctx: Context, model: Model, { code }: ExportColumn): Amount[] {
  const field = fieldOf(model, code)
  const { mayRead, masks } = accessOf(ctx, model)
  if (field?.type !== 'money' || masks(code)) return []
  const { currency } = field
  const named = fieldOf(model, currency)
  if (!named) return [{ code, read: undefined, currency: () => currency }]
  if (!mayRead(currency) || masks(currency) || !isExportable(named)) return []
  return [{ code, read: currency, currency: (row) => String(row[currency] ?? '') }]
}

/** The fields of a row that the groups and the totals are made from. */
export const readFor = ({ by, amounts }: Grouping): string[] => [...(by ? [fieldOfGroup(by)] : []), ...amounts.flatMap(({ read }) => read ?? [])]

/** Sums of one amount by currency, as exact decimal text */
export type Sums = Map<string, string>
export type Group = { value: unknown; count: number; sums: readonly Sums[] }
/** Added up while the rows are read: no row is kept. */
export type Tally = { all: Group; groups: Map<string | null, Group> }

const emptyGroup = ({ amounts }: Grouping, value: unknown): Group => ({ value, count: 0, sums: amounts.map(() => new Map<string, string>()) })

export const emptyTally = (grouping: Grouping): Tally => ({ all: emptyGroup(grouping, null), groups: new Map() })

/** Counts a row and adds its amounts; answers its groups. */
export function addRow({ all, groups }: Tally, grouping: Grouping, row: Found): Group[] {
  const { by } = grouping
  const own = (by ? groupsOfRow(by, row) : []).map((value) => {
    const group = groups.get(valueOf(value)) ?? emptyGroup(grouping, value)
    groups.set(valueOf(value), group)
    return group
  })
  for (const group of [all, ...own]) {
    group.count++
    for (const [at, amount] of grouping.amounts.entries()) addAmount(group.sums[at], amount, row)
  }
  return own
}

function addAmount(sum: Sums | undefined, { code, currency }: Amount, row: Found) {
  const amount = row[code]
  if (amount === null || amount === undefined) return
  sum?.set(currency(row), addDecimals([sum.get(currency(row)) ?? '0', String(amount)]))
}

export const byCurrency = (sums: Sums): [currency: string, sum: string][] => [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))

/** In the order in which they are printed, with their names for this person. */
export async function namedGroups(ctx: Context, by: Dimension, { groups }: Tally): Promise<{ label: string; group: Group }[]> {
  const ordered = [...groups.values()].toSorted(by.period === undefined ? byNumber : byPeriod)
  const labels = await labelsOf(
    ctx,
    by,
    ordered.map(({ value }) => value),
  )
  return ordered.map((group) => ({ label: labels.get(valueOf(group.value)) ?? '', group }))
}

/** The largest first, as on screen. */
const byNumber = (one: Group, other: Group) => other.count - one.count

/** The earliest first, and last what has no date. */
const byPeriod = ({ value: one }: Group, { value: other }: Group) =>
  one === null || other === null ? Number(one === null) - Number(other === null) : String(one) < String(other) ? -1 : 1

/** The groups of a row: each of its values once, or the group without a value. */
function groupsOfRow(by: Dimension, row: Found): unknown[] {
  const given = row[fieldOfGroup(by)]
  const all = (Array.isArray(given) ? given : [given]).map((one: unknown) => (by.period === undefined ? one : periodOf(by, one)))
  const values = new Map(all.flatMap((one) => (valueOf(one) === null ? [] : [[valueOf(one), one] as const])))
  return values.size > 0 ? [...values.values()] : [null]
}

/** As the groups of a list on screen are named. */
function periodOf({ field, period }: Dimension, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const day = field.type === 'datetime' ? dayOfMoment(String(value)) : String(value)
  const [year = '', month = ''] = day.split('-')
  if (period === 'year') return year
  return period === 'month' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`
}
