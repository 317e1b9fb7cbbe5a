import { moneyText } from '../../../../kit/money/money.ts'
import { annuityDates } from './annuity-dates.ts'
import { annuityRuleFor, noAnnuities } from './annuity-rules.ts'
import { FeeFault } from '../../../../fees/fault.ts'
import { isoDay } from '../../../../fees/facts.ts'
import { freeTo, lateRow, monthsLate, nextBand, rateIn, surchargeIn } from './late.ts'
import { chineseTerm, compensationYears, grantDay, patentYearSpan } from './patent-year.ts'
import { patentPriceMinor } from '../price.ts'
import { PERCENT, percentText, worst } from '../../../../fees/schedule/schedule.ts'
import type { AnnuityDates } from './annuity-dates.ts'
import type { AnnuityRule, Years } from './annuity-rules.ts'
import type { Explanation } from '../../../../fees/wording/explain.ts'
import type { AnnuityQuote } from '../../../../fees/annuities/annuity-quote.ts'
import type { FeeLaw } from '../../../../fees/fee-law.ts'
import type { FeeFacts } from '../../../../fees/facts.ts'
import type { PricedMinor } from '../../../../fees/schedule/price.ts'

/** The amount of one year when paid on that day. The US years are 3.5, 7.5 and 11.5. */
export function annuityQuote(facts: FeeFacts, year: number, payDate: string, law: FeeLaw): AnnuityQuote {
  const reason = noAnnuities(facts)
  const rule = annuityRuleFor(facts)
  if (reason || !rule) throw new FeeFault(reason ?? 'no_rule', `${facts.country} ${facts.subtype ?? ''}`)
  if (isCompensation(facts, year)) return compensationQuote(facts, year, payDate, law)
  const years = rule.years(facts)
  // Callers may still name the American years 4, 8 and 12, by whose end the fee must be paid.
  if (rule.only?.includes(year - 0.5)) return annuityQuote(facts, year - 0.5, payDate, law)
  if (!isPaidFor(rule, years, year)) throw new FeeFault('year_outside_life', `${facts.country} ${year}`)
  return year === years.first && rule.withRegistration > 0
    ? registrationQuote({ rule, facts, year, day: payDate, law })
    : yearlyQuote({ rule, facts, year, day: payDate, law })
}

/** Every annuity of the term, at the prices of its own due date; empty when `noAnnuities` gives a reason. */
export function annuitySchedule(facts: FeeFacts, law: FeeLaw): AnnuityQuote[] {
  const rule = annuityRuleFor(facts)
  if (!rule || noAnnuities(facts)) return []
  const years = rule.years(facts)
  const list: AnnuityQuote[] = []
  for (let year = years.first; year <= years.last; year += 1) {
    if (isPaidFor(rule, years, year)) list.push(quoteOnDueDate(rule, years, { facts, year, law }))
  }
  const after = chineseTerm(facts) + 1
  if (isCompensation(facts, after)) list.push(compensationQuote(facts, after, undefined, law))
  return list
}

type Asked = { rule: AnnuityRule; facts: FeeFacts; year: number; day: string | undefined; law: FeeLaw }

function quoteOnDueDate(rule: AnnuityRule, years: Years, { facts, year, law }: Pick<Asked, 'facts' | 'year' | 'law'>) {
  const asked = { rule, facts, year, day: undefined, law }
  return year === years.first && rule.withRegistration > 0 ? registrationQuote(asked) : yearlyQuote(asked)
}

function isPaidFor(rule: AnnuityRule, { first, last }: Years, year: number): boolean {
  if (year < first || year > last) return false
  if (rule.only) return rule.only.includes(year)
  return Number.isInteger(year) && (year === first || year >= first + rule.withRegistration)
}

function yearlyQuote({ rule, facts, year, day, law }: Asked): AnnuityQuote {
  const dates = annuityDates({ rule, facts, year, calendars: law.calendars })
  const payDate = day ?? dates.due
  const price = patentPriceMinor(rule.code, { ...facts, annuity_year: year }, payDate, law)
  const { row, certainty } = lateRow(law.schedules, rule.late, facts, payDate)
  const terminated = payDate > dates.graceEnd
  const months = monthsLate(row, dates, payDate)
  const surcharge = surchargeIn(row, months, price.full)
  const band = terminated ? undefined : nextBand(row, dates, months, price.full)
  const currency = price.row.currency
  const rate = row?.currency === PERCENT ? percentText(rateIn(row, months)) : ''
  const free = freeTo(row, dates)

  const explanation = [...dates.explanation, ...(Number.isInteger(year) ? price.explanation : price.explanation.map(withoutYear))]
  if (dates.windowFrom && payDate < dates.windowFrom) explanation.push({ kind: 'too_early', window_from: dates.windowFrom })
  if (surcharge === 0n) explanation.push({ kind: 'on_time', free_to: free, due: dates.due })
  else if (row) {
    const until = row.unit === 'MONTH' && band ? dates.monthEnds(months) : dates.graceEnd
    const sums = { full: moneyText(price.full, currency), amount: moneyText(surcharge, currency), currency }
    explanation.push({ kind: 'row', row: row.shown }, { kind: 'surcharge', months: startedMonth(dates, payDate), rate, ...sums, until })
  }
  // RFees Art. 2(1) item 5 speaks of the belated renewal fee, not of the reduced one.
  const isDoubted = rule.office === 'EP' && surcharge > 0n && price.reduction > 0n
  if (isDoubted) explanation.push({ kind: 'surcharge_on_full' })
  if (terminated) explanation.push({ kind: 'terminated', grace_end: dates.graceEnd, due: dates.due })
  const provisional = dates.isProvisional()
  if (provisional) explanation.push({ kind: 'provisional', office: rule.office })

  return {
    fee_code: rule.code,
    year,
    years: 1,
    due: dates.due,
    free_to: free,
    grace_end: dates.graceEnd,
    ...(dates.windowFrom && { window_from: dates.windowFrom }),
    with_registration: false,
    ...sumsOf(price, 1, surcharge),
    surcharge_rate: rate,
    terminated,
    ...(band && { next_band: { from: band.from, surcharge: moneyText(band.surcharge, currency) } }),
    certainty: worst(price.certainty, certainty, isDoubted ? 'CHECK' : 'SURE'),
    provisional,
    version: price.row.version,
    explanation,
  }
}

