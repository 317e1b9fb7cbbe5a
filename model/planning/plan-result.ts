import type { Conversion } from '../fees/currencies/convert.ts'
import type { Bilingual } from '../docketing/rules/rule.ts'
import type { QuarterSum } from './quarters.ts'

/** Reasons why a day or an amount of a plan may still change. */
export const PLAN_DOUBTS = {
  CHECK: ['待核', 'To be checked'],
  CALENDAR: ['日历未公布', 'Calendar not known yet'],
  FILING: ['假定申请或进入日', 'Filing or entry supposed'],
  GRANT: ['假定授权或注册日', 'Grant or registration supposed'],
} as const
export type PlanDoubt = keyof typeof PLAN_DOUBTS

export type PlannedDate = Bilingual & {
  key: string
  kind: string
  due: string
  if_missed: Bilingual | null
  doubts: readonly PlanDoubt[]
}

export type PlannedFee = Bilingual & {
  key: string
  code: string
  due: string
  currency: string
  amount: string
  doubts: readonly PlanDoubt[]
}

/** An objection to a planned case, by the rules that apply to a real one. */
export type PlanNotice = Bilingual & { level: 'block' | 'warning' }

/** A way in which further cases may come from this one. */
export type OfferedWay = Bilingual & { way: string; several: boolean; countries: readonly string[] }

export type PlannedCase = {
  key: string
  parent: string | null
  way: Bilingual | null
  country: string
  route: Bilingual | null
  subtype: Bilingual | null
  /** Set for a case that is on record. */
  case_no: string | null
  /** The last day for its filing or entry, and the day that is reckoned with. */
  last_day: string | null
  day: string | null
  /** It has an act of its own at the office, whose day may be chosen. */
  acts: boolean
  granted: string | null
  notices: readonly PlanNotice[]
  ways: readonly OfferedWay[]
  dates: readonly PlannedDate[]
  fees: readonly PlannedFee[]
  /** Fees for which the schedules have no price. */
  unpriced: readonly Bilingual[]
}

export type PlanResult = {
  as_of: string
  until: string
  kind: string
  cases: readonly PlannedCase[]
  /** Whether this person may see amounts. */
  priced: boolean
  sums: readonly QuarterSum[]
  quarters: readonly { quarter: string; total: Conversion }[]
  whole: Conversion | null
}
