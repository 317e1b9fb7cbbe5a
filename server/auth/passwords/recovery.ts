import type { FastifyRequest } from 'fastify'
import type { askForLink, checkReset, checkResetAddress, forgetPassword, resetForgotten } from '../../../model/auth/passwords/recovery-routes.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import type { ReadFrom } from '../../../model/kit/wire/route.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { mailboxOf } from '../../mail/mail-settings.ts'
import { sendMail } from '../../mail/send.ts'
import type { Tenant } from '../../records/context.ts'
import type { RouteCall } from '../../route.ts'
import { dropPasskeys, hasAnyPasskey } from '../passkeys/relying-party.ts'
import { forgetActors } from '../session/actor.ts'
import { audit } from '../audit/audit.ts'
import { refusesAddressTokens } from '../limits/address-tokens.ts'
import { addressOf, countAttempt, countSending } from '../limits/limits.ts'
import { newPasswordFaults, setPassword } from './passwords.ts'
import { requiresSecondFactor } from '../session/read-actor.ts'
import { isLinkOf, newResetLink, readResetLink, RESEND_SECONDS, RESET_MINUTES, takeResetLink } from './reset-links.ts'
import { rulesOf } from '../session/rules.ts'
import { forgetEnded } from '../session/tokens.ts'

/** Answered before the look-up, so that neither the answer nor its time reveals whether the account exists. */
export const forget = ({ body: { account }, ...call }: RouteCall<typeof askForLink>) => askLink(call, account)

/** A GET caused by a picture, link or form of another page sends no mail; the Sec-Fetch headers of the browser identify it. */
export function forgetByGet({ query: { account }, ...call }: RouteCall<typeof forgetPassword>) {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': wanted } = call.request.headers
  const isProgram = site === undefined
  const isOwnPage = site === 'same-origin' && (mode === 'cors' || mode === 'same-origin') && wanted === 'empty'
  if (!isProgram && !isOwnPage) refuse('forbidden', { what_zh: '由其他页面请求重置密码', what_en: 'ask for a reset from another page' })
  return askLink(call, account)
}

async function askLink({ tenant, lang, request }: Pick<RouteCall<typeof askForLink>, 'tenant' | 'lang' | 'request'>, account: string) {
  await countAttempt(tenant, 'forgotten', addressOf(request))
  await countSending(tenant, 'forgotten', { to: account.trim().toLowerCase(), request })
  if (!(await mailboxOf(tenant))) refuse('mail_off')
  const accounts = (await rulesOf(tenant)).tells_unregistered ? await accountsNamed(tenant, account) : undefined
  if (accounts?.length === 0) refuse('unregistered_mail')
  setImmediate(
    () => void mailLinks(tenant, account, lang, request).catch((error: unknown) => request.log.error({ err: error }, 'a reset link was not mailed')),
  )
  return { sent: true, resend_seconds: RESEND_SECONDS, minutes: RESET_MINUTES }
}

async function mailLinks(tenant: Tenant, named: string, lang: Lang, request: FastifyRequest) {
  const mailbox = await mailboxOf(tenant)
  for (const { sid, account, email, password } of mailbox ? await accountsNamed(tenant, named) : []) {
    const token = await newResetLink(tenant, sid, password)
    if (!mailbox || !token) continue
    // The address is from the settings, since a request header can be forged. The part after # reaches no log.
    const link = `${mailbox.site_address}/innoe-web/reset-password#${token}`
    const hindrance = await sendMail(tenant, { to: email, ...LETTERS[lang](account, link) })
    await audit(request, hindrance ? 'RESET_LINK_NOT_MAILED' : 'RESET_LINK_MAILED', {
      user: sid,
      ...(hindrance && { details: { why: hindrance[1] } }),
    })
  }
}

const LETTERS: Record<Lang, (account: string, link: string) => { subject: string; text: string }> = {
  zh: (account, link) => ({
    subject: '重置密码',
    text: `您好：\n\n有人请求重置账号“${account}”的密码。如果是您本人，请在 ${RESET_MINUTES} 分钟内打开以下链接设置新密码，链接只能使用一次：\n\n${link}\n\n设置新密码后，该账号的通行密钥会被移除，请登录后重新添加。如果不是您本人，请忽略此邮件，密码不会改变。\n`,
  }),
  en: (account, link) => ({
    subject: 'Reset your password',
    text: `Hello,\n\nSomebody asked to reset the password of the account “${account}”. If it was you, open this link within ${RESET_MINUTES} minutes and set a new password. The link works once:\n\n${link}\n\nThe passkeys of the account are then removed; add them again after signing in. If it was not you, ignore this mail: your password stays as it is.\n`,
  }),
}

