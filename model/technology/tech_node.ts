import { integer, link, links, options, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const tech_node = defineModel({
  name: 'tech_node',
  zh: '技术分类',
  en: 'Technical node',
  display: ['name'],
  open_to_bi: true,
  scope: 'tenant',
  public_name: true,
  uniques: [['parent_sid', 'code']],
  tree: { parent: 'parent_sid', order: 'sort_by', paths: { path: { of: 'code' } }, level: 'level', max_depth: 8, unique: 'code' },
  natural_keys: {
    by: [
      ['parent_sid', 'code'],
      ['code', 'name'],
    ],
  },
  shows: { case_count: integer('案件数', 'Cases') },
  fields: {
    code: string('代码', 'Code', {
      required: true,
      searchable: true,
      list: true,
      max: 48,
      pattern: '^[A-Za-z0-9]+$',
      pattern_says: ['只能含字母和数字', 'must contain only letters and digits'],
    }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100 }),
    name_en: string('英文名称', 'English name', { max: 100, list: true }),
    parent_sid: link('上级', 'Parent', { to: 'tech_node', searchable: true, list: true }),
    path: text('路径', 'Path', { computed: true }),
    level: integer('层级', 'Level', { computed: true, list: true }),
    definition: text('定义', 'Definition', {}),
    keywords: options('关键词', 'Keywords', { free: true }),
    ipc_map: options('IPC 对应', 'IPC', { free: true }),
    query: text('检索式', 'Query', {}),
    manager_sids: links('管理人', 'Managers', { to: 'user_info', responsibility: { group: 'technology' } }),
    sort_by: integer('排序', 'Order', { default: 0 }),
  },
})

export type TechNode = Row<typeof tech_node>
