import { isStillOpen, readPeople } from '../auth/session/read-actor.ts'
import { isUnreached } from '../database/away.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { Refusal } from '../errors.ts'
import { jobsEnded } from '../observability/metrics.ts'
import { type Actor, presentDay, type Tenant, type Context } from '../records/context.ts'
import { claimJob, endJob, JobLost, stepJob, tellOwner } from './job-row.ts'
import type { Ticket } from './outbox.ts'

/** Runs one job to its end. Throws when another attempt may succeed: the process stops, or the database went away. */
export async function runJob(tenant: Tenant, ticket: Ticket, stopped: () => boolean, log: (error: unknown) => void): Promise<void> {
  const ctx = ownersWork(tenant, ticket)
  const job = await claimJob(ctx, ticket.sid)
  if (!job) return
  const { sid, version } = job
  const run = tenant.modules.jobOf(job.kind ?? '')?.run
  tellOwner(ctx, job)
  try {
    if (!run) throw new Refusal('unforeseen')
    await refuseClosed(tenant, ticket)
    const own: Context = { ...ctx, actor: await presentActor(tenant, ctx.actor) }
    const step: Parameters<typeof run>[0]['step'] = async (act) => {
      if (stopped()) throw new Stopping(sid)
      await refuseClosed(tenant, ticket)
      tellOwner(own, await stepJob(own, sid, version, act))
    }
    const outcome = await run({ sid, ctx: own, input: job.input, progress: job.progress, step })
    await endJob(ctx, sid, version, {
      state: 'DONE',
      ...(outcome?.message && { message: wordIn(outcome.message, ctx.lang) }),
      result_url: outcome?.result_url ?? null,
    })
    jobsEnded.inc({ state: 'DONE' })
  } catch (error) {
    if (error instanceof JobLost) return
    if (error instanceof Stopping || isPassing(tenant, error)) throw error
    if (!(error instanceof Refusal)) log(error)
    const refusal = error instanceof Refusal ? error : new Refusal('unforeseen')
    await endJob(ctx, sid, version, { state: 'FAILED', message: refusal.words(ctx.lang) })
    jobsEnded.inc({ state: 'FAILED' })
  }
}

/** Jobs requested by an account are not run after it is closed. */
async function refuseClosed(tenant: Tenant, { actor }: Ticket) {
  if (!(await isStillOpen(tenant, actor))) throw new Refusal('account_disabled')
}

/** A job may wait long: it runs with the present permissions of its owner, not with those at its start. */
async function presentActor(tenant: Tenant, asked: Actor): Promise<Actor> {
  if (asked.sid === null || asked.user_sid === null) return asked
  const now = (await readPeople(tenant, [asked.sid])).find(({ user_sid }) => user_sid === asked.user_sid)
  if (!now) throw new Refusal('account_disabled')
  return { ...now, token_sid: asked.token_sid, selected: asked.selected }
}

class Stopping extends Error {}

/** The run itself stops; its current item is not at fault. */
export const endsRun = ({ tenant }: Context, error: unknown) => error instanceof JobLost || error instanceof Stopping || isPassing(tenant, error)

function ownersWork(tenant: Tenant, { actor, lang, further, asked_from, sid }: Ticket): Context {
  const own = { ...actor, access: new Map() }
  const more = { ...(further && { further }), ...(asked_from && { asked_from }) }
  return { db: tenant.db, tenant, actor: own, lang, ...more, source: 'import', request_id: sid, today: presentDay() }
}

// Deadlock, serialisation failure, a database that is away, a full disk: nothing is wrong with the job itself.
const PASSING = new Set([
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  'ENOSPC',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
])

function isPassing(tenant: Tenant, error: unknown) {
  if (tenant.isOfMove(error) || (tenant.node() !== undefined && isUnreached(error))) return true
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && typeof error.code === 'string' && PASSING.has(error.code)) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}
