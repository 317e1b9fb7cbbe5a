import { link, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** One right that a contract or a dispute is about; visible to people who see both. */
export const dealt_right = defineModel({
  name: 'dealt_right',
  zh: '涉及的权利',
  en: 'Right concerned',
  display: ['case_sid'],
  visibility: { through: 'dealing_sid' },
  refuses: { transition: ['涉及的权利没有状态', 'Rights concerned have no states'] },
  uniques: [['dealing_sid', 'case_sid']],
  natural_keys: { by: [['dealing_sid', 'case_sid']] },
  indexes: [['case_sid']],
  fields: {
    dealing_sid: link('合同或纠纷', 'Contract or dispute', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    case_sid: link('权利', 'Right', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    note: string('说明', 'Note', { max: 255, list: true }),
  },
})

export type DealtRight = Row<typeof dealt_right>
