// Payments by agency: the file for the bank, what the bank returns, and the receipts of an office.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { todayIn, ZONE } from '../../model/kit/days/clock.ts'
import type { ReadBankLine, ReadReceipt } from '../../model/fees/settlements/settlement-routes.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'

const { app, call, enrol, tenant } = await testServer()
const [manager, finance, inventor, admin] = [await enrol('ip_manager'), await enrol('finance'), await enrol('inventor'), await enrol('system_admin')]
const { ask, make, patent } = casesOf(call, manager, 'en')
const today = `${todayIn(ZONE)}`
const agencies = await Promise.all(
  ['虚构甲', '虚构乙', '虚构丙'].map((agency_name, at) => make('agency', { agency_name, bank_name: '虚构银行', bank_account: `0000-${at + 1}` })),
)
await tenant.db.updateTable('company').set({ bank_account: '9999-0', company_name: '虚构付款公司' }).where('sid', '=', manager.company).execute()

let made = 0
async function audited(at: number, amount: string, more: Record<string, unknown> = {}) {
  const bill = await make('invoice', { invoice_no: `S-${++made}`, agency_sid: agencies[at]?.sid, bill_date: today, bill_type: 'AGENCY', lines: [{ service: 'X', amount }], ...more }) // oxfmt-ignore
  await tenant.db.updateTable('invoice').set({ status: 'AUDITED' }).where('sid', '=', bill.sid).execute()
  return bill
}
const read = async (model: string, sid: unknown) => (await call<Row>(`${model}/${String(sid)}`, undefined, { as: manager, lang: 'en' })).data
const send = async <T>(path: string, rows: unknown[][], fields: Record<string, string> = {}) => {
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: rows as string[][] }] }))
  const answer = await sendFile(app, { path, token: finance.token, file, name: 'result.xlsx', lang: 'en', fields })
  const { record = [], asks_day_order: asks } = (answer.data ?? {}) as { record?: T[]; asks_day_order?: boolean } // as it is declared
  return { status: Number(answer.status), message: String(answer.message), record, asks }
}

const bills = [await audited(0, '1000.10'), await audited(0, '2000.20'), await audited(1, '0.30'), await audited(2, '500', { currency: 'JPY' }), await audited(2, '7.77')] // oxfmt-ignore
const requested = await call('invoice/do/batch_transition', { sids: bills.map(({ sid }) => sid), transition: 'request_payment' }, { as: finance, lang: 'en' }) // oxfmt-ignore
assert.equal(requested.code, 0, requested.text)
const lists = await Promise.all(bills.map(async ({ sid }) => ((await read('invoice', sid)).payment_sid as Row).sid))

test('[4.06] bills that are requested together are on one payment list for each agency and currency', async () => {
  assert.deepEqual([lists[0] === lists[1], new Set(lists).size], [true, 4])
  assert.deepEqual((await read('payment', lists[0])).totals, [{ amount: '3000.30', currency: 'CNY' }])
})

const own = [...new Set(lists)]
const file = () => app.inject({ method: 'GET', url: `/innoe-webapi/model/payment/do/bank_file?sids=${own.join(',')}`, headers: { authorization: `Bearer ${finance.token}`, 'accept-language': 'zh' } }) // oxfmt-ignore

