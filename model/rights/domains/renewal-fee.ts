import { addDuration, isoOf } from '../../kit/days/duration.ts'
import { dayOf } from '../../docketing/calendar/day.ts'
import { MONEY_CURRENCIES } from '../../fees/currencies/currencies.ts'
import type { FeeFacts } from '../../fees/facts.ts'
import type { Charge, ChargesAsked } from '../../fees/kind.ts'
import type { Row } from '../../docketing/kind.ts'

/** Registrars set their prices, so that the only one known is the one on record. */
export function priceOnRecord({ cost, cost_currency: currency }: Row): Partial<FeeFacts> {
  const isPrice = typeof currency === 'string' && Object.hasOwn(MONEY_CURRENCIES, currency) && Number(cost) > 0
  return isPrice ? { stated_price: { amount: String(cost), currency } } : {}
}

const CODE = 'DOMAIN.RENEW'
const RENEWED_WITH: ReadonlySet<string> = new Set(['DOM01', 'DOM02'])

/** One fee for each day of expiry, before it and in the grace after it; redemption costs more, and no price of it is on record. */
export function renewalCharges({ deadline, facts: { stated_price: price }, fees }: ChargesAsked): Charge[] {
  const { rule_id, basis_date: expiry, official_due: due, done_by } = deadline
  if (!RENEWED_WITH.has(rule_id) || !due) return []
  const own = fees.flatMap((fee) => (String(fee.key).startsWith(KEY) && fee.amount !== null ? [{ fee, day: String(fee.key).slice(KEY.length) }] : []))
  const before = own.filter(({ fee, day }) => !GIVEN_UP.has(fee.status) && isRenewed(day, expiry))
  // What a person has decided of a day that was corrected holds for the corrected day.
  const decided = own.find(({ fee, day }) => fee.handled === true && STILL_DUE.has(fee.status) && !isRenewed(day, expiry) && !isRenewed(expiry, day))
  const key = String(decided?.fee.key ?? `${KEY}${expiry}`)
  return [
    ...before.map(({ fee }) => chargeOf({ amount: String(fee.amount), currency: String(fee.currency) }, { key: String(fee.key), due: String(fee.due_date), presumed: true })), // oxfmt-ignore
    // That the day has passed does not tell of a payment: only a later day of expiry does.
    ...(price ? [chargeOf(price, { key, due, unpaid: done_by === 'PERIOD_ENDED' })] : []),
  ]
}

/** The same for both rules: a name that enters its grace owes no second fee. */
const KEY = `DOM01|${CODE}|`

const GIVEN_UP: ReadonlySet<unknown> = new Set(['CANCELLED', 'ABANDONED'])
const STILL_DUE: ReadonlySet<unknown> = new Set(['PLANNED', 'TO_PAY', 'DUE', 'OVERDUE'])

/** A renewal adds whole years to the day of expiry; a nearer day is a correction. */
const isRenewed = (before: string, expiry: string) => expiry >= isoOf(addDuration(dayOf(before), '11m'))

function chargeOf({ amount, currency }: { amount: string; currency: string }, of: Pick<Charge, 'key' | 'due' | 'presumed' | 'unpaid'>): Charge {
  const explanation = [{ kind: 'stated', currency, amount } as const]
  const price = { currency, full: amount, amount, reduction_pct: '0', certainty: 'CHECK', version: '', explanation } as const
  return { fee_code: CODE, zh: '域名续费', en: 'Renewal of the domain name', fee_class: 'OTHER', ...of, ...price }
}
