// Bills of agencies that come as a table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { todayIn, ZONE } from '../../model/kit/days/clock.ts'
import type { ReadBill } from '../../model/fees/settlements/settlement-routes.ts'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'

const { app, call, enrol } = await testServer()
const [manager, finance, inventor] = [await enrol('ip_manager'), await enrol('finance'), await enrol('inventor')]
const { ask, make, patent } = casesOf(call, manager, 'en')
const today = `${todayIn(ZONE)}`
const agency = await make('agency', { agency_name: '虚构表格代理机构', price_list: [{ service_code: '撰写', amount: '3000', currency: 'CNY' }] })
const agent = await enrol('agency_admin', { agency_sid: agency.sid })
const one = await patent({ case_no: 'TABLE-1', application_no: '202010000035.0', agency_sid: agency.sid })
const other = await patent({ case_no: 'TABLE-2' })
const fee = (case_sid: string, name: string, more: object = {}) =>
  make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', name, name_en: name, due_date: '2031-01-01', currency: 'CNY', amount: '900', pay_by: 'AGENCY', decision: 'PAY', status: 'TO_PAY', ...more }) // oxfmt-ignore
const [application, year8, year9] = [await fee(one.sid, '复审费'), await fee(one.sid, '第8年年费', { annuity_year: 8 }), await fee(one.sid, '第9年年费', { annuity_year: 9 })] // oxfmt-ignore
await fee(one.sid, '第10年年费', { annuity_year: 10 })
const unordered = await fee(other.sid, '恢复权利请求费', { decision: 'ASK', status: 'PLANNED' })

const HEAD = ['账单号', '案号', '费用名称', '年度', '金额', '税额', '币种', '备注']
async function send(rows: unknown[][], by: Person = finance) {
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: '明细', rows: rows as string[][] }] }))
  const answer = await sendFile(app, { path: 'invoice/do/read_bills', token: by.token, file, name: 'bill.xlsx', lang: 'en' })
  return {
    status: Number(answer.status),
    message: String(answer.message),
    record: ((answer.data as { record?: ReadBill[] } | null)?.record ?? []) as ReadBill[],
  } // as it is declared
}
const faultsOf = (bills: readonly ReadBill[]) => bills.flatMap(({ lines }) => lines.flatMap(({ row, faults }) => faults.map(({ label, reason }) => `${row} ${label} ${reason}`))) // oxfmt-ignore

test('[4.06] the lines of several bills are read with their cases and fees to the cent, and become bills that are matched', async () => {
  const { record } = await send([
    ['虚构表格代理机构 2026 年账单'],
    HEAD,
    ['T-1', 'TABLE-1', '复审费', '', '900.10', '', 'RMB', ''],
    ['T-1', '202010000035.0', '年费', 9, 900, '', '', ''],
    ['T-1', 'TABLE-1', '撰写', '', '￥3,000.05', '180.003', '', '含沟通'],
    ['T-2', 'TABLE-9', '检索', '', 500, '', 'JPY', ''],
    ['合计', '', '', '', '4,980.15', '', '', ''],
  ])
  assert.deepEqual(faultsOf(record), ['5 Tax “180.003” is not an amount of CNY'])
  const good = await send([
    HEAD,
    ['T-1', 'TABLE-1', '复审费', '', '900.10', '', 'RMB', ''],
    ['T-1', '202010000035.0', '年费', 9, 900, '', '', ''],
    ['T-1', 'TABLE-1', '撰写', '', '￥3,000.05', '180.01', '', '含沟通'],
    ['T-2', 'TABLE-9', '检索', '', 500, '', 'JPY', ''],
    ['', '', '总计', '', '4,980.16', '', '', ''],
  ])
  assert.deepEqual(faultsOf(good.record), [])
  const [first, second] = good.record
  assert.deepEqual(first?.lines.map(({ fee_sid, case_sid, service }) => [fee_sid, case_sid, service]), [[application.sid, one.sid, null], [year9.sid, one.sid, null], [null, one.sid, '撰写']]) // oxfmt-ignore
  assert.deepEqual([first?.total, second?.total, second?.currency, second?.lines[0]?.case_sid], ['4980.16', '500', 'JPY', null])
  const bodyOf = ({ invoice_no, currency, lines }: ReadBill) => ({ invoice_no, currency, agency_sid: agency.sid, bill_date: today, bill_type: 'MIXED', lines: lines.map(({ case_sid, case_ref, fee_sid, service, description, amount, tax }) => ({ case_sid, case_ref, fee_sid, service, description, amount, tax })) }) // oxfmt-ignore
  const bill = await make('invoice', bodyOf(first as ReadBill))
  assert.equal(bill.total, '4980.16')
  assert.deepEqual((bill.deviations as { kind: string; line_no: number }[]).map(({ kind, line_no }) => [kind, line_no]), [['OVERCHARGE', 1], ['OVERCHARGE', 3]]) // oxfmt-ignore
  const foreign = await make('invoice', bodyOf(second as ReadBill))
  assert.deepEqual([foreign.total, (foreign.deviations as { kind: string }[]).map(({ kind }) => kind)], ['500', ['UNKNOWN_CASE', 'NO_PRICE']])
})

