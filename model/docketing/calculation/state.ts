// The standing of a case for its deadlines: alive, lost but perhaps restorable, or over.
import { ENDED, type Model, type StateFacts } from '../../kit/model.ts'
import type { CaseFacts, CaseState } from './facts.ts'

export type Standing = 'LIVE' | 'LOST' | 'OVER'

/** The facts that the kind of case declares for the state of its record. */
export function stateIn({ states, fields }: Model, row: Readonly<Record<string, unknown>>): CaseState | undefined {
  const code = states && row[states.field]
  const known = typeof code === 'string' ? states?.facts?.[code] : undefined
  if (!states || !known || typeof code !== 'string') return undefined
  const field = fields[states.field]
  const [zh, en] = (field?.type === 'option' && field.options[code]) || [code, code]
  return { ...known, zh, en }
}

/** Lost: a remedy may still run, and only rules that name the state stay open. Over: open deadlines are cancelled. */
export const standing = ({ phase, remedy }: StateFacts): Standing => (remedy ? 'LOST' : ENDED.has(phase) ? 'OVER' : 'LIVE')

/** The office's status decides only where no own status is recorded; completeness.ts reports a disagreement. */
const decisive = ({ state, official_state }: CaseFacts) => state ?? official_state

export function standingOf(facts: CaseFacts): Standing {
  const known = decisive(facts)
  return known ? standing(known) : 'LIVE'
}

/** Lost because an annual fee was not paid. */
export const isLostForFee = (facts: CaseFacts) => decisive(facts)?.lost_for === 'fee'
export const isInGrace = (facts: CaseFacts) => decisive(facts)?.phase === 'GRACE'

const IN_FORCE: ReadonlySet<unknown> = new Set(['GRANTED', 'GRACE'])
export const isGranted = ({ state, official_state }: CaseFacts) => IN_FORCE.has(state?.phase) || IN_FORCE.has(official_state?.phase)

/** Our records state that the right is lost, even if a remedy may run. */
export const hasEnded = ({ state }: CaseFacts) => state !== undefined && ENDED.has(state.phase)

/** Before the first filing there is no filing date to miss. */
export const isPreparing = ({ state }: CaseFacts) => state?.phase === 'PREPARATION'
export const isOverInLaw = ({ official_state }: CaseFacts) => official_state !== undefined && standing(official_state) === 'OVER'

export const stateOf = ({ status, legal_status }: CaseFacts) => status || legal_status || ''
