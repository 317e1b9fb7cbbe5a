import type { CaseKind } from '../cases/case-kind.ts'
import type { FeeFacts } from '../fees/facts.ts'
import type { CaseEvent, CaseFacts } from './calculation/facts.ts'
import { stateIn } from './calculation/state.ts'
import type { Related, Row } from './kind.ts'

/** The remark of an event created by a transition of its case. */
export const LEFT_BY_TRANSITION = '随状态变更记录；日期不同的请改正 / recorded with the change of state; correct the date if it was another day'

/** Roles that are facts under the name of the role, whatever the field is called in the kind. */
const FACTS_BY_ROLE = ['country', 'subtype', 'route', 'filing_date', 'grant_date', 'close_date'] as const

/** All facts for the rules: the driving fields by their codes, facts of every case, and facts of its kind. */
export function factsOfCase(kind: CaseKind, row: Row, related: Related): CaseFacts {
  const common = commonFacts(kind, row, related)
  return { ...common, ...kind.docketing?.facts?.(row, related, common) }
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

function commonFacts(kind: CaseKind, row: Row, { priorities, events, deadlines, fees, countries }: Related): CaseFacts {
  const values = drivingValues(kind, row)
  const country = String(values.country ?? '')
  const applicants = applicantsOf(kind, row)
  const facts = {
    ...values,
    sid: String(row.sid),
    kind: kind.name,
    country,
    status: kind.model.states && row[kind.model.states.field],
    state: stateIn(kind.model, row),
    abroad: applicants.length > 0 && applicants.every((sid) => (countries.get(sid) ?? country) !== country),
    priorities: priorities.map(compact),
    events: [...events.map(eventOf), ...paymentsOf(fees)],
    suspensions: suspensionsOf(kind, row),
    watched: [...deadlines.filter(wasWatched).map((one) => String(one.key)), ...fees.filter(wasDenied).map((one) => String(one.deadline_key))],
    handled: deadlines.filter((one) => one.handled).map(handledOf),
    proved: deadlines.filter((one) => one.status === 'DONE' && one.done_by === 'OUTCOME').map((one) => String(one.key)),
    extensions: deadlines.flatMap((one) => ((one.extensions as Row[] | null) ?? []).map((step) => ({ ...step, key: String(one.key) }))), // a list of steps
    paid_annuities: fees
      .filter((one) => one.status === 'PAID' && one.annuity_year !== null)
      .map((one) => ({ year: Number(one.annuity_year), date: String(one.pay_date ?? one.due_date) })),
  }
  return facts as unknown as CaseFacts // the columns have the names and types that facts.ts declares
}

/** The sids of the applicants, whether the field holds rows or references. */
export function applicantsOf({ model, roles }: CaseKind, row: Row): string[] {
  const code = roles.applicants
  const field = code === undefined ? undefined : Object.entries(model.fields).find(([name]) => name === code)?.[1]
  const given = code === undefined ? null : row[code]
  if (!Array.isArray(given)) return []
  const part = field?.type === 'rows' ? Object.entries(field.of).find(([, { type }]) => type === 'reference')?.[0] : undefined
  return given.map((one: Row | string) => String(typeof one === 'string' || part === undefined ? one : one[part]))
}

function suspensionsOf({ roles }: CaseKind, row: Row) {
  const [from, to] = [roles.suspended_from && row[roles.suspended_from], roles.suspended_to && row[roles.suspended_to]]
  return from ? [{ from: String(from), ...(to ? { to: String(to) } : {}) }] : []
}

const handledOf = (one: Row) => ({
  key: String(one.key),
  status: one.status,
  date: String(one.done_date ?? one.updated_at).slice(0, 10),
  reason: String(one.handled_reason ?? ''),
})

function eventOf(one: Row): CaseEvent {
  const { event_date, round_no, remark, ...rest } = one
  const more = { ...(round_no ? { round: Number(round_no) } : {}), ...(remark === LEFT_BY_TRANSITION && { by_step: true }) }
  return { ...compact(rest), date: String(event_date), ...more } as CaseEvent // columns of an event
}

const UNPAID: ReadonlySet<unknown> = new Set(['PLANNED', 'TO_PAY', 'PAYING', 'OVERDUE', 'UNDERPAID'])

/** The payment of fees closes their deadline when the last of the fees that belong together is paid. */
function paymentsOf(fees: readonly Row[]): CaseEvent[] {
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

/** An annuity that was open within its payment window, without a recorded payment, is not presumed paid. */
const wasWatched = ({ kind, status, created_at, grace_end, official_due }: Row) =>
  kind === 'ANNUITY' && (status === 'OPEN' || status === 'MISSED') && String(created_at).slice(0, 10) <= String(grace_end ?? official_due ?? '')

/** A person has stated that it was not paid after all. */
const wasDenied = ({ fee_class, status, handled, deadline_key }: Row) =>
  fee_class === 'ANNUITY' && handled === true && Boolean(deadline_key) && (status === 'OVERDUE' || status === 'EXPIRED')

const compact = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
