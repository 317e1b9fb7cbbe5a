import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../records/work.ts'
import { refuse } from '../refusal.ts'
import { forgetActors } from './actor.ts'
import { digest, newSecret } from './secrets.ts'

const LASTS = 12 * 3_600_000
const REFRESHES = 14 * 86_400_000

export type Issued = { token: string; refresh_token: string; expires_at: string; login_time: string }
type Owner = { user_sid: string; person: string; company_sid: string | null; platform: number }

const instant = (ms: number) => new Date(ms).toISOString()

/** A new session. Its refresh token outlives it and is good once. */
export async function issueSession({ db }: Tenant, owner: Owner, request: FastifyRequest, family: string = randomUUID()): Promise<Issued> {
  const [token, refresh_token] = [newSecret('s'), newSecret('r')]
  const now = Date.now()
  const expires_at = instant(now + LASTS)
  await db
    .insertInto('token')
    .values({
      sid: randomUUIDv7(),
      version: 1,
      name: 'session',
      kind: 'SESSION',
      user_sid: owner.user_sid,
      hash: digest(token),
      refresh_hash: digest(refresh_token),
      family,
      platform: owner.platform,
      expires_at,
      last_used_at: instant(now),
      address: request.ip.slice(0, 60),
      agent: String(request.headers['user-agent'] ?? '').slice(0, 255),
      company_sid: owner.company_sid,
      valid: true,
      created_at: instant(now),
      updated_at: instant(now),
      created_by: owner.person,
      updated_by: owner.person,
    })
    .execute()
  return { token, refresh_token, expires_at, login_time: instant(now) }
}

/** Rotates; a refresh token that was used before ends the whole family, since someone has a copy. */
export async function refreshSession(tenant: Tenant, refreshToken: string, request: FastifyRequest): Promise<Issued & { user_sid: string }> {
  const row = await tenant.db
    .selectFrom('token as t')
    .innerJoin('user as u', 'u.sid', 't.user_sid')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select([
      't.sid',
      't.family',
      't.valid',
      't.created_at',
      't.user_sid',
      't.platform',
      'u.status',
      'p.sid as person',
      'p.company_sid',
      'p.person_status',
    ])
    .where('t.refresh_hash', '=', digest(refreshToken))
    .executeTakeFirst()
  if (!row) return refuse('token_invalid')
  if (row.valid === false) {
    await endFamily(tenant, String(row.family))
    return refuse('token_invalid')
  }
  if (row.status !== 'OPEN' || row.person_status === 'RESIGNED') return refuse('account_disabled')
  if (Date.parse(String(row.created_at)) + REFRESHES < Date.now()) return refuse('session_over')
  const owner = {
    user_sid: String(row.user_sid),
    person: String(row.person),
    company_sid: row.company_sid as string | null,
    platform: Number(row.platform),
  } // columns just selected
  const taken = await tenant.db
    .updateTable('token')
    .set({ valid: false, hash: null })
    .where('sid', '=', row.sid)
    .where('valid', '=', true)
    .returning('sid')
    .executeTakeFirst()
  if (!taken) return refuse('token_invalid')
  forgetActors(tenant)
  return { ...(await issueSession(tenant, owner, request, String(row.family))), user_sid: owner.user_sid }
}

export async function endFamily(tenant: Tenant, family: string) {
  await tenant.db.deleteFrom('token').where('family', '=', family).execute()
  forgetActors(tenant)
}

/** Ends every session of an account at once. */
export async function endSessions(tenant: Tenant, user: string, except?: string) {
  const all = tenant.db.deleteFrom('token').where('user_sid', '=', user).where('kind', '=', 'SESSION')
  await (except ? all.where('sid', '!=', except) : all).execute()
  forgetActors(tenant)
}

export async function issuePersonal({ db }: Tenant, owner: Owner, name: string, expires_at: string | null): Promise<{ sid: string; token: string }> {
  const token = newSecret('p')
  const sid = randomUUIDv7()
  const now = instant(Date.now())
  await db
    .insertInto('token')
    .values({
      sid,
      version: 1,
      name,
      kind: 'PERSONAL',
      user_sid: owner.user_sid,
      hash: digest(token),
      platform: owner.platform,
      expires_at,
      company_sid: owner.company_sid,
      valid: true,
      created_at: now,
      updated_at: now,
      created_by: owner.person,
      updated_by: owner.person,
    })
    .execute()
  return { sid, token }
}
