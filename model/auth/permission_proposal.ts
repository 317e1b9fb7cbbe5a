import { json } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'
import { DECISIONS, PROPOSED_ABOUT, proposedFields } from '../kit/proposal.ts'

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
      ...DECISIONS,
      withdraw: { zh: '撤回', en: 'Withdraw', from: ['PROPOSED'], to: 'WITHDRAWN' },
    },
  },
  indexes: [['status', 'proposed_on']],
  fields: {
    ...PROPOSED_ABOUT,
    lines: json('变更', 'Changes', { computed: true, exportable: false }),
    /** The writes that a confirmation carries out, each with the values that it replaces. */
    writes: json('写入', 'Writes', { computed: true, internal: true }),
    ...proposedFields({ WITHDRAWN: ['已撤回', 'Withdrawn'] }),
  },
})

export type PermissionProposal = Row<typeof permission_proposal>
