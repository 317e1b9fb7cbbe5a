// What docketing and fees know of a patent beyond its fields. Pure.
import type { CaseFacts } from '../../docketing/calculation/facts.ts'
import { stateIn } from '../../docketing/calculation/state.ts'
import { LEGAL_STATUS_FACTS, type LegalStatus } from './lifecycle/states.ts'
import { patent } from './patent.ts'

type Row = Readonly<Record<string, unknown>>

/** What its state means, and what the office's record means. */
export function standingFacts(row: Row): Pick<CaseFacts, 'state' | 'official_state'> {
  return { state: stateIn(patent, row), official_state: LEGAL_STATUS_FACTS[row.legal_status as LegalStatus] } // nothing for another text
}
