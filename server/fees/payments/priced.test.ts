import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'

const { call, enrol, server, tenant } = await testServer()
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
const night = async () => {
  for (const [name, run] of tenant.modules.nightly) if (name === 'prices of payment lists') await run(systemContext(tenant))
}
const feeOf = async (fee: string) => (await call<Row>(`fee/${fee}`, undefined, { as })).data
const listOf = async (list: string) => (await call<Row>(`payment/${list}`, undefined, { as })).data
const pay = (list: string, more: object = {}) => ask<Row>('payment/do/pay', { sid: list, pay_date: `${today}`, ...more })
const owedOf = (list: string) => done<{ record: Row[]; changed: number; unsure: number }>('payment/do/owed', { sid: list, pay_date: `${today}` })
const confirm = (list: string) => done('payment/do/update', { sid: list, amounts_confirmed: true })
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
  assert.deepEqual(await done('payment/do/owed', body), { record: cny('2200.00'), changed: 1, unsure: 0 })
  await done('payment/do/pay', { ...body, totals: cny('2200.00') })
  const { data } = await call<Row>(`fee/${fee}`, undefined, { as })
  assert.deepEqual([data.status, Number(data.surcharge), Number(data.paid_amount)], ['PAID', 200, 2200])
  assert.deepEqual(await totalsOf(list), cny('2200.00'))
})

test('a payment of an earlier day is confirmed with the totals of that day, and costs what was owed on it', async () => {
  const { list, fee } = await staleList()
  const pay_date = `${today.subtract({ months: 1 })}`
  assert.deepEqual(await done('payment/do/owed', { sid: list, pay_date }), { record: cny('2100.00'), changed: 1, unsure: 0 })
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
  await night()
  assert.deepEqual(await totalsOf(list), cny('2200.00'))
  const { data } = await call<Row>(`fee/${fee}`, undefined, { as })
  assert.deepEqual([data.status, Number(data.surcharge), Number(data.surcharge_rate)], ['PAYING', 200, 10])
  assert.equal((await ask('payment/do/pay', { sid: list, pay_date: `${today}` })).code, 0)
})

/** A list with an annuity of a Japanese patent that is sure, and due in two months. */
async function japaneseList() {
  const one = await make('patent', {
    title: `Japanese case ${++made}`,
    patent_type: 'INVENTION',
    country: 'JP',
    status: 'GRANTED',
    filing_date: `${today.subtract({ years: 7 })}`,
    grant_date: `${today.subtract({ years: 5 }).add({ months: 2 })}`,
    register_date: `${today.subtract({ years: 5 }).add({ months: 2 })}`,
    grant_no: `JP${7_000_000 + made}`,
    claims_count: 10,
  })
  const iql = `case_sid = '${one.sid}' AND fee_class = 'ANNUITY' AND status = 'PLANNED' ORDER BY annuity_year`
  const [fee] = (await done<{ record: Row[] }>('fee/do/search', { iql, fl: 'sid,amount,currency,certainty', rows: 1 })).record
  const paying = await done('payment/do/from_fees', { fee_sids: [fee?.sid] })
  return { right: one.sid, list: paying.sid, fee: String(fee?.sid), amount: String(fee?.amount), unsure: paying.unsure_count }
}

test('a doubt about an amount that arises on a list is on the list after the night, and is not paid unasked', async () => {
  const [{ right, list, fee, unsure }, other] = [await japaneseList(), await japaneseList()]
  assert.deepEqual([unsure, (await feeOf(fee)).certainty], [0, 'SURE'])
  for (const sid of [right, other.right]) await done('patent/do/update', { sid, fee_reduction: 'SMALL' })
  assert.equal((await owedOf(list)).unsure, 1)
  const unasked = await pay(list)
  assert.match(unasked.message, /to be checked with the office that the list calls sure/, unasked.text)
  const { record: totals } = await owedOf(list)
  assert.equal((await pay(list, { totals })).errors[0]?.field, 'amounts_confirmed')
  const word = await pay(list, { totals, amounts_confirmed: true })
  assert.equal(word.code, 0, word.text)
  await night()
  assert.deepEqual([(await feeOf(other.fee)).certainty, (await listOf(other.list)).unsure_count], ['CHECK', 1])
  assert.equal((await pay(other.list)).errors[0]?.field, 'amounts_confirmed')
})

test('an amount that a person has corrected on a list stays, and is paid; until it is confirmed it is to be checked', async () => {
  const { list, fee, right } = await japaneseList()
  await done('patent/do/update', { sid: right, fee_reduction: 'SMALL' })
  await done('fee/do/update', { sid: fee, amount: '900' })
  await confirm(list)
  await night()
  const after = await listOf(list)
  assert.deepEqual([Number((await feeOf(fee)).amount), after.amounts_confirmed, after.unsure_count], [900, true, 1])
  const seen = await owedOf(list)
  assert.deepEqual([seen.record.map(({ amount }) => Number(amount)), seen.changed, seen.unsure], [[900], 0, 0])
  const paid = await pay(list, { totals: seen.record })
  assert.equal(paid.code, 0, paid.text)
  const { status, amount, paid_amount } = await feeOf(fee)
  assert.deepEqual([status, Number(amount), Number(paid_amount)], ['PAID', 900, 900])
})

