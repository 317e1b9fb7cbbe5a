import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tenantOf } from './language.ts'
import { refuseUnlessObject } from '../../records/write/create.ts'
import { refuse } from '../../errors.ts'
import type { Server } from '../../server.ts'
import { bearerOf } from './actor.ts'
import { newCaptcha } from './captcha.ts'
import { setPortalCookie, clearPortalCookie, refuseOtherPortal } from './portal-cookie.ts'
import { addressOf, countAttempt } from './limits.ts'
import { login, platformOf } from './login.ts'
import { digest } from './secrets.ts'
import { endFamily, refreshSession } from './tokens.ts'

/** Everything under /innoe-passport: in, on and out. */
export function sessionRoutes(app: FastifyInstance, server: Server) {
  app.get('/innoe-passport/captcha', async (request) => {
    const tenant = tenantOf(server, request)
    await countAttempt(tenant, 'captcha', addressOf(request))
    return newCaptcha(tenant)
  })
  app.post('/innoe-passport/login', async (request, reply) => {
    const tenant = tenantOf(server, request)
    const body = bodyOf(request)
    const held = await refuseOtherPortal(server, tenant, request, platformOf(body.platform))
    const { family, ...state } = await login(tenant, body, request)
    // Signing in anew takes the place of the session that this browser had.
    if (held) await endFamily(tenant, held.family)
    setPortalCookie(server, tenant, request, reply, { platform: state.platform, family })
    return state
  })
  app.post('/innoe-passport/refresh', async (request, reply) => {
    const tenant = tenantOf(server, request)
    const { refresh_token } = bodyOf(request)
    if (typeof refresh_token !== 'string' || refresh_token === '') refuse('token_invalid')
    const check = async ({ platform }: { platform: 1 | 2 }) => void (await refuseOtherPortal(server, tenant, request, platform))
    const { family, platform, ...pair } = await refreshSession(tenant, refresh_token, request, check)
    setPortalCookie(server, tenant, request, reply, { platform, family })
    return pair
  })
  app.post('/innoe-passport/logout', async (request, reply) => {
    const tenant = tenantOf(server, request)
    const row = await tenant.db
      .selectFrom('token')
      .select(['family', 'kind'])
      .where('hash', '=', digest(bearerOf(request)))
      .executeTakeFirst()
    if (row?.kind === 'SESSION') await endFamily(tenant, String(row.family))
    clearPortalCookie(reply)
    return { out: true }
  })
  for (const way of ['login_email', 'login_mobile', 'send_code']) {
    app.post(`/innoe-passport/${way}`, async (request) => {
      await countAttempt(tenantOf(server, request), 'code', addressOf(request))
      refuse('code_login')
    })
  }
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {}
  refuseUnlessObject(body)
  return body
}
