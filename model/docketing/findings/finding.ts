import { date, link, links, option, string } from '../../kit/fields.ts'
import { defineModel, ONLY_TRANSITIONS, type Row } from '../../kit/model.ts'

/** A finding of the completeness check: a live right without its next deadline, or contradictory dates.
 * A person may acknowledge it with a reason, optionally until a day; it opens again when its words change, since the fault then differs. */
export const finding = defineModel({
  name: 'finding',
  zh: '完整性问题',
  en: 'Completeness finding',
  display: ['words'],
  hard_delete: true,
  visibility: { through: 'case_sid' },
  refuses: ONLY_TRANSITIONS,
  states: {
    field: 'status',
    closed: ['SETTLED'],
    sets: ['NOTED', 'SETTLED'],
    transitions: {
      acknowledge: { zh: '知悉', en: 'Acknowledge', from: ['OPEN'], to: 'ACKNOWLEDGED', fields: ['reason', 'until'] },
      reopen: { zh: '重新打开', en: 'Reopen', from: ['ACKNOWLEDGED'], to: 'OPEN' },
    },
  },
  uniques: [['case_sid', 'code']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', searchable: true, list: true }),
    code: string('问题', 'Finding', { searchable: true, list: true, max: 60, coded: true }),
    words: string('说明', 'What is wrong', { computed: true, list: true, max: 500 }),
    words_en: string('说明（英文）', 'Description (English)', { computed: true, list: true, max: 500 }),
    about_sids: links('另一记录所在案件', 'Cases with the other record', { to: 'case', computed: true, list: true }),
    found_on: date('发现日', 'Found on', { searchable: true, list: true }),
    status: option(
      '状态',
      'Status',
      { OPEN: ['未处理', 'Open'], ACKNOWLEDGED: ['已知悉', 'Acknowledged'], NOTED: ['说明', 'For information'], SETTLED: ['已消除', 'Settled'] },
      { searchable: true, list: true, default: 'OPEN' },
    ),
    reason: string('知悉的理由', 'Reason', { list: true, max: 255, required_at: ['acknowledge'] }),
    until: date('知悉至', 'Acknowledged until', { list: true, searchable: true }),
    acknowledged_by: link('知悉人', 'Acknowledged by', { to: 'user_info', computed: true, searchable: true }),
    acknowledged_on: date('知悉日', 'Acknowledged on', { computed: true, searchable: true }),
  },
})

export type Finding = Row<typeof finding>
