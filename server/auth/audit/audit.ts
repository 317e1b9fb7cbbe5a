import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditEvent } from '../../../model/auth/audit_entry.ts'
import type { Refusal } from '../../errors.ts'
import type { Context, Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { tenantOf } from '../session/language.ts'
import { type Audited, keepEntries, originIn, originOf } from './entries.ts'
import { countRefusal, flushRefusals } from './refusals.ts'

const tenants = new WeakMap<FastifyRequest, Tenant>()
const callers = new WeakMap<FastifyRequest, string | null>()

/** Whose call it is, for the record of a refusal. */
export const noteCaller = (request: FastifyRequest, user_sid: string | null) => void callers.set(request, user_sid)

export function startAudit(app: FastifyInstance, server: Server) {
  app.addHook('onRequest', async (request) => void tenants.set(request, tenantOf(server, request)))
  const timer = setInterval(() => void flush().catch((error: unknown) => app.log.error({ err: error }, 'refusals were not recorded')), FLUSHED)
  timer.unref()
  const flush = async () => {
    for (const tenant of server.tenants.all.values()) await flushRefusals(tenant)
  }
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush().catch(() => undefined) // the database may be gone before
  })
}

const FLUSHED = 1000

/**
 * Recorded in the audit log, and written to the log whatever its level, unless it is silent. No secret and no text of a caller
 * is in it. With the context of a transaction, the entry is kept if the transaction is.
 */
export async function audit(request: FastifyRequest, event: AuditEvent, facts: Omit<Audited, 'event'> = {}, ctx?: Context) {
  say(request, event, facts)
  const tenant = ctx?.tenant ?? tenants.get(request)
  if (tenant) await keepEntries(tenant, ctx?.db ?? tenant.db, [{ event, ...facts, ...originOf(request) }])
}

/** Of what is no call of its own: in the transaction of the change, or by a job. */
export const auditIn = (ctx: Context, entries: readonly Audited[]) =>
  keepEntries(
    ctx.tenant,
    ctx.db,
    entries.map((one) => ({ by: ctx.actor.user_sid, ...one, ...originIn(ctx) })),
  )

/** Refused sign-ins, refused permissions and too many attempts. Validation faults are not recorded. */
export function auditRefusal(request: FastifyRequest, { name, status, code }: Refusal) {
  const isSignIn = SIGNING_IN.some((path) => request.url.startsWith(path)) && status >= 400 && name !== 'validation'
  if (!isSignIn && status !== 403 && status !== 429) return
  const event = isSignIn ? 'SIGN_IN_REFUSED' : 'REFUSED'
  const path = `${request.method} ${request.url.split('?')[0]}`.slice(0, 255)
  const facts = { user: callers.get(request) ?? undefined, rule: name, error_code: code, path, refused: true }
  say(request, event, facts)
  const tenant = tenants.get(request)
  if (tenant) countRefusal(tenant, { event, ...facts, ...originOf(request) }, request.routeOptions.url ?? '')
}

const SIGNING_IN = ['/innoe-passport/', '/innoe-openapi/iam_auth/']

function say(request: FastifyRequest, event: AuditEvent, { details, about: _, ...facts }: Omit<Audited, 'event'>) {
  if (request.log.level === 'silent' || typeof request.log.child !== 'function') return
  request.log.child({ audit: event }, { level: 'info' }).info({ ...facts, ...details, address: request.ip }, event)
}
