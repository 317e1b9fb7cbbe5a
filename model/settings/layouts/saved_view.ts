import { json, string, text } from '../../kit/fields.ts'
import { audienceFields, givenToOthers, ownWithAudience } from '../../kit/audience.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** A named list: a condition, an order and columns, private or shared. */
export const saved_view = defineModel({
  name: 'saved_view',
  zh: '视图',
  en: 'Saved view',
  display: ['name'],
  hard_delete: true,
  natural_keys: { by: [['entity', 'name']] },
  configuration: { key: [['entity', 'name']], only: givenToOthers },
  own: ownWithAudience,
  fields: {
    entity: string('列表', 'List', { required: true, searchable: true, list: true, max: 60, immutable: true, code_of: 'model' }),
    code: string('代码', 'Code', { computed: true, coded: true, searchable: true, max: 60 }), // of the product's own views
    name: string('视图名称', 'Name', { required: true, searchable: true, list: true, max: 40 }),
    name_en: string('英文名称', 'English name', { list: true, max: 60 }),
    iql: text('条件', 'Query', { max: 60_000 }),
    columns: json('显示列', 'Columns'),
    ...audienceFields,
  },
})

export type SavedView = Row<typeof saved_view>
