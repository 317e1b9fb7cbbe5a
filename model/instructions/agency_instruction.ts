import { date, datetime, integer, link, links, option, rows, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { INSTRUCTION_KINDS, ITEM_STATES } from './checklist.ts'
import { CLOSED, OPEN, ROUND_STEPS, STATUS, TRANSITIONS } from './lifecycle.ts'

/** A request to an agency on a case, with its enclosures and the drafts that are exchanged until one is accepted and filed. */
export const agency_instruction = defineModel({
  name: 'agency_instruction',
  zh: '代理指示',
  en: 'Instruction to the agency',
  display: ['title'],
  visibility: { through: 'case_sid' },
  states: { field: 'status', closed: CLOSED, transitions: TRANSITIONS },
  refuses: { import: ['代理指示不能导入', 'Instructions are not imported'] },
  groups: { order: ['指示', 'Instruction'], sent: ['随附材料', 'What is sent'], drafts: ['稿件往来', 'Drafts'] },
  indexes: [['case_sid', 'status'], ['agency_sid', 'status'], ['engineer_sid'], ['agency_user_sid'], ['draft_due']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', required: true, immutable: true, searchable: true, list: true, group: 'order' }),
    title: string('标题', 'Title', { auto_number: true, searchable: true, list: true, max: 255, group: 'order' }),
    kind: option('指示类型', 'Kind', INSTRUCTION_KINDS, { required: true, default: 'FILING', searchable: true, list: true, group: 'order' }),
    status: option('指示状态', 'Status', STATUS, { required: true, default: 'PREPARING', searchable: true, list: true, group: 'order' }),
    agency_sid: link('代理机构', 'Agency', { to: 'agency', computed: true, searchable: true, list: true, group: 'order' }),
    agency_user_sid: link('代理经办人', 'Person at the agency', {
      to: 'user_info',
      required_at: ['send'],
      searchable: true,
      list: true,
      group: 'order',
      responsibility: { group: 'tasks', while: { status: [...OPEN] } },
      help: ['该代理机构中有账号的人员', 'A person of the agency with an account'],
    }),
    engineer_sid: link('审稿人', 'Reviewer of the drafts', {
      to: 'user_info',
      required: true,
      default: 'me()',
      searchable: true,
      list: true,
      group: 'order',
      responsibility: { group: 'tasks', while: { status: [...OPEN] } },
    }),
    draft_due: date('交稿期限', 'Draft due on', { required_at: ['send', 'return'], searchable: true, list: true, group: 'order' }),
    file_due: date('递交期限', 'To be filed by', { searchable: true, group: 'order' }),
    instructions: text('要求', 'What is asked', { max: 5000, full_text: true, group: 'order' }),
    document_sids: links('随附文件', 'Documents sent', { to: 'document', max: 50, group: 'sent' }),
    checklist: rows(
      '材料清单',
      'Checklist',
      {
        item: string('材料', 'Item', { required: true, max: 100 }),
        item_en: string('材料（英文）', 'Item in English', { max: 100 }),
        state: option('情况', 'State', ITEM_STATES, { required: true, default: 'NONE' }),
        note: string('说明', 'Note', { max: 255 }),
      },
      { max: 40, group: 'sent', help: ['留空则按案件类别列出', 'Leave empty to draw it up by the kind of case'] },
    ),
    draft_sid: link('最新稿件', 'Latest draft', { to: 'document', required_at: ['submit'], group: 'drafts' }),
    comment: text('意见', 'Comment', { max: 2000, required_at: ['return', 'cancel'], group: 'drafts', exportable: false }),
    filed_on: date('递交日', 'Filed on', { past: true, required_at: ['file'], group: 'drafts' }),
    rounds: rows(
      '往来记录',
      'Exchange',
      {
        at: datetime('时间', 'Time'),
        by: string('人员', 'Person', { max: 100 }),
        step: option('步骤', 'Step', ROUND_STEPS),
        document: link('稿件', 'Draft', { to: 'document' }),
        version_no: integer('版本', 'Version'),
        comment: string('意见', 'Comment', { max: 2000 }),
      },
      { computed: true, max: 500, group: 'drafts' },
    ),
  },
})

export type AgencyInstruction = Row<typeof agency_instruction>
