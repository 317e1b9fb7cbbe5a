import type { KindRelations, RelatedEnd } from '../../../cases/relations/relation-rules.ts'
import { derivations } from './derivations.ts'
import { checkRelation, type RelationCase } from './relation-rules.ts'
import { isRelationType, RELATION_RULES, RELATION_TYPES } from './relation-types.ts'

const PCT_FACTS = ['pct_no', 'pct_filing_date', 'pct_pub_no', 'pct_pub_date']

/** The relations of patents under patent law. */
export const relations: KindRelations = {
  types: RELATION_TYPES,
  facts: [
    'case_no', 'country', 'patent_type', 'route', 'filing_date', 'submission_date', 'entry_date', 'close_date', 'grant_date', 'application_no', 'designated', 'applicants',
    ...PCT_FACTS,
  ], // oxfmt-ignore
  rechecked: ['filing_date', 'submission_date', 'entry_date', 'country', 'route', 'patent_type', 'application_no', 'pct_no', 'designated'],
  passedOn: ['grant_date', 'pct_filing_date', 'pct_pub_date'],
  phase: { number: 'pct_no', office: 'WO', route: 'PCT_NATIONAL', type: 'PCT', unless: ['DIV', 'CA', 'CIP'], mayBe: mayBeEntry },
  derives: derivations,
  shown: ['legal_status', 'publication_date', 'grant_date', 'expiry_date'],
  check: (earlier, later, type, existing, roll) =>
    isRelationType(type) ? checkRelation(relationCase(earlier), relationCase(later, later.restored), type, { existing, roll }) : [],
  gives: (_earlier, later, type) => {
    const given = isRelationType(type) ? RELATION_RULES[type].gives : undefined
    return type === 'DIV' && later.country === 'US' ? 'BENEFIT' : given // an American division keeps its own filing date (35 U.S.C. 121)
  },
  tells(earlier, later, type) {
    if (type === 'PCT') return { later: Object.fromEntries(PCT_FACTS.map((code) => [code, earlier[code]])) }
    // A European patent is filed and granted once (EPC art. 64, 65, 141); its national and unitary cases have those dates.
    if (type === 'EPVAL' || type === 'UPREG') return { later: { filing_date: earlier.filing_date, grant_date: earlier.grant_date } }
    if (type === 'DUAL') return { later: { dual_case_sid: earlier.sid }, earlier: { dual_case_sid: later.sid } }
    return {}
  },
}

// Since 1994 types 8 and 9 are international applications that entered; a division of one is numbered as a direct filing.
const CN_DIRECT = /^CN(?:20\d{2}[123]\d{7}|\d{2}[123]\d{5})[\dX]?$/

/** Whether the office may have given this number to a national phase. */
function mayBeEntry(country: string, application: string): boolean {
  return country !== 'CN' || !CN_DIRECT.test(application)
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** A patent as input of the relation rules. */
function relationCase(row: RelatedEnd, restored = false): RelationCase {
  return {
    sid: row.sid,
    country: String(row.country ?? ''),
    patent_type: String(row.patent_type ?? ''),
    route: textOf(row.route),
    filing_date: textOf(row.filing_date),
    submission_date: textOf(row.submission_date),
    entry_date: textOf(row.entry_date),
    close_date: textOf(row.close_date),
    grant_date: textOf(row.grant_date),
    application_no: textOf(row.application_no),
    pct_no: textOf(row.pct_no),
    family_sid: textOf(row.family_sid),
    designated: Array.isArray(row.designated) ? row.designated.map(String) : [],
    applicant_sids: Array.isArray(row.applicants) ? row.applicants.map((one: Record<string, unknown>) => String(one.applicant_sid)) : [], // parsed as rows
    restored,
  }
}
