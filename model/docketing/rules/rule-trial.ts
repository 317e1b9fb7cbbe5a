// What trying a rule answers, before it is saved.

/** One open deadline as the rule is now, and as it would be. */
export type Shift = {
  case_sid: { sid: string; name: string }
  key: string
  name: string
  name_en: string
  what: 'MOVED' | 'CLOSED'
  from: string | null
  to: string | null
}

/** `open`: those this person sees; `looked`: how many of them were computed; `moved`: how many of those would move. */
export type Impact = { open: number; looked: number; moved: number; deadlines: Shift[] }

/** One time limit that the rule makes of the day, and why. */
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
