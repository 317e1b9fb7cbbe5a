import { date, integer, link, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { take } from '../../kit/transition.ts'

const STATUS = {
  PROPOSED: ['待决定', 'To decide'],
  OTHER: ['其他登记事项', 'Other entry'],
  KNOWN: ['本案已有记录', 'On record already'],
  ACCEPTED: ['已登记为官方事件', 'Recorded as an official event'],
  DISMISSED: ['不登记', 'Dismissed'],
  GONE: ['登记簿中已无', 'No longer in the register'],
} as const
const move = take<keyof typeof STATUS>

const BY_OFFICE = ['由查询专利局登记簿产生', 'It comes from the register of an office'] as const

/** An act in a case that an office reports. It becomes an official event, with the deadlines and fees of one, only when a person accepts it. */
export const office_report = defineModel({
  name: 'office_report',
  zh: '登记簿事件',
  en: 'Register event',
  display: ['said', 'event_date'],
  visibility: { through: 'case_sid' },
  refuses: { create: BY_OFFICE, update: BY_OFFICE, import: BY_OFFICE, delete: BY_OFFICE },
  states: {
    field: 'status',
    closed: ['KNOWN', 'ACCEPTED', 'DISMISSED', 'GONE'],
    sets: ['PROPOSED', 'OTHER', 'KNOWN', 'GONE'],
    transitions: {
      accept: move('登记为官方事件', 'Record as an official event', ['PROPOSED', 'OTHER'], 'ACCEPTED', ['doc_type', 'set_due']),
      dismiss: move('不登记', 'Dismiss', ['PROPOSED', 'OTHER'], 'DISMISSED', ['dismiss_reason']),
      reopen: { ...move('重新决定', 'Decide again', ['DISMISSED'], 'PROPOSED'), returns: true },
    },
  },
  uniques: [['case_sid', 'said_key']],
  indexes: [
    ['case_sid', 'status'],
    ['status', 'event_date'],
  ],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    event_date: date('日期', 'Date', { computed: true, searchable: true, list: true }),
    said: string('专利局的表述', 'In the words of the office', { computed: true, searchable: true, list: true, max: 255 }),
    office_code: string('登记簿代码', 'Code in the register', { computed: true, searchable: true, list: true, max: 60 }),
    limit_months: integer('专利局载明的期限（月）', 'Time limit that the office names, months', { computed: true, list: true }),
    doc_type: string('登记为', 'Recorded as', {
      searchable: true,
      list: true,
      max: 40,
      upper: true,
      code_of: 'document_type.code',
      required_at: ['accept'],
      help: ['没有确定对应的文件种类时为空，由决定者选择', 'Empty where no kind of document is certain: whoever decides chooses it'],
    }),
    set_due: date('通知书载明期限', 'Date named in the notice', { help: ['如通知书写明了日期', 'Where the notice names a day'] }),
    status: option('状态', 'State', STATUS, { required: true, searchable: true, list: true, default: 'PROPOSED' }),
    event_sid: link('官方事件', 'Official event', { to: 'official_event', computed: true, searchable: true, list: true }),
    near_event_sid: link('本案相近的事件', 'Like event on record, of another day', { to: 'official_event', computed: true, list: true }),
    dismiss_reason: string('不登记的理由', 'Reason to dismiss', { max: 255, required_at: ['dismiss'] }),
    decided_by: link('决定人', 'Decided by', { to: 'user_info', computed: true, searchable: true }),
    decided_on: date('决定日', 'Decided on', { computed: true, searchable: true }),
    source: string('数据来源', 'Source', { computed: true, searchable: true, max: 120 }),
    fetched_on: date('查询日', 'Read on', { computed: true, searchable: true }),
    said_key: string('登记事项（规范）', 'Entry, normalised', { computed: true, internal: true, max: 64 }),
  },
})

export type OfficeReport = Row<typeof office_report>
