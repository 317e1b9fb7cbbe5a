import { string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { LOGIN_STATE } from '../session/session-routes.ts'

const PROVIDER = {
  type: string('协议', 'Protocol', { required: true, max: 20 }),
  identity: string('身份提供方标识', 'Identity of the provider', { required: true, max: 40 }),
} as const
const given = <const Zh extends string, const En extends string>(zh: Zh, en: En) => string(zh, en, { max: 4000, verbatim: true })

/** A cookie binds the next call to this browser. */
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

/** Takes the parameters that the provider gave to the page /sso/auth/{type}/{identity}, unchanged. */
export const singleSignOn = defineRoute({
  method: 'POST',
  url: '/innoe-openapi/iam_auth/sso',
  tag: 'passport',
  zh: '单点登录：以身份提供方返回的参数登录',
  en: 'Single sign-on: sign in with what the provider returned',
  body: {
    ...PROVIDER,
    code: given('授权码', 'Code'),
    authCode: given('授权码（钉钉）', 'Code (DingTalk)'),
    state: given('状态值', 'State'),
    iss: given('签发者', 'Issuer'),
    error: given('错误', 'Error'),
  },
  answer: { ...LOGIN_STATE, account: string('账号', 'Account'), redirect: string('登录后前往的路径', 'Path to go to', { nullable: true }) },
  permission: 'open',
})

const IDENTITY = { identity: PROVIDER.identity } as const
const saml = <const Url extends string>(url: Url) => `/innoe-openapi/iam_auth/saml/:identity${url}` as const

export const readSamlMetadata = defineRoute({
  method: 'GET',
  url: saml('/metadata'),
  tag: 'passport',
  zh: '本系统作为 SAML 服务提供方的元数据',
  en: 'Metadata of this system as a SAML service provider',
  path: IDENTITY,
  answer: { file: 'application/samlmetadata+xml', leaves: 'nothing' },
  permission: 'open',
})

/** Posted by the browser from a page of the provider; leads to the page that completes the sign-in. */
export const takeSamlAnswer = defineRoute({
  method: 'POST',
  url: saml(''),
  tag: 'passport',
  zh: 'SAML 断言接收地址（HTTP-POST 绑定）',
  en: 'Assertion consumer service of SAML (HTTP-POST binding)',
  path: IDENTITY,
  form: 'posted',
  body: {
    SAMLResponse: string('SAML 响应', 'SAML response', { required: true, max: 400_000, verbatim: true }),
    RelayState: string('状态值', 'Relay state', { max: 200, verbatim: true }),
  },
  answer: { file: 'text/html', leaves: 'nothing' },
  permission: 'open',
})

const ASKED = { max: 20_000, verbatim: true } as const

/** The provider redirects here after a sign-out, or with a sign-out request of its own. */
export const leaveSaml = defineRoute({
  method: 'GET',
  url: saml('/logout'),
  tag: 'passport',
  zh: 'SAML 退出：返回的地址，或由身份提供方发起的退出请求（HTTP-Redirect 绑定，须签名）',
  en: 'SAML logout: where the provider returns to, or its signed request that sessions end (HTTP-Redirect binding)',
  path: IDENTITY,
  query: {
    SAMLRequest: string('SAML 请求', 'SAML request', ASKED),
    RelayState: string('状态值', 'Relay state', { max: 200, verbatim: true }),
    SigAlg: string('签名算法', 'Algorithm of the signature', { max: 100, verbatim: true }),
    Signature: string('签名', 'Signature', { max: 2000, verbatim: true }),
  },
  answer: { file: 'text/html', leaves: 'nothing' },
  permission: 'open',
})

/** A button of the login page. */
export type Provider = { type: string; identity: string; name: string; name_en: string | null; platform: 1 | 2 }
