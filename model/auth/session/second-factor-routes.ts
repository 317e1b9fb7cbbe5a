import { facts } from '../../kit/action.ts'
import { boolean, datetime, integer, string, text } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { LOGIN_STATE } from './session-routes.ts'

const PASSWORD = string('密码', 'Password', { required: true, verbatim: true, max: 200 })
const CODE = string('验证码', 'Code', { required: true, max: 20 })
const RECOVERY_CODES = {
  recovery_codes: facts<readonly string[]>('恢复码', 'Recovery codes', { type: 'array', items: { type: 'string' } }),
} as const

const at = <const Url extends string>(url: Url) => `/innoe-webapi/aggr/second_factor${url}` as const

export const readSecondFactor = defineRoute({
  method: 'GET',
  url: at(''),
  tag: 'passport',
  zh: '本人的两步验证',
  en: 'One’s own second factor',
  answer: {
    is_on: boolean('已启用', 'On'),
    is_required: boolean('角色要求', 'Required by a role'),
    since: datetime('启用时间', 'On since', { nullable: true }),
    codes_left: integer('剩余恢复码', 'Recovery codes left'),
    passkeys: integer('通行密钥数', 'Passkeys'),
  },
  permission: 'person',
})

/** The account changes only after a code confirms that the app has the key. */
export const beginSecondFactor = defineRoute({
  method: 'POST',
  url: at('/do/begin'),
  tag: 'passport',
  zh: '开始设置两步验证：密钥只在此回答中给出，十分钟内以验证码确认',
  en: 'Begin to set up the second factor: only this answer contains the key, to be confirmed by a code within ten minutes',
  body: { password: PASSWORD },
  answer: {
    secret: string('密钥', 'Key', { verbatim: true }),
    uri: text('供身份验证器读取的地址', 'Address for the authenticator app', { max: 1000 }),
  },
  permission: 'person',
})

export const confirmSecondFactor = defineRoute({
  method: 'POST',
  url: at('/do/confirm'),
  tag: 'passport',
  zh: '以验证码启用两步验证：恢复码只在此回答中给出，其他会话随即结束',
  en: 'Switch the second factor on by a code: only this answer contains the recovery codes; all other sessions end',
  body: { code: CODE },
  answer: RECOVERY_CODES,
  permission: 'person',
})

export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  url: at('/do/codes'),
  tag: 'passport',
  zh: '更换恢复码：原有的全部失效',
  en: 'New recovery codes; the earlier ones end',
  body: { password: PASSWORD },
  answer: RECOVERY_CODES,
  permission: 'person',
})

export const removeSecondFactor = defineRoute({
  method: 'POST',
  url: at('/do/remove'),
  tag: 'passport',
  zh: '停用两步验证：角色要求时拒绝',
  en: 'Switch the second factor off; refused while a role requires it',
  body: { password: PASSWORD },
  answer: { is_on: boolean('已启用', 'On') },
  permission: 'person',
})

export const passSecondFactor = defineRoute({
  method: 'POST',
  url: '/innoe-passport/second_factor',
  tag: 'passport',
  zh: '登录的第二步：身份验证器的验证码，或一个恢复码；用通行密钥见 /innoe-passport/passkey',
  en: 'The second step of signing in: a code of the authenticator app, or a recovery code; for a passkey see /innoe-passport/passkey',
  body: { ticket: string('凭据', 'Ticket', { required: true, max: 100, verbatim: true }), code: CODE },
  answer: LOGIN_STATE,
  permission: 'open',
})

/** Sent with the refusal of a correct password. */
export type SecondStep = { ticket: string; minutes: number; steps: readonly ('CODE' | 'PASSKEY')[] }
