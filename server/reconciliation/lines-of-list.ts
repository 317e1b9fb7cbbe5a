import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import type { Context, RowValues } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { removeRows, restoreRows } from '../records/write/delete.ts'

/** The lines of a reconciliation go with it. */
export async function removeLines(ctx: Context, lists: readonly RowValues[]) {
  const lines = await linesOf(ctx, lists, false)
  if (lines.length > 0) await removeRows(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'docket_line'), lines)
}

/** Lines are restored with their list. */
export async function restoreLines(ctx: Context, lists: readonly RowValues[]) {
  const lines = await linesOf(ctx, lists, true)
  if (lines.length > 0) await restoreRows(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'docket_line'), lines)
}

async function linesOf(ctx: Context, lists: readonly RowValues[], isInBin: boolean): Promise<string[]> {
  const sids = lists.map(({ sid }) => String(sid))
  const of = ctx.db.selectFrom('docket_line').select('sid').where('list_sid', 'in', sids)
  return (await of.where('deleted_at', isInBin ? 'is not' : 'is', null).execute()).map(({ sid }) => sid)
}