test('a corrected amount gets the surcharge of the day, and is asked about; one that is the price is priced as before', async () => {
  const { list, fee } = await staleList()
  await done('fee/do/update', { sid: fee, amount: '600' })
  assert.deepEqual([(await feeOf(fee)).certainty, (await listOf(list)).unsure_count], ['CHECK', 1])
  await night()
  const reduced = await feeOf(fee)
  assert.deepEqual([Number(reduced.amount), Number(reduced.surcharge), reduced.certainty], [600, 200, 'CHECK'])
  await done('fee/do/update', { sid: fee, amount: '2000' })
  await night()
  assert.deepEqual([(await feeOf(fee)).certainty, (await owedOf(list)).record], ['SURE', cny('2200.00')])
})

test('an annuity that was entered by hand keeps its amount on a list; where it is not the price, the list is paid only with the word of a person', async () => {
  const { fee: listed } = await staleList()
  const case_sid = ((await feeOf(listed)).case_sid as Row).sid
  const own = { case_sid, fee_class: 'ANNUITY', fee_type: 'OWN', annuity_year: 8, due_date: `${today.add({ months: 1 })}`, amount: '321.00', status: 'TO_PAY', decision: 'PAY' } // oxfmt-ignore
  const { sid } = await make('fee', own)
  const { sid: list } = await done('payment/do/from_fees', { fee_sids: [sid] })
  await night()
  assert.deepEqual([await owedOf(list), (await listOf(list)).unsure_count], [{ record: cny('321.00'), changed: 0, unsure: 1 }, 1])
  assert.equal((await pay(list, { totals: cny('321.00') })).errors[0]?.field, 'amounts_confirmed')
  const paid = await pay(list, { totals: cny('321.00'), amounts_confirmed: true })
  assert.equal(paid.code, 0, paid.text)
  assert.deepEqual([(await feeOf(sid)).status, Number((await feeOf(sid)).paid_amount)], ['PAID', 321])
})

test('an approved list stays as it was approved; what it costs more is said and confirmed when it is paid', async () => {
  const { list, fee } = await staleList()
  await done('payment/do/transition', { sid: list, transition: 'approve' })
  await night()
  assert.deepEqual([await totalsOf(list), Number((await feeOf(fee)).surcharge)], [cny('2000.00'), 0])
  assert.deepEqual(await owedOf(list), { record: cny('2200.00'), changed: 1, unsure: 0 })
  assert.match((await pay(list)).message, /confirm the totals of that day/)
  assert.equal((await pay(list, { totals: cny('2200.00') })).code, 0)
  assert.equal(Number((await feeOf(fee)).paid_amount), 2200)
})

test('doubts confirmed before are to be confirmed again when the day of payment has other prices, and the totals say so first', async () => {
  const { list, fee } = await staleList()
  const { case_sid } = await feeOf(fee)
  const { sid: more } = await make('fee', {
    case_sid: (case_sid as Row).sid,
    fee_class: 'OFFICIAL',
    fee_type: 'X',
    due_date: `${today}`,
    amount: '10',
  })
  await tenant.db.updateTable('fee').set({ certainty: 'CHECK' }).where('sid', '=', more).execute()
  await done('fee/do/transition', { sid: more, transition: 'put_in_batch', payment_sid: list })
  await confirm(list)
  assert.equal((await listOf(list)).amounts_confirmed, true)
  assert.deepEqual(await owedOf(list), { record: cny('2210.00'), changed: 1, unsure: 1 })
  assert.equal((await pay(list, { totals: cny('2210.00') })).errors[0]?.field, 'amounts_confirmed')
  assert.equal((await pay(list, { totals: cny('2210.00'), amounts_confirmed: true })).code, 0)
})

test('a list that cannot be priced in the night is named, and does not stop the others', async () => {
  const lists = [await staleList(), await staleList(), await staleList()]
  const broken = lists[1]?.fee ?? ''
  await tenant.db.updateTable('fee').set({ surcharge: '0.123' }).where('sid', '=', broken).execute()
  await assert.rejects(night(), new RegExp(String((await listOf(lists[1]?.list ?? '')).payment_no)))
  assert.deepEqual([await totalsOf(lists[0]?.list ?? ''), await totalsOf(lists[2]?.list ?? '')], [cny('2200.00'), cny('2200.00')])
  await tenant.db.updateTable('fee').set({ deleted_at: new Date().toISOString() }).where('sid', '=', broken).execute()
})

test('the night locks a list before its fees, as its payment does', async () => {
  const { list, fee } = await staleList()
  const holder = await server.pool.connect()
  const waiting = async () => Number((await server.pool.query<{ n: string }>('select count(*) as n from pg_locks where not granted')).rows[0]?.n)
  try {
    await holder.query('begin')
    await holder.query(`select from "${tenant.schema}".payment where sid = $1 for update`, [list])
    const running = night()
    for (let at = 0; at < 200 && (await waiting()) === 0; at++) await wait(20)
    assert.equal(await waiting(), 1)
    await holder.query(`select from "${tenant.schema}".fee where sid = $1 for update nowait`, [fee])
    await holder.query('commit')
    await running
  } finally {
    holder.release()
  }
  assert.deepEqual(await totalsOf(list), cny('2200.00'))
})
