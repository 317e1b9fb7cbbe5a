import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../../../model/auth/device.ts'
import type { signIn } from '../../../model/auth/session-routes.ts'
import type { ReadFrom } from '../../../model/kit/route.ts'
import type { Tenant } from '../../records/context.ts'
import type { Server } from '../../server.ts'
import { refuse } from '../../errors.ts'
import { audit, noteCaller } from '../audit/audit.ts'
import { isCaptcha } from './captcha.ts'
import { clearFailures, countFailure, type Guessed, noteSignIn, refuseLocked, refuseLockedMeanwhile } from './failures.ts'
import { isKnownBrowser, knownBrowser } from './known-browser.ts'
import { addressOf, countAttempt, forgiveAttempt } from './limits.ts'
import { mailNotice, momentText, type Notice } from './notices.ts'
import { digest, hashPassword, isPassword } from './secrets.ts'
import { isPasswordOver, rulesOf } from './rules.ts'
import { isShutOut } from './shut-out.ts'
import { issueSession, type Issued } from './tokens.ts'

const LONGEST = 200
/** Validity of a one-time password. */
const ONE_TIME = 14 * 86_400_000

type LoginState = Issued & {
  user_sid: string
  avatar: string | null
  company_sid: string | null
  must_change_password: boolean
  platform: 1 | 2
  /** The cookie by which this browser is known from now on. */
  known: string
}

// An account that does not exist takes as long as one that does.
const nobody = hashPassword('nobody has this password')

/** POST /innoe-passport/login. A wrong name and a wrong password read alike, take alike and lock alike. */
export async function login(call: Asked, body: ReadFrom<typeof signIn>): Promise<LoginState> {
  const { tenant, request } = call
  const { username, password, captcha_id, captcha } = body
  await countAttempt(tenant, 'sign_in', addressOf(request))
  if (!(await isCaptcha(tenant, captcha_id, captcha))) refuse('captcha')
  await countAttempt(tenant, 'account', digest(username.toLowerCase()))
  return enter(call, { username, password, platform: platformOf(body.platform) })
}

type Asked = { server: Server; tenant: Tenant; request: FastifyRequest }

/** 1 the enterprise end, 2 the agency end. */
export const platformOf = (given: number): 1 | 2 => (given === 2 ? 2 : 1)

type Given = { username: string; password: string; platform: 1 | 2 }

async function enter({ server, tenant, request }: Asked, { username, password, platform }: Given): Promise<LoginState> {
  const row = await accountNamed(tenant, username)
  const guessed: Guessed = {
    name: username.toLowerCase(),
    user: row && row.sid,
    person: row && row.person,
    locked_until: row?.locked_until,
  }
  const isKnown = row !== undefined && isKnownBrowser(server, tenant, request, row)
  if (isKnown) await countAttempt(tenant, 'known', row.sid)
  else await refuseLocked(tenant, guessed)
  // Counted before the password is checked: after too many wrong passwords from an address, a correct one is refused as well.
  await countAttempt(tenant, 'wrong', addressOf(request))
  const kept = (row?.secret as string[] | null)?.[0] // written by setPassword
  const right = await isPassword(password.slice(0, LONGEST), kept ?? (await nobody))
  if (!isKnown) await refuseLockedMeanwhile(tenant, guessed)
  noteCaller(request, guessed.user ?? null)
  if (!row || !kept || !right || password.length > LONGEST) {
    if (!isKnown) await countFailure(tenant, guessed)
    return refuse('login_wrong')
  }
  await forgiveAttempt(tenant, 'wrong', addressOf(request))
  await refuseUnlessOpen(tenant, row, platform)
  if (isKnown) await forgiveAttempt(tenant, 'known', row.sid)
  await (isKnown ? noteSignIn(tenant, row.person) : clearFailures(tenant, row.sid, row.person))
  const company_sid = row.company_sid
  const issued = await issueSession(tenant, { user_sid: row.sid, person: row.person, company_sid, platform }, request)
  await audit(request, 'SIGNED_IN', { user: row.sid })
  if (!isKnown && row.last_login_at) mailNotice({ tenant, request, user: row.sid, notice: newBrowser(request) })
  return {
    ...issued,
    user_sid: row.person,
    avatar: row.avatar?.[0]?.sid ?? null,
    company_sid,
    must_change_password: row.must_change_password === true || isPasswordOver(row.password_changed_at, await rulesOf(tenant), Date.now()),
    platform,
    known: knownBrowser(server, tenant, row),
  }
}

/** Of the first sign-in of an account nobody is told: whoever opened it expects it. */
function newBrowser(request: FastifyRequest): Notice {
  const device = deviceOf(String(request.headers['user-agent'] ?? ''))
  const [when, where] = [momentText(Date.now()), addressOf(request)]
  return {
    subject: ['在新的浏览器登录', 'Sign-in in a new browser'],
    text: [
      `${when} 在一个新的浏览器登录（${device[0]}，网络地址 ${where}）。`,
      `it was signed in to at ${when} in a new browser (${device[1]}, address ${where}).`,
    ],
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof accountNamed>>>

/** One whose account was deleted is still told so, if the password is right. */
async function accountNamed({ db }: Tenant, username: string) {
  return db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid', 'u.secret', 'u.status', 'u.platform', 'u.locked_until', 'u.expires_at', 'u.must_change_password', 'u.password_changed_at'])
    .select(['u.deleted_at', 'p.sid as person', 'p.company_sid', 'p.avatar', 'p.person_status', 'p.deleted_at as person_deleted', 'p.last_login_at'])
    .where('u.account', '=', username.toLowerCase())
    .orderBy('u.deleted_at', (order) => order.desc().nullsFirst())
    .executeTakeFirst()
}

/** Only who knows the password learns why an account is not open. */
async function refuseUnlessOpen(tenant: Tenant, row: Row, platform: 1 | 2) {
  if (row.deleted_at || row.person_deleted) refuse('account_not_open')
  if (row.status === 'CLOSED' || row.person_status === 'RESIGNED' || (await isShutOut(tenant, row.person))) refuse('account_disabled')
  if (row.expires_at && Date.parse(row.expires_at) < Date.now()) {
    await tenant.db.updateTable('user_info').set({ account_status: 'EXPIRED' }).where('sid', '=', row.person).execute()
    refuse('account_expired')
  }
  if (row.must_change_password === true && Date.parse(String(row.password_changed_at)) + ONE_TIME < Date.now()) refuse('one_time_expired')
  if (String(row.platform) !== String(platform)) refuse('wrong_platform')
}
