import { type CaseFacts } from '../../model/docketing/calculation/facts.ts'
import { computeDeadlines as compute } from '../../model/docketing/calculation/docket.ts'
import { gaps as gapsOf } from '../../model/docketing/completeness.ts'
import type { Law } from '../../model/docketing/rules/law.ts'
import { standingFacts } from '../../model/rights/patents/facts.ts'
import { patentGaps } from '../../model/rights/patents/gaps.ts'

/** A patent as docketing sees it, when this is all that is known of it. */
export const patentFacts = (known: CaseFacts): CaseFacts => ({ ...known, ...standingFacts(known) })

export const computeDeadlines = (known: CaseFacts, law: Law, today: string) => compute(patentFacts(known), law, today)

export const gaps = (known: CaseFacts, law: Law, today: string) => gapsOf(patentFacts(known), law, today, patentGaps)
