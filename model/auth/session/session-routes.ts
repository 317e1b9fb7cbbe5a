import { facts } from '../../kit/action.ts'
import { boolean, datetime, integer, link, string, text } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'

export const PLATFORM = integer('登录端：1 企业端，2 代理端', 'End: 1 enterprise, 2 agency', { min: 1, max: 2, default: 1 })
const password = <const Zh extends string, const En extends string>(zh: Zh, en: En) => string(zh, en, { required: true, verbatim: true, max: 200 })

const PAIR = {
  token: string('令牌', 'Token'),
  refresh_token: string('续期令牌', 'Refresh token'),
  login_time: datetime('登录时间', 'Signed in at'),
  expires_at: datetime('到期时间', 'Ends at'),
  user_sid: link('人员', 'Person', { to: 'user_info' }),
  platform: PLATFORM,
} as const

/** The answer of every kind of sign-in. */
export const LOGIN_STATE = {
  ...PAIR,
  avatar: facts<string | null>('头像', 'Avatar', { type: ['string', 'null'] }),
  company_sid: link('公司', 'Company', { to: 'company', nullable: true }),
  must_change_password: boolean('须修改密码', 'Password must be changed'),
  must_set_second_factor: boolean('须设置两步验证', 'Second factor must be set up'),
} as const

export const newCaptcha = defineRoute({
  method: 'GET',
  url: '/innoe-passport/captcha',
  tag: 'passport',
  zh: '验证码：五分钟内可用一次',
  en: 'A captcha, valid for one attempt within five minutes',
  answer: { captcha_id: string('验证码编号', 'Captcha ID'), image: text('图片（data URL）', 'Picture (a data URL)', { max: 1_000_000 }) },
  permission: 'open',
})

export const signIn = defineRoute({
  method: 'POST',
  url: '/innoe-passport/login',
  tag: 'passport',
  zh: '登录：启用两步验证的账号以 30111 拒绝，data 含下一步的凭据',
  en: 'Sign in; an account with a second factor is refused with 30111, and data has the ticket of the next step',
  body: {
    platform: PLATFORM,
    username: string('用户名', 'User name', { required: true }),
    password: password('密码', 'Password'),
    captcha_id: string('验证码编号', 'Captcha ID', { required: true }),
    captcha: string('验证码', 'Captcha', { required: true }),
  },
  answer: LOGIN_STATE,
  permission: 'open',
})

export const refreshSession = defineRoute({
  method: 'POST',
  url: '/innoe-passport/refresh',
  tag: 'passport',
  zh: '续期：换一对新令牌',
  en: 'Renew the session: a new pair of tokens',
  body: { refresh_token: string('续期令牌', 'Refresh token', { required: true }) },
  answer: PAIR,
  permission: 'open',
})

/** Succeeds also if the session has ended already. */
export const signOut = defineRoute({
  method: 'POST',
  url: '/innoe-passport/logout',
  tag: 'passport',
  zh: '退出登录',
  en: 'Sign out',
  answer: {
    out: boolean('已退出', 'Signed out'),
    location: string('身份提供方的退出地址', 'Address at which the provider signs out', { nullable: true, max: 4000 }),
  },
  permission: 'open',
})

export const changePassword = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/aggr/password/do/update',
  tag: 'passport',
  zh: '修改密码：本账号的其他会话随即结束',
  en: 'Change the password; all other sessions of the account end',
  body: {
    old_password: password('原密码', 'Old password'),
    new_password: password('新密码', 'New password'),
    confirm_password: password('确认密码', 'Confirmation'),
  },
  answer: { changed: boolean('已修改', 'Changed') },
  permission: 'person',
})
