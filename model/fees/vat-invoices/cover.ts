import { compareMoney, subtractMoney, sumMoney } from '../../kit/money.ts'
import type { Invoice } from '../invoice.ts'
import { VAT_CURRENCY } from './vat-invoice.ts'

type Bill = Pick<Invoice, 'currency' | 'total' | 'lines' | 'vat_invoice_no' | 'vat_total' | 'vat_further'>

/** `services`: with tax, without the fees that the agency only passes on. Amounts are null where one of the invoices states no total. */
export type Cover = { services: string; covered: string | null; missing: string | null; exceeds: boolean }

/** How far the VAT invoices of a bill cover it. Undefined for a bill in another currency. */
export function coverOf({ currency, total, lines, vat_invoice_no, vat_total, vat_further }: Bill): Cover | undefined {
  if (currency !== VAT_CURRENCY) return undefined
  const services = servicesOf(lines ?? [])
  const totals = [...(vat_invoice_no ? [vat_total] : []), ...(vat_further ?? []).map((one) => one.total)]
  const known = totals.filter((one) => one !== null)
  if (known.length < totals.length) return { services, covered: null, missing: null, exceeds: false }
  const covered = sumMoney(known, VAT_CURRENCY)
  const isEnough = compareMoney(covered, services, VAT_CURRENCY) >= 0
  return {
    services,
    covered,
    missing: isEnough ? sumMoney([], VAT_CURRENCY) : subtractMoney(services, covered, VAT_CURRENCY),
    exceeds: total !== null && compareMoney(covered, total, VAT_CURRENCY) > 0,
  }
}

type Line = { fee_sid: unknown; amount: string | null; tax: string | null }

/** What the agency bills for itself. */
export const servicesOf = (lines: readonly Line[]): string =>
  sumMoney(
    lines.filter(({ fee_sid }) => !fee_sid).flatMap(({ amount, tax }) => [amount ?? '0', tax ?? '0']),
    VAT_CURRENCY,
  )
