import type { ComputedDeadline } from '../../docketing/calculation/computed-deadline.ts'
import { divideHalfUp, minorOf, moneyText } from '../../kit/money/money.ts'
import type { AnnuityQuote } from './annuity-quote.ts'
import type { FeeFacts } from '../facts.ts'
import type { Prices } from '../fee-law.ts'
import { FeeFault } from '../fault.ts'
import { priceMinor } from '../schedule/price.ts'
import { PERCENT, percentText, worst } from '../schedule/schedule.ts'
import type { Explanation } from '../wording/explain.ts'

type Asked = { deadline: ComputedDeadline; code: string; facts: FeeFacts; year: number; day: string; prices: Prices }

/** The amount of one occurrence when paid on that day, by the rule, its grace period and the prices. */
export function renewalQuote({ deadline, code, facts, year, day, prices }: Asked): AnnuityQuote {
  const due = deadline.official_due
  if (!due) throw new FeeFault('no_basis_date', `${code} ${year}`)
  const end = deadline.grace_end ?? due
  const price = priceMinor(code, { ...facts, annuity_year: year }, day, prices)
  const { currency, version } = price.row
  const band = bandOn(deadline, day)
  const surcharge = band?.fee ? priceMinor(band.fee, facts, day, prices).amount : band ? partOf(price.full, band.rate) : 0n
  const terminated = day > end
  const explanation: Explanation = [...price.explanation]
  const sums = { full: moneyText(price.full, currency), amount: moneyText(surcharge, currency), currency }
  if (surcharge === 0n) explanation.push({ kind: 'on_time', free_to: due, due })
  else explanation.push({ kind: 'surcharge', months: band?.number ?? 0, rate: band?.rate ?? '', ...sums, until: band?.until ?? end })
  if (terminated) explanation.push({ kind: 'terminated', grace_end: end, due })
  return {
    fee_code: code,
    year,
    years: 1,
    due,
    free_to: due,
    grace_end: end,
    ...(deadline.window_from && { window_from: deadline.window_from }),
    with_registration: false,
    full: sums.full,
    reduction_pct: percentText(price.reduction),
    amount: moneyText(price.amount, currency),
    surcharge: sums.amount,
    surcharge_rate: band?.rate ?? '0',
    total: moneyText(price.amount + surcharge, currency),
    currency,
    terminated,
    certainty: worst(price.certainty, deadline.certainty),
    provisional: deadline.provisional,
    version,
    explanation,
  }
}

type Band = { number: number; until: string; rate: string; fee?: string }

/** The band of the grace period that contains the day; after its end, the last one. */
function bandOn({ official_due: due, explanation: { grace } }: ComputedDeadline, day: string): Band | undefined {
  if (!grace || !due || day <= due) return undefined
  const at = grace.steps.findIndex(({ until }) => day <= until)
  const number = at < 0 ? grace.steps.length : at + 1
  const step = grace.steps[number - 1]
  if (!step) return undefined
  return { number, until: step.until, rate: (step.surcharge ?? '0').replace('%', ''), ...(step.fee && !step.surcharge && { fee: step.fee }) }
}

const partOf = (full: bigint, rate: string) => divideHalfUp(full * minorOf(rate, PERCENT), 10_000n)
