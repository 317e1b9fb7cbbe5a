import type { Condition, Predicate, Value } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { type CountKey, type CountTable, countTables, pathOf } from '../../../database/count-tables.ts'

type Asked = {
  where?: Condition | undefined
  by?: readonly string[]
  sums?: readonly string[]
  filled?: boolean
  parts?: readonly (Condition | undefined)[]
}

/** The kept counts that answer a query exactly, including permission: they require that only counted fields are queried. */
export function keptGroups(model: Model, { where, by = [], sums = [], filled = false, parts = [] }: Asked): CountTable | undefined {
  return countTables(model).find((table) => {
    const fits = (condition: Condition | undefined) => condition === undefined || isOf(model, table, condition)
    return (
      table.only.every(([code, values]) => isWithin(where, code, values)) &&
      // A record with several values is counted several times: only its groups are right, neither totals nor conditions.
      table.keys.every((key) => key.list === undefined || by.includes(pathOf(key))) &&
      fits(where) &&
      parts.every(fits) &&
      by.every((path) => isKeyed(table, columnOf(model, path))) &&
      sums.every((code) => table.sums.includes(code)) &&
      (!filled || sums.length === 0 || table.filled.length > 0)
    )
  })
}

/** A field without a column is counted by the one from which it is read. */
const columnOf = ({ fields }: Model, path: string): string => (Object.hasOwn(fields, path) && fields[path]?.read_from?.field) || path

/** A value without a count is not queried. */
function isWithin(where: Condition | undefined, code: string, values: readonly string[]): boolean {
  if (where?.kind === 'and') return where.of.some((part) => isWithin(part, code, values))
  if (where?.kind !== 'in' && where?.kind !== 'compare') return false
  if (where.path.join('.') !== code || (where.kind === 'in' ? where.negated : where.op !== '=')) return false
  return (where.kind === 'in' ? where.values : [where.value]).every((value) => value.kind === 'text' && values.includes(value.value))
}

function isOf(model: Model, table: CountTable, condition: Condition): boolean {
  if (condition.kind === 'not') return isOf(model, table, condition.of)
  if ('of' in condition) return condition.of.every((part) => isOf(model, table, part))
  const path = columnOf(model, condition.path.join('.'))
  if (path === 'company_sid') return true
  const key = table.keys.find(({ code, list }) => code === path && list === undefined)
  return key !== undefined && (key.period === undefined || isAligned(condition, key))
}

/** A date with a counted period must be queried by whole periods. */
function isAligned(predicate: Predicate, { period }: CountKey): boolean {
  const first = (value: Value) => value.kind === 'text' && (period === 'year' ? /^\d{4}-01-01$/ : /^\d{4}-\d\d-01$/).test(value.value)
  const last = (value: Value) => value.kind === 'text' && DAY.test(value.value) && first({ ...value, value: dayAfter(value.value) })
  if (predicate.kind === 'empty') return true
  if (predicate.kind === 'between') return first(predicate.from) && last(predicate.to)
  if (predicate.kind !== 'compare') return false
  return predicate.op === '>=' || predicate.op === '<'
    ? first(predicate.value)
    : (predicate.op === '<=' || predicate.op === '>') && last(predicate.value)
}

const DAY = /^\d{4}-\d\d-\d\d$/

function dayAfter(day: string): string {
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).add({ days: 1 }).toString()
  } catch {
    return day // not a date: refused during compilation
  }
}

function isKeyed({ keys }: CountTable, path: string): boolean {
  const [code = '', period] = path.split(':')
  const key = keys.find((one) => pathOf(one) === code)
  return (
    code === 'company_sid' ||
    (key !== undefined &&
      (key.period === undefined || key.period === period || (key.period === 'month' && (period === 'year' || period === 'quarter'))))
  )
}
