import { defineAction, facts, sidOf } from '../../kit/action.ts'
import { boolean, link } from '../../kit/fields.ts'
import type { WireSchema } from '../../kit/wire/wire.ts'
import { SCHEMA } from '../../kit/wire/wire-schemas.ts'

export const previewLayout = defineAction({
  model: 'page_layout',
  name: 'preview',
  zh: '以某角色预览草稿',
  en: 'Preview the draft as a role',
  body: {
    sid: sidOf('page_layout'),
    role: link('角色', 'Role', { to: 'role' }),
    plain: boolean('不含布局', 'Without the layout', { default: false }),
  },
  rest: 'sid',
  answer: facts<WireSchema>('模型', 'Model', SCHEMA),
  permission: 'update',
  on: 'record',
})
