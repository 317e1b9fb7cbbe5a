import { WITHOUT_END } from '../../model/docketing/buckets.ts'
import { computeDeadlines } from '../../model/docketing/calculation/docket.ts'
import type { Explanation, ComputedDeadline } from '../../model/docketing/calculation/computed-deadline.ts'
import type { AnnuityQuote } from '../../model/fees/annuities/annuity-quote.ts'
import type { Charge } from '../../model/fees/kind.ts'
import { feeNumbers } from '../../model/fees/fee-number.ts'
import { FeeFault } from '../../model/fees/fault.ts'
import { type Case, roleOf } from './read-cases.ts'
import { annuityOf } from './annuities.ts'
import { AS_KEPT, deadlineKept, type Keeping, type Kept, keptOf, remedyKept, rowKept } from './later-dates/keep-earlier.ts'
import { endingKept } from './later-dates/keep-ending.ts'
import { chargesOf, isStillUnpaid, longAgo, ruleOf } from './fees-of-deadline.ts'
import type { TenantLaw } from './law/law.ts'
import type { RowValues } from '../records/context.ts'

/** Computes the deadlines and fees of a case as rows, each under a key that stays the same when dates move. */
export type ComputedDocket = {
  deadlines: RowValues[]
  fees: RowValues[]
  /** The deadlines that keep their earlier day. */
  kept: Kept[]
  expiry: string | null
  next: { year: number; due: string } | undefined
}

export function computeDocket(one: Case, tenantLaw: TenantLaw, today: string, keeping: Keeping = AS_KEPT): ComputedDocket {
  const { law } = tenantLaw
  const before = longAgo(today)
  const kept = new Map<string, Kept>()
  const all = computeDeadlines(one.facts, law, today).map((computed): ComputedDeadline => {
    const deadline = judged(one, computed, before)
    const known = keptOf(one, deadline, { law, today }, keeping)
    if (!known) return deadline
    kept.set(deadline.key, known)
    return deadlineKept(deadline, known, today)
  })
  const ended = endingKept(one, all, { law, today }, keeping)
  for (const known of ended) kept.set(String(known.row.key), known)
  const term = all.find((deadline) => deadline.kind === 'TERM')
  const next = all.find(
    (deadline) => deadline.kind === 'ANNUITY' && deadline.status === 'OPEN' && deadline.annuity_year !== undefined && deadline.official_due,
  )
  const fees = all.flatMap((deadline) => feesOf(one, deadline, tenantLaw, today))
  const remedy = remedyKept(one, kept, all)
  const deadlines = all.map((deadline) => {
    const [row, known] = [deadlineRow(one, deadline), kept.get(deadline.key)]
    return known ? rowKept(row, known) : row
  })
  return {
    deadlines: [...deadlines, ...ended.map(({ row }) => ({ ...row, later_due: null, to_end: true })), ...remedy.deadlines],
    fees: [...distinct(one, withOwnTime(one, fees, all, today)), ...feesKept(one, ended), ...remedy.fees],
    kept: [...kept.values()],
    expiry: term?.raw_due ?? null,
    next: next?.annuity_year !== undefined && next.official_due ? { year: next.annuity_year, due: next.official_due } : undefined,
  }
}

/** The fees of deadlines that stay although the facts no longer ask for them. */
const feesKept = ({ fees }: Case, ended: readonly Kept[]) =>
  fees.filter(({ key, deadline_key: of }) => key !== null && ended.some(({ row }) => row.key === of))

function judged(one: Case, deadline: ComputedDeadline, before: string): ComputedDeadline {
  if (isPastRestoring(deadline, before)) return { ...deadline, status: 'MISSED', overdue: false }
  return isGivenUp(one, deadline) ? { ...deadline, status: 'WAIVED', overdue: false } : deadline
}

/** Without the notice of loss the end is only estimated, and the restoration stays open for a limited time. */
const isPastRestoring = ({ key, status, official_due }: ComputedDeadline, before: string) =>
  key.includes(':after:') && status === 'OPEN' && official_due !== null && official_due < before

/**
 * A decision for the whole case applies to later years, except those a person reopened; it still applies when they are over.
 * A year given up ends the right, so no later year falls due.
 */
function isGivenUp(one: Case, { kind, key, status, annuity_year: year }: ComputedDeadline): boolean {
  const { deadlines, fees } = one
  if (kind !== 'ANNUITY') return false
  if (fees.some((fee) => fee.deadline_key === key && fee.handled === true && fee.decision === 'PAY')) return false
  if (status === 'OPEN' && year !== undefined && fees.some((fee) => endsBefore(fee, year))) return true
  if (roleOf(one, 'annuity_decision') !== 'ABANDON') return false
  return status === 'OPEN' || deadlines.some((deadline) => deadline.key === key && deadline.status === 'WAIVED')
}

