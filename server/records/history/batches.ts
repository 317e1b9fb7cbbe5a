import { sql } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'
import { accessOf } from '../permission/permission.ts'
import { compileCondition, joinsOf } from '../query/conditions/condition.ts'
import { joinSql } from '../query/conditions/joins.ts'

/** A batch as read: its model, and the records that it changed. */
export type BatchRead = { entity: unknown; records: unknown }

/** For each batch, those of its records that this person may see. */
export async function seenInBatches(ctx: Context, batches: readonly BatchRead[]): Promise<ReadonlySet<string>[]> {
  const seen = new Map<unknown, ReadonlySet<string>>()
  for (const [entity, of] of Map.groupBy(batches, (one) => one.entity)) {
    const model = ctx.tenant.models.all.get(String(entity))
    const sids = [...new Set(of.flatMap(sidsOf))]
    if (model) seen.set(entity, sids.length > 0 ? await seenOf(ctx, model, sids) : new Set())
  }
  return batches.map((one) => new Set(sidsOf(one).filter((sid) => seen.get(one.entity)?.has(sid))))
}

const sidsOf = ({ records }: BatchRead) => ((records as { sid: string }[] | null) ?? []).map(({ sid }) => sid) // written with the batch

async function seenOf(ctx: Context, model: Model, sids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = accessOf(ctx, model)
  if (!rows) return new Set(sids)
  const joins = joinsOf(ctx, model)
  const found = await sql<{ sid: string }>`select t.sid from ${sql.table(model.name)} as t ${joinSql(joins)}
    where t.sid = any(${[...sids]}::uuid[]) and ${compileCondition(joins, rows)}`.execute(ctx.db)
  return new Set(found.rows.map(({ sid }) => sid))
}
