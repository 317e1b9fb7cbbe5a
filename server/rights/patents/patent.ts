import { OFFICES } from '../../../model/cases/offices.ts'
import type { Model } from '../../../model/kit/model.ts'
import { isByRegistration } from '../../../model/rights/patents/by-registration.ts'
import { CLOSED, fitsOffice, IN_FORCE, legalStatusOf, STATUS, type PatentStatus } from '../../../model/rights/patents/lifecycle/states.ts'
import { statusOf } from '../../../model/rights/patents/import/status.ts'
import { routeOfNew, USUAL_ROUTE } from '../../../model/rights/patents/types-and-routes.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { Part } from '../../records/modules.ts'
import type { Context, Draft } from '../../records/context.ts'
import { checkDates } from './dates.ts'
import { checkFiling } from './filing.ts'
import { checkPatentNo, completePatentNo, readNumbers } from './numbers.ts'
import { endWithUnpaidYear } from './termination.ts'

export const patents: Part = {
  hooks: [{ model: 'patent', prepare, check }],
}

async function prepare(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'patent')
  await endWithUnpaidYear(ctx, drafts)
  const divisions = await divisionsAmong(ctx, drafts)
  for (const draft of drafts) {
    chooseRoute(draft)
    readNumbers(ctx, model, draft)
    completePatentNo(draft)
    completeDates(draft, divisions.has(draft.sid))
    copyInternational(draft)
    takeReceivingOffice(draft)
    startAsGranted(ctx, draft)
    startAsInternational(draft)
    settleSaid(draft)
    if (isStatus(draft.row.status) && !isElsewhere(draft)) setValue(draft, 'legal_status', legalStatusOf(draft.row.status))
  }
}

async function check(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'patent')
  for (const draft of drafts) {
    checkPatentNo(ctx, model, draft)
    checkOffice(ctx, model, draft)
    checkDates(ctx, model, draft)
  }
  await checkFiling(ctx, drafts)
}

/** A transferred patent continues at the office with its new owner, in its former state. */
const isElsewhere = ({ before, row: { status } }: Draft) => before !== undefined && status === 'TRANSFERRED_OUT'

/** A case can only be in a state that its office has. */
function checkOffice(ctx: Context, model: Model, draft: Draft) {
  const { status, country, route } = draft.row
  if (!isStatus(status) || !['status', 'country', 'route'].some((code) => draft.changed.has(code))) return
  if (fitsOffice(status, String(country), String(route ?? ''))) return
  const [zh, en] = STATUS[status]
  faultAt(ctx, model, draft, 'status', [`“${zh}”不是 ${country} 案件的状态`, `“${en}” is not a status of ${country} cases`])
}

const isStatus = (status: unknown): status is PatentStatus => typeof status === 'string' && status in STATUS

/** At WIPO there is only the international phase; a case in the national phase has this route. */
function chooseRoute(draft: Draft) {
  if (draft.transition === 'enter') setValue(draft, 'route', 'PCT_NATIONAL')
  if (!draft.before && draft.row.route === USUAL_ROUTE) setValue(draft, 'route', routeOfNew(draft.row))
}

/** Those of the corrected cases that divide another one: its filing date is theirs, and their documents come later. */
async function divisionsAmong({ db }: Context, drafts: readonly Draft[]): Promise<ReadonlySet<unknown>> {
  const corrected = drafts.filter(({ before, changed }) => before?.filing_date && changed.has('filing_date')).map(({ sid }) => sid)
  if (corrected.length === 0) return new Set()
  const rows = await db
    .selectFrom('related_case')
    .select('later_sid')
    .where('later_sid', 'in', corrected)
    .where('relation_type', '=', 'DIV')
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ later_sid }) => later_sid))
}

/** The filing date of a national phase is the international one; the documents are received on the filing date by default. */
function completeDates(draft: Draft, isDivision: boolean) {
  const { row, before, changed } = draft
  if (row.route === 'PCT_NATIONAL' && (row.filing_date ?? null) === null && row.pct_filing_date) setValue(draft, 'filing_date', row.pct_filing_date)
  const isParents = isDivision && String(row.filing_date) < String(before?.filing_date) // in place of the day on which its documents came
  const follows =
    (row.submission_date ?? null) === null || (!isParents && changed.has('filing_date') && before && row.submission_date === before.filing_date)
  if (row.filing_date && follows) setValue(draft, 'submission_date', row.filing_date)
  // Granted on the day of its registration, it is so on the corrected day as well.
  const isOne = !row.grant_date || (before?.grant_date === before?.register_date && !changed.has('grant_date'))
  if (isByRegistration(String(row.country)) && row.register_date && changed.has('register_date') && isOne)
    setValue(draft, 'grant_date', row.register_date)
}

