import type { Calendars } from '../docketing/calendar/calendar.ts'
import type { FeeFacts } from './facts.ts'
import type { Certainty, FeeSchedules, PricedRow } from './schedule/schedule.ts'

export type FeeLaw = { schedules: FeeSchedules; calendars: Calendars }

/** The prices of a kind of case: the schedules of all kinds, and the reductions that only this kind knows. */
export type Prices = { schedules: FeeSchedules; reduce?: Reduce | undefined }

/** The reduction of a fee that the schedules mark as reducible. */
export type Reduce = (schedules: FeeSchedules, asked: ReductionAsked) => Reduction
export type ReductionAsked = { code: string; facts: FeeFacts; day: string; year?: number | undefined }

export type ReductionReason = 'recorded' | 'open_license'
export type Reduction = {
  /** Hundredths of a percent. */
  minor: bigint
  why?: ReductionReason
  row?: PricedRow
  certainty: Certainty
  /** The recorded reduction no longer applies in this year. */
  over?: boolean
  /** More is recorded than joint applicants get. */
  joint?: boolean
}
