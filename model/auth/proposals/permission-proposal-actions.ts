import { ABILITIES } from '../roles/abilities.ts'
import { boolean } from '../../kit/fields.ts'
import { defineAction } from '../../kit/action.ts'

const TWO_PEOPLE = boolean('权限变更须两人', 'Two people for permission changes')

export const readPermissionRule = defineAction({
  model: 'permission_proposal',
  name: 'rule',
  zh: '权限变更是否须另一管理员确认',
  en: 'Whether a second administrator must confirm changes of permissions',
  body: {},
  answer: { two_people: TWO_PEOPLE },
  permission: 'search',
})

export const setPermissionRule = defineAction({
  model: 'permission_proposal',
  name: 'set_rule',
  zh: '设定权限变更是否须另一管理员确认；关闭也须另一人确认',
  en: 'Set whether a second administrator must confirm changes of permissions; switching it off must be confirmed, too',
  body: { two_people: { ...TWO_PEOPLE, required: true } },
  answer: { two_people: TWO_PEOPLE },
  permission: ABILITIES.permission_proposal.set_permission_rule,
  transaction: true,
})
