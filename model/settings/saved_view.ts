import { json, links, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** A named list: a condition, an order and columns, private or shared. */
export const saved_view = defineModel({
  name: 'saved_view',
  zh: '视图',
  en: 'Saved view',
  display: ['name'],
  hard_delete: true,
  natural_keys: { by: [['entity', 'name']] },
  configuration: { key: [['entity', 'name']], only: { share: ['COMPANY', 'ROLES', 'SYSTEM'] } },
  own: {
    by: 'created_by',
    verbs: ['get', 'search', 'count', 'create', 'update', 'delete'],
    read_only: ['share', 'role_sids'],
    duty: { group: 'views', while: { share: ['COMPANY', 'ROLES', 'SYSTEM'] } },
  },
  fields: {
    entity: string('列表', 'List', { required: true, searchable: true, list: true, max: 60, immutable: true, code_of: 'model' }),
    name: string('视图名称', 'Name', { required: true, searchable: true, list: true, max: 40 }),
    name_en: string('英文名称', 'English name', { list: true, max: 60 }),
    iql: text('条件', 'Query', { max: 60_000 }),
    columns: json('显示列', 'Columns'),
    share: option(
      '谁可使用',
      'For whom',
      { OWN: ['仅自己', 'Only me'], COMPANY: ['本公司', 'My company'], ROLES: ['指定角色', 'Certain roles'], SYSTEM: ['全部用户', 'Everyone'] },
      { required: true, default: 'OWN', searchable: true, list: true },
    ),
    role_sids: links('角色', 'Roles', { to: 'role', max: 20 }),
  },
})

export type SavedView = Row<typeof saved_view>
