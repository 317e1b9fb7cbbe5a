import { boolean, datetime, integer, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { PLATFORM } from '../session/session-routes.ts'

const TOKEN = string('链接中的令牌', 'Token of the link', { required: true, max: 100, verbatim: true })
const password = <const Zh extends string, const En extends string>(zh: Zh, en: En) => string(zh, en, { required: true, verbatim: true, max: 200 })

const ACCOUNT = string('账号或邮箱', 'Account or e-mail', { required: true })

/** Whether there is such an account is not told, unless the tenant wants it told. */
export const askForLink = defineRoute({
  method: 'POST',
  url: '/innoe-openapi-external/iam_pwd/forget',
  tag: 'passport',
  zh: '找回密码：向账号的邮箱发送一次性链接',
  en: 'Forgotten password: mails a link, valid once, to the address of the account',
  body: { account: ACCOUNT },
  answer: {
    sent: boolean('已受理', 'Accepted'),
    resend_seconds: integer('多少秒后可重发', 'Seconds until another mail can be asked for'),
    minutes: integer('链接有效分钟数', 'Minutes for which the link is valid'),
  },
  permission: 'open',
})

/** The same for programs that send a GET; from a browser only a page of this site may. */
export const forgetPassword = defineRoute({
  method: 'GET',
  url: '/innoe-openapi-external/iam_pwd/forget',
  tag: 'passport',
  zh: '找回密码（GET）：浏览器中仅限本站页面的请求',
  en: 'Forgotten password by GET; from browsers, only calls of pages of this site are accepted',
  query: { account: ACCOUNT },
  answer: askForLink.answer,
  permission: 'open',
})

/** Changes an expired or first password, without a session. */
export const changeForgotten = defineRoute({
  method: 'POST',
  url: '/innoe-openapi-external/iam_pwd/change',
  tag: 'passport',
  zh: '未登录时以原密码修改密码：账号的会话随即结束',
  en: 'Change the password by the old one without signing in; all sessions of the account end',
  body: {
    platform: PLATFORM,
    account: string('账号', 'Account', { required: true }),
    old_password: password('原密码', 'Old password'),
    new_password: password('新密码', 'New password'),
    confirm_password: password('确认密码', 'Confirmation'),
    captcha_id: string('验证码编号', 'Captcha ID', { required: true }),
    captcha: string('验证码', 'Captcha', { required: true }),
  },
  answer: { changed: boolean('已修改', 'Changed'), account: string('账号', 'Account') },
  permission: 'open',
})

export const checkReset = defineRoute({
  method: 'POST',
  url: '/innoe-openapi-external/iam_pwd/valid',
  tag: 'passport',
  zh: '重置链接是否有效',
  en: 'Whether a reset link is still valid',
  body: { token: TOKEN },
  answer: { account: string('账号', 'Account'), until: datetime('有效期至', 'Valid until') },
  permission: 'open',
})

/** The same for programs that send the token in the address, unless the operator refuses tokens there. */
export const checkResetAddress = defineRoute({
  method: 'GET',
  url: '/innoe-openapi-external/iam_pwd/valid',
  tag: 'passport',
  zh: '重置链接是否有效（令牌在地址中）',
  en: 'Whether a reset link is still valid, with its token in the address',
  query: { token: TOKEN },
  answer: checkReset.answer,
  permission: 'open',
})

export const resetForgotten = defineRoute({
  method: 'POST',
  url: '/innoe-openapi-external/iam_pwd/reset',
  tag: 'passport',
  zh: '以重置链接设置新密码：账号的会话和个人访问令牌全部结束',
  en: 'Set a new password by a reset link; all sessions and personal access tokens of the account end',
  body: { token: TOKEN, new_password: password('新密码', 'New password'), confirm_password: password('确认密码', 'Confirmation') },
  answer: { reset: boolean('已重置', 'Reset'), account: string('账号', 'Account') },
  permission: 'open',
})
