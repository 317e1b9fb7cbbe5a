import { type RawBuilder, sql } from 'kysely'
import type { Condition, Query } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { sortedIndexes } from '../../database/sync/sync.ts'
import type { Context } from '../context.ts'
import { fieldOf, modelNamed } from '../registry.ts'
import { compileCondition, joinsOf } from './conditions/condition.ts'
import { displayOf } from './words/display.ts'
import { joinSql, type Joins } from './conditions/joins.ts'
import { directionOf, orderSql, sortedBy } from './conditions/order.ts'
import { runPlan, SLOT } from './plans.ts'
import { selected } from './select.ts'

type Sql = RawBuilder<unknown>

/**
 * `far`: the keys are found in an index first, and the rows read afterwards. `few`: so few rows match that all are found by
 * their own indexes and then sorted, where PostgreSQL might scan in sort order to find them. `counted`: each row also has the number of
 * all matching rows, as TOTAL.
 */
type Reading = { bin: boolean; far: boolean; few?: boolean; counted?: boolean; flat?: boolean; rows: number; start: number }

/** No field has this name. */
export const TOTAL = 'all rows'

// From this offset on, the keys are found in the index first and the rows read afterwards.
export const FAR_OFFSET = 500

/** The number of rows is part of the text, and a first page has no offset: PostgreSQL then plans the statement once. */
const placeOf = ({ rows, start }: Reading) => sql`limit ${sql.lit(rows)}${start === 0 ? sql`` : sql` offset ${SLOT.offset}`}`

/** One ordered page; each call fills in the offset of a later page. */
export function pageStatement(ctx: Context, model: Model, codes: readonly string[], query: Query, reading: Reading) {
  const { bin, far, few = false, counted = false, flat = false } = reading
  const place = placeOf(reading)
  const keys = joinsOf(ctx, model)
  const condition = conditionSql(keys, query.where, bin)
  const byReference = few || counted ? undefined : keysByReference(keys, query, condition, reading)
  const order = byReference ? undefined : sortedBy(keys, query.order)
  const columns = joinsOf(ctx, model, 't', keys.next)
  const { picks, list } = selected(columns, codes, flat)
  const table = sql.table(model.name)
  const isPlain = !far && !few && !counted && order && columns.list.length === 0 && keys.list.length === 0 && isIndexed(model, query)
  if (isPlain) return { picks, statement: sql`select ${list} from ${table} as t where ${condition} order by ${orderSql(keys, query.order)} ${place}` }
  const from = sql`from ${table} as t ${joinSql(keys)} where ${condition}`
  const total = (value: string) => (counted ? sql`, ${sql.raw(value)} as n` : sql``)
  const found =
    byReference ??
    (few
      ? keysOfFew(keys, query, from, place)
      : sql`select t.sid${total('count(*) over ()')} ${from} order by ${orderSql(keys, query.order)} ${place}`)
  const keyed = sql`select k.sid${total('k.n')}, row_number() over () as place from (${found}) k`
  return {
    picks,
    statement: sql`select ${list}${counted ? sql`, k.n as ${sql.id(TOTAL)}` : sql``} from (${keyed}) k join ${table} as t on t.sid = k.sid ${joinSql(columns)} order by k.place`,
  }
}

/** `offset 0` separates the search from the sorting. */
function keysOfFew(joins: Joins, query: Query, from: Sql, place: Sql): Sql {
  const parts = sortedBy(joins, query.order)
  const values = parts.map(({ value }, at) => sql`${value} as ${sql.id(`o${at}`)}`)
  const order = parts.map(({ direction }, at) => sql`${sql.ref(`f.o${at}`)} ${sql.raw(direction)}`)
  return sql`select f.sid from (select t.sid, ${sql.join(values)} ${from} offset 0) f order by ${sql.join(order)} ${place}`
}

/** Rows in the order of an index are read directly; otherwise their keys are sorted first, possibly from an index alone. */
function isIndexed(model: Model, { order: [first] }: Query) {
  return !first || first.path[0] === 'updated_at' || sortedIndexes(model).some(({ by: [leading] }) => leading === first.path.join('.'))
}

/**
 * The keys in the order of the names of a reference: the few named records are sorted, and the rows of each come from the index
 * of the reference. Records of a model with public names are never removed from the database, so that each reference has one.
 */
function keysByReference(joins: Joins, { order }: Query, condition: Sql, reading: Reading): Sql | undefined {
  const [only] = order
  const [code = '', ...rest] = only?.path ?? []
  const field = fieldOf(joins.model, code)
  if (!only || order.length > 1 || rest.length > 0 || field?.type !== 'reference' || !field.list || !field.searchable) return undefined
  const target = modelNamed(joins.ctx.tenant.models, field.to)
  if (!target.public_name || target.hard_delete) return undefined
  sortedBy(joinsOf(joins.ctx, joins.model), order) // refuses an order that this person may not use
  const column = sql.ref(`t.${code}`)
  const way = sql.raw(only.desc ? 'desc' : 'asc')
  const among = (which: Sql) =>
    sql`select t.sid from ${sql.table(joins.model.name)} as t ${joinSql(joins)} where ${which} and ${condition} order by t.sid ${way} limit ${sql.lit(reading.rows)}${reading.start === 0 ? sql`` : sql` + ${SLOT.offset}::int`}`
  const named = sql`select g.sid, row_number() over (order by ${displayOf(target, 'g', joins.ctx)} ${sql.raw(directionOf(only.desc))}, g.sid) as place from ${sql.table(target.name)} as g`
  return sql`select f.sid from (select n.place, x.sid from (${named}) n cross join lateral (${among(sql`${column} = n.sid`)}) x
    union all select ${sql.lit(only.desc ? 2 ** 31 : 0)}, y.sid from (${among(sql`${column} is null`)}) y) f order by f.place, f.sid ${way} ${placeOf(reading)}`
}

/** A page of an already parsed query, for internal callers. */
export async function readPage(
  ctx: Context,
  model: Model,
  codes: readonly string[],
  query: Query,
  { start, rows }: { start: number; rows: number },
  flat = false,
) {
  const reading = { bin: false, far: start >= FAR_OFFSET, flat, rows, start }
  const planOf = (few: boolean) => {
    const { statement, picks } = pageStatement(ctx, model, codes, query, { ...reading, few })
    const { sql: text, parameters } = statement.compile(ctx.db)
    return { text, parameters, picks }
  }
  const plan = planOf(false)
  const isRare = SOUGHT.test(plan.text) && (await isMetByFew(ctx, model, query))
  return runPlan(ctx, isRare ? planOf(true) : plan, { offset: start })
}

/** Words, parts of numbers and records of the caller: the number of matching rows decides how a page is read, which PostgreSQL cannot estimate. */
export const SOUGHT = / @@ |innoe_joined\(| && array\(/
// A condition with more rows than this matches soon in any order.
const MAX_SCATTERED_ROWS = 1000

async function isMetByFew(ctx: Context, model: Model, { where }: Query): Promise<boolean> {
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, where)
  const met = sql`select from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition} limit ${sql.lit(MAX_SCATTERED_ROWS + 1)}`
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${met}) m`.execute(ctx.db)
  return Number(rows[0]?.n ?? 0) <= MAX_SCATTERED_ROWS
}

export function conditionSql(joins: Joins, where: Condition | undefined, bin = false): Sql {
  const live = bin ? sql`${sql.ref(`${joins.alias}.deleted_at`)} is not null` : sql`${sql.ref(`${joins.alias}.deleted_at`)} is null`
  return where ? sql`${live} and ${compileCondition(joins, where)}` : live
}
