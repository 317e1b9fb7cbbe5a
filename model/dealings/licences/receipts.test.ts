import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareMoney, sumMoney } from '../../kit/money/money.ts'
import { balanceOf, type Receipt, type Royalty } from './receipts.ts'

const royalty = (text: string): Royalty => {
  const [due_date = '', amount = '', currency = 'CNY'] = text.split(' ')
  return { due_date, amount: amount === '?' ? null : amount, currency: currency as 'CNY', note: null } // codes of currencies, as the rows say
}
const receipt = (text: string): Receipt => {
  const [received_date = '', amount = '', currency = 'CNY', due_date = ''] = text.split(' ')
  return { received_date, amount: amount === '?' ? null : amount, currency: currency as 'CNY', due_date: due_date || null, note: null } // the same
}
const said = (royalties: string[], receipts: string[]) =>
  balanceOf(royalties.map(royalty), receipts.map(receipt)).map((one) => `${one.due_date} ${one.received} ${one.outstanding} ${one.settled_on}`)

for (const [what, royalties, receipts, expected] of [
  ['nothing', ['2026-01-01 100.00'], [], ['2026-01-01 null 100.00 null']],
  ['a part', ['2026-01-01 100.00'], ['2026-01-03 99.99'], ['2026-01-01 99.99 0.01 null']],
  ['two parts', ['2026-01-01 100.00'], ['2026-01-09 0.01', '2026-01-03 99.99'], ['2026-01-01 100.00 0.00 2026-01-09']],
  [
    'one receipt for two payments',
    ['2026-01-01 100.00', '2027-01-01 50.00'],
    ['2026-01-03 120.00'],
    ['2026-01-01 100.00 0.00 2026-01-03', '2027-01-01 20.00 30.00 null'],
  ],
  [
    'the later payment by its day',
    ['2026-01-01 100.00', '2027-01-01 50.00'],
    ['2026-01-03 50.00 CNY 2027-01-01'],
    ['2026-01-01 null 100.00 null', '2027-01-01 50.00 0.00 2026-01-03'],
  ],
  [
    'another currency',
    ['2026-01-01 100.00', '2026-01-01 7000 JPY'],
    ['2026-01-03 7000 JPY'],
    ['2026-01-01 null 100.00 null', '2026-01-01 7000 0 2026-01-03'],
  ],
  ['more than is due', ['2026-01-01 100.00'], ['2026-01-03 100.01'], ['2026-01-01 100.00 0.00 2026-01-03', 'null 0.01 null 2026-01-03']],
  ['a payment whose amount nobody knew', ['2026-01-01 ?'], ['2026-01-03 31.07'], ['2026-01-01 31.07 null 2026-01-03']],
  [
    'a receipt without amount',
    ['2026-01-01 ?', '2027-01-01 10.00'],
    ['2026-01-03 ? CNY 2027-01-01'],
    ['2026-01-01 null null null', '2027-01-01 10.00 0.00 2026-01-03'],
  ],
] as const)
  // oxfmt-ignore
  test(`[1.09] of royalties is received: ${what}`, () => assert.deepEqual(said([...royalties], [...receipts]), [...expected]))

test('[1.09] no cent of a receipt is lost, none is counted twice, and no payment receives more than is due', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const amount = (currency: string) => (currency === 'JPY' ? `${random(5000)}` : `${random(500)}.${String(random(100)).padStart(2, '0')}`)
  for (let round = 0; round < 500; round++) {
    const day = () => `202${random(10)}-0${1 + random(9)}-1${random(10)}`
    const currencies = ['CNY', 'USD', 'JPY'] as const
    const one = () => currencies[random(3)] ?? 'CNY'
    const royalties = Array.from({ length: random(6) }, () => one()).map((currency) =>
      royalty(`${day()} ${random(8) === 0 ? '?' : amount(currency)} ${currency}`),
    )
    const receipts = Array.from({ length: random(9) }, () => one()).map((currency) => {
      const named = royalties.find((due) => due.currency === currency && random(2) === 0)
      return receipt(`${day()} ${amount(currency)} ${currency} ${named?.due_date ?? ''}`)
    })
    const balance = balanceOf(royalties, receipts)
    for (const currency of currencies) {
      const of = <T extends { currency: string | null }>(rows: readonly T[]) => rows.filter((row) => row.currency === currency)
      const [got, came] = [of(balance).map(({ received }) => received ?? '0'), of(receipts).map(({ amount: sum }) => sum ?? '0')]
      assert.equal(sumMoney(got, currency), sumMoney(came, currency))
      for (const { amount: due, received, outstanding, settled_on } of of(balance)) {
        if (due === null) continue
        assert.ok(compareMoney(received ?? '0', due, currency) <= 0)
        assert.equal(sumMoney([received ?? '0', outstanding ?? '0'], currency), sumMoney([due], currency))
        assert.equal(settled_on !== null, received !== null && compareMoney(received, due, currency) === 0)
      }
    }
  }
})
