import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { type Cookie, cookieOf, setCookie } from '../session/cookies.ts'
import { isSigned, sign } from '../session/secrets.ts'

const KNOWN: Cookie = { name: 'innoe_known', seconds: 90 * 86_400 }

type Account = { sid: string; password_changed_at: string | null }

/** A browser in which the account signed in with its present password. Wrong guesses made elsewhere do not lock it out. */
export function isKnownBrowser({ config }: Server, tenant: Tenant, request: FastifyRequest, account: Account): boolean {
  return isSigned(config.secret, textOf(tenant, account), cookieOf(request, KNOWN))
}

export const knownBrowser = ({ config }: Server, tenant: Tenant, account: Account) => sign(config.secret, textOf(tenant, account))

export const setKnownCookie = (request: FastifyRequest, reply: FastifyReply, value: string) => setCookie(request, reply, KNOWN, value)

/** The browser in which the password was just changed stays a known one. */
export async function knowBrowser(
  server: Server,
  tenant: Tenant,
  { request, reply, user }: { request: FastifyRequest; reply: FastifyReply; user: string },
) {
  const account = await tenant.db.selectFrom('user').select(['sid', 'password_changed_at']).where('sid', '=', user).executeTakeFirst()
  if (account) setKnownCookie(request, reply, knownBrowser(server, tenant, account))
}

/** Another password, another signature: a browser is known for the password that was typed in it. */
const textOf = ({ name }: Tenant, { sid, password_changed_at: changed }: Account) => `known ${name} ${sid} ${changed}`
