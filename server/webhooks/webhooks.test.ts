import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { openReceiver } from '../../tests/harness/mail/receiver.ts'
import { testServer } from '../../tests/harness/server.ts'
import { inTransaction, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { deliverQueued } from './deliver.ts'

process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
const receiver = await openReceiver()
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const ctx = systemContext(tenant)
const { make, patent } = casesOf(call, admin, 'en')
const SECRET = 'a secret of the receiver'
const EVENTS = [{ entity: 'patent', change: 'CREATED' }, { entity: 'patent', change: `step:${Object.keys(tenant.models.all.get('patent')?.states?.transitions ?? {})[0]}` }, { entity: 'task', change: 'ANY' }] // oxfmt-ignore

type Told = { id: string; event: string; model?: string; step?: string; sid?: string }
const told = () => receiver.calls.map(({ body }) => JSON.parse(body) as Told)
const deliveries = () => tenant.db.selectFrom('webhook_delivery').selectAll().orderBy('sid').execute()
const due = () => tenant.db.updateTable('webhook_delivery').set({ next_try_at: '2020-01-01T00:00:00Z' }).where('state', '=', 'QUEUED').execute()
const hook = (more: object = {}) =>
  call<{ sid: string }>('webhook/do/create', { name: `虚构 ${Math.random()}`, url: `${receiver.url}/in?key=1`, secret: SECRET, events: EVENTS, ...more }, { as: admin, lang: 'en' }) // oxfmt-ignore

// Before the first test, since those run while this file is still read.
const made = await hook()

for (const [what, more, field] of [
  ['an unknown record type', { events: [{ entity: 'nothing', change: 'ANY' }] }, 'events'],
  ['an unknown step', { events: [{ entity: 'patent', change: 'step:nothing' }] }, 'events'],
  ['no event', { events: [] }, 'events'],
  ['a short secret', { secret: 'short' }, 'secret'],
  ['an account in the address', { url: 'https://a:b@example.test/' }, 'url'],
] as const)
  test(`a webhook is refused by field: ${what}`, async () => {
    const { status, errors } = await hook(more)
    assert.deepEqual([status, errors.map((one) => one.field)], [400, [field]])
  })

test('addresses of this machine and of internal networks, and plain http, are refused unless the server allows them', async () => {
  process.env['INNOE_PRIVATE_TARGETS'] = ''
  for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest', 'https://localhost:8443/', 'https://0x7f000001/', 'https://127.1/', 'http://example.test/']) {
    const { status, errors } = await hook({ url })
    assert.deepEqual([url, status, errors.map((one) => one.field)], [url, 400, ['url']])
  }
  process.env['INNOE_PRIVATE_TARGETS'] = 'allowed'
}) // oxfmt-ignore

test('only administrators see webhooks, and nobody reads the secret', async () => {
  assert.equal(made.code, 0, made.text)
  assert.equal((await call(`webhook/${made.data.sid}`, undefined, { as: manager })).status, 403)
  const { text } = await call(`webhook/${made.data.sid}`, undefined, { as: admin })
  assert.match(text, /"secret":\{"is_set":true\}/)
  assert.ok(!text.includes(SECRET))
  const { secret } = await tenant.db.selectFrom('webhook').select('secret').where('sid', '=', made.data.sid).executeTakeFirstOrThrow()
  assert.ok(!String(secret).includes(SECRET))
})

test('a change is told once, signed, with no values; a change that is rolled back is not', async () => {
  const one = await patent({ title: '虚构机密装置', case_no: 'W-2024-1' })
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await createRow(tx, modelNamed(tenant.models, 'task'), { title: '虚构', due_date: '2090-01-01', assignee_sid: manager.sid })
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  await call('patent/do/update', { sid: one.sid, title: '虚构装置二' }, { as: admin }) // not asked for
  await Promise.all([deliverQueued(ctx), deliverQueued(ctx), deliverQueued(ctx)])
  assert.deepEqual(told().map(({ event, model, sid }) => ({ event, model, sid })), [{ event: 'CREATED', model: 'patent', sid: one.sid }]) // oxfmt-ignore
  const [{ headers, body, path } = assert.fail()] = receiver.calls
  assert.equal(path, '/in?key=1')
  assert.ok(!body.includes('虚构') && !body.includes('W-2024'))
  const expected = createHmac('sha256', SECRET)
    .update(`${String(headers['x-innoe-timestamp'])}.${body}`)
    .digest('hex')
  assert.equal(headers['x-innoe-signature'], `v1=${expected}`)
  assert.ok(Math.abs(Number(headers['x-innoe-timestamp']) - Date.now() / 1000) < 60)
  const [row] = await deliveries()
  assert.deepEqual([row?.state, row?.response_code, row?.tries?.length, headers['x-innoe-delivery']], ['SENT', 200, 1, row?.sid])
})

