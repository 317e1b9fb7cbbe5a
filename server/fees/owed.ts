import type { AnnuityQuote } from '../../model/fees/annuities/annuity-quote.ts'
import { FeeFault } from '../../model/fees/fault.ts'
import { worst } from '../../model/fees/schedule/schedule.ts'
import { compareMoney, roundMoney, sumMoney } from '../../model/kit/money/money.ts'
import { isLostForFee } from '../../model/docketing/calculation/state.ts'
import { annuityOfYear } from '../docketing/annuities.ts'
import { lawFor } from '../docketing/law/law.ts'
import type { Case } from '../docketing/read-cases.ts'
import type { Context, RowValues } from '../records/context.ts'

/** Amount of an annuity on the day of its payment, with an amount that a person set in the place of the price; undefined for another fee, and without a price in the currency of the fee. */
export async function owedOn(ctx: Context, one: Case, fee: RowValues, day: string) {
  const year = Number(fee.annuity_year)
  if (fee.fee_class !== 'ANNUITY' || !(year > 0)) return undefined
  const law = await lawFor(ctx)
  const quoted = tryQuote(() => annuityOfYear(one, year, day, law, ctx.today))
  if (quoted?.currency !== fee.currency) return undefined
  const isRestoring = quoted?.terminated && isMadeUpFor(one, fee)
  const priced = isRestoring ? tryQuote(() => annuityOfYear(one, year, quoted.grace_end, law, ctx.today)) : quoted
  return priced && ofPerson(fee, { ...priced, certainty: worst(priced.certainty, isUnsureDay(one, fee) ? 'CHECK' : 'SURE') })
}

const isUnsureDay = ({ deadlines }: Case, fee: RowValues) => deadlines.some(({ key, certainty }) => key === fee.deadline_key && certainty === 'CHECK')

/** A fee entered by hand keeps its amount on a list. A corrected one too, with the surcharge of the day; where it is not the price, it is to be checked. */
function ofPerson(fee: RowValues, priced: AnnuityQuote): AnnuityQuote {
  if (!isSetByPerson(fee)) return priced
  const { currency } = priced
  const [amount, own] = [fee.amount, fee.surcharge ?? '0'].map((one) => roundMoney(String(one), currency)) as [string, string]
  const isByHand = fee.manual === true
  const surcharge = isByHand ? own : priced.surcharge
  const surcharge_rate = isByHand ? String(fee.surcharge_rate ?? '') : priced.surcharge_rate
  const certainty = compareMoney(amount, priced.amount, currency) === 0 ? priced.certainty : 'CHECK'
  return { ...priced, amount, surcharge, surcharge_rate, total: sumMoney([amount, surcharge], currency), certainty }
}

/** What a person sets as the amount of an unpaid annuity is noted with it: the note holds as long as the fee has that amount. */
export const noteOfPerson = (amount: string | null) => (amount === null ? null : { amount_set: amount })

function isSetByPerson({ amount, currency, manual, explanation, payment_sid: list }: RowValues): boolean {
  if ((amount ?? null) === null) return false
  const { amount_set: set } = (explanation ?? {}) as { amount_set?: string } // as noted above
  return (manual === true && (list ?? null) !== null) || (set !== undefined && compareMoney(set, String(amount), String(currency)) === 0)
}

/** With a restoration the fee is paid after its grace, with the whole surcharge. */
function isMadeUpFor({ facts, deadlines }: Case, fee: RowValues): boolean {
  return isLostForFee(facts) || deadlines.some(({ key, status }) => key === fee.deadline_key && status === 'RESTORED')
}

export function tryQuote<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof FeeFault) return undefined
    throw error
  }
}
