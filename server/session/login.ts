import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../records/work.ts'
import { refuse } from '../refusal.ts'
import { isCaptcha } from './captcha.ts'
import { countAttempt } from './limits.ts'
import { hashPassword, isPassword } from './secrets.ts'
import { issueSession, type Issued } from './tokens.ts'

const FAILURES = 5
const LOCKED_MINUTES = 15

export type LoginState = Issued & { user_sid: string; avatar: unknown; company_sid: string | null; must_change_password: boolean; platform: 1 | 2 }

// An account that does not exist takes as long as one that does.
const nobody = hashPassword('nobody has this password')

/** POST /innoe-passport/login. A wrong name and a wrong password read alike. */
export async function login(tenant: Tenant, body: Record<string, unknown>, request: FastifyRequest): Promise<LoginState> {
  const [username, password, captchaId, answer] = ['username', 'password', 'captcha_id', 'captcha'].map((key) =>
    typeof body[key] === 'string' ? body[key].trim() : '',
  )
  const platform = body.platform === 2 || body.platform === '2' ? 2 : 1
  if (!username || !password || !captchaId || !answer)
    refuse('bad_request', { why_zh: '请输入用户名、密码和验证码', why_en: 'User name, password and captcha are needed' })
  await countAttempt(tenant, `login ${request.ip}`, Number(process.env.INNOE_LOGIN_LIMIT ?? 60), 5)
  if (!(await isCaptcha(tenant, captchaId, answer))) refuse('captcha')
  return enter(tenant, { username, password, platform }, request)
}

type Given = { username: string; password: string; platform: 1 | 2 }

async function enter(tenant: Tenant, { username, password, platform }: Given, request: FastifyRequest): Promise<LoginState> {
  const { db } = tenant
  const row = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select([
      'u.sid',
      'u.secret',
      'u.status',
      'u.platform',
      'u.failures',
      'u.locked_until',
      'u.expires_at',
      'u.must_change_password',
      'p.sid as person',
      'p.company_sid',
      'p.avatar',
      'p.person_status',
    ])
    .where((of) => of(of.fn('lower', ['u.account']), '=', username.toLowerCase()))
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  const locked = row?.locked_until ? Date.parse(String(row.locked_until)) - Date.now() : 0
  if (locked > 0) refuse('account_locked', { minutes: Math.ceil(locked / 60_000) })
  const kept = (row?.secret as string[] | null)?.[0] // written by setPassword
  const right = await isPassword(password, kept ?? (await nobody))
  if (!row || !kept || !right) {
    if (row) await countFailure(tenant, String(row.sid), Number(row.failures ?? 0))
    return refuse('login_wrong')
  }
  if (row.status === 'CLOSED' || row.person_status === 'RESIGNED') refuse('account_disabled')
  if (row.expires_at && Date.parse(String(row.expires_at)) < Date.now()) refuse('account_expired')
  if (String(row.platform) !== String(platform)) refuse('wrong_platform')
  await db.updateTable('user').set({ failures: 0, locked_until: null }).where('sid', '=', row.sid).execute()
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString() }).where('sid', '=', row.person).execute()
  const company_sid = row.company_sid as string | null // a reference column
  const issued = await issueSession(tenant, { user_sid: String(row.sid), person: String(row.person), company_sid, platform }, request)
  return {
    ...issued,
    user_sid: String(row.person),
    avatar: (row.avatar as { sid: string }[] | null)?.[0]?.sid ?? null,
    company_sid,
    must_change_password: row.must_change_password === true,
    platform,
  }
}

/** In one statement, so that guesses made side by side all count. */
async function countFailure({ db }: Tenant, sid: string, before: number) {
  const until = new Date(Date.now() + LOCKED_MINUTES * 60_000).toISOString()
  const row = await db
    .updateTable('user')
    .set((of) => ({ failures: of('failures', '+', 1) }))
    .where('sid', '=', sid)
    .returning('failures')
    .executeTakeFirst()
  if (Number(row?.failures ?? before + 1) >= FAILURES)
    await db.updateTable('user').set({ locked_until: until, failures: 0 }).where('sid', '=', sid).execute()
}
