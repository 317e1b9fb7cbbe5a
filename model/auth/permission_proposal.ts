import { date, json, link, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

const { transition: _open, ...refuses } = READ_ONLY

/** A change of permissions that one administrator entered. It takes effect when a second one confirms it. */
export const permission_proposal = defineModel({
  name: 'permission_proposal',
  zh: '权限变更的确认',
  en: 'Permission change to confirm',
  display: ['about'],
  visibility: { self: ['proposed_by'] },
  refuses,
  states: {
    field: 'status',
    closed: ['CONFIRMED', 'REFUSED', 'WITHDRAWN'],
    transitions: {
      confirm: { zh: '确认', en: 'Confirm', from: ['PROPOSED'], to: 'CONFIRMED', fields: ['decided_reason'] },
      refuse: { zh: '不同意', en: 'Refuse', from: ['PROPOSED'], to: 'REFUSED', fields: ['decided_reason'] },
      withdraw: { zh: '撤回', en: 'Withdraw', from: ['PROPOSED'], to: 'WITHDRAWN' },
    },
  },
  indexes: [['status', 'proposed_on']],
  fields: {
    about: string('事项', 'What is proposed', { computed: true, searchable: true, list: true, max: 255 }),
    about_en: string('事项（英文）', 'Proposal (English)', { computed: true, searchable: true, list: true, max: 255 }),
    lines: json('变更', 'Changes', { computed: true, exportable: false }),
    /** The writes that a confirmation carries out, each with the values that it replaces. */
    writes: json('写入', 'Writes', { computed: true, internal: true }),
    proposed_by: link('提出人', 'Proposed by', { to: 'user_info', computed: true, searchable: true, list: true }),
    proposed_on: date('提出日', 'Proposed on', { computed: true, searchable: true, list: true }),
    status: option(
      '状态',
      'Status',
      {
        PROPOSED: ['待确认', 'To confirm'],
        CONFIRMED: ['已确认', 'Confirmed'],
        REFUSED: ['未同意', 'Refused'],
        WITHDRAWN: ['已撤回', 'Withdrawn'],
      },
      { required: true, searchable: true, list: true, default: 'PROPOSED' },
    ),
    decided_by: link('确认人', 'Decided by', { to: 'user_info', computed: true, searchable: true, list: true }),
    decided_on: date('确认日', 'Decided on', { computed: true, searchable: true }),
    decided_reason: string('确认说明', 'Decision remark', { max: 255, required_at: ['refuse'] }),
  },
})

export type PermissionProposal = Row<typeof permission_proposal>

/** One change in words, in both languages. */
export type ProposedLine = { zh: string; en: string }
