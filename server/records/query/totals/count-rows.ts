import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { HEAD } from '../../../../model/cases/head-fields.ts'
import type { Condition } from '../../../../model/kit/iql/ast.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { isCountTable } from '../../../database/count-tables.ts'
import type { Access, Context, Tenant } from '../../context.ts'
import { keepResult } from '../../on-replica.ts'
import { fieldOf } from '../../registry.ts'
import { compileCondition, joinsOf } from '../conditions/condition.ts'
import { joinSql } from '../conditions/joins.ts'
import { conditionSql } from '../page.ts'
import { digestOf, type Plan, planned } from '../plans.ts'
import { readsOf } from '../reads.ts'
import { type Asked, countingInPieces } from './count-in-pieces.ts'
import { keptGroups } from './kept-groups.ts'
import { keptCount } from './totals.ts'

export const CAP = 10_000

export type Counted = { total: number; total_capped?: true }

/** A capped count stops at the cap, unless the whole count is known. */
export async function countRows(ctx: Context, model: Model, access: Access, asked: Asked, capped: boolean): Promise<Counted> {
  const { bin, isPlain } = asked
  if (isPlain && !bin && access.companies && model.scope === 'company' && !model.hard_delete)
    return { total: await keptTotal(ctx, model, access.companies) }
  const plan = countPlan(ctx, model, access, asked, capped)
  const run = async () => {
    const { rows } = await ctx.db.executeQuery<{ n: number }>(CompiledQuery.raw(plan.text, [...plan.parameters]))
    return Number(rows[0]?.n ?? 0)
  }
  plan.digest ??= digestOf(plan.text, plan.parameters)
  if (bin) return cappedAt(await run(), capped)
  const reads = readsOf(plan.text, ctx)
  if (isCountTable(plan.text)) return { total: await keepResult(ctx, reads, plan.digest, run) }
  const pieces = countingInPieces(ctx, model, access, asked)
  const whole = () => pieces && keepResult(ctx, pieces.reads, pieces.counting.key, () => ctx.tenant.totals.pieces.count(pieces.counting))
  if (pieces && (!capped || ctx.tenant.totals.pieces.knows(pieces.counting))) return { total: (await whole()) ?? 0 }
  const counted = cappedAt(await keepResult(ctx, reads, plan.digest, run), capped)
  if (pieces && counted.total_capped && isPlain) later(ctx.tenant, whole)
  return counted
}

const cappedAt = (n: number, capped: boolean): Counted => (capped && n > CAP ? { total: CAP + 1, total_capped: true } : { total: n })

const counting = new WeakSet<Tenant>()

/** The list of a person is asked for again: its whole total is counted once beside the answer, one at a time for each tenant. */
function later(tenant: Tenant, count: () => Promise<unknown> | undefined) {
  if (counting.has(tenant)) return
  counting.add(tenant)
  void Promise.try(count)
    .catch(() => {}) // the next list asks again
    .finally(() => counting.delete(tenant))
}

function countPlan(ctx: Context, model: Model, access: Access, { key, bin, where: whereOf }: Asked, capped: boolean): Plan {
  return planned(ctx, access, key === undefined ? undefined : `count ${capped} ${bin} ${key}`, () => {
    const joins = joinsOf(ctx, model)
    const where = whereOf()
    const kept = bin || !where ? undefined : keptGroups(model, { where })
    if (kept && where) {
      const met = compileCondition(joins, where)
      return { picks: [], statement: sql`select coalesce(sum(t.n), 0) as n from ${sql.table(kept.name)} as t ${joinSql(joins)} where ${met}` }
    }
    const rowsOf = (one: Condition | undefined) => {
      const condition = conditionSql(joins, one, bin)
      return sql`from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition}`
    }
    return { picks: [], statement: capped ? cappedCount(rowsOf, model, where) : sql`select count(*) as n ${rowsOf(where)}` }
  })
}

/**
 * Of alternatives, one by a reference alone may reach the cap in its index; the rows themselves, scattered over the table, are then not read.
 * They are counted together only if none does.
 */
function cappedCount(rowsOf: (one: Condition | undefined) => RawBuilder<unknown>, model: Model, where: Condition | undefined) {
  const upTo = (one: Condition | undefined) => sql`(select count(*) from (select 1 ${rowsOf(one)} limit ${sql.lit(CAP + 1)}) c)`
  const alone = alternativesOf(where).filter((one) => one.kind === 'in' && !one.negated && isReference(model, one.path))
  if (alone.length === 0) return sql`select ${upTo(where)} as n`
  const reached = alone.map((one) => sql`when ${upTo(one)} > ${sql.lit(CAP)} then ${sql.lit(CAP + 1)}`)
  return sql`select case ${sql.join(reached, sql` `)} else ${upTo(where)} end as n`
}

const alternativesOf = (where: Condition | undefined): Condition[] =>
  where?.kind === 'or' ? where.of.flatMap((one) => (one.kind === 'or' ? alternativesOf(one) : [one])) : []
const isReference = (model: Model, path: readonly string[]) => path.length === 1 && fieldOf(model, path[0] ?? '')?.type === 'reference'

const KEPT_BY: ReadonlySet<string> = new Set(['company_sid'])

/** The total of a whole model, of all companies or of some, is never counted by reading it. */
function keptTotal(ctx: Context, { name }: Model, companies: readonly string[]) {
  const models = name === HEAD ? [...ctx.tenant.models.kinds.keys()] : [name] // there are as many heads as records
  const read = () => keptCount(ctx.db, models, companies)
  return keepResult(ctx, new Map([[name, KEPT_BY]]), `kept ${name} ${companies.join()}`, read)
}
