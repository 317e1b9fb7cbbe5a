import assert from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { app, tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')

const INFO = '/innoe-webapi/model/tenant/do/getTenantInfo'
const change = (body: unknown, as = admin) => call<Record<string, unknown>>('tenant/do/update', body, { as, lang: 'en' })

/** A PNG of that size, padded to so many bytes. */
function png(width: number, height: number, bytes = 0) {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const body = deflateSync(Buffer.alloc(64))
  return `data:image/png;base64,${Buffer.concat([head, size, body, Buffer.alloc(Math.max(0, bytes - 24 - body.length))]).toString('base64')}`
}

test('[2.24] [3.08] name, layout, colours and texts of the system can be changed, and are visible before sign-in', async () => {
  const theme = { code: 'own', config: { theme_color: '#7a1f2b', menu_bg_color: '#102030', menu_text_color: '#ffffff' } }
  const look = {
    system_name: '华光知识产权',
    layout: 'top',
    theme,
    login_title: '欢迎',
    login_slogan: '专利管理',
    copyright: '© 2026',
    icp: '京ICP备1号',
    record_info: '京公网安备2号',
    online_customer_status: true,
    online_customer_address: 'https://service.example.test/chat',
  }
  const { code, data, text } = await change(look)
  assert.equal(code, 0, text)
  const seen = await call<Record<string, unknown>>(INFO)
  for (const [key, value] of Object.entries(look)) assert.deepEqual([data[key], seen.data[key]], [value, value], key)
  const other = await call<Record<string, unknown>>(INFO, undefined, { host: 'other.test' })
  assert.equal('system_name' in other.data, false)
  await change({ system_name: null, theme: null })
  const plain = await call<Record<string, unknown>>(INFO)
  assert.deepEqual([plain.data['system_name'], plain.data['theme'], plain.data['layout']], [undefined, undefined, 'top'])
})

test('[9.04] [5.14] a logo is a PNG of 230 × 56 up to 200 KB, and the picture of the login page is 1440 × 800', async () => {
  for (const [field, picture, reason] of [
    ['head_logo', png(231, 56), 'must not be larger than 230 × 56 pixels'],
    ['foot_logo', png(230, 57), 'must not be larger than 230 × 56 pixels'],
    ['login_bg', png(1441, 800), 'must not be larger than 1440 × 800 pixels'],
    ['head_logo_dark', png(230, 56, 200 * 1024 + 1), 'must not be larger than 200 KB'],
    ['head_logo', 'data:image/png;base64,aGVsbG8=', 'must be a PNG picture'],
    ['head_logo', 'https://elsewhere.test/logo.png', 'must be a PNG picture'],
  ] as const) {
    const { code, errors } = await change({ [field]: picture })
    assert.equal(code, 500001)
    assert.deepEqual(errors.map((fault) => [fault.field, fault.reason]), [[field, reason]]) // oxfmt-ignore
  }
  const { data, code } = await change({ head_logo: png(230, 56, 200 * 1024), login_bg: png(1440, 800) })
  assert.equal(code, 0)
  const address = String(data['head_logo'])
  const { statusCode, headers, rawPayload } = await app.inject({ url: address, headers: { host: 'localhost' } })
  assert.deepEqual([statusCode, headers['content-type'], rawPayload.length], [200, 'image/png', 200 * 1024])
  const changed = await change({ head_logo: png(200, 50) })
  assert.notEqual(changed.data['head_logo'], address)
  await change({ head_logo: null })
  assert.equal((await app.inject({ url: address, headers: { host: 'localhost' } })).statusCode, 404)
  assert.equal((await app.inject({ url: address, headers: { host: 'other.test' } })).statusCode, 404)
})

test('an administrator of some companies cannot change the branding or the mail settings of the tenant', async () => {
  const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
  const role = await make('role', { code: 'part_admin', name: '子公司管理员', weight: 90 })
  await make('role_grant', { role_sid: role, entity: '*', verbs: ['*'], data_scope: 'COMPANY_SUB' })
  const part = await enrol('inventor', { role_sids: [role] })
  const mail = await call('/innoe-webapi/setting/mail/do/update', { from_name: 'Mine' }, { as: part, lang: 'en' })
  for (const [refused, what] of [
    [await change({ system_name: 'Mine' }, part), 'branding of the system'],
    [mail, 'settings of outgoing mail'],
  ] as const)
    assert.deepEqual([refused.status, refused.message], [403, `You do not have permission: ${what}`])
})

test('only an administrator changes the branding, and unknown or invalid values are refused', async () => {
  assert.equal((await change({ system_name: 'Mine' }, engineer)).status, 403)
  assert.equal((await call('tenant/do/update', { system_name: 'Mine' })).status, 401)
  for (const body of [
    { what: 1 },
    { layout: 'round' },
    { online_customer_address: 'javascript:alert(1)' },
    { online_customer_address: 'service' },
    { theme: { config: { theme_color: 'red' } } },
    { theme: { config: { x: '#000000' } } },
    { system_name: 'n'.repeat(51) },
    [],
    { theme: 'dark' },
  ])
    assert.equal((await change(body)).status, 400, JSON.stringify(body))
})

test('a company looks its own way, over the system and the company above it; who may change it changes its branding', async () => {
  const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
  const group = await make('company', { company_name: '虚构控股' })
  const below = await make('company', { company_name: '虚构子公司', parent_sid: group })
  await change({ system_name: '系统', head_logo: png(200, 50), head_logo_dark: png(200, 51), layout: 'left' })
  const theme = { code: 'own', config: { theme_color: '#7a1f2b' } }
  assert.equal((await change({ company_sid: group, system_name: '控股', theme })).code, 0)
  const logo = await change({ company_sid: below, head_logo: png(120, 40) })
  assert.equal(logo.code, 0, logo.text)
  const role = await make('role', { code: 'own_admin', name: '公司管理员', weight: 90 })
  await make('role_grant', { role_sid: role, entity: 'company', verbs: ['get', 'search', 'update'], data_scope: 'COMPANY_SUB' })
  const person = await enrol('inventor', { company_sid: below, role_sids: [role] })
  const LOOK = '/innoe-webapi/model/tenant/do/look'
  const { data } = await call<Record<string, unknown>>(LOOK, undefined, { as: person })
  const logoUrl = String(data['head_logo'])
  assert.deepEqual([data['system_name'], data['theme'], data['layout'], data['head_logo_dark']], ['控股', theme, 'left', undefined])
  const { statusCode, headers } = await app.inject({ url: logoUrl, headers: { host: 'localhost' } })
  assert.deepEqual([statusCode, headers['content-type'], logoUrl.includes(`company=${below}`)], [200, 'image/png', true])
  const own = await call<Record<string, unknown>>(`${LOOK}?company=${below}`, undefined, { as: person })
  const { system_name, head_logo, layout, changes_system } = own.data
  assert.deepEqual([system_name, head_logo, layout, changes_system], [undefined, logoUrl, undefined, false], 'what it inherits is not set for it')
  assert.equal((await call<Record<string, unknown>>(LOOK, undefined, { as: admin })).data['changes_system'], true)
  assert.equal((await call<Record<string, unknown>>(INFO)).data['system_name'], '系统', 'strangers see that of the system')
  const address = 'https://service.example.test/branch'
  assert.equal((await change({ company_sid: below, system_name: '子公司', online_customer_address: address }, person)).code, 0)
  const history = tenant.db.selectFrom('change_log').select(['reason', 'created_by']).where('record_sid', '=', below).orderBy('created_at', 'desc')
  const { reason, created_by } = await history.executeTakeFirstOrThrow()
  assert.deepEqual([reason, created_by], [`外观 / Branding: system_name, online_customer_address - → ${address}`, person.sid])
  assert.equal((await change({ company_sid: admin.company, system_name: 'x' }, person)).status, 404)
  assert.equal((await call(`${LOOK}?company=${admin.company}`, undefined, { as: person })).status, 404)
  assert.equal((await change({ company_sid: below, system_name: 'x' }, engineer)).status, 403)
  assert.equal((await change({ company_sid: below, login_title: 'x' })).status, 400, 'the login page is the same for all')
  assert.equal((await call(LOOK)).status, 401)
  await change({ system_name: null, head_logo: null, head_logo_dark: null, layout: null })
})
