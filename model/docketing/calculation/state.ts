// Where a case stands, as far as its time limits care: alive, lost but perhaps restorable, or over.
import type { CaseFacts } from './facts.ts'

export type Standing = 'LIVE' | 'LOST' | 'OVER'

/** Over: open time limits are cancelled. */
const OVER = new Set([
  'NOT_ACCEPTED',
  'REFUSED_FINAL',
  'WITHDRAWN',
  'LAPSED_FINAL',
  'INVALID',
  'ABANDONED',
  'EXPIRED',
  'INTL_CLOSED',
  'INTL_WITHDRAWN',
  'EP_REFUSED_FINAL',
  'EP_REVOKED',
  'US_PROV_EXPIRED',
  'US_EXPIRED_FEE',
  'JP_REFUSED_FINAL',
  'LAPSED',
])

/** Lost or refused, and a remedy may still run: only the rules that name the state stay open. */
const LOST = new Set([
  'DEEMED_WITHDRAWN',
  'DEEMED_ABANDONED',
  'TERMINATED',
  'REFUSED',
  'REEXAM_UPHELD',
  'ENTRY_LOST',
  'EP_LOST',
  'EP_REFUSED',
  'US_ABANDONED',
  'JP_REFUSED',
  'JP_DEEMED_WITHDRAWN',
])

/** Lost because the fee of a year was not paid. */
export const isLostForFee = (facts: CaseFacts) => stateOf(facts) === 'TERMINATED'

const GRACE = new Set(['GRACE', 'US_GRACE', 'JP_GRACE'])
export const isInGrace = (facts: CaseFacts) => GRACE.has(stateOf(facts))

/** Before the first filing there is no filing date to miss. */
const PREPARING = new Set(['DRAFTING', 'REVIEWING', 'READY', 'PREPARING', 'ENTRY_PREPARING'])

const OVER_IN_LAW = new Set(['LAPSED', 'WITHDRAWN', 'INVALID', 'EXPIRED'])

/** The official state decides only where no internal one is recorded; when both are and disagree, gaps.ts says so. */
export function standingOf({ status, legal_status }: CaseFacts): Standing {
  if (status && OVER.has(status)) return 'OVER'
  if (status && LOST.has(status)) return 'LOST'
  if (status) return 'LIVE'
  if (legal_status && OVER_IN_LAW.has(legal_status)) return 'OVER'
  return legal_status === 'REFUSED' ? 'LOST' : 'LIVE'
}

export const stateOf = ({ status, legal_status }: CaseFacts) => status || legal_status || ''
export const isPreparing = ({ status }: CaseFacts) => status !== undefined && PREPARING.has(status)
export const isOverInLaw = ({ legal_status }: CaseFacts) => legal_status !== undefined && OVER_IN_LAW.has(legal_status)
