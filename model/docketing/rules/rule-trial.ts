// The answer to a trial of a rule or price before it is saved.

type Where = {
  case_sid: { sid: string; name: string }
  case_kind: string
  country: string
  key: string
  name: string
  name_en: string
}

/** One open deadline under the law in force and under the draft; `ADDED`: only the draft makes it. */
export type Shift = Where & { what: 'MOVED' | 'CLOSED' | 'ADDED'; from: string | null; to: string | null }

/** One unpaid fee: its amount with any surcharge, and its due date. */
export type FeeShift = Where & {
  what: 'MOVED' | 'CLOSED'
  due_from: string | null
  due_to: string | null
  amount_from: string
  amount_to: string | null
  currency_from: string
  currency_to: string | null
}

/** The deadlines and fees that would change at one office, for one kind of case. */
export type ImpactGroup = { country: string; case_kind: string; deadlines: number; fees: number }

/** A golden case that holds under the law in force and not under the draft; `actual` as in `Checked`. */
export type Broken = { sid: string; number: string; name: string; expected: string; actual: string | null }

/** `open`: those this person may see; `looked`: how many were computed; `moved`: how many of those would change. */
export type Impact = {
  open: number
  looked: number
  moved: number
  /** Deadlines that only the draft makes. */
  added: number
  deadlines: Shift[]
  fees_moved: number
  fees: FeeShift[]
  groups: ImpactGroup[]
  broken: Broken[]
}

/** One deadline that the rule makes of the day, with its reasons. */
export type Worked = {
  key: string
  name: string
  name_en: string
  raw_due: string | null
  official_due: string | null
  internal_due: string | null
  grace_end: string | null
  window_from: string | null
  provisional: boolean
  why: string[]
}
