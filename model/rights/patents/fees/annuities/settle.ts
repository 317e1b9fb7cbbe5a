import { compareMoney, subtractMoney, sumMoney } from '../../../../kit/money/money.ts'
import { annuityQuote } from './annuity.ts'
import type { AnnuityQuote } from '../../../../fees/annuities/annuity-quote.ts'
import type { FeeLaw } from '../../../../fees/fee-law.ts'
import type { FeeFacts } from '../../../../fees/facts.ts'

export type Payment = { date: string; amount: string }
export type Settlement = {
  is_paid: boolean
  /** The day on which the payments first covered the amount owed that day. */
  paid_on?: string
  paid: string
  /** The amount still owed, on the last day considered. */
  missing: string
  quote: AnnuityQuote
}

/** A short payment does not settle the fee: the day on which it is completed decides the amount. `today` prices an open remainder. */
export function settleAnnuity(facts: FeeFacts, year: number, payments: readonly Payment[], law: FeeLaw & { today: string }): Settlement {
  const inOrder = payments.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  let quote = annuityQuote(facts, year, law.today, law)
  let paid = sumMoney([], quote.currency)
  for (const { date, amount } of inOrder) {
    const owed = annuityQuote(facts, year, date, law)
    paid = sumMoney([paid, amount], owed.currency)
    if (!owed.terminated && compareMoney(paid, owed.total, owed.currency) >= 0) {
      return { is_paid: true, paid_on: date, paid, missing: sumMoney([], owed.currency), quote: owed }
    }
    if (date > law.today) quote = owed
  }
  return { is_paid: false, paid, missing: subtractMoney(quote.total, paid, quote.currency), quote }
}
