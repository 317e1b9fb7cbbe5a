// Budgets of a year through the API: what is paid and still to be paid, for whom, and by which rates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import type { BudgetUse } from '../../../model/fees/costs/budget-actions.ts'
import { makerOf } from '../../../tests/harness/cases/granted-invention.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { tellOfBudgets } from './budget-notices.ts'

const { app, call, enrol, tenant } = await testServer()
const [manager, engineer, finance, leader, admin] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer'),
  await enrol('finance'),
  await enrol('dept_leader'),
  await enrol('system_admin'),
]
const made = makerOf(call, manager)

const below = await made('department', { name: 'Fictitious laboratory', company_sid: manager.company, parent_sid: manager.department }, admin)
const aside = await made('department', { name: 'Fictitious sales', company_sid: manager.company }, admin)
const right = (department_sid: string) =>
  made('patent', { title: 'Fictitious gear', country: 'CN', patent_type: 'INVENTION', department_sid, owner_sid: engineer.sid })
const [own, other] = [await right(below), await right(aside)]
const mark = await made('trademark', {
  title: 'FICTA',
  country: 'CN',
  tm_kind: 'GOODS_SERVICE',
  mark_type: 'WORD',
  department_sid: below,
  owner_sid: engineer.sid,
})

const owed = (case_sid: string, amount: string, more: object = {}) =>
  made('fee', {
    case_sid,
    fee_class: 'OFFICIAL',
    fee_type: 'OTHER',
    currency: 'CNY',
    amount,
    due_date: '2020-08-01',
    status: 'TO_PAY',
    decision: 'PAY',
    ...more,
  })
async function paid(case_sid: string, amount: string, pay_date: string, more: object = {}) {
  const sid = await owed(case_sid, amount, more)
  const answer = await call('fee/do/transition', { sid, transition: 'pay', pay_date, paid_amount: amount }, { as: manager, lang: 'en' })
  assert.equal(answer.code, 0, answer.text)
  return sid
}
const budget = (name: string, amount: string, more: object = {}) => made('budget', { name, year: 2020, amount, ...more }, finance)

await made('exchange_rate', { from_currency: 'USD', rate_date: '2020-03-01', rate: '700', per: 100, source: 'Fictitious bank' }, finance)
await paid(own, '1000.10', '2020-02-03')
await paid(own, '100.00', '2020-03-05', { currency: 'USD', fee_class: 'AGENCY' })
await paid(own, '5000', '2020-03-05', { currency: 'KRW' })
await paid(own, '77.00', '2019-12-31')
await paid(other, '300.00', '2020-05-01')
await paid(mark, '50.00', '2020-05-01')
await owed(own, '400.00')
await owed(own, '999.00', { due_date: '2021-01-01' })
await owed(own, '888.00', { status: 'PLANNED', decision: 'ABANDON' })

await budget('All', '2000')
await budget('Department', '2000.00', { department_sid: manager.department })
await budget('Trademarks', '50', { case_kind: 'trademark' })
await budget('Agencies', '900', { fee_classes: ['AGENCY'] })
await budget('One case', '299.99', { case_sids: [other] })
await budget('Dollars', '900', { currency: 'USD', department_sid: manager.department })

async function uses(as: Person = finance, year = 2020) {
  const answer = await call<{ record: BudgetUse[] }>('budget/do/use', { year }, { as, lang: 'en' })
  assert.equal(answer.code, 0, answer.text)
  return answer.data.record
}
const useOf = async (name: string) => (await uses()).find((one) => one.name === name) ?? assert.fail(name)
const figures = ({ paid: spent, planned, left, used, level }: BudgetUse) => [spent.total, planned.total, left, used, level]

for (const [name, ...expected] of [
  ['All', '2050.10', '400.00', '-450.10', '122.5', 'OVER'],
  ['Department', '1750.10', '400.00', '-150.10', '107.5', 'OVER'],
  ['Trademarks', '50.00', '0.00', '0.00', '100.0', 'WARN'],
  ['Agencies', '700.00', '0.00', '200.00', '77.8', 'OK'],
  ['One case', '300.00', '0.00', '-0.01', '100.0', 'OVER'],
  ['Dollars', '100.00', '0.00', '800.00', '11.1', 'OK'],
] as const)
  test(`the budget ${name} is compared with the paid and planned fees that it covers, in its year and currency`, async () => {
    assert.deepEqual(figures(await useOf(name)), expected)
  })

