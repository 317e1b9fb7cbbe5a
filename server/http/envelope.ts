import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { daysIn } from '../../model/kit/days/day-text.ts'
import { auditRefusal, tenantOfCall } from '../auth/audit/audit.ts'
import { onlyReads } from '../auth/session/actor.ts'
import { furtherOf, langOf } from '../auth/session/language.ts'
import { isAway } from '../database/away.ts'
import { isDuplicate } from '../database/violation.ts'
import { both, Refusal } from '../errors.ts'
import { UNSUPPORTED } from '../records/write/values.ts'

/** Success is wrapped once here, failure worded once here; no stack, SQL or path leaves the server. */
export function answerInEnvelopes(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id))
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.getHeader('x-plain') || !request.url.startsWith('/innoe-')) return payload
    if (typeof payload === 'object' && payload !== null && 'code' in payload && 'request_id' in payload) return payload
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
    return { code: 0, data: payload ?? null, request_id: request.id }
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalFor(error, request)
    auditRefusal(request, refusal)
    return sendRefusal(request, reply, refusal)
  })
}

export function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code = '', statusCode } = error as { code?: string; statusCode?: number } // Fastify's and pg's errors carry these
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError) return new Refusal('bad_json')
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new Refusal('bad_json')
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal('body_too_large')
  if (statusCode === 415) return new Refusal('media_type')
  if (error instanceof Error && BROKEN_FORM.test(error.message))
    return new Refusal('bad_request', both('why', ['表单不完整', 'the form is incomplete']))
  // The JSON had an object with a non-function `toString` instead of a text; only JSON from outside creates such an object.
  if (error instanceof TypeError && error.message === 'Cannot convert object to primitive value')
    return new Refusal('bad_request', both('why', ['此处应为文本', 'text is expected here']))
  if (tenantOfCall(request)?.isOfMove(error)) return new Refusal('tenant_moving')
  if (UNIQUE_BROKEN.has(code) || isDuplicate(error)) return new Refusal('busy')
  if (code === READ_ONLY) return new Refusal(onlyReads(request) ? 'token_only_reads' : 'viewing')
  if (code === '57014') return new Refusal('bad_request', both('why', ['查询耗时过长，请缩小范围', 'the query takes too long; narrow it']))
  if (isUnkeepable(error, code)) return new Refusal('bad_request', both('why', UNSUPPORTED))
  if (isAway(error)) {
    request.log.error({ err: error }, 'a required service is unavailable')
    return new Refusal('service_away')
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal('bad_request', { why: '', why_zh: '', why_en: '' })
  request.log.error({ err: error }, 'unexpected error')
  return new Refusal(isOfDatabase(error, code) ? 'database_error' : 'unforeseen')
}

// The parser of forms throws plain errors.
const BROKEN_FORM =
  /^(Multipart: Boundary not found|Unexpected end of (multipart data|file|form)|Part terminated early|Malformed (part header|multipart))/

// Two writers met: serialisation failure, deadlock, or a number taken between check and write.
const UNIQUE_BROKEN = new Set(['40001', '40P01', '23505'])

/** Views as another person, and tokens that only read, read through a handle on which the database accepts no write. */
const READ_ONLY = '25006'

/** The character that ends a text in C, and half a surrogate pair, which only a caller brings. */
function isUnkeepable(error: unknown, code: string) {
  return code === '22021' || code === '22P05' || (code === '22P02' && error instanceof Error && error.message.endsWith('for type json'))
}

/** PostgreSQL names each of its errors by five characters and a severity. */
const isOfDatabase = (error: unknown, code: string) => error instanceof Error && 'severity' in error && /^[0-9A-Z]{5}$/.test(code)

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const lang = langOf(request)
  if (refusal.name === 'method') reply.header('Allow', String(refusal.facts.allow))
  if (refusal.name === 'too_many_requests') reply.header('Retry-After', String(refusal.facts.seconds ?? 60))
  return reply
    .status(refusal.status)
    .header('Cache-Control', 'no-store')
    .type('application/json')
    .send({
      code: refusal.code,
      message: daysIn(refusal.words(lang, furtherOf(request)?.words[`refusal:${refusal.name}`]), lang),
      ...(refusal.errors && { errors: refusal.errors.map((one) => ({ ...one, reason: daysIn(one.reason, lang) })) }),
      ...(refusal.warnings && { warnings: refusal.warnings.map((one) => ({ ...one, reason: daysIn(one.reason, lang) })) }),
      ...(refusal.data !== undefined && { data: refusal.data }),
      request_id: request.id,
    })
}
