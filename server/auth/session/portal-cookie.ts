import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { noteForgedCookie } from '../audit/audit.ts'
import { IDLE } from './actor.ts'
import { clearCookie, type Cookie, cookieOf, setCookie } from './cookies.ts'
import { isSigned, sign } from './secrets.ts'
import type { Held } from './tokens.ts'

const END: Cookie = { name: 'innoe_end', seconds: 14 * 86_400 }
/** The end, the session's family, and our signature. */
const VALUE = /^([12])\.([0-9a-f-]{36})\.([\w-]+)$/

/**
 * One browser on one domain uses the enterprise end or the agency end, never both: a signed cookie contains the end and the
 * session. An ended or timed-out session does not count.
 */
export async function refuseOtherPortal({ config }: Server, tenant: Tenant, request: FastifyRequest, platform: 1 | 2): Promise<Held | undefined> {
  const held = heldEnd(config.secret, tenant, request)
  if (!held || held.platform === platform) return held
  const live = await tenant.db
    .selectFrom('token')
    .select('sid')
    .where('family', '=', held.family)
    .where('valid', '=', true)
    .where('last_used_at', '>', new Date(Date.now() - IDLE).toISOString())
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  return live ? refuse('both_ends') : undefined
}

export function setPortalCookie({ config }: Server, tenant: Tenant, request: FastifyRequest, reply: FastifyReply, { platform, family }: Held) {
  const value = `${platform}.${family}.${sign(config.secret, textOf(tenant, { platform, family }))}`
  setCookie(request, reply, END, value)
}

export const clearPortalCookie = (request: FastifyRequest, reply: FastifyReply) => clearCookie(request, reply, END)

const textOf = (tenant: Tenant, { platform, family }: Held) => `end ${tenant.name} ${platform} ${family}`

function heldEnd(secret: string, tenant: Tenant, request: FastifyRequest): Held | undefined {
  const found = VALUE.exec(cookieOf(request, END))
  if (!found) return undefined
  const held: Held = { platform: found[1] === '2' ? 2 : 1, family: found[2] ?? '' }
  if (isSigned(secret, textOf(tenant, held), found[3] ?? '')) return held
  noteForgedCookie(request)
  return undefined
}
