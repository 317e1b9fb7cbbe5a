import { integer, link, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const department = defineModel({
  name: 'department',
  zh: '部门',
  en: 'Department',
  display: ['name'],
  open_to_bi: ['name', 'name_en', 'code', 'parent_sid', 'path', 'status'],
  // Each company may have a department of the same name.
  disambiguate_by: { field: 'company_sid', shared: true },
  public_name: true,
  company_of: 'parent_sid',
  tree: {
    parent: 'parent_sid',
    order: 'sort_by',
    paths: { path: { of: 'sid', enclosed: true } },
    within: { field: 'company_sid', says: ['上级部门属于另一公司', 'belongs to another company'] },
  },
  natural_keys: { by: [['code', 'parent_sid'], ['code'], ['name', 'parent_sid'], ['name']], apart: ['code'] },
  fields: {
    name: string('部门名称', 'Department name', { required: true, searchable: true, list: true, max: 100 }),
    name_en: string('英文名称', 'English name', { searchable: true, max: 100 }),
    code: string('部门代码', 'Code', { max: 48, searchable: true, list: true }),
    parent_sid: link('上级部门', 'Parent department', { to: 'department', searchable: true, list: true }),
    path: text('路径', 'Path', { computed: true, coded: true }),
    leader_sid: link('部门负责人', 'Leader', {
      to: 'user_info',
      searchable: true,
      list: true,
      later: true,
      responsibility: { group: 'departments' },
    }),
    ip_liaison_sid: link('知识产权联络人', 'IP liaison', { to: 'user_info', searchable: true, later: true, responsibility: { group: 'liaison' } }),
    sort_by: integer('排序', 'Order', { default: 0 }),
    status: option('状态', 'Status', { '1': ['启用', 'On'], '0': ['停用', 'Off'] }, { required: true, searchable: true, list: true, default: '1' }),
    sync_id: string('人事系统标识', 'HR system ID', { max: 60, searchable: true }),
  },
})

export type Department = Row<typeof department>
