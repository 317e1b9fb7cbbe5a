import { divideHalfUp, moneyText } from '../../kit/money/money.ts'
import { FeeFault } from '../fault.ts'
import { chooseRows, percentText, worst } from './schedule.ts'
import { COUNTS } from './units.ts'
import type { Explanation } from '../wording/explain.ts'
import type { FeeFacts } from '../facts.ts'
import type { Prices } from '../fee-law.ts'
import type { Certainty, PricedRow, Unit } from './schedule.ts'

export type Price = {
  fee_code: string
  zh: string
  en: string
  currency: string
  /** The price before reduction. */
  full: string
  reduction_pct: string
  amount: string
  certainty: Certainty
  version: string
  explanation: Explanation
}

export type PricedMinor = {
  row: PricedRow
  full: bigint
  amount: bigint
  reduction: bigint
  certainty: Certainty
  explanation: Explanation
}

/** The price of a fee on the day of payment; `facts.annuity_year` names the year of an annuity. */
export function priceOf(code: string, facts: FeeFacts, payDate: string, prices: Prices): Price {
  const { row, full, amount, reduction, certainty, explanation } = priceMinor(code, facts, payDate, prices)
  return {
    fee_code: code,
    zh: row.zh,
    en: row.en,
    currency: row.currency,
    full: moneyText(full, row.currency),
    reduction_pct: percentText(reduction),
    amount: moneyText(amount, row.currency),
    certainty,
    version: row.version,
    explanation,
  }
}

/** Like `priceOf`, in the smallest unit of the currency. */
export function priceMinor(code: string, facts: FeeFacts, day: string, { schedules, reduce }: Prices): PricedMinor {
  const year = facts.annuity_year ?? undefined
  const { rows, estimated } = chooseRows(schedules, code, { facts, day, year })
  const [row] = rows
  if (!row) throw new FeeFault('no_price', year === undefined ? code : `${code} ${year}`)

  const explanation: Explanation = []
  if (estimated) explanation.push({ kind: 'estimated', day, from: row.from_date, to: row.to_date })
  const full = rows.reduce((total, part) => total + pricePart(part, facts, explanation), 0n)
  const reduction = row.reducible ? reduce?.(schedules, { code, facts, day, year }) : undefined
  const percent = reduction?.minor ?? 0n
  const amount = divideHalfUp(full * (10_000n - percent), 10_000n)

  const shown = { currency: row.currency, full: moneyText(full, row.currency), amount: moneyText(amount, row.currency) }
  if (reduction?.why) explanation.push({ kind: 'reduction', percent: percentText(percent), why: reduction.why, ...shown })
  if (reduction?.over) explanation.push({ kind: 'reduction_over', year: year ?? 0 })
  if (reduction?.joint) explanation.push({ kind: 'joint_applicants', count: facts.applicants_count ?? 0 })
  const missing = explanation.some(({ kind }) => kind === 'missing_count')
  const certainty = worst(...rows.map((part) => part.certainty), reduction?.certainty ?? 'SURE', estimated || missing ? 'CHECK' : 'SURE')
  return { row, full, amount, reduction: percent, certainty, explanation }
}

function pricePart(row: PricedRow, facts: FeeFacts, explanation: Explanation): bigint {
  explanation.push({ kind: 'row', row: row.shown })
  if (row.unit === '' || row.perUnitMinor === 0n) return row.baseMinor
  // Schedules are only built from rows whose units have been checked.
  const unit = row.unit as Unit
  const counts = COUNTS[unit](facts)
  if (!counts) {
    explanation.push({ kind: 'missing_count', unit })
    return row.baseMinor
  }
  const charged = counts.reduce((total, count) => total + Math.max(0, Math.min(count, row.unit_to ?? count) - row.free_units), 0)
  const price = row.perUnitMinor * BigInt(charged)
  if (charged > 0) {
    const rate = moneyText(row.perUnitMinor, row.currency)
    explanation.push({ kind: 'units', unit, charged, rate, currency: row.currency, amount: moneyText(price, row.currency) })
  }
  return row.baseMinor + price
}
