import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { systemContext } from '../records/context.ts'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const [one, two, admin] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('system_admin')]
const away = await createRow(systemContext(tenant), modelNamed(tenant.models, 'company'), { company_name: '外公司（虚构）' })
const stranger = await enrol('ip_engineer', { company_sid: away, department_sid: null })

test('[7.22] the login page reads the branding of the tenant without a session', async () => {
  const { status, data } = await call('tenant/do/getTenantInfo')
  assert.equal(status, 200)
  assert.deepEqual([data.edition, data.layout, data.time_zone], ['enterprise', 'double', 'Asia/Shanghai'])
})

test('[7.16] a setting is stored for each person', async () => {
  const keep = (key: unknown, value: unknown) => call('/innoe-webapi/setting/user/do/update', { key, value }, { as: one })
  const read = async (as: typeof one) => (await call('/innoe-webapi/setting/user/home.layout/setting', undefined, { as })).data.value
  assert.equal(await read(one), null)
  assert.equal((await keep('home.layout', { columns: 3 })).code, 0)
  await keep('home.layout', { columns: 2 })
  assert.deepEqual(await read(one), { columns: 2 })
  assert.equal(await read(two), null)
  assert.equal((await keep('no key!', 1)).status, 400)
  assert.equal((await keep('large', 'x'.repeat(100_001))).status, 400)
  assert.equal((await call('/innoe-webapi/setting/user/home.layout/setting')).status, 401)
})

test('[3.11] [7.17] list settings of a user are stored once, and other users cannot see or change them', async () => {
  const made = await call('user_define_config/do/create', { config_key: 'list:patent', config: { columns: ['case_no'] } }, { as: one })
  assert.equal(made.code, 0)
  const duplicate = await call('user_define_config/do/create', { config_key: 'list:patent', config: {} }, { as: one })
  assert.equal(duplicate.errors[0]?.field, 'config_key')
  const header = await call('user_define_config/do/search_header', { config_key: 'list:patent' }, { as: one })
  assert.deepEqual(header.data.config, { columns: ['case_no'] })
  for (const as of [two, admin]) {
    assert.equal((await call(`user_define_config/${made.data.sid}`, undefined, { as })).status, 404)
    assert.equal((await call('user_define_config/do/search_header', { config_key: 'list:patent' }, { as })).data.config, null)
    assert.equal((await call('user_define_config/do/update', { sid: made.data.sid, config: {} }, { as })).status, 404)
    assert.equal((await call(`user_define_config/do/delete/${made.data.sid}`, {}, { as })).status, 404)
  }
})

test('a shared view is visible in the company, and only its creator changes it', async () => {
  const made = await call('user_define_config/do/create', { config_key: 'view:due', config: { iql: 'x' }, shared: true }, { as: one })
  const read = async (as: typeof one) => (await call(`user_define_config/${made.data.sid}`, undefined, { as })).status
  assert.deepEqual([await read(one), await read(two), await read(stranger)], [200, 200, 404])
  for (const as of [two, admin]) {
    assert.ok([400, 404].includes((await call('user_define_config/do/update', { sid: made.data.sid, config: {} }, { as })).status))
    assert.equal((await call(`user_define_config/do/delete/${made.data.sid}`, {}, { as })).status, 404)
  }
  assert.equal((await call('user_define_config/do/update', { sid: made.data.sid, shared: false }, { as: one })).code, 0)
  assert.equal(await read(two), 404)
})

test('[2.20] sign-in by e-mail or mobile code is refused with the reason if it is not set up', async () => {
  for (const [way, body] of [
    ['send_code', { email: 'one@reader.test' }],
    ['send_code', { mobile: '13800000000' }],
    ['login_email', { email: 'one@reader.test', code: '123456' }],
    ['login_mobile', { mobile: '13800000000', code: '123456' }],
  ] as const) {
    const { status, code, message } = await call(`/innoe-passport/${way}`, body, { lang: 'en' })
    assert.deepEqual([status, code], [400, 30122])
    assert.match(message, /not set up/)
  }
})

test('[2.11] only its author can undo a batch edit, and only once', async () => {
  const [who, stranger] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const body = { title: '批量', country: 'CN', patent_type: 'INVENTION' }
  const made = await call<{ sid: string }>('patent/do/create', body, { as: who })
  const changed = await call<{ batch_sid: string }>('patent/do/batch_update', { sids: [made.data.sid], changes: { importance: 'A' } }, { as: who })
  const sid = changed.data.batch_sid
  assert.equal((await call('batch_edit/do/undo', { sid }, { as: stranger })).status, 404)
  assert.equal((await call('batch_edit/do/undo', { sid }, { as: who })).code, 0)
  const { data } = await call<{ importance: unknown }>(`patent/${made.data.sid}`, undefined, { as: who })
  assert.equal(data.importance, null)
  assert.equal((await call('batch_edit/do/undo', { sid }, { as: who })).code, 500005)
  assert.equal((await call('batch_edit/do/undo', {}, { as: who })).status, 400)
})

for (const [what, config, accepted] of [
  ['20 columns', { columns: Array.from({ length: 20 }, (_, i) => `c${i}`) }, true],
  ['21 columns', { columns: Array.from({ length: 21 }, (_, i) => `c${i}`) }, false],
  ['6 quick entries', { quick: [1, 2, 3, 4, 5, 6] }, true],
  ['7 quick entries', { quick: [1, 2, 3, 4, 5, 6, 7] }, false],
] as const) {
  test(`[5.19] ${what} are ${accepted ? 'kept' : 'refused'}`, async () => {
    const { status, errors } = await call('user_define_config/do/create', { config_key: what, config }, { as: one })
    assert.deepEqual([status, errors[0]?.field], accepted ? [200, undefined] : [400, 'config'])
  })
}

test('agency users cannot read shared list settings of the enterprise or share their own', async () => {
  const agency = await createRow(systemContext(tenant), modelNamed(tenant.models, 'agency'), { agency_name: '代理（虚构）' })
  const agent = await enrol('agent', { agency_sid: agency, department_sid: null })
  const { data } = await call('user_define_config/do/create', { config_key: 'list:fee', config: { columns: ['fee_no'] }, shared: true }, { as: one })
  assert.equal((await call(`user_define_config/${String(data.sid)}`, undefined, { as: two })).status, 200)
  assert.equal((await call(`user_define_config/${String(data.sid)}`, undefined, { as: agent })).status, 404)
  const found = await call<{ total: number }>('user_define_config/do/search', { iql: "config_key = 'list:fee'" }, { as: agent })
  assert.equal(found.data.total, 0)
  const shared = await call('user_define_config/do/create', { config_key: 'list:fee', config: {}, shared: true }, { as: agent })
  assert.equal(shared.errors[0]?.field, 'shared')
})
