import { datetime, link, string } from '../kit/fields.ts'
import { defineAction } from '../kit/action.ts'

export const createToken = defineAction({
  model: 'token',
  name: 'create',
  zh: '新建个人访问令牌：令牌只在此回答中给出',
  en: 'Create a personal access token; only this answer contains the token',
  body: {
    name: string('名称', 'Name', { required: true, max: 60 }),
    expires_at: datetime('有效期至', 'Valid until', { ahead_years: 10 }),
  },
  answer: {
    sid: link('令牌', 'Token', { to: 'token' }),
    name: string('名称', 'Name'),
    token: string('令牌', 'Secret', { verbatim: true }),
    expires_at: datetime('到期时间', 'Expires', { nullable: true }),
  },
  permission: 'person',
})
