import type { FeeFacts } from '../../../fees/facts.ts'
import type { FeeLaw } from '../../../fees/fee-law.ts'
import { priceMinor, priceOf } from '../../../fees/schedule/price.ts'
import { patentReduction } from './reduction.ts'

type Schedules = Pick<FeeLaw, 'schedules'>

/** The price of a fee of a patent on the day of payment, with the reductions of patent law. */
export const patentPrice = (code: string, facts: FeeFacts, day: string, { schedules }: Schedules) =>
  priceOf(code, facts, day, { schedules, reduce: patentReduction })

/** Like `patentPrice`, in the smallest unit of the currency. */
export const patentPriceMinor = (code: string, facts: FeeFacts, day: string, { schedules }: Schedules) =>
  priceMinor(code, facts, day, { schedules, reduce: patentReduction })
