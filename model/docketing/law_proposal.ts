import { json } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'
import { DECISIONS, PROPOSED_ABOUT, proposedFields } from '../kit/proposal.ts'

const { transition: _open, ...refuses } = READ_ONLY

/** A change of the law that one person entered: rules, prices, calendars and golden cases. It takes effect when a second one confirms it. */
export const law_proposal = defineModel({
  name: 'law_proposal',
  zh: '法规变更的确认',
  en: 'Law change to confirm',
  display: ['about'],
  scope: 'tenant',
  refuses,
  states: {
    field: 'status',
    closed: ['CONFIRMED', 'REFUSED', 'WITHDRAWN'],
    transitions: {
      ...DECISIONS,
      withdraw: { zh: '撤回', en: 'Withdraw', from: ['PROPOSED'], to: 'WITHDRAWN' },
    },
  },
  indexes: [['status', 'proposed_on']],
  fields: {
    ...PROPOSED_ABOUT,
    lines: json('变更', 'Changes', { computed: true, exportable: false }),
    contents: json('规则和价格的前后内容', 'Rules and prices before and after', { computed: true, exportable: false }),
    /** The writes that a confirmation carries out, each with the values that it replaces. */
    writes: json('写入', 'Writes', { computed: true, internal: true }),
    ...proposedFields({ WITHDRAWN: ['已撤回', 'Withdrawn'] }),
  },
})

export type LawProposal = Row<typeof law_proposal>

/** A rule or price that a proposal changes; of a new version, `before` is the version that it follows, and `sid` is of that. */
export type ProposedContent = {
  entity: 'deadline_rule' | 'fee_schedule'
  sid: string | null
  follows: boolean
  before: unknown
  after: unknown
}
