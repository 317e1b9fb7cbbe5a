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

/** The fee of each day of expiry; redemption costs more, and no price of it is on record. */
export function renewalCharges({ deadline: { rule_id, official_due: due }, facts: { stated_price: price }, fees }: ChargesAsked): Charge[] {
  if (!RENEWED_WITH.has(rule_id) || !due) return []
  const before = fees.filter(({ fee_type, due_date, status }) => fee_type === CODE && !GIVEN_UP.has(status) && isRenewed(String(due_date), due))
  return [
    ...before.map((fee) => chargeOf({ amount: String(fee.amount), currency: String(fee.currency) }, String(fee.due_date), true)),
    ...(price ? [chargeOf(price, due, false)] : []),
  ]
}

const GIVEN_UP: ReadonlySet<unknown> = new Set(['CANCELLED', 'ABANDONED'])

/** A renewal adds whole years to the day of expiry; a nearer day is a correction. */
const isRenewed = (before: string, due: string) => due >= isoOf(addDuration(dayOf(before), '11m'))

function chargeOf({ amount, currency }: { amount: string; currency: string }, due: string, presumed: boolean): Charge {
  const explanation = [{ kind: 'stated', currency, amount } as const]
  const price = { currency, full: amount, amount, reduction_pct: '0', certainty: 'CHECK', version: '', explanation } as const
  return { fee_code: CODE, zh: '域名续费', en: 'Renewal of the domain name', fee_class: 'OTHER', of: due, due, presumed, ...price }
}
