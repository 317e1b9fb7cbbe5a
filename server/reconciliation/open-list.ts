import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'

/** Lines are decided only while their reconciliation is open. */
export async function refuseUnlessOpen(ctx: Context, lists: readonly string[]) {
  if (lists.length === 0) return
  const sids = [...new Set(lists)]
  const open = await ctx.db
    .selectFrom('docket_list')
    .select('sid')
    .where('sid', 'in', sids)
    .where('status', '=', 'OPEN')
    .where('deleted_at', 'is', null)
    .execute()
  if (open.length < sids.length)
    refuse('rule', {
      summary_zh: '该核对已结束或已删除：请先重新打开',
      summary_en: 'This reconciliation is closed or deleted: reopen it first',
    })
}
