import { boolean, integer, link, links, option, options, string } from '../../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../../kit/model.ts'
import { SAFE_ADDRESS } from '../safe-address.ts'

/** A function of the product: a page, a call or a part of a page. One that names roles is given by these roles alone. */
export const rbac_resource = defineModel({
  name: 'rbac_resource',
  zh: '功能资源',
  en: 'Resource',
  display: ['name'],
  scope: 'tenant',
  system: { fixed: ['name', 'name_en', 'code', 'type', 'path', 'endpoints', 'bindable', 'valid'] },
  tree: { parent: 'parent_sid', order: 'sort_by' },
  disambiguate_by: { field: 'code', shared: true },
  configuration: { key: [['code']], changed: true },
  fields: {
    name: string('资源名称', 'Name', { required: true, searchable: true, list: true, max: 200 }),
    name_en: string('英文名称', 'English name', { max: 200, searchable: true, list: true }),
    code: string('资源代码', 'Code', {
      required: true,
      unique: 'tenant',
      searchable: true,
      list: true,
      max: 120,
      immutable: true,
      pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
      pattern_says: ['以字母开头，只含字母、数字、下划线、点和短横线', 'must start with a letter and contain only letters, digits, _ . and -'],
    }),
    type: option(
      '类型',
      'Type',
      { MENU: ['菜单', 'Menu'], BUTTON: ['按钮', 'Button'], LINK: ['链接', 'Link'], TAB: ['页签', 'Tab'] },
      { required: true, default: 'BUTTON', searchable: true, list: true },
    ),
    parent_sid: link('上级资源', 'Parent', { to: 'rbac_resource', searchable: true, list: true }),
    sort_by: integer('排序', 'Order'),
    path: string('地址', 'Path', {
      ...SAFE_ADDRESS,
      searchable: true,
      help: ['绑定此资源的菜单打开的页面或网址', 'The page or site that a menu bound to this resource opens'],
    }),
    endpoints: options('接口', 'Endpoints', {
      free: true,
      max: 100,
      help: [
        '每行一个：方法和地址，如 POST /innoe-webapi/model/patent/do/delete',
        'Method and address of each, such as POST /innoe-webapi/model/patent/do/delete',
      ],
    }),
    functions: options('限制的功能', 'Functions restricted', { free: true, computed: true, internal: true }),
    bindable: boolean('可绑定', 'Bindable', {
      default: true,
      searchable: true,
      help: ['人人都可使用的功能不绑定角色', 'What everybody may use is not bound to roles'],
    }),
    role_sids: links('角色', 'Roles', {
      to: 'role',
      searchable: true,
      list: true,
      help: [
        '为空则不限制；指定后，只有这些角色按其权限给予此功能，其他角色即使有此操作的权限也不给予',
        'Empty: not restricted. Otherwise only these roles give this function, within their permissions; other roles do not give it, even if they permit it',
      ],
    }),
    is_system: IS_SYSTEM,
  },
})

export type RbacResource = Row<typeof rbac_resource>
