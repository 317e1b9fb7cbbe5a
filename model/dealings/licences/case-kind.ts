import { defineCaseKind } from '../../cases/case-kind.ts'
import type { Row } from '../../docketing/kind.ts'
import { licence } from './licence.ts'
import { MILESTONES } from './lifecycle.ts'

export const licenceKind = defineCaseKind({
  model: licence,
  dealing: {
    due: [
      {
        rows: 'royalty_balance',
        day: 'due_date',
        done: 'settled_on',
        says: ['outstanding', 'note'],
        says_done: ['amount', 'note'],
        zh: '许可费',
        en: 'Royalty',
        kind: 'ACTION',
      },
    ],
  },
  milestones: MILESTONES,
  numbering: { pattern: 'XK{YYYY}{SEQ:4}' },
  dates_in_order: [
    ['start_date', 'end_date'],
    ['sign_date', 'effective_date'],
    ['record_submit_date', 'record_date'],
  ],
  docketing: {
    facts: ({ country, end_date }) => ({ country: country === 'CN' ? 'CN' : '', ...(typeof end_date === 'string' && { expiry_date: end_date }) }),
    own_facts: {
      licenses_patents: (_, { dealt }) => dealt.length === 0 || dealt.some(isPatent),
      licenses_trademarks: (_, { dealt }) => dealt.some(isTrademark),
    },
    completeness: { isFreeOfFees: () => true, mayHaveNoDeadline: () => true },
  },
})

/** The office records the licence of a patent and that of a trademark under different laws; a contract without rights on record is taken as one of patents. */
const isPatent = ({ kind }: Row) => kind === 'patent'
const isTrademark = ({ kind }: Row) => kind === 'trademark'
