import type { FastifyRequest } from 'fastify'
import type { Words } from '../../../model/kit/fields.ts'
import { mailboxOf } from '../../mail/mail-settings.ts'
import { sendMail } from '../../mail/send.ts'
import type { Context } from '../../records/context.ts'
import { audit } from '../audit/audit.ts'

export type Addressed = { sid: string; user: string; account: string; email: string }

/** No further mail is begun after this time, so that the answer comes in time. */
const MAX_MS = 40_000
/** Concurrent mails */
const CONCURRENCY = 4
const TOO_LATE: Words = ['发信服务器太慢', 'the mail server is too slow']

/**
 * Mails first passwords to people. They are sent directly to the mail server, since the outbox would store them.
 * Returns the fault by person, or undefined for a mail that was sent.
 */
export async function mailPasswords(
  { tenant }: Context,
  request: FastifyRequest,
  people: readonly Addressed[],
  passwords: ReadonlyMap<string, string>,
): Promise<Map<string, Words | undefined>> {
  const mailbox = await mailboxOf(tenant)
  const outcome = new Map<string, Words | undefined>()
  const waiting = [...people]
  const start = Date.now()
  const send = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const { sid, account, email, user } = one
      const link = `${mailbox?.site_address ?? ''}/innoe-web/login`
      const late = Date.now() - start > MAX_MS
      const hindrance = late ? TOO_LATE : await sendMail(tenant, { to: email, ...mailText(account, passwords.get(sid) ?? '', link) })
      outcome.set(sid, hindrance)
      await audit(request, hindrance ? 'NOTICE_NOT_MAILED' : 'NOTICE_MAILED', { user, ...(hindrance && { details: { why: hindrance[1] } }) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, send))
  return outcome
}

/** In both languages: the one who acts does not know that of the person. */
const mailText = (account: string, password: string, link: string) => ({
  subject: '您的账号已开通 / Your account is open',
  text: `您好：\n\n您的账号已开通。\n登录地址：${link}\n登录名：${account}\n一次性密码：${password}\n\n首次登录后须修改密码。请勿转发此邮件。\n\n———\n\nHello,\n\nYour account is open.\nSign in at: ${link}\nUser name: ${account}\nOne-time password: ${password}\n\nYou choose a new password at the first sign-in. Do not pass this mail on.\n`,
})