test('each fault is named with its row and column; nothing is recorded', async () => {
  const { record } = await send([
    HEAD,
    ['', '', '复审费', '', '1', '', '', ''],
    ['', 'TABLE-1', '', '', '1', '', '', ''],
    ['', 'TABLE-1', '复审费', '', '', '', '', ''],
    ['', 'TABLE-1', '复审费', '', '-5', '', '', ''],
    ['', 'TABLE-1', '复审费', '', '1,50', '', '', ''],
    ['', 'TABLE-1', '复审费', '', '9999999999999', '', '', ''],
    ['', 'TABLE-1', '复审费', '', '1.5', '', 'JPY', ''],
    ['', 'TABLE-1', '复审费', '', '1', '', '比特币', ''],
    ['', 'TABLE-1', '年费', '', '1', '', '', ''],
  ])
  assert.deepEqual(faultsOf(record), [
    '2 Case no. is required',
    '3 Fee is required',
    '4 Amount is required',
    '5 Amount “-5” must not be negative',
    '6 Amount “1,50” is not an amount of CNY',
    '7 Amount “9999999999999” is too large',
    '8 Amount “1.5” is not an amount of JPY',
    '8 Currency differs from the CNY of the first line of the bill',
    '9 Currency “比特币” is no currency',
    '10 Fee the case has 2 fees “年费”: state the year or the fee number',
  ])
  assert.match((await send([['a', 'b'], ['1', '2']])).message, /needs these columns: Fee, Amount/) // oxfmt-ignore
  assert.equal((await ask<{ total: number }>('invoice/do/search', { fl: 'invoice_no', rows: 1, iql: "invoice_no = ''" })).data.total, 0)
})

test('a fee that was given up is named as well: its payment was not ordered', async () => {
  const given = await fee(one.sid, '权利恢复费', { status: 'ABANDONED', decision: 'ABANDON' })
  const [bill] = (await send([HEAD, ['', 'TABLE-1', '权利恢复费', '', 900, '', '', '']])).record
  assert.equal(bill?.lines[0]?.fee_sid, given.sid)
})

test('a fee that the agency was not told to pay is a deviation of the bill; an agency is told of its own cases alone, and an inventor reads no bill', async () => {
  const rows = [HEAD, ['', 'TABLE-2', '恢复权利请求费', '', 900, '', '', ''], ['', 'TABLE-1', '第8年年费', '', 900, '', '', '']]
  const [bill] = (await send(rows)).record
  assert.deepEqual(bill?.lines.map(({ fee_sid }) => fee_sid), [unordered.sid, year8.sid]) // oxfmt-ignore
  const made = await make('invoice', { invoice_no: 'T-3', agency_sid: agency.sid, bill_date: today, bill_type: 'OFFICIAL', lines: bill?.lines.map(({ fee_sid, amount }) => ({ fee_sid, amount })) }) // oxfmt-ignore
  const kinds = (made.deviations as { kind: string }[]).map(({ kind }) => kind)
  assert.deepEqual(kinds.slice(0, 2), ['NOT_ENTRUSTED', 'NOT_ORDERED'])
  const [theirs] = (await send(rows, agent)).record
  assert.deepEqual(theirs?.lines.map(({ case_sid, fee_sid }) => [case_sid, fee_sid]), [[null, null], [one.sid, null]]) // oxfmt-ignore
  assert.equal((await send(rows, inventor)).status, 403)
})