test('a delivery that fails is tried again after longer and longer waits, logged, given up, and replayed under the same number', async () => {
  receiver.calls.length = 0
  Object.assign(receiver.answer, { code: 503 })
  const task = await make('task', { title: '虚构', due_date: '2090-01-01', assignee_sid: manager.sid })
  const rowOf = async () => (await deliveries()).find(({ record_sid }) => record_sid === task.sid) ?? assert.fail()
  const waits: number[] = []
  for (let at = 0; at < 7; at++) {
    await deliverQueued(ctx)
    const { next_try_at, state } = await rowOf()
    if (state === 'QUEUED') waits.push(Math.round((Date.parse(next_try_at ?? '') - Date.now()) / 60_000))
    await due()
  }
  assert.deepEqual(waits, [1, 5, 30, 120, 360, 720])
  const dead = await rowOf()
  assert.deepEqual([dead.state, dead.response_code, dead.reason_en, dead.tries?.length], ['DEAD', 503, 'the answer was 503', 7])
  Object.assign(receiver.answer, { code: 204 })
  const again = await call('webhook_delivery/do/replay', { sid: dead.sid }, { as: admin })
  assert.equal(again.code, 0, again.text)
  await deliverQueued(ctx)
  assert.deepEqual([(await rowOf()).state, (await rowOf()).tries?.length], ['SENT', 8])
  assert.equal(new Set(told().map(({ id }) => id)).size, 1)
  assert.equal((await call('webhook_delivery/do/replay', { sid: dead.sid }, { as: manager })).status, 403)
})

test('a delivery that waits long for its next attempt is made at once when it is asked for', async () => {
  Object.assign(receiver.answer, { code: 503 })
  const task = await make('task', { title: '虚构', due_date: '2090-01-01', assignee_sid: manager.sid })
  const rowOf = async () => (await deliveries()).find(({ record_sid }) => record_sid === task.sid) ?? assert.fail()
  for (let at = 0; at < 3; at++) {
    if (at > 0) await due()
    await deliverQueued(ctx)
  }
  Object.assign(receiver.answer, { code: 204 })
  const { sid, state } = await rowOf()
  assert.equal(state, 'QUEUED')
  assert.equal((await call('webhook_delivery/do/replay', { sid }, { as: admin })).code, 0)
  await deliverQueued(ctx)
  assert.equal((await rowOf()).state, 'SENT')
})

test('a redirect is not followed, and counts as a failure', async () => {
  Object.assign(receiver.answer, { code: 302, headers: { location: `${receiver.url}/elsewhere` } })
  receiver.calls.length = 0
  await call('webhook/do/test', { sid: made.data.sid }, { as: admin })
  await deliverQueued(ctx)
  assert.deepEqual(receiver.calls.map(({ path }) => path), ['/in?key=1']) // oxfmt-ignore
  assert.equal((await deliveries()).at(-1)?.response_code, 302)
  Object.assign(receiver.answer, { code: 200, headers: {} })
})

test('one receiver that fails does not keep another waiting', async () => {
  const other = await hook({ url: 'http://127.0.0.1:1/' })
  assert.equal(other.code, 0, other.text)
  receiver.calls.length = 0
  const tasks = [
    await make('task', { title: '甲', due_date: '2090-01-01', assignee_sid: manager.sid }),
    await make('task', { title: '乙', due_date: '2090-01-01', assignee_sid: manager.sid }),
  ]
  await deliverQueued(ctx)
  for (const { sid } of tasks) assert.ok(told().some((one) => one.sid === sid))
  const refused = (await deliveries()).filter(({ webhook_sid }) => webhook_sid === other.data.sid)
  assert.deepEqual(refused.map(({ attempts }) => attempts), [1, 0]) // oxfmt-ignore
  assert.equal(refused[0]?.reason_en, 'the connection was refused')
  await call('webhook/do/delete', { sid: other.data.sid }, { as: admin })
})

test('after twenty failures in a row the webhook is switched off and the administrators are told; switched on again, it goes on', async () => {
  Object.assign(receiver.answer, { code: 500 })
  await tenant.db.updateTable('webhook').set({ failures: 19 }).where('sid', '=', made.data.sid).execute()
  await call('webhook/do/test', { sid: made.data.sid }, { as: admin })
  await deliverQueued(ctx)
  const row = await tenant.db.selectFrom('webhook').selectAll().where('sid', '=', made.data.sid).executeTakeFirstOrThrow()
  assert.deepEqual([row.is_on, row.failures], [false, 20])
  assert.ok(row.switched_off_at)
  const notices = await tenant.db.selectFrom('notification').select(['user_sid', 'title_en']).where('link', '=', `/m/webhook/${row.sid}`).execute()
  assert.ok(notices.some(({ user_sid }) => user_sid === admin.sid))
  receiver.calls.length = 0
  Object.assign(receiver.answer, { code: 200 })
  await due()
  await deliverQueued(ctx)
  assert.equal(receiver.calls.length, 0, 'it is off')
  assert.equal((await call('webhook/do/test', { sid: row.sid }, { as: admin })).status, 400)
  const on = await call('webhook/do/update', { sid: row.sid, is_on: true }, { as: admin })
  assert.equal(on.code, 0, on.text)
  await deliverQueued(ctx)
  assert.ok(receiver.calls.length > 0)
  assert.equal((await deliveries()).filter(({ webhook_sid, state }) => webhook_sid === row.sid && state === 'QUEUED').length, 0)
})

test('another host needs the secret again', async () => {
  const { status, errors } = await call('webhook/do/update', { sid: made.data.sid, url: 'http://127.0.0.2/' }, { as: admin })
  assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['secret']])
})
