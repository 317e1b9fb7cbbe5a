import { defineModel, ONLY_TRANSITIONS, type Row } from '../../kit/model.ts'
import { PROPOSED_ABOUT, PROPOSED_CHANGES, proposedFields, WITHDRAWABLE } from '../../kit/proposal.ts'

/** A change of permissions that one administrator entered. It takes effect when a second one confirms it. */
export const permission_proposal = defineModel({
  name: 'permission_proposal',
  zh: '权限变更的确认',
  en: 'Permission change to confirm',
  display: ['about'],
  visibility: { self: ['proposed_by'] },
  refuses: ONLY_TRANSITIONS,
  states: WITHDRAWABLE,
  indexes: [['status', 'proposed_on']],
  fields: {
    ...PROPOSED_ABOUT,
    ...PROPOSED_CHANGES,
    ...proposedFields({ WITHDRAWN: ['已撤回', 'Withdrawn'] }),
  },
})

export type PermissionProposal = Row<typeof permission_proposal>
