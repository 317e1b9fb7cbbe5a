import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minorOf, moneyText, subtractMoney, sumMoney } from '../../kit/money/money.ts'
import { sharingOf, vatParts } from './share.ts'
import type { OpenBill } from './vat-invoice.ts'

const bill = (invoice_no: string, total: string, more: Partial<OpenBill> = {}): OpenBill => ({
  sid: invoice_no, invoice_no, status: 'PAID', agency: 'x', seller: null, seller_tax_no: null, total, services: total, covered: null, cases: [], ...more,
}) // oxfmt-ignore
const stated = (total: string, remark: string | null = null) => ({ total, lines: [], remark })
const parts = (total: string, bills: OpenBill[], remark?: string) =>
  sharingOf(stated(total, remark), bills).flatMap(({ invoice_no, share }) => (share ? [[invoice_no, share]] : []))

const A = bill('BILL-A', '1060.00')
const B = bill('BILL-B', '2120.01')
const C = bill('BILL-C', '3180.01')
const rows = [
  ['the only two that total it', parts('3180.01', [A, B, bill('BILL-D', '500')]), [['BILL-A', '1060.00'], ['BILL-B', '2120.01']]], // oxfmt-ignore
  ['what bills still lack', parts('2120.01', [A, bill('BILL-B', '2120.01', { covered: '1060.00' })]), [['BILL-A', '1060.00'], ['BILL-B', '1060.01']]], // oxfmt-ignore
  ['services, where official fees are billed too', parts('3180.01', [A, bill('BILL-B', '3020.01', { services: '2120.01' })]), [['BILL-A', '1060.00'], ['BILL-B', '2120.01']]], // oxfmt-ignore
  ['nothing where two combinations total it', parts('2120.00', [A, bill('BILL-B', '1060'), bill('BILL-C', '1060')]), []],
  ['of several combinations, that of the bills that it names', parts('2120.00', [A, bill('BILL-B', '1060'), bill('BILL-C', '1060')], '账单 BILL-A、BILL-C'), [['BILL-A', '1060.00'], ['BILL-C', '1060.00']]], // oxfmt-ignore
  ['nothing where some bills as a whole and others for their services total it', parts('3180.01', [A, B, bill('BILL-C', '2000', { services: '1590' }), bill('BILL-D', '2000', { services: '1590.01' })]), []], // oxfmt-ignore
  ['nothing where a cent is missing', parts('3180.02', [A, B, C]), []],
  ['nothing for one bill alone', parts('1060.00', [A]), []],
] as const

test('[4.06] a VAT invoice is shared out to the bills whose amounts it is the total of', () => {
  for (const [what, found, expected] of rows) assert.deepEqual(found, expected, what)
  assert.deepEqual(sharingOf(stated('1'), [A, bill('BILL-B', '5', { covered: '5.00' })]), [], 'a covered bill takes no part')
})

test('[4.06] the parts of a VAT invoice have its amount and its tax to the cent, none of them with more tax than amount', () => {
  const cuts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 10n }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(cuts, fc.integer({ min: 0, max: 100 }), (minors, percent) => {
      const totals = minors.map((minor) => moneyText(minor, 'CNY'))
      const total = sumMoney(totals, 'CNY')
      const tax = moneyText((minorOf(total, 'CNY') * BigInt(percent)) / 100n, 'CNY')
      const found = vatParts({ total, tax }, totals)
      const sum = (code: 'amount' | 'tax' | 'total') => sumMoney(found.map((one) => one[code]), 'CNY') // oxfmt-ignore
      assert.deepEqual([sum('amount'), sum('tax'), sum('total')], [subtractMoney(total, tax, 'CNY'), tax, total])
      for (const one of found) assert.ok(!one.amount.startsWith('-') && !one.tax.startsWith('-'))
    }),
  )
})

test('[4.06] many bills that a VAT invoice names are taken all together, and not tried in every combination', () => {
  const many = Array.from({ length: 60 }, (_, at) => bill(`BILL-${100 + at}`, `${100 + at}.01`))
  const remark = many.map(({ invoice_no }) => invoice_no).join(' ')
  const total = sumMoney(many.map((one) => one.total), 'CNY') // oxfmt-ignore
  assert.equal(parts(total, many, remark).length, 60)
  assert.deepEqual(parts('4000.35', many, remark), [])
})
