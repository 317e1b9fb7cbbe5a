// Two people write what depends on each other: one waits for the other, and neither is refused for it.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { todayIn, ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol, server, tenant } = await testServer()
const [manager, finance] = [await enrol('ip_manager'), await enrol('finance')]
const { ask, make, done, patent } = casesOf(call, manager, 'en')
const today = `${todayIn(ZONE)}`
const agency = await make('agency', { agency_name: '虚构同时代理机构' })
const other = await make('agency', { agency_name: '虚构另一代理机构' })
const right = await patent({ case_no: 'LOCK-1', agency_sid: agency.sid })
const owed = () =>
  make('fee', { case_sid: right.sid, fee_class: 'OFFICIAL', fee_type: 'X', due_date: '2031-01-01', amount: '10', pay_by: 'AGENCY', decision: 'PAY', status: 'TO_PAY' }) // oxfmt-ignore
let made = 0
const bill = (lines: object[], of = agency) =>
  ask<Row>('invoice/do/create', { invoice_no: `LOCK-${++made}`, agency_sid: of.sid, bill_date: today, bill_type: 'MIXED', lines })
const step = (model: string, sid: string, transition: string, more: object = {}) => ask<Row>(`${model}/do/transition`, { sid, transition, ...more }, finance) // oxfmt-ignore

async function requested(lines: object[], more: object = {}) {
  const { data } = await bill(lines)
  await tenant.db.updateTable('invoice').set({ status: 'AUDITED' }).where('sid', '=', data.sid).execute()
  const answer = await step('invoice', data.sid, 'request_payment', more)
  assert.equal(answer.code, 0, answer.text)
  return { sid: data.sid, list: (answer.data.payment_sid as Row).sid }
}

/** Holds a record until both calls wait, one after the other. */
async function whileHeld<T>(table: string, sid: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await server.pool.connect()
  const waiting = async () => Number((await server.pool.query<{ n: string }>('select count(*) as n from pg_locks where not granted')).rows[0]?.n)
  try {
    await holder.query('begin')
    await holder.query(`select from "${tenant.schema}"."${table}" where sid = $1 for update`, [sid])
    const running: Promise<T>[] = []
    for (const one of calls) {
      running.push(one())
      for (let at = 0; at < 60 && (await waiting()) < running.length; at++) await wait(20)
    }
    await holder.query('commit')
    return await Promise.all(running)
  } finally {
    holder.release()
  }
}

test('the rejected request of a bill and the payment of its list wait for each other', async () => {
  const one = await requested([{ service: 'A', amount: '1' }])
  const [rejected, paid] = await whileHeld('invoice', one.sid, [
    () => step('invoice', one.sid, 'reject_payment', { internal_reason: 'not now' }),
    () => ask<Row>('payment/do/pay', { sid: one.list, pay_date: today }, finance),
  ])
  assert.equal(rejected?.code, 0, `${rejected?.text}`)
  assert.match(String(paid?.message), /There are no fees on this list/)
})

test('a payment is withdrawn from its bill and from its list at once: one of them does it', async () => {
  const one = await requested([{ fee_sid: (await owed()).sid, amount: '10' }])
  await done('payment/do/pay', { sid: one.list, pay_date: today }, finance)
  const [first, second] = await whileHeld('invoice', one.sid, [
    () => step('invoice', one.sid, 'withdraw_payment', { internal_reason: 'by its bill' }),
    () => step('payment', one.list, 'withdraw_payment', { reason: 'by its list' }),
  ])
  assert.deepEqual([first?.code, second?.code], [0, 500005], `${first?.text} ${second?.text}`)
})

test('the payment of a list is withdrawn while a bill comes in that names fees of its bills', async () => {
  const [low, high] = [await owed(), await owed()]
  const one = await requested([{ fee_sid: high.sid, amount: '10' }])
  await requested([{ fee_sid: low.sid, amount: '10' }], { payment_sid: one.list })
  await done('payment/do/pay', { sid: one.list, pay_date: today }, finance)
  const answers = await whileHeld('fee', low.sid, [
    () => bill([low, high].map(({ sid }) => ({ fee_sid: sid, amount: '10' })), other), // oxfmt-ignore
    () => step('payment', one.list, 'withdraw_payment', { reason: 'another list was meant' }),
  ])
  for (const { code, text } of answers) assert.equal(code, 0, text)
})

test('a bill that one list paid in part is paid by another while the first payment is withdrawn: the withdrawal gives its reason', async () => {
  const one = await requested([{ service: 'A', amount: '10' }], { request_amount: '4' })
  await done('payment/do/pay', { sid: one.list, pay_date: today }, finance)
  const { data } = await step('invoice', one.sid, 'request_payment')
  const rest = (data.payment_sid as Row).sid
  const [withdrawn, paid] = await whileHeld('payment', one.list, [
    () => step('payment', one.list, 'withdraw_payment', { reason: 'another list was meant' }),
    () => ask<Row>('payment/do/pay', { sid: rest, pay_date: today }, finance),
  ])
  assert.equal(paid?.code, 0, `${paid?.text}`)
  assert.match(String(withdrawn?.text), /was paid again after it/)
})

test('a fee is taken off its list while the list is paid', async () => {
  const [one, other] = [await owed(), await owed()]
  const list = (await done<Row>('payment/do/from_fees', { fee_sids: [one.sid, other.sid] })).sid
  const [taken, paid] = await whileHeld('fee', one.sid, [
    () => step('fee', one.sid, 'take_back'),
    () => ask<Row>('payment/do/pay', { sid: list, pay_date: today }, finance),
  ])
  assert.deepEqual([taken?.code, paid?.code], [0, 0], `${taken?.text} ${paid?.text}`)
})

test('a step refuses values that are no rows, and no error of the server follows', async () => {
  for (const payments of ['x', [null], [{ payment_sid: 'x' }]]) {
    const answer = await call('invoice/do/transition', { sid: randomUUID(), transition: 'audit', payments }, { as: manager })
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${JSON.stringify(answer)}`)
  }
})