test('[4.06] the file for the bank has a line for each list with its account, and what the bank returns pays exactly the lines that agree', async () => {
  const answer = await file()
  assert.equal(answer.statusCode, 200, answer.body)
  const [sheet] = (await readXlsx(answer.rawPayload)).sheets
  const [headings, ...lines] = (sheet?.rows ?? []) as unknown[][]
  const numbers = await Promise.all(own.map(async (sid) => String((await read('payment', sid)).payment_no)))
  assert.deepEqual(lines.map((line) => String(line[1])).toSorted(), numbers.toSorted())
  const first = lines.find((line) => line[1] === numbers[0]) ?? []
  assert.deepEqual(first.slice(1, 10), [numbers[0], '虚构甲', '0000-1', '虚构银行', 3000.3, 'CNY', 'S-1 S-2', '虚构付款公司', '9999-0'])
  const said = (line: unknown[], result: string) => [...line.slice(0, 10), result, today, `T-${String(line[1])}`]
  const line = (at: number) => lines.find((one) => one[1] === numbers[at]) ?? []
  const wrong = line(2).with(5, 501)
  const rows = [['虚构银行回单'], headings ?? [], said(line(0), '交易成功'), said(line(1), '交易失败：账号有误'), said(wrong, '成功'), said(line(3).with(2, '虚构丁'), '成功'), said(line(0).with(1, 'NONE'), '成功')] // oxfmt-ignore
  const { record, status } = await send<ReadBankLine>('payment/do/read_bank_result', rows)
  assert.equal(status, 200)
  assert.deepEqual(record.map(({ state }) => state), ['MATCHED', 'FAILED', 'AMOUNT', 'PAYEE', 'UNKNOWN']) // oxfmt-ignore
  const [good] = record
  const { payment_sid: sid, serial: official_order_no, paid_on: pay_date, bills: count, totals } = good as ReadBankLine
  const paid = await call('payment/do/pay', { sid, pay_date, official_order_no, bills: count, totals }, { as: finance, lang: 'en' })
  assert.equal(paid.code, 0, paid.text)
  const states = await Promise.all(bills.map(async (bill) => (await read('invoice', bill.sid)).status))
  assert.deepEqual(states, ['PAID', 'PAID', 'PAY_REQUESTED', 'PAY_REQUESTED', 'PAY_REQUESTED'])
  assert.equal((await read('payment', sid)).official_order_no, `T-${numbers[0]}`)
  const again = await send<ReadBankLine>('payment/do/read_bank_result', rows)
  assert.deepEqual(again.record.map(({ state }) => state).slice(0, 1), ['CLOSED']) // oxfmt-ignore
  const rest = await file()
  assert.equal(rest.statusCode, 200, rest.body)
  const [lines2, left] = (await readXlsx(rest.rawPayload)).sheets
  assert.deepEqual(lines2?.rows.slice(1).map((row) => row[1]), numbers.slice(1).toSorted()) // oxfmt-ignore
  assert.deepEqual(left?.rows.slice(1), [[numbers[0], '虚构甲', `${numbers[0]} 不是待付给代理的缴费单`]])
})

test('[4.06] a day of payment that can be read in two ways is asked about, and never guessed', async () => {
  const headings = ['缴费单号', '收款户名', '金额', '交易结果', '交易日期']
  const read = async (days: string[], fields = {}) => {
    const { record, asks } = await send<ReadBankLine>('payment/do/read_bank_result', [headings, ...days.map((day) => ['NONE', '虚构甲', 1, '成功', day])], fields)
    return [asks, ...record.map(({ paid_on }) => paid_on)]
  }
  assert.deepEqual(await read(['05/03/2024', '06/03/2024']), [true, null, null])
  assert.deepEqual(await read(['05/03/2024', '06/03/2024'], { day_order: 'dmy' }), [false, '2024-03-05', '2024-03-06'])
  assert.deepEqual(await read(['05/03/2024', '06/03/2024'], { day_order: 'mdy' }), [false, '2024-05-03', '2024-06-03'])
  assert.deepEqual(await read(['05/03/2024', '26/03/2024']), [false, '2024-03-05', '2024-03-26'], 'another line tells')
  assert.deepEqual(await read(['2024-03-05', '05.03.2024']), [false, '2024-03-05', '2024-03-05'])
  assert.match((await send('payment/do/read_bank_result', [['Payment no.', 'Payee', 'Amount', 'Result', 'Paid on']], { day_order: 'day' })).message, /day_order must be mdy, dmy or ymd/)
}) // oxfmt-ignore

test('[4.06] a file of the bank without its columns is refused by name, twice the same list is not taken, and an inventor gets neither file', async () => {
  const { message } = await send('payment/do/read_bank_result', [['a', 'b'], ['1', '2']]) // oxfmt-ignore
  assert.match(message, /needs these columns: Payment no\., Payee, Amount, Result/)
  const no = String((await read('payment', lists[2])).payment_no)
  const line = [no, '虚构乙', '0.30', 'paid', today]
  const { record } = await send<ReadBankLine>('payment/do/read_bank_result', [['Payment no.', 'Payee', 'Amount', 'Result', 'Paid on'], line, line])
  assert.deepEqual(record.map(({ state }) => state), ['TWICE', 'TWICE']) // oxfmt-ignore
  const url = `/innoe-webapi/model/payment/do/bank_file?sids=${lists[2]}`
  assert.equal((await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${inventor.token}` } })).statusCode, 403)
  await tenant.db.updateTable('agency').set({ bank_account: null }).where('agency_name', '=', '虚构乙').execute()
  const bare = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${finance.token}`, 'accept-language': 'en' } })
  assert.match(bare.body, /“虚构乙”, has no bank account/)
  assert.equal(bare.statusCode, 400)
  const role = await call<Row>('role/do/create', { code: 'no_accounts', name: '不看账号' }, { as: admin })
  const entities = { payment: {}, invoice: {}, agency: { hidden_fields: ['bank_account'] } }
  for (const [entity, more] of Object.entries(entities)) {
    const grant = { role_sid: role.data.sid, entity, verbs: ['get', 'search', 'export'], data_scope: 'ALL', ...more }
    const granted = await call('role_grant/do/create', grant, { as: admin })
    assert.equal(granted.code, 0, granted.text)
  }
  const unseeing = await enrol('inventor', { role_sids: [role.data.sid] })
  const hidden = await app.inject({ method: 'GET', url: `/innoe-webapi/model/payment/do/bank_file?sids=${lists[3]}`, headers: { authorization: `Bearer ${unseeing.token}`, 'accept-language': 'en' } }) // oxfmt-ignore
  assert.equal(hidden.statusCode, 403, hidden.body)
  assert.match(hidden.body, /bank accounts of agencies/)
})

