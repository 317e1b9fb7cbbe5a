import type { FastifyRequest } from 'fastify'
import type { Words } from '../../../model/kit/fields.ts'
import { mailboxOf } from '../../mail/mail-settings.ts'
import { sendMail } from '../../mail/send.ts'
import type { Tenant } from '../../records/context.ts'
import { audit } from '../audit/audit.ts'

/** Mail to the owner of an account, in both languages, since the acting person may be somebody else */
export type Notice = { subject: Words; text: Words }

type About = { tenant: Tenant; request: FastifyRequest; user: string; notice: Notice }

/** Sent after the answer, if a mailbox is set and the person has an address; a failure is only logged. */
export function mailNotice(about: About) {
  setImmediate(() => void send(about).catch((error: unknown) => about.request.log.error({ err: error }, 'a notice was not mailed')))
}

async function send({ tenant, request, user, notice: { subject, text } }: About) {
  const mailbox = await mailboxOf(tenant)
  const row = await tenant.db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.account', 'p.email'])
    .where('u.sid', '=', user)
    .executeTakeFirst()
  if (!mailbox || !row?.email) return
  const { account, email } = row
  const link = `${mailbox.site_address}/innoe-web/me?tab=sessions`
  const whole = `您好：\n\n账号“${account}”：${text[0]}\n\n如果不是您本人，请立即修改密码，并在“个人信息、登录设备”结束不认识的会话：\n${link}\n\n———\n\nHello,\n\nAccount “${account}”: ${text[1]}\n\nIf it was not you, change your password now, and end the sessions that you do not know under “Personal information, Signed-in devices”:\n${link}\n`
  const hindrance = await sendMail(tenant, { to: email, subject: `${subject[0]} / ${subject[1]}`, text: whole })
  await audit(request, hindrance ? 'NOTICE_NOT_MAILED' : 'NOTICE_MAILED', { user, ...(hindrance && { details: { why: hindrance[1] } }) })
}

/** Without seconds, in universal time: a browser's own zone is not known here. */
export const momentText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
