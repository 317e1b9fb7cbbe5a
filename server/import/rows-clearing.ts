import { KEPT_DAYS as RESULT_DAYS } from '../jobs/result.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { wrote } from '../records/write/write.ts'

/** Days after its end during which an import is listed row by row and can be undone */
const keptDays = () => Number(process.env['INNOE_IMPORT_KEPT_DAYS'] || 90) // examined at the start

/** Deletes the rows kept by imports: first the cells of rejected rows with their file, later the results of the other rows. */
export const rowsClearing: Part = { nightly: { 'clear rows of imports': (ctx) => clearRows(ctx) } }

export async function clearRows(ctx: Context, now = Date.now()): Promise<number> {
  const before = (days: number) => new Date(now - days * 86_400_000).toISOString()
  await clearRejected(ctx, before(RESULT_DAYS))
  const cleared = await clearImported(ctx, before(keptDays()), new Date(now).toISOString())
  for (const name of ['rejected_row', 'imported_row']) wrote(ctx, modelNamed(ctx.tenant.models, name))
  return cleared
}

/** Includes stopped and failed imports, of which no file was made. */
const clearRejected = ({ db }: Context, before: string) =>
  db
    .deleteFrom('rejected_row')
    .where('job_sid', 'in', db.selectFrom('job').select('sid').where('finished_at', '<', before))
    .execute()

async function clearImported({ db }: Context, before: string, now: string): Promise<number> {
  const old = await db.selectFrom('job').select('sid').where('kind', '=', 'IMPORT').where('finished_at', '<', before).where('rows_cleared_at', 'is', null).execute() // oxfmt-ignore
  for (const { sid } of old)
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('imported_row').where('job_sid', '=', sid).execute()
      await tx.updateTable('job').set({ rows_cleared_at: now }).where('sid', '=', sid).execute()
    })
  return old.length
}
