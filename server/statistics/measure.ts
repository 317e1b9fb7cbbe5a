import type { Model } from '../../model/kit/model.ts'
import { decimalsOf } from '../../model/kit/money/money.ts'
import { addDecimals, divideDecimal } from '../../model/statistics/decimals.ts'
import { BETWEEN, type Definition, type Figure, type Measure } from '../../model/statistics/definition.ts'
import { both, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { accessOf } from '../records/permission/permission.ts'
import type { Group } from '../records/query/totals/aggregate.ts'
import { joinsOf } from '../records/query/conditions/condition.ts'
import { follow } from '../records/query/conditions/joins.ts'
import { labelAlong } from '../records/dimension.ts'

/**
 * Measure: a count, sum or average. `currency`: the path of the field with the currency of each amount, or `fixed` for all. `filled`: the
 * condition of the records that an average is made of.
 */
export type Measured = {
  measure: Measure
  path: string | null
  currency: string | undefined
  fixed: string | undefined
  decimals: number
  label: string
  filled: string | null
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'money'])

/** Amounts of several currencies are never added together. */
export function measureOf(ctx: Context, model: Model, { measure, measure_field: path }: Pick<Definition, 'measure' | 'measure_field'>): Measured {
  const plain = { measure, path: null, currency: undefined, fixed: undefined, decimals: 0, filled: null }
  if (measure === 'COUNT') return { ...plain, label: ctx.lang === 'zh' ? '记录数' : 'Records' }
  if (!path) return refuse('rule', both('summary', ['请选择要统计的数字或金额字段', 'Choose the number or amount to measure']))
  if (path.includes(BETWEEN)) return daysBetween(ctx, model, { ...plain, path })
  const spot = follow(joinsOf(ctx, model), path.split('.'))
  const { field } = spot
  if (spot.kind === 'inside' || !NUMBERS.has(field.type) || accessOf(ctx, spot.model).masks(spot.code))
    return refuse('bad_request', both('why', [`不能对“${path}”求和或平均`, `“${path}” cannot be summed or averaged`]))
  const own = { ...plain, path, label: labelAlong(ctx, model, path), filled: measure === 'AVERAGE' ? `${path} IS NOT EMPTY` : null }
  if (field.type !== 'money') return { ...own, decimals: field.type === 'decimal' ? field.digits : 0 }
  const isNamed = !/^[A-Z]{3}$/.test(field.currency)
  const beside = [...path.split('.').slice(0, -1), field.currency].join('.')
  return { ...own, currency: isNamed ? beside : undefined, fixed: isNamed ? undefined : field.currency }
}

/** The average number of days from one date of a record to another. */
function daysBetween(ctx: Context, model: Model, own: Omit<Measured, 'label'> & { path: string }): Measured {
  const [from = '', to = ''] = own.path.split(BETWEEN)
  for (const path of [from, to]) {
    const spot = follow(joinsOf(ctx, model), path.split('.'))
    if (spot.kind === 'inside' || spot.field.type !== 'date') refuse('bad_request', both('why', [`“${path}”不是日期`, `“${path}” is no date`]))
  }
  if (own.measure !== 'AVERAGE')
    refuse('rule', both('summary', ['两个日期之间只统计平均天数', 'Only the average number of days between two dates is measured']))
  const [first, last] = [labelAlong(ctx, model, from), labelAlong(ctx, model, to)]
  const label = ctx.lang === 'zh' ? `${first}至${last}的平均天数` : `Average days from ${first} to ${last}`
  return { ...own, label, filled: `${from} IS NOT EMPTY AND ${to} IS NOT EMPTY` }
}

/** Records of one currency, or of none, that are added up. */
export type Lump = { by: Readonly<Record<string, unknown>>; currency: string | null; count: number; sum: string }

export function lumpOf({ measure, path, currency, fixed }: Measured, { by, count, sums, filled }: Group): Lump {
  const own = currency === undefined ? fixed : by[currency]
  return {
    by,
    currency: typeof own === 'string' ? own : null,
    count: measure === 'AVERAGE' ? (filled?.[path ?? ''] ?? 0) : count,
    sum: path === null ? String(count) : (sums[path] ?? '0'),
  }
}

/** One figure for each currency, the most frequent first. A record without a currency has no amount. */
export function figuresOf(measured: Measured, lumps: readonly Lump[]): Figure[] {
  const parts = [...Map.groupBy(lumps, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    count: own.reduce((sum, one) => sum + one.count, 0),
    sum: addDecimals(own.map((one) => one.sum)),
  }))
  return parts
    .filter(({ count, currency }) => count > 0 && (measured.currency === undefined || currency !== null))
    .toSorted((one, other) => other.count - one.count)
    .map(({ currency, count, sum }) => ({
      currency,
      count,
      value: measured.measure === 'AVERAGE' ? average(measured, { currency, count, sum }) : sum,
    }))
}

const EXTRA_DECIMALS = 2

function average({ decimals, path }: Measured, { currency, count, sum }: { currency: string | null; count: number; sum: string }): string {
  const digits = currency !== null ? decimalsOf(currency) : path?.includes(BETWEEN) ? 0 : decimals + EXTRA_DECIMALS
  return divideDecimal(sum, count, digits)
}
