import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { bearerOf, isKnownToken } from '../session/actor.ts'
import { tenantOf } from '../session/language.ts'
import { digest } from '../session/secrets.ts'

const MINUTE = 60_000
// Ten thousand a second: no honest script is slowed down, one that has run wild is.
const PER_MINUTE = 600_000
// Of what comes without a known token: one address may be a whole office behind a gateway, but has little to ask before it signs in.
const UNKNOWN_SHARE = 1 / 20

const set = (name: string, ordinary: number) => {
  const given = Number(process.env[name])
  return Number.isInteger(given) && given > 0 ? given : ordinary
}

const LIMITED = ['/innoe-', '/scim/']

/** A general limit by token, counted in this process; a token that is not known counts for its address. INNOE_RATE_LIMIT changes it. */
export function limitRequests(app: FastifyInstance, server: Server) {
  const most = set('INNOE_RATE_LIMIT', PER_MINUTE)
  let window = 0
  let counts = new Map<string, number>()
  app.addHook('onRequest', async (request) => {
    if (!LIMITED.some((path) => request.url.startsWith(path)) || request.url.startsWith('/innoe-web/')) return
    const now = Math.floor(Date.now() / MINUTE)
    if (now !== window) {
      window = now
      counts = new Map()
    }
    const hash = digest(bearerOf(request))
    const isKnown = isKnownToken(tenantOf(server, request), hash)
    const key = isKnown ? hash : addressOf(request)
    const n = (counts.get(key) ?? 0) + 1
    counts.set(key, n)
    if (n > (isKnown ? most : most * UNKNOWN_SHARE)) refuse('too_many_requests', { seconds: 60 - (Math.floor(Date.now() / 1000) % 60) })
  })
}

/** Guesses allowed in five minutes. INNOE_LOGIN_LIMIT changes the first; the others keep their proportion to it. */
const ORDINARY = 300
const GUESSING = {
  sign_in: 300,
  wrong: 60,
  account: 30,
  captcha: 600,
  code: 30,
  password: 10,
  known: 5,
  send_code: 20,
  send_code_to: 5,
  send_code_all: 20,
  forgotten: 20,
  forgotten_name: 5,
  forgotten_all: 20,
  mail: 10,
  share: 120,
  share_page: 1000, // of a visit that is open: no guess, but each page is drawn
  share_password: 10,
} as const
const WINDOW = 5

/** A limit in its proportion to the one that the operator may set. */
export const limitOf = (most: number, name: string, ordinary: number) => Math.ceil((most * set(name, ordinary)) / ordinary)

export const countAttempt = (tenant: Tenant, what: keyof typeof GUESSING, who: string) =>
  addTurn(tenant, `${what} ${who}`, limitOf(GUESSING[what], 'INNOE_LOGIN_LIMIT', ORDINARY))

/** Of what is sent to somebody, an address has a part alone, so that nobody uses up the rest from one place. */
export async function countSending(tenant: Tenant, what: 'send_code' | 'forgotten', { to, request }: { to: string; request: FastifyRequest }) {
  await countAttempt(tenant, PARTS[what].here, `${digest(to)} ${addressOf(request)}`)
  await countAttempt(tenant, PARTS[what].everywhere, digest(to))
}

const PARTS = {
  send_code: { here: 'send_code_to', everywhere: 'send_code_all' },
  forgotten: { here: 'forgotten_name', everywhere: 'forgotten_all' },
} as const

/** Counts across all processes, and refuses when there were too many in this window. */
export async function addTurn({ db }: Tenant, key: string, most: number) {
  const start = Math.floor(Date.now() / (WINDOW * MINUTE)) * WINDOW * MINUTE
  const { n } = await db
    .insertInto('attempt')
    .values({ key, window_start: new Date(start).toISOString(), n: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ n: row('attempt.n', '+', 1) })))
    .returning('n')
    .executeTakeFirstOrThrow()
  if (n > most) refuse('too_many_requests', { seconds: Math.max(1, Math.ceil((start + WINDOW * MINUTE - Date.now()) / 1000)) })
}

/** The attempt was no guess after all. */
export async function forgiveAttempt({ db }: Tenant, what: keyof typeof GUESSING, who: string) {
  await db
    .updateTable('attempt')
    .set((row) => ({ n: row('n', '-', 1) }))
    .where('key', '=', `${what} ${who}`)
    .where('window_start', '=', windowStart())
    .where('n', '>', 0)
    .execute()
}

const windowStart = () => new Date(Math.floor(Date.now() / (WINDOW * MINUTE)) * WINDOW * MINUTE).toISOString()

/** Counted as one address: an IPv4 address, or an IPv6 network, since one subscriber has 2⁶⁴ addresses. */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>) => (isIPv6(ip) ? networkOf(ip) : ip.slice(0, 60))

function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const behind = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => '0')
  const whole = [...groups, ...zeros, ...behind].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${whole.slice(0, 4).join(':')}::/64`
}
