import { datetime, integer, link, string } from '../../kit/fields.ts'
import { defineAction, sidOf } from '../../kit/action.ts'
import { ABILITIES } from './abilities.ts'

export const viewAs = defineAction({
  model: 'user_info',
  name: 'view_as',
  zh: '以此人的身份查看：只读，限时，记入审计日志；只显示双方都可见的内容',
  en: 'View as this person: read-only, for a limited time and recorded in the audit log; shows only what both persons may see',
  body: { sid: sidOf('user_info') },
  answer: {
    token: string('令牌', 'Secret', { verbatim: true }),
    expires_at: datetime('有效期至', 'Valid until'),
    user_sid: link('人员', 'Person', { to: 'user_info' }),
    name: string('姓名', 'Name'),
  },
  permission: ABILITIES.user_info.view_as,
  on: 'record',
})

export const endView = defineAction({
  model: 'user_info',
  name: 'end_view',
  zh: '结束以他人身份查看',
  en: 'End one’s own views as other people',
  body: {},
  answer: { ended: integer('结束数', 'Views ended') },
  permission: 'person',
})
