import { sql } from 'kysely'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import type { Context } from '../context.ts'
import { limitsOf } from '../settings/limits.ts'
import { allOf } from '../permission/conditions.ts'
import { accessOf, visible } from '../permission/permission.ts'
import { joinsOf } from './conditions/condition.ts'
import { joinSql } from './conditions/joins.ts'
import { conditionSql } from './page.ts'
import { readIql } from './search.ts'

export type Changing = 'update' | 'transition'

/** The number of visible results, and the keys of those on which this person has the verb. */
export async function resultsOf(
  ctx: Context,
  model: Model,
  iql: string | undefined,
  verb: Changing,
): Promise<{ total: number; sids: string[]; most: number }> {
  const { changed_results: most } = await limitsOf(ctx)
  const { where } = readIql(iql)
  const changeable = accessOf(ctx, model).changeableBy(verb)
  const [seen, own] = await Promise.all([
    keysOf(ctx, model, visible(ctx, model, where), most),
    keysOf(ctx, model, allOf([accessOf(ctx, model).rows, changeable, where].filter((part) => part !== undefined)), most),
  ])
  return { total: seen.length, sids: own, most }
}

type Confirmed = { iql: string | undefined; total: number | undefined; verb: Changing; most?: number }

/** The same, refused when the number is another than the person confirmed, or when nothing of it may be changed. */
export async function confirmedResults(ctx: Context, model: Model, { iql, total, verb, most: given = Infinity }: Confirmed) {
  const found = await resultsOf(ctx, model, iql, verb)
  const most = Math.min(given, found.most)
  if (found.total > most) refuse('too_many_values', { key: 'iql', max: most })
  if (found.total !== total)
    refuse('rule', {
      summary_zh: `结果已变化：确认的是 ${total ?? 0} 条，现在是 ${found.total} 条，请重新确认`,
      summary_en: `The results have changed: ${total ?? 0} were confirmed, there are now ${found.total}. Please confirm again`,
    })
  if (found.sids.length === 0) refuse('forbidden', { what_zh: `修改${model.zh}`, what_en: `change ${model.en}` })
  return found
}

/** At most one more than the maximum choice */
async function keysOf(ctx: Context, model: Model, where: Condition | undefined, most: number): Promise<string[]> {
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, where)
  const keys = sql<{ sid: string }>`select t.sid from ${sql.table(model.name)} as t ${joinSql(joins)} where ${condition} limit ${most + 1}`
  return (await keys.execute(ctx.db)).rows.map(({ sid }) => sid)
}
