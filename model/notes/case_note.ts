import { link, links, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** A note on a case. Only its author changes it; the persons it mentions are notified. */
export const case_note = defineModel({
  name: 'case_note',
  zh: '案件备注',
  en: 'Note',
  display: ['text'],
  visibility: { through: 'case_sid' },
  refuses: { import: ['备注不能导入', 'Notes are not imported'], transition: ['备注没有状态', 'Notes have no states'] },
  indexes: [['case_sid', 'created_at']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    text: text('内容', 'Text', { required: true, max: 4000, list: true }),
    mention_sids: links('提及', 'Mentioned', { to: 'user_info', max: 20, searchable: true, list: true }),
  },
})

export type CaseNote = Row<typeof case_note>
