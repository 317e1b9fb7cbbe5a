import type { Words } from '../../kit/fields.ts'

type Stage = { code: string; words: Words; iql: string }

const DECIDED = "(status IN ('APPROVED', 'CASE_CREATED', 'FILED') OR result_case_sids IS NOT EMPTY)"

/** From the idea to the right: each stage has the records of the next among its own. */
export const FUNNEL: readonly Stage[] = [
  { code: 'SUBMITTED', words: ['提交', 'Submitted'], iql: 'submit_date IS NOT EMPTY' },
  { code: 'DECIDED', words: ['决定申请', 'Decided to file'], iql: DECIDED },
  { code: 'FILED', words: ['已申请', 'Filed'], iql: `${DECIDED} AND result_case_sids.filing_date IS NOT EMPTY` },
  {
    code: 'IN_FORCE',
    words: ['授权且有效', 'Granted and in force'],
    iql: `${DECIDED} AND result_case_sids.filing_date IS NOT EMPTY AND result_case_sids.phase IN ('GRANTED', 'GRACE')`,
  },
]

/** Where a disclosure went that is not on its way to a right. */
export const ASIDE: readonly Stage[] = [
  { code: 'SECRET', words: ['转技术秘密', 'Kept secret'], iql: "status = 'SECRET'" },
  { code: 'PUBLISHED', words: ['防御公开', 'Published'], iql: "status = 'PUBLISHED_DEFENSIVE'" },
  { code: 'MERGED', words: ['合并', 'Merged'], iql: "status = 'MERGED'" },
  { code: 'DEFERRED', words: ['暂缓', 'Deferred'], iql: "status = 'DEFERRED'" },
  { code: 'REJECTED', words: ['不申请', 'Not filed'], iql: "status = 'REJECTED'" },
]

/** The submitted disclosures of a year, or of all. */
export const submittedIn = (year: string) =>
  /^\d{4}$/.test(year) ? `submit_date BETWEEN '${year}-01-01' AND '${year}-12-31'` : 'submit_date IS NOT EMPTY'
