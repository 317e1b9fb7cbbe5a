import { defineCaseKind } from '../../cases/case-kind.ts'
import { tradeSecretCompleteness } from './completeness.ts'
import { MILESTONES } from './lifecycle.ts'
import { tradeSecret } from './trade_secret.ts'

export const tradeSecretKind = defineCaseKind({
  model: tradeSecret,
  milestones: MILESTONES,
  numbering: { pattern: 'K{YYYY}{SEQ:5}' },
  dates_in_order: [
    ['from_date', 'to_date'],
    ['from_date', 'last_review'],
    ['from_date', 'close_date'],
  ],
  docketing: { completeness: tradeSecretCompleteness },
})
