import { datetime, link, option, rows, string } from '../../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../../kit/model.ts'

export const SHEET_STATES = {
  TODO: ['待标引', 'To index'],
  DONE: ['已标引', 'Indexed'],
  RETURNED: ['退回重标', 'Sent back'],
} as const

/** The answers of one person about one publication. No built-in role may read it, so two people never see each other's answers. */
export const indexingSheet = defineModel({
  name: 'indexing_sheet',
  zh: '标引单',
  en: 'Indexing sheet',
  display: ['item_sid'],
  no_log: true,
  visibility: { through: 'task_sid' },
  own: { by: 'indexer_sid', verbs: ['get', 'search', 'count'] },
  refuses: { ...READ_ONLY, delete: ['标引单随标引任务删除', 'They are deleted with their task'] },
  indexes: [['indexer_sid', 'state'], ['task_sid', 'state'], 'item_sid'],
  fields: {
    task_sid: link('标引任务', 'Indexing task', { to: 'indexing_task', computed: true, searchable: true, list: true }),
    item_sid: link('文献', 'Publication', { to: 'indexing_item', computed: true, searchable: true, list: true }),
    indexer_sid: link('标引人', 'Indexed by', { to: 'user_info', computed: true, searchable: true, list: true, responsibility: { group: 'tasks', while: { state: ['TODO', 'RETURNED'] } } }),
    state: option('情况', 'State', SHEET_STATES, { computed: true, default: 'TODO', searchable: true, list: true }),
    answers: rows(
      '标引值',
      'Values',
      {
        field: string('标引项', 'Index field', { max: 40 }),
        value: string('值', 'Value', { max: 2000 }),
      },
      { computed: true },
    ),
    note: string('说明', 'Note', { computed: true, max: 500 }),
    return_reason: string('退回说明', 'Why sent back', { computed: true, max: 255 }),
    done_at: datetime('标引时间', 'Indexed at', { computed: true, searchable: true }),
  },
}) // oxfmt-ignore

export type IndexingSheet = Row<typeof indexingSheet>
