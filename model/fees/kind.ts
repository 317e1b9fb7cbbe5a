import type { ComputedDeadline } from '../docketing/calculation/computed-deadline.ts'
import type { CaseFacts } from '../docketing/calculation/facts.ts'
import type { Related, Row } from '../docketing/kind.ts'
import type { AnnuityQuote } from './annuities/annuity-quote.ts'
import type { FeeFacts } from './facts.ts'
import type { FEE_CLASSES } from './fee-classes.ts'
import type { FeeLaw, Reduce } from './fee-law.ts'
import type { Price } from './schedule/price.ts'

/**
 * A fee due with a deadline; `due`: another day, if it differs; `waived`: no payment is owed, with the reason; `key`: its own, where
 * several deadlines follow one another for one fee; `presumed`: it was paid, by what is known since; `unpaid`: the end of the deadline tells
 * nothing of its payment; `fee_class`: no official fee.
 */
export type Charge = Price & {
  annuity_year?: number
  due?: string
  waived?: boolean
  key?: string
  presumed?: boolean
  unpaid?: boolean
  fee_class?: keyof typeof FEE_CLASSES
}

/** `fees`: the existing fees of the case; `today` prices late fees. */
export type ChargesAsked = { deadline: ComputedDeadline; facts: FeeFacts; fees: readonly Row[]; today: string; law: FeeLaw }

/** The parts of a kind of case that fees cannot read from its fields, rules and prices. All are pure and optional. */
export type FeesOfKind = {
  /** Fee facts of this kind only; `common` are the facts of docketing. */
  facts?: (row: Row, related: Related, common: CaseFacts) => Partial<FeeFacts>
  /** The fees of a deadline in addition to those that its rule names. */
  charges?: (asked: ChargesAsked) => Charge[]
  /** Keyed by the rule of the deadline: the codes that `charges` adds; an empty list means all fees of a filing. */
  of_rules?: Readonly<Record<string, readonly string[]>>
  /** Keyed by fee code: the rule of the deadline with which the fee falls due, if any. */
  later?: Readonly<Record<string, string>>
  /** The reductions of fees that the schedules mark as reducible. */
  reduce?: Reduce
  /** Annuities under their own law; absent: the rule of the annuity names its fee, and its grace the surcharge. */
  annuities?: {
    quote: (facts: FeeFacts, year: number, day: string, law: FeeLaw) => AnnuityQuote
    schedule: (facts: FeeFacts, law: FeeLaw) => AnnuityQuote[]
  }
}
