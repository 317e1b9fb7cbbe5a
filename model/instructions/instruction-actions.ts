import { ABILITIES } from '../auth/roles/abilities.ts'
import { defineAction, sidOf } from '../kit/action.ts'
import { boolean, string } from '../kit/fields.ts'

/** A question or an answer between two drafts. */
export const commentOnInstruction = defineAction({
  model: 'agency_instruction',
  name: 'comment',
  zh: '就代理指示留言，通知对方',
  en: 'Write to the other side about an instruction',
  body: { sid: sidOf('agency_instruction'), comment: string('内容', 'Text', { required: true, max: 2000 }) },
  answer: { record: 'agency_instruction' },
  permission: 'transition',
  on: 'record',
  transaction: true,
})

const RULE = { accepted_first: boolean('代理机构须经定稿才能递交', 'An agency files accepted drafts only', { required: true }) } as const

export const readFilingRule = defineAction({
  model: 'agency_instruction',
  name: 'filing_rule',
  methods: ['GET', 'POST'],
  zh: '代理机构是否须经定稿才能递交',
  en: 'Whether an agency files only after its draft was accepted',
  body: {},
  answer: RULE,
  permission: 'search',
})

export const setFilingRule = defineAction({
  model: 'agency_instruction',
  name: 'set_filing_rule',
  zh: '设定代理机构须经定稿才能递交',
  en: 'Set whether an agency files only after its draft was accepted',
  body: RULE,
  answer: RULE,
  permission: ABILITIES.agency_instruction.set_filing_rule,
})
