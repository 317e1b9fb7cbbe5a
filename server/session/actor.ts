import type { FastifyRequest } from 'fastify'
import { both, refuse } from '../refusal.ts'
import type { Server } from '../server.ts'
import type { Actor, Tenant } from '../records/work.ts'
import { digest } from './secrets.ts'
import { readActor, type Session } from './read-actor.ts'

const IDLE = 2 * 3_600_000
// Use is written down only now and then, so that reading costs no write.
const NOTED_EVERY = 60_000
const KEPT = 5000

type Cache = Map<string, Session>
const caches = new WeakMap<Tenant, Cache>()

/** Tokens, accounts, roles or grants changed: everyone is asked for afresh, in every process. */
export function forgetActors(tenant: Tenant) {
  caches.get(tenant)?.clear()
  tenant.bell.ring('actors', Date.now())
}

function cacheOf(tenant: Tenant): Cache {
  const known = caches.get(tenant)
  if (known) return known
  const cache: Cache = new Map()
  caches.set(tenant, cache)
  tenant.bell.heed('actors', () => cache.clear())
  tenant.bell.heed('refresh', () => cache.clear())
  return cache
}

export function bearerOf(request: FastifyRequest): string {
  const given = request.headers.authorization ?? ''
  return /^Bearer\s+(\S{10,200})$/i.exec(given)?.[1] ?? ''
}

/** Who calls; refused by 401 without a valid token. A known token costs no query. */
export async function actorOf(_server: Server, tenant: Tenant, request: FastifyRequest): Promise<Actor> {
  const session = await sessionOf(tenant, request)
  if (session.mustChange && session.kind === 'SESSION' && !FREE.has(pathOf(request))) refuse('must_change_password')
  const chosen = request.headers['x-company-sid'] ?? (request.query as { company_sid?: string } | undefined)?.company_sid
  return typeof chosen === 'string' && chosen !== '' ? inCompany(session, chosen) : session.actor
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''
// What someone may do before the first password is their own.
const FREE = new Set(['/innoe-webapi/aggr/password/do/update', '/innoe-webapi/model/user_info/do/my', '/innoe-passport/logout'])

export async function sessionOf(tenant: Tenant, request: FastifyRequest): Promise<Session> {
  const secret = bearerOf(request)
  if (!secret) refuse('login_required')
  const hash = digest(secret)
  const cache = cacheOf(tenant)
  const known = cache.get(hash) ?? (await readActor(tenant, hash))
  if (!known) return refuse('login_required')
  const now = Date.now()
  if (known.expires < now || (known.kind === 'SESSION' && known.used + IDLE < now)) refuse('session_over')
  if (cache.size >= KEPT) cache.clear()
  cache.set(hash, known)
  if (known.noted + NOTED_EVERY < now) {
    known.noted = now
    void tenant.db
      .updateTable('token')
      .set({ last_used_at: new Date(now).toISOString() })
      .where('sid', '=', known.token)
      .execute()
      .catch(() => {})
  }
  known.used = now
  return known
}

/** The same person within one of their companies and all below it. */
function inCompany(session: Session, chosen: string): Actor {
  const reach = session.below.get(chosen)
  if (!reach) return refuse('forbidden', both('what', ['所选公司不在您的范围内', 'the company is not within your reach']))
  const known = session.chosen.get(chosen)
  if (known) return known
  const actor: Actor = { ...session.actor, selected: reach, access: new Map() }
  session.chosen.set(chosen, actor)
  return actor
}
