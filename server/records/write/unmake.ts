import { sql } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import type { Context, RowValues } from '../context.ts'
import { writeCounted } from './counted.ts'
import { countMoved, wrote } from './write.ts'

/** Takes back records that this transaction has made and to which nothing refers: neither row nor history stays. */
export async function unmake(ctx: Context, model: Model, sids: readonly string[]) {
  if (sids.length === 0) return
  const rows: RowValues[] = await anyTable(ctx.db).selectFrom(model.name).select(['sid', 'company_sid']).where('sid', 'in', sids).execute()
  await writeCounted(ctx.db, model, sql`delete from ${sql.table(model.name)} where sid = any(${sids}::uuid[])`)
  await ctx.db
    .deleteFrom('change_log')
    .where('entity', '=', model.name)
    .where('record_sid', 'in', [...sids])
    .execute()
  await countMoved(ctx, model, rows, -1)
  for (const hooks of ctx.tenant.modules.hooksOf(model.name)) await hooks.unmade?.(ctx, sids)
  wrote(ctx, model, undefined, rows)
}
