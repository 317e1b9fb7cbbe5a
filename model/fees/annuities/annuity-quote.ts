import type { Certainty } from '../schedule/schedule.ts'
import type { Explanation } from '../wording/explain.ts'

/** The amount of one annuity or renewal when paid on a certain day. */
export type AnnuityQuote = {
  fee_code: string
  /** A fee that falls due within a year has the years from the basis: 3.5. */
  year: number
  /** More than one when the first years are paid together. */
  years: number
  due: string
  /** The last day without a surcharge. */
  free_to: string
  grace_end: string
  window_from?: string
  with_registration: boolean
  full: string
  reduction_pct: string
  amount: string
  surcharge: string
  /** Percent of the full fee; empty when the surcharge is an amount. */
  surcharge_rate: string
  total: string
  currency: string
  /** Paid after the grace period: the amounts are those of a restoration. */
  terminated: boolean
  next_band?: { from: string; surcharge: string }
  certainty: Certainty
  /** A date lies beyond the loaded calendar. */
  provisional: boolean
  version: string
  explanation: Explanation
}
