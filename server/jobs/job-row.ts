import { randomUUIDv7 } from 'node:crypto'
import { type Words, wordIn } from '../../model/kit/fields.ts'
import type { RowOf } from '../database/tables.ts'
import { modelNamed } from '../records/registry.ts'
import { inTransaction, type Context, type JobKind, type Step } from '../records/context.ts'
import { insertRows } from '../records/write/write.ts'
import { pushEvent } from '../records/notifying/push.ts'
import { sendTicket } from './queue.ts'

type NewJob = { kind: JobKind; title: Words; entity: string; input: unknown; total?: number }

/** Makes the job's record and queues it; answers its sid. */
export async function startJob(ctx: Context, { kind, title, entity, input, total }: NewJob): Promise<string> {
  const sid = randomUUIDv7()
  const now = new Date().toISOString()
  await inTransaction(ctx, async (tx) => {
    const row = {
      sid,
      version: 1,
      kind,
      title: wordIn(title, ctx.lang).slice(0, 255),
      entity,
      state: 'WAITING',
      done: 0,
      total: total ?? null,
      ok: 0,
      failed: 0,
      input,
      company_sid: ctx.actor.selected?.[0] ?? ctx.actor.company_sid,
      valid: true,
      created_at: now,
      updated_at: now,
      created_by: ctx.actor.sid,
      updated_by: ctx.actor.sid,
    }
    await insertRows(tx, modelNamed(ctx.tenant.models, 'job'), [row])
    await sendTicket(tx, sid)
    tx.after?.push(() => ctx.tenant.pubsub.publish('jobs', { sid }))
  })
  return sid
}

export type JobRow = RowOf<'job'>

/** Another process runs the job now, or its owner cancelled it; this process stops. */
export class JobLost extends Error {}

/** Takes the job for this runner: from here on an earlier runner's step fails. Undefined when it is over already. */
export async function claimJob(ctx: Context, sid: string): Promise<JobRow | undefined> {
  const now = new Date().toISOString()
  return ctx.db
    .updateTable('job')
    .set((eb) => ({ state: 'RUNNING', version: eb('version', '+', 1), started_at: eb.fn.coalesce('started_at', eb.val(now)), updated_at: now }))
    .where('sid', '=', sid)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .returningAll()
    .executeTakeFirst()
}

/** One step of the runner that claimed the job at this version. */
export async function stepJob(ctx: Context, sid: string, version: number, act: (tx: Context) => Promise<Step>): Promise<JobRow> {
  return inTransaction(ctx, async (tx) => {
    const found = await tx.db.selectFrom('job').select(['version', 'state']).where('sid', '=', sid).forUpdate().executeTakeFirst()
    if (found?.version !== version || found.state !== 'RUNNING') throw new JobLost(sid)
    const { progress, done = 0, ok = 0, failed = 0, total, errors, message, outcome } = await act(tx)
    return tx.db
      .updateTable('job')
      .set((eb) => ({
        progress: JSON.stringify(progress),
        done: eb('done', '+', done),
        ok: eb('ok', '+', ok),
        failed: eb('failed', '+', failed),
        updated_at: new Date().toISOString(),
        ...(total !== undefined && { total }),
        ...(errors !== undefined && { errors: JSON.stringify(errors) }),
        ...(outcome !== undefined && { outcome: JSON.stringify(outcome) }),
        ...(message && { message: wordIn(message, ctx.lang).slice(0, 500) }),
      }))
      .where('sid', '=', sid)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

type Ending = { state: 'DONE' | 'FAILED'; message?: string; result_url?: string | null }

/** The job is over, if this runner still holds it. */
export async function endJob(ctx: Context, sid: string, version: number, { state, message, result_url }: Ending) {
  const now = new Date().toISOString()
  const row = await ctx.db
    .updateTable('job')
    .set({
      state,
      finished_at: now,
      updated_at: now,
      ...(message !== undefined && { message: message.slice(0, 500) }),
      ...(result_url !== undefined && { result_url }),
    })
    .where('sid', '=', sid)
    .where('version', '=', version)
    .where('state', '=', 'RUNNING')
    .returningAll()
    .executeTakeFirst()
  if (row) tellOwner(ctx, row)
}

/** Messages to the open pages of the owner. */
export function tellOwner(ctx: Context, row: JobRow) {
  const { sid, kind, entity, title, state, done, total, ok, failed, message, result_url } = row
  pushEvent(ctx.tenant, row.created_by, 'job', { sid, kind, entity, title, state, done, total, ok, failed, message, result_url })
}
