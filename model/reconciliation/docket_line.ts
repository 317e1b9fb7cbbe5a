import { boolean, date, integer, json, link, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { take } from '../kit/transition.ts'

export const LINE_RESULT = {
  DIFFERENT: ['有差异', 'Different'],
  NOT_OURS: ['本方没有', 'Missing with us'],
  NOT_THEIRS: ['对方没有', 'Missing with them'],
  UNCLEAR: ['无法核对', 'Not comparable'],
  SAME: ['一致', 'The same'],
} as const

const STATUS = {
  OPEN: ['待处理', 'To decide'],
  ASKED: ['已询问', 'Asked'],
  ACCEPTED: ['已采用对方数据', 'Their data taken over'],
  KEPT: ['保留本方数据', 'Own data kept'],
  SETTLED: ['无需处理', 'Nothing to decide'],
} as const
const move = take<keyof typeof STATUS>

const BY_COMPARISON = ['由清单核对产生', 'It comes from the comparison of a list'] as const

/** One result of a reconciliation: a case that agrees, a value or a deadline that differs, or an item that one side lacks. */
export const docket_line = defineModel({
  name: 'docket_line',
  zh: '清单核对项',
  en: 'Line of a reconciliation',
  display: ['about'],
  visibility: { through: 'case_sid' },
  refuses: { create: BY_COMPARISON, import: BY_COMPARISON, delete: BY_COMPARISON },
  states: {
    field: 'status',
    closed: ['ACCEPTED', 'KEPT', 'SETTLED'],
    sets: ['SETTLED'],
    transitions: {
      accept: { ...move('采用对方数据', 'Take theirs', ['OPEN', 'ASKED'], 'ACCEPTED'), only: { result: ['DIFFERENT', 'NOT_OURS'] } },
      keep: move('保留本方数据', 'Keep ours', ['OPEN', 'ASKED'], 'KEPT', ['decision_reason']),
      ask: { ...move('已询问代理机构', 'The agency is asked', ['OPEN'], 'ASKED'), automatic: true },
      reopen: move('重新处理', 'Decide again', ['KEPT'], 'OPEN'),
    },
  },
  indexes: [
    ['list_sid', 'result', 'status'],
    ['case_sid', 'status'],
  ],
  fields: {
    list_sid: link('清单', 'List', { to: 'docket_list', computed: true, searchable: true, list: true }),
    row_no: integer('清单行', 'Row', { computed: true, searchable: true, list: true }),
    about: string('案件（清单中）', 'Case as listed', { computed: true, searchable: true, list: true, max: 255 }),
    case_sid: link('本方案件', 'Own case', { to: 'case', computed: true, searchable: true, list: true }),
    result: option('结果', 'Result', LINE_RESULT, { computed: true, searchable: true, list: true }),
    status: option('处理', 'Decision', STATUS, { required: true, searchable: true, list: true, default: 'OPEN' }),
    field: string('字段代码', 'Field code', { computed: true, searchable: true, max: 60, coded: true }),
    what: string('内容', 'What', { computed: true, searchable: true, list: true, max: 255 }),
    what_en: string('内容（英文）', 'What in English', { computed: true, searchable: true, max: 255 }),
    theirs: string('对方', 'Theirs', { computed: true, list: true, max: 500 }),
    ours: string('本方', 'Ours', { computed: true, list: true, max: 500 }),
    theirs_en: string('对方（英文）', 'Theirs in English', { computed: true, max: 500 }),
    ours_en: string('本方（英文）', 'Ours in English', { computed: true, max: 500 }),
    due: date('对方期限', 'Their due date', { computed: true, searchable: true }),
    deadline_sid: link('本方期限', 'Own deadline', { to: 'deadline', computed: true }),
    note: string('说明', 'Note', { computed: true, max: 500 }),
    note_en: string('说明（英文）', 'Note in English', { computed: true, max: 500 }),
    read: json('读取的内容', 'What was read', { computed: true, internal: true, exportable: false }),
    waits: boolean('待第二人确认', 'Waits for a second person', { computed: true, searchable: true, default: false }),
    task_sid: link('询问任务', 'Task of the question', { to: 'task', computed: true, searchable: true }),
    decision_reason: string('保留理由', 'Reason to keep', { max: 255, required_at: ['keep'] }),
    decided_by: link('处理人', 'Decided by', { to: 'user_info', computed: true, searchable: true }),
    decided_on: date('处理日', 'Decided on', { computed: true, searchable: true }),
  },
})

export type DocketLine = Row<typeof docket_line>
