import { readLawRule, setLawRule } from '../../../../model/docketing/law/law-proposal-actions.ts'
import { perform } from '../../../records/actions.ts'
import type { Part } from '../../../records/modules.ts'
import { decisionsOf } from '../../../records/proposals/decide.ts'
import { type Held, heldWrites } from '../../../records/proposals/hold.ts'
import { isTurnedOn } from '../../../records/proposals/turn.ts'
import { LAW, setLaw } from './law-holding.ts'

const WHOLE: Held = { fields: '*', isNewHeld: () => true, removal: true }

/** A new golden case only adds a check. One that is changed or deleted guards less than before. */
const HELD: Readonly<Record<'deadline_rule' | 'fee_schedule' | 'office_calendar' | 'calendar_year' | 'golden_case', Held>> = {
  deadline_rule: { ...WHOLE, given: 'change_reason' },
  fee_schedule: { ...WHOLE, given: 'change_reason' },
  office_calendar: WHOLE,
  calendar_year: WHOLE,
  golden_case: { ...WHOLE, isNewHeld: () => false },
}

/** Changes of the law that wait for a second person. */
export const lawProposals: Part[] = [
  heldWrites(LAW, HELD),
  decisionsOf(LAW),
  {
    actions: [
      ...perform(readLawRule, async ({ ctx }) => ({ two_people: await isTurnedOn(ctx, LAW) })),
      ...perform(setLawRule, async ({ ctx, body: { two_people } }) => {
        await setLaw(ctx, two_people)
        return { two_people }
      }),
    ],
  },
]
