import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CaseEvent, CaseFacts } from '../../model/docketing/calculation/facts.ts'
import type { FeeFacts } from '../../model/fees/facts.ts'
import { patentYear, patentYearSpan } from '../../model/fees/annuities/patent-year.ts'
import { standingFacts } from '../../model/rights/patents/facts.ts'
import type { RowValues } from '../records/hooks.ts'
import type { Context } from '../records/context.ts'

/** The remark of an event that a step of its case left. */
export const TOLD_BY_STEP = '随状态变更记录；日期不同的请改正 / recorded with the change of state; correct the date if it was another day'

/** A case with all that its deadlines and fees follow from, and those it has. */
export type Case = { row: RowValues; facts: CaseFacts; fee: FeeFacts; deadlines: RowValues[]; fees: RowValues[] }

const OF_CASE = [
  'sid', 'case_no', 'title', 'company_sid', 'owner_sid', 'country', 'route', 'patent_type', 'status', 'legal_status', 'filing_date', 'submission_date', 'entry_date', 'earliest_priority_date',
  'publication_date', 'grant_date', 'register_date', 'expiry_date', 'pct_filing_date', 'pct_pub_date', 'hague_pub_date', 'sub_exam_requested', 'sub_exam_date', 'se_entered_date',
  'close_date', 'claims_count', 'independent_claims', 'pages', 'drawings_count', 'designs_count', 'fee_reduction', 'open_license', 'pta_days', 'pte_days', 'designated', 'isa', 'ro', 'ipea',
  'suspended_from', 'suspended_to', 'annuity_decision', 'next_annuity_year', 'next_annuity_due', 'applicants', 'sequence_listing', 'genetic_source', 'early_publication', 'bio_deposit',
] as const // oxfmt-ignore

/** One round trip for all of them; deleted cases are left out. */
export async function readCases({ db }: Context, sids: readonly string[]): Promise<Case[]> {
  const rows = await db
    .selectFrom('patent as p')
    .select(OF_CASE.map((code) => `p.${code}` as const))
    .select((of) => [
      jsonArrayFrom(
        of
          .selectFrom('priority as y')
          .select(['y.priority_date', 'y.priority_country', 'y.restored'])
          .whereRef('y.case_sid', '=', 'p.sid')
          .where('y.deleted_at', 'is', null)
          .orderBy('y.priority_date'),
      ).as('priorities'),
      jsonArrayFrom(
        of
          .selectFrom('official_event as e')
          .select([
            'e.sid',
            'e.code',
            'e.event_date',
            'e.receive_date',
            'e.delivery_way',
            'e.basis_date',
            'e.basis_reason',
            'e.set_due',
            'e.round_no',
            'e.side',
            'e.remark',
          ])
          .whereRef('e.case_sid', '=', 'p.sid')
          .where('e.deleted_at', 'is', null)
          .orderBy('e.event_date')
          .orderBy('e.sid'),
      ).as('events'),
      jsonArrayFrom(
        of
          .selectFrom('related_case as l')
          .innerJoin('patent as o', 'o.sid', 'l.later_sid')
          .select(['l.relation_type', 'o.country'])
          .whereRef('l.earlier_sid', '=', 'p.sid')
          .where('l.deleted_at', 'is', null),
      ).as('later'),
      jsonArrayFrom(
        of
          .selectFrom('related_case as l')
          .innerJoin('patent as o', 'o.sid', 'l.earlier_sid')
          .select(['l.relation_type', 'o.country', 'o.filing_date'])
          .whereRef('l.later_sid', '=', 'p.sid')
          .where('l.deleted_at', 'is', null),
      ).as('earlier'),
      jsonArrayFrom(
        of
          .selectFrom('deadline as d')
          .selectAll('d')
          .whereRef('d.case_sid', '=', 'p.sid')
          .where('d.key', 'is not', null)
          .where('d.deleted_at', 'is', null),
      ).as('deadlines'),
      jsonArrayFrom(of.selectFrom('fee as f').selectAll('f').whereRef('f.case_sid', '=', 'p.sid').where('f.deleted_at', 'is', null)).as('fees'),
    ])
    .where('p.sid', 'in', [...sids])
    .where('p.deleted_at', 'is', null)
    .execute()
  const countries = await applicantCountries(db, rows)
  return rows.map((row) => caseOf(row, countries))
}

