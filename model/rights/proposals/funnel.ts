import type { Words } from '../../kit/fields.ts'

type Stage = { code: string; words: Words; iql: string }

/** A disclosure that is kept secret or published also has a case of its own: only the status gives the decision. */
const DECIDED = "status IN ('APPROVED', 'CASE_CREATED', 'FILED')"
const FILED = `${DECIDED} AND (status = 'FILED' OR result_case_sids.filing_date IS NOT EMPTY)`
/** The day of the grant stays with a right that has ended; a right may be entered without it. */
const GRANTED =
  "(result_case_sids.phase IN ('GRANTED', 'GRACE', 'INVALID') OR result_case_sids.grant_date IS NOT EMPTY OR result_case_sids.reg_date IS NOT EMPTY)"

/** From the idea to the right, whatever its later fate: each stage includes the records of the next. */
export const FUNNEL: readonly Stage[] = [
  { code: 'SUBMITTED', words: ['提交', 'Submitted'], iql: 'submit_date IS NOT EMPTY' },
  { code: 'DECIDED', words: ['决定申请', 'Decided to file'], iql: DECIDED },
  { code: 'FILED', words: ['已申请', 'Filed'], iql: FILED },
  { code: 'GRANTED', words: ['已授权', 'Granted'], iql: `${FILED} AND ${GRANTED}` },
]

/** The day of its grant in each kind that has one; where a role hides it, rights that have ended would not be counted as granted. */
export const GRANT_DAYS: Readonly<Record<string, string>> = {
  patent: 'grant_date',
  trademark: 'reg_date',
  copyright: 'reg_date',
  software: 'reg_date',
  ic_layout: 'reg_date',
}

/** Outcomes of a disclosure other than a right. */
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
