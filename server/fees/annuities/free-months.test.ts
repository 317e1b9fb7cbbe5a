// The months after the due date in which an office accepts an annuity without a surcharge.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startOn } from '../../../tests/harness/today.ts'

startOn('2026-11-21')

const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { done, patent } = casesOf(call, as, 'en')
type Sums = { currency: string; count: number; amount: string; surcharge: string }[]

const annuity = async (case_sid: string, due_date: string) => {
  const { record } = await done<{ record: Row[] }>('fee/do/search', {
    iql: `case_sid = '${case_sid}' AND fee_class = 'ANNUITY' AND due_date = '${due_date}'`,
    fl: 'status,surcharge,next_band_from,decision',
    rows: 5,
  })
  return record[0]
}
const granted = (filing_date: string, more: Record<string, unknown>) => patent({ filing_date, grant_date: '2023-06-07', status: 'GRANTED', ...more })

for (const [law, country, filed, due, status] of [
  ['PatKostG 7(1): the second month', 'DE', '2020-09-15', '2026-09-30', 'DUE'],
  ['PatKostG 7(1): the third month', 'DE', '2020-08-15', '2026-08-31', 'OVERDUE'],
  ['Implementing Rules of the Patent Law, rule 115: the first month', 'CN', '2020-11-05', '2026-11-05', 'DUE'],
  ['Implementing Rules of the Patent Law, rule 115: the second month', 'CN', '2020-10-15', '2026-10-15', 'OVERDUE'],
  ['Patents Rules 2007, rule 36 and Patents (Fees) Rules: the first month', 'GB', '2020-10-15', '2026-11-02', 'DUE'],
  ['Patents Rules 2007: the second month', 'GB', '2020-09-15', '2026-09-30', 'OVERDUE'],
  ['before the due date', 'CN', '2020-12-15', '2026-12-15', 'PLANNED'],
] as const)
  test(`${law} in ${country}: an annuity due on ${due} is ${status}`, async () => {
    const fee = await annuity((await granted(filed, { country })).sid, due)
    assert.deepEqual([fee?.status, Number(fee?.surcharge) > 0], [status, status === 'OVERDUE'], JSON.stringify(fee))
  })

test('a fee in its surcharge-free months is decided and paid like a late fee, and is counted separately', async () => {
  const one = await granted('2020-09-01', { country: 'DE' })
  let months = 12 // a slow answer may be given again for a while, whatever was written since
  const forecast = () => done<{ free: Sums; late: Sums } & Row>('fee/do/forecast', { months: months--, iql: `case_sid = '${one.sid}'` })
  const { free, late } = await forecast()
  assert.deepEqual([free, late], [[{ currency: 'EUR', count: 1, amount: '210.00', surcharge: '0.00' }], []])
  const fee = await annuity(one.sid, '2026-09-30')
  await done('fee/do/decide', { sids: [fee?.sid], decision: 'PAY' })
  const decided = await annuity(one.sid, '2026-09-30')
  assert.deepEqual([decided?.status, decided?.decision], ['DUE', 'PAY'])
  await done('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: '2026-11-20' })
  assert.equal((await annuity(one.sid, '2026-09-30'))?.status, 'PAID')
  assert.deepEqual((await forecast()).free, [])
})

test('a fee marked as not paid is due without a surcharge during its surcharge-free months', async () => {
  const one = await granted('2020-09-02', { country: 'DE' })
  const fee = await annuity(one.sid, '2026-09-30')
  await done('fee/do/transition', { sid: fee?.sid, transition: 'pay', pay_date: '2026-11-20' })
  await done('fee/do/transition', { sid: fee?.sid, transition: 'not_paid', handled_reason: 'another case was meant' })
  assert.equal((await annuity(one.sid, '2026-09-30'))?.status, 'DUE')
})

for (const [country, filed, due, free] of [
  ['DE', '2020-09-15', '2026-09-30', '2026-11-30'],
  ['DE', '2020-08-15', '2026-08-31', '2026-11-02'],
  ['CN', '2020-11-05', '2026-11-05', '2026-12-07'],
  ['CN', '2020-10-15', '2026-10-15', '2026-11-16'],
] as const)
  test(`the deadline of an annuity due in ${country} on ${due} is ${free < '2026-11-21' ? 'overdue' : `due, and not overdue, until ${free}`}`, async () => {
    const one = await granted(filed, { country })
    const { buckets } = await done<{ buckets: { code: string; iql: string }[] }>('deadline/do/desk', {
      due: 'official',
      iql: `case_sid = '${one.sid}'`,
    })
    const inBucket = async (code: string) => {
      const iql = `${buckets.find((bucket) => bucket.code === code)?.iql} AND official_due = '${due}'`
      return (await done<{ record: Row[] }>('deadline/do/search', { iql, fl: 'free_to,status', rows: 5 })).record
    }
    const isFree = free >= '2026-11-21'
    assert.deepEqual([(await inBucket('overdue')).length, (await inBucket('month')).length], isFree ? [0, 1] : [1, 0])
    assert.deepEqual((await inBucket('all')).map(({ free_to, status }) => [free_to, status]), [[free, 'OPEN']]) // oxfmt-ignore
  })

test('the deadline of an annuity for which the office asks a surcharge at once is overdue', async () => {
  const one = await granted('2021-04-20', { country: 'JP', status: 'JP_GRANTED', register_date: '2023-10-20' })
  const { buckets } = await done<{ buckets: { code: string; total: number; iql: string }[] }>('deadline/do/desk', { due: 'official', iql: `case_sid = '${one.sid}'` }) // oxfmt-ignore
  const overdue = buckets.find(({ code }) => code === 'overdue')
  const { record } = await done<{ record: Row[] }>('deadline/do/search', { iql: overdue?.iql, fl: 'official_due,free_to', rows: 5 })
  assert.deepEqual([overdue?.total, record.map(({ official_due, free_to }) => [official_due, free_to])], [1, [['2026-10-20', null]]])
})
