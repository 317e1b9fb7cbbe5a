// What was marked paid by mistake goes back, exactly as it was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const [manager, engineer, finance, inventor] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer'),
  await enrol('finance'),
  await enrol('inventor'),
]
const { ask, make, done } = casesOf(call, manager, 'en')
const now = Temporal.Now.plainDateISO(ZONE)
const today = `${now}`
const agency = await make('agency', { agency_name: '虚构撤销代理机构' })
await make('exchange_rate', { from_currency: 'USD', to_currency: 'CNY', rate_date: today, rate: '7', source: 'X' })

let made = 0
const granted = () =>
  make('patent', {
    title: `撤销案件 ${++made}`,
    patent_type: 'INVENTION',
    country: 'CN',
    status: 'GRANTED',
    filing_date: `${now.subtract({ years: 6 }).add({ months: 2 })}`,
    grant_date: `${now.subtract({ years: 3 })}`,
    grant_no: `CN11${8_000_000 + made}B`,
    agency_sid: agency.sid,
  })
const annuity = async (case_sid: string, year: number) =>
  (await done<{ record: Row[] }>('fee/do/search', { iql: `case_sid = '${case_sid}' AND fee_class = 'ANNUITY' AND annuity_year = ${year}`, fl: 'fee_no', rows: 1 })).record[0]?.sid ?? '' // oxfmt-ignore
const other = (case_sid: string, more: object = {}) =>
  make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', due_date: `${now.add({ months: 1 })}`, amount: '10', status: 'TO_PAY', decision: 'PAY', ...more }) // oxfmt-ignore
/** The whole row, without the traces of writing. */
async function kept(table: 'fee' | 'invoice' | 'payment', sid: string) {
  const row: Row = { ...((await tenant.db.selectFrom(table).selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()) as Row) }
  for (const code of ['version', 'updated_at', 'updated_by', 'reason', 'internal_reason']) delete row[code]
  return row
}
const listOf = async (...fee_sids: string[]) => (await done<Row>('payment/do/from_fees', { fee_sids })).sid
const pay = (sid: string, more: object = {}) => done<Row>('payment/do/pay', { sid, pay_date: today, amounts_confirmed: true, ...more }, finance)
const step = (model: string, sid: string, transition: string, more: object = {}, by = finance) =>
  ask<Row>(`${model}/do/transition`, { sid, transition, ...more }, by)
