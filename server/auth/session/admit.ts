import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../../../model/auth/session/device.ts'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { isExpired } from '../accounts/shown-status.ts'
import { audit } from '../audit/audit.ts'
import { knownBrowser } from '../limits/known-browser.ts'
import { mailNotice, momentText, type Notice } from './notices.ts'
import { readActor } from './read-actor.ts'
import { digest } from './secrets.ts'
import { isShutOut } from '../limits/shut-out.ts'
import { issueSession, type Issued, type Way } from './tokens.ts'

/** Validity of a one-time password. */
const ONE_TIME = 14 * 86_400_000

export type LoginState = Issued & {
  user_sid: string
  avatar: string | null
  company_sid: string | null
  must_change_password: boolean
  must_set_second_factor: boolean
  platform: 1 | 2
  /** The cookie by which this browser is known from now on. */
  known: string
}

export type Asked = { server: Server; tenant: Tenant; request: FastifyRequest }

/** Accounts as signing in reads them, deleted ones too. */
export const accountsToAdmit = ({ db }: Pick<Tenant, 'db'>) =>
  db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid', 'u.account', 'u.secret', 'u.status', 'u.platform', 'u.locked_until', 'u.expires_at', 'u.must_change_password'])
    .select(['u.password_changed_at', 'u.totp_since', 'u.deleted_at', 'p.sid as person', 'p.company_sid', 'p.avatar', 'p.person_status'])
    .select(['p.deleted_at as person_deleted', 'p.last_login_at'])

export type AccountRow = NonNullable<Awaited<ReturnType<ReturnType<typeof accountsToAdmit>['executeTakeFirst']>>>

export const accountToAdmit = (tenant: Pick<Tenant, 'db'>, user: string) => accountsToAdmit(tenant).where('u.sid', '=', user).executeTakeFirst()

/** The hash of the present password. */
export const passwordOf = (row: AccountRow | undefined) => (row?.secret as string[] | null | undefined)?.[0] // written by setPassword

/** Only those who have shown who they are learn why an account is not open. */
export async function refuseUnlessOpen(tenant: Tenant, row: AccountRow, platform: 1 | 2) {
  if (row.deleted_at || row.person_deleted) refuse('account_not_open')
  if (row.status === 'CLOSED' || row.person_status === 'RESIGNED' || (await isShutOut(tenant, row.person))) refuse('account_disabled')
  if (isExpired(row.expires_at)) {
    await tenant.db.updateTable('user_info').set({ account_status: 'EXPIRED' }).where('sid', '=', row.person).execute()
    refuse('account_expired')
  }
  if (String(row.platform) !== String(platform)) refuse('wrong_platform')
}

/** The password is right, but was valid for the first days of the account alone. */
export function refuseOldOneTime(row: AccountRow) {
  if (row.must_change_password === true && Date.parse(String(row.password_changed_at)) + ONE_TIME < Date.now()) refuse('one_time_expired')
}

/** `strength`: the provider's facts about the sign-in */
type Admitted = { platform: 1 | 2; isKnown: boolean; strength?: Readonly<Record<string, unknown>> } & Way

/** A session for an account whose owner has shown everything that is asked of them. */
export async function admit(
  { server, tenant, request }: Asked,
  row: AccountRow,
  { platform, isKnown, strength, ...began }: Admitted,
): Promise<LoginState> {
  const { company_sid } = row
  const issued = await issueSession(tenant, { user_sid: row.sid, person: row.person, company_sid, platform, ...began }, request)
  const session = await readActor(tenant, [digest(issued.token)])
  const details = { way: began.way ?? 'PASSWORD', ...strength }
  await audit(request, 'SIGNED_IN', { user: row.sid, details, ...(began.provider && { entity: 'identity_provider', record_sid: began.provider }) })
  if (!isKnown && row.last_login_at) mailNotice({ tenant, request, user: row.sid, notice: newBrowser(request) })
  return {
    ...issued,
    user_sid: row.person,
    avatar: row.avatar?.[0]?.sid ?? null,
    company_sid,
    must_change_password: session?.mustChange ?? false,
    must_set_second_factor: session?.mustSecure ?? false,
    platform,
    known: knownBrowser(server, tenant, row),
  }
}

/** The first sign-in of an account sends no notice: the person who opened the account expects it. */
function newBrowser(request: FastifyRequest): Notice {
  const device = deviceOf(request.headers['user-agent'] ?? '')
  const [when, where] = [momentText(Date.now()), request.ip]
  return {
    subject: ['在新的浏览器登录', 'Sign-in in a new browser'],
    text: [
      `${when} 在一个新的浏览器登录（${device[0]}，网络地址 ${where}）。`,
      `it was signed in to at ${when} in a new browser (${device[1]}, address ${where}).`,
    ],
  }
}
