import { boolean, json, links, option, string } from '../kit/fields.ts'
import { defineModel, IS_SYSTEM, type Row } from '../kit/model.ts'
import { PUBLISHING_FIELDS } from '../kit/publishing.ts'
import { TASKS } from './widgets.ts'

/** A home page, or another page of components. People see the published version; the record is the draft. */
export const portal_template = defineModel({
  name: 'portal_template',
  zh: '门户模板',
  en: 'Portal template',
  display: ['name'],
  natural_keys: { by: [['alias']] },
  configuration: { key: [['alias']] },
  system: { fixed: ['alias', 'portal_type', 'platform', 'public', 'mobile', 'role_sids', 'company_sid', 'valid'] },
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    name_en: string('英文名称', 'English name', { list: true, max: 60 }),
    alias: string('别名', 'Alias', {
      required: true,
      unique: 'tenant',
      searchable: true,
      list: true,
      max: 48,
      lower: true,
      pattern: '^[a-z][a-z0-9-]*$',
      pattern_says: ['以字母开头，只含小写字母、数字和连字符', 'must start with a letter and contain only lower-case letters, digits and hyphens'],
      help: ['页面的地址：/portal/别名', 'The address of a page: /portal/<alias>'],
    }),
    portal_type: option(
      '类型',
      'Type',
      { HOME: ['企业端首页', 'Home of the enterprise'], AGENCY: ['代理端首页', 'Home of agencies'], MODULE: ['页面', 'Page'] },
      { required: true, default: 'HOME', immutable: true, searchable: true, list: true },
    ),
    platform: option(
      '平台',
      'Platform',
      { '1': ['企业端', 'Enterprise'], '2': ['代理端', 'Agency'] },
      { required: true, default: '1', immutable: true, searchable: true, list: true },
    ),
    role_sids: links('角色', 'Roles', {
      to: 'role',
      max: 50,
      list: true,
      help: [
        '首页：分配给这些角色；页面：仅这些角色可见，不选则本平台的人都可见',
        'A home page is given to these roles; a page is seen by these roles alone, or by everyone of the platform if none is named',
      ],
    }),
    public: boolean('公开', 'Public', {
      default: false,
      list: true,
      applies_to: { portal_type: ['MODULE'] },
      help: ['不登录也可查看；只能含文字、链接和图片', 'Visible without signing in; holds texts, links and pictures only'],
    }),
    mobile: boolean('移动门户', 'Mobile portal', { default: false, immutable: true, searchable: true, list: true }),
    arrangeable: boolean('允许个人调整', 'People may arrange it', { default: true }),
    layout: json('布局', 'Layout', {
      importable: false,
      exportable: false,
      content: { type: ['array', 'null'], items: { type: 'object', required: ['i', 'x', 'y', 'w', 'h'] } },
    }),
    default: boolean('默认', 'Default', { computed: true, default: false, searchable: true, list: true }),
    task: option('适用工作', 'For the work of', TASKS, { computed: true }),
    is_system: { ...IS_SYSTEM, zh: '系统默认', en: 'System default', list: true },
    ...PUBLISHING_FIELDS,
  },
})

export type PortalTemplate = Row<typeof portal_template>
