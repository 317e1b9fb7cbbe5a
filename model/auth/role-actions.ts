import { string } from '../kit/fields.ts'
import { defineAction, SEARCH, sidOf } from '../kit/action.ts'
import { role } from './role.ts'

const { code, name, name_en } = role.fields

export const copyRole = defineAction({
  model: 'role',
  name: 'copy',
  zh: '复制角色：权限与菜单相同，尚无人员',
  en: 'Copy a role with its permissions and menus, without its people',
  body: {
    sid: sidOf('role'),
    code: string(code.zh, code.en, { max: code.max, pattern: code.pattern, pattern_says: code.pattern_says }),
    name: string(name.zh, name.en, { max: name.max }),
    name_en: string(name_en.zh, name_en.en, { max: name_en.max }),
  },
  answer: { record: 'role' },
  permission: 'create',
  also: { role_grant: 'create' },
  transaction: true,
  on: 'record',
})

export const searchRolesForBoard = defineAction({
  model: 'role',
  name: 'search_for_board',
  zh: '查询角色',
  en: 'Search roles',
  body: SEARCH,
  answer: { page: 'role' },
  permission: 'search',
})
