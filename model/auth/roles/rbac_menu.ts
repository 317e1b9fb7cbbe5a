import { integer, link, links, option, string } from '../../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../../kit/model.ts'
import { SAFE_ADDRESS } from '../safe-address.ts'

export const rbac_menu = defineModel({
  name: 'rbac_menu',
  zh: '菜单',
  en: 'Menu',
  display: ['name'],
  scope: 'tenant',
  system: { fixed: ['code', 'path', 'resource_sid', 'platform'] },
  tree: { parent: 'parent_sid', order: 'sort_by', within: { field: 'platform', says: ['上级菜单属于另一端', 'must belong to the same end'] } },
  disambiguate_by: { field: 'code', shared: true },
  natural_keys: { by: [['name', 'parent_sid', 'platform']], apart: ['code'] },
  configuration: { key: [['code'], ['platform', 'parent_sid', 'name']] },
  fields: {
    name: string('菜单名称', 'Name', { required: true, searchable: true, list: true, max: 50 }),
    name_en: string('英文名称', 'English name', { max: 50, list: true }),
    code: string('代码', 'Code', { unique: 'tenant', max: 48, searchable: true, list: true, coded: 'form' }),
    path: string('地址', 'Path', { ...SAFE_ADDRESS, list: true }),
    resource_sid: link('绑定资源', 'Resource', {
      to: 'rbac_resource',
      help: ['菜单打开此资源的地址；随地址自动填写', 'The menu opens its address; filled in by the address'],
    }),
    icon: string('图标', 'Icon', { required: true, max: 50, list: true }),
    open_type: option('打开方式', 'Opens', { SELF: ['当前窗口', 'Here'], BLANK: ['新窗口', 'New window'] }, { required: true, default: 'SELF' }),
    platform: option(
      '平台',
      'Platform',
      { '1': ['企业端', 'Enterprise'], '2': ['代理端', 'Agency'] },
      { required: true, default: '1', searchable: true, list: true },
    ),
    parent_sid: link('上级菜单', 'Parent', { to: 'rbac_menu', searchable: true, list: true }),
    sort_by: integer('排序', 'Order', { list: true }),
    role_sids: links('角色', 'Roles', { to: 'role', searchable: true, list: true }),
    is_system: IS_SYSTEM,
  },
})

export type RbacMenu = Row<typeof rbac_menu>
