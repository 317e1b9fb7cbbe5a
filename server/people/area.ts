import { nightly } from '../jobs/nightly.ts'
import { sweepSessions } from '../session/sweep.ts'
import { tokenActions } from './token.ts'
import { accounts } from './user.ts'
import { handovers } from './user_handover.ts'
import { people } from './user_info.ts'

/** People, the accounts they sign in with, and their tokens. */
export const peopleArea = {
  consequences() {
    accounts()
    people()
    handovers()
    tokenActions()
    nightly('sessions', sweepSessions)
  },
}