/** The name of the price gives its years, such as 3.5. */
const withoutYear = (step: Explanation[number]): Explanation[number] =>
  step.kind === 'row' ? { ...step, row: { ...step.row, year_from: null, year_to: null } } : step

/** The first years are paid within the deadline of the notice of grant, which is a fact of the case. */
function registrationQuote({ rule, facts, year, day, law }: Asked): AnnuityQuote {
  const due = isoDay(facts.register_date) ?? grantDay(facts) ?? day ?? beginOf(facts, year)
  const years = rule.withRegistration
  const price = patentPriceMinor(rule.code, { ...facts, annuity_year: year }, day ?? due, law)
  const explanation: Explanation = [{ kind: 'with_registration', year, years }, ...price.explanation]
  const sums = sumsOf(price, years, 0n)
  if (years > 1) explanation.push({ kind: 'years_together', years, currency: sums.currency, amount: sums.amount })
  return paidAtOnce({ rule, year, years, due, price, sums, explanation }, true)
}

/** If only the grant year is known, the year itself is the best available date. */
function beginOf(facts: FeeFacts, year: number): string {
  const filing = isoDay(facts.filing_date)
  if (!filing) throw new FeeFault('no_basis_date', `${facts.country} ${year}`)
  return patentYearSpan(filing, year).from
}

const isCompensation = (facts: FeeFacts, year: number) => facts.country === 'CN' && year === chineseTerm(facts) + 1 && compensationYears(facts) > 0

/** The compensation term is paid in one payment, before the ordinary term ends. */
function compensationQuote(facts: FeeFacts, year: number, payDate: string | undefined, law: FeeLaw): AnnuityQuote {
  const filing = isoDay(facts.filing_date)
  if (!filing) throw new FeeFault('no_basis_date', `${facts.country} ${year}`)
  const due = `${Temporal.PlainDate.from(filing)
    .add({ years: chineseTerm(facts) })
    .subtract({ days: 1 })}`
  const years = compensationYears(facts)
  const price = patentPriceMinor('CN.PTAANN', { ...facts, compensation_years: years }, payDate ?? due, law)
  const explanation: Explanation = [{ kind: 'compensation_due', due, years }, ...price.explanation]
  const terminated = payDate !== undefined && payDate > due
  if (terminated) explanation.push({ kind: 'terminated', grace_end: due, due })
  const rule = { code: 'CN.PTAANN' }
  return { ...paidAtOnce({ rule, year, years, due, price, sums: sumsOf(price, 1, 0n), explanation }, false), terminated }
}

type AtOnce = {
  rule: Pick<AnnuityRule, 'code'>
  year: number
  years: number
  due: string
  price: PricedMinor
  sums: ReturnType<typeof sumsOf>
  explanation: Explanation
}

const paidAtOnce = ({ rule, year, years, due, price, sums, explanation }: AtOnce, withRegistration: boolean): AnnuityQuote => ({
  fee_code: rule.code,
  year,
  years,
  due,
  free_to: due,
  grace_end: due,
  with_registration: withRegistration,
  ...sums,
  surcharge_rate: '0',
  terminated: false,
  certainty: price.certainty,
  provisional: false,
  version: price.row.version,
  explanation,
})

function sumsOf({ row: { currency }, full, amount, reduction }: PricedMinor, years: number, surcharge: bigint) {
  const count = BigInt(years)
  return {
    full: moneyText(full * count, currency),
    reduction_pct: percentText(reduction),
    amount: moneyText(amount * count, currency),
    surcharge: moneyText(surcharge, currency),
    total: moneyText(amount * count + surcharge, currency),
    currency,
  }
}

function startedMonth(dates: AnnuityDates, day: string): number {
  for (let month = 1; month < 6; month += 1) if (day <= dates.monthEnds(month)) return month
  return 6
}
