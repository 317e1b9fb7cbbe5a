import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const own = { owner_sid: manager.sid, company_sid: manager.company }
const case_sid = await make('patent', { title: '许多费用', country: 'CN', patent_type: 'INVENTION', ...own })
const COUNT = 320
const due_date = `${Temporal.PlainDate.from(presentDay()).add({ months: 3 })}`
for (let at = 0; at < COUNT; at++)
  await make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'MANY', due_date, amount: '10', status: 'TO_PAY', company_sid: manager.company })

const IQL = "fee_type = 'MANY'"
const ask = (path: string, body: Record<string, unknown>, as: Person = manager) =>
  call<{ sid: string; count: number; fee_count: number; record: { count: number; total: string }[] }>(path, body, { as, lang: 'en' })
const decided = async () => {
  const rows = await tenant.db.selectFrom('fee').select(['decision', 'status']).where('fee_type', '=', 'MANY').execute()
  return Object.fromEntries([...Map.groupBy(rows, ({ decision }) => String(decision))].map(([decision, some]) => [decision, some.length]))
}

test('all fees of a query are decided together, once their number is confirmed', async () => {
  const [sum] = (await ask('fee/do/sum', { iql: IQL })).data.record
  assert.deepEqual([sum?.count, sum?.total], [COUNT, '3200.00'])
  const before = await decided()
  const other = await ask('fee/do/decide', { iql: IQL, total: COUNT - 1, decision: 'PAY' })
  assert.match(other.message, /319 were confirmed, there are now 320/)
  const unconfirmed = await ask('fee/do/decide', { iql: IQL, decision: 'PAY' })
  assert.equal(unconfirmed.status, 400)
  assert.deepEqual(await decided(), before)
  const { data, text } = await ask('fee/do/decide', { iql: IQL, total: COUNT, decision: 'PAY' })
  assert.equal(data?.count, COUNT, text)
  assert.deepEqual(await decided(), { PAY: COUNT })
})

test('all fees of a query are put on one payment list, and confirmed as paid in one step', async () => {
  const { message } = await ask('payment/do/from_fees', { iql: IQL, total: 5 })
  assert.match(message, /5 were confirmed, there are now 320/)
  const list = await ask('payment/do/from_fees', { iql: IQL, total: COUNT })
  assert.equal(list.data?.fee_count, COUNT, list.text)
  const paid = await ask('payment/do/pay', { sid: list.data.sid, pay_date: presentDay(), amounts_confirmed: true })
  assert.equal(paid.status, 200, paid.text)
  const rows = await tenant.db.selectFrom('fee').select('status').where('fee_type', '=', 'MANY').execute()
  assert.deepEqual([...new Set(rows.map(({ status }) => status))], ['PAID'])
})

test('a person who may only read fees cannot decide fees by a query', async () => {
  const role_sid = await make('role', { code: 'reads_fees', name: '看费用' })
  for (const entity of ['fee', 'patent']) await make('role_grant', { role_sid, entity, verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  const reader = await enrol('inventor', { role_sids: [role_sid] })
  assert.equal((await ask('fee/do/decide', { iql: IQL, total: COUNT, decision: 'ASK' }, reader)).status, 403)
})
