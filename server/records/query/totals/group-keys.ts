import { type RawBuilder, sql } from 'kysely'
import { ZONE } from '../../../../model/kit/days/clock.ts'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Field } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { refuse } from '../../../errors.ts'
import { accessOf } from '../../permission/permission.ts'
import { modelNamed } from '../../registry.ts'
import { displayOf } from '../words/display.ts'
import { follow, join, type Joins, type Spot, valueAt } from '../conditions/joins.ts'
import type { NameOf } from '../words/names.ts'
import { UNSORTABLE } from '../conditions/order.ts'

type Sql = RawBuilder<unknown>
type Found = Record<string, unknown>

/**
 * Group key of rows. `columns` are read of each row, as `c`; `from` makes several of one row, if its field is a list; `value` is
 * the group. `to`: the group is a record of this model, named after the counting.
 */
export type Key = { path: string; columns: Sql[]; from?: Sql; value: Sql; also: Sql[]; to?: Model; read(row: Found, nameOf: NameOf): unknown }

/** `isKept`: of kept counts. `isBare`: records by their sid, without names. `only`: for records that do not meet it the field counts as empty. */
type Grouped = { isKept?: boolean; isBare?: boolean; only?: Condition | undefined }

/**
 * Field paths; a date, or the day of an instant, also as `field:month`, `field:quarter` or `field:year`. A record of a list field belongs to
 * the group of each of its values, which are one row each where the counts are kept.
 */
export function keyOf(joins: Joins, path: string, name: string, { isKept = false, isBare = false, only }: Grouped = {}): Key {
  const [codes = '', period] = path.split(':')
  const spot = follow(joins, codes.split('.'))
  if (accessOf(joins.ctx, spot.model).masks(spot.code)) return badKey(spot.shown)
  const listed = valuesOf(spot, name)
  if (listed) return period === undefined ? ofList(joins, path, name, { ...listed, isKept }) : badKey(path)
  if (spot.kind === 'inside' || UNSORTABLE.has(spot.field.type)) return badKey(spot.shown)
  const whole = valueAt(spot)
  const column = only ? sql`case when ${joins.compile(joins, only)} then ${whole} end` : whole
  if (period !== undefined) return ofPeriod(path, name, spot.field, { column, period })
  if (spot.field.type === 'reference' && !isBare) return ofReference(joins, path, name, { ...spot, to: spot.field.to })
  return { path, columns: [sql`${column} as ${sql.id(name)}`], value: read(name), also: [], read: (row) => row[name] ?? null }
}

const read = (name: string) => sql.ref(`c.${name}`)

function ofReference(joins: Joins, path: string, name: string, { alias, code, to }: { alias: string; code: string; to: string }): Key {
  const target = modelNamed(joins.ctx.tenant.models, to)
  const column = sql`${sql.ref(`${alias}.${code}`)} as ${sql.id(name)}`
  if (target.public_name) return { path, columns: [column], value: read(name), also: [], to: target, read: named(name, to) }
  const shown = `${name}n`
  const displayed = displayOf(target, join(joins, alias, code, target), joins.ctx)
  return {
    path,
    columns: [column, sql`${displayed}::text as ${sql.id(shown)}`],
    value: read(name),
    also: [sql`min(${read(shown)}) as ${sql.id(shown)}`],
    read: (row) => (row[name] === null ? null : { sid: row[name], name: row[shown] ?? '' }),
  }
}

const named = (name: string, to: string) => (row: Found, nameOf: NameOf) =>
  typeof row[name] === 'string' ? { sid: row[name], name: nameOf(to, row[name]) } : null

// Compares as numbers, since counting many dates is faster than formatting them.
const PERIODS: Record<string, (date: Sql) => Sql> = {
  year: (date) => sql`extract(year from ${date})::int`,
  quarter: (date) => sql`(extract(year from ${date}) * 10 + extract(quarter from ${date}))::int`,
  month: (date) => sql`(extract(year from ${date}) * 100 + extract(month from ${date}))::int`,
}

/** The numbers above, as they are read. */
const SHOWN: Record<string, (value: string) => string> = {
  year: (value) => value,
  quarter: (value) => value.replace(/^(\d+)(\d)$/, '$1-Q$2'),
  month: (value) => value.replace(/^(\d+)(\d\d)$/, '$1-$2'),
}

const periodOf = (value: unknown, period: string) => (value === null || value === undefined ? null : (SHOWN[period]?.(String(value)) ?? null))

function ofPeriod(path: string, name: string, field: Field, { column, period }: { column: Sql; period: string }): Key {
  const shape = Object.hasOwn(PERIODS, period) ? PERIODS[period] : undefined
  if (!shape || (field.type !== 'date' && field.type !== 'datetime')) return badKey(path)
  const day = field.type === 'datetime' ? sql`(${column} at time zone ${sql.lit(ZONE)})` : column
  return { path, columns: [sql`${shape(day)} as ${sql.id(name)}`], value: read(name), also: [], read: (row) => periodOf(row[name], period) }
}

/** The field at the end of a path that rows are grouped by; `isList`: a record may belong to several of its groups. */
export function groupedField(joins: Joins, path: string): { field: Field; period: string | undefined; isList: boolean } {
  keyOf(joins, path, 'k') // refuses what cannot be grouped by
  const [codes = '', period] = path.split(':')
  const spot = follow(joins, codes.split('.'))
  if (spot.kind === 'inside') return { field: spot.part ?? spot.field, period, isList: true }
  return { field: spot.field, period, isList: spot.field.type === 'options' || spot.field.type === 'references' }
}

type Listed = { column: Sql; values: Sql; to: string | undefined }

/** The values of a list field of a row, each once; undefined for any other field. */
function valuesOf(spot: Spot, name: string): Listed | undefined {
  const column = sql.ref(`${spot.alias}.${spot.code}`)
  const list = read(name)
  const { field } = spot
  if (spot.kind === 'column' && (field.type === 'options' || field.type === 'references'))
    return { column, values: sql`select distinct unnest(${list}) as value`, to: field.type === 'references' ? field.to : undefined }
  if (spot.kind !== 'inside' || spot.rest.length > 1 || (spot.part?.type !== 'reference' && spot.part?.type !== 'option')) return undefined
  const value = sql`(one.value ->> ${sql.lit(spot.rest[0] ?? '')})`
  const values = sql`select distinct ${value} as value from jsonb_array_elements(${list}) as one(value) where ${value} is not null`
  return { column, values, to: spot.part.type === 'reference' ? spot.part.to : undefined }
}

function ofList(joins: Joins, path: string, name: string, { column, values, to, isKept }: Listed & { isKept: boolean }): Key {
  const target = to === undefined ? undefined : modelNamed(joins.ctx.tenant.models, to)
  if (target && !target.public_name) return badKey(path)
  const each = `${name}e`
  return {
    path,
    columns: [sql`${column} as ${sql.id(name)}`],
    ...(!isKept && { from: sql`left join lateral (${values}) as ${sql.id(each)} on true` }),
    value: sql`${isKept ? read(name) : sql.ref(`${each}.value`)}::text`,
    also: [],
    ...(target && { to: target }),
    read: target ? named(name, target.name) : (row) => row[name] ?? null,
  }
}

export const badKey = (field: string): never => refuse('bad_request', { why_zh: `不能按“${field}”分组`, why_en: `cannot group by “${field}”` })
