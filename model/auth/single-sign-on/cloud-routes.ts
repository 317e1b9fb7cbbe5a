import { boolean, datetime, string, text } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { sendCode } from '../codes/code-routes.ts'
import { LOGIN_STATE } from '../session/session-routes.ts'

// The cloud edition alone answers these; elsewhere they are not found.
const CLIENT = string('客户端编号', 'Client ID', { required: true, max: 255, verbatim: true })

/** Query parameters that the cloud adds: a token (JWT, RFC 7519), signed for this client and valid for a few minutes. */
const PRESENTED = {
  client_id: CLIENT,
  source: string('来源', 'Source', { max: 50, verbatim: true }),
  token: string('云平台令牌（JWT）', 'Token of the cloud (JWT)', { required: true, max: 8000, verbatim: true }),
} as const

export const backOfficeLogin = defineRoute({
  method: 'POST',
  url: '/innoe-passport/back_office_login',
  tag: 'passport',
  zh: '从云平台进入：以云平台令牌登录已绑定的账号',
  en: 'Come in from the cloud: sign in to the bound account with a token of the cloud',
  query: PRESENTED,
  answer: { ...LOGIN_STATE, account: string('账号', 'Account') },
  permission: 'open',
})

export const bindCloudAccount = defineRoute({
  method: 'POST',
  url: '/innoe-passport/bind_back_office_user_and_refresh_token',
  tag: 'passport',
  zh: '绑定云账号：本会话结束，换发新会话',
  en: 'Bind the cloud account to one’s own account; this session ends and a new one begins',
  query: PRESENTED,
  answer: LOGIN_STATE,
  permission: 'person',
})

export const unbindCloudAccount = defineRoute({
  method: 'POST',
  url: '/innoe-passport/unbind_back_office_user_and_refresh_token',
  tag: 'passport',
  zh: '解绑云账号：不带令牌则解绑本人的全部云账号；本会话结束，换发新会话',
  en: 'Unbind the cloud account, without a token all that are bound; this session ends and a new one begins',
  query: {
    client_id: string('客户端编号', 'Client ID', { max: 255, verbatim: true }),
    source: PRESENTED.source,
    token: string('云平台令牌（JWT）', 'Token of the cloud (JWT)', { max: 8000, verbatim: true }),
  },
  answer: LOGIN_STATE,
  permission: 'person',
})

export const readCloudKey = defineRoute({
  method: 'GET',
  url: '/innoe-passport/cloud/public_key',
  tag: 'passport',
  zh: '验证云平台令牌所用的公钥',
  en: 'The public keys by which tokens of the cloud are verified',
  query: { client_id: CLIENT },
  answer: { client_id: CLIENT, public_keys: text('公钥', 'Public keys', { max: 20_000 }) },
  permission: 'open',
})

export const sendCloudCode = defineRoute({
  method: 'POST',
  url: '/innoe-passport/cloud/mobile_code',
  tag: 'passport',
  zh: '向手机号发送登录验证码',
  en: 'Send a sign-in code to a mobile',
  body: { platform: sendCode.body.platform, mobile: { ...sendCode.body.mobile, required: true } },
  answer: sendCode.answer,
  permission: 'open',
})

const BOUND = { bound: boolean('已绑定', 'Bound') } as const

export const readCloudAccount = defineRoute({
  method: 'GET',
  url: '/innoe-passport/cloud/account/basic',
  tag: 'passport',
  zh: '本人绑定的云账号',
  en: 'The cloud account that is bound to one’s own account',
  answer: { ...BOUND, provider: string('云平台', 'Cloud', { nullable: true }), subject: string('云账号编号', 'ID at the cloud', { nullable: true }) },
  permission: 'person',
})

export const readCloudAccountMore = defineRoute({
  method: 'GET',
  url: '/innoe-passport/cloud/account/extra',
  tag: 'passport',
  zh: '本人绑定的云账号：绑定与最近登录时间',
  en: 'The bound cloud account: since when, and its last sign-in',
  answer: {
    ...BOUND,
    since: datetime('绑定时间', 'Bound since', { nullable: true }),
    last_used_at: datetime('最近登录', 'Last sign-in', { nullable: true }),
  },
  permission: 'person',
})
