import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFault } from '../../server/config.ts'
import { openResult } from '../../server/jobs/result.ts'
import { startJobs } from '../../server/jobs/start.ts'
import { get } from '../../server/records/query/get.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { search } from '../../server/records/query/search.ts'
import { systemWork, type Tenant, type Work } from '../../server/records/context.ts'
import { tenantNamed } from './account.ts'
import { personNamed } from '../../server/auth/session/accounts.ts'
import type { Given } from './command.ts'
import { withServer } from './with-server.ts'

export type Ended = { sid: string; state: string; failed: number; message: string }

const OVER = new Set(['DONE', 'FAILED', 'CANCELLED'])

/** Starts a job and waits for it; here or in a running server, whoever is free takes it. */
export function withJob<T>(
  { values, lang }: Given,
  start: (work: Work) => Promise<string>,
  finish: (work: Work, job: Ended) => Promise<T>,
): Promise<T> {
  return withServer(async (server) => {
    const work = { ...(await workOf(tenantNamed(server, values), values['as'])), lang }
    const jobs = await startJobs(server)
    try {
      return await finish(work, await ended(work, await start(work)))
    } finally {
      await jobs.stop()
    }
  })
}

export function modelGiven({ tenant }: Work, name: string) {
  const model = tenant.models.all.get(name)
  if (model) return model
  const all = [...tenant.models.all.keys()].sort().join(' ')
  throw new StartFault([`没有模型“${name}”，可用：${all}`, `There is no model “${name}”; there are: ${all}`])
}

export async function saveResult(work: Work, { sid }: Ended, file: string) {
  const result = await openResult(work, sid)
  if (result) await pipeline(result.content, createWriteStream(file, { mode: 0o600 }))
}

/** For somebody, or for nobody: then what has no company of its own goes to the head company. */
async function workOf(of: Tenant, account: unknown): Promise<Work> {
  const work = systemWork(of, 'import')
  if (typeof account === 'string') return { ...work, actor: { ...work.actor, ...(await personNamed(of, account)), account } }
  const { record } = await search(work, modelNamed(of.models, 'company'), { fl: ['sid', 'parent_sid'], rows: 100, total: 'none' })
  const head = record.find(({ parent_sid }) => !parent_sid)
  return { ...work, actor: { ...work.actor, company_sid: typeof head?.['sid'] === 'string' ? head['sid'] : null } }
}

async function ended(work: Work, sid: string): Promise<Ended> {
  const model = modelNamed(work.tenant.models, 'job')
  for (;;) {
    const { state, failed, message } = await get(work, model, sid, { flat: true })
    if (typeof state === 'string' && OVER.has(state)) return { sid, state, failed: Number(failed ?? 0), message: String(message ?? state) }
    await wait(300)
  }
}
