import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const finance = await enrol('finance')
const admin = await enrol('system_admin')

const today = `${Temporal.Now.plainDateISO(ZONE)}`
const { ask, make, done } = casesOf(call, manager, 'en')
const agency = await make('agency', {
  agency_name: '虚构甲代理机构',
  price_list: [{ service_code: 'FILE', amount: '3000', currency: 'CNY' }],
})
const other = await make('agency', { agency_name: '虚构乙代理机构' })
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { title: `账单案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', agency_sid: agency.sid, ...more })
const feeOf = (case_sid: string, more: Record<string, unknown> = {}) =>
  make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', due_date: '2031-01-01', amount: '900', pay_by: 'AGENCY', decision: 'PAY', status: 'TO_PAY', ...more }) // oxfmt-ignore
const body = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) => ({
  invoice_no: `B-${++made}`,
  agency_sid: agency.sid,
  bill_date: today,
  bill_type: 'AGENCY',
  lines,
  ...more,
})
const billed = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) => make('invoice', body(lines, more))
const see = async (model: string, sid: unknown) => (await call<Row>(`${model}/${String(sid)}`, undefined, { as: admin, lang: 'en' })).data
const step = (sid: string, transition: string, fields: Record<string, unknown> = {}, by = manager) =>
  ask('invoice/do/transition', { sid, transition, ...fields }, by)
const stepped = async (...args: Parameters<typeof step>) => {
  const answer = await step(...args)
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}

/** Approval needs the file of the bill; another test shows that. */
const withFile = (sid: string) =>
  tenant.db.updateTable('invoice').set({ attachments: JSON.stringify([{ sid, name: 'bill.pdf', size: 1 }]) as never }).where('sid', '=', sid).execute() // oxfmt-ignore
const audited = async (...args: Parameters<typeof billed>) => {
  const bill = await billed(...args)
  await withFile(bill.sid)
  await stepped(bill.sid, 'audit')
  return bill
}
const listOf = (bill: Row) => (bill.payment_sid as Row).sid
const pay = (sid: string, by = finance) => ask('payment/do/pay', { sid, pay_date: today }, by)

test('[4.06] a bill is audited, requested, paid with its list and written off; its fee is paid to the cent with it', async () => {
  const { sid: case_sid } = await patent()
  const fee = await feeOf(case_sid, { amount: '900.10' })
  const bill = await billed([
    { fee_sid: fee.sid, amount: '900.10' },
    { case_sid, service: 'FILE', amount: '3000', tax: '180' },
  ])
  assert.deepEqual([bill.amount, bill.tax_amount, bill.total, bill.outstanding, bill.undecided], ['3900.10', '180.00', '4080.10', '4080.10', 0])
  assert.equal(((await see('fee', fee.sid)).invoice_sid as Row).sid, bill.sid)
  await withFile(bill.sid)
  const approved = await stepped(bill.sid, 'audit', { audit_opinion: '相符' })
  assert.deepEqual([approved.status, (approved.auditor as Row).sid, approved.audit_date], ['AUDITED', manager.sid, today])
  const requested = await stepped(bill.sid, 'request_payment', {}, engineer)
  const list = await see('payment', listOf(requested))
  assert.deepEqual([list.payment_type, list.payee, list.bill_count, list.totals], ['TO_AGENCY', '虚构甲代理机构', 1, [{ amount: '4080.10', currency: 'CNY' }]]) // oxfmt-ignore
  for (const [confirmed, words] of [
    [{ total: 0, bills: 2 }, /Confirmed invoices: 2; now: 1/],
    [{ total: 0, bills: 1, totals: [{ currency: 'CNY', amount: '4080.00' }] }, /Confirmed totals: CNY 4080\.00; now: CNY 4080\.10/],
  ] as const)
    assert.match((await ask('payment/do/pay', { sid: list.sid, pay_date: today, ...confirmed }, finance)).message, words)
  const seen = { total: 0, bills: list.bill_count, totals: list.totals }
  assert.equal((await ask('payment/do/pay', { sid: list.sid, pay_date: today, ...seen }, finance)).code, 0)
  const paid = await see('invoice', bill.sid)
  assert.deepEqual([paid.status, paid.paid_amount, paid.outstanding, paid.pay_date], ['PAID', '4080.10', '0.00', today])
  const settled = await see('fee', fee.sid)
  assert.deepEqual([settled.status, settled.paid_amount, settled.pay_date], ['PAID', '900.10', today])
  const bare = await step(bill.sid, 'write_off', {}, finance)
  assert.equal(bare.errors[0]?.field, 'vat_invoice_no')
  assert.equal((await stepped(bill.sid, 'write_off', { vat_invoice_no: '26990000000000000001' }, finance)).status, 'WRITE_OFF')
})

test('[4.06] a fee that was not paid after all leaves its paid bill, and is paid to the cent with another', async () => {
  const { sid: case_sid } = await patent()
  const fee = await feeOf(case_sid)
  const paidWith = async () => {
    const bill = await audited([{ fee_sid: fee.sid, amount: '900' }])
    assert.equal((await pay(listOf(await stepped(bill.sid, 'request_payment')))).code, 0)
    return bill
  }
  const first = await paidWith()
  const denied = await ask('fee/do/transition', { sid: fee.sid, transition: 'not_paid', handled_reason: 'the agency did not pay' })
  assert.equal(denied.code, 0, denied.text)
  assert.deepEqual([(await see('fee', fee.sid)).invoice_sid, (await see('invoice', first.sid)).status], [null, 'PAID'])
  const second = await paidWith()
  const settled = await see('fee', fee.sid)
  assert.deepEqual([settled.status, settled.paid_amount, (settled.invoice_sid as Row).sid], ['PAID', '900.00', second.sid])
})

test('a VAT invoice number of 8 digits is used once with each code, one of 20 digits once', async () => {
  const line = [{ service: 'X', description: 'translation', amount: '10' }]
  const vat = (vat_invoice_no: string, vat_invoice_code?: string) =>
    ask('invoice/do/create', body(line, { vat_invoice_no, vat_invoice_code }), manager)
  assert.equal((await vat('12345678', '1100000001')).code, 0)
  assert.equal((await vat('12345678', '1100000002')).code, 0)
  const taken = async (...given: Parameters<typeof vat>) => assert.match((await vat(...given)).text, /VAT invoice no\..*already/)
  await taken('12345678', '1100000002')
  assert.equal((await vat('26990000000000000009')).code, 0)
  await taken('26990000000000000009', '1100000002')
  const further = (number: string) =>
    ask('invoice/do/create', body(line, { vat_invoice_no: '26990000000000000010', vat_total: '4', vat_further: [{ number, total: '6' }] }))
  for (const number of ['26990000000000000009', '26990000000000000010']) assert.equal((await further(number)).errors[0]?.field, 'vat_further', number)
})

test('[4.06] VAT invoices are never more than the bill, also where the bill shrinks, one states no total, or one is negative', async () => {
  const lines = (amount: string) => [{ service: 'X', description: 'translation', amount }]
  const bill = await done('invoice/do/create', body(lines('10'), { vat_invoice_no: '26990000000000000041', vat_total: '10' }), manager)
  const smaller = await ask('invoice/do/update', { sid: bill.sid, lines: lines('1') }, manager)
  assert.equal(smaller.errors[0]?.field, 'vat_total', smaller.text)
  const refused = async (more: Record<string, unknown>, field: string) =>
    assert.equal(
      (await ask('invoice/do/create', body(lines('10'), { vat_invoice_no: '26990000000000000042', ...more }), manager)).errors[0]?.field,
      field,
    )
  await refused({ vat_further: [{ number: '26990000000000000043', total: '10.01' }] }, 'vat_further')
  await refused({ vat_total: '-5', vat_further: [{ number: '26990000000000000043', total: '15' }] }, 'vat_total')
})

test('[4.06] a bill in dollars and one for official fees alone are written off without a VAT invoice; one that is missing in part is asked about', async () => {
  const { sid: case_sid } = await patent()
  const settled = async (...args: Parameters<typeof billed>) => {
    const bill = await audited(...args)
    assert.equal((await pay(listOf(await stepped(bill.sid, 'request_payment')))).code, 0)
    return bill
  }
  const dollars = await settled([{ case_sid, service: 'X', amount: '100.50' }], {
    currency: 'USD',
    agency_sid: null,
    seller_name: 'Fictional Attorneys',
  })
  const number = { vat_invoice_no: '26990000000000000031' }
  assert.equal((await step(dollars.sid, 'write_off', number, finance)).errors[0]?.field, 'vat_invoice_no')
  assert.equal((await stepped(dollars.sid, 'write_off', {}, finance)).status, 'WRITE_OFF')
  const fee = await feeOf(case_sid)
  const official = await settled([{ fee_sid: fee.sid, amount: '900' }], { bill_type: 'OFFICIAL' })
  assert.equal((await stepped(official.sid, 'write_off', {}, finance)).status, 'WRITE_OFF')
  const part = await settled([{ case_sid, service: 'FILE', amount: '3000', tax: '180' }])
  await done('invoice/do/update', {
    sid: part.sid,
    ...number,
    vat_total: '1060.00',
    vat_further: [{ number: '26990000000000000032', total: '1060.01' }],
  })
  const asked = await step(part.sid, 'write_off', { confirm: [] }, finance)
  assert.match(asked.text, /1059\.99 of the services have no VAT invoice yet/)
  assert.equal((await stepped(part.sid, 'write_off', { confirm: ['vat_missing'] }, finance)).status, 'WRITE_OFF')
  const unknown = await settled([{ case_sid: (await patent()).sid, service: 'FILE', amount: '3000', tax: '180' }])
  await done('invoice/do/update', { sid: unknown.sid, vat_invoice_no: '26990000000000000033' })
  assert.match((await step(unknown.sid, 'write_off', { confirm: [] }, finance)).text, /a VAT invoice has no total/)
})

test('[4.06] a bill is paid in parts that total exactly what it claims', async () => {
  const { sid: case_sid } = await patent()
  const fee = await feeOf(case_sid, { amount: '100' })
  const bill = await audited([{ fee_sid: fee.sid, amount: '100' }])
  for (const amount of ['0', '100.01', '-1'])
    assert.equal((await step(bill.sid, 'request_payment', { request_amount: amount })).errors[0]?.field, 'request_amount', amount)
  const first = await stepped(bill.sid, 'request_payment', { request_amount: '33.33' })
  assert.equal((await pay(listOf(first))).code, 0)
  const part = await see('invoice', bill.sid)
  assert.deepEqual([part.status, part.paid_amount, part.outstanding], ['PARTLY_PAID', '33.33', '66.67'])
  assert.equal((await see('fee', fee.sid)).status, 'TO_PAY')
  const rest = await stepped(bill.sid, 'request_payment')
  assert.equal(rest.request_amount, '66.67')
  assert.equal((await pay(listOf(rest))).code, 0)
  const whole = await see('invoice', bill.sid)
  assert.deepEqual([whole.status, whole.outstanding, (whole.payments as Row[]).map(({ amount }) => amount)], ['PAID', '0.00', ['33.33', '66.67']])
  assert.equal((await see('fee', fee.sid)).status, 'PAID')
})

test('[4.06] finance rejects a request with a reason, and a cancelled list gives its bills back', async () => {
  const { sid: case_sid } = await patent()
  const bill = await audited([{ case_sid, service: 'FILE', amount: '3000' }])
  const requested = await stepped(bill.sid, 'request_payment')
  assert.equal((await step(bill.sid, 'reject_payment', {}, finance)).errors[0]?.field, 'internal_reason')
  const rejected = await stepped(bill.sid, 'reject_payment', { internal_reason: '预算不足' }, finance)
  assert.deepEqual([rejected.status, rejected.payment_sid, rejected.request_amount], ['AUDITED', null, null])
  assert.equal((await see('payment', listOf(requested))).bill_count, 0)
  const again = await stepped(bill.sid, 'request_payment')
  assert.equal(again.internal_reason, null)
  assert.equal((await ask('payment/do/transition', { sid: listOf(again), transition: 'cancel' }, engineer)).code, 0)
  assert.equal((await see('invoice', bill.sid)).status, 'AUDITED')
})

test('[4.06] who returns, refuses, approves, requests and pays is decided by abilities, and nobody takes the steps of the product', async () => {
  const { sid: case_sid } = await patent()
  const line = { case_sid, service: 'FILE', amount: '3000' }
  const bill = await billed([line])
  await withFile(bill.sid)
  for (const [transition, by] of [
    ['audit', engineer],
    ['return_bill', engineer],
    ['refuse', finance],
    ['audit', finance],
  ] as const)
    assert.equal((await step(bill.sid, transition, { reason: '无' }, by)).status, 403, transition)
  const offered = (await call<Row>(`invoice/${bill.sid}`, undefined, { as: engineer })).data.transitions as { code: string }[]
  assert.deepEqual(offered.map(({ code }) => code).sort(), ['void'])
  assert.equal((await stepped(bill.sid, 'return_bill', { reason: '缺明细' })).status, 'RETURNED')
  assert.equal((await stepped(bill.sid, 'resubmit', {}, engineer)).status, 'UNPROCESSED')
  await stepped(bill.sid, 'audit')
  const requested = await stepped(bill.sid, 'request_payment', {}, engineer)
  assert.equal((await step(bill.sid, 'pay', {}, admin)).status, 400)
  assert.equal((await ask('invoice/do/batch_transition', { sids: [bill.sid], transition: 'pay' }, admin)).status, 400)
  const refused = await pay(listOf(requested), engineer)
  assert.equal(refused.status, 403, refused.text)
  assert.equal((await see('invoice', bill.sid)).status, 'PAY_REQUESTED')
  const second = await billed([{ ...line, service: 'FILE2' }])
  assert.equal((await stepped(second.sid, 'refuse', { reason: '未委托' })).status, 'REFUSED')
})

test('[4.06] a number is used once for each seller, also after its bill was voided; an approved bill is not changed', async () => {
  const { sid: case_sid } = await patent()
  const line = { case_sid, service: 'FILE', amount: '3000' }
  const bill = await billed([line], { invoice_no: 'SAME' })
  const twice = await ask('invoice/do/create', body([line], { invoice_no: 'SAME' }))
  assert.deepEqual(twice.errors, [{ field: 'invoice_no', label: 'Invoice no.', reason: 'is already used by another record with the same seller' }])
  assert.equal((await ask('invoice/do/create', body([line], { invoice_no: 'SAME', agency_sid: other.sid }))).code, 0)
  await stepped(bill.sid, 'void', { reason: '录入错误' })
  assert.equal((await ask('invoice/do/create', body([line], { invoice_no: 'SAME' }))).code, 500001)
  assert.equal((await ask('invoice/do/delete', { sid: bill.sid })).status, 403)
  const approved = await audited([{ ...line, service: 'FILE' }], { agency_sid: null, seller_name: '虚构翻译社' })
  for (const change of [{ lines: [line, line] }, { currency: 'USD' }, { invoice_no: 'X' }])
    assert.equal((await ask('invoice/do/update', { sid: approved.sid, ...change })).code, 500001, JSON.stringify(change))
  assert.equal((await step(bill.sid, 'audit')).status, 400)
})

test('a hostile bill is refused by its field', async () => {
  const { sid: case_sid } = await patent()
  const line = { case_sid, service: 'FILE', amount: '3000' }
  for (const [given, field] of [
    [body([]), 'lines'],
    [body([{ ...line, amount: '-1' }]), 'lines'],
    [body([{ ...line, amount: '1.001' }]), 'lines'],
    [body([{ ...line, service: null }]), 'lines'],
    [body([{ ...line, currency: 'USD' }]), 'lines'],
    [body([{ ...line, amount: '1.5' }], { currency: 'JPY' }), 'lines'],
    [body([{ ...line, fee_sid: case_sid }]), 'lines'],
    [body([line], { currency: '%' }), 'currency'],
    [body([line], { agency_sid: null }), 'agency_sid'],
    [body([line], { seller_name: '虚构' }), 'seller_name'],
    [body([line], { bill_date: '2999-01-01' }), 'bill_date'],
    [body([line], { due_date: '2000-01-01' }), 'due_date'],
    [body([line], { status: 'PAID' }), 'status'],
    [body([line], { total: '1' }), 'total'],
    [body([line], { payment_sid: case_sid }), 'payment_sid'],
  ] as const) {
    const answer = await ask('invoice/do/create', given)
    assert.deepEqual([answer.status, answer.errors.some((one) => one.field === field)], [400, true], `${field}: ${answer.text}`)
  }
})

test('the lines, deviations and refusals of a bill in yen have no decimals, and name the currency', async () => {
  const lines = [{ service: 'FILE', case_ref: 'NONE', amount: '43600', tax: '0' }]
  const bill = await billed(lines, { currency: 'JPY' })
  assert.deepEqual((bill.lines as Row[]).map(({ amount, tax }) => [amount, tax]), [['43600', '0']]) // oxfmt-ignore
  assert.deepEqual([...new Set((bill.deviations as Row[]).map((one) => one.billed))], ['43600'])
  assert.match((await step(bill.sid, 'audit')).text, /JPY 43,600/)
})

test('each deviation is shown with its numbers, and approval waits until all are accepted with a reason', async () => {
  const { sid: case_sid } = await patent({ case_no: 'MATCH-1' })
  const fee = await feeOf(case_sid, { status: 'PLANNED', decision: 'ASK' })
  const bill = await billed([
    { fee_sid: fee.sid, amount: '901' },
    { case_ref: 'MATCH-1', service: 'FILE', amount: '3000' },
    { case_ref: 'NOWHERE', service: 'FILE', amount: '3000' },
  ])
  const found = bill.deviations as Row[]
  assert.deepEqual(
    found.map(({ line_no, kind, about, billed: amount, expected }) => [line_no, kind, about, amount, expected]),
    [
      [1, 'NOT_ORDERED', fee.fee_no, '901.00', '900.00'],
      [1, 'OVERCHARGE', fee.fee_no, '901.00', '900.00'],
      [3, 'UNKNOWN_CASE', 'NOWHERE', '3000.00', null],
    ],
  )
  await withFile(bill.sid)
  const refused = await step(bill.sid, 'audit')
  assert.equal(refused.errors[0]?.field, 'deviations')
  assert.match(refused.text, /line 1 Overcharge .* CNY 901\.00 \/ CNY 900\.00/)
  const zh = await call('invoice/do/transition', { sid: bill.sid, transition: 'audit' }, { as: manager, lang: 'zh' })
  assert.match(zh.text, /第 1 行 多收/)
  const keys = found.map(({ key }) => key)
  assert.equal((await ask('invoice/do/decide', { sid: bill.sid, keys, decision: 'ACCEPT' })).errors[0]?.field, 'reason')
  assert.equal((await ask('invoice/do/decide', { sid: bill.sid, keys, decision: 'ACCEPT', reason: '合同约定' }, engineer)).status, 403)
  assert.equal((await ask('invoice/do/decide', { sid: bill.sid, keys: ['nothing'], decision: 'ACCEPT', reason: '无' })).status, 400)
  await done('invoice/do/decide', { sid: bill.sid, keys: keys.slice(1), decision: 'ACCEPT', reason: '合同约定' })
  await done('invoice/do/decide', { sid: bill.sid, keys: keys.slice(0, 1), decision: 'DISPUTE', reason: '未指示' })
  assert.equal((await step(bill.sid, 'audit')).errors[0]?.field, 'deviations')
  const decided = await done<Row>('invoice/do/decide', { sid: bill.sid, keys: keys.slice(0, 1), decision: 'ACCEPT', reason: '补充指示' })
  assert.equal(decided.undecided, 0)
  assert.equal((await stepped(bill.sid, 'audit')).status, 'AUDITED')
})

test('a fee on two bills is never accepted; once the first bill is void, the second one matches', async () => {
  const { sid: case_sid } = await patent()
  const fee = await feeOf(case_sid)
  const line = { fee_sid: fee.sid, amount: '900' }
  const first = await billed([line])
  const second = await billed([line])
  const [twice] = second.deviations as Row[]
  assert.deepEqual([twice?.kind, String(twice?.about).includes(String(first.invoice_no))], ['BILLED_TWICE', true])
  const refused = await ask('invoice/do/decide', { sid: second.sid, keys: [twice?.key], decision: 'ACCEPT', reason: '无' })
  assert.match(refused.text, /cannot be accepted/)
  await stepped(first.sid, 'void', { reason: '重复' })
  const matched = await done<Row>('invoice/do/match', { sid: second.sid })
  assert.deepEqual([matched.deviations, matched.undecided], [[], 0])
  await withFile(second.sid)
  await stepped(second.sid, 'audit')
  assert.equal(((await see('fee', fee.sid)).invoice_sid as Row).sid, second.sid)
  const listed = await ask('payment/do/from_fees', { fee_sids: [fee.sid] })
  assert.match(listed.text, new RegExp(String(second.invoice_no)))
})

test('approval needs the file of the bill', async () => {
  const { sid: case_sid } = await patent()
  const bill = await billed([{ case_sid, service: 'FILE', amount: '3000' }])
  assert.equal((await step(bill.sid, 'audit')).errors[0]?.field, 'attachments')
})

test('an agency sees and sends its own bills alone, without what is found out about them', async () => {
  const sender = await enrol('agency_admin', { agency_sid: agency.sid })
  const rival = await enrol('agency_admin', { agency_sid: other.sid })
  const { sid: case_sid } = await patent({ case_no: 'AGENCY-1' })
  const sent = await ask('invoice/do/create', body([{ case_ref: 'AGENCY-1', service: 'FILE', amount: '3100' }]), sender)
  assert.equal(sent.code, 0, sent.text)
  assert.equal('deviations' in sent.data, false)
  const seen = await see('invoice', sent.data.sid)
  assert.deepEqual([(seen.case_sids as Row[])[0]?.sid, (seen.deviations as Row[])[0]?.kind], [case_sid, 'OVERCHARGE'])
  assert.equal((await call(`invoice/${sent.data.sid}`, undefined, { as: rival })).status, 404)
  assert.notEqual((await ask('invoice/do/create', body([{ case_ref: 'AGENCY-1', service: 'FILE', amount: '1' }]), rival)).code, 0)
  await withFile(sent.data.sid)
  for (const transition of ['audit', 'refuse', 'request_payment'])
    assert.equal((await step(sent.data.sid, transition, { reason: '无' }, sender)).status, 403, transition)
})

test('[4.06] a bill in another currency does not join a payment list, which the bank could not pay', async () => {
  const { sid: case_sid } = await patent()
  const yuan = await audited([{ case_sid, service: 'FILE', amount: '3000' }])
  const list = listOf(await stepped(yuan.sid, 'request_payment'))
  const dollars = await audited([{ case_sid, service: 'FEE ABROAD', amount: '20.02' }], {
    agency_sid: null,
    seller_name: '虚构甲代理机构',
    currency: 'USD',
  })
  const refused = await step(dollars.sid, 'request_payment', { payment_sid: list })
  assert.deepEqual([refused.errors[0]?.field, /in the same currency/.test(refused.message)], ['payment_sid', true], refused.text)
})

test('[4.06] the bill that an agency enters is its own, without being asked whose it is', async () => {
  const agent = await enrol('agency_admin', { agency_sid: agency.sid })
  const entered = { invoice_no: 'OWN-1', bill_date: today, bill_type: 'AGENCY', lines: [{ service: 'FILE', amount: '3000' }] }
  const made = await ask<Row>('invoice/do/create', entered, agent)
  assert.deepEqual([made.code, (made.data.agency_sid as Row | null)?.sid], [0, agency.sid], made.text)
  assert.equal((await ask('invoice/do/create', { ...entered, invoice_no: 'OWN-2', agency_sid: other.sid }, agent)).status, 403)
})
