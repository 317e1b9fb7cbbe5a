import { dayOfMoment } from '../../model/kit/clock.ts'
import type { Model } from '../../model/kit/model.ts'
import { addDecimals } from '../../model/statistics/decimals.ts'
import { both, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import { type Dimension, dimensionOf, valueOf } from '../records/query/dimension.ts'
import type { Found } from '../records/query/plans.ts'
import { fieldOf } from '../records/registry.ts'
import { type ExportColumn, isExportable } from './columns.ts'

/** How the rows of a printed list are divided, and the amounts that are added up. */
export type Grouping = { by: Dimension | undefined; amounts: readonly Amount[] }
/** `currency`: of a row. `read`: the field that has it, where it is not always the same. */
type Amount = { code: string; read: string | undefined; currency: (row: Found) => string }

export type GroupingAsked = { group?: string | undefined; totals?: boolean | undefined }

/** What is hidden, masked or may not leave is not grouped by, and neither totalled nor read for a total. */
export function groupingOf(ctx: Context, model: Model, { group, totals }: GroupingAsked, columns: readonly ExportColumn[]): Grouping {
  const by = group ? dimensionOf(ctx, model, group) : undefined
  if (by && !isExportable(by.field)) refuse('bad_request', both('why', [`“${by.label}”不能导出`, `“${by.label}” is not exported`]))
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
export const readFor = ({ by, amounts }: Grouping): string[] => [
  ...(by ? [by.path.split(':')[0] ?? ''] : []),
  ...amounts.flatMap(({ read }) => read ?? []),
]

/** Of one amount: its sum in each currency, as exact decimal text. */
export type Sums = Map<string, string>

export const noSums = ({ amounts }: Grouping): Sums[] => amounts.map(() => new Map<string, string>())

export function addRow(sums: readonly Sums[], { amounts }: Grouping, row: Found): void {
  for (const [at, { code, currency }] of amounts.entries()) {
    const amount = row[code]
    if (amount === null || amount === undefined) continue
    const sum = sums[at]
    sum?.set(currency(row), addDecimals([sum.get(currency(row)) ?? '0', String(amount)]))
  }
}

/** The groups of a row: each of its values once, or the group without a value. */
export function groupsOfRow(by: Dimension, row: Found): unknown[] {
  const given = row[by.path.split(':')[0] ?? '']
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
