import { json } from '../../kit/fields.ts'
import { defineModel, ONLY_TRANSITIONS, type Row } from '../../kit/model.ts'
import { PROPOSED_ABOUT, PROPOSED_CHANGES, proposedFields, WITHDRAWABLE } from '../../kit/proposal.ts'

/** A change of the law that one person entered: rules, prices, calendars and golden cases. It takes effect when a second one confirms it. */
export const law_proposal = defineModel({
  name: 'law_proposal',
  zh: '法规变更的确认',
  en: 'Law change to confirm',
  display: ['about'],
  scope: 'tenant',
  refuses: ONLY_TRANSITIONS,
  states: WITHDRAWABLE,
  indexes: [['status', 'proposed_on']],
  fields: {
    ...PROPOSED_ABOUT,
    ...PROPOSED_CHANGES,
    contents: json('规则和价格的前后内容', 'Rules and prices before and after', { computed: true, exportable: false }),
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
