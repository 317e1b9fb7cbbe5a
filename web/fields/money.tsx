import { formatAmount } from '../../model/kit/money/money.ts'
import { isBlank } from './view.ts'

/** An amount with its currency, whose code is set apart from the digits; a dash without an amount. */
export const Money = ({ amount, currency }: { amount: unknown; currency: unknown }) =>
  isBlank(amount) ? (
    <span className="none">—</span>
  ) : (
    <span className="number">
      <span className="currency">{String(currency)}</span> <Digits amount={amount} currency={currency} />
    </span>
  )

/** The digits alone, where a heading or a line beside it names the currency. */
export const Digits = ({ amount, currency }: { amount: unknown; currency: unknown }) =>
  isBlank(amount) ? <span className="none">—</span> : <>{formatAmount(String(amount), String(currency))}</>
