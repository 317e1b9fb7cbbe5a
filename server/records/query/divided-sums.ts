import { type RawBuilder, sql } from 'kysely'
import { HEAD } from '../../../model/cases/head-fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { allOf } from '../permission/conditions.ts'
import { authorize } from '../permission/permission.ts'
import { amountOf, keptRows, type Seen } from './aggregate.ts'
import { joinsOf } from './condition.ts'
import { type Key, keyOf } from './group-keys.ts'
import { joinSql } from './joins.ts'
import { ifAllSeen, ofAskedKinds } from './narrowed.ts'
import { conditionSql } from './page.ts'

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

/** `all`: of all rows, whichever group they belong to; a row that belongs to several groups counts in each of them. */
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

/** Whoever sees all cases is answered without reading the cases. */
async function rowsOf(ctx: Context, model: Model, asked: AskedSums) {
  const { rows: seen } = authorize(ctx, model, 'count')
  const simpler = ifAllSeen(ctx, model, seen)
  const found = simpler ? await keptRows(ctx, statementOf(ctx, model, asked, simpler).compile(ctx.db)) : []
  if (found.length > 0) return found
  return keptRows(ctx, statementOf(ctx, model, asked, { rows: ofAskedKinds(ctx, model, seen, asked.where) }).compile(ctx.db))
}

/** The groups are made once; the largest and the sums of all are taken from them. */
function statementOf(ctx: Context, model: Model, asked: AskedSums, seen: Seen): Sql {
  const { by, divided, when = {}, sums, most, keys, limit } = asked
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
  const summed = sums.map((_, at) => sql`sum(${sql.ref(`c.s${at}`)}) as ${sql.id(`s${at}`)}`)
  const named = (key: Key, name: string) => sql`${key.value} as ${sql.id(name)}`
  const columns = [...(first ? [named(first, 'k0')] : []), ...others.map((key, at) => named(key, `d${at}`)), ...summed]
  const groups = sql`select ${sql.join(columns)} from (${rows}) c ${sql.join(all.flatMap(({ from }) => from ?? []), sql` `)}${groupingBy(all)}` // oxfmt-ignore
  const shown = (isShown: boolean, key: Sql) => {
    const of = others.map((_, at) => sql.ref(`g.d${at}`))
    const texts = sums.map((_, at) => sql`sum(${sql.ref(`g.s${at}`)})::text as ${sql.id(`s${at}`)}`)
    return { list: sql.join([sql`${sql.lit(isShown)} as shown`, sql`${key} as k0`, ...of, ...texts]), of }
  }
  const whole = shown(false, sql`null`)
  const total = sql`select ${whole.list} from g${whole.of.length > 0 ? sql` group by ${sql.join(whole.of)}` : sql``}`
  if (!first) return sql`with g as materialized (${groups}) ${total} limit ${sql.lit(limit)}`
  const each = shown(true, sql`g.k0::text`)
  return sql`with g as materialized (${groups}), top as materialized (select g.k0 from g group by g.k0 order by sum(${weightOf(asked)}) desc, g.k0 limit ${sql.lit(most)})
    (${total}) union all (select ${each.list} from g
      where g.k0 in (select k0 from top) or (g.k0 is null and ${keys.includes(null) ? sql`true` : sql`exists (select from top where k0 is null)`})
        or g.k0::text = any(${keys.filter((key) => key !== null)}::text[])
      group by ${sql.join([sql`g.k0`, ...each.of])}) limit ${sql.lit(limit)}`
}

const groupingBy = (keys: readonly Key[]) => (keys.length > 0 ? sql` group by ${sql.join(keys.map(({ value }) => value))}` : sql``)

/** The compared sums of a group together, by the weight of its currency. */
function weightOf({ sums, weighed, weights }: AskedSums): Sql {
  const cases = Object.entries(weights).map(([currency, weight]) => sql`when ${currency} then ${weight}::numeric`)
  const whole = sql.join(weighed.map((code) => sql`coalesce(${sql.ref(`g.s${sums.indexOf(code)}`)}, 0)`), sql` + `) // oxfmt-ignore
  return sql`(${whole}) * (case g.d0 ${sql.join(cases, sql` `)} else 0 end)`
}
