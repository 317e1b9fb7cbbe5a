import { compareMoney, subtractMoney, sumMoney } from '../../kit/money/money.ts'
import type { Licence } from './licence.ts'

export type Royalty = NonNullable<Licence['royalties']>[number]
export type Receipt = NonNullable<Licence['receipts']>[number]
export type Balance = NonNullable<Licence['royalty_balance']>[number]

type Open = { of: Royalty; received: string; day: string | null; isWhole: boolean }

/**
 * The receipts of each payment that is due. A receipt pays the payment of the day that it names, and otherwise the earliest open one in
 * its currency. A surplus pays the next payment; an amount for which no payment is due has a row of its own.
 */
export function balanceOf(royalties: readonly Royalty[], receipts: readonly Receipt[]): Balance[] {
  const open = royalties.map((of): Open => ({ of, received: '0', day: null, isWhole: false }))
  const inOrder = open.toSorted((one, other) => compareDays(one.of.due_date, other.of.due_date))
  const over: Balance[] = []
  for (const receipt of receipts.toSorted((one, other) => compareDays(one.received_date, other.received_date))) {
    const own = inOrder.filter(({ of }) => currencyOf(of) === currencyOf(receipt))
    const isNamed = ({ of }: Open) => receipt.due_date !== null && of.due_date === receipt.due_date
    const rest = receive([...own.filter(isNamed), ...own.filter((one) => !isNamed(one))], receipt)
    if (rest !== null) over.push({ ...BLANK, currency: receipt.currency, received: rest, settled_on: receipt.received_date, note: receipt.note })
  }
  return [...open.map(balance), ...over]
}

const BLANK = { due_date: null, amount: null, outstanding: null }
const currencyOf = ({ currency }: { currency: string | null }) => currency ?? 'CNY'
const compareDays = (one: string | null, other: string | null) => ((one ?? LAST) < (other ?? LAST) ? -1 : (one ?? LAST) > (other ?? LAST) ? 1 : 0)
const LAST = '9999-12-31'

/** Returns the amount that no payment takes; a receipt without an amount pays the whole of its payment. */
function receive(payments: readonly Open[], { amount, received_date: day, ...receipt }: Receipt): string | null {
  const currency = currencyOf(receipt)
  let rest = amount
  for (const one of payments) {
    if (one.isWhole) continue
    const missing = one.of.amount === null ? null : subtractMoney(one.of.amount, one.received, currency)
    // A payment of unknown amount takes the whole receipt; a receipt without amount pays the open amount in full.
    const taken = rest === null ? (missing ?? '0') : missing === null || compareMoney(rest, missing, currency) < 0 ? rest : missing
    one.received = sumMoney([one.received, taken], currency)
    one.isWhole = missing === null || compareMoney(taken, missing, currency) === 0
    one.day = day
    if (rest === null) return null
    rest = subtractMoney(rest, taken, currency)
    if (compareMoney(rest, '0', currency) === 0) return null
  }
  return rest
}

function balance({ of: { due_date, amount, currency, note }, received, day, isWhole }: Open): Balance {
  const outstanding = amount === null ? null : subtractMoney(amount, received, currency ?? 'CNY')
  return { due_date, currency, amount, received: day === null ? null : received, outstanding, settled_on: isWhole ? day : null, note }
}
