import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tenantOf } from './language.ts'
import { refuseUnlessObject } from '../records/create.ts'
import { refuse } from '../refusal.ts'
import type { Server } from '../server.ts'
import { bearerOf, forgetActors } from './actor.ts'
import { newCaptcha } from './captcha.ts'
import { holdEnd, leaveEnd, refuseOtherEnd } from './ends.ts'
import { countAttempt } from './limits.ts'
import { login } from './login.ts'
import { digest } from './secrets.ts'
import { endFamily, refreshSession } from './tokens.ts'

/** Everything under /innoe-passport: in, on and out. */
export function sessionRoutes(app: FastifyInstance, server: Server) {
  app.get('/innoe-passport/captcha', async (request) => {
    const tenant = tenantOf(server, request)
    await countAttempt(tenant, `captcha ${request.ip}`, Number(process.env.INNOE_LOGIN_LIMIT ?? 60) * 5, 5)
    return newCaptcha(tenant)
  })
  app.post('/innoe-passport/login', async (request, reply) => {
    const body = bodyOf(request)
    refuseOtherEnd(server, request, Number(body.platform) === 2 ? 2 : 1)
    const state = await login(tenantOf(server, request), body, request)
    holdEnd(server, request, reply, state.platform)
    return state
  })
  app.post('/innoe-passport/refresh', async (request) => {
    const { refresh_token } = bodyOf(request)
    if (typeof refresh_token !== 'string' || refresh_token === '') refuse('token_invalid')
    return refreshSession(tenantOf(server, request), refresh_token, request)
  })
  app.post('/innoe-passport/logout', async (request, reply) => {
    const tenant = tenantOf(server, request)
    const row = await tenant.db
      .selectFrom('token')
      .select(['sid', 'family', 'kind'])
      .where('hash', '=', digest(bearerOf(request)))
      .executeTakeFirst()
    if (row?.kind === 'SESSION') await endFamily(tenant, String(row.family))
    forgetActors(tenant)
    leaveEnd(reply)
    return { out: true }
  })
  for (const way of ['login_email', 'login_mobile', 'send_code']) {
    app.post(`/innoe-passport/${way}`, async () => refuse('code_login'))
  }
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {}
  refuseUnlessObject(body)
  return body
}
