// The answer to a trial of a rule before it is saved.

/** One open deadline under the saved rule and under the changed rule. */
export type Shift = {
  case_sid: { sid: string; name: string }
  key: string
  name: string
  name_en: string
  what: 'MOVED' | 'CLOSED'
  from: string | null
  to: string | null
}

/** `open`: those this person may see; `looked`: how many were computed; `moved`: how many of those would move. */
export type Impact = { open: number; looked: number; moved: number; deadlines: Shift[] }

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