/** A case entered with its grant is granted, or already over: a case with a grant is never a draft. */
function startAsGranted({ today }: Context, draft: Draft) {
  const { row, changed, transition } = draft
  const registers = isByRegistration(String(row.country)) // there the right is granted by its registration
  if (transition || row.status !== 'DRAFTING' || !GRANTS.some((code) => changed.has(code) && (registers || code !== 'register_date'))) return
  const text = (code: string) => (typeof row[code] === 'string' && row[code] ? { [code]: row[code] } : {})
  const facts = Object.assign({}, ...FACTS.map(text)) as Record<(typeof FACTS)[number], string> // absent where empty
  if (!facts.grant_date && !facts.grant_no) return
  const { status } = statusOf('', { ...facts, country: String(row.country), patent_type: String(row.patent_type), today })
  setValue(draft, 'status', row.route === 'HAGUE_NATIONAL' && IN_FORCE.includes(status) ? 'HAGD_PROTECTED' : status)
}

/** An international application entered with its number, or an international design or its designation with its registration, is no draft. */
function startAsInternational(draft: Draft) {
  const { row, before, changed, transition } = draft
  if (transition || row.status !== 'DRAFTING') return
  const isNew = !before && row.route === 'PCT_INTL' && row.application_no && row.filing_date
  const isRegistered = HAGUE.some((code) => changed.has(code) && row[code])
  if (isNew) setValue(draft, 'status', row.publication_date ? 'INTL_PUBLISHED' : 'INTL_FILED')
  else if (row.route === 'HAGUE_INTL' && isRegistered) setValue(draft, 'status', 'HAG_REGISTERED')
  else if (row.route === 'HAGUE_NATIONAL' && isRegistered) setValue(draft, 'status', 'HAGD_PENDING')
}

const HAGUE = ['hague_reg_no', 'register_date', 'hague_pub_date']
const GRANTS = ['grant_date', 'grant_no', 'register_date']
const FACTS = ['filing_date', 'grant_date', 'grant_no'] as const

/** The status stated by a file is cleared once the case has that status or has ended. */
function settleSaid(draft: Draft) {
  const { row, changed } = draft
  if (!changed.has('status') || !isStatus(row.status) || !row.status_said) return
  if (row.status === row.status_said || CLOSED.includes(row.status)) setValue(draft, 'status_said', null)
}

const INTERNATIONAL = [
  ['pct_no', 'application_no'],
  ['pct_filing_date', 'filing_date'],
  ['pct_pub_no', 'publication_no'],
  ['pct_pub_date', 'publication_date'],
] as const

/** An international application is its own PCT application. */
function copyInternational(draft: Draft) {
  if (draft.row.route !== 'PCT_INTL') return
  for (const [code, own] of INTERNATIONAL) if (draft.row[own] && (draft.changed.has(own) || !draft.row[code])) setValue(draft, code, draft.row[own])
}

/** The receiving office numbers the international application (PCT Administrative Instructions s. 307): PCT/JP2025/… was received by Japan. */
function takeReceivingOffice(draft: Draft) {
  const { row, before, changed } = draft
  const numbered = row.route === 'PCT_INTL' || row.route === 'PCT_NATIONAL'
  if (!numbered || !changed.has('pct_no') || (row.ro && row.ro !== receivingOffice(before?.pct_no))) return
  const office = receivingOffice(row.pct_no)
  if (office && !changed.has('ro')) setValue(draft, 'ro', office)
}

/** The International Bureau is that of WIPO. */
function receivingOffice(pctNo: unknown): string | undefined {
  const [, code = ''] = /^PCT\/([A-Z]{2})/.exec(typeof pctNo === 'string' ? pctNo : '') ?? []
  const office = code === 'IB' ? 'WO' : code
  return office in OFFICES ? office : undefined
}
