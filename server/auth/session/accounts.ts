import { StartFault } from '../../config.ts'
import type { Tenant } from '../../records/context.ts'
import { dropPasskeys } from '../passkeys/relying-party.ts'
import { dropAllFactors } from '../second-factor/set-up.ts'
import { setPassword } from '../passwords/passwords.ts'
import { clearLock } from '../limits/failures.ts'
import { oneTimePassword } from './secrets.ts'
import { endSessions, issuePersonal } from './tokens.ts'

// Account commands of the operator, which need no session.

export async function unlock(tenant: Tenant, account: string) {
  const { user_sid, person } = await accountNamed(tenant, account)
  await clearLock(tenant, { user: user_sid, person })
}

/** The next sign-in takes the password alone; every session of the account ends. */
export async function resetSecondFactor(tenant: Tenant, account: string) {
  const { user_sid } = await accountNamed(tenant, account)
  await dropAllFactors(tenant, user_sid)
  await endSessions(tenant, user_sid)
}

/** A one-time password in place of the present one; every session, personal token and passkey of the account ends. */
export async function resetPassword(tenant: Tenant, account: string): Promise<string> {
  const { user_sid } = await accountNamed(tenant, account)
  const password = oneTimePassword()
  await setPassword(tenant, user_sid, password, true)
  await dropPasskeys(tenant, user_sid)
  await endSessions(tenant, user_sid, { personal: true })
  return password
}

export async function createToken(tenant: Tenant, account: string, { name, days }: { name: string; days: number | undefined }): Promise<string> {
  const owner = await accountNamed(tenant, account)
  const expires = days === undefined ? null : new Date(Date.now() + days * 86_400_000).toISOString()
  const { token } = await issuePersonal(tenant, owner, { name, expires_at: expires })
  return token
}

/** The owner of rows that the operator imports on behalf of a person. */
export async function personNamed(tenant: Tenant, account: string) {
  const { person, company_sid } = await accountNamed(tenant, account)
  return { sid: person, company_sid }
}

export async function accountNamed({ db, name }: Tenant, account: string) {
  const row = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid', 'u.platform', 'p.sid as person', 'p.company_sid'])
    .where('u.account', '=', account.toLowerCase())
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new StartFault([`租户 ${name} 中没有账号“${account}”`, `There is no account “${account}” in tenant ${name}`])
  const company_sid = typeof row.company_sid === 'string' ? row.company_sid : null
  return { user_sid: row.sid, person: row.person, company_sid, platform: row.platform === '2' ? (2 as const) : (1 as const) }
}
