import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Model, Transition } from '../../../model/kit/model.ts'
import { string } from '../../../model/kit/fields.ts'
import { defineModel } from '../../../model/kit/model.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../context.ts'
import { createRow } from './create.ts'
import { leaves } from './states.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const admin = await enrol('system_admin')
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { title: '状态变更', country: 'CN', patent_type: 'INVENTION', owner_sid: admin.sid, company_sid: admin.company, ...more })
const stateOf = async (sid: string) => (await tenant.db.selectFrom('patent').select('status').where('sid', '=', sid).executeTakeFirstOrThrow()).status

let made = 0
async function personWith(grants: Record<string, unknown>[]) {
  const sid = await make('role', { code: `takes_${++made}`, name: `takes ${made}`, platform: '1' })
  for (const grant of grants) await make('role_grant', { role_sid: sid, data_scope: 'ALL', ...grant })
  return enrol('inventor', { role_sids: [sid] })
}

const close: Transition = { zh: '关闭', en: 'Close', from: '*', to: 'CLOSED' }
const pause: Transition = { zh: '暂停', en: 'Pause', from: '*', to: 'PAUSED' }
const resume: Transition = { zh: '继续', en: 'Resume', from: ['PAUSED'], to: 'OPEN', only: { office: ['CN', 'US'] } }
const folder: Model = defineModel({
  name: 'folder',
  zh: '夹',
  en: 'Folder',
  display: ['status'],
  fields: { status: string('状态', 'Status', { max: 9 }) },
  states: { field: 'status', closed: ['CLOSED'], transitions: { close, pause, resume } },
})

for (const [transition, state, record, is] of [
  [close, 'OPEN', {}, true],
  [close, 'CLOSED', {}, false],
  [pause, 'OPEN', {}, true],
  [pause, 'CLOSED', {}, false],
  [pause, 'PAUSED', {}, false],
  [resume, 'PAUSED', { office: 'US' }, true],
  [resume, 'PAUSED', { office: 'EP' }, false],
  [resume, 'PAUSED', {}, true],
  [resume, 'OPEN', { office: 'US' }, false],
] as const)
  test(`“${transition.en}” ${is ? 'starts' : 'does not start'} at ${state}${'office' in record ? ` of ${record.office}` : ''}`, () =>
    assert.equal(leaves(folder, transition, state, record), is))

test('a transition that does not start at the state of the record is refused with those that do, and the state stays', async () => {
  const sid = await patent({ status: 'WITHDRAWN', filing_date: '2024-02-01' })
  const { status, message } = await call('patent/do/transition', { sid, transition: 'review' }, { as: admin, lang: 'en' })
  assert.equal(status, 400)
  assert.match(message, /is not possible in state “Withdrawn”\. Possible now: /)
  assert.equal(await stateOf(sid), 'WITHDRAWN')
})

test('a transition with an ability of its own is refused without it, though other transitions of the record are granted', async () => {
  const agency_sid = await make('agency', { agency_name: '虚构账单机构' })
  const bill = {
    invoice_no: 'T-1',
    currency: 'CNY',
    agency_sid,
    bill_date: '2026-03-02',
    bill_type: 'AGENCY',
    lines: [{ service: 'FILE', amount: '10.00', currency: 'CNY' }],
  }
  const invoice = await make('invoice', { ...bill, company_sid: admin.company })
  const states = () => tenant.db.selectFrom('invoice').select('status').where('sid', '=', invoice).executeTakeFirstOrThrow()
  const before = await states()
  const without = await personWith([{ entity: 'invoice', verbs: ['get', 'search', 'update', 'transition'] }])
  const able = await personWith([{ entity: 'invoice', verbs: ['get', 'search', 'update', 'transition', 'audit_bill'] }])
  const audit = (as: typeof without) => call('invoice/do/transition', { sid: invoice, transition: 'audit' }, { as, lang: 'en' })
  assert.equal((await audit(without)).status, 403)
  assert.deepEqual(await states(), before)
  assert.notEqual((await audit(able)).status, 403)
})

for (const version of [0, 2, 99])
  test(`version ${version} of a record at version 1 is refused with the record, and its state stays`, async () => {
    const sid = await patent()
    for (const path of ['transition', 'update']) {
      const { status, data } = await call(
        `patent/do/${path}`,
        { sid, version, ...(path === 'update' ? { title: '改' } : { transition: 'review' }) },
        { as: admin },
      )
      assert.deepEqual([status, data.sid, data.version, data.title], [409, sid, 1, '状态变更'], path)
    }
    assert.equal(await stateOf(sid), 'DRAFTING')
    assert.equal((await call('patent/do/transition', { sid, version: 1, transition: 'review' }, { as: admin })).code, 0)
  })

