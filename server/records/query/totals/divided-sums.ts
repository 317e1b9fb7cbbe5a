import { type RawBuilder, sql } from 'kysely'
import { HEAD } from '../../../../model/cases/head-fields.ts'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Context } from '../../context.ts'
import { allOf } from '../../permission/conditions.ts'
import { authorize } from '../../permission/permission.ts'
import { amountOf, keptRows, type Seen } from './aggregate.ts'
import { joinsOf } from '../conditions/condition.ts'
import { type Key, keyOf } from './group-keys.ts'
import { joinSql } from '../conditions/joins.ts'
import { ifAllSeen, ofAskedKinds } from '../narrowed.ts'
import { conditionSql } from '../page.ts'

type Sql = RawBuilder<unknown>

/**
 * `by`: the field whose groups are compared. `divided`: fields by which each group is divided, those `when` only for the records that meet a
 * condition. Groups are compared by the sums `weighed`, each multiplied by the weight of the first of `divided`, its currency; without a weight
 * an amount counts nothing. `most`: so many groups are shown, and those of `keys` besides. `limit`: the most rows of the answer.
 */
export type AskedSums = {
  where: Condition | undefined
  by: string | undefined
  divided: readonly ['currency', ...string[]]
  when?: Readonly<Record<string, Condition | undefined>>
  sums: readonly string[]
  weighed: readonly string[]
  weights: Readonly<Record<string, string>>
  most: number
  keys: readonly (string | null)[]
  limit: number
}

/** `key`: the value of `by`, of a record its sid. Sums are exact decimal text. */
export type DividedSum = { key: string | null; of: Readonly<Record<string, unknown>>; sums: Readonly<Record<string, string>> }

/** `all`: of all rows, each once, whichever groups they belong to. */
export type DividedSums = { shown: DividedSum[]; all: DividedSum[] }

/** Sums over the rows that this person may see, in one pass of the database: of the largest groups, and of all rows. */
export async function dividedSums(ctx: Context, model: Model, asked: AskedSums): Promise<DividedSums> {
  const paths = [...asked.divided, ...Object.keys(asked.when ?? {})]
  const rows = await rowsOf(ctx, model, asked)
  const sums = rows.map((row): DividedSum & { isShown: boolean } => ({
    isShown: row.shown === true,
    key: typeof row.k0 === 'string' ? row.k0 : null,
    of: Object.fromEntries(paths.map((path, at) => [path, row[`d${at}`] ?? null])),
    sums: Object.fromEntries(asked.sums.map((code, at) => [code, String(row[`s${at}`] ?? '0')])),
  }))
  return { shown: sums.filter(({ isShown }) => isShown), all: sums.filter(({ isShown }) => !isShown) }
}

/** For a person who sees all cases, the case table is not read. */
async function rowsOf(ctx: Context, model: Model, asked: AskedSums) {
  const { rows: seen } = authorize(ctx, model, 'count')
  const simpler = ifAllSeen(ctx, model, seen)
  const found = simpler ? await keptRows(ctx, statementOf(ctx, model, asked, simpler).compile(ctx.db)) : []
  if (found.length > 0) return found
  return keptRows(ctx, statementOf(ctx, model, asked, { rows: ofAskedKinds(ctx, model, seen, asked.where) }).compile(ctx.db))
}

/** The rows are read once; the largest groups and the sums of all are taken from the same groups. */
function statementOf(ctx: Context, model: Model, asked: AskedSums, seen: Seen): Sql {
  const { by, divided, when = {}, sums } = asked
  const joins = { ...joinsOf(ctx, model), ...(seen.hasNoHidden && { allSeen: HEAD }) }
  const own = conditionSql(joins, allOf([seen.rows, asked.where].filter((part) => part !== undefined)))
  const condition = seen.isAll ? sql`${own} and ${seen.isAll}` : own
  const first = by === undefined ? undefined : keyOf(joins, by, 'k0', { isBare: true })
  const others = [
    ...divided.map((path, at) => keyOf(joins, path, `d${at}`, { isBare: true })),
    ...Object.entries(when).map(([path, only], at) => keyOf(joins, path, `d${divided.length + at}`, { isBare: true, only })),
  ]
  const all = [...(first ? [first] : []), ...others]
  const amounts = sums.map((code, at) => sql`${amountOf(joins, code)} as ${sql.id(`s${at}`)}`)
  const rows = sql`select ${sql.join([...all.flatMap(({ columns }) => columns), ...amounts])}
    from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition}`
  return groupsOf(asked, { rows, first, width: others.length })
}

/** `first`: the key of the compared groups, `width`: how many columns divide them. */
type Columns = { rows: Sql; first: Key | undefined; width: number }

/** A list is taken apart after the records with the same list are added up, whose sums count each record once. */
function groupsOf(asked: AskedSums, { rows, first, width }: Columns): Sql {
  const { sums, most, keys, limit } = asked
  const parts = Array.from({ length: width }, (_, at) => `d${at}`)
  const refs = (table: string, names: readonly string[]) => names.map((name) => sql.ref(`${table}.${name}`))
  const summed = sums.map((_, at) => sql`sum(${sql.ref(`c.s${at}`)}) as ${sql.id(`s${at}`)}`)
  const columns = refs('c', [...(first ? ['k0'] : []), ...parts])
  const base = sql`select ${sql.join([...columns, ...summed])} from (${rows}) c group by ${sql.join(columns)}`
  const figures = refs('c', [...parts, ...sums.map((_, at) => `s${at}`)])
  const groups = first?.from
    ? sql`b as materialized (${base}), g as materialized (select ${first.value} as k0, ${sql.join(figures)} from b c ${first.from})`
    : sql`g as materialized (${base})`
  const texts = sums.map((_, at) => sql`sum(${sql.ref(`c.s${at}`)})::text as ${sql.id(`s${at}`)}`)
  const total = sql`select false as shown, null as k0, ${sql.join([...refs('c', parts), ...texts])} from ${sql.ref(first?.from ? 'b' : 'g')} c group by ${sql.join(refs('c', parts))}`
  if (!first) return sql`with ${groups} ${total} limit ${sql.lit(limit)}`
  const isNull = keys.includes(null) ? sql`true` : sql`exists (select from top where k0 is null)`
  return sql`with ${groups}, top as materialized (select c.k0 from g c group by c.k0 order by sum(${weightOf(asked)}) desc, c.k0 limit ${sql.lit(most)})
    (${total}) union all (select true as shown, c.k0::text as k0, ${sql.join([...refs('c', parts), ...texts])} from g c
      where c.k0 in (select k0 from top) or (c.k0 is null and ${isNull}) or c.k0::text = any(${keys.filter((key) => key !== null)}::text[])
      group by ${sql.join(refs('c', ['k0', ...parts]))}) limit ${sql.lit(limit)}`
}

/** The compared sums of a group together, by the weight of its currency. */
function weightOf({ sums, weighed, weights }: AskedSums): Sql {
  const cases = Object.entries(weights).map(([currency, weight]) => sql`when ${currency} then ${weight}::numeric`)
  const whole = sql.join(weighed.map((code) => sql`coalesce(${sql.ref(`c.s${sums.indexOf(code)}`)}, 0)`), sql` + `) // oxfmt-ignore
  return sql`(${whole}) * (case c.d0 ${sql.join(cases, sql` `)} else 0 end)`
}
