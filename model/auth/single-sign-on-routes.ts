import { string } from '../kit/fields.ts'
import { defineRoute } from '../kit/route.ts'
import { LOGIN_STATE } from './session-routes.ts'

const PROVIDER = {
  type: string('协议', 'Protocol', { required: true, max: 20 }),
  identity: string('身份提供方标识', 'Identity of the provider', { required: true, max: 40 }),
} as const
const given = <const Zh extends string, const En extends string>(zh: Zh, en: En) => string(zh, en, { max: 4000, verbatim: true })

/** A cookie binds what follows to this browser. */
export const beginSingleSignOn = defineRoute({
  method: 'POST',
  url: '/innoe-openapi/iam_auth/begin',
  tag: 'passport',
  zh: '开始单点登录：给出身份提供方的登录地址',
  en: 'Begin single sign-on: the address at which the provider signs in',
  body: { ...PROVIDER, redirect: string('登录后前往的路径', 'Path to go to afterwards', { max: 2000, verbatim: true }) },
  answer: { location: given('登录地址', 'Address') },
  permission: 'open',
})

/** What the provider gave to the page /sso/auth/{type}/{identity}, unchanged. */
export const singleSignOn = defineRoute({
  method: 'POST',
  url: '/innoe-openapi/iam_auth/sso',
  tag: 'passport',
  zh: '单点登录：以身份提供方返回的参数登录',
  en: 'Single sign-on: sign in with what the provider returned',
  body: {
    ...PROVIDER,
    code: given('授权码', 'Code'),
    state: given('状态值', 'State'),
    iss: given('签发者', 'Issuer'),
    error: given('错误', 'Error'),
  },
  answer: { ...LOGIN_STATE, account: string('账号', 'Account'), redirect: string('登录后前往的路径', 'Path to go to', { nullable: true }) },
  permission: 'open',
})

/** A button of the login page. */
export type Provider = { type: string; identity: string; name: string; name_en: string | null; platform: 1 | 2 }
