import { json, links, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { PUBLISHING_FIELDS } from '../../kit/publishing.ts'

/** The arrangement of an entity's forms and pages, for everyone or for some roles. People see the published version; the record is the draft. */
export const page_layout = defineModel({
  name: 'page_layout',
  zh: '页面布局',
  en: 'Page layout',
  display: ['name'],
  uniques: [['entity', 'name']],
  natural_keys: { by: [['entity', 'name']] },
  configuration: { key: [['entity', 'name']] },
  fields: {
    entity: string('对象', 'Entity', { required: true, immutable: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    role_sids: links('角色', 'Roles', {
      to: 'role',
      max: 20,
      list: true,
      help: [
        '只对这些角色生效；不选则对本公司所有人生效。角色的布局优先于公司的布局',
        'In force for these roles alone, or for everybody of the company if none is named. A layout of a role comes before that of the company',
      ],
    }),
    form: json('分组和字段', 'Groups and fields', {
      importable: false,
      exportable: false,
      content: { type: ['object', 'null'], required: ['groups', 'hidden'] },
    }),
    tabs: json('标签页', 'Tabs', { importable: false, exportable: false, content: { type: ['array', 'null'] } }),
    columns: json('列表的默认列', 'Default columns of lists', { importable: false, exportable: false, content: { type: ['array', 'null'] } }),
    ...PUBLISHING_FIELDS,
  },
})

export type PageLayout = Row<typeof page_layout>
