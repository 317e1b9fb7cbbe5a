import { date, datetime, integer, link, option, rows, string } from '../../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../../kit/model.ts'

export const ITEM_STATES = {
  OPEN: ['标引中', 'Being indexed'],
  AGREED: ['已标引', 'Indexed'],
  DIFFERS: ['不一致', 'Differs'],
  SETTLED: ['已裁定', 'Decided'],
} as const

/** One publication of an indexing task, and its values once they are known. */
export const indexingItem = defineModel({
  name: 'indexing_item',
  zh: '标引文献',
  en: 'Indexed publication',
  display: ['publication_no', 'item_title'],
  no_log: true,
  visibility: { through: 'task_sid' },
  refuses: { ...READ_ONLY, delete: ['标引文献随标引任务删除', 'They are deleted with their task'] },
  indexes: [['task_sid', 'seq'], ['task_sid', 'state']],
  fields: {
    task_sid: link('标引任务', 'Indexing task', { to: 'indexing_task', computed: true, searchable: true, list: true }),
    seq: integer('序号', 'No.', { computed: true, searchable: true, list: true }),
    publication_no: string('公开号', 'Publication no.', { computed: true, searchable: true, list: true, max: 60 }),
    item_title: string('名称', 'Title', { computed: true, searchable: true, list: true, max: 255 }),
    item_owner: string('申请人', 'Owner', { computed: true, searchable: true, max: 255 }),
    pub_date: date('公开日', 'Published on', { computed: true, searchable: true }),
    state: option('情况', 'State', ITEM_STATES, { computed: true, default: 'OPEN', searchable: true, list: true }),
    result: rows(
      '标引结果',
      'Values',
      {
        field: string('标引项', 'Index field', { max: 40 }),
        value: string('值', 'Value', { max: 2000 }),
      },
      { computed: true, list: true },
    ),
    settled_by: link('裁定人', 'Decided by', { to: 'user_info', computed: true }),
    settled_at: datetime('裁定时间', 'Decided at', { computed: true }),
  },
}) // oxfmt-ignore

export type IndexingItem = Row<typeof indexingItem>
