// The fees due with the deadlines of a patent, except annuities.
import { FEES_OF_RULE, type RuleFees } from './rule-fees.ts'
import { patentYear } from './annuities/patent-year.ts'
import { filingFees } from './filing.ts'
import type { Charge, ChargesAsked } from '../../../fees/kind.ts'
import { patentPrice } from './price.ts'
import { sumMoney } from '../../../kit/money/money.ts'

/** Filing fees are priced on the filing date, all others on the due date, or on today when late. */
export function patentCharges(asked: ChargesAsked): Charge[] {
  const { deadline, today } = asked
  const own = FEES_OF_RULE[deadline.rule_id]
  const due = deadline.official_due
  if (!own || !due) return []
  const entered = deadline.rule_id.startsWith('NP') || deadline.rule_id === 'CNP50'
  const on = (entered && deadline.done_date) || (deadline.overdue ? today : due)
  return CHARGES[own.kind](own, { ...asked, on })
}

type Asked = ChargesAsked & { on: string }

/** The fees of a filing or an entry, all of them or only these; by law, with waived fees. */
const filing = (wanted: readonly string[], { facts, on, law }: Asked): Charge[] =>
  filingFees(wanted.length ? { ...facts, sub_exam_requested: true } : facts, on, law).items.filter(
    ({ fee_code }) => wanted.length === 0 || wanted.includes(fee_code),
  )

/** The first years are paid in one payment; the recorded number of claims counts. */
function firstYears(code: string, years: number, { facts, on, law }: Asked): Charge {
  const price = patentPrice(code, { ...facts, annuity_year: 1 }, on, law)
  const times = (amount: string) => sumMoney(Array<string>(years).fill(amount), price.currency)
  const name = { zh: `${price.zh}（第1–${years}年）`, en: `${price.en}, years 1–${years}` }
  const together = { kind: 'years_together', years, currency: price.currency, amount: times(price.amount) } as const
  const explanation = [...price.explanation, together]
  return { ...price, ...name, full: times(price.full), amount: times(price.amount), annuity_year: 1, explanation }
}

/** The notice names the year; a person may have entered it. A deadline that runs into the next patent year must be checked. */
function grantYearFee({ deadline, facts, fees, on, law }: Asked): Charge[] {
  const filed = facts.filing_date
  if (!filed) return []
  const noticed = patentYear(filed, deadline.explanation.trigger.date)
  const reckoned = patentYear(filed, on)
  const entered = fees.find(({ deadline_key, fee_type }) => deadline_key === deadline.key && fee_type === 'CN.ANN')?.annuity_year
  const year = entered === undefined || entered === null ? reckoned : Number(entered)
  const price = patentPrice('CN.ANN', { ...facts, annuity_year: year }, on, law)
  return [{ ...price, annuity_year: year, certainty: noticed === reckoned || year !== reckoned ? price.certainty : 'CHECK' }]
}

const CHARGES: Readonly<Record<RuleFees['kind'], (fees: RuleFees, asked: Asked) => Charge[]>> = {
  FILING: ({ codes }, asked) => filing(codes, asked),
  CODES: ({ codes }, { facts, on, law }) => codes.map((code) => patentPrice(code, facts, on, law)),
  FIRST_YEARS: ({ codes, years = 1 }, asked) => codes.map((code) => firstYears(code, years, asked)),
  GRANT_YEAR: (_fees, asked) => grantYearFee(asked),
}
