import { boolean, date, integer, link, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { OFFICES } from './offices.ts'

const KNOWN = { to_complete: { not: ['true'] } } as const

/** Only the date of an incomplete priority is known: dates run from it, marked to be checked. */
export const priority = defineModel({
  name: 'priority',
  zh: '优先权',
  en: 'Priority',
  display: ['priority_no', 'priority_date'],
  // The access code of the office's library is left out.
  open_to_bi: ['case_sid', 'seq', 'priority_no', 'priority_date', 'priority_country', 'priority_case_sid', 'copy_status', 'to_complete', 'restored'],
  visibility: { through: 'case_sid' },
  uniques: [['case_sid', 'priority_country', 'priority_key']],
  indexes: [['priority_key']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    seq: integer('顺序', 'Order', { required: true, auto_number: true, min: 1, max: 500 }),
    priority_no: string('在先申请号', 'Priority no.', { required_when: KNOWN, searchable: true, list: true, max: 60, number: true }),
    priority_key: string('在先申请号（规范）', 'Priority no., normalised', {
      computed: true,
      max: 60,
      internal: true,
      normalises: { field: 'priority_no', kind: 'application', office: 'priority_country' },
    }),
    priority_date: date('优先权日', 'Priority date', { required: true, searchable: true, list: true }),
    priority_country: option('优先权国家', 'Priority country', OFFICES, { required_when: KNOWN, searchable: true, list: true }),
    priority_case_sid: link('在先案件', 'Earlier case', { to: 'case', searchable: true }),
    das_code: string('DAS 码', 'DAS code', {
      max: 4,
      upper: true,
      pattern: '^[0-9A-F]{4}$',
      pattern_says: ['应为 4 位十六进制', 'must be 4 hexadecimal digits'],
    }),
    copy_status: option(
      '副本',
      'Copy',
      { NOT_NEEDED: ['不需要', 'Not needed'], DAS: ['DAS', 'DAS'], SUBMITTED: ['已提交', 'Submitted'], MISSING: ['未提交', 'Missing'] },
      { list: true, default: 'MISSING' },
    ),
    to_complete: boolean('号码待补', 'To be completed', { default: false, searchable: true, list: true }),
    restored: boolean('已恢复', 'Restored', { default: false, list: true }),
  },
})

export type Priority = Row<typeof priority>