test('whoever may not read the amounts of lists or fees gets none of them from a file', async () => {
  const role = await call<Row>('role/do/create', { code: 'no_amounts', name: '不看金额' }, { as: admin })
  for (const [entity, hidden_fields] of Object.entries({ payment: ['totals'], fee: ['amount'], invoice: [], agency: [] })) {
    const granted = await call('role_grant/do/create', { role_sid: role.data.sid, entity, verbs: ['get', 'search', 'export'], data_scope: 'ALL', hidden_fields }, { as: admin })
    assert.equal(granted.code, 0, granted.text)
  }
  const { token } = await enrol('inventor', { role_sids: [role.data.sid] })
  const url = `/innoe-webapi/model/payment/do/bank_file?sids=${lists[3]}`
  assert.equal((await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })).statusCode, 403)
  const rows = { read_bank_result: ['Payment no.', 'Payee', 'Amount', 'Result'], read_receipts: ['票据号码', '申请号', '费用种类', '金额'] }
  for (const [name, headings] of Object.entries(rows)) {
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [headings, headings] }] }))
    const answer = await sendFile(app, { path: `payment/do/${name}`, token, file, name: 'result.xlsx', lang: 'en' })
    assert.match(String(answer.message), name === 'read_receipts' ? /see “Amount” of fees/ : /see “[^”]+” of payment/, name)
  }
}) // oxfmt-ignore

const NUMBER = '202010000019.1'
const SECOND = '202010000027.6'

test('receipts of an office are matched by number, amount and payer; those confirmed are recorded and pay their fees', async () => {
  const right = await patent({ case_no: 'RECEIPT-1', filing_date: '2020-01-02', application_no: NUMBER })
  const fee = (name: string, amount: string, more: object = {}) =>
    make('fee', { case_sid: right.sid, fee_class: 'OFFICIAL', fee_type: 'X', name, name_en: name, due_date: '2031-01-01', currency: 'CNY', amount, decision: 'PAY', status: 'TO_PAY', ...more }) // oxfmt-ignore
  const [a, b, c] = [await fee('复审费', '1000'), await fee('恢复权利请求费', '1000'), await fee('副本证明费', '30')]
  const list = await call<Row>('payment/do/from_fees', { fee_sids: [a.sid, b.sid] }, { as: manager })
  const head = ['票据号码', '申请号', '费用种类', '金额', '缴款人', '缴费日期']
  const rows = [
    ['R-1', '2020100000191', '复审费', '1,000.00', '虚构付款公司', today],
    ['R-2', 'ZL202010000019.1', '恢复权利请求费', 1000, '虚构付款公司', today],
    ['R-3', '202010000019.1', '副本证明费', '29.99', '虚构付款公司', today],
    ['R-4', '202010000019.1', '副本证明费', '30', '虚构他人', today],
    ['R-5', '202099999999.9', '复审费', '1000', '虚构付款公司', today],
  ]
  const { record } = await send<ReadReceipt>('payment/do/read_receipts', [head, ...rows])
  assert.deepEqual(record.map(({ voucher, state }) => [voucher, state]), [['R-1', 'MATCHED'], ['R-2', 'MATCHED'], ['R-3', 'AMOUNT'], ['R-4', 'PAYER'], ['R-5', 'UNKNOWN']]) // oxfmt-ignore
  const receipts = record.flatMap(({ state, fee_sid, voucher: voucher_no, paid_on: pay_date }) => (state === 'MATCHED' ? [{ fee_sid, voucher_no, pay_date }] : [])) // oxfmt-ignore
  const taken = await call<Row>('fee/do/take_receipts', { receipts }, { as: finance, lang: 'en' })
  assert.deepEqual([taken.code, taken.data?.paid, taken.data?.recorded], [0, 2, 2], taken.text)
  const kept = await Promise.all([a, b, c].map(async ({ sid }) => read('fee', sid)))
  assert.deepEqual(kept.map((one) => [one.status, one.voucher_no, one.paid_amount]), [['PAID', 'R-1', '1000.00'], ['PAID', 'R-2', '1000.00'], ['TO_PAY', null, null]]) // oxfmt-ignore
  assert.equal((await read('payment', list.data.sid)).status, 'PAID')
  const again = await send<ReadReceipt>('payment/do/read_receipts', [head, ...rows])
  assert.deepEqual(again.record.map(({ state }) => state).slice(0, 2), ['RECORDED', 'RECORDED']) // oxfmt-ignore
  const twice = await ask('fee/do/take_receipts', { receipts: [receipts[0], receipts[0]] })
  assert.match(twice.text, /A fee has one receipt/)
})

