import { facts } from '../../kit/action.ts'
import { boolean, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import type { Provider } from '../single-sign-on/single-sign-on-routes.ts'
import { SIGN_IN_RULES } from './sign-in-rules.ts'

const { password_length, password_kinds, password_history, password_days } = SIGN_IN_RULES

/** Read before a password is typed, also by those who have no session. */
export const readPasswordRules = defineRoute({
  method: 'GET',
  url: '/innoe-passport/password_rules',
  tag: 'passport',
  zh: '密码的要求',
  en: 'Rules of passwords',
  answer: { password_length, password_kinds, password_history, password_days },
  permission: 'open',
})

/** Read by the login page. */
export const readWays = defineRoute({
  method: 'GET',
  url: '/innoe-passport/ways',
  tag: 'passport',
  zh: '本系统可用的登录方式',
  en: 'Ways of signing in that are set up',
  answer: {
    forgotten_password: boolean('可用邮件找回密码', 'A forgotten password is reset by mail'),
    passkeys: boolean('可用通行密钥登录', 'Sign-in with a passkey'),
    passkey_site: string('通行密钥所属的网址', 'Address for which passkeys are made', { nullable: true }),
    mail_code: boolean('可用邮箱验证码登录', 'Sign-in with a code by e-mail'),
    mobile_code: boolean('可用手机验证码登录', 'Sign-in with a code by text message'),
    providers: facts<readonly Provider[]>('身份提供方', 'Identity providers', { type: 'array', items: { type: 'object' } }),
  },
  permission: 'open',
})

export const readSignInRules = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/sign_in',
  tag: 'settings',
  zh: '登录设置：仅系统管理员',
  en: 'Settings of signing in, for administrators',
  answer: SIGN_IN_RULES,
  permission: 'update',
  of: 'role',
})

/** Only people with all permissions may change the rules, not everyone who may change roles: they affect all accounts. */
export const changeSignInRules = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/sign_in/do/update',
  tag: 'settings',
  zh: '修改登录设置：null 恢复默认；仅系统管理员',
  en: 'Change the settings of signing in; null restores the default; for administrators',
  body: SIGN_IN_RULES,
  changes: true,
  answer: SIGN_IN_RULES,
  permission: 'update',
  of: 'role',
})