test('a converted figure tells its rate and day, and what has no rate stands apart in its own currency', async () => {
  const { paid: spent } = await useOf('Department')
  assert.deepEqual(
    spent.converted.map(({ amount, converted, rate, rate_date }) => [amount, converted, rate, rate_date]),
    [['100.00', '700.00', '7', '2020-03-01']],
  )
  assert.deepEqual(spent.apart, [{ currency: 'KRW', amount: '5000' }])
  assert.deepEqual((await useOf('Dollars')).paid.apart, [{ currency: 'CNY', amount: '1050.10' }, { currency: 'KRW', amount: '5000' }]) // oxfmt-ignore
})

test('the rows behind a figure are the fees that it sums', async () => {
  const { paid_iql, planned_iql } = await useOf('Department')
  const search = async (iql: string) => {
    const { data } = await call<{ record: { paid_amount: string; amount: string }[] }>(
      'fee/do/search',
      { iql: `${iql} ORDER BY amount ASC`, fl: ['paid_amount', 'amount'] },
      { as: finance },
    )
    return data.record
  }
  assert.deepEqual((await search(paid_iql)).map(({ paid_amount }) => paid_amount), ['50.00', '100.00', '1000.10', '5000']) // oxfmt-ignore
  assert.deepEqual((await search(planned_iql)).map(({ amount }) => amount), ['400.00']) // oxfmt-ignore
})

test('a rate that a person entered with a payment stays that of the payment', async () => {
  const sid = await paid(own, '10.00', '2020-04-01', { currency: 'USD' })
  await call('fee/do/update', { sid, exchange_rate: '6.5' }, { as: manager })
  const { paid: spent } = await useOf('Department')
  assert.deepEqual(spent.converted.map(({ converted, rate }) => `${converted} at ${rate}`).toSorted(), ['65.00 at 6.5', '700.00 at 7'])
  assert.equal(spent.total, '1815.10')
  await tenant.db.updateTable('fee').set({ deleted_at: '2020-04-02T00:00:00Z' }).where('sid', '=', sid).execute()
})

test('lines of bills count once: services as agency fees, fees by themselves', async () => {
  const fee_sid = await owed(own, '20.00', { due_date: '2021-05-05' })
  const lines = [
    { case_sid: own, service: 'FILE', amount: '100.00', tax: '6.00' },
    { fee_sid, amount: '20.00' },
  ]
  const bill = (invoice_no: string) =>
    made('invoice', { invoice_no, seller_name: 'Fictitious firm', bill_date: '2020-06-01', bill_type: 'AGENCY', lines })
  const first = await bill('F-1')
  await tenant.db.updateTable('invoice').set({ status: 'PAID', pay_date: '2020-07-01' }).where('sid', '=', first).execute()
  const { bills, ...use } = await useOf('Agencies')
  assert.deepEqual([use.paid.total, use.planned.total], ['806.00', '0.00'])
  assert.deepEqual(bills.map(({ invoice_no, amount, paid: isPaid }) => [invoice_no, amount, isPaid]), [['F-1', '106.00', true]]) // oxfmt-ignore
  await tenant.db.updateTable('invoice').set({ status: 'AUDITED', pay_date: null }).where('sid', '=', first).execute()
  assert.deepEqual(figures(await useOf('Agencies')).slice(0, 2), ['700.00', '106.00'])
  assert.deepEqual((await useOf('Trademarks')).bills, [])
  await tenant.db.updateTable('invoice').set({ status: 'VOID' }).where('sid', '=', first).execute()
})

