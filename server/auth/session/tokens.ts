import type { TokenScope } from '../../../model/auth/accounts/token.ts'
import type { RowOf } from '../../database/tables.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { forgetTokens } from './actor.ts'
import { audit } from '../audit/audit.ts'
import { bornAt } from './family.ts'
import { digest, digestsOf, newSecret } from './secrets.ts'
import { isShutOut } from '../limits/shut-out.ts'
import { refuseByPolicy } from '../passwords/policy.ts'

const LASTS = 12 * 3_600_000
export const REFRESHES = 14 * 86_400_000
// However often it is renewed, a session ends so long after its sign-in.
export const WHOLE = 30 * 86_400_000

export type Issued = { token: string; refresh_token: string; expires_at: string; login_time: string; family: string }
/** How a session began: its renewals keep it. */
export type Way = { way?: NonNullable<RowOf<'token'>['way']>; second?: boolean; provider?: string | undefined; providerSession?: string | null }
type Owner = { user_sid: string; person: string; company_sid: string | null; platform: 1 | 2 } & Way
type Handle = Pick<Tenant, 'db'>

const instant = (ms: number) => new Date(ms).toISOString()

/** A new session. Its refresh token outlives it and is good once. */
export async function issueSession(tenant: Handle, owner: Owner, request: FastifyRequest, family: string = randomUUIDv7()): Promise<Issued> {
  const [token, refresh_token] = [newSecret('s'), newSecret('r')]
  const now = Date.now()
  const expires_at = instant(now + LASTS)
  await insert(tenant, owner, {
    sid: randomUUIDv7(),
    name: 'session',
    kind: 'SESSION',
    hash: digest(token),
    refresh_hash: digest(refresh_token),
    family,
    expires_at,
    way: owner.way ?? 'PASSWORD',
    second_factor: owner.second ?? false,
    provider_sid: owner.provider ?? null,
    provider_session: owner.providerSession ?? null,
    last_used_at: instant(now),
    address: request.ip.slice(0, 60),
    agent: (request.headers['user-agent'] ?? '').slice(0, 255),
  })
  return { token, refresh_token, expires_at, login_time: instant(now), family }
}

type Personal = { name: string; expires_at: string | null; scope?: TokenScope }

export async function issuePersonal(tenant: Handle, owner: Owner, { name, expires_at, scope = 'ALL' }: Personal) {
  const token = newSecret('p')
  const sid = randomUUIDv7()
  await insert(tenant, owner, { sid, name, kind: 'PERSONAL', scope, hash: digest(token), expires_at })
  return { sid, token }
}

export async function issueCalendar(tenant: Handle, owner: Owner, name: string): Promise<{ sid: string; token: string }> {
  const token = newSecret('c')
  const sid = randomUUIDv7()
  await insert(tenant, owner, { sid, name, kind: 'CALENDAR', hash: digest(token) })
  return { sid, token }
}

/** The account to whose calendar feed this token belongs, and its person. Fetching is noted. */
export async function readCalendar({ db }: Handle, token: string): Promise<{ user: string; person: string } | undefined> {
  const row = await db
    .updateTable('token as t')
    .from('user as u')
    .set({ last_used_at: instant(Date.now()) })
    .whereRef('u.sid', '=', 't.user_sid')
    .where('t.hash', 'in', digestsOf(token))
    .where('t.kind', '=', 'CALENDAR')
    .where('u.deleted_at', 'is', null)
    .returning(['u.sid as user', 'u.user_info_sid as person'])
    .executeTakeFirst()
  return row?.person ? { user: row.user, person: row.person } : undefined
}

/** How long somebody may view as another person at once. */
export const VIEW_LASTS = 30 * 60_000

/** A view belongs to the session of the viewer and ends with it. */
export async function issueView(tenant: Handle, owner: Owner, { person, family }: { person: string; family: string }) {
  const token = newSecret('v')
  const expires_at = instant(Date.now() + VIEW_LASTS)
  await insert(tenant, owner, { sid: randomUUIDv7(), name: 'view', kind: 'VIEW', hash: digest(token), family, views_sid: person, expires_at })
  return { token, expires_at }
}

async function insert(
  { db }: Handle,
  { user_sid, person, company_sid, platform }: Owner,
  values: { sid: string; kind: NonNullable<RowOf<'token'>['kind']> } & Partial<RowOf<'token'>>,
) {
  const now = instant(Date.now())
  const base = { version: 1, valid: true, created_at: now, updated_at: now, created_by: person, updated_by: person }
  await db
    .insertInto('token')
    .values({ ...base, user_sid, platform, company_sid, ...values })
    .execute()
}

type Refreshed = Issued & { user_sid: string; platform: 1 | 2 }

