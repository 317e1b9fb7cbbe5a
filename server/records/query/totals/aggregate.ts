import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { refuse } from '../../../errors.ts'
import { filledColumn, sumColumn } from '../../../database/count-tables.ts'
import { allOf } from '../../permission/conditions.ts'
import { authorize } from '../../permission/permission.ts'
import { compileCondition, joinsOf } from '../conditions/condition.ts'
import { type Key, keyOf } from './group-keys.ts'
import { follow, joinSql, type Joins, seenSql } from '../conditions/joins.ts'
import { keptGroups } from './kept-groups.ts'
import { ifAllSeen, ofAskedKinds } from '../narrowed.ts'
import { namesFor } from '../words/names.ts'
import { conditionSql } from '../page.ts'
import { pathsIn, refuseTooMany, refuseUnkept, type Tables, tablesOf } from '../past.ts'
import { readsOf } from '../reads.ts'
import { keepResult } from '../../on-replica.ts'
import { digestOf } from '../plans.ts'
import { readIql } from '../search.ts'
import type { Context, Tenant } from '../../context.ts'
import { turnsOf } from '../../../turns.ts'

type Sql = RawBuilder<unknown>

/**
 * `by`: field paths, a date also as `field:month`, `field:quarter` or `field:year`. `parts`: further conditions, each counted within its group.
 * `sums`: numbers and amounts, or the days between two dates as `from..to`. `filled`: of each sum, also how many records have a value. `groups`: the most groups of the answer.
 * `day`: as the records stood at the end of that past day; what may be seen is decided by what they are now. `statements`: so many such
 * questions belong to one answer.
 * `most`: so many rows are counted at most, unless the counts are kept; sums of a part of the rows are left out. `top`: the largest groups only, the largest first.
 */
export type Asked = {
  where?: Condition | undefined
  by?: readonly string[]
  sums?: readonly string[]
  parts?: Readonly<Record<string, Condition | undefined>>
  most?: number | undefined
  top?: number | undefined
  filled?: boolean
  groups?: number
  day?: string | undefined
  statements?: number
}
/** Sums are exact decimal text; groups are ordered by their keys. */
export type Group = {
  by: Record<string, unknown>
  count: number
  sums: Record<string, string>
  filled?: Record<string, number>
  parts: Record<string, number>
}

const MAX_GROUPS = 2000

/** Counts and sums over the rows that this person may see, in one pass of the database. */
export const aggregate = async (ctx: Context, model: Model, asked: Omit<Asked, 'most'>): Promise<Group[]> => (await groups(ctx, model, asked)).record

async function groups(ctx: Context, model: Model, asked: Asked): Promise<{ record: Group[]; capped?: true }> {
  const { by = [], sums = [], parts = {}, most, filled = false } = asked
  const { rows, keys } = await groupRows(ctx, model, asked)
  const wanted = new Map(keys.flatMap(({ to }, at) => (to ? [[to.name, sidsIn(rows, `k${at}`)] as const] : [])))
  const nameOf = await namesFor(ctx, wanted)
  const capped = most !== undefined && Number(rows[0]?.met ?? 0) > most
  const record = rows.map((row) => ({
    by: Object.fromEntries(keys.map((key, at) => [by[at] ?? '', key.read(row, nameOf)])),
    count: Number(row.n),
    sums: capped ? {} : Object.fromEntries(sums.map((code, at) => [code, String(row[`s${at}`])])),
    ...(filled && !capped && { filled: Object.fromEntries(sums.map((code, at) => [code, Number(row[`f${at}`])])) }),
    parts: Object.fromEntries(Object.keys(parts).map((name, at) => [name, Number(row[`p${at}`])])),
  }))
  return { record, ...(capped && { capped }) }
}

/** For a person who sees all cases, the case table is not read. */
async function groupRows(ctx: Context, model: Model, asked: Asked) {
  const { rows: seen } = authorize(ctx, model, 'count')
  if (asked.day !== undefined) return rowsOfDay(ctx, model, asked, asked.day)
  const simpler = ifAllSeen(ctx, model, seen)
  if (simpler) {
    const { statement, keys } = groupStatement(ctx, model, asked, simpler)
    const rows = await keptRows(ctx, statement.compile(ctx.db))
    if (rows.some((row) => Number(row.n) > 0)) return { rows, keys }
  }
  const { statement, keys } = groupStatement(ctx, model, asked, { rows: ofAskedKinds(ctx, model, seen, asked.where) })
  return { rows: await keptRows(ctx, statement.compile(ctx.db)), keys }
}

