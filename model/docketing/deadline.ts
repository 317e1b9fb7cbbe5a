import { boolean, date, decimal, integer, json, link, option, type Options, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const DEADLINE_STATUS = {
  OPEN: ['未完成', 'Open'],
  DONE: ['已完成', 'Done'],
  WAIVED: ['已放弃', 'Waived'],
  MISSED: ['已逾期', 'Missed'],
  RESTORED: ['已恢复', 'Restored'],
  CANCELLED: ['已取消', 'Cancelled'],
  PRESUMED: ['推定已完成', 'Presumed done'],
  NO_RECORD: ['期间已过，无记录', 'No record'],
} as const

const DONE_BY = {
  EVENT: ['官方文件或事件', 'A document or event'],
  FIELD: ['案件中的日期', 'A date of the case'],
  OUTCOME: ['后续事实', 'A later fact'],
  PERIOD_ENDED: ['期间届满', 'The end of the period'],
  PERSON: ['人工处理', 'A person'],
  STATE: ['案件状态', 'The state of the case'],
  FACTS: ['不再适用', 'No longer applies'],
} as const satisfies Options

/** One deadline of one case, with its dates and reasons. Docketing maintains deadlines of rules; people maintain `manual` ones. */
export const deadline = defineModel({
  name: 'deadline',
  zh: '期限',
  en: 'Deadline',
  display: ['name'],
  open_to_bi: true,
  visibility: { self: ['owner_sid'], through: 'case_sid' },
  kept: {
    by: 'manual',
    instead: ['由规则产生的期限不能删除：不办理的，请放弃并说明理由', 'A deadline created by a rule cannot be deleted: waive it with a reason'],
  },
  states: {
    field: 'status',
    closed: ['DONE', 'WAIVED', 'RESTORED', 'CANCELLED', 'PRESUMED', 'NO_RECORD'],
    sets: ['MISSED', 'RESTORED', 'CANCELLED', 'PRESUMED', 'NO_RECORD'],
    transitions: {
      complete: {
        zh: '完成',
        en: 'Complete',
        from: ['OPEN', 'MISSED', 'PRESUMED', 'NO_RECORD'],
        to: 'DONE',
        fields: ['done_date', 'handled_reason'],
      },
      not_done: { zh: '未办理', en: 'Not done', from: ['PRESUMED'], to: 'MISSED', fields: ['handled_reason'] },
      waive: { zh: '放弃', en: 'Waive', from: ['OPEN', 'MISSED', 'NO_RECORD'], to: 'WAIVED', fields: ['handled_reason'] },
      reopen: {
        zh: '重新打开',
        en: 'Reopen',
        from: ['DONE', 'WAIVED', 'CANCELLED', 'PRESUMED', 'NO_RECORD', 'MISSED', 'RESTORED'],
        to: 'OPEN',
        fields: ['handled_reason'],
      },
      restore_right: { zh: '已恢复', en: 'Restored', from: ['MISSED'], to: 'RESTORED', fields: ['done_date', 'handled_reason'] },
    },
  },
  uniques: [['case_sid', 'key']],
  counted_by: [
    {
      by: ['kind', 'status', 'official_due', 'extended_due', 'free_to', 'internal_due', 'final_due', 'live_until', 'manual'],
      only: { status: ['OPEN', 'MISSED'] },
    },
  ],
  natural_keys: {
    by: [
      ['case_sid', 'name', 'official_due'],
      ['case_sid', 'name'],
    ],
  },
  lookups: ['trigger_event_sid'],
  indexes: [
    { by: ['status', 'official_due'], carry: ['kind', 'extended_due', 'internal_due'] },
    { by: ['status', 'final_due', 'live_until'], carry: ['kind'] },
    { by: ['owner_sid', 'status', 'final_due', 'live_until'], carry: ['kind'] },
    { by: ['owner_sid', 'status', 'official_due'], carry: ['kind', 'extended_due', 'internal_due'] },
  ],
  fields: {
    name: string('期限名称', 'Deadline', { required: true, searchable: true, list: true, max: 255 }),
    name_en: string('英文名称', 'English name', { searchable: true, list: true, max: 255 }),
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true }),
    kind: option(
      '种类',
      'Kind',
      { ACTION: ['办理', 'Action'], MONITOR: ['监视', 'Monitor'], ANNUITY: ['年费', 'Annuity'], TERM: ['届满', 'Term'] },
      { searchable: true, list: true, default: 'ACTION' },
    ),
    rule_id: string('规则', 'Rule', { computed: true, searchable: true, list: true, max: 30, coded: true }),
    rule_version: integer('规则版本', 'Rule version', { computed: true }),
    key: string('标识', 'Key', { computed: true, max: 120, exportable: false, coded: true }),
    due_row: string('所属条款', 'Row of the case', { computed: true, max: 120, exportable: false, coded: true }),
    trigger: string('起算依据', 'Trigger', { computed: true, searchable: true, max: 60, coded: true }),
    trigger_event_sid: link('起算来文', 'Triggering event', { to: 'official_event', computed: true }),
    basis_date: date('起算日', 'Basis date', { computed: true, searchable: true }),
    period: string('期限表达式', 'Period', { computed: true, max: 60, coded: true }),
    raw_due: date('顺延前', 'Before rolling', { computed: true }),
    official_due: date('官方期限', 'Official due', { searchable: true, list: true }),
    internal_due: date('内部期限', 'Internal due', { searchable: true, list: true }),
    window_from: date('可办理起', 'Opens', { computed: true, searchable: true }),
    grace_end: date('宽限至', 'Grace until', { computed: true, searchable: true, list: true }),
    free_to: date('免滞纳金至', 'Without surcharge until', { computed: true, searchable: true }),
    extended_times: integer('延长次数', 'Times extended', { computed: true, default: 0 }),
    extensions: json('延长记录', 'Extensions', { computed: true, exportable: false }),
    extended_due: date('延长至', 'Extended to', { computed: true, searchable: true }),
    later_due: date('待确认的推迟日', 'Later day to confirm', { computed: true, searchable: true }),
    to_end: boolean('待确认不再计算', 'End to confirm', { computed: true, searchable: true, default: false }),
    final_due: date('最后期限', 'Final due', { computed: true, searchable: true, list: true }),
    live_until: date('可处理至', 'Live until', { computed: true, searchable: true, exportable: false }),
    restoration_end: date('恢复期限', 'Restoration until', { computed: true, searchable: true }),
    annuity_year: decimal('年度', 'Year no.', { digits: 1, shortest: true, computed: true, searchable: true }),
    target_country: string('目标国', 'Target country', { computed: true, searchable: true, max: 2 }),
    owner_sid: link('负责人', 'Owner', {
      to: 'user_info',
      searchable: true,
      list: true,
      responsibility: { group: 'deadlines', while: { status: ['OPEN'] } },
    }),
    status: option('状态', 'Status', DEADLINE_STATUS, { required: true, searchable: true, list: true, default: 'OPEN' }),
    done_date: date('完成日', 'Done on', { searchable: true, list: true }),
    done_by: option('完成依据', 'Settled by', DONE_BY, { computed: true }),
    handled_reason: string('处理说明', 'Reason', { max: 255 }),
    manual: boolean('手工', 'Manual', { computed: true, searchable: true, default: true }),
    handled: boolean('人工处理', 'Handled by a person', { computed: true, default: false }),
    suspended: boolean('中止中', 'Suspended', { computed: true, default: false }),
    certainty: option(
      '确定性',
      'Certainty',
      { SURE: ['确定', 'Sure'], CHECK: ['待核', 'To be checked'] },
      { computed: true, searchable: true, list: true },
    ),
    provisional: boolean('日期暂定', 'Provisional', { computed: true, searchable: true }),
    recomputed_from: date('原期限', 'Earlier date', { computed: true, searchable: true }),
    needs_date: boolean('缺期限日', 'Date of the notice required', { computed: true, searchable: true }),
    if_missed: string('逾期后果', 'If missed', { computed: true, max: 255 }),
    if_missed_en: string('逾期后果（英文）', 'If missed (English)', { computed: true, max: 255 }),
    explanation: json('说明', 'Explanation', { computed: true, exportable: false }),
  },
})

export type Deadline = Row<typeof deadline>
