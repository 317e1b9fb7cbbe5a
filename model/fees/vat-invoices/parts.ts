import type { Invoice } from '../invoices/invoice.ts'
import { vatKey } from './vat-invoice.ts'

/** The fields of a bill that hold its VAT invoices. */
export const PART_FIELDS = ['vat_invoice_no', 'vat_invoice_code', 'vat_tax', 'vat_total', 'vat_whole', 'vat_further'] as const

/** The share of a bill in a VAT invoice: all of it, or a part; `whole` is the total of an invoice that several bills share. */
export type VatPartOfBill = { key: string; tax: string | null; total: string | null; whole: string | null }

export function vatPartsOf(bill: Pick<Invoice, (typeof PART_FIELDS)[number]>): VatPartOfBill[] {
  const first = { number: bill.vat_invoice_no, code: bill.vat_invoice_code, tax: bill.vat_tax, total: bill.vat_total, whole: bill.vat_whole }
  return [first, ...(bill.vat_further ?? [])].flatMap(({ number, code, tax, total, whole }) => {
    const key = vatKey(number, code)
    return key ? [{ key, tax: tax ?? null, total, whole: whole ?? null }] : [] // rows of earlier versions have none
  })
}