/** Cases about to be made: nothing hangs on them yet, so their own rows tell everything. */
export async function newCases({ db }: Context, rows: readonly RowValues[]): Promise<Case[]> {
  const countries = await applicantCountries(db, rows)
  return rows.map((row) => caseOf(row, countries))
}

async function applicantCountries(db: Context['db'], rows: readonly RowValues[]): Promise<Map<string, string>> {
  const sids = [...new Set(rows.flatMap((row) => applicantsOf(row)))]
  if (sids.length === 0) return new Map()
  const found = await db.selectFrom('applicant').select(['sid', 'country']).where('sid', 'in', sids).execute()
  return new Map(found.map((one) => [String(one.sid), String(one.country)]))
}

const applicantsOf = (row: RowValues) => ((row.applicants as { applicant_sid: string }[] | null) ?? []).map((one) => one.applicant_sid) // rows of the patent's declaration

type Inner = Record<string, unknown>

function caseOf(row: RowValues, countries: ReadonlyMap<string, string>): Case {
  const list = (code: string) => (row[code] as Inner[] | null) ?? [] // jsonArrayFrom gives lists
  const deadlines = list('deadlines')
  const fees = list('fees')
  const given = Object.fromEntries(OF_CASE.map((code) => [code, row[code] ?? undefined]))
  const applicants = applicantsOf(row)
  const abroad = applicants.length > 0 && applicants.every((sid) => (countries.get(sid) ?? row.country) !== row.country)
  const reduction = String(row.fee_reduction ?? '')
  const relations = list('earlier').map((one) => one.relation_type)
  const noticed = noticedGrantYear(row, fees)
  const facts = {
    ...given,
    ...(noticed && { grant_year_begin: yearBegin(String(row.filing_date), noticed) }),
    watched: [...deadlines.filter(wasWatched).map((one) => String(one.key)), ...fees.filter(wasDenied).map((one) => String(one.deadline_key))],
    expiry_date: undefined, // it is what the term's rule gives, not what the rule is given
    sid: String(row.sid),
    country: String(row.country),
    patent_type: String(row.patent_type),
    ...standingFacts(row),
    entity: reduction === 'SMALL' || reduction === 'MICRO' ? reduction : 'LARGE',
    abroad,
    divisional: relations.includes('DIV'),
    ...termStart(row, list('earlier')),
    priorities: list('priorities').map((one) => compact(one)),
    events: [...list('events').map(eventOf), ...paymentsOf(fees), ...validationsOf(row, list('later'))],
    entered_countries: list('later')
      .filter((one) => one.relation_type === 'PCT')
      .map((one) => String(one.country)),
    suspensions: row.suspended_from ? [{ from: String(row.suspended_from), ...(row.suspended_to ? { to: String(row.suspended_to) } : {}) }] : [],
    handled: deadlines
      .filter((one) => one.handled)
      .map((one) => ({
        key: String(one.key),
        status: one.status,
        date: String(one.done_date ?? one.updated_at).slice(0, 10),
        reason: String(one.handled_reason ?? ''),
      })),
    proved: deadlines.filter((one) => one.status === 'DONE' && one.done_by === 'OUTCOME').map((one) => String(one.key)),
    extensions: deadlines.flatMap((one) => ((one.extensions as Inner[] | null) ?? []).map((step) => ({ ...step, key: String(one.key) }))),
    paid_annuities: fees
      .filter((one) => one.status === 'PAID' && one.annuity_year !== null)
      .map((one) => ({ year: Number(one.annuity_year), date: String(one.pay_date ?? one.due_date) })),
  } as unknown as CaseFacts // the columns carry the names and types that facts.ts declares
  const fee = {
    ...given,
    ...(noticed && { grant_year: noticed }),
    priorities_count: list('priorities').length,
    applicants_count: applicants.length || null,
  } as unknown as FeeFacts // as above
  return { row, facts, fee, deadlines, fees }
}

