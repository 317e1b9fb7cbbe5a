import { date, link, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** A finding of the completeness check: a live right without its next deadline, or contradictory dates. */
export const finding = defineModel({
  name: 'finding',
  zh: '完整性问题',
  en: 'Completeness finding',
  display: ['words'],
  no_log: true,
  hard_delete: true,
  visibility: { through: 'case_sid' },
  refuses: READ_ONLY,
  uniques: [['case_sid', 'code']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', searchable: true, list: true }),
    code: string('问题', 'Finding', { searchable: true, list: true, max: 60, coded: true }),
    words: string('说明', 'What is wrong', { list: true, max: 500 }),
    words_en: string('说明（英文）', 'Description (English)', { list: true, max: 500 }),
    found_on: date('发现日', 'Found on', { searchable: true, list: true }),
    status: option(
      '状态',
      'Status',
      { OPEN: ['未处理', 'Open'], NOTED: ['已知', 'Noted'], SETTLED: ['已消除', 'Settled'] },
      { searchable: true, list: true, default: 'OPEN' },
    ),
  },
})

export type Finding = Row<typeof finding>
