import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coverOf } from './cover.ts'
import { exceededBy, proposalsAfter, proposalsFor, type VatInvoice } from './vat-invoice.ts'

const line = (amount: string, tax: string | null, fee_sid: string | null = null) => ({
  fee_sid, case_sid: null, case_ref: null, service: 'X', description: null, currency: 'CNY' as const, amount, tax,
}) // oxfmt-ignore
const further = (...totals: (string | null)[]) =>
  totals.map((total, at) => ({ number: `2690000000000000000${at}`, code: null, date: null, amount: null, tax: null, total, whole: null }))
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

const OPEN = { sid: 'a', invoice_no: 'A', status: 'AUDITED', agency: 'x', seller: null, seller_tax_no: null, total: '6360.00', services: '6360.00', covered: null, cases: [] } // oxfmt-ignore
const stated = (total: string): VatInvoice => ({
  number: '1', code: null, date: '2026-01-02', seller: { name: null, tax_no: null }, buyer: { name: null, tax_no: null }, amount: total, tax: '0.00', total, lines: [], remark: null,
}) // oxfmt-ignore

test('[4.06] once one VAT invoice is recorded, the others are proposed for what the bill still lacks', () => {
  const other = { ...OPEN, sid: 'b', invoice_no: 'B', total: '1000.00', services: '1000.00' }
  const before = (total: string) => proposalsFor(stated(total), 'x', [OPEN, other])
  const after = (total: string, covered: string) =>
    proposalsAfter(stated(total), before(total), { sid: 'a', covered }).map((one) => [one.sid, one.covered, one.why, one.sure])
  assert.deepEqual(before('1060.00').map((one) => [one.sid, one.why, one.sure]), [['a', ['SELLER'], false]]) // oxfmt-ignore
  assert.deepEqual(after('1060.00', '5300.00'), [['a', '5300.00', ['REST', 'SELLER'], true]])
  assert.deepEqual(after('1060.00', '5300.01'), [], 'it would be exceeded')
  assert.deepEqual(after('1000.00', '5300.00'), [['b', null, ['TOTAL', 'SELLER'], true], ['a', '5300.00', ['SELLER'], false]]) // oxfmt-ignore
})

test('[4.06] a VAT invoice that is larger than each bill of its seller names them', () => {
  const other = { ...OPEN, sid: 'b', invoice_no: 'B', total: '1000.00' }
  assert.deepEqual(exceededBy(stated('7360.00'), 'x', [OPEN, other, { ...OPEN, agency: 'y' }]), ['A', 'B'])
  assert.deepEqual(exceededBy(stated('6360.00'), 'x', [OPEN, other]), [])
})
