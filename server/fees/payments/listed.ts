import type { ConfirmedTotal } from '../../../model/fees/fee-actions.ts'
import { sumMoney } from '../../../model/kit/money/money.ts'
import type { Context } from '../../records/context.ts'

export type Listed = {
  sid: string
  payment_sid: string
  status: string
  currency: string
  amount: string | null
  surcharge: string | null
  paid_amount: string | null
  voucher_no: string | null
  certainty: string | null
}

/** The fees of these payment lists. */
export async function feesOf({ db }: Context, lists: readonly string[]): Promise<Listed[]> {
  const rows = await db
    .selectFrom('fee')
    .select(['sid', 'payment_sid', 'status', 'currency', 'amount', 'surcharge', 'paid_amount', 'voucher_no', 'certainty'])
    .where('payment_sid', 'in', [...lists])
    .where('deleted_at', 'is', null)
    .execute()
  return rows as Listed[] // the columns just selected
}

export function totalsOf(fees: readonly Listed[]): ConfirmedTotal[] {
  const currencies = [...new Set(fees.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => {
    const own = fees.filter((one) => one.currency === currency)
    const amounts = own.flatMap((one) =>
      one.status === 'PAID' && one.paid_amount !== null ? [one.paid_amount] : [one.amount ?? '0', one.surcharge ?? '0'],
    )
    return { currency, amount: sumMoney(amounts, currency) }
  })
}

/** What a list of these fees costs; one without fees costs what its bills or rewards do. */
export const sumsOf = (fees: readonly Listed[], kept: unknown): ConfirmedTotal[] =>
  fees.length > 0 ? totalsOf(fees) : Array.isArray(kept) ? (kept as ConfirmedTotal[]) : [] // kept by the server

export const isDoubted = ({ certainty }: Pick<Listed, 'certainty'>) => certainty === 'CHECK'