const MAX_ACCOUNTS = 5

/** The open accounts with this name, or those whose people have this address. */
async function accountsNamed({ db }: Tenant, given: string) {
  const named = given.trim().toLowerCase()
  const rows = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid', 'u.account', 'u.secret', 'u.expires_at', 'p.email'])
    .where((of) => of.or([of('u.account', '=', named), of(of.fn('lower', ['p.email']), '=', named)]))
    .where('u.status', '=', 'OPEN')
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('p.email', 'is not', null)
    .where((of) => of.or([of('p.person_status', 'is', null), of('p.person_status', '!=', 'RESIGNED')]))
    .orderBy('u.created_at')
    .limit(MAX_ACCOUNTS)
    .execute()
  const isOver = (end: string | null) => end !== null && Date.parse(end) < Date.now()
  return rows.flatMap(({ sid, account, email, expires_at, secret }) =>
    account && email && !isOver(expires_at) ? [{ sid, account, email, password: keptOf(secret)[0] ?? '' }] : [],
  )
}

export const check = ({ body: { token }, ...call }: RouteCall<typeof checkReset>) => accountOfLink(call, token)

export function checkByAddress({ query: { token }, ...call }: RouteCall<typeof checkResetAddress>) {
  if (refusesAddressTokens()) refuse('token_in_address')
  return accountOfLink(call, token)
}

async function accountOfLink({ tenant, request }: Pick<RouteCall<typeof checkReset>, 'tenant' | 'request'>, token: string) {
  const { account, until } = await accountOf(tenant, token, request)
  return { account, until: new Date(until).toISOString() }
}

async function accountOf(tenant: Tenant, token: string, request: FastifyRequest) {
  await countAttempt(tenant, 'code', addressOf(request))
  const link = await readResetLink(tenant, token)
  if (!link) return refuse('reset_link_over')
  const row = await tenant.db
    .selectFrom('user')
    .select(['account', 'secret', 'status', 'totp_since'])
    .where('sid', '=', link.user)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const kept = keptOf(row?.secret)
  if (!row || row.status !== 'OPEN' || !isLinkOf(link, kept[0] ?? '')) return refuse('reset_link_over')
  return { ...link, account: row.account ?? '', kept, hasApp: row.totp_since !== null }
}

const keptOf = (secret: unknown) => (Array.isArray(secret) ? secret.map(String) : []) // written by setPassword

const ONLY_FACTOR = {
  summary_zh: '您的角色要求两步验证，而通行密钥是您唯一的第二步：请用通行密钥登录，或请管理员重置密码',
  summary_en: 'A role of yours requires a second factor, and yours is a passkey: sign in with it, or ask an administrator to reset the password',
}

type Wanted = ReadFrom<typeof resetForgotten>

/** All sessions, personal tokens and passkeys end: they may be the reason for the reset. */
export async function reset({ tenant, body, lang, request }: RouteCall<typeof resetForgotten>) {
  const { token, new_password: fresh, confirm_password: again }: Wanted = body
  const { user, account, kept, hasApp } = await accountOf(tenant, token, request)
  const faults = await newPasswordFaults({ fresh, again, kept, rules: await rulesOf(tenant), account, lang })
  if (faults.length > 0) refuseFaults(faults)
  // The passkeys go with the password: the mailbox alone must not do away with a second factor that a role requires.
  if (!hasApp && (await hasAnyPasskey(tenant, user)) && (await requiresSecondFactor(tenant, user))) refuse('rule', ONLY_FACTOR)
  const ended = await tenant.db.transaction().execute(async (db) => {
    if (!(await takeResetLink({ db }, token))) refuse('reset_link_over')
    await setPassword({ db }, user, fresh, false)
    await dropPasskeys({ db }, user)
    return db.deleteFrom('token').where('user_sid', '=', user).returning('hash').execute()
  })
  forgetEnded(tenant, ended)
  forgetActors(tenant)
  await audit(request, 'PASSWORD_RESET_BY_MAIL', { user })
  return { reset: true, account }
}
