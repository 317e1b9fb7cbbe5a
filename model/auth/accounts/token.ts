import { boolean, datetime, integer, link, option, type Options, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** Access that a personal token gives; it never exceeds the permissions of its owner. */
export const TOKEN_SCOPES = {
  ALL: ['本人的全部权限', 'Everything its owner may do'],
  READ: ['只读', 'Reading only'],
  ASSISTANT: ['AI 助手：只读，仅用于 MCP', 'AI assistant: reading only, over MCP alone'],
} as const satisfies Options
export type TokenScope = keyof typeof TOKEN_SCOPES

/** A session, a personal access token, the address of a calendar feed, or the view of a session as another person. Only the hash of its secret is kept. */
export const token = defineModel({
  name: 'token',
  zh: '令牌',
  en: 'Token',
  credentials: true,
  display: ['name'],
  hard_delete: true,
  no_log: true,
  own: { by: 'created_by', verbs: ['get', 'search', 'count', 'delete'] },
  refuses: {
    update: ['令牌不能修改', 'Tokens cannot be changed'],
    import: ['令牌不能导入', 'Tokens cannot be imported'],
    export: ['令牌不能导出', 'Tokens cannot be exported'],
    transition: ['令牌没有状态', 'Tokens have no status'],
  },
  indexes: [['user_sid']],
  fields: {
    name: string('名称', 'Name', { required: true, list: true, max: 60 }),
    kind: option(
      '种类',
      'Kind',
      {
        SESSION: ['会话', 'Session'],
        PERSONAL: ['个人访问令牌', 'Personal access token'],
        CALENDAR: ['日历订阅', 'Calendar feed'],
        VIEW: ['以他人身份查看', 'View as another person'],
      },
      { list: true, searchable: true, computed: true, default: 'PERSONAL' },
    ),
    scope: option('范围', 'Scope', TOKEN_SCOPES, { computed: true, list: true, default: 'ALL' }),
    user_sid: link('账号', 'Account', { to: 'user', list: true, searchable: true, computed: true }),
    views_sid: link('所查看的人员', 'Viewed person', { to: 'user_info', computed: true }),
    hash: string('散列', 'Hash', { computed: true, max: 64, unique: 'tenant', internal: true }),
    refresh_hash: string('刷新散列', 'Refresh hash', { computed: true, max: 64, unique: 'tenant', internal: true }),
    family: string('会话族', 'Session family', { computed: true, max: 36, internal: true }),
    way: option(
      '登录方式',
      'Way of signing in',
      {
        PASSWORD: ['密码', 'Password'],
        PASSKEY: ['通行密钥', 'Passkey'],
        EMAIL: ['邮箱验证码', 'E-mail code'],
        MOBILE: ['手机验证码', 'Mobile code'],
        SSO: ['单点登录', 'Single sign-on'],
      },
      { computed: true, default: 'PASSWORD' },
    ),
    second_factor: boolean('已通过第二步', 'Second step taken', { computed: true, internal: true }),
    confirmed_at: datetime('再次验证本人的时间', 'Confirmed again at', { computed: true, internal: true }),
    provider_sid: link('身份提供方', 'Identity provider', { to: 'identity_provider', computed: true, internal: true }),
    provider_session: string('在身份提供方的会话', 'Session at the provider', { computed: true, internal: true, max: 1000 }),
    platform: integer('登录端', 'End', { computed: true }),
    expires_at: datetime('有效期至', 'Valid until', { list: true }),
    last_used_at: datetime('最近使用', 'Last used', { computed: true, list: true }),
    address: string('网络地址', 'Address', { computed: true, max: 60, list: true }),
    agent: string('客户端', 'Client', { computed: true, max: 255 }),
  },
})

export type Token = Row<typeof token>
