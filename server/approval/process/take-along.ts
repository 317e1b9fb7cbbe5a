import { type RunAlong, takeAlong } from '../../../model/approval/process-actions.ts'
import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import { nodeOf } from '../../../model/approval/structure.ts'
import { whyNotAlong } from '../../../model/approval/take-along.ts'
import { both, refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { lockRows, updateRows } from '../../records/write/write.ts'
import { addLines, lockRun, processOf } from '../runs.ts'
import { runningGraph } from './graphs.ts'

/** Moves running approvals of earlier versions to the published one, if it still has their step; the others keep their version. */
export const takingAlong = perform(takeAlong, take)

const MAX_RUNNING = 200

async function take({ ctx, model, body: { sid, approval_sids = [] } }: Call<typeof takeAlong>) {
  if ((await inTransaction(ctx, (tx) => lockRows(tx, model, [sid]))).length === 0) refuse('not_found') // of the rows that this person may publish
  const process = await processOf(ctx, sid)
  if (process.status !== 'PUBLISHED') refuse('rule', both('summary', ['请先发布这个版本', 'Publish this version first']))
  for (const one of approval_sids) await inTransaction(ctx, (tx) => takeOne(tx, process, one))
  const found = await ctx.db
    .selectFrom('approval as a')
    .where('a.deleted_at', 'is', null)
    .innerJoin('approval_process as p', 'p.sid', 'a.process_sid')
    .select('a.sid')
    .where('p.code', '=', process.code)
    .where('a.state', 'in', ['RUNNING', 'WAITING_FOR_ADMIN'])
    .where('p.sid', '!=', sid)
    .orderBy('a.started_at')
    .limit(MAX_RUNNING)
    .execute()
  const runs: RunAlong[] = []
  for (const one of found) runs.push(await inTransaction(ctx, (tx) => runAlong(tx, process, one.sid)))
  return { runs, taken: approval_sids.length }
}

async function runAlong(ctx: Context, process: ApprovalProcess, sid: string): Promise<RunAlong> {
  const run = await lockRun(ctx, sid)
  const own = await processOf(ctx, String(run.approval.process_sid))
  const why = whyNotAlong(run.state, run.graph, runningGraph(process))
  const steps = run.state.open.flatMap((id) => nodeOf(run.graph, id) ?? [])
  return {
    approval: sid,
    record_name: String(run.approval.record_name),
    version_no: own.version_no ?? 1,
    steps: steps.map(({ name }) => name),
    steps_en: steps.map(({ name_en }) => name_en),
    why_zh: why?.[0] ?? null,
    why_en: why?.[1] ?? null,
  }
}

async function takeOne(ctx: Context, process: ApprovalProcess, sid: string) {
  const run = await lockRun(ctx, sid)
  const own = await processOf(ctx, String(run.approval.process_sid))
  if (own.code !== process.code) refuse('not_found')
  if (own.sid === process.sid) return
  const why = whyNotAlong(run.state, run.graph, runningGraph(process))
  if (why) refuse('rule', { summary_zh: `“${run.approval.record_name}”不能转入：${why[0]}`, summary_en: `“${run.approval.record_name}” cannot be taken along: ${why[1]}` })
  const row = { sid, process_sid: process.sid, version: run.approval.version + 1, updated_at: new Date().toISOString(), updated_by: ctx.actor.sid }
  await updateRows(ctx, modelNamed(ctx.tenant.models, 'approval'), [row], ['process_sid', 'version', 'updated_at', 'updated_by'])
  await addLines(ctx, run, { person: ctx.actor.sid }, [{ act: 'TAKE_ALONG', note: `${own.version_no} → ${process.version_no}` }])
} // oxfmt-ignore
