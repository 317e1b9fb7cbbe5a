import { boolean, integer, links, string } from '../../kit/fields.ts'
import { defineAction, facts, SEARCH, sidOf } from '../../kit/action.ts'
import type { MarkedMenu } from './rbac-menu-actions.ts'
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

/** The grant of a role on one entity, or on all others under '*'. */
export type GivenGrant = {
  entity: string
  verbs: string[]
  /** The verbs are taken away within the scope. */
  denies: boolean
  data_scope: string
  query: string | null
  /** Empty: as the data scope; for deleting, as the scope for changes. */
  change_scope: string | null
  delete_scope: string | null
  within_company: string | null
  export_max: number | null
  hidden_fields: string[]
  read_only_fields: string[]
}

/** An entity with everything that can be granted on it, in the caller's language. */
export type Grantable = {
  entity: string
  label: string
  area: string
  /** A kind of case, or a child entity of cases; null for everything else. */
  case_part: 'CASE' | 'OF_CASE' | null
  verbs: { code: string; label: string }[]
  /** `changeable`: some people may write it; the others are computed. */
  fields: { code: string; label: string; masked: boolean; changeable: boolean }[]
}

export type RolePermissions = {
  grants: GivenGrant[]
  menu_sids: string[]
  mask_id_no: boolean
  mask_mobile: boolean
}

const LIST = { type: 'array', items: { type: 'object' } } as const
/** Changes with every change of the role, its permissions and menus; it shows whether the caller read the latest state. */
const STAMP = string('版本', 'Stamp', { max: 64 })
const MASKS = { mask_id_no: boolean(role.fields.mask_id_no.zh, role.fields.mask_id_no.en), mask_mobile: boolean(role.fields.mask_mobile.zh, role.fields.mask_mobile.en) } // oxfmt-ignore
const GRANTS = facts<GivenGrant[]>('权限', 'Permissions', LIST, { keeps_empty: true })
const MENUS_OF = links('菜单', 'Menus', { to: 'rbac_menu', max: 1000 })

export const readPermissions = defineAction({
  model: 'role',
  name: 'permissions',
  zh: '角色的全部权限：菜单、数据、字段与人数',
  en: 'Everything that a role is permitted: menus, data, fields; and how many people have it',
  body: { sid: sidOf('role') },
  rest: 'sid',
  answer: {
    stamp: STAMP,
    ...MASKS,
    grants: GRANTS,
    menus: facts<MarkedMenu[]>('菜单', 'Menus', LIST),
    entities: facts<Grantable[]>('对象', 'Entities', LIST),
    people: integer('人数', 'People'),
    editable: boolean('可修改', 'Editable'),
  },
  permission: 'get',
  also: { role_grant: 'search', rbac_menu: 'search' },
})

/** `kind` of a change for its picture on screen; the text is in the caller's language. */
export type PermissionChange = { kind: 'added' | 'removed' | 'changed'; text: string }

export const savePermissions = defineAction({
  model: 'role',
  name: 'save_permissions',
  zh: '保存角色的全部权限，可先预览改变了什么、影响多少人',
  en: 'Save everything that a role is permitted at once, optionally only as a preview of the changes and the people concerned',
  body: { sid: sidOf('role'), stamp: STAMP, ...MASKS, grants: GRANTS, menu_sids: MENUS_OF, preview: boolean('仅预览', 'Preview only') },
  answer: {
    changes: facts<PermissionChange[]>('变更', 'Changes', LIST),
    people: integer('人数', 'People'),
  },
  permission: 'update',
  also: { role_grant: 'update', rbac_menu: 'search' },
  on: 'record',
})

export const setPeople = defineAction({
  model: 'role',
  name: 'set_people',
  zh: '授予或收回角色',
  en: 'Give a role to people, or take it from them',
  body: {
    sid: sidOf('role'),
    add: links('增加', 'Add', { to: 'user_info', max: 100 }),
    remove: links('移除', 'Remove', { to: 'user_info', max: 100 }),
  },
  answer: {
    people: integer('人数', 'People'),
    warnings: facts<string[]>('提醒', 'Warnings', { type: 'array', items: { type: 'string' } }, { keeps_empty: true }),
  },
  permission: 'get',
  also: { user_info: 'update' },
  transaction: true,
  on: 'record',
})
