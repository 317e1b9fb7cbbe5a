import type { Fields, ValueOf } from '../../kit/action.ts'
import { boolean, integer, option, type Words } from '../../kit/fields.ts'

export const SIGN_IN_GROUPS = {
  ways: ['登录方式', 'Ways to sign in'],
  passwords: ['密码', 'Passwords'],
  recovery: ['找回密码', 'Forgotten password'],
  programs: ['程序', 'Programs'],
} as const satisfies Record<string, Words>

/** Sign-in settings of administrators; the defaults apply until they change them. */
export const SIGN_IN_RULES = {
  password_login: option(
    '密码登录',
    'Sign-in with a password',
    {
      ALLOWED: ['允许', 'Allowed'],
      EMAIL: ['仅邮箱验证码；系统管理员仍可用密码', 'E-mail code only; system administrators may still use their password'],
      DINGTALK: ['仅钉钉登录；系统管理员仍可用密码', 'DingTalk only; system administrators may still use their password'],
      WECOM: ['仅企业微信登录；系统管理员仍可用密码', 'WeCom only; system administrators may still use their password'],
      FEISHU: ['仅飞书登录；系统管理员仍可用密码', 'Feishu only; system administrators may still use their password'],
      OAUTH2: [
        '仅第三方 OAuth 2.0 登录；系统管理员仍可用密码',
        'OAuth 2.0 of a third party only; system administrators may still use their password',
      ],
      SSO: ['仅单点登录；系统管理员仍可用密码', 'Single sign-on only; system administrators may still use their password'],
    },
    { group: 'ways' },
  ),
  passkeys: boolean('通行密钥登录', 'Sign-in with a passkey', {
    group: 'ways',
    help: [
      '代替密码；须在“发信设置”中填写系统网址。作为两步验证的第二步不受此限',
      'Instead of the password; needs the address of this system under “Outgoing mail”. As a second step it serves in any case',
    ],
  }),
  mail_code: boolean('邮箱验证码登录', 'Sign-in with a code by e-mail', {
    group: 'ways',
    help: ['代替密码；须设置发信邮箱', 'Instead of the password; needs outgoing mail'],
  }),
  mobile_code: boolean('手机验证码登录', 'Sign-in with a code by text message', {
    group: 'ways',
    help: [
      '代替密码，只用于本人验证过的手机号。短信可能被他人截获，身份验证器或通行密钥更安全。未接入短信网关：验证码只出现在“短信发件箱”，由管理员转告',
      'Instead of the password, with a number that its owner has proven. Text messages can be intercepted: an authenticator app or a passkey is safer. No text-message gateway is connected: codes appear in the outbox alone, and administrators pass them on',
    ],
  }),
  code_clock: boolean('身份验证器的验证码前后各宽限 30 秒', 'Codes of authenticator apps are also taken 30 seconds before and after', {
    group: 'ways',
    help: [
      '不开启：验证码只在当前的 30 秒内有效，手机时间须准确',
      'Otherwise a code is valid in its own 30 seconds alone, and the clock of the phone must be right',
    ],
  }),
  password_length: option(
    '密码长度',
    'Password length',
    { '8_16': ['8 至 16 位', '8 to 16 characters'], '8_30': ['8 至 30 位', '8 to 30 characters'], '8_64': ['8 至 64 位', '8 to 64 characters'] },
    { group: 'passwords' },
  ),
  password_kinds: option(
    '密码字符',
    'Characters of a password',
    {
      TWO: ['字母、数字、符号至少两种', 'At least two of letters, digits, symbols'],
      FOUR: ['大写字母、小写字母、数字、符号都有', 'Capital letters, small letters, digits and symbols'],
      ANY: ['不限；仍拒绝常见密码', 'Any; common passwords are still refused'],
    },
    { group: 'passwords' },
  ),
  password_days: integer('密码有效天数', 'Days that a password is valid', {
    min: 0,
    max: 3650,
    group: 'passwords',
    help: ['到期后登录须先修改密码；0 为不过期', 'After that, signing in leads to a change of the password; 0: it does not expire'],
  }),
  password_history: integer('不能重复使用的最近密码数', 'Latest passwords that cannot be used again', {
    min: 1,
    max: 24,
    group: 'passwords',
    help: ['含当前密码', 'The present one included'],
  }),
  end_tokens: boolean('修改密码时停用个人访问令牌', 'Changing the password ends personal access tokens', {
    group: 'passwords',
    help: ['其他会话总是结束', 'Other sessions end in any case'],
  }),
  tells_unregistered: boolean('告知邮箱、手机号或账号未登记', 'Say when an account, address or mobile is not registered', {
    group: 'recovery',
    help: ['开启后，任何人都能试出有哪些账号', 'Anybody can then find out which accounts there are'],
  }),
  assistants: boolean('允许 AI 助手查询（MCP）', 'AI assistants may search and read (MCP)', {
    group: 'programs',
    help: [
      '以本人的“AI 助手”令牌连接，只读，所见不超过本人权限，每次查询记入审计日志。查到的内容会交给助手的提供方',
      'With a personal token of that scope: reading only, within what its owner may see, each call in the audit log. What they read goes to the provider of the assistant',
    ],
  }),
} as const satisfies Fields

export type SignInRules = { -readonly [K in keyof typeof SIGN_IN_RULES]: ValueOf<(typeof SIGN_IN_RULES)[K]> }

export const DEFAULT_RULES: SignInRules = {
  password_login: 'ALLOWED',
  passkeys: true,
  mail_code: false,
  mobile_code: false,
  code_clock: false,
  password_length: '8_16',
  password_kinds: 'TWO',
  password_days: 365,
  password_history: 3,
  end_tokens: false,
  tells_unregistered: false,
  assistants: false,
}
