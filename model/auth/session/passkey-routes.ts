import { facts } from '../../kit/action.ts'
import { boolean, link, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { LOGIN_STATE } from './session-routes.ts'

const PASSWORD = string('密码', 'Password', { required: true, verbatim: true, max: 200 })
const TICKET = string('凭据', 'Ticket', { max: 100, verbatim: true })
const BYTES = '^[A-Za-z0-9_-]+$'
const BYTES_SAYS = ['应为 base64url 文本', 'must be base64url text'] as const
/** Bytes that the browser returned, as base64url. */
const bytes = <const Zh extends string, const En extends string>(zh: Zh, en: En, max: number) =>
  string(zh, en, { required: true, max, verbatim: true, pattern: BYTES, pattern_says: BYTES_SAYS })
const CREDENTIAL = bytes('凭据编号', 'Credential ID', 1400)
const CLIENT_DATA = bytes('浏览器数据', 'Client data', 8000)
/** Arguments of `navigator.credentials`, as JSON. */
const options = <T>() => facts<T>('浏览器的参数', 'Options for the browser', { type: 'object' })

const at = <const Url extends string>(url: Url) => `/innoe-webapi/aggr/passkey${url}` as const

/** One's own passkeys are read by the verbs of `passkey`. */
export const beginPasskey = defineRoute({
  method: 'POST',
  url: at('/do/begin'),
  tag: 'passport',
  zh: '开始添加通行密钥：五分钟内在本会话中完成',
  en: 'Begin to add a passkey, to be completed in this session within five minutes',
  body: { password: PASSWORD },
  answer: { options: options<PasskeyCreation>() },
  permission: 'person',
})

export const addPasskey = defineRoute({
  method: 'POST',
  url: at('/do/add'),
  tag: 'passport',
  zh: '添加通行密钥：设备返回的结果和名称',
  en: 'Add a passkey: what the device returned, and a name',
  body: {
    name: string('名称', 'Name', { required: true, max: 60 }),
    id: CREDENTIAL,
    client_data: CLIENT_DATA,
    attestation: bytes('证明', 'Attestation object', 20_000),
    transports: string('连接方式', 'Transports', {
      max: 100,
      pattern: '^[a-z-]+(,[a-z-]+)*$',
      pattern_says: ['应为逗号分隔的名称', 'must be names separated by commas'],
    }),
  },
  answer: { sid: link('通行密钥', 'Passkey', { to: 'passkey' }) },
  permission: 'person',
})

export const removePasskey = defineRoute({
  method: 'POST',
  url: at('/do/remove'),
  tag: 'passport',
  zh: '移除通行密钥：角色要求两步验证时保留最后一个',
  en: 'Remove a passkey; the last one stays while a role requires a second factor and there is no other',
  body: { sid: link('通行密钥', 'Passkey', { to: 'passkey', required: true }), password: PASSWORD },
  answer: { removed: boolean('已移除', 'Removed') },
  permission: 'person',
})

/** A cookie binds the next call to this browser. */
export const askPasskey = defineRoute({
  method: 'POST',
  url: '/innoe-passport/passkey/begin',
  tag: 'passport',
  zh: '开始用通行密钥登录；有第二步的凭据时作为第二步',
  en: 'Begin to sign in with a passkey, or to take the second step with it, with the ticket of that',
  body: { ticket: TICKET },
  answer: { options: options<PasskeyRequest>() },
  permission: 'open',
})

export const signInWithPasskey = defineRoute({
  method: 'POST',
  url: '/innoe-passport/passkey',
  tag: 'passport',
  zh: '用通行密钥登录，或完成登录的第二步',
  en: 'Sign in with a passkey, or take the second step with it',
  body: {
    ticket: TICKET,
    id: CREDENTIAL,
    client_data: CLIENT_DATA,
    authenticator_data: bytes('设备数据', 'Authenticator data', 8000),
    signature: bytes('签名', 'Signature', 8000),
    user_handle: string('用户编号', 'User handle', { max: 100, verbatim: true }),
  },
  answer: { ...LOGIN_STATE, account: string('账号', 'Account') },
  permission: 'open',
})

type Descriptor = { id: string; type: string; transports?: string[] }
type Wish = 'discouraged' | 'preferred' | 'required'

/** The parts of PublicKeyCredentialRequestOptionsJSON and PublicKeyCredentialCreationOptionsJSON of WebAuthn that are used. */
export type PasskeyRequest = { challenge: string; rpId?: string; timeout?: number; userVerification?: Wish; allowCredentials?: Descriptor[] }
export type PasskeyCreation = {
  challenge: string
  rp: { id?: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { alg: number; type: 'public-key' }[]
  timeout?: number
  attestation?: 'direct' | 'enterprise' | 'indirect' | 'none'
  excludeCredentials?: Descriptor[]
  authenticatorSelection?: { residentKey?: Wish; requireResidentKey?: boolean; userVerification?: Wish }
}
