import { attachment, date, datetime, integer, link, links, option, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { CLOSED, STATUS, TRANSITIONS } from './lifecycle.ts'

/** A piece of work that one person gives to another or to themselves, by a day, mostly on a case. */
export const task = defineModel({
  name: 'task',
  zh: '待办任务',
  en: 'Task',
  display: ['title'],
  visibility: { self: ['assignee_sid', 'assigner_sid', 'helper_sids', 'created_by'], deputy: ['assignee_sid', 'assigner_sid'] },
  own: {
    by: 'assignee_sid',
    verbs: ['get', 'search', 'count', 'transition'],
    responsibility: { group: 'tasks', while: { status: ['TODO', 'DOING', 'WAIT'] } },
  },
  states: { field: 'status', closed: CLOSED, transitions: TRANSITIONS },
  groups: { task: ['任务', 'Task'], people: ['人员', 'People'], outcome: ['办理', 'Work'] },
  indexes: [
    ['assignee_sid', 'status', 'due_date'],
    ['assigner_sid', 'status', 'due_date'],
    ['case_sid'],
    ['instruction_sid'],
    ['status', 'due_date'],
  ],
  fields: {
    title: string('任务', 'Task', { required: true, searchable: true, list: true, full_text: true, max: 255, group: 'task' }),
    status: option('任务状态', 'Status', STATUS, { required: true, searchable: true, list: true, default: 'TODO', group: 'task' }),
    task_type: option(
      '任务类型',
      'Type',
      {
        OA_REPLY: ['答复审查意见', 'Reply to an office action'],
        DRAFT: ['撰写', 'Drafting'],
        REVIEW: ['审核', 'Review'],
        PAY: ['缴费', 'Payment'],
        DOC: ['补充文件', 'Documents'],
        SEARCH: ['检索', 'Search'],
        INDEX: ['标引', 'Indexing'],
        OTHER: ['其他', 'Other'],
      },
      { required: true, default: 'OTHER', searchable: true, list: true, group: 'task' },
    ),
    case_sid: link('相关案件', 'Case', { to: 'case', searchable: true, list: true, group: 'task' }),
    instruction_sid: link('代理指示', 'Instruction to the agency', { to: 'agency_instruction', computed: true, group: 'task' }),
    due_date: date('办理期限', 'Due on', { required: true, searchable: true, list: true, group: 'task' }),
    start_date: date('计划开始日', 'Planned start', { searchable: true, group: 'task' }),
    priority: option(
      '优先级',
      'Priority',
      { HIGH: ['高', 'High'], MID: ['中', 'Medium'], LOW: ['低', 'Low'] },
      { required: true, default: 'MID', searchable: true, list: true, group: 'task' },
    ),
    description: text('说明', 'Description', { max: 5000, full_text: true, group: 'task' }),
    attachments: attachment('附件', 'Attachments', { max: 20, document_class: 'V2', group: 'task' }),
    assignee_sid: link('办理人', 'Assigned to', { to: 'user_info', required: true, default: 'me()', searchable: true, list: true, group: 'people' }),
    assigner_sid: link('安排人', 'Assigned by', {
      to: 'user_info',
      computed: true,
      default: 'me()',
      searchable: true,
      list: true,
      group: 'people',
      responsibility: { group: 'given', while: { status: ['TODO', 'DOING', 'WAIT'] } },
    }),
    helper_sids: links('协办人', 'Helpers', { to: 'user_info', max: 20, searchable: true, group: 'people' }),
    confirmation: option(
      '完成方式',
      'Completion',
      { NONE: ['办理人直接完成', 'By the person assigned'], ASSIGNER: ['须由安排人确认', 'Confirmed by who assigned it'] },
      { required: true, default: 'NONE', searchable: true, group: 'people' },
    ),
    progress: integer('进度 %', 'Progress %', { min: 0, max: 100, default: 0, list: true, group: 'outcome' }),
    result: text('办理结果', 'Result', { max: 5000, required_at: ['submit'], group: 'outcome' }),
    return_reason: string('退回/取消/重开原因', 'Reason of return or cancellation', {
      max: 255,
      required_at: ['return', 'cancel', 'reopen'],
      group: 'outcome',
    }),
    acknowledged_at: datetime('确认收到时间', 'Acknowledged at', { computed: true, searchable: true, group: 'outcome' }),
    done_date: date('完成日', 'Done on', { computed: true, searchable: true, list: true, group: 'outcome' }),
    reminded_on: date('最近提醒日', 'Last reminded', { computed: true, internal: true }),
  },
})

export type Task = Row<typeof task>
