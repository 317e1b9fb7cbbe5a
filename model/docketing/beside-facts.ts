// Findings that the facts of a case alone do not show. The others are up to date after every write of the case; these need more than its facts.
import type { Gap } from './completeness.ts'

const BESIDE_FACTS = [
  'UNKNOWN_DOCUMENT_CODE',
  'NOTHING_DOCKETED',
  'DOCUMENT_NOT_DOCKETED',
  'ANNUITIES_GIVEN_UP',
  'NO_OWNER',
  'NO_PRICE',
  'LATER_DATE_WAITS',
  'LATER_DATE_REFUSED',
  'PAID_TOO_EARLY',
  'PHASE_NOT_RELATED',
] as const

/** What finds more than the facts show gives findings of this type, so that a code that is not listed does not compile. */
export type BesideGap = Gap & { code: (typeof BESIDE_FACTS)[number] }

export const isBesideFacts = (code: unknown): boolean => CODES.has(code)

const CODES: ReadonlySet<unknown> = new Set(BESIDE_FACTS)
