import { datetime, integer, link, option, string } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'
import { TOKEN_SCOPES } from './token.ts'

export const createToken = defineAction({
  model: 'token',
  name: 'create',
  zh: '新建个人访问令牌：令牌只在此回答中给出',
  en: 'Create a personal access token; only this answer contains the token',
  body: {
    name: string('名称', 'Name', { required: true, max: 60 }),
    expires_at: datetime('有效期至', 'Valid until', { ahead_years: 10 }),
    scope: option('范围', 'Scope', TOKEN_SCOPES, {
      default: 'ALL',
      help: [
        '须由系统管理员在“登录设置”中开启。助手的连接地址（Streamable HTTP）：',
        'An administrator has to allow it under “Sign-in settings”. Address for the assistant (Streamable HTTP):',
      ],
    }),
  },
  answer: {
    sid: link('令牌', 'Token', { to: 'token' }),
    name: string('名称', 'Name'),
    token: string('令牌', 'Secret', { verbatim: true }),
    expires_at: datetime('到期时间', 'Expires', { nullable: true }),
    scope: option('范围', 'Scope', TOKEN_SCOPES),
  },
  permission: 'person',
})

/** An address that calendar programs fetch without signing in. It gives no other access; deleting the token closes it. */
export const createCalendarFeed = defineAction({
  model: 'token',
  name: 'calendar_feed',
  zh: '新建日历订阅地址：地址只在此回答中给出',
  en: 'Create the address of a calendar feed of one’s own deadlines; only this answer contains it',
  body: { name: string('名称', 'Name', { required: true, max: 60 }) },
  answer: {
    sid: link('令牌', 'Token', { to: 'token' }),
    name: string('名称', 'Name'),
    path: string('地址', 'Address, without the host', { verbatim: true }),
  },
  permission: 'person',
})

/** One sign-in and its renewals. `agent` is the user agent string of the browser. */
export type OpenSession = { sid: string; agent: string; address: string; since: string; last_used_at: string; is_current: boolean }

/** Newest use first. */
export const SESSIONS = {
  sessions: facts<readonly OpenSession[]>('会话', 'Sessions', {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        sid: { type: 'string' },
        agent: { type: 'string' },
        address: { type: 'string' },
        since: { type: 'string', format: 'date-time' },
        last_used_at: { type: 'string', format: 'date-time' },
        is_current: { type: 'boolean' },
      },
    },
  }),
} as const

export const mySessions = defineAction({
  model: 'token',
  name: 'sessions',
  zh: '本人的会话：在哪些浏览器登录',
  en: 'Own sessions: the browsers in which one is signed in',
  body: {},
  answer: SESSIONS,
  permission: 'person',
})

export const endOtherSessions = defineAction({
  model: 'token',
  name: 'end_others',
  zh: '结束本人的其他会话',
  en: 'End all other sessions of one’s own',
  body: {},
  answer: { ended: integer('结束的会话数', 'Sessions ended') },
  permission: 'person',
})
