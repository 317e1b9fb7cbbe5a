import type { FeeLaw } from '../../model/fees/annuities/annuity.ts'
import { filingFees } from '../../model/fees/filing.ts'
import { patentYear } from '../../model/fees/annuities/patent-year.ts'
import { type Price, priceOf } from '../../model/fees/schedule/price.ts'
import { type Law, rulesNamed } from '../../model/docketing/rules/law.ts'
import type { ComputedDeadline } from '../../model/docketing/calculation/computed-deadline.ts'
import { FEES_OF_RULE, type RuleFees } from '../../model/docketing/rules/rule-fees.ts'
import { isProved } from '../../model/docketing/calculation/settle.ts'
import { addDuration, parseDuration } from '../../model/kit/duration.ts'
import { sumMoney } from '../../model/kit/money.ts'
import type { Case } from './read-cases.ts'
import type { TenantLaw } from './law/law.ts'

export type Charge = Price & { annuity_year?: number; due?: string; waived?: boolean }

type Asked = { one: Case; duty: ComputedDeadline; on: string; law: FeeLaw }

/** The fees of a filing or an entry, all of them or only these; as the law has it, with what is waived. */
const filing = (wanted: readonly string[], { one, on, law }: Asked): Charge[] =>
  filingFees(wanted.length ? { ...one.fee, sub_exam_requested: true } : one.fee, on, law).items.filter(
    ({ fee_code }) => wanted.length === 0 || wanted.includes(fee_code),
  )

/** The first years are paid at once; the number of claims on record counts. */
function firstYears(code: string, years: number, { one, on, law }: Asked): Charge {
  const price = priceOf(code, { ...one.fee, annuity_year: 1 }, on, law.schedules)
  const times = (amount: string) => sumMoney(Array<string>(years).fill(amount), price.currency)
  const name = { zh: `${price.zh}（第1–${years}年）`, en: `${price.en}, years 1–${years}` }
  const together = { kind: 'years_together', years, currency: price.currency, amount: times(price.amount) } as const
  const explanation = [...price.explanation, together]
  return { ...price, ...name, full: times(price.full), amount: times(price.amount), annuity_year: 1, explanation }
}

/** The notice names the year; a person may have entered it. Where the time limit runs into the next patent year, it is to be checked. */
function grantYearFee({ one, duty, on, law }: Asked): Charge[] {
  const filed = one.fee.filing_date
  if (!filed) return []
  const noticed = patentYear(filed, duty.explanation.trigger.date)
  const reckoned = patentYear(filed, on)
  const entered = one.fees.find(({ deadline_key, fee_type }) => deadline_key === duty.key && fee_type === 'CN.ANN')?.annuity_year
  const year = typeof entered === 'number' ? entered : reckoned
  const price = priceOf('CN.ANN', { ...one.fee, annuity_year: year }, on, law.schedules)
  return [{ ...price, annuity_year: year, certainty: noticed === reckoned || year !== reckoned ? price.certainty : 'CHECK' }]
}

const CHARGES: Readonly<Record<RuleFees['kind'], (fees: RuleFees, asked: Asked) => Charge[]>> = {
  FILING: ({ codes }, asked) => filing(codes, asked),
  CODES: ({ codes }, { one, on, law }) => codes.map((code) => priceOf(code, one.fee, on, law.schedules)),
  FIRST_YEARS: ({ codes, years = 1 }, asked) => codes.map((code) => firstYears(code, years, asked)),
  GRANT_YEAR: (_fees, asked) => grantYearFee(asked),
}

/** What the act itself costs, and what its extensions cost. */
export function chargesOf(one: Case, duty: ComputedDeadline, { law, fees }: TenantLaw, today: string): Charge[] {
  const due = duty.official_due
  if (!due || duty.country) return []
  if (!isOwed(one, duty, law, today) && !one.fees.some((fee) => fee.deadline_key === duty.key)) return []
  const entered = duty.rule_id.startsWith('NP') || duty.rule_id === 'CNP50'
  const on = (entered && duty.done_date) || (duty.overdue ? today : due)
  const asked = { one, duty, on, law: fees }
  const own = FEES_OF_RULE[duty.rule_id]
  return [...(own ? CHARGES[own.kind](own, asked) : []), ...extensionOf(asked, law)]
}

/** Open; missed, when it must be made up for with a restoration; or done by an act that does not show whether it was paid for, while there is still time to pay. */
function isOwed(one: Case, duty: ComputedDeadline, law: Law, today: string): boolean {
  return duty.status === 'OPEN' || isRestorable(duty, today) || isStillUnpaid(one, duty, law, today)
}

/** No office restores a right later than this after the day that was missed; the Chinese limit is the longest (Implementing Rules, rule 6). */
const RESTORABLE = '-2y'
export const longAgo = (today: string) => addDuration(Temporal.PlainDate.from(today), RESTORABLE).toString()

const isRestorable = ({ status, restoration_end: end, official_due: due }: ComputedDeadline, today: string) =>
  status === 'MISSED' && end !== undefined && due !== null && due >= longAgo(today)

/** The request was filed; whether its fee was paid is not on record, and the time to pay is not over. */
export function isStillUnpaid({ facts }: Case, duty: ComputedDeadline, law: Law, today: string): boolean {
  if (duty.status !== 'DONE' || (duty.done_by !== 'EVENT' && duty.done_by !== 'FIELD') || isPayment(duty)) return false
  const end = duty.cure_until ?? duty.official_due ?? ''
  const rule = rulesNamed(duty.rule_id, law).find(({ version }) => version === duty.rule_version)
  return end >= today && rule !== undefined && !isProved(rule, duty.explanation.trigger.date, duty.trigger_event, facts)
}

export const isPayment = ({ explanation: { settled } }: ComputedDeadline) =>
  settled !== undefined && (settled.what.startsWith('PAID:') || settled.what === 'paid_annuities')

/** One fee for the months bought in all; it is owed before the period ends, or where the law allows, by the new end. */
function extensionOf({ one, duty, law: { schedules } }: Asked, law: Law): Charge[] {
  const periods = duty.explanation.extension?.periods ?? []
  const rule = rulesNamed(duty.rule_id, law).find(({ version }) => version === duty.rule_version)
  const months = periods.flatMap(parseDuration).reduce((sum, { count, unit }) => sum + (unit === 'm' ? count : 0), 0)
  const code = rule?.extensions?.steps.find(({ period }) => period === `${months}m`)?.fee
  const due = (rule?.extensions?.after_the_end ? duty.extended_due : duty.official_due) ?? undefined
  if (!code || !due) return []
  return [{ ...priceOf(code, { ...one.fee, months }, due, schedules), due }]
}
