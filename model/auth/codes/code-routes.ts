import { boolean, integer, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { facts } from '../../kit/action.ts'
import { LOGIN_STATE, PLATFORM } from '../session/session-routes.ts'

const EMAIL = string('邮箱', 'E-mail', { max: 254 })
const MOBILE = string('手机号', 'Mobile', { max: 30 })
const CODE = string('验证码', 'Code', { required: true, max: 20 })
const ANSWER = { ...LOGIN_STATE, account: string('账号', 'Account') } as const

/** Known and unknown addresses get the same answer, unless the tenant allows the answer to show who is not registered. */
export const sendCode = defineRoute({
  method: 'POST',
  url: '/innoe-passport/send_code',
  tag: 'passport',
  zh: '发送登录验证码：邮箱或手机号，二者填一；由浏览器（或带本接口 Cookie）发起的，只能在该浏览器中使用',
  en: 'Send a sign-in code by e-mail or text message; one of both is given. One that a browser asked for, or a call with the cookie of an earlier answer, signs in only with that cookie',
  body: { platform: PLATFORM, email: EMAIL, mobile: MOBILE },
  answer: {
    sent: boolean('已受理', 'Accepted'),
    resend_seconds: integer('多少秒后可重发', 'Seconds until another code can be asked for'),
    minutes: integer('验证码有效分钟数', 'Minutes for which the code is valid'),
  },
  permission: 'open',
})

export const signInByEmail = defineRoute({
  method: 'POST',
  url: '/innoe-passport/login_email',
  tag: 'passport',
  zh: '以邮箱验证码登录：启用两步验证的账号以 30111 拒绝，data 含下一步的凭据',
  en: 'Sign in with a code sent by e-mail; an account with a second factor is refused with 30111, and data has the ticket of the next step',
  body: { platform: PLATFORM, email: { ...EMAIL, required: true }, code: CODE },
  answer: ANSWER,
  permission: 'open',
})

export const signInByMobile = defineRoute({
  method: 'POST',
  url: '/innoe-passport/login_mobile',
  tag: 'passport',
  zh: '以手机验证码登录：启用两步验证的账号以 30111 拒绝，data 含下一步的凭据',
  en: 'Sign in with a code sent to a mobile phone; an account with a second factor is refused with 30111, and data has the ticket of the next step',
  body: { platform: PLATFORM, mobile: { ...MOBILE, required: true }, code: CODE },
  answer: ANSWER,
  permission: 'open',
})

export type TextMessage = { sid: string; to: string; text: string; at: string }

/** A reader can sign in as the people whose codes are shown, so the audit log records each reading. */
export const readTextMessages = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/text_messages',
  tag: 'settings',
  zh: '短信发件箱：最近一天的短信，仅系统管理员；每次查看都记入审计日志',
  en: 'Outbox of text messages of the last day, for administrators; each reading is in the audit log',
  answer: {
    messages: facts<readonly TextMessage[]>('短信', 'Text messages', { type: 'array', items: { type: 'object' } }),
  },
  permission: 'update',
  of: 'role',
})
