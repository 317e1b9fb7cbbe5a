import type { ComputedDeadline } from '../docketing/calculation/computed-deadline.ts'
import type { CaseFacts } from '../docketing/calculation/facts.ts'
import type { Related, Row } from '../docketing/kind.ts'
import type { AnnuityQuote, FeeLaw } from './annuities/annuity.ts'
import type { FeeFacts } from './facts.ts'
import type { Price } from './schedule/price.ts'

/** A fee that falls due with a deadline; `due` where it is another day, `waived` where nothing is owed and the fee tells why. */
export type Charge = Price & { annuity_year?: number; due?: string; waived?: boolean }

/** `fees`: those that the case has; `today` prices what is late. */
export type ChargesAsked = { duty: ComputedDeadline; facts: FeeFacts; fees: readonly Row[]; today: string; law: FeeLaw }

/** What fees ask of a kind of case beyond its fields, its rules and its prices. All of it is pure; all of it may be absent. */
export type FeesOfKind = {
  /** What only this kind knows of its fees; `common` are the facts of docketing. */
  facts?: (row: Row, related: Related, common: CaseFacts) => Partial<FeeFacts>
  /** What falls due with a deadline besides the fees that its rule names. */
  charges?: (asked: ChargesAsked) => Charge[]
  /** By fee code: the rule whose deadline it waits for, where there is one. */
  later?: Readonly<Record<string, string>>
  /** Annuities by a law of their own; absent: the rule of the annuity names its fee, its grace the surcharge. */
  annuities?: {
    quote: (facts: FeeFacts, year: number, day: string, law: FeeLaw) => AnnuityQuote
    schedule: (facts: FeeFacts, law: FeeLaw) => AnnuityQuote[]
  }
}
