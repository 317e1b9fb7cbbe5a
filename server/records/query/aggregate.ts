import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { accessOf, allOf, authorize } from '../permission/permission.ts'
import { compileCondition, joinsOf } from './condition.ts'
import { follow, join, joinSql, type Joins } from './joins.ts'
import { modelNamed } from '../registry.ts'
import { UNSORTABLE } from './order.ts'
import { conditionSql } from './page.ts'
import { digestOf, readIql } from './search.ts'
import { displayOf } from './display.ts'
import { keptGroups } from './kept-groups.ts'
import { readsOf } from './reads.ts'
import type { Context } from '../context.ts'

/** `by`: field paths, a date also as `field:month` or `field:year`. `parts`: further conditions, each counted within its group. */
export type Asked = {
  where?: Condition | undefined
  by?: readonly string[]
  sums?: readonly string[]
  parts?: Readonly<Record<string, Condition | undefined>>
}
/** Sums are exact decimal text; groups are ordered by their keys. */
export type Group = { by: Record<string, unknown>; count: number; sums: Record<string, string>; parts: Record<string, number> }

const MOST_GROUPS = 2000

/** Counts and sums over the rows that this person may see, in one pass of the database. */
export async function aggregate(ctx: Context, model: Model, { where, by = [], sums = [], parts = {} }: Asked): Promise<Group[]> {
  const access = authorize(ctx, model, 'count')
  const joins = joinsOf(ctx, model)
  const whole = allOf([access.rows, where].filter((part) => part !== undefined))
  const kept = keptGroups(model, { where: whole, by, sums, parts: Object.values(parts) })
  const condition = kept ? (whole ? compileCondition(joins, whole) : sql`true`) : conditionSql(joins, whole)
  const counting = kept ? sql`sum(t.n)` : sql`count(*)`
  const keys = by.map((path, at) => keyOf(joins, path, `k${at}`))
  const added = sums.map((code, at) => sql`coalesce(sum(${amountOf(joins, code)}), 0)::text as ${sql.id(`s${at}`)}`)
  const names = Object.keys(parts)
  const counted = names.map((name, at) => {
    const part = parts[name]
    return sql`coalesce(${counting}${part ? sql` filter (where ${compileCondition(joins, part)})` : sql``}, 0) as ${sql.id(`p${at}`)}`
  })
  const columns = sql.join([...keys.flatMap((key) => key.columns), sql`coalesce(${counting}, 0) as n`, ...added, ...counted])
  const grouped = keys.flatMap((key) => key.group)
  const filled = kept ? sql` having sum(t.n) <> 0` : sql``
  const grouping = grouped.length ? sql` group by ${sql.join(grouped)}${filled} order by ${sql.join(grouped)}` : sql``
  const statement = sql`select ${columns} from ${sql.table(kept?.name ?? model.name)} as t ${joinSql(joins)} where ${condition}${grouping} limit ${sql.lit(MOST_GROUPS)}`
  const rows = await keptRows(ctx, statement.compile(ctx.db))
  return rows.map((row) => ({
    by: Object.fromEntries(keys.map((key) => [key.path, key.read(row)])),
    count: Number(row.n),
    sums: Object.fromEntries(sums.map((code, at) => [code, String(row[`s${at}`])])),
    parts: Object.fromEntries(names.map((name, at) => [name, Number(row[`p${at}`])])),
  }))
}

function keptRows(ctx: Context, query: CompiledQuery) {
  const read = async () => (await ctx.db.executeQuery<Record<string, unknown>>(query)).rows
  return ctx.db.isTransaction ? read() : ctx.tenant.totals.keep(readsOf(query.sql, ctx), digestOf(query.sql, query.parameters), read, 'picture')
}

/** POST do/aggregate {iql, by, sums}: the data of charts. */
export async function aggregateRows(ctx: Context, model: Model, body: Record<string, unknown>) {
  const query = readIql(body.iql as string | undefined) // readIql refuses anything but text
  return { record: await aggregate(ctx, model, { where: query.where, by: codesIn(body, 'by', 4), sums: codesIn(body, 'sums', 6) }) }
}

function codesIn(body: Record<string, unknown>, key: string, max: number): string[] {
  const list = body[key] ?? []
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
    return refuse('bad_request', { why_zh: `${key} 应为字段代码的数组`, why_en: `${key} must be a list of field codes` })
  if (list.length > max) refuse('too_many_values', { key, max })
  return [...new Set(list)]
}

type Key = { path: string; columns: RawBuilder<unknown>[]; group: RawBuilder<unknown>[]; read(row: Record<string, unknown>): unknown }

// Compares as numbers, since counting many dates is faster than formatting them.
const PERIODS: Record<string, (date: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  year: (date) => sql`extract(year from ${date})::int`,
  month: (date) => sql`(extract(year from ${date}) * 100 + extract(month from ${date}))::int`,
}

const periodOf = (value: unknown) => (value === null || value === undefined ? null : String(value).replace(/^(\d{4})(\d\d)$/, '$1-$2'))

function keyOf(joins: Joins, path: string, name: string): Key {
  const [codes = '', period] = path.split(':')
  const spot = follow(joins, codes.split('.'))
  if (spot.kind === 'inside' || UNSORTABLE.has(spot.field.type) || accessOf(joins.ctx, spot.model).masks(spot.code)) return badKey(spot.shown)
  const column = sql.ref(`${spot.alias}.${spot.code}`)
  const id = sql.id(name)
  const plain = (row: Record<string, unknown>) => row[name] ?? null
  if (period !== undefined) {
    const shape = PERIODS[period]
    if (!shape || spot.field.type !== 'date') return badKey(path)
    const part = shape(column)
    return { path, columns: [sql`${part} as ${id}`], group: [part], read: (row) => periodOf(row[name]) }
  }
  if (spot.field.type !== 'reference') return { path, columns: [sql`${column} as ${id}`], group: [column], read: plain }
  const target = modelNamed(joins.ctx.tenant.models, spot.field.to)
  const shown = displayOf(target, join(joins, spot.alias, spot.code, target), joins.ctx)
  return {
    path,
    columns: [sql`${column} as ${id}`, sql`min(${shown}::text) as ${sql.id(`${name}n`)}`],
    group: [column],
    read: (row) => (row[name] === null ? null : { sid: row[name], name: row[`${name}n`] ?? '' }),
  }
}

const badKey = (field: string): never => refuse('bad_request', { why_zh: `不能按“${field}”分组`, why_en: `“${field}” cannot be grouped by` })

function amountOf(joins: Joins, code: string) {
  const spot = follow(joins, code.split('.'))
  if (spot.kind === 'inside' || !['integer', 'decimal', 'money'].includes(spot.field.type))
    return refuse('bad_request', { why_zh: `不能对“${spot.shown}”求和`, why_en: `“${spot.shown}” cannot be added up` })
  return sql.ref(`${spot.alias}.${spot.code}`)
}