async function rowsOfDay(ctx: Context, model: Model, asked: Asked, day: string) {
  const conditions = [asked.where, ...Object.values(asked.parts ?? {})]
  refuseUnkept(ctx, model, [...(asked.by ?? []), ...(asked.sums ?? []).flatMap((sum) => sum.split('..')), ...conditions.flatMap(pathsIn)])
  const tables = tablesOf(ctx, day)
  const { statement, keys } = groupStatement(ctx, model, asked, { rows: undefined, tables })
  const query = statement.compile(ctx.db)
  const read = () =>
    inTurnOf(ctx.tenant, async () => {
      await refuseTooMany(ctx, tables, asked.statements)
      return (await ctx.db.executeQuery<Record<string, unknown>>(query)).rows
    })
  return { rows: await keptRows(ctx, query, read), keys }
}

/** These take long: a tenant has one running in a process, and leaves the other connections to everybody else. */
function inTurnOf<T>(tenant: Tenant, act: () => Promise<T>): Promise<T> {
  const turns = turnsOfTenants.get(tenant) ?? turnsOf(1)
  turnsOfTenants.set(tenant, turns)
  return turns(act)
}

const turnsOfTenants = new WeakMap<Tenant, ReturnType<typeof turnsOf>>()

const sidsIn = (rows: readonly Record<string, unknown>[], name: string) =>
  new Set(rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : [])))

/** Condition of the visible rows, and further conditions on the database under which it is valid */
export type Seen = { rows: Condition | undefined; isAll?: Sql; hasNoHidden?: boolean; tables?: Tables }

/** The rows with their values as `c`, and their groups. */
function groupStatement(ctx: Context, model: Model, asked: Asked, seen: Seen): { statement: Sql; keys: Key[] } {
  const { where, by = [], sums = [], parts = {}, most, top, filled = false, groups: limit = MAX_GROUPS } = asked
  const past = seen.tables?.past
  const joins = joinsOf(ctx, model, 't', undefined, past)
  const whole = allOf([seen.rows, where].filter((part) => part !== undefined))
  const kept = past ? undefined : keptGroups(model, { where: whole, by, sums, filled, parts: Object.values(parts) })
  const own = kept ? (whole ? compileCondition(joins, whole) : sql`true`) : conditionSql(joins, whole)
  const also = seen.tables ? sql`t.created_at < ${seen.tables.end} and ${seenSql(joins, 't', model)}` : seen.isAll
  const condition = also ? sql`${own} and ${also}` : own
  const keys = by.map((path, at) => keyOf(joins, path, `k${at}`, { isKept: kept !== undefined }))
  const amounts = sums.map((code, at) => sql`${amountOf(joins, code, kept !== undefined)} as ${sql.id(`s${at}`)}`)
  const valued = kept && filled ? sums.map((code, at) => sql`${sql.ref(`t.${filledColumn(code)}`)} as ${sql.id(`f${at}`)}`) : []
  const met = Object.values(parts).map((part, at) => sql`${part ? compileCondition(joins, part) : sql`true`} as ${sql.id(`p${at}`)}`)
  const isCapped = most !== undefined && !kept
  // The place of a row keeps PostgreSQL from reading the first ones of an index, which would all be of one group.
  const one = kept ? sql`t.n` : isCapped ? sql`t.ctid` : sql`1 as one`
  const columns = sql.join([one, ...keys.flatMap((key) => key.columns), ...amounts, ...valued, ...met])
  const rows = sql`select ${columns} from ${past?.table(model.name) ?? sql.table(kept?.name ?? model.name)} as t ${joinSql(joins)} where ${condition}`
  const counting = kept ? sql`sum(c.n)` : sql`count(*)`
  const counted = [
    sql`coalesce(${counting}, 0) as n`,
    ...sums.map((_, at) => sql`coalesce(sum(${sql.ref(`c.s${at}`)}), 0)::text as ${sql.id(`s${at}`)}`),
    ...(filled ? sums.map((_, at) => sql`${filledOf(at, kept !== undefined)} as ${sql.id(`f${at}`)}`) : []),
    ...met.map((_, at) => sql`coalesce(${counting} filter (where ${sql.ref(`c.p${at}`)}), 0) as ${sql.id(`p${at}`)}`),
    ...(isCapped ? [sql`(select count(*) from met) as met`] : []),
  ]
  const list = sql.join([...keys.flatMap((key, at) => [sql`${key.value} as ${sql.id(`k${at}`)}`, ...key.also]), ...counted])
  const from = sql`${isCapped ? sql`(select * from met limit ${sql.lit(most)}) c` : sql`(${rows}) c`} ${sql.join(
    keys.flatMap(({ from: each }) => each ?? []),
    sql` `,
  )}`
  const head = isCapped ? sql`with met as (${rows} limit ${sql.lit(most + 1)}) ` : sql``
  const end = groupingOf(keys, { isKept: kept !== undefined, top })
  return { keys, statement: sql`${head}select ${list} from ${from}${end} limit ${sql.lit(Math.min(top ?? limit, limit))}` }
}

