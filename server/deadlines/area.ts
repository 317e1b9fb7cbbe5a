import { feeConsequences } from '../fees/fee.ts'
import { deadlineConsequences } from './deadline.ts'
import { docketingConsequences } from './on-case.ts'

/** Time limits and fees: what the law makes of every case. */
export const docketingArea = {
  consequences() {
    docketingConsequences()
    deadlineConsequences()
    feeConsequences()
  },
}
