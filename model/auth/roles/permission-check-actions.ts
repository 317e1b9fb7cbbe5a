import { integer, link } from '../../kit/fields.ts'
import { defineAction } from '../../kit/action.ts'

export const runPermissionChecks = defineAction({
  model: 'permission_check',
  name: 'run',
  zh: '立即进行权限检查：全部，或其中一项',
  en: 'Run the permission checks at once: all of them, or one',
  body: { sid: link('记录', 'Record', { to: 'permission_check' }) },
  answer: { checked: integer('已检查', 'Checked'), failing: integer('不符合', 'Do not hold') },
  permission: 'update',
})
