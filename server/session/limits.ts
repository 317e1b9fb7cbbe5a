import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import type { Tenant } from '../records/work.ts'
import type { Server } from '../server.ts'

const MINUTE = 60_000

/** A general limit by token or address, counted in this process; set INNOE_RATE_LIMIT to change it. */
export function limitRequests(app: FastifyInstance, server: Server) {
  void server
  const most = Number(process.env.INNOE_RATE_LIMIT ?? 3000)
  let window = 0
  let counts = new Map<string, number>()
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/innoe-') || request.url.startsWith('/innoe-web/')) return
    const now = Math.floor(Date.now() / MINUTE)
    if (now !== window) {
      window = now
      counts = new Map()
    }
    const key = request.headers.authorization ?? request.ip
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    if (n > most) refuse('too_many_requests', { seconds: 60 - (Math.floor(Date.now() / 1000) % 60) })
  })
}

/** Counts an attempt across all processes and refuses beyond `most` in the window. */
export async function countAttempt({ db }: Tenant, key: string, most: number, minutes: number) {
  const start = new Date(Math.floor(Date.now() / (minutes * MINUTE)) * minutes * MINUTE).toISOString()
  const { n } = await db
    .insertInto('attempt')
    .values({ key, window_start: start, n: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ n: row('attempt.n', '+', 1) })))
    .returning('n')
    .executeTakeFirstOrThrow()
  if (Number(n) > most) refuse('too_many_requests', { seconds: Math.ceil((Date.parse(start) + minutes * MINUTE - Date.now()) / 1000) })
}

export const addressOf = (request: FastifyRequest) => request.ip
