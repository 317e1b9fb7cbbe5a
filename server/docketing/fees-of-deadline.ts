import type { FeeLaw, Prices } from '../../model/fees/fee-law.ts'
import type { Charge } from '../../model/fees/kind.ts'
import { priceOf } from '../../model/fees/schedule/price.ts'
import { type Law, rulesNamed } from '../../model/docketing/rules/law.ts'
import type { ComputedDeadline } from '../../model/docketing/calculation/computed-deadline.ts'
import type { Rule } from '../../model/docketing/rules/rule.ts'
import { isProved } from '../../model/docketing/calculation/settle.ts'
import { addDuration, parseDuration } from '../../model/kit/days/duration.ts'
import type { Case } from './read-cases.ts'
import type { TenantLaw } from './law/law.ts'

/** The fees of the act itself and of its extensions. */
export function chargesOf(one: Case, deadline: ComputedDeadline, { law, fees }: TenantLaw, today: string): Charge[] {
  if (!deadline.official_due || deadline.country) return []
  if (!isOwed(one, deadline, law, today) && !one.fees.some((fee) => fee.deadline_key === deadline.key)) return []
  const own = one.kind.fees?.charges?.({ deadline, facts: one.fee, fees: one.fees, today, law: fees }) ?? []
  return [...own, ...namedFees(one, deadline, { law, fees }, today), ...extensionOf(one, deadline, { law, fees })]
}

/** The version of the rule that made the deadline. */
export const ruleOf = ({ rule_id, rule_version }: ComputedDeadline, law: Law): Rule | undefined =>
  rulesNamed(rule_id, law).find(({ version }) => version === rule_version)

/** The fees that the rule names, at the price of the due date, or of today when late; an annuity computes its own price. */
function namedFees(one: Case, deadline: ComputedDeadline, { law, fees }: TenantLaw, today: string): Charge[] {
  const day = deadline.overdue ? today : (deadline.official_due ?? today)
  const codes = deadline.kind === 'ANNUITY' ? [] : (ruleOf(deadline, law)?.fees ?? [])
  return codes.map((code) => priceOf(code, one.fee, day, pricesOf(one, fees)))
}

/** The prices of the kind of the case. */
export const pricesOf = ({ kind }: Case, { schedules }: FeeLaw): Prices => ({ schedules, reduce: kind.fees?.reduce })

/** Open; missed, when a restoration must make up for it; or done by an act that does not prove payment, while payment is still possible. */
function isOwed(one: Case, deadline: ComputedDeadline, law: Law, today: string): boolean {
  return deadline.status === 'OPEN' || isRestorable(deadline, today) || isStillUnpaid(one, deadline, law, today)
}

/** No office restores a right later than this after the missed day; the Chinese limit is the longest (Implementing Rules, rule 6). */
const RESTORABLE = '-2y'
export const longAgo = (today: string) => addDuration(Temporal.PlainDate.from(today), RESTORABLE).toString()

const isRestorable = ({ status, restoration_end: end, official_due: due }: ComputedDeadline, today: string) =>
  status === 'MISSED' && end !== undefined && due !== null && due >= longAgo(today)

/** The request was filed; the payment of its fee is not on record, and the payment period is not over. */
export function isStillUnpaid({ facts }: Pick<Case, 'facts'>, deadline: ComputedDeadline, law: Law, today: string): boolean {
  if (deadline.status !== 'DONE' || (deadline.done_by !== 'EVENT' && deadline.done_by !== 'FIELD') || isPayment(deadline)) return false
  const end = deadline.cure_until ?? deadline.official_due ?? ''
  const rule = ruleOf(deadline, law)
  return end >= today && rule !== undefined && !isProved(rule, deadline.explanation.trigger.date, deadline.trigger_event, facts)
}

export const isPayment = ({ explanation: { settled } }: ComputedDeadline) =>
  settled !== undefined && (settled.what.startsWith('PAID:') || settled.what === 'paid_annuities')

/** One fee for all months bought; it is owed before the period ends, or where the law allows, by the new end. */
function extensionOf(one: Case, deadline: ComputedDeadline, { law, fees }: TenantLaw): Charge[] {
  const periods = deadline.explanation.extension?.periods ?? []
  const rule = ruleOf(deadline, law)
  const months = periods.flatMap(parseDuration).reduce((sum, { count, unit }) => sum + (unit === 'm' ? count : 0), 0)
  const code = rule?.extensions?.steps.find(({ period }) => period === `${months}m`)?.fee
  const due = (rule?.extensions?.after_the_end ? deadline.extended_due : deadline.official_due) ?? undefined
  if (!code || !due) return []
  return [{ ...priceOf(code, { ...one.fee, months }, due, pricesOf(one, fees)), due }]
}
