import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { app, call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')
const { ask, done, make, patent } = casesOf(call, as, 'en')
const today = Temporal.Now.plainDateISO(ZONE)
const day = (more: Temporal.DurationLike) => `${today.add(more)}`
const one = await patent({ case_no: 'LIST-1' })
const second = await patent({ case_no: 'LIST-2' })
await tenant.db.updateTable('patent').set({ application_no: 'CN202010000009.9' }).where('sid', '=', one.sid).execute()
const fee = (more: Record<string, unknown> = {}) =>
  make('fee', { case_sid: one.sid, fee_class: 'AGENCY', fee_type: 'DRAFT', due_date: day({ months: 1 }), currency: 'CNY', amount: '100', ...more })
/** The office's surcharge is computed; here it is as if the grace period had begun. */
const lateFee = async (amount: string, surcharge: string, more: Record<string, unknown> = {}) => {
  const made = await fee({ amount, ...more })
  await tenant.db.updateTable('fee').set({ surcharge }).where('sid', '=', made.sid).execute()
  return made
}
const listOf = (...fees: readonly Row[]) => done('payment/do/from_fees', { fee_sids: fees.map(({ sid }) => sid) })
const move = (model: string, sid: string, transition: string, more: Record<string, unknown> = {}) => done(`${model}/do/transition`, { sid, transition, ...more }) // oxfmt-ignore
const read = async (model: string, sid: string) => (await call<Row>(`${model}/${sid}?flat=1`, undefined, { as })).data
const states = async (...fees: readonly Row[]) => Promise.all(fees.map(async ({ sid }) => (await read('fee', sid)).status))

test('the fees of a cancelled list are on no list, except a fee that was paid separately', async () => {
  const [free, paid] = [await fee(), await fee()]
  const list = await listOf(free, paid)
  await move('fee', paid.sid, 'pay', { pay_date: `${today}` })
  await move('payment', list.sid, 'cancel')
  assert.deepEqual(await states(free, paid), ['TO_PAY', 'PAID'])
  assert.deepEqual([(await read('fee', free.sid)).payment_sid, (await read('fee', paid.sid)).payment_sid], [null, list.sid])
})

test('a list is deleted only when no fee is on it any more', async () => {
  const list = await listOf(await fee())
  assert.match((await ask(`payment/do/delete/${list.sid}`, {})).message, /still used by Fee/)
  await move('payment', list.sid, 'cancel')
  await done(`payment/do/delete/${list.sid}`, {})
})

test('a fee removed from its list is on no list, and the former and the new list are counted again', async () => {
  const [moving, staying, waiting] = [await lateFee('10.5', '1.25'), await fee(), await fee({ amount: '7' })]
  const [first, other] = [await listOf(moving, staying), await listOf(waiting)]
  assert.deepEqual(first.totals, [{ currency: 'CNY', amount: '111.75' }])
  await move('fee', moving.sid, 'take_back')
  assert.equal((await read('fee', moving.sid)).payment_sid, null)
  await move('fee', moving.sid, 'put_in_batch', { payment_sid: other.sid })
  const counts = async (sid: string) => {
    const { fee_count, totals } = await read('payment', sid)
    return [fee_count, totals]
  }
  assert.deepEqual(await counts(first.sid), [1, [{ currency: 'CNY', amount: '100.00' }]])
  assert.deepEqual(await counts(other.sid), [2, [{ currency: 'CNY', amount: '18.75' }]])
})

test('a paid list shows the total paid, and its receipt is attached to the fees without one', async () => {
  const [plain, own] = [await fee(), await fee()]
  const list = await listOf(plain, own)
  await done('fee/do/update', { sid: plain.sid, paid_amount: '120' })
  assert.deepEqual((await read('payment', list.sid)).totals, [{ currency: 'CNY', amount: '200.00' }], 'what is owed, until it is paid')
  await done('payment/do/pay', { sid: list.sid, pay_date: `${today}`, receipts: { [own.sid]: 'OWN-1' } })
  assert.deepEqual((await read('payment', list.sid)).totals, [{ currency: 'CNY', amount: '220.00' }])
  await move('payment', list.sid, 'receipt', { voucher_no: 'LIST-7' })
  assert.deepEqual([(await read('fee', plain.sid)).voucher_no, (await read('fee', own.sid)).voucher_no], ['LIST-7', 'OWN-1'])
})

test('an empty list cannot be paid, and a receipt names only fees of the list', async () => {
  const [single, stranger] = [await fee(), await fee()]
  const list = await listOf(single)
  const outside = await ask('payment/do/pay', { sid: list.sid, pay_date: `${today}`, receipts: { [stranger.sid]: 'X' } })
  assert.match(outside.message, /not on this list/)
  assert.deepEqual(await states(single), ['PAYING'])
  await move('fee', single.sid, 'take_back')
  assert.match((await ask('payment/do/pay', { sid: list.sid, pay_date: `${today}` })).message, /no fees on this list/)
})

test('a confirmation of uncertain amounts is recorded with its person and date, and both are cleared with it', async () => {
  const list = await listOf(await fee())
  const word = async (amounts_confirmed: boolean) => {
    await done('payment/do/update', { sid: list.sid, amounts_confirmed })
    const { confirmed_by, confirmed_on } = await read('payment', list.sid)
    return [confirmed_by, confirmed_on]
  }
  assert.deepEqual(await word(true), [as.sid, `${today}`])
  assert.deepEqual(await word(false), [null, null])
})

for (const [currency, amount, paid, status, warns] of [
  ['CNY', '100.00', '99.99', 'UNDERPAID', false],
  ['CNY', '100.00', '100', 'PAID', false],
  ['CNY', '100.00', '100.5', 'PAID', true],
  ['CNY', '0.05', '0.5', 'PAID', true],
  ['CNY', '0.5', '0.05', 'UNDERPAID', false],
  ['JPY', '1001', '1000', 'UNDERPAID', false],
  ['JPY', '1001', '1001', 'PAID', false],
  ['KWD', '10.567', '10.566', 'UNDERPAID', false],
  ['KWD', '10.567', '10.568', 'PAID', true],
] as const)
  test(`${paid} ${currency} for ${amount} is ${status}${warns ? ', and more than is due' : ''}`, async () => {
    const { sid } = await fee({ currency, amount })
    const answer = await ask<Row & { warnings?: string[] }>('fee/do/transition', { sid, transition: 'pay', pay_date: `${today}`, paid_amount: paid })
    assert.deepEqual([answer.data.status, /more than/.test(String(answer.data.warnings))], [status, warns])
  })

test('a payment has no future date, and today’s date by default', async () => {
  const [unnamed, future, entered] = [await fee(), await fee(), await fee()]
  await move('fee', unnamed.sid, 'pay')
  const { pay_date, paid_amount, handled } = await read('fee', unnamed.sid)
  assert.deepEqual([pay_date, Number(paid_amount), handled], [`${today}`, 100, true])
  assert.equal((await ask('fee/do/transition', { sid: future.sid, transition: 'pay', pay_date: day({ days: 1 }) })).errors[0]?.field, 'pay_date')
  const enter = (pay_date_: string | undefined) => ask('fee/do/create', { case_sid: one.sid, fee_class: 'AGENCY', fee_type: 'DRAFT', due_date: day({ months: 1 }), currency: 'CNY', amount: '1', status: 'PAID', paid_amount: '1', pay_date: pay_date_ }) // oxfmt-ignore
  assert.deepEqual([(await enter(`${today}`)).code, (await enter(undefined)).errors[0]?.field, (await enter(day({ days: 1 }))).errors[0]?.field], [0, 'pay_date', 'pay_date']) // oxfmt-ignore
  await move('fee', entered.sid, 'cancel') // one entered by hand needs no reason
})

test('a fee without a number gets the next number of its own case', async () => {
  const numbers = [await fee({ case_sid: second.sid }), await fee({ case_sid: second.sid })].map(({ fee_no }) => fee_no)
  assert.deepEqual(numbers, ['LIST-2/1', 'LIST-2/2'])
})

test('the file has a line for each amount and surcharge by due date, and requires the permission to export fees', async () => {
  const later = await fee({ due_date: day({ months: 3 }), amount: '30', name: 'Later' })
  const sooner = await lateFee('20', '2.5', { due_date: day({ months: 2 }), name: 'Sooner' })
  const list = await listOf(later, sooner)
  const file = (token: string) =>
    app.inject({ url: `/innoe-webapi/model/payment/do/export/${list.sid}`, headers: { host: 'localhost', authorization: `Bearer ${token}` } })
  const [sheet] = (await readXlsx((await file(as.token)).rawPayload)).sheets
  assert.deepEqual(
    sheet?.rows.slice(1).map((row) => [row[0], row[1], row[2], row[5], row[8]]),
    [
      [1, 'CN202010000009.9', 'Sooner', 20, 'LIST-1'],
      [2, 'CN202010000009.9', 'Sooner滞纳金', 2.5, 'LIST-1'],
      [3, 'CN202010000009.9', 'Later', 30, 'LIST-1'],
    ],
  )
  const admin = await enrol('system_admin')
  const limited = await call<Row>('role/do/create', { code: 'no_export', name: '不导出' }, { as: admin })
  for (const [entity, verbs] of [
    ['payment', ['get', 'search', 'export']],
    ['patent', ['get', 'search', 'export']],
    ['fee', ['get', 'search']],
  ] as const) {
    const grant = { role_sid: limited.data.sid, entity, verbs, data_scope: 'ALL' }
    assert.equal((await call('role_grant/do/create', grant, { as: admin })).code, 0)
  }
  const reader = await enrol('inventor', { role_sids: [limited.data.sid] })
  assert.equal((await file(reader.token)).statusCode, 403)
  const few = { role_sid: limited.data.sid, verbs: ['get', 'search', 'export'], data_scope: 'ALL', export_max: 1 }
  const some = await call<Row>('role/do/create', { code: 'one_exported', name: '只导一行' }, { as: admin })
  for (const entity of ['payment', 'patent', 'fee'])
    assert.equal((await call('role_grant/do/create', { ...few, role_sid: some.data.sid, entity }, { as: admin })).code, 0)
  const clerk = await enrol('inventor', { role_sids: [some.data.sid] })
  const refused = await file(clerk.token)
  assert.equal(refused.statusCode, 400, refused.payload)
  const exports = await tenant.db
    .selectFrom('audit_entry')
    .select(['account', 'records'])
    .where('event', '=', 'EXPORTED')
    .where('entity', '=', 'fee')
    .execute()
  assert.deepEqual(exports, [{ account: as.account, records: 2 }])
})

test('sums require fees or a query, and include the surcharge', async () => {
  const fees = [await lateFee('20', '2.5'), await fee({ amount: '7' })]
  const sids = fees.map(({ sid }) => sid)
  const total = async (body: Record<string, unknown>) =>
    (await done<{ record: { count: number; amount: string; surcharge: string; total: string }[] }>('fee/do/sum', body)).record.map((row) => [row.count, row.amount, row.surcharge, row.total]) // oxfmt-ignore
  assert.deepEqual(await total({ sids }), [[2, '27.00', '2.50', '29.50']])
  assert.deepEqual(await total({ iql: `sid = '${sids[0]}'` }), [[1, '20.00', '2.50', '22.50']])
  assert.deepEqual(await total({ sids, iql: 'amount > 10' }), [[1, '20.00', '2.50', '22.50']])
  assert.equal((await ask('fee/do/sum', {})).status, 400)
})
