import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverOf } from './cover.ts'

const line = (amount: string, tax: string | null, fee_sid: string | null = null) => ({
  fee_sid, case_sid: null, case_ref: null, service: 'X', description: null, currency: 'CNY' as const, amount, tax,
}) // oxfmt-ignore
const further = (...totals: (string | null)[]) =>
  totals.map((total, at) => ({ number: `2690000000000000000${at}`, code: null, date: null, amount: null, tax: null, total }))
const BILL = { currency: 'CNY', total: '4080.10', lines: [line('3000.00', '180.00'), line('900.10', null, 'fee')] } as const

const rows = [
  ['no invoice', null, null, [], ['0.00', '3180.00', false]],
  ['a part', '1', '1060.01', [], ['1060.01', '2119.99', false]],
  ['parts that total the services to the cent', '1', '1060.01', ['1060.00', '1059.99'], ['3180.00', '0.00', false]],
  ['one cent less', '1', '1060.01', ['1060.00', '1059.98'], ['3179.99', '0.01', false]],
  ['all that is billed, with the official fee', '1', '3180.00', ['900.10'], ['4080.10', '0.00', false]],
  ['one cent more', '1', '3180.00', ['900.11'], ['4080.11', '0.00', true]],
  ['an invoice without a total', '1', null, ['900.11'], [null, null, false]],
  ['an invoice without a total beside one that is too much', '1', null, ['4080.11'], [null, null, true]],
] as const

test('[4.06] several VAT invoices cover a bill to the cent', () => {
  for (const [what, vat_invoice_no, vat_total, more, expected] of rows) {
    const cover = coverOf({ ...BILL, lines: [...BILL.lines], vat_invoice_no, vat_total, vat_further: further(...more) })
    assert.deepEqual([cover?.covered, cover?.missing, cover?.exceeds], expected, what)
  }
  assert.equal(coverOf({ ...BILL, lines: [...BILL.lines], currency: 'USD', vat_invoice_no: null, vat_total: null, vat_further: null }), undefined)
})
