// Findings that the facts of a case alone do not show. The others are up to date after every write of the case; these need more than its facts.
import type { Gap } from './findings/completeness.ts'

/** Findings of later dates that wait for a second person or were refused; the head of a case shows them separately. */
export const OF_LATER_DATES = ['LATER_DATE_WAITS', 'LATER_DATE_REFUSED'] as const

export const BESIDE_FACTS = [
  'UNKNOWN_DOCUMENT_CODE',
  'NOTHING_DOCKETED',
  'DOCUMENT_NOT_DOCKETED',
  'ANNUITIES_GIVEN_UP',
  'NO_OWNER',
  'NO_PRICE',
  ...OF_LATER_DATES,
  'PAID_TOO_EARLY',
  'PHASE_NOT_RELATED',
  'NO_NUMBER',
  'LEFT_IN_PREPARATION',
  'NOTICE_WAITS',
  'MAIL_WAITS',
] as const

/** A finding that needs more than the facts of the case; the type makes a code that is not listed a compile error. */
export type BesideGap = Gap & { code: (typeof BESIDE_FACTS)[number] }

export const isBesideFacts = (code: unknown): boolean => CODES.has(code)

const CODES: ReadonlySet<unknown> = new Set(BESIDE_FACTS)
