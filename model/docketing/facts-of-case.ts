import type { CaseKind } from '../cases/case-kind.ts'
import { UNPAID } from '../fees/unpaid.ts'
import type { FeeFacts } from '../fees/facts.ts'
import type { CaseEvent, CaseFacts } from './calculation/facts.ts'
import { stateIn } from './calculation/state.ts'
import { dayOfMoment } from '../kit/days/clock.ts'
import type { Field } from '../kit/fields.ts'
import type { Related, Row } from './kind.ts'
import type { Bilingual } from './rules/rule.ts'
import { fieldIn } from './wording/words.ts'

/** Roles that are facts under the name of the role, whatever the name of the field in the kind. */
export const FACTS_BY_ROLE = ['country', 'subtype', 'route', 'filing_date', 'grant_date', 'close_date'] as const

/** All facts for the rules: the driving fields by their codes, facts of every case, and facts of its kind. */
export function factsOfCase(kind: CaseKind, row: Row, related: Related): CaseFacts {
  const common = commonFacts(kind, row, related)
  const own = Object.entries(kind.docketing?.own_facts ?? {}).map(([name, factOf]) => [name, factOf(row, related, common)] as const)
  return { ...common, ...kind.docketing?.facts?.(row, related, common), ...Object.fromEntries(own.filter(([, fact]) => fact !== undefined)) }
}

/** The facts of a case for the fee schedules. */
export function feeFactsOfCase(kind: CaseKind, row: Row, related: Related, facts: CaseFacts): FeeFacts {
  const common = {
    ...drivingValues(kind, row),
    kind: kind.name,
    country: facts.country,
    priorities_count: related.priorities.length,
    applicants_count: applicantsOf(kind, row).length || null,
  }
  return { ...common, ...kind.fees?.facts?.(row, related, facts) }
}

const labelled = new WeakMap<CaseKind, Readonly<Record<string, Bilingual>>>()

function labelsOf(kind: CaseKind): Readonly<Record<string, Bilingual>> {
  const known = labelled.get(kind)
  if (known) return known
  const own = Object.entries<Field>(kind.model.fields).filter(([code]) => kind.drives.has(code) && fieldIn(code, 'en') === code)
  const labels = Object.fromEntries(own.map(([code, { zh, en }]) => [code, { zh, en }]))
  labelled.set(kind, labels)
  return labels
}

/** The fields that drive the computation, by their own codes and by their roles; empty is absent. */
export function drivingValues({ drives, roles }: CaseKind, row: Row): Row {
  const values: Record<string, unknown> = {}
  for (const code of drives) values[code] = row[code] ?? undefined
  for (const role of FACTS_BY_ROLE) {
    const code = roles[role]
    if (code) values[role] = row[code] ?? undefined
  }
  return values
}

function commonFacts(kind: CaseKind, row: Row, { priorities, events, deadlines, fees, countries, family }: Related): CaseFacts {
  const values = drivingValues(kind, row)
  const country = String(values.country ?? '')
  const applicants = applicantsOf(kind, row)
  const facts = {
    ...values,
    sid: String(row.sid),
    kind: kind.name,
    labels: labelsOf(kind),
    country,
    status: kind.model.states && row[kind.model.states.field],
    state: stateIn(kind.model, row),
    abroad: applicants.length > 0 && applicants.every((sid) => (countries.get(sid) ?? country) !== country),
    priorities: priorities.map(priorityOf),
    continues: family?.continues ?? false,
    ...(family?.inherited.length && { inherited: family.inherited }),
    ...(family?.disagreements.length && { disagreements: family.disagreements }),
    ...(family?.disputed.length && { disputed: family.disputed }),
    ...(family?.unclaimed.length && { unclaimed: family.unclaimed }),
    events: [...events.map(eventOf), ...paymentsOf(fees)],
    suspensions: suspensionsOf(kind, row),
    watched: [...deadlines.filter(wasWatched).map((one) => String(one.key)), ...fees.filter(wasDenied).map((one) => String(one.deadline_key))],
    handled: deadlines.filter((one) => one.handled).map(handledOf),
    proved: deadlines
      .filter((one) => (one.status === 'DONE' || one.status === 'PRESUMED') && one.done_by === 'OUTCOME')
      .map((one) => String(one.key)),
    extensions: deadlines.flatMap((one) => ((one.extensions as Row[] | null) ?? []).map((step) => ({ ...step, key: String(one.key) }))), // a list of steps
    paid_annuities: fees
      .filter((one) => one.status === 'PAID' && one.annuity_year !== null && !isPaidEarly(one))
      .map((one) => ({ year: Number(one.annuity_year), date: String(one.pay_date ?? one.due_date) })),
  }
  return facts as unknown as CaseFacts // the columns have the names and types that facts.ts declares
}