test('a batch with one record in a wrong state changes no record; with the option each, it changes the others and names that record', async () => {
  const [ready, ended] = [await patent(), await patent({ status: 'WITHDRAWN', filing_date: '2024-02-01' })]
  const together = await call('patent/do/batch_transition', { sids: [ready, ended], transition: 'review' }, { as: admin })
  assert.equal(together.status, 400, together.text)
  assert.deepEqual([await stateOf(ready), await stateOf(ended)], ['DRAFTING', 'WITHDRAWN'])
  type Each = { done: number; failed: number; record: { sid: string; ok: boolean }[] }
  const each = await call<Each>('patent/do/batch_transition', { sids: [ready, ended], transition: 'review', each: true }, { as: admin })
  assert.deepEqual([each.data.done, each.data.record.find(({ ok }) => !ok)?.sid], [1, ended])
  assert.deepEqual([await stateOf(ready), await stateOf(ended)], ['REVIEWING', 'WITHDRAWN'])
})

test('a case outside the rows of the transition grant keeps its state, alone or in a batch, although the user may edit it', async () => {
  const who = await personWith([{ entity: 'patent', verbs: ['get', 'search', 'update'] }])
  const narrow = await make('role', { code: `moves_${++made}`, name: 'moves some', platform: '1' })
  await make('role_grant', { role_sid: narrow, entity: 'patent', verbs: ['transition'], data_scope: 'CUSTOM', query: "title = '可动'" })
  const { role_sids } = await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', who.sid).executeTakeFirstOrThrow()
  assert.equal((await call('user_info/do/update', { sid: who.sid, role_sids: [...(role_sids ?? []), narrow] }, { as: admin })).code, 0)
  const [still, movable] = [await patent(), await patent({ title: '可动' })]
  assert.equal((await call('patent/do/update', { sid: still, title_en: 'Still' }, { as: who })).code, 0)
  assert.equal((await call('patent/do/transition', { sid: still, transition: 'review' }, { as: who })).status, 404)
  assert.equal((await call('patent/do/batch_transition', { sids: [still, movable], transition: 'review' }, { as: who })).status, 404)
  assert.equal((await call('patent/do/transition', { sid: movable, transition: 'review' }, { as: who })).code, 0)
  assert.deepEqual([await stateOf(still), await stateOf(movable)], ['DRAFTING', 'REVIEWING'])
})

test('a user without permission for transitions of a case cannot cause one by an official event', async () => {
  const who = await personWith([
    { entity: 'official_event', verbs: ['get', 'search', 'create'] },
    { entity: 'patent', verbs: ['get', 'search', 'update'] },
  ])
  const sid = await patent({ status: 'SE', filing_date: '2024-02-01' })
  const { status, text } = await call('official_event/do/create', { case_sid: sid, code: 'CN14', event_date: '2026-05-11' }, { as: who })
  assert.equal(status, 403, text)
  assert.equal(await stateOf(sid), 'SE')
  assert.deepEqual(await tenant.db.selectFrom('official_event').select('sid').where('case_sid', '=', sid).execute(), [])
})

test('a user without permission for transitions of fees cannot pay fees by a list', async () => {
  const sid = await make('fee', {
    case_sid: await patent(),
    fee_class: 'ANNUITY',
    fee_type: 'DRAFT',
    due_date: '2027-01-04',
    amount: '100',
    status: 'TO_PAY',
  })
  const listed = await call('payment/do/from_fees', { fee_sids: [sid] }, { as: admin })
  assert.equal(listed.code, 0, listed.text)
  const who = await personWith([
    { entity: 'payment', verbs: ['*'] },
    { entity: 'fee', verbs: ['get', 'search', 'update'] },
    { entity: 'patent', verbs: ['get', 'search'] },
  ])
  for (const [path, body] of [
    ['payment/do/pay', { sid: listed.data.sid, pay_date: '2026-01-05' }],
    ['payment/do/transition', { sid: listed.data.sid, transition: 'cancel' }],
  ] as const) {
    const { status, text } = await call(path, body, { as: who })
    assert.equal(status, 403, `${path} ${text}`)
  }
  assert.equal((await tenant.db.selectFrom('fee').select('status').where('sid', '=', sid).executeTakeFirstOrThrow()).status, 'PAYING')
})

test('the refusal of a step before its day does not tell a day that the person may not read', async () => {
  const given = { registrar: '虚构注册商', registrant: '虚构科技有限公司', register_date: '2020-02-29', expiry_date: '2090-02-28' }
  const sid = await make('domain', { ...given, domain_name: 'hidden.example', owner_sid: admin.sid, company_sid: admin.company })
  const person = await personWith([{ entity: 'domain', verbs: ['get', 'search', 'transition'], hidden_fields: ['expiry_date'] }])
  const alone = await call('domain/do/transition', { sid, transition: 'enter_grace' }, { as: person, lang: 'en' })
  assert.deepEqual([alone.status, alone.errors.map(({ field }) => field)], [400, ['']])
  const batch = await call('domain/do/batch_transition', { sids: [sid], transition: 'enter_grace', each: true }, { as: person, lang: 'en' })
  for (const { text } of [alone, batch]) {
    assert.match(text, /The time of “Grace begins” has not come yet/)
    assert.doesNotMatch(text, /2090|expiry_date|Expires/)
  }
})
