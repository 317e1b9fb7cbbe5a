import { date, json, link, option, type Options, string } from './fields.ts'

/** The proposal in words. */
export const PROPOSED_ABOUT = {
  about: string('事项', 'What is proposed', { computed: true, searchable: true, list: true, max: 255 }),
  about_en: string('事项（英文）', 'Proposal (English)', { computed: true, searchable: true, list: true, max: 255 }),
} as const

/** The fields of a change that waits for a second person: its author, its decision and its states, with the states in `further`. */
export const proposedFields = <const O extends Options>(further: O) => ({
  proposed_by: link('提出人', 'Proposed by', { to: 'user_info', computed: true, searchable: true, list: true }),
  proposed_on: date('提出日', 'Proposed on', { computed: true, searchable: true, list: true }),
  status: option(
    '状态',
    'Status',
    { PROPOSED: ['待确认', 'To confirm'], CONFIRMED: ['已确认', 'Confirmed'], REFUSED: ['未同意', 'Refused'], ...further },
    { required: true, searchable: true, list: true, default: 'PROPOSED' },
  ),
  decided_by: link('确认人', 'Decided by', { to: 'user_info', computed: true, searchable: true, list: true }),
  decided_on: date('确认日', 'Decided on', { computed: true, searchable: true }),
  decided_reason: string('确认说明', 'Decision remark', { max: 255, required_at: ['refuse'] }),
})

/** The decisions of the second person. */
export const DECISIONS = {
  confirm: { zh: '确认', en: 'Confirm', from: ['PROPOSED'], to: 'CONFIRMED', fields: ['decided_reason'] },
  refuse: { zh: '不同意', en: 'Refuse', from: ['PROPOSED'], to: 'REFUSED', fields: ['decided_reason'] },
} as const

/** The states of a proposal that its proposer may withdraw. */
export const WITHDRAWABLE = {
  field: 'status',
  closed: ['CONFIRMED', 'REFUSED', 'WITHDRAWN'],
  transitions: {
    ...DECISIONS,
    withdraw: { zh: '撤回', en: 'Withdraw', from: ['PROPOSED'], to: 'WITHDRAWN' },
  },
} as const

/** The changes in words, and the writes that a confirmation carries out, each with the values that it replaces. */
export const PROPOSED_CHANGES = {
  lines: json('变更', 'Changes', { computed: true, exportable: false }),
  writes: json('写入', 'Writes', { computed: true, internal: true }),
} as const

/** One change in words, in both languages. `sid`: the record concerned, such as the person whose roles change. */
export type ProposedLine = { zh: string; en: string; sid?: string }