test('a receipt that another one contradicts, or that states another amount than was owed on its day, is not recorded', async () => {
  const right = await patent({ case_no: 'RECEIPT-2', filing_date: '2020-01-02', application_no: SECOND })
  const make30 = (name: string) =>
    make('fee', { case_sid: right.sid, fee_class: 'OFFICIAL', fee_type: 'X', name, name_en: name, due_date: '2031-01-01', currency: 'CNY', amount: '30', decision: 'PAY', status: 'TO_PAY' }) // oxfmt-ignore
  const [one, other] = [await make30('复审费'), await make30('副本证明费')]
  const head = ['票据号码', '申请号', '费用种类', '金额', '缴费日期']
  const rows = [['R-6', SECOND, '复审费', 30, today], ['R-7', SECOND, '复审费', 30, today], ['', SECOND, '副本证明费', 30, today]] // oxfmt-ignore
  const { record } = await send<ReadReceipt>('payment/do/read_receipts', [head, ...rows])
  assert.deepEqual(record.map(({ state }) => state), ['TWICE', 'TWICE', 'NO_NUMBER']) // oxfmt-ignore
  const again = await send<ReadReceipt>('payment/do/read_receipts', [head, rows[0] ?? [], rows[0] ?? []])
  assert.deepEqual(again.record.map(({ state }) => state), ['REPEATED']) // oxfmt-ignore
  const take = (receipts: object[]) => call<Row>('fee/do/take_receipts', { receipts }, { as: finance, lang: 'en' })
  const unequal = await take([{ fee_sid: one.sid, voucher_no: 'R-6', pay_date: today, amount: '31.00' }])
  assert.match(unequal.message, new RegExp(`${String(one.fee_no)}: 31.00 / 30.00`))
  assert.equal((await read('fee', one.sid)).status, 'TO_PAY')
  await call('fee/do/update', { sid: other.sid, voucher_no: 'R-9' }, { as: manager })
  const taken = await take([{ fee_sid: other.sid, voucher_no: 'R-8', pay_date: today, amount: '30.00' }])
  assert.match(taken.message, new RegExp(`Another receipt is recorded on these fees: ${String(other.fee_no)} \\(R-9\\)`))
  assert.deepEqual([(await read('fee', other.sid)).voucher_no, (await take([{ fee_sid: one.sid, voucher_no: 'R-6', pay_date: today, amount: '30.00' }])).code], ['R-9', 0]) // oxfmt-ignore
})

test('a receipt of a day to come is refused by its row, also for a fee that is paid already', async () => {
  const right = await patent({ case_no: 'RECEIPT-3' })
  const paid = await make('fee', { case_sid: right.sid, fee_class: 'OFFICIAL', fee_type: 'X', name: '复审费', due_date: '2031-01-01', currency: 'CNY', amount: '30', status: 'PAID', pay_date: today, paid_amount: '30' }) // oxfmt-ignore
  const receipts = [{ fee_sid: paid.sid, voucher_no: 'R-10', pay_date: '2090-01-01' }]
  const refused = await call('fee/do/take_receipts', { receipts }, { as: finance, lang: 'en' })
  assert.match(refused.text, /row 1: Paid on 01 Jan 2090 is in the future/)
  assert.equal((await read('fee', paid.sid)).voucher_no, null)
})