function eventOf(one: Inner): CaseEvent {
  const { event_date, round_no, remark, ...rest } = one
  const more = { ...(round_no ? { round: Number(round_no) } : {}), ...(remark === TOLD_BY_STEP && { by_step: true }) }
  return { ...compact(rest), date: String(event_date), ...more } as CaseEvent // selected above
}

const UNPAID: ReadonlySet<unknown> = new Set(['PLANNED', 'TO_PAY', 'PAYING', 'OVERDUE', 'UNDERPAID'])

/** Fees paid are the act that closes the duty to pay them: when the last of those that belong together is paid. */
function paymentsOf(fees: readonly Inner[]): CaseEvent[] {
  const waiting = new Set(fees.filter((one) => UNPAID.has(one.status) && one.deadline_key).map((one) => one.deadline_key))
  const paid = fees.filter((one) => one.status === 'PAID' && one.pay_date && !waiting.has(one.deadline_key))
  return paid.map((one) => {
    const together = one.deadline_key ? paid.filter((other) => other.deadline_key === one.deadline_key) : [one]
    const last = together
      .map((other) => String(other.pay_date))
      .toSorted()
      .at(-1)
    return { sid: String(one.sid), code: `PAID:${one.fee_type}`, date: last ?? '' }
  })
}

/** A national or unitary case that grew out of a European patent shows that it was validated. */
function validationsOf({ sid, grant_date }: RowValues, later: readonly Inner[]): CaseEvent[] {
  const isValidated = later.some((one) => one.relation_type === 'EPVAL' || one.relation_type === 'UPREG')
  return isValidated && grant_date ? [{ sid: `${sid}:validated`, code: 'VALIDATION_DONE', date: String(grant_date) }] : []
}

const CONTINUES: ReadonlySet<unknown> = new Set(['CA', 'CIP', 'DIV', 'PCT', 'PCTA'])

/** The term of an American patent runs from the earliest application whose benefit it has (35 U.S.C. 154(a)(2)). */
function termStart({ country, filing_date }: RowValues, earlier: readonly Inner[]) {
  if (country !== 'US' || !filing_date) return {}
  const dates = earlier.filter((one) => CONTINUES.has(one.relation_type) && one.filing_date).map((one) => String(one.filing_date))
  const first = dates.toSorted()[0]
  return first && first < String(filing_date) ? { term_start: first } : {}
}

/** An annuity that stood open while it could be paid, and of which nobody recorded a payment, is not presumed to be paid. */
const wasWatched = ({ kind, status, created_at, grace_end, official_due }: Inner) =>
  kind === 'ANNUITY' && (status === 'OPEN' || status === 'MISSED') && String(created_at).slice(0, 10) <= String(grace_end ?? official_due ?? '')

/** Of which a person said that it was not paid after all. */
const wasDenied = ({ fee_class, status, handled, deadline_key }: Inner) =>
  fee_class === 'ANNUITY' && handled === true && Boolean(deadline_key) && (status === 'OVERDUE' || status === 'EXPIRED')

/** The year of the registration notice, when the announcement fell into a later one (fees.md 4.2). */
function noticedGrantYear({ country, filing_date, grant_date }: RowValues, fees: readonly Inner[]): number | undefined {
  if (country !== 'CN' || !filing_date || !grant_date) return undefined
  const fee = fees.find((one) => one.fee_type === 'CN.ANN' && String(one.deadline_key ?? '').startsWith('CNP25') && one.status !== 'CANCELLED')
  const year = typeof fee?.annuity_year === 'number' ? fee.annuity_year : undefined
  return year && year < patentYear(String(filing_date), String(grant_date)) ? year : undefined
}

const yearBegin = (filing: string, year: number) => patentYearSpan(filing, year).from

const compact = (row: Inner) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