/** The sids of the applicants, whether the field holds rows or references. */
export function applicantsOf({ model, roles }: CaseKind, row: Row): string[] {
  const code = roles.applicants
  const given = code === undefined ? null : row[code]
  if (code === undefined || !Array.isArray(given)) return []
  const field = Object.entries(model.fields).find(([name]) => name === code)?.[1]
  const part = field?.type === 'rows' ? Object.entries(field.of).find(([, { type }]) => type === 'reference')?.[0] : undefined
  return given.flatMap((one: Row | string | null) => {
    const sid = typeof one === 'string' || part === undefined ? one : one?.[part]
    return typeof sid === 'string' ? [sid] : []
  })
}

const priorityOf = ({ to_complete, ...row }: Row) => ({ ...compact(row), ...(to_complete === true && { unnumbered: true }) })

export function suspensionsOf({ roles }: CaseKind, row: Row) {
  const given = roles.suspensions && row[roles.suspensions]
  return Array.isArray(given) ? given.map(({ from, to }: Row) => ({ from: String(from), ...(to ? { to: String(to) } : {}) })) : []
}

/** The outcome of an act, done or missed, does not give its day; a decision has the day on which it was taken. */
const handledOf = (one: Row) => ({
  key: String(one.key),
  status: one.status,
  date: String(one.done_date ?? (one.status === 'DONE' || one.status === 'MISSED' ? '' : dayAt(one.updated_at))),
  reason: String(one.handled_reason ?? ''),
})

/** The product's day of a moment; the UTC day of an evening's moment is the day before. */
const dayAt = (moment: unknown) => (typeof moment === 'string' && moment !== '' ? dayOfMoment(moment) : '')

/** The columns of an event that docketing reads. */
export const EVENT_FACTS = ['sid', 'code', 'event_date', 'receive_date', 'delivery_way', 'basis_date', 'basis_reason', 'set_due', 'round_no', 'side', 'by_transition', 'direction'] as const // oxfmt-ignore

export function eventOf(one: Row): CaseEvent {
  const { event_date, round_no, by_transition, ...rest } = one
  const more = { ...(round_no ? { round: Number(round_no) } : {}), ...(by_transition ? { by_step: true } : {}) }
  return { ...compact(rest), date: String(event_date), ...more } as CaseEvent // columns of an event
}

/** A payment before the first day on which the office accepts it is not valid, and does not settle the fee. */
export const isPaidEarly = ({ pay_date: paid, window_from: opens }: Row) => Boolean(paid && opens && String(paid) < String(opens))

const OWED: ReadonlySet<unknown> = new Set(UNPAID)

/** The payment of fees closes their deadline when the last of the fees that belong together is paid. */
function paymentsOf(fees: readonly Row[]): CaseEvent[] {
  const waiting = new Set(fees.filter((one) => OWED.has(one.status) && one.deadline_key).map((one) => one.deadline_key))
  const paid = fees.filter((one) => one.status === 'PAID' && one.pay_date && !isPaidEarly(one) && !waiting.has(one.deadline_key))
  return paid.map((one) => {
    const together = one.deadline_key ? paid.filter((other) => other.deadline_key === one.deadline_key) : [one]
    const last = together
      .map((other) => String(other.pay_date))
      .toSorted()
      .at(-1)
    return { sid: String(one.sid), code: `PAID:${one.fee_type}`, date: last ?? '' }
  })
}

/** An annuity that was open within its payment window, without a recorded payment, is not presumed paid. */
const wasWatched = ({ kind, status, created_at, grace_end, official_due }: Row) =>
  kind === 'ANNUITY' && (status === 'OPEN' || status === 'MISSED') && dayAt(created_at) <= String(grace_end ?? official_due ?? '')

/** A person has stated that it was not paid after all. */
const wasDenied = ({ fee_class, status, handled, deadline_key }: Row) =>
  fee_class === 'ANNUITY' && handled === true && Boolean(deadline_key) && (status === 'DUE' || status === 'OVERDUE' || status === 'EXPIRED')

const compact = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
