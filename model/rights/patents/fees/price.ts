import type { FeeFacts } from '../../../fees/facts.ts'
import type { FeeLaw } from '../../../fees/fee-law.ts'
import { entityOf } from '../../../fees/facts.ts'
import type { Explanation } from '../../../fees/wording/explain.ts'
import type { Certainty } from '../../../fees/schedule/schedule.ts'
import { priceMinor, priceOf } from '../../../fees/schedule/price.ts'
import { patentReduction } from './reduction.ts'

type Schedules = Pick<FeeLaw, 'schedules'>

/** The price of a fee of a patent on the day of payment, with the reductions of patent law. */
export const patentPrice = (code: string, facts: FeeFacts, day: string, { schedules }: Schedules) =>
  withDoubt(facts, priceOf(code, facts, day, { schedules, reduce: patentReduction }))

/** Like `patentPrice`, in the smallest unit of the currency. */
export const patentPriceMinor = (code: string, facts: FeeFacts, day: string, { schedules }: Schedules) =>
  withDoubt(facts, priceMinor(code, facts, day, { schedules, reduce: patentReduction }))

/** Offices whose reductions for small entities depend on facts that no schedule has (Japan: Patent Act, arts. 109 and 109-2; Korea: Patent Act, art. 83). */
const OWN_REDUCTIONS: ReadonlySet<string> = new Set(['JP', 'KR'])

/** A small entity may owe less there: the full amount is not passed off as sure. */
function withDoubt<P extends { certainty: Certainty; explanation: Explanation }>(facts: FeeFacts, price: P): P {
  if (!OWN_REDUCTIONS.has(facts.country) || entityOf(facts) === 'LARGE') return price
  return { ...price, certainty: 'CHECK', explanation: [...price.explanation, { kind: 'reduction_not_kept', office: facts.country }] }
}
