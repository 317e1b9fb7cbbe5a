import { ENDED, type Phase } from '../../../kit/model.ts'
import { STATE_FACTS } from '../lifecycle/states.ts'

type Row = Readonly<Record<string, unknown>>

const COLUMNS = ['publication_key', 'grant_key']

/** CN103175679A and CN103175679B of one filing date, FR3003514A1 and B1: the application and its patent. */
export const sameDocument = {
  columns: ['country', 'filing_date', ...COLUMNS],
  keyOf(row: Row) {
    const stem = stemOf(row)
    return stem && row.filing_date ? `${String(row.country)} ${stem} ${String(row.filing_date)}` : undefined
  },
  stemOf,
}

/** The kind codes of patent documents (WIPO ST.16) as offices print them; another ending is part of the number. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['', 'A', 'A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8', 'A9', 'B', 'B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B8', 'B9'],
  ...['C', 'C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C8', 'C9', 'D0', 'E', 'E1', 'U', 'U0', 'U1', 'U3', 'U8', 'Y', 'Y1', 'Y2', 'Y8'],
  ...['S', 'S1', 'T', 'T1', 'T2', 'T3', 'T4', 'T5'],
])

function stemOf(row: Row): string | undefined {
  const key = COLUMNS.map((code) => row[code]).find((one) => typeof one === 'string' && one !== '')
  const [, stem, code = ''] = (typeof key === 'string' && /^(.*\d{4})([A-Z]\d?)?$/.exec(key)) || []
  return KNOWN.has(code) ? stem : undefined
}

/** States that a published document proves, in the order in which an application passes them. */
const PENDING = ['FILED', 'EP_FILED', 'JP_FILED', 'US_FILED', 'PUBLISHED', 'EP_PUBLISHED', 'SE', 'EP_EXAM', 'JP_EXAM', 'US_EXAM']

/** A grant follows any pending state; an end needs a statement in the file. A state never goes back. */
export function advances(from: string, to: string, isStated: boolean): boolean {
  const [before, after] = [phaseOf(from), phaseOf(to)]
  if (!before || !after || from === to) return false
  if (ENDED.has(after)) return isStated && !ENDED.has(before)
  if (before === 'PENDING' && after === 'PENDING') return PENDING.includes(from) && PENDING.indexOf(to) > PENDING.indexOf(from)
  return RANK[after] > RANK[before]
}

const phaseOf = (state: string): Phase | undefined => (STATE_FACTS as Readonly<Record<string, { phase: Phase }>>)[state]?.phase

const RANK: Record<Phase, number> = {
  PREPARATION: 0, PENDING: 1, GRANTED: 2, GRACE: 2, LAPSED: 3, WITHDRAWN: 3, REFUSED: 3, INVALID: 3, EXPIRED: 3, TRANSFERRED: 3,
} // oxfmt-ignore