/** Rotates; a refresh token that was used before ends the whole family, since someone has a copy. */
export async function refreshSession(
  tenant: Tenant,
  refreshToken: string,
  request: FastifyRequest,
  check: (held: Held) => Promise<void>,
): Promise<Refreshed> {
  const row = await tokenOf(tenant, refreshToken)
  if (!row) return refuse('token_invalid')
  if (row.valid === false) {
    await endFamily(tenant, String(row.family))
    await audit(request, 'TOKEN_REUSED', { user: row.user_sid, refused: true })
    return refuse('token_invalid')
  }
  const isOpen = row.status === 'OPEN' && row.person_status !== 'RESIGNED' && !row.deleted_at && !row.person_deleted
  if (!isOpen || (await isShutOut(tenant, row.person))) return refuse('account_disabled')
  if (row.account_expires && Date.parse(row.account_expires) < Date.now()) return refuse('account_expired')
  if (Date.parse(String(row.created_at)) + REFRESHES < Date.now() || bornAt(String(row.family)) + WHOLE < Date.now()) return refuse('session_over')
  // A session that began in a way that the tenant no longer allows is not renewed.
  await refuseByPolicy(tenant, row, { way: row.way ?? 'PASSWORD', ...(row.protocol && { protocol: row.protocol }) })
  const platform = row.platform === 2 ? 2 : 1
  await check({ platform, family: String(row.family) })
  const { company_sid } = row
  const began: Way = {
    way: row.way ?? 'PASSWORD',
    second: row.second_factor === true,
    provider: row.provider_sid ?? undefined,
    providerSession: row.provider_session,
  }
  const owner = { user_sid: String(row.user_sid), person: row.person, company_sid, platform, ...began } as const
  const issued = await tenant.db.transaction().execute(async (db) => {
    const taken = await db
      .updateTable('token')
      .set({ valid: false, hash: null })
      .where('sid', '=', row.sid)
      .where('valid', '=', true)
      .returning('sid')
      .executeTakeFirst()
    return taken ? issueSession({ db }, owner, request, String(row.family)) : refuse('token_invalid')
  })
  forgetTokens(tenant, [row.hash])
  return { ...issued, user_sid: owner.person, platform }
}

/** One browser's hold on one end. */
export type Held = { platform: 1 | 2; family: string }

async function tokenOf({ db }: Tenant, refreshToken: string) {
  return db
    .selectFrom('token as t')
    .innerJoin('user as u', 'u.sid', 't.user_sid')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .leftJoin('identity_provider as i', 'i.sid', 't.provider_sid')
    .select([
      'i.protocol',
      't.sid',
      't.hash',
      't.family',
      't.valid',
      't.created_at',
      't.user_sid',
      't.platform',
      't.way',
      't.second_factor',
      't.provider_sid',
      't.provider_session',
      'u.status',
      'u.deleted_at',
    ])
    .select(['u.expires_at as account_expires', 'p.sid as person', 'p.company_sid', 'p.person_status', 'p.deleted_at as person_deleted'])
    .where('t.refresh_hash', 'in', digestsOf(refreshToken))
    .executeTakeFirst()
}

export async function endFamily(tenant: Tenant, family: string) {
  const rows = await tenant.db.deleteFrom('token').where('family', '=', family).returning('hash').execute()
  forgetEnded(tenant, rows)
}

type Which = { except?: string | undefined; only?: string | undefined; personal?: boolean }

/** Ends every session of an account at once, or every one but `except`, or `only` one; its personal tokens and calendar feeds too if so asked. Returns how many sessions could still be used. */
export async function endSessions(tenant: Tenant, user: string, { except, only, personal = false }: Which = {}): Promise<number> {
  const kinds = personal ? (['SESSION', 'VIEW', 'PERSONAL', 'CALENDAR'] as const) : (['SESSION', 'VIEW'] as const)
  const all = tenant.db.deleteFrom('token').where('user_sid', '=', user).where('kind', 'in', kinds)
  const chosen = except ? all.where('sid', '!=', except) : only ? all.where('sid', '=', only) : all
  const ended = await chosen.returning(['hash', 'valid', 'kind']).execute()
  forgetEnded(tenant, ended)
  return ended.filter(({ valid, kind }) => valid && kind !== 'VIEW' && kind !== 'CALENDAR').length
}

export function forgetEnded(tenant: Tenant, rows: readonly Record<string, unknown>[]) {
  if (rows.length === 0) return
  forgetTokens(
    tenant,
    rows.map((row) => row.hash),
  )
}

/** Sessions that can no longer be renewed, and personal tokens that ended a while ago. */
export async function dropOldTokens({ db }: Handle): Promise<number> {
  const old = instant(Date.now() - REFRESHES)
  const sessions = await db.deleteFrom('token').where('kind', '=', 'SESSION').where('created_at', '<', old).executeTakeFirst()
  const personal = await db.deleteFrom('token').where('kind', '=', 'PERSONAL').where('expires_at', '<', old).executeTakeFirst()
  await db.deleteFrom('token').where('kind', '=', 'VIEW').where('expires_at', '<', instant(Date.now())).execute()
  return Number(sessions.numDeletedRows) + Number(personal.numDeletedRows)
}