/** How many records have a value of the sum at this place. */
const filledOf = (at: number, isKept: boolean): Sql => (isKept ? sql`coalesce(sum(${sql.ref(`c.f${at}`)}), 0)` : sql`count(${sql.ref(`c.s${at}`)})`)

type Grouping = { isKept: boolean; top: number | undefined }

function groupingOf(keys: readonly Key[], { isKept, top }: Grouping): Sql {
  if (keys.length === 0) return sql``
  const values = sql.join(keys.map(({ value }) => value))
  const order = top === undefined ? values : sql`n desc, ${values}`
  return sql` group by ${values}${isKept ? sql` having sum(c.n) <> 0` : sql``} order by ${order}`
}

export function keptRows(ctx: Context, query: CompiledQuery, read = async () => (await ctx.db.executeQuery<Record<string, unknown>>(query)).rows) {
  return keepResult(ctx, readsOf(query.sql, ctx), digestOf(query.sql, query.parameters), read, 'picture')
}

/** POST do/aggregate {iql, by, sums, filled, most, top}: the data of charts, of filters and of groups. */
export async function aggregateRows(ctx: Context, model: Model, body: Record<string, unknown>) {
  const query = readIql(body.iql as string | undefined) // readIql refuses anything but text
  const { most, top, filled = false } = body as { most?: number; top?: number; filled?: boolean } // by the declaration
  return groups(ctx, model, { where: query.where, by: codesIn(body, 'by', 4), sums: codesIn(body, 'sums', 6), most, top, filled })
}

function codesIn(body: Record<string, unknown>, key: string, max: number): string[] {
  const list = body[key] ?? []
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
    return refuse('bad_request', { why_zh: `${key} 应为字段代码的数组`, why_en: `${key} must be a list of field codes` })
  if (list.length > max) refuse('too_many_values', { key, max })
  return [...new Set(list)]
}

/** A number or an amount; of `from..to`, the days from one date to another, which kept counts have as one column. */
export function amountOf(joins: Joins, code: string, isKept = false) {
  const [from = '', to] = code.split('..')
  if (to !== undefined) {
    const days = sql`(${dayOf(joins, to)} - ${dayOf(joins, from)})`
    return isKept ? sql.ref(`${joins.alias}.${sumColumn(code)}`) : days
  }
  const spot = follow(joins, code.split('.'))
  if (spot.kind === 'inside' || !['integer', 'decimal', 'money'].includes(spot.field.type))
    return refuse('bad_request', { why_zh: `不能对“${spot.shown}”求和`, why_en: `“${spot.shown}” cannot be summed` })
  return sql.ref(`${spot.alias}.${spot.code}`)
}

function dayOf(joins: Joins, code: string) {
  const spot = follow(joins, code.split('.'))
  if (spot.kind === 'inside' || spot.field.type !== 'date')
    return refuse('bad_request', { why_zh: `“${spot.shown}”不是日期`, why_en: `“${spot.shown}” is no date` })
  return sql.ref(`${spot.alias}.${spot.code}`)
}
