import { link, string } from '../kit/fields.ts'
import { defineAction } from '../kit/action.ts'
import { SESSIONS } from './token-actions.ts'

/** The account may be named by its person, too. */
const ACCOUNT = {
  sid: link('账号或人员', 'Account or person', { to: 'user' }),
  user_sid: link('账号', 'Account', { to: 'user' }),
} as const
const DONE = { sid: link('账号', 'Account', { to: 'user' }) } as const
const ONE_TIME = string('一次性密码', 'One-time password', { verbatim: true })

export const openAccount = defineAction({
  model: 'user',
  name: 'create',
  zh: '开通账号：为已有人员，或与新建人员一起',
  en: 'Open an account for an existing person, or together with a new person',
  body: { records: ['user_info', 'user'], needs: ['account'] },
  answer: { record: 'user', with: { one_time_password: ONE_TIME } },
  permission: 'create',
})

const resetAt = <const At extends string, const Name extends string>(at: At, name: Name) =>
  defineAction({
    model: 'user',
    at,
    name,
    zh: '重置密码：一次性密码只在此回答中给出',
    en: 'Reset the password; only this answer contains the one-time password',
    body: ACCOUNT,
    rest: 'sid',
    answer: { ...DONE, one_time_password: ONE_TIME },
    permission: 'update',
    on: 'record',
  })

export const resetPassword = resetAt('user', 'password_reset')
/** The same under the names that other programs know. */
export const RESETS = [
  resetAt('user', 'reset'),
  resetAt('user_info', 'password_reset'),
  resetAt('user_info', 'reset'),
  resetAt('system_admin', 'password_reset'),
]

const unlockAt = <const At extends string>(at: At) =>
  defineAction({
    model: 'user',
    at,
    name: 'unlock',
    methods: ['POST', 'GET'],
    zh: '解锁账号',
    en: 'Unlock the account',
    body: ACCOUNT,
    rest: 'sid',
    answer: DONE,
    permission: 'update',
    on: 'record',
  })

export const unlock = unlockAt('user')
export const unlockPerson = unlockAt('user_info')

export const resetSecondFactor = defineAction({
  model: 'user',
  name: 'reset_second_factor',
  zh: '重置两步验证：下次登录只需密码，其会话随即结束',
  en: 'Reset the second factor: the next sign-in takes the password alone; the sessions end',
  body: ACCOUNT,
  rest: 'sid',
  answer: DONE,
  permission: 'update',
  on: 'record',
})

export const endSessions = defineAction({
  model: 'user',
  name: 'end_sessions',
  zh: '结束其全部会话，或指定的一个',
  en: 'End all sessions of the account, or the one that is named',
  body: { ...ACCOUNT, token_sid: link('会话', 'Session', { to: 'token' }) },
  rest: 'sid',
  answer: DONE,
  permission: 'update',
  on: 'record',
})

export const searchSessions = defineAction({
  model: 'user',
  name: 'sessions',
  zh: '其会话：在哪些浏览器登录',
  en: 'Sessions of the account: the browsers in which it is signed in',
  body: ACCOUNT,
  rest: 'sid',
  answer: SESSIONS,
  permission: 'update',
  on: 'record',
})
