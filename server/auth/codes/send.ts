import type { FastifyRequest } from 'fastify'
import { sendCode } from '../../../model/auth/codes/code-routes.ts'
import { type Lang, labelOf, wordIn, type Words } from '../../../model/kit/fields.ts'
import { refuse, refuseFaults } from '../../errors.ts'
import { mailboxOf } from '../../mail/mail-settings.ts'
import { sendMail } from '../../mail/send.ts'
import { outbox, type SmsSender } from '../../mail/text-messages.ts'
import type { Tenant } from '../../records/context.ts'
import type { RouteCall } from '../../route.ts'
import { audit } from '../audit/audit.ts'
import { accountToAdmit, passwordOf } from '../session/admit.ts'
import { bindBrowser, cookieOf } from '../session/cookies.ts'
import { addressOf, countAttempt, countSending } from '../limits/limits.ts'
import { rulesOf } from '../session/rules.ts'
import { accountsWith, type Found, spellingOf } from './account-with.ts'
import { type Channel, CODE_COOKIE, CODE_MINUTES, newCode, RESEND_SECONDS } from './codes.ts'

/** Whether the tenant allows it, and can send such a code. */
export async function isCodeOn(handle: Pick<Tenant, 'db' | 'name' | 'keys'>, channel: Channel): Promise<boolean> {
  const { mail_code, mobile_code } = await rulesOf(handle)
  return channel === 'EMAIL' ? mail_code && (await mailboxOf(handle)) !== undefined : mobile_code
}

const UNREGISTERED = { EMAIL: 'unregistered_mail', MOBILE: 'unregistered_mobile' } as const

/** Answered before the look-up, so that neither the answer nor its time reveals whether the account exists. */
export async function send({ tenant, request, reply, lang, body }: RouteCall<typeof sendCode>) {
  const { channel, to } = wanted(body, lang)
  await countAttempt(tenant, 'send_code', addressOf(request))
  if (!(await isCodeOn(tenant, channel))) refuse('code_login')
  await countSending(tenant, 'send_code', { to, request })
  // A program that keeps no cookies could not show the one that it is sent.
  const { origin, 'sec-fetch-site': site } = request.headers
  const keepsCookies = cookieOf(request, CODE_COOKIE) !== '' || (site ?? origin) !== undefined
  const bound = bindBrowser(request, reply, CODE_COOKIE)
  const asked: Asked = { channel, to, platform: body.platform === 2 ? 2 : 1, lang, browser: keepsCookies ? bound : '' }
  if ((await rulesOf(tenant)).tells_unregistered && (await accountsWith(tenant, asked)).length === 0) refuse(UNREGISTERED[channel])
  setImmediate(() => void deliver(tenant, request, asked).catch((error: unknown) => request.log.error({ err: error }, 'a sign-in code was not sent')))
  return { sent: true, resend_seconds: RESEND_SECONDS, minutes: CODE_MINUTES }
}

type Asked = { channel: Channel; to: string; platform: 1 | 2; lang: Lang; browser: string }

function wanted({ email, mobile }: { email?: string | undefined; mobile?: string | undefined }, lang: Lang): { channel: Channel; to: string } {
  if (email && !mobile) return { channel: 'EMAIL', to: spellingOf('EMAIL', email) }
  if (mobile && !email) return { channel: 'MOBILE', to: spellingOf('MOBILE', mobile) }
  return refuseFaults([{ field: 'email', label: labelOf(sendCode.body.email, lang), reason: wordIn(ONE, lang) }])
}

const ONE = ['邮箱和手机号须填一个', 'or the mobile is required, not both'] as const

/** If several accounts have the address, one message contains a code for each, with the account name. */
async function deliver(tenant: Tenant, request: FastifyRequest, asked: Asked) {
  const { channel, to, lang, browser } = asked
  const codes: AccountCode[] = []
  for (const { isClosed, ...found } of await accountsWith(tenant, asked)) {
    const row = isClosed ? undefined : await accountToAdmit(tenant, found.user)
    const code = row && (await newCode(tenant, { channel, user: found.user, to, password: passwordOf(row), browser }, found))
    if (code) codes.push({ ...found, code, account: row.account ?? '' })
  }
  const [first, ...others] = codes
  if (!first) return
  const hindrance = await SENDERS[channel](tenant, {
    to: first.to,
    ...(others.length > 0 ? LETTERS_OF_SEVERAL[lang](codes) : LETTERS[lang](first.code)),
  })
  for (const { user } of codes)
    await audit(request, hindrance ? 'SIGN_IN_CODE_NOT_SENT' : 'SIGN_IN_CODE_SENT', { user, ...(hindrance && { details: { why: hindrance[1] } }) })
}

type AccountCode = Found & { code: string; account: string }

/** By text message. */
export const textTo = (tenant: Tenant, to: string, text: string) => smsSender(tenant, { to, text })

type Message = { to: string; subject: string; text: string }

const smsSender: SmsSender = outbox

const SENDERS: Record<Channel, (tenant: Tenant, message: Message) => Promise<Words | undefined>> = {
  EMAIL: sendMail,
  MOBILE: (tenant, { to, text }) => smsSender(tenant, { to, text: text.replace(/\s*\n+\s*/g, ' ').trim() }),
}

const LETTERS: Record<Lang, (code: string) => { subject: string; text: string }> = {
  zh: (code) => ({
    subject: `登录验证码 ${code}`,
    text: `您的登录验证码是 ${code}，${CODE_MINUTES} 分钟内有效，只能使用一次。\n\n请勿告诉他人。如果不是您本人在登录，请忽略。\n`,
  }),
  en: (code) => ({
    subject: `Sign-in code ${code}`,
    text: `Your sign-in code is ${code}. It is valid for ${CODE_MINUTES} minutes and works once.\n\nGive it to nobody. If you are not signing in, ignore this message.\n`,
  }),
}

const listed = (codes: readonly AccountCode[], between: string) => codes.map(({ account, code }) => `${account}${between}${code}`).join('\n')

const LETTERS_OF_SEVERAL: Record<Lang, (codes: readonly AccountCode[]) => { subject: string; text: string }> = {
  zh: (codes) => ({
    subject: '登录验证码（多个账号）',
    text: `有 ${codes.length} 个账号登记了此地址，各有自己的验证码，输入哪个就登录哪个账号：\n\n${listed(codes, '：')}\n\n${CODE_MINUTES} 分钟内有效，只能使用一次。\n\n请勿告诉他人。如果不是您本人在登录，请忽略。\n`,
  }),
  en: (codes) => ({
    subject: 'Sign-in codes of several accounts',
    text: `${codes.length} accounts have this address. Each has a code of its own; enter that of the account to sign in with:\n\n${listed(codes, ': ')}\n\nThey are valid for ${CODE_MINUTES} minutes and work once.\n\nGive them to nobody. If you are not signing in, ignore this message.\n`,
  }),
}
