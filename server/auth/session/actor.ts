import type { FastifyRequest } from 'fastify'
import { ASSISTANTS } from '../../../model/assistants/mcp-route.ts'
import { both, refuse } from '../../errors.ts'
import type { Server } from '../../server.ts'
import { presentDay, type Actor, type Tenant } from '../../records/context.ts'
import { digest, digestsOf } from './secrets.ts'
import { readActor, type Session } from './read-actor.ts'

/** Without a call for this long a session has timed out. */
export const IDLE = 2 * 3_600_000
// Use is written down only now and then, so that reading costs no write.
const NOTED_EVERY = 60_000
const KEPT = 5000

/** Each invalidation raises `age`, so that a result read before it is not cached after it. */
type Cache = { sessions: Map<string, Session>; reading: Map<string, Promise<Session | undefined>>; age: number }
const caches = new WeakMap<Tenant, Cache>()

/** Accounts, roles, grants or companies changed: everyone is asked for afresh, in every process. */
export function forgetActors(tenant: Tenant) {
  forget(cacheOf(tenant))
  tenant.pubsub.publish('actors', null)
}

/** These tokens ended: they are unknown at once, in every process, and their open streams close. */
export function forgetTokens(tenant: Tenant, hashes: readonly unknown[]) {
  const known = hashes.filter((hash) => typeof hash === 'string')
  // A notice has a limited length.
  if (known.length === 0 || known.length > 50) forgetActors(tenant)
  else {
    forget(cacheOf(tenant), known)
    tenant.pubsub.publish('actors', known)
  }
  tenant.pubsub.publish('sessions', null)
}

function forget(cache: Cache, hashes?: readonly string[]) {
  cache.age++
  cache.reading.clear()
  if (!hashes) return cache.sessions.clear()
  const ended = new Set(hashes)
  for (const [hash, { kept }] of cache.sessions) if (ended.has(kept)) cache.sessions.delete(hash)
}

function cacheOf(tenant: Tenant): Cache {
  const known = caches.get(tenant)
  if (known) return known
  const cache: Cache = { sessions: new Map(), reading: new Map(), age: 0 }
  caches.set(tenant, cache)
  tenant.pubsub.subscribe('actors', (hashes) => forget(cache, Array.isArray(hashes) ? hashes : undefined))
  for (const topic of ['refresh', 'models']) tenant.pubsub.subscribe(topic, () => forget(cache))
  return cache
}

export function bearerOf(request: FastifyRequest): string {
  const given = request.headers.authorization ?? ''
  return /^Bearer\s+(\S{10,200})$/i.exec(given)?.[1] ?? ''
}

/** Whether this process has met the token and it held; costs no query. */
export const isKnownToken = (tenant: Tenant, hash: string) => cacheOf(tenant).sessions.has(hash)

/** The calling person. Refuses with 401 without a valid token. A known token costs no query. */
export async function actorOf(_server: Server, tenant: Tenant, request: FastifyRequest): Promise<Actor> {
  const session = await sessionOf(tenant, request)
  if (session.mustChange && session.kind === 'SESSION' && !FREE.has(pathOf(request))) refuse('must_change_password')
  if (session.mustSecure && session.kind === 'SESSION' && !isFreeToSecure(pathOf(request))) refuse('must_set_second_factor')
  const chosen = request.headers['x-company-sid'] ?? (request.query as { company_sid?: string } | undefined)?.company_sid
  return typeof chosen === 'string' && chosen !== '' ? inCompany(session, chosen.toLowerCase()) : session.actor
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''
// Calls that are allowed before the first password is changed.
const FREE = new Set(['/innoe-webapi/aggr/password/do/update', '/innoe-webapi/model/user_info/do/my', '/innoe-passport/logout'])

/** Calls that are allowed before the second factor is set up. */
const isFreeToSecure = (path: string) => FREE.has(path) || SECURING.some((start) => path.startsWith(start))
const SECURING = ['/innoe-webapi/aggr/second_factor', '/innoe-webapi/aggr/passkey', '/innoe-webapi/aggr/confirmation']

export async function sessionOf(tenant: Tenant, request: FastifyRequest): Promise<Session> {
  const secret = bearerOf(request)
  if (!secret) refuse('login_required')
  const hash = digest(secret)
  const cache = cacheOf(tenant)
  const now = Date.now()
  const kept = cache.sessions.get(hash)
  // Another process may have seen this session at work since.
  const known = kept && kept.day === presentDay() && kept.until > now && !isOver(kept, now) ? kept : await readOnce(tenant, cache, secret)
  if (!known) return refuse('login_required')
  if (isOver(known, now)) {
    cache.sessions.delete(hash)
    refuse(known.kind === 'SESSION' ? 'session_over' : known.kind === 'VIEW' ? 'view_over' : 'token_expired')
  }
  if (known.scope === 'ASSISTANT' && pathOf(request) !== ASSISTANTS) refuse('token_of_assistants')
  if (known.scope !== 'ALL') readers.add(request)
  // An open page listens for events all the time; this is not activity of a person.
  if (pathOf(request) === LISTENING) return known
  known.used = now
  if (known.noted + NOTED_EVERY < now) note(tenant, known, now)
  return known
}

const readers = new WeakSet<FastifyRequest>()
/** Whether the token of the call, met already, opens nothing but reading. */
export const onlyReads = (request: FastifyRequest) => readers.has(request)
const LISTENING = '/innoe-webapi/events'

const isOver = ({ expires, kind, used }: Session, now: number) => expires < now || (kind === 'SESSION' && used + IDLE < now)

/** Calls that arrive together read once. */
function readOnce(tenant: Tenant, cache: Cache, secret: string): Promise<Session | undefined> {
  const hash = digest(secret)
  const under = cache.reading.get(hash)
  if (under) return under
  const { age } = cache
  const reading = readActor(tenant, digestsOf(secret))
    .then((session) => {
      if (session && cache.age === age) {
        if (cache.sessions.size >= KEPT) cache.sessions.clear()
        cache.sessions.set(hash, session)
      }
      return session
    })
    .finally(() => {
      if (cache.reading.get(hash) === reading) cache.reading.delete(hash)
    })
  cache.reading.set(hash, reading)
  return reading
}

function note(tenant: Tenant, session: Session, now: number) {
  session.noted = now
  void tenant.db
    .updateTable('token')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('sid', '=', session.token)
    .execute()
    .catch(() => {})
}

/** The same person within one of their companies and all below it. */
function inCompany(session: Session, chosen: string): Actor {
  const reach = session.below.get(chosen)
  if (!reach) return refuse('forbidden', both('what', ['所选公司不在您的权限范围内', 'the selected company is outside your permission']))
  const known = session.chosen.get(chosen)
  if (known) return known
  const actor: Actor = { ...session.actor, selected: reach, access: new Map() }
  session.chosen.set(chosen, actor)
  return actor
}
