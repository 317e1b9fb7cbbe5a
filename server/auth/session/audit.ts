import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../errors.ts'

type Facts = Record<string, string | number | undefined | null>

/** Written whatever level the log has, unless it is silent: who signed in or out, whose password changed, and who was refused what. No secret, name or text of a caller is in it. */
export function audit(request: FastifyRequest, event: string, facts: Facts) {
  if (request.log.level === 'silent' || typeof request.log.child !== 'function') return
  request.log.child({ audit: event }, { level: 'info' }).info({ ...facts, address: request.ip }, event)
}

const callers = new WeakMap<FastifyRequest, string | null>()

/** Whose call it is, for the log of a refusal. */
export const noteCaller = (request: FastifyRequest, user_sid: string | null) => void callers.set(request, user_sid)

/** Refused sign-ins, refused permissions and too many attempts. Validation faults are not logged. */
export function auditRefusal(request: FastifyRequest, { name, status, code }: Refusal) {
  const isSignIn = request.url.startsWith('/innoe-passport/') && status >= 400 && name !== 'validation'
  if (!isSignIn && status !== 403 && status !== 429) return
  const event = isSignIn ? 'sign-in refused' : 'refused'
  audit(request, event, { user: callers.get(request), rule: name, code, method: request.method, path: request.url.split('?')[0] })
}
