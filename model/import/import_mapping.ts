import { json, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** The field of a column heading, as corrected by a user and reused for later files with that heading. */
export const import_mapping = defineModel({
  name: 'import_mapping',
  zh: '导入列对应',
  en: 'Import mapping',
  display: ['heading'],
  no_log: true,
  hard_delete: true,
  own: { by: 'created_by', verbs: ['get', 'search', 'count', 'create', 'update', 'delete'] },
  uniques: [['company_sid', 'entity', 'heading']],
  fields: {
    entity: string('对象', 'Entity', { required: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    heading: string('列名', 'Heading', { required: true, searchable: true, list: true, max: 255 }),
    target: json('对应字段', 'Field', { list: true }),
  },
})

export type ImportMapping = Row<typeof import_mapping>
