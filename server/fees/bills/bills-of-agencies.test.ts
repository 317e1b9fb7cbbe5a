// Bills that an agency's own people enter: they see no fees, and the fees that their lines name are found all the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { todayIn, ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const [manager, finance] = [await enrol('ip_manager'), await enrol('finance')]
const { ask, make, done, patent } = casesOf(call, manager, 'en')
const today = `${todayIn(ZONE)}`
const price_list = [{ service_code: '复审费', amount: '3000', currency: 'CNY' }]
const agency = await make('agency', { agency_name: '虚构自录代理机构', price_list })
const agent = await enrol('agency_admin', { agency_sid: agency.sid })

let made = 0
async function right(...fees: object[]) {
  const one = await patent({ case_no: `SENT-${++made}`, agency_sid: agency.sid })
  const own: Row[] = []
  for (const more of fees)
    own.push(await make('fee', { case_sid: one.sid, fee_class: 'OFFICIAL', fee_type: 'X', due_date: '2031-01-01', currency: 'CNY', amount: '900', pay_by: 'AGENCY', decision: 'PAY', status: 'TO_PAY', ...more })) // oxfmt-ignore
  return { case_ref: `SENT-${made}`, fees: own }
}
const year = (annuity_year: number, more: object = {}) => ({
  name: `第${annuity_year}年年费`,
  name_en: `Annuity, year ${annuity_year}`,
  annuity_year,
  ...more,
})
const sent = async (lines: object[], more: object = {}) => {
  const body = { invoice_no: `S-${++made}`, bill_date: today, bill_type: 'MIXED', lines, ...more }
  const answer = await ask<Row>('invoice/do/create', body, agent)
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
const read = async (model: string, sid: unknown, as = manager) => (await call<Row>(`${model}/${String(sid)}`, undefined, { as, lang: 'en' })).data
const found = async (bill: Row) =>
  ((await read('invoice', bill.sid)).deviations as Row[]).map(({ kind, line_no, billed, expected }) => [kind, line_no, billed, expected])
/** Approval needs the file of the bill. */
const withFile = ({ sid }: Row) =>
  tenant.db.updateTable('invoice').set({ attachments: JSON.stringify([{ sid, name: 'bill.pdf', size: 1 }]) as never }).where('sid', '=', String(sid)).execute() // oxfmt-ignore
const step = (sid: unknown, transition: string, by = manager, more: object = {}) =>
  ask<Row>('invoice/do/transition', { sid, transition, ...more }, by)

test('[4.06] a line that names one fee of its case by kind, year and currency is matched with it, and the agency is told nothing of the fee', async () => {
  const { case_ref, fees } = await right(year(8), year(9), year(9, { currency: 'USD', amount: '70', fee_type: 'Y' }))
  const [, ninth] = fees
  const bill = await sent([{ case_ref, service: '年费 第9年', amount: '950' }])
  assert.deepEqual(await found(bill), [['OVERCHARGE', 1, '950.00', '900.00']])
  assert.equal(((await read('fee', ninth?.sid)).invoice_sid as Row).sid, bill.sid)
  const told = [bill, await read('invoice', bill.sid, agent), (await ask('invoice/do/search', { fl: ['lines'], rows: 10 }, agent)).data]
  for (const one of told) for (const secret of fees.flatMap(({ sid, fee_no }) => [String(sid), String(fee_no)])) assert.ok(!JSON.stringify(one).includes(secret)) // oxfmt-ignore
  const again = await sent([{ case_ref, service: 'annuity', description: 'for year 9', amount: '900' }])
  assert.deepEqual(await found(again), [['BILLED_TWICE', 1, '900.00', null]])
  const twice = await sent([{ case_ref, service: '第9年年费', amount: '900' }])
  assert.deepEqual(await found(twice), [['BILLED_TWICE', 1, '900.00', null]])
})

test('[4.06] a line that names several fees is left, and the auditor is told; a service of the price list is no fee', async () => {
  const { case_ref, fees } = await right(year(8), year(9), { name: '复审费', name_en: 'Re-examination' })
  const bill = await sent([{ case_ref, service: '年费', amount: '900' }, { case_ref, service: '复审费', amount: '3000' }]) // oxfmt-ignore
  assert.deepEqual(await found(bill), [['SEVERAL_FEES', 1, '900.00', null]])
  for (const { sid } of fees) assert.equal((await read('fee', sid)).invoice_sid, null)
  const lines = (await read('invoice', bill.sid)).lines as Row[]
  assert.deepEqual(lines.map(({ fee_sid }) => fee_sid), [null, null]) // oxfmt-ignore
})

test('[4.06] the approval stores the fee in its line, and the payment of the bill pays the fee', async () => {
  const { case_ref, fees } = await right(year(9))
  const bill = await sent([{ case_ref, service: '第9年年费', amount: '900' }])
  await withFile(bill)
  const approved = await step(bill.sid, 'audit')
  assert.equal(approved.code, 0, approved.text)
  const [line] = (await read('invoice', bill.sid)).lines as Row[]
  assert.deepEqual([(line?.fee_sid as Row | null)?.sid, line?.service], [fees[0]?.sid, '第9年年费'])
  const requested = await step(bill.sid, 'request_payment')
  const list = (requested.data.payment_sid as Row).sid
  assert.equal((await ask('payment/do/pay', { sid: list, pay_date: today }, finance)).code, 0)
  const paid = await read('fee', fees[0]?.sid)
  assert.deepEqual([paid.status, paid.paid_amount], ['PAID', '900.00'])
})

test('a bill does not hold back a fee that we pay ourselves: it is a deviation, and the fee goes on our own list', async () => {
  const { case_ref, fees } = await right(year(9, { pay_by: 'SELF' }))
  const [own] = fees
  const bill = await sent([{ case_ref, service: '第9年年费', amount: '900' }])
  assert.deepEqual(await found(bill), [['OURS_TO_PAY', 1, '900.00', '900.00']])
  assert.equal((await read('fee', own?.sid)).invoice_sid, null)
  await withFile(bill)
  assert.match((await step(bill.sid, 'audit')).text, /We pay this fee ourselves/)
  const list = await done<Row>('payment/do/from_fees', { fee_sids: [own?.sid] })
  await done('invoice/do/match', { sid: bill.sid })
  assert.deepEqual(await found(bill), [['PAID_OURSELVES', 1, '900.00', '900.00']])
  assert.equal((await ask('payment/do/pay', { sid: list.sid, pay_date: today }, finance)).code, 0)
})

test('a fee of ours that the agency has paid after all goes on its bill with the approval, and leaves it when the approval is withdrawn', async () => {
  const { case_ref, fees } = await right(year(9, { pay_by: 'SELF' }))
  const [own] = fees
  const bill = await sent([{ case_ref, service: '第9年年费', amount: '900' }])
  const keys = ((await read('invoice', bill.sid)).deviations as Row[]).map(({ key }) => key)
  await done('invoice/do/decide', { sid: bill.sid, keys, decision: 'ACCEPT', reason: 'they have paid it' })
  await withFile(bill)
  const linked = async () => ((await read('fee', own?.sid)).invoice_sid as Row | null)?.sid ?? null
  assert.equal(await linked(), null)
  assert.equal((await step(bill.sid, 'audit')).code, 0)
  assert.equal(await linked(), bill.sid)
  assert.match((await ask('payment/do/from_fees', { fee_sids: [own?.sid] })).text, /paid with that invoice/)
  assert.equal((await step(bill.sid, 'unaudit')).code, 0)
  assert.equal(await linked(), null)
})

test('a fee that we now pay ourselves leaves a bill that is not approved', async () => {
  const { case_ref, fees } = await right(year(9))
  const bill = await sent([{ case_ref, service: '第9年年费', amount: '900' }])
  const of = async () => ((await read('fee', fees[0]?.sid)).invoice_sid as Row | null)?.sid ?? null
  assert.equal(await of(), bill.sid)
  await done('fee/do/update', { sid: fees[0]?.sid, pay_by: 'SELF' })
  assert.equal(await of(), null)
  await done('invoice/do/match', { sid: bill.sid })
  assert.deepEqual(await found(bill), [['OURS_TO_PAY', 1, '900.00', '900.00']])
})

test('a line that the agency changes to another thing loses its fee, and gets the one that it names then', async () => {
  const { case_ref, fees } = await right(year(8), year(9))
  const bill = await sent([{ case_ref, service: '第8年年费', amount: '900' }])
  await done('invoice/do/match', { sid: bill.sid })
  assert.equal((await step(bill.sid, 'return_bill', manager, { reason: '年度有误' })).code, 0)
  const [line] = (await read('invoice', bill.sid, agent)).lines as Row[]
  const { case_sid, fee_sid } = line as Row
  const changed = await ask(
    'invoice/do/update',
    { sid: bill.sid, lines: [{ case_sid, fee_sid, case_ref, service: '第9年年费', amount: '900' }] },
    agent,
  )
  assert.equal(changed.code, 0, changed.text)
  const bills = await Promise.all(fees.map(async ({ sid }) => ((await read('fee', sid)).invoice_sid as Row | null)?.sid ?? null))
  assert.deepEqual([bills, await found(bill)], [[null, bill.sid], []])
})
