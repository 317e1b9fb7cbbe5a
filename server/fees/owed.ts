import { FeeFault } from '../../model/fees/fault.ts'
import { isLostForFee } from '../../model/docketing/calculation/state.ts'
import { annuityOfYear } from '../docketing/annuities.ts'
import { lawFor } from '../docketing/law/law.ts'
import type { Case } from '../docketing/read-cases.ts'
import type { Context, RowValues } from '../records/context.ts'

/** Amount of an annuity on the day of its payment; undefined for another fee, and without a price in the currency of the fee. */
export async function owedOn(ctx: Context, one: Case, fee: RowValues, day: string) {
  const year = Number(fee.annuity_year)
  if (fee.fee_class !== 'ANNUITY' || !(year > 0)) return undefined
  const law = await lawFor(ctx)
  const quoted = tryQuote(() => annuityOfYear(one, year, day, law, ctx.today))
  if (quoted?.currency !== fee.currency) return undefined
  const isRestoring = quoted?.terminated && isMadeUpFor(one, fee)
  return isRestoring ? tryQuote(() => annuityOfYear(one, year, quoted.grace_end, law, ctx.today)) : quoted
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
