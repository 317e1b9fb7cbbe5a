import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'

const { call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')
const today = Temporal.Now.plainDateISO(ZONE)
const { ask, done, make } = casesOf(call, as, 'en')
let made = 0

/** A list with the annuity of year 7 of a Chinese invention that fell due two months ago, which it says as it was before the surcharge began. */
async function staleList() {
  const one = await make('patent', {
    title: `Late case ${++made}`,
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'GRANTED',
    filing_date: `${today.subtract({ years: 6, months: 2, days: 12 })}`,
    grant_date: `${today.subtract({ years: 3 })}`,
    grant_no: `CN11${8_000_000 + made}B`,
  })
  const iql = `case_sid = '${one.sid}' AND fee_class = 'ANNUITY' AND annuity_year = 7`
  const [fee] = (await done<{ record: Row[] }>('fee/do/search', { iql, fl: 'sid,amount,surcharge', rows: 1 })).record
  assert.equal(Number(fee?.surcharge), 200) // two months and some days late: 10 % of 2000
  const paying = await done('payment/do/from_fees', { fee_sids: [fee?.sid] })
  await tenant.db.updateTable('fee').set({ surcharge: '0', surcharge_rate: null }).where('sid', '=', String(fee?.sid)).execute()
  await tenant.db.updateTable('payment').set({ totals: JSON.stringify([{ currency: 'CNY', amount: '2000.00' }]) }).where('sid', '=', paying.sid).execute() // oxfmt-ignore
  return { list: paying.sid, fee: String(fee?.sid) }
}

const totalsOf = async (list: string) => (await call<Row>(`payment/${list}`, undefined, { as })).data.totals
const cny = (amount: string) => [{ currency: 'CNY', amount }]

test('a list that says less than is owed on the day of payment is not paid without the totals of that day', async () => {
  const { list, fee } = await staleList()
  const body = { sid: list, pay_date: `${today}` }
  for (const refused of [
    await ask('payment/do/pay', body),
    await ask('payment/do/pay', { ...body, totals: cny('2000.00') }),
    await ask('payment/do/transition', { ...body, transition: 'pay' }),
  ])
    assert.match(refused.message, /2200\.00/, refused.text)
  assert.equal((await call<Row>(`fee/${fee}`, undefined, { as })).data.status, 'PAYING')
  assert.deepEqual(await done('payment/do/owed', body), { record: cny('2200.00'), changed: 1 })
  await done('payment/do/pay', { ...body, totals: cny('2200.00') })
  const { data } = await call<Row>(`fee/${fee}`, undefined, { as })
  assert.deepEqual([data.status, Number(data.surcharge), Number(data.paid_amount)], ['PAID', 200, 2200])
  assert.deepEqual(await totalsOf(list), cny('2200.00'))
})

test('a payment of an earlier day is confirmed with the totals of that day, and costs what was owed on it', async () => {
  const { list, fee } = await staleList()
  const pay_date = `${today.subtract({ months: 1 })}`
  assert.deepEqual(await done('payment/do/owed', { sid: list, pay_date }), { record: cny('2100.00'), changed: 1 })
  const refused = await ask('payment/do/pay', { sid: list, pay_date, totals: cny('2200.00') })
  assert.match(refused.message, /Confirmed totals: CNY 2200\.00; now: CNY 2100\.00/, refused.text)
  await done('payment/do/pay', { sid: list, pay_date, totals: cny('2100.00') })
  const { data } = await call<Row>(`fee/${fee}`, undefined, { as })
  assert.deepEqual([Number(data.surcharge), Number(data.paid_amount)], [100, 2100])
  assert.equal((await ask('payment/do/owed', { sid: list, pay_date: `${today.add({ days: 1 })}` })).code === 0, false)
})

test('each night the open lists are priced for the day: the surcharge grows on a list as it does beside it', async () => {
  const [{ list, fee }, paid] = [await staleList(), await staleList()]
  await done('payment/do/pay', { sid: paid.list, pay_date: `${today}`, totals: cny('2200.00') })
  const night = tenant.modules.nightly.find(([name]) => name === 'prices of payment lists')?.[1]
  await night?.(systemContext(tenant))
  assert.deepEqual(await totalsOf(list), cny('2200.00'))
  const { data } = await call<Row>(`fee/${fee}`, undefined, { as })
  assert.deepEqual([data.status, Number(data.surcharge), Number(data.surcharge_rate)], ['PAYING', 200, 10])
  assert.equal((await ask('payment/do/pay', { sid: list, pay_date: `${today}` })).code, 0)
})
