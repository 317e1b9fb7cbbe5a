import { link, links } from '../../kit/fields.ts'
import { chosen, defineAction, facts, SEARCH } from '../../kit/action.ts'
import { rbac_menu } from './rbac_menu.ts'

/** A menu with those below it. */
export type Menu = {
  sid: string
  code: string
  name: string
  name_en: string
  icon: string | null
  path: string | null
  open_type: string | null
  children: Menu[]
}
/** Whether a role has it; `everybody` has a menu that names no role. */
export type MarkedMenu = Omit<Menu, 'children'> & { checked: boolean; everybody: boolean; children: MarkedMenu[] }

const MENUS = { type: 'array', items: { type: 'object', required: ['sid', 'code', 'name', 'children'] } } as const
const tree = facts<Menu[]>('菜单树', 'Menu tree', MENUS)

const ofRole = link('角色', 'Role', { to: 'role', required: true })

const list = <const Name extends string>(name: Name, zh: string, en: string) =>
  defineAction({ model: 'rbac_menu', name, zh, en, body: SEARCH, answer: { page: 'rbac_menu' }, permission: 'search' })

export const searchMenus = list('search_all', '全部菜单', 'All menus')
export const searchMenuNames = list('search_menu_name', '菜单名称', 'Names of menus')

export const searchSharedMenus = defineAction({
  model: 'rbac_menu',
  name: 'searchShare',
  zh: '人人可见的菜单',
  en: 'Menus visible to everyone',
  body: {},
  answer: { page: 'rbac_menu' },
  permission: 'search',
})

export const searchMenusByRole = defineAction({
  model: 'rbac_menu',
  name: 'search_by_role',
  zh: '角色所见的菜单',
  en: 'Menus visible to a role',
  body: { role_sid: ofRole },
  rest: 'role_sid',
  answer: { page: 'rbac_menu' },
  permission: 'search',
})

export const markMenus = defineAction({
  model: 'rbac_menu',
  name: 'search_all_auth',
  zh: '菜单树及角色是否拥有',
  en: 'Menu tree; each menu states whether the role has it',
  body: { role_sid: ofRole },
  answer: facts<MarkedMenu[]>('菜单树', 'Menu tree', MENUS),
  permission: 'search',
})

export const searchAllowedMenus = defineAction({
  model: 'rbac_menu',
  name: 'searchAuth',
  zh: '角色所见的菜单树；不指定角色则为本人的',
  en: 'Menu tree visible to a role; without a role, that of the caller',
  body: { role_sid: link('角色', 'Role', { to: 'role' }) },
  answer: tree,
  permission: 'person',
})

export const rolesByCompany = defineAction({
  model: 'rbac_menu',
  name: 'searchAuthGroupOrg',
  methods: ['GET'],
  zh: '各公司的角色及在职人数',
  en: 'Roles of each company with the number of employed people',
  body: {},
  answer: facts<Record<string, unknown>[]>('公司', 'Companies', { type: 'array', items: { type: 'object', required: ['sid', 'roles'] } }),
  permission: 'search',
})

export const bindRole = defineAction({
  model: 'rbac_menu',
  name: 'bind_role',
  zh: '角色恰好拥有这些菜单',
  en: 'Set the menus of a role, in addition to those visible to everyone',
  body: { role_sid: ofRole, menu_sids: chosen('rbac_menu') },
  answer: { role_sid: link('角色', 'Role', { to: 'role' }), menu_sids: links('菜单', 'Menus', { to: 'rbac_menu' }) },
  permission: 'update',
  transaction: true,
})

const mine = <const At extends string, const Name extends string>(at: At, name: Name) =>
  defineAction({ model: 'rbac_menu', at, name, zh: '本人的菜单', en: 'One’s own menus', body: {}, answer: tree, permission: 'person' })

export const myMenus = mine('rbac_menu', 'search_my_menus')
export const myUbmMenus = mine('ubm_ability', 'search_ubm_menus')

/** A page to which a menu can be bound; the names in both languages, as menus are named. */
export type MenuPage = { path: string; name: string; name_en: string }

export const listPages = defineAction({
  model: 'rbac_menu',
  name: 'search_pages',
  zh: '菜单可绑定的页面',
  en: 'Pages to which a menu can be bound',
  body: { platform: { ...rbac_menu.fields.platform, required: true } },
  answer: facts<MenuPage[]>('页面', 'Pages', { type: 'array', items: { type: 'object', required: ['path', 'name', 'name_en'] } }),
  permission: 'search',
})
