// Of many selected fees, those on bills or on other lists are named and left out; the others are paid together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const inventor = await enrol('inventor')
const { ask, make, done, patent } = casesOf(call, manager, 'en')
const agency = await make('agency', { agency_name: '虚构甲代理机构' })
const right = await patent({ case_no: 'MANY-1' })
const fee = (more: Record<string, unknown> = {}) =>
  make('fee', { case_sid: right.sid, fee_class: 'OFFICIAL', fee_type: 'LISTED', name: '虚构费', name_en: 'Made fee', due_date: '2031-01-01', currency: 'CNY', amount: '10', decision: 'PAY', status: 'TO_PAY', pay_by: 'AGENCY', ...more }) // oxfmt-ignore
let bills = 0
const billed = (one: Row) =>
  make('invoice', { invoice_no: `L-${++bills}`, agency_sid: agency.sid, bill_date: `${Temporal.Now.plainDateISO(ZONE)}`, bill_type: 'AGENCY', lines: [{ fee_sid: one.sid, amount: '10' }] }) // oxfmt-ignore

type Preview = { record: { count: number; total: string }[]; left_out: { sid: string; name: string; why: string }[] }
const sidsOf = (rows: readonly { sid: string }[]) => rows.map(({ sid }) => sid).toSorted()
const preview = (asked: Record<string, unknown>) => done<Preview>('fee/do/sum', { ...asked, for_list: true })
const statusOf = async ({ sid }: { sid: string }) => (await call<Row>(`fee/${sid}?flat=1`, undefined, { as: manager })).data.status

const free = await Promise.all([1, 2, 3].map(() => fee()))
const [onBill, onList, gone] = [await fee(), await fee(), await fee()]
const bill = await billed(onBill)
const other = await done('payment/do/from_fees', { fee_sids: [onList.sid] })
await done('fee/do/transition', { sid: gone.sid, transition: 'cancel' })
const all = [...free, onBill, onList, gone].map(({ sid }) => sid)

test('the preview of a list names the fees that it leaves out, each with the reason, and sums the others', async () => {
  for (const asked of [{ sids: all }, { iql: "fee_type = 'LISTED'" }]) {
    const { record, left_out } = await preview(asked)
    assert.deepEqual(record.map(({ count, total }) => [count, total]), [[3, '30.00']]) // oxfmt-ignore
    assert.deepEqual(sidsOf(left_out), sidsOf([onBill, onList, gone]))
    const why = new Map(left_out.map((one) => [one.sid, `${one.name}: ${one.why}`]))
    assert.equal(why.get(onBill.sid), `${String(onBill.fee_no)} Made fee: on invoice ${String(bill.invoice_no)}, paid with it`)
    assert.equal(why.get(onList.sid), `${String(onList.fee_no)} Made fee: on payment list ${String(other.payment_no)}`)
    assert.match(String(why.get(gone.sid)), /in state “Cancelled”/)
  }
  const chinese = await call<Preview>('fee/do/sum', { sids: [onBill.sid], for_list: true }, { as: manager, lang: 'zh' })
  assert.deepEqual([chinese.data.record, chinese.data.left_out[0]?.why], [[], `在账单 ${String(bill.invoice_no)} 上，随账单支付`])
  assert.notEqual((await call('fee/do/sum', { sids: all, for_list: true }, { as: inventor })).code, 0)
})

test('only what the preview named is left out: a fee that was billed since, or is possible again, refuses the list by its number', async () => {
  const fees = await Promise.all([1, 2, 3].map(() => fee({ fee_type: 'CHANGED' })))
  const [first, second, third] = fees as [Row, Row, Row]
  await billed(first)
  const { left_out } = await preview({ iql: "fee_type = 'CHANGED'" })
  const told = sidsOf(left_out)
  assert.deepEqual(told, [first.sid])
  const put = (left: readonly string[]) => ask('payment/do/from_fees', { iql: "fee_type = 'CHANGED'", total: 3, left_out: left })
  const meanwhile = await billed(second)
  assert.match((await put(told)).message, new RegExp(`no longer possible: ${String(second.fee_no)} Made fee \\(on invoice ${String(meanwhile.invoice_no)}`)) // oxfmt-ignore
  await done('invoice/do/transition', { sid: meanwhile.sid, transition: 'void', reason: '重复' })
  assert.match((await put([first.sid, second.sid])).message, new RegExp(`possible again: ${String(second.fee_no)}$`))
  assert.deepEqual(await Promise.all(fees.map(statusOf)), ['TO_PAY', 'TO_PAY', 'TO_PAY'])
  const list = await put(told)
  assert.equal(list.code, 0, list.text)
  assert.deepEqual(await Promise.all([first, second, third].map(statusOf)), ['TO_PAY', 'PAYING', 'PAYING'])
})

test('the selected fees are paid together without those that were named', async () => {
  const whole = await ask('payment/do/from_fees', { fee_sids: all })
  assert.notEqual(whole.code, 0, 'all or none, where nobody was told of fees that are left out')
  const list = await ask<Row>('payment/do/from_fees', { fee_sids: all, left_out: sidsOf([onBill, onList, gone]) })
  assert.equal(list.code, 0, list.text)
  assert.deepEqual([list.data.fee_count, list.data.totals], [3, [{ currency: 'CNY', amount: '30.00' }]])
  assert.deepEqual(await Promise.all(free.map(statusOf)), ['PAYING', 'PAYING', 'PAYING'])
  assert.equal(await statusOf(onBill), 'TO_PAY')
  const none = await ask('payment/do/from_fees', { fee_sids: [onBill.sid], left_out: [onBill.sid] })
  assert.match(none.message, /None of the chosen fees/)
})

test('whoever names fees beyond their reach is told nothing of them', async () => {
  const admin = await enrol('system_admin')
  const made = await call<Row>('company/do/create', { country: 'SG', company_name: '虚构他公司' }, { as: admin })
  const stranger = await enrol('ip_manager', { company_sid: made.data.sid })
  for (const left_out of [[], [onBill.sid]]) {
    const { status, text } = await call('payment/do/from_fees', { fee_sids: [onBill.sid], left_out }, { as: stranger, lang: 'en' })
    assert.deepEqual([status, text.includes(String(onBill.fee_no)), text.includes(String(bill.invoice_no))], [404, false, false], text)
  }
})

test('the preview of a list names the cases that also owe an earlier year, unless it is selected with the later one', async () => {
  const one = await patent({ case_no: 'YEARS-1' })
  const annuity = (annuity_year: number, more: Record<string, unknown> = {}) => fee({ case_sid: one.sid, fee_class: 'ANNUITY', fee_type: 'YEARS', annuity_year, ...more }) // oxfmt-ignore
  const [seven, eight] = [await annuity(7), await annuity(8)]
  const earlier = async (...rows: Row[]) => (await done<{ earlier: unknown[] }>('fee/do/sum', { sids: rows.map(({ sid }) => sid), for_list: true })).earlier // oxfmt-ignore
  assert.deepEqual(await earlier(eight), [{ case_no: 'YEARS-1', year: 7 }])
  assert.deepEqual([await earlier(seven), await earlier(seven, eight)], [[], []])
  await done('fee/do/transition', { sid: seven.sid, transition: 'cancel' })
  assert.deepEqual(await earlier(eight), [])
})