test('the spreadsheet holds the same figures with the rates', async () => {
  const file = async (as: Person) =>
    app.inject({
      url: '/innoe-webapi/model/budget/do/use_file/2020',
      headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': 'en' },
    })
  const { rawPayload, statusCode } = await file(finance)
  assert.equal(statusCode, 200)
  const [sheet] = (await readXlsx(rawPayload)).sheets
  const line = sheet?.rows.find(([name]) => name === 'Department')
  assert.deepEqual(line?.slice(2, 10), ['CNY', 2000, 1750.1, 400, -150.1, 107.5, 'Over budget', 'KRW 5,000'])
  assert.match(String(line?.[10]), /USD = 7 CNY \(2020-03-01/)
  assert.equal((await file(engineer)).statusCode, 403)
  const exports = await tenant.db
    .selectFrom('audit_entry')
    .select(['account', 'records'])
    .where('event', '=', 'EXPORTED')
    .where('entity', '=', 'budget')
    .execute()
  assert.deepEqual(exports, [{ account: finance.account, records: 6 }])
})

test('finance and managers keep budgets, engineers see them, others do not; faults are refused by name', async () => {
  assert.equal((await uses(engineer)).length, 6)
  assert.equal((await uses(finance, 2019)).length, 0)
  const ask = (path: string, body: object, as: Person) => call(path, body, { as, lang: 'en' })
  assert.equal((await ask('budget/do/use', { year: 2020 }, leader)).status, 403)
  assert.equal((await ask('budget/do/create', { name: 'X', year: 2020, amount: '1' }, engineer)).status, 403)
  assert.equal((await ask('budget/do/use', { year: 1 }, finance)).status, 400)
  const fault = async (body: object) =>
    (await ask('budget/do/create', { name: 'X', year: 2020, amount: '1', ...body }, finance)).errors.map(({ field }) => field)
  assert.deepEqual(await fault({ case_kind: 'fee' }), ['case_kind'])
  assert.deepEqual(await fault({ amount: '-1' }), ['amount'])
  assert.deepEqual(await fault({ amount: '1.5', currency: 'JPY' }), ['amount'])
  assert.deepEqual(await fault({ warn_pct: 101 }), ['warn_pct'])
  assert.notEqual((await ask('budget/do/create', { name: 'All', year: 2020, amount: '1' }, finance)).code, 0)
})

test('the owners of a budget are told once when it is nearly used, by forecast exceeded or exceeded, and again after it was changed', async () => {
  const year = Number(systemContext(tenant).today.slice(0, 4))
  const gear = await right(below)
  const due = { due_date: `${year}-12-31` }
  await owed(gear, '90.00', due)
  const told = await made('budget', { name: 'Fictitious gears', year, amount: '100', case_sids: [gear], owner_sids: [engineer.sid] }, finance)
  const authored = await made('budget', { name: 'Fictitious gears of the author', year, amount: '1000', warn_pct: 1, case_sids: [gear] }, finance)
  const heard = async (person: Person) =>
    (
      await tenant.db
        .selectFrom('notification')
        .select(['title_en', 'level'])
        .where('user_sid', '=', person.sid)
        .where('title_en', 'like', '%Fictitious gears%')
        .orderBy('created_at')
        .execute()
    ) // oxfmt-ignore
      .map(({ title_en, level }) => `${String(level)} ${String(title_en)}`)
  const levelOf = async (sid: string) => (await tenant.db.selectFrom('budget').select('level').where('sid', '=', sid).executeTakeFirstOrThrow()).level
  await tellOfBudgets(systemContext(tenant))
  const near = 'SOON Near the budget: Fictitious gears, paid and still to be paid CNY 90.00, 90.0 % of CNY 100.00'
  assert.deepEqual([await heard(engineer), await levelOf(told), await levelOf(authored)], [[near], 'WARN', 'WARN'])
  assert.deepEqual(await heard(finance), [
    'SOON Near the budget: Fictitious gears of the author, paid and still to be paid CNY 90.00, 9.0 % of CNY 1,000.00',
  ])
  assert.equal(await tellOfBudgets(systemContext(tenant)), 0, 'once')
  await owed(gear, '10.01', due)
  assert.equal(await tellOfBudgets(systemContext(tenant)), 1)
  const coming = 'URGENT Over budget by forecast: Fictitious gears, paid and still to be paid CNY 100.01 of CNY 100.00'
  assert.deepEqual([await heard(engineer), await levelOf(told)], [[near, coming], 'OVER'])
  const { data } = await call<{ version: number }>(`budget/${told}`, undefined, { as: finance })
  const raised = await call('budget/do/update', { sid: told, amount: '200', version: data.version }, { as: finance, lang: 'en' })
  assert.equal(raised.code, 0, raised.text)
  assert.equal(await levelOf(told), null, 'until the next night')
  assert.deepEqual([await tellOfBudgets(systemContext(tenant)), await levelOf(told)], [0, 'OK'])
  const changed = await call('budget/do/update', { sid: authored, owner_sids: [leader.sid] }, { as: finance, lang: 'en' })
  assert.equal(changed.code, 0, changed.text)
  assert.deepEqual([await levelOf(authored), await tellOfBudgets(systemContext(tenant)), (await heard(leader)).length], ['WARN', 1, 1])
  await call('budget/do/update', { sid: authored, case_sids: [own, gear] }, { as: finance })
  assert.equal(await levelOf(authored), null)
  const before = await made('budget', { name: 'Fictitious gears of the year before', year: year - 1, amount: '1', owner_sids: [leader.sid] }, finance)
  await paid(gear, '5.00', `${year - 1}-12-30`)
  await tellOfBudgets(systemContext(tenant))
  assert.equal(await levelOf(before), 'OVER')
})