const withdraw = (sid: string, by = finance) => step('payment', sid, 'withdraw_payment', { reason: 'another list was meant' }, by)
const stepped = async (...args: Parameters<typeof step>) => {
  const answer = await step(...args)
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
const openDeadlines = (case_sid: string) =>
  tenant.db.selectFrom('deadline').select(['key', 'status']).where('case_sid', '=', case_sid).where('status', '=', 'OPEN').orderBy('key').execute()

test('a list that was marked paid by mistake goes back with a reason: its fees, their amounts and rates, and the deadlines are exactly as before', async () => {
  const { sid: case_sid } = await granted()
  const [year, dollars] = [await annuity(case_sid, 7), (await other(case_sid, { currency: 'USD', amount: '100.10' })).sid]
  const list = await listOf(year, dollars)
  const before = [await kept('fee', year), await kept('fee', dollars), await kept('payment', list), await openDeadlines(case_sid)]
  await pay(list, { receipts: { [year]: 'R-1' }, official_order_no: 'O-1' })
  assert.deepEqual([(await kept('fee', dollars)).amount_local, (await kept('fee', year)).voucher_no], ['700.70', 'R-1'])
  assert.notDeepEqual(await openDeadlines(case_sid), before[3])
  assert.deepEqual((await step('payment', list, 'withdraw_payment')).errors.map(({ field }) => field), ['reason']) // oxfmt-ignore
  const back = await stepped('payment', list, 'withdraw_payment', { reason: 'another list was meant' })
  assert.deepEqual([back.status, back.reason], ['DRAFT', 'another list was meant'])
  assert.deepEqual([await kept('fee', year), await kept('fee', dollars), await kept('payment', list), await openDeadlines(case_sid)], before)
  assert.equal((await pay(list)).reason, null)
  const lines = await tenant.db.selectFrom('change_log').select('changes').where('record_sid', '=', list).where('action', '=', 'TRANSITION').execute()
  assert.match(JSON.stringify(lines), /another list was meant/)
})

test('an approved list goes back to approved; a fee whose payment was denied before is left alone', async () => {
  const { sid: case_sid } = await granted()
  const [one, two] = [(await other(case_sid)).sid, (await other(case_sid)).sid]
  const list = await listOf(one, two)
  await stepped('payment', list, 'approve')
  await pay(list)
  await stepped('fee', two, 'not_paid', { handled_reason: 'the bank returned it' }, manager)
  assert.equal((await withdraw(list)).data.status, 'APPROVED')
  const [first, second] = [await kept('fee', one), await kept('fee', two)]
  assert.deepEqual([first.status, first.payment_sid, second.status, second.payment_sid, second.handled_reason], ['PAYING', list, 'TO_PAY', null, 'the bank returned it']) // oxfmt-ignore
})

test('a payment is not withdrawn once a receipt is recorded, a refund is asked for, or a later year is paid; the refusal names the fee', async () => {
  const { sid: case_sid } = await granted()
  const [year, next, fee] = [await annuity(case_sid, 7), await annuity(case_sid, 8), (await other(case_sid)).sid]
  const [list, second, third] = [await listOf(year), await listOf(fee), await listOf(next)]
  for (const one of [list, second]) await pay(one)
  await done('fee/do/update', { sid: fee, voucher_no: 'R-9' })
  assert.match((await withdraw(second)).message, /receipt R-9 is recorded on fee/)
  await done('fee/do/update', { sid: fee, voucher_no: null })
  await stepped('fee', fee, 'ask_refund', {}, manager)
  assert.match((await withdraw(second)).message, /is now “Refunding”/)
  await tenant.db.updateTable('fee').set({ window_from: null }).where('sid', '=', next).execute()
  await pay(third)
  const refused = await withdraw(list)
  assert.match(refused.message, /of a later year is paid/)
  assert.equal((await kept('fee', year)).status, 'PAID')
})

test('a receipt that was recorded by mistake is withdrawn with the numbers that it gave, then the payment', async () => {
  const { sid: case_sid } = await granted()
  const fee = (await other(case_sid)).sid
  const list = await listOf(fee)
  await stepped('payment', list, 'approve')
  await pay(list)
  const before = [await kept('fee', fee), await kept('payment', list)]
  await stepped('payment', list, 'receipt', { voucher_no: 'R-5' })
  assert.equal((await withdraw(list)).code, 500005)
  await stepped('payment', list, 'withdraw_receipt', { reason: 'of another list' })
  assert.deepEqual([await kept('fee', fee), await kept('payment', list)], before)
  assert.equal((await withdraw(list)).data.status, 'APPROVED')
})

async function requested(lines: object[], more: object = {}, of: object = {}) {
  const bill = await make('invoice', { invoice_no: `W-${++made}`, agency_sid: agency.sid, bill_date: today, bill_type: 'MIXED', lines, ...of })
  await tenant.db.updateTable('invoice').set({ status: 'AUDITED' }).where('sid', '=', bill.sid).execute()
  return stepped('invoice', bill.sid, 'request_payment', more)
}
const on = (bill: Row) => (bill.payment_sid as Row).sid

test('a paid bill goes back to requested with its payment list and its fee; in part as well, the last payment first', async () => {
  const { sid: case_sid } = await granted()
  const fee = (await other(case_sid, { pay_by: 'AGENCY', amount: '900.10' })).sid
  const bill = await requested([{ fee_sid: fee, amount: '900.10' }], { request_amount: '300.05' })
  await pay(on(bill))
  const rest = await stepped('invoice', bill.sid, 'request_payment')
  const before = [await kept('invoice', bill.sid), await kept('fee', fee), await kept('payment', on(rest))]
  await pay(on(rest))
  assert.deepEqual([(await kept('invoice', bill.sid)).status, (await kept('fee', fee)).status], ['PAID', 'PAID'])
  assert.match((await withdraw(on(bill))).message, /was paid again after it/)
  assert.notEqual((await step('invoice', bill.sid, 'withdraw_payment', { internal_reason: 'x' }, engineer)).code, 0)
  assert.notEqual((await step('invoice', bill.sid, 'withdraw_payment', { internal_reason: 'x' }, inventor)).code, 0)
  const back = await stepped('invoice', bill.sid, 'withdraw_payment', { internal_reason: 'the bank rejected it' })
  assert.deepEqual([back.internal_reason, back.status, back.outstanding], ['the bank rejected it', 'PAY_REQUESTED', '600.05'])
  assert.deepEqual([await kept('invoice', bill.sid), await kept('fee', fee), await kept('payment', on(rest))], before)
  await pay(on(rest))
  assert.equal((await withdraw(on(rest))).code, 0)
  assert.deepEqual([await kept('invoice', bill.sid), await kept('fee', fee), await kept('payment', on(rest))], before)
})

test('a bill that was paid together with others goes back with the whole list; one that is written off must be reopened before', async () => {
  const one = await requested([{ service: 'A', amount: '1' }])
  const two = await requested([{ service: 'B', amount: '2.50' }], { payment_sid: on(one) })
  await pay(on(one))
  assert.match((await step('invoice', one.sid, 'withdraw_payment', { internal_reason: 'x' })).message, /also paid 1 other invoice: withdraw the payment of that list/) // oxfmt-ignore
  await done('invoice/do/update', { sid: two.sid, vat_invoice_no: '12345678901234567890', vat_total: '2.50' })
  await stepped('invoice', two.sid, 'write_off')
  assert.match((await withdraw(on(one))).message, /not possible in state/)
  assert.deepEqual((await step('invoice', two.sid, 'withdraw_write_off')).errors.map(({ field }) => field), ['internal_reason']) // oxfmt-ignore
  await stepped('invoice', two.sid, 'withdraw_write_off', { internal_reason: 'of another bill' })
  assert.equal((await withdraw(on(one))).code, 0)
  const states = [await kept('invoice', one.sid), await kept('invoice', two.sid)].map((row) => [row.status, row.payments, row.payment_sid])
  assert.deepEqual(states, [['PAY_REQUESTED', null, on(one)], ['PAY_REQUESTED', null, on(one)]]) // oxfmt-ignore
  assert.deepEqual([(await kept('payment', on(one))).bill_count, (await kept('payment', on(one))).totals], [2, [{ currency: 'CNY', amount: '3.50' }]])
})

test('a foreign fee that was underpaid keeps the rate and the day of its first payment when a later payment is withdrawn', async () => {
  const { sid: case_sid } = await granted()
  const before = `${now.subtract({ days: 40 })}`
  await make('exchange_rate', { from_currency: 'USD', to_currency: 'CNY', rate_date: `${now.subtract({ days: 41 })}`, rate: '6.5', source: 'X' })
  const fee = (await other(case_sid, { pay_by: 'AGENCY', currency: 'USD', amount: '100' })).sid
  await stepped('fee', fee, 'pay', { pay_date: before, paid_amount: '60' }, manager)
  const short = await kept('fee', fee)
  assert.deepEqual([short.status, short.exchange_rate, short.exchange_rate_date, short.amount_local], ['UNDERPAID', '6.5', `${now.subtract({ days: 41 })}`, '390.00']) // oxfmt-ignore
  const bill = await requested([{ fee_sid: fee, amount: '100' }], {}, { currency: 'USD' })
  const first = await kept('fee', fee)
  await make('exchange_rate', { from_currency: 'USD', to_currency: 'CNY', rate_date: before, rate: '6.6', source: 'X' })
  await pay(on(bill))
  assert.deepEqual([(await kept('fee', fee)).status, (await kept('fee', fee)).exchange_rate], ['PAID', '7'])
  assert.equal((await withdraw(on(bill))).code, 0)
  assert.deepEqual(await kept('fee', fee), first)
})

test('an agency reads neither why a payment of its bill was withdrawn nor why a request was rejected', async () => {
  const agent = await enrol('agency_admin', { agency_sid: agency.sid })
  const bill = await requested([{ service: 'C', amount: '5' }])
  await pay(on(bill))
  await withdraw(on(bill))
  await stepped('invoice', bill.sid, 'reject_payment', { internal_reason: 'another list was meant, and the boss said no' })
  const read = (path: string, body?: object) => call<Row>(path, body, { as: agent, lang: 'en' })
  const seen = [await read(`invoice/${bill.sid}`), await read('invoice/do/search', { iql: 'invoice_no IS NOT EMPTY', rows: 50 }), await read(`invoice/do/history/${bill.sid}`)] // oxfmt-ignore
  assert.equal(seen[0]?.data.invoice_no, bill.invoice_no)
  for (const { text } of seen) assert.doesNotMatch(text, /another list was meant/)
  assert.match((await call(`invoice/${bill.sid}`, undefined, { as: finance })).text, /another list was meant/)
})
