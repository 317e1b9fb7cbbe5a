import { ABILITIES } from '../../auth/roles/abilities.ts'
import { text } from '../../kit/fields.ts'
import { defineAction, sidOf } from '../../kit/action.ts'

export const openPoint = defineAction({
  model: 'secret_point',
  name: 'open',
  zh: '打开秘密内容（记录查阅人）',
  en: 'Open the content of a point; who opens it is recorded',
  body: { sid: sidOf('secret_point') },
  answer: { content: text('秘密内容', 'Content', { max: 5000, nullable: true }) },
  permission: ABILITIES.secret_point.open_secret,
  also: { secret_point: 'get' },
  transaction: true,
  on: 'record',
})
