import { sql } from 'kysely'
import { docketedByImport } from '../../../model/import/import-actions.ts'
import { WRITTEN } from '../../../model/import/imported_row.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { accessOf, visible } from '../../records/permission/permission.ts'
import { joinsOf } from '../../records/query/conditions/condition.ts'
import { get } from '../../records/query/get.ts'
import { joinSql } from '../../records/query/conditions/joins.ts'
import { conditionSql } from '../../records/query/page.ts'
import { modelNamed } from '../../records/registry.ts'

export const docketing: Part = { actions: perform(docketedByImport, docketed) }

async function docketed({ ctx, model, body: { sid } }: Call<typeof docketedByImport>) {
  const job = await get(ctx, model, sid, { flat: true })
  const [deadlines, fees] = await Promise.all([madeOf(ctx, 'deadline', job), madeOf(ctx, 'fee', job)])
  return { deadlines, fees }
}

/** Deadlines or fees of the imported cases that the import created in the person's name, as far as the caller sees them */
async function madeOf(ctx: Context, name: 'deadline' | 'fee', job: RowValues): Promise<number> {
  const model = modelNamed(ctx.tenant.models, name)
  const { verbs } = accessOf(ctx, model)
  if (!verbs.has('*') && !verbs.has('count')) return 0
  const joins = joinsOf(ctx, model)
  const condition = conditionSql(joins, visible(ctx, model))
  const { rows } = await sql<{ made: number }>`select count(*)::int as made from ${sql.table(name)} as t ${joinSql(joins)}
    where ${condition} and t.created_by = ${job.created_by} and t.created_at >= ${job.started_at ?? job.created_at}
      and t.created_at <= coalesce(${job.finished_at}::timestamptz, now())
      and t.case_sid in (select i.record_sid::uuid from imported_row i where i.job_sid = ${job.sid} and i.did = any(${[...WRITTEN]}::text[]) and i.row_no is not null)`.execute(
    ctx.db,
  )
  return rows[0]?.made ?? 0
}
