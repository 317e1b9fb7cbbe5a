import { boolean, integer, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'

/** The confirmation of one's identity during a session: by password, by password and code of the app, or by signing in again. */
export type ConfirmedBy = 'PASSWORD' | 'PASSWORD_AND_CODE' | 'SIGN_IN'
/** Sent with the refusal of a call that needs a confirmation. */
export type Unconfirmed = { by: ConfirmedBy; minutes: number }

/** After a confirmation, changes to the own account, such as the e-mail, need no further one for ten minutes. */
export const confirmOneself = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/aggr/confirmation/do/confirm',
  tag: 'passport',
  zh: '再次验证本人：其后十分钟内可修改本人的邮箱、手机号、登录方式和会话，以及 BI 工具的访问，否则以 30127 拒绝',
  en: 'Confirm that it is oneself: for ten minutes one’s own addresses, factors and sessions, and the access of BI tools, can be changed, else refused with 30127',
  body: {
    password: string('密码', 'Password', { required: true, verbatim: true, max: 200 }),
    code: string('验证码', 'Code', { max: 20 }),
  },
  answer: { confirmed: boolean('已验证', 'Confirmed'), minutes: integer('有效分钟数', 'Minutes for which it holds') },
  permission: 'person',
})
