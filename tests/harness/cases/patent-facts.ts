import { type CaseFacts } from '../../../model/docketing/calculation/facts.ts'
import { computeDeadlines as compute } from '../../../model/docketing/calculation/docket.ts'
import { stateIn } from '../../../model/docketing/calculation/state.ts'
import { checkCompleteness as findingsOf } from '../../../model/docketing/findings/completeness.ts'
import type { Law } from '../../../model/docketing/rules/law.ts'
import { officialState } from '../../../model/rights/patents/facts.ts'
import { unsureDates } from '../../../model/rights/patents/unsure-dates.ts'
import { patent } from '../../../model/rights/patents/patent.ts'
import { patentCompleteness } from '../../../model/rights/patents/completeness.ts'

/** A patent as docketing sees it, when this is all that is known of it. */
export const patentFacts = (known: CaseFacts): CaseFacts => ({
  ...known,
  ...(known.patent_type !== undefined && { subtype: String(known.patent_type) }),
  state: stateIn(patent, known),
  ...officialState(known),
  ...unsureDates(known),
})

/** The shipped law has rules of several kinds of case; the laws of single tests name none. */
const withKindOf = (known: CaseFacts, { rules }: Law): CaseFacts => ({
  ...patentFacts(known),
  ...(rules.some(({ case_kind }) => case_kind) && { kind: patent.name }),
})

export const computeDeadlines = (known: CaseFacts, law: Law, today: string) => compute(withKindOf(known, law), law, today)

export const checkCompleteness = (known: CaseFacts, law: Law, today: string) => findingsOf(withKindOf(known, law), law, today, patentCompleteness)
