import { integer, link, links, option, string, text } from '../../kit/fields.ts'
import { chosen, defineAction, facts } from '../../kit/action.ts'
import type { Fault } from '../../kit/wire/wire.ts'
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

/** Most people who get an account in one call and one transaction. */
export const MAX_ACCOUNTS = 200

/** What the rules allow with an account; a whole account says it as `acts`. RESET: a new password or second factor, for others only. */
export type AccountAct = 'OPEN' | 'CLOSE' | 'RESET'

/** People who were selected, or all whom a query finds. */
const SELECTION = {
  sids: chosen('user_info'),
  iql: text('查询语句', 'Query', { max: 100_000 }),
  named_by: option(
    '登录名',
    'User names',
    {
      JOB_NUMBER: ['工号', 'Job number'],
      EMAIL: ['邮箱 @ 前的部分', 'E-mail address, as far as the @'],
      EACH: ['工号，没有则用邮箱或姓名', 'Job number; without one, e-mail or name'],
    },
    { default: 'JOB_NUMBER' },
  ),
  passwords: option(
    '首次密码',
    'First passwords',
    { SHOWN: ['列出一次', 'Listed once'], MAILED: ['邮件发给本人', 'Mailed to each person'] },
    { default: 'SHOWN' },
  ),
  role_sids: links('另授角色', 'Further roles', { to: 'role', max: 20 }),
} as const

/** `faults`: the reasons why this person gets no account. `notes`: remarks on an account that is opened. */
export type PlannedAccount = { sid: string; name: string; account: string; faults: Fault[]; notes: string[] }
/** The password is there unless it was mailed. */
export type OpenedAccount = PlannedAccount & { one_time_password?: string; is_mailed?: boolean }

const ROWS = { type: 'array', items: { type: 'object', required: ['sid', 'name', 'account', 'faults', 'notes'] } } as const

export const planAccounts = defineAction({
  model: 'user',
  name: 'plan_accounts',
  zh: '批量开通账号前：各人的登录名，谁不能开通及原因；不写入',
  en: 'What opening accounts for these people would do: their user names, and who gets none and why; nothing is written',
  body: SELECTION,
  answer: { people: facts<PlannedAccount[]>('人员', 'People', ROWS), opened: integer('可开通', 'To be opened') },
  permission: 'create',
})

export const openAccounts = defineAction({
  model: 'user',
  name: 'open_accounts',
  zh: '为多人开通账号：一次性密码只在此回答中给出，或邮件发给本人',
  en: 'Open accounts for many people; only this answer contains the one-time passwords, unless they are mailed',
  body: SELECTION,
  answer: { people: facts<OpenedAccount[]>('人员', 'People', ROWS), opened: integer('已开通', 'Opened') },
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