const endsBefore = ({ fee_class, status, handled, annuity_year: given }: RowValues, year: number) =>
  fee_class === 'ANNUITY' && status === 'ABANDONED' && handled === true && Number(given) < year

function deadlineRow(one: Case, deadline: ComputedDeadline): RowValues {
  const { row } = one
  return {
    key: deadline.key,
    case_sid: row.sid,
    company_sid: row.company_sid,
    owner_sid: roleOf(one, 'owner'),
    name: deadline.name.zh.slice(0, 255),
    name_en: deadline.name.en.slice(0, 255),
    kind: deadline.kind,
    rule_id: deadline.rule_id,
    rule_version: deadline.rule_version,
    trigger: deadline.trigger,
    trigger_event_sid: deadline.trigger_event ?? null,
    basis_date: deadline.basis_date,
    period: deadline.period,
    raw_due: deadline.raw_due,
    official_due: deadline.official_due,
    internal_due: deadline.internal_due,
    window_from: deadline.window_from ?? null,
    grace_end: deadline.grace_end ?? null,
    extended_due: deadline.extended_due ?? null,
    free_to: deadline.free_to ?? null,
    final_due: deadline.final_due ?? null,
    live_until: deadline.final_due ?? WITHOUT_END,
    later_due: null,
    to_end: false,
    restoration_end: deadline.restoration_end ?? null,
    annuity_year: deadline.annuity_year ?? null,
    target_country: deadline.country ?? null,
    status: statusOf(deadline),
    done_date: statusOf(deadline) === 'PRESUMED' ? null : (deadline.done_date ?? null),
    done_by: deadline.done_by ?? null,
    suspended: deadline.suspended,
    certainty: deadline.certainty,
    provisional: deadline.provisional,
    needs_date: deadline.needs === 'SET_DUE',
    if_missed: deadline.if_missed?.zh ?? null,
    if_missed_en: deadline.if_missed?.en ?? null,
    explanation: withoutRule(deadline.explanation),
  }
}

/**
 * A deadline proved only by a later fact, or ticked as done without a day, is presumed done until a person confirms it; a national case that
 * has been entered, and a later case that claims the priority, is itself the proof.
 */
function statusOf({ status, done_by: by, explanation: { settled } }: ComputedDeadline) {
  const isPresumed = (by === 'OUTCOME' && !OF_OWN_CASES.has(settled?.what ?? '')) || (by === 'FIELD' && settled?.date === '')
  return status === 'DONE' && isPresumed ? 'PRESUMED' : status
}

const OF_OWN_CASES: ReadonlySet<string> = new Set(['entered_countries', 'claimed_on'])

/** The row names the rule with its version; the wording stays in the rule. */
function withoutRule({ rule, ...rest }: Explanation) {
  return { ...rest, rule: { id: rule.id, version: rule.version } }
}

function feesOf(one: Case, deadline: ComputedDeadline, law: TenantLaw, today: string): RowValues[] {
  if (!deadline.official_due) return []
  try {
    if (deadline.kind === 'ANNUITY' && deadline.annuity_year !== undefined) return annuityRows(one, deadline, deadline.annuity_year, law, today)
    const unpaid = isStillUnpaid(one, deadline, law.law, today)
    const isOptional = ruleOf(deadline, law.law)?.optional === true
    return chargesOf(one, deadline, law, today).map((charge) => ({
      ...chargeRow(one, deadline, charge, { unpaid, today }),
      ...(isOptional && { decision: 'ASK' }), // an optional right is paid for only on instruction
    }))
  } catch (error) {
    // Without a price for that office or year, the deadline has no amount, and the completeness check names it.
    if (error instanceof FeeFault) return []
    throw error
  }
}

/** Priced for the day of payment. */
function annuityRows(one: Case, deadline: ComputedDeadline, year: number, law: TenantLaw, today: string): RowValues[] {
  const quote = annuityOf(one, { deadline, year, day: payableOn(deadline, today) }, law)
  return quote ? [annuityRow(one, deadline, year, quote)] : []
}

function annuityRow(one: Case, deadline: ComputedDeadline, year: number, quote: AnnuityQuote): RowValues {
  const base = feeBase(one, deadline, quote.fee_code)
  return {
    ...base,
    ...(base.status === 'OVERDUE' && Number(quote.surcharge) === 0 && { status: 'DUE' }),
    fee_class: 'ANNUITY',
    annuity_year: year,
    name: deadline.name.zh,
    name_en: deadline.name.en,
    currency: quote.currency,
    amount_full: quote.full,
    reduction_pct: quote.reduction_pct,
    amount: quote.amount,
    surcharge: quote.surcharge,
    surcharge_rate: rateOf(quote),
    window_from: quote.window_from ?? null,
    grace_end: deadline.grace_end ?? quote.grace_end,
    next_band_from: quote.next_band?.from ?? null,
    next_band_surcharge: quote.next_band?.surcharge ?? null,
    certainty: quote.certainty === 'CHECK' || deadline.certainty === 'CHECK' ? 'CHECK' : 'SURE',
  }
}

