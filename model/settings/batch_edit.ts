import { datetime, integer, json, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

export const batch_edit = defineModel({
  name: 'batch_edit',
  zh: '批量编辑记录',
  en: 'Batch edit',
  display: ['entity'],
  no_log: true,
  refuses: READ_ONLY,
  own: { by: 'created_by', verbs: ['get', 'search', 'count'] },
  fields: {
    entity: string('对象', 'Entity', { required: true, searchable: true, list: true, max: 60, code_of: 'model' }),
    transition: string('状态变更', 'Transition', { max: 60, computed: true, list: true }),
    edited_fields: json('修改内容', 'Changes', { list: true, computed: true }),
    modes: json('修改方式', 'Modes', { computed: true }),
    query: json('查询', 'Query', { computed: true }),
    edited_records: json('记录', 'Records', { computed: true }),
    written_beside: json('同时写入的对象', 'Other kinds of record written', { computed: true }),
    count_ok: integer('成功数', 'Changed', { list: true, computed: true }),
    undone_at: datetime('撤销时间', 'Undone at', { list: true, computed: true }),
  },
})

export type BatchEdit = Row<typeof batch_edit>
