import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditEvent } from '../../../model/auth/audit_entry.ts'
import type { Leaves } from '../../../model/kit/wire/route.ts'
import type { Refusal } from '../../errors.ts'
import type { Context, Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { tenantOf } from '../session/language.ts'
import { type Audited, keepEntries, type Origin, originIn, originOf } from './entries.ts'
import { countRefusal, flushRefusals } from './refusals.ts'

const tenants = new WeakMap<FastifyRequest, Tenant>()
const callers = new WeakMap<FastifyRequest, string | null>()

/** The caller, for the record of a refusal */
export const noteCaller = (request: FastifyRequest, user_sid: string | null) => void callers.set(request, user_sid)

export const tenantOfCall = (request: FastifyRequest): Tenant | undefined => tenants.get(request)

export function startAudit(app: FastifyInstance, server: Server) {
  app.addHook('onRequest', async (request) => void tenants.set(request, tenantOf(server, request)))
  const flush = (told: (tenant: Tenant, error: unknown) => void) => {
    const here = [...server.tenants.all.values()].filter((one) => !one.isMoving())
    return Promise.all(here.map((tenant) => flushRefusals(tenant).catch((error: unknown) => told(tenant, error))))
  }
  const toLog = ({ name }: Tenant, error: unknown) => app.log.error({ err: error, tenant: name }, 'refusals were not recorded')
  const timer = setInterval(() => void flush(toLog), FLUSHED)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush(() => undefined) // the database may be gone before
  })
}

const FLUSHED = 1000

/**
 * Writes an event to the audit log, and to the server log at any level, unless it is silent. Neither contains a secret or a text
 * of a caller. With the context of a transaction, the entry is kept if the transaction is.
 */
export async function audit(request: FastifyRequest, event: AuditEvent, facts: Omit<Audited, 'event'> = {}, ctx?: Context) {
  say(request, event, facts)
  if (LEAVING.has(event)) told.add(originOf(request))
  const tenant = ctx?.tenant ?? tenants.get(request)
  if (tenant) await keepEntries(tenant, ctx?.db ?? tenant.db, [{ event, ...facts, ...originOf(request) }])
}

/** Records events without a call of their own, in the transaction of the change or in a job. */
export function auditIn(ctx: Context, entries: readonly Audited[]) {
  if (ctx.origin && entries.some(({ event }) => LEAVING.has(event))) told.add(ctx.origin)
  return keepEntries(
    ctx.tenant,
    ctx.db,
    entries.map((one) => ({ by: ctx.actor.user_sid, ...one, ...originIn(ctx) })),
  )
}

const LEAVING: ReadonlySet<AuditEvent> = new Set(['EXPORTED', 'DOWNLOADED', 'VIEWED'])
/** The calls that have recorded what leaves with their answer. */
const told = new WeakSet<Origin>()

/** Marks a call for a page that was recorded with its first page. */
export const alreadyRecorded = (request: FastifyRequest) => void told.add(originOf(request))

/** Records an answer with a file in general words, unless the handler has recorded it in detail. */
export async function auditLeaving(
  request: FastifyRequest,
  event: Exclude<Leaves, 'nothing'>,
  facts: Pick<Audited, 'entity' | 'record_sid' | 'details'>,
) {
  if (!told.has(originOf(request))) await audit(request, event, { user: callers.get(request), ...facts })
}

/** Refused sign-ins, refused permissions, too many attempts, and input that no page of ours sends. Ordinary validation faults are not recorded. */
export function auditRefusal(request: FastifyRequest, { name, status, code }: Refusal) {
  const isSignIn = SIGNING_IN.some((path) => request.url.startsWith(path)) && status >= 400 && name !== 'validation'
  const isRefused = status === 403 || status === 429
  if (!isSignIn && !isRefused && !isSuspicious(request, name)) return
  noteRefusal(request, isSignIn ? 'SIGN_IN_REFUSED' : isRefused ? 'REFUSED' : 'SUSPICIOUS', { rule: name, error_code: code })
}

/** Records a cookie that claims to be ours but is forged. The call goes on without the cookie. */
export const noteForgedCookie = (request: FastifyRequest) => noteRefusal(request, 'SUSPICIOUS', { rule: 'forged_cookie' })

/** Errors that only a program sends: its author made a mistake, or somebody tries to evade a check. */
const SUSPICIOUS: ReadonlySet<string> = new Set<Refusal['name']>([
  'unknown_key',
  'unknown_field',
  'bad_iql',
  'bad_sid',
  'bad_json',
  'file_mismatch',
  'file_infected',
])
const LEAVES_FOLDER = /\.\.|%2e%2e|%00|\\|%5c/i

const isSuspicious = ({ url }: FastifyRequest, name: string) =>
  SUSPICIOUS.has(name) || ((name === 'not_found' || name === 'bad_request') && LEAVES_FOLDER.test(url.split('?')[0] ?? ''))

/** Equal events of a second become one entry, and so does a flood, so that no caller can fill the log. */
function noteRefusal(request: FastifyRequest, event: AuditEvent, how: Pick<Audited, 'rule' | 'error_code'>) {
  const path = `${request.method} ${request.url.split('?')[0]}`.slice(0, 255)
  const facts = { user: callers.get(request) ?? undefined, ...how, path, refused: true }
  say(request, event, facts)
  const tenant = tenants.get(request)
  if (tenant) countRefusal(tenant, { event, ...facts, ...originOf(request) }, request.routeOptions.url ?? '')
}

const SIGNING_IN = ['/innoe-passport/', '/innoe-openapi/iam_auth/']

function say(request: FastifyRequest, event: AuditEvent, { details, about: _, about_en: __, ...facts }: Omit<Audited, 'event'>) {
  if (request.log.level === 'silent' || typeof request.log.child !== 'function') return
  request.log.child({ audit: event }, { level: 'info' }).info({ ...facts, ...details, address: request.ip }, event)
}