/** The due date, or today once that is past; a missed deadline is restored with the whole surcharge. */
function payableOn({ status, official_due: due, grace_end: end }: ComputedDeadline, today: string): string {
  if (status === 'MISSED') return end ?? due ?? today
  return status === 'OPEN' && due && due < today ? today : (due ?? today)
}

const rateOf = ({ surcharge_rate }: AnnuityQuote) => surcharge_rate || null

function chargeRow(one: Case, deadline: ComputedDeadline, charge: Charge, { unpaid, today }: { unpaid: boolean; today: string }): RowValues {
  const base = feeBase(one, deadline, charge.fee_code)
  return {
    ...base,
    ...(charge.key && { key: charge.key }),
    ...(charge.presumed && { status: 'PRESUMED' }),
    ...(charge.waived && { status: 'CANCELLED' }), // nothing is owed; the row gives the reason
    ...((unpaid || charge.unpaid) && !charge.waived && { status: (deadline.official_due ?? today) < today ? 'OVERDUE' : 'PLANNED', pay_date: null }),
    fee_class: charge.fee_class ?? 'OFFICIAL',
    annuity_year: charge.annuity_year ?? null,
    name: charge.zh,
    name_en: charge.en,
    due_date: charge.due ?? base.due_date,
    currency: charge.currency,
    amount_full: charge.full,
    reduction_pct: charge.reduction_pct,
    amount: charge.amount,
    surcharge: null,
    surcharge_rate: null,
    window_from: null,
    grace_end: deadline.grace_end ?? null,
    next_band_from: null,
    next_band_surcharge: null,
    certainty: charge.certainty === 'CHECK' || deadline.certainty === 'CHECK' ? 'CHECK' : 'SURE',
  }
}

function feeBase(one: Case, deadline: ComputedDeadline, code: string): RowValues {
  const { row } = one
  const decision = roleOf(one, 'annuity_decision')
  return {
    key: `${deadline.key}|${code}`,
    deadline_key: deadline.key,
    case_sid: row.sid,
    company_sid: row.company_sid,
    fee_type: code,
    due_date: deadline.official_due,
    status: feeStatus(decision, deadline),
    decision: decisionOf(decision, deadline),
    pay_date: null,
  }
}

function feeStatus(decision: unknown, deadline: ComputedDeadline): string {
  switch (deadline.status) {
    case 'DONE': // only a payment with its day and amount makes a fee paid
    case 'PRESUMED':
    case 'RESTORED':
      return 'PRESUMED'
    case 'MISSED':
      return 'EXPIRED'
    case 'NO_RECORD': // no fee is owed for an act that was open to us and is not known to be done
    case 'CANCELLED':
      return 'CANCELLED'
    case 'WAIVED':
      return 'ABANDONED'
    default:
      if (deadline.kind === 'ANNUITY' && decision === 'ABANDON') return 'ABANDONED'
      if (deadline.overdue) return 'OVERDUE'
      return deadline.kind === 'ANNUITY' && decision === 'KEEP' ? 'TO_PAY' : 'PLANNED'
  }
}

function decisionOf(decision: unknown, deadline: ComputedDeadline) {
  if (deadline.kind !== 'ANNUITY') return 'PAY'
  if (deadline.status !== 'OPEN') return 'ASK' // a past deadline was decided in its time
  return decision === 'KEEP' ? 'PAY' : decision === 'ABANDON' ? 'ABANDON' : 'ASK'
}

/** Fees of an entry that may be paid later have a deadline of their own. */
function withOwnTime({ kind }: Case, fees: RowValues[], all: readonly ComputedDeadline[], today: string): RowValues[] {
  return fees.map((fee) => {
    const own = all.find(({ rule_id }) => rule_id === kind.fees?.later?.[String(fee.fee_type)])
    if (!own?.official_due || fee.deadline_key === own.key) return fee
    const due = own.official_due
    const status = fee.status === 'OVERDUE' && due >= today ? 'PLANNED' : fee.status
    return { ...fee, deadline_key: own.key, due_date: due, grace_end: null, status }
  })
}

/** Two deadlines may ask for the same fee of the same year. New fees are numbered on within their case; an existing fee keeps its number. */
function distinct(one: Case, fees: RowValues[]): RowValues[] {
  const keys = new Set<unknown>()
  const known = new Set(one.fees.map((fee) => fee.key))
  const next = feeNumbers(String(roleOf(one, 'case_no')), one.fees)
  return fees.flatMap((fee) => {
    if (keys.has(fee.key)) return []
    keys.add(fee.key)
    if (known.has(fee.key)) return [fee]
    return [{ ...fee, fee_no: next() }]
  })
}
