import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'

/** A list whose job was cancelled, lost or failed gets the state FAILED with the reason. */
export async function endUnread(ctx: Context) {
  const reading = await ctx.db.selectFrom('docket_list').select('sid').where('status', '=', 'READING').where('deleted_at', 'is', null).execute()
  if (reading.length === 0) return
  const jobs = await ctx.db.selectFrom('job').select(['input', 'state', 'message']).where('kind', '=', 'RECONCILE').execute()
  const jobOf = new Map(jobs.map((job) => [(job.input as { sid?: string } | null)?.sid, job])) // as receiveList starts it
  const model = modelNamed(ctx.tenant.models, 'docket_list')
  const gone = reading.filter(({ sid }) => !GOING_ON.has(String(jobOf.get(sid)?.state)))
  const rows = await lockRows(ctx, model, gone.map(({ sid }) => sid)) // oxfmt-ignore
  const drafts = rows.filter(({ status }) => status === 'READING').map(draftFrom)
  for (const draft of drafts) {
    const why = jobOf.get(draft.sid)?.message ?? ''
    setValue(draft, 'status', 'FAILED')
    setValue(draft, 'reason', `核对任务已取消或失败，请重新上传清单。${why}`.slice(0, 500))
    setValue(draft, 'reason_en', `The job of this comparison was cancelled or failed: upload the list again. ${why}`.trim().slice(0, 500))
  }
  await updateDrafts(ctx, model, drafts)
}

const GOING_ON: ReadonlySet<string> = new Set(['WAITING', 'RUNNING'])
