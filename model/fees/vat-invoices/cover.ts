import { compareMoney, subtractMoney, sumMoney } from '../../kit/money/money.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { VAT_CURRENCY } from './vat-invoice.ts'

type Bill = Pick<Invoice, 'currency' | 'total' | 'lines' | 'vat_invoice_no' | 'vat_total' | 'vat_further'>

/**
 * `services`: with tax, without the fees that the agency only passes on.
 * `stated`: the known totals; if one of the invoices states none, `covered` and `missing` are null.
 */
export type Cover = { services: string; stated: string; covered: string | null; missing: string | null; exceeds: boolean }

/** The part of a bill that its VAT invoices cover. Undefined for a bill in another currency. */
export function coverOf({ currency, total, lines, vat_invoice_no, vat_total, vat_further }: Bill): Cover | undefined {
  if (currency !== VAT_CURRENCY) return undefined
  const services = servicesOf(lines ?? [])
  const totals = [...(vat_invoice_no ? [vat_total] : []), ...(vat_further ?? []).map((one) => one.total)]
  const known = totals.filter((one) => one !== null)
  const stated = sumMoney(known, VAT_CURRENCY)
  const exceeds = total !== null && compareMoney(stated, total, VAT_CURRENCY) > 0
  if (known.length < totals.length) return { services, stated, covered: null, missing: null, exceeds }
  const isEnough = compareMoney(stated, services, VAT_CURRENCY) >= 0
  const missing = isEnough ? sumMoney([], VAT_CURRENCY) : subtractMoney(services, stated, VAT_CURRENCY)
  return { services, stated, covered: stated, missing, exceeds }
}

type Line = { fee_sid: unknown; amount: string | null; tax: string | null }

/** The total of the agency's own services, with tax; fees that it passes on are left out. */
export const servicesOf = (lines: readonly Line[]): string =>
  sumMoney(
    lines.filter(({ fee_sid }) => !fee_sid).flatMap(({ amount, tax }) => [amount ?? '0', tax ?? '0']),
    VAT_CURRENCY,
  )
