import type { Database, Matter } from './tables.ts'

/** Events that end a right or an application, in the words of registers. */
const ENDS: Readonly<Record<string, string>> = {
  ABA: 'abandoned',
  CAN: 'cancelled',
  DW: 'deemed withdrawn',
  EXP: 'expired',
  INV: 'invalidated',
  LAP: 'lapsed',
  REF: 'refused',
  WIT: 'withdrawn',
}

export const ENDING = Object.keys(ENDS)

/** The words of the last event that states one; empty where it follows from the dates. */
export function stateOf(matter: Matter, database: Database, ended: string): { words: string; closed: string } {
  const end = database.events(matter, ...ENDING).at(-1)
  if (end?.code) {
    const isFinal = end.code === 'REF' && matter.dead === '1' && matter.category_code !== 'TM'
    return { words: isFinal ? 'refusal final' : (ENDS[end.code] ?? ''), closed: end.event_date ?? '' }
  }
  if (matter.dead === '1') return { words: ended, closed: '' }
  if (database.events(matter, 'GRT', 'REG').length > 0 || matter.country === 'WO') return { words: '', closed: '' }
  const isActed = database.events(matter, 'EXA', 'EXAF').length > 0
  const waits = isActed && database.tasks(matter, 'REP').some(({ done }) => done !== '1')
  return { words: waits ? 'office action' : isActed ? 'examination' : '', closed: '' }
}
