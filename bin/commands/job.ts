import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFault } from '../../server/config.ts'
import { openResult } from '../../server/jobs/result.ts'
import { startJobs } from '../../server/jobs/start.ts'
import { get } from '../../server/records/query/get.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { search } from '../../server/records/query/search.ts'
import { systemContext, type Tenant, type Context } from '../../server/records/context.ts'
import { tenantNamed } from './account.ts'
import { personNamed } from '../../server/auth/session/accounts.ts'
import type { Given } from './command.ts'
import { withServer } from './with-server.ts'

export type Ended = { sid: string; state: string; failed: number; message: string }

const OVER = new Set(['DONE', 'FAILED', 'CANCELLED'])

/** Starts a job and waits for it; here or in a running server, whoever is free takes it. */
export function withJob<T>(
  { values, lang }: Given,
  start: (ctx: Context) => Promise<string>,
  finish: (ctx: Context, job: Ended) => Promise<T>,
): Promise<T> {
  return withServer(async (server) => {
    const ctx = { ...(await contextOf(tenantNamed(server, values), values['as'])), lang }
    const jobs = await startJobs(server)
    try {
      return await finish(ctx, await ended(ctx, await start(ctx)))
    } finally {
      await jobs.stop()
    }
  })
}

export function modelGiven({ tenant }: Context, name: string) {
  const model = tenant.models.all.get(name)
  if (model) return model
  const all = [...tenant.models.all.keys()].sort().join(' ')
  throw new StartFault([`没有模型“${name}”，可用：${all}`, `There is no model “${name}”; available: ${all}`])
}

export async function saveResult(ctx: Context, { sid }: Ended, file: string) {
  const result = await openResult(ctx, sid)
  if (result) await pipeline(result.content, createWriteStream(file, { mode: 0o600 }))
}

/** For somebody, or for nobody: then what has no company of its own goes to the head company. */
async function contextOf(of: Tenant, account: unknown): Promise<Context> {
  const ctx = systemContext(of, 'import')
  if (typeof account === 'string') return { ...ctx, actor: { ...ctx.actor, ...(await personNamed(of, account)), account } }
  const { record } = await search(ctx, modelNamed(of.models, 'company'), { fl: ['sid', 'parent_sid'], rows: 100, total: 'none' })
  const head = record.find(({ parent_sid }) => !parent_sid)
  return { ...ctx, actor: { ...ctx.actor, company_sid: typeof head?.['sid'] === 'string' ? head['sid'] : null } }
}

async function ended(ctx: Context, sid: string): Promise<Ended> {
  const model = modelNamed(ctx.tenant.models, 'job')
  for (;;) {
    const { state, failed, message } = await get(ctx, model, sid, { flat: true })
    if (typeof state === 'string' && OVER.has(state)) return { sid, state, failed: Number(failed ?? 0), message: String(message ?? state) }
    await wait(300)
  }
}
