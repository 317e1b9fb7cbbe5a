import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, beforeEach, test } from 'node:test'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { removeOld, sealEntries, verifyChain } from './chain.ts'
import { checkAudit } from './check-audit.ts'
import { flushRefusals } from './refusals.ts'
import { forwardEntries, forwardedUntil } from './forward.ts'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { localCertificate } from '../../../tests/harness/pfx.ts'

const s = await testServer()
const ctx = systemContext(s.tenant)
const { db } = s.tenant
const admin = await s.enrol('system_admin')
const engineer = await s.enrol('ip_engineer', { name: 'Mei Engineer' })
const folder = mkdtempSync(join(tmpdir(), 'audit-'))
after(() => rmSync(folder, { recursive: true, force: true }))

type Shown = {
  event: string
  result: string
  account: string
  entity: string | null
  about: string | null
  times: number
  details: unknown
  address: string
}

beforeEach(async () => {
  await flushRefusals(s.tenant)
  await db.deleteFrom('audit_entry').execute()
  await db.deleteFrom('setting').where('key', 'like', 'audit.%').execute()
})

const entries = async () => {
  await flushRefusals(s.tenant)
  return db.selectFrom('audit_entry').selectAll().orderBy('sid').execute()
}

/** So many entries, each of a person who is refused. */
async function made(n: number) {
  for (let i = 0; i < n; i += 1) {
    await s.call('role/do/create', { code: `r${i}`, name: 'x' }, { as: engineer })
    await flushRefusals(s.tenant)
  }
}

test('a permission that changes is recorded with who changed it, of what, and which fields', async () => {
  const role = await s.call<{ sid: string }>('role/do/create', { code: 'auditors', name: '审计员' }, { as: admin })
  await s.call('role/do/update', { sid: role.data.sid, weight: 3 }, { as: admin })
  await s.call('user_info/do/update', { sid: engineer.sid, mobile: '13800138000' }, { as: admin })
  await s.call('user_info/do/update', { sid: engineer.sid, remark: 'no permission' }, { as: admin })
  const found = await entries()
  assert.deepEqual(
    found.map(({ event, entity, record_sid, created_by, action, details }) => [event, entity, record_sid, created_by, action, details]),
    [
      ['PERMISSION_CHANGED', 'role', role.data.sid, admin.sid, 'CREATED', null],
      ['PERMISSION_CHANGED', 'role', role.data.sid, admin.sid, 'CHANGED', { fields: ['weight'] }],
      ['PERMISSION_CHANGED', 'user_info', engineer.sid, admin.sid, 'CHANGED', { fields: ['mobile'] }],
    ],
  )
  assert.ok(found.every(({ address, request_id }) => address === '127.0.0.1' && request_id))
})

test('an entry names its record in both languages where it has both names', async () => {
  await s.call('role/do/create', { code: 'named', name: '外部审计', name_en: 'External audit' }, { as: admin })
  await s.call('role/do/create', { code: 'named_once', name: '内部审计' }, { as: admin })
  assert.deepEqual((await entries()).map(({ about, about_en }) => [about, about_en]), [['外部审计', 'External audit'], ['内部审计', null]]) // oxfmt-ignore
})

test('a change of the identity provider, and of the job number that identifies the account there, is recorded', async () => {
  const values = { code: 'elsewhere', name: '别处', issuer: 'https://idp.example.com', client_id: 'innoe' }
  const { data } = await s.call<{ sid: string }>('identity_provider/do/create', values, { as: admin })
  await s.call('identity_provider/do/update', { sid: data.sid, match_by: 'JOB_NUMBER', match_claim: 'number' }, { as: admin })
  await s.call('user_info/do/update', { sid: engineer.sid, job_number: 'E-7' }, { as: admin })
  assert.deepEqual(
    (await entries()).map(({ entity, action, details }) => [entity, action, details]),
    [
      ['identity_provider', 'CREATED', null],
      ['identity_provider', 'CHANGED', { fields: ['match_by', 'match_claim'] }],
      ['user_info', 'CHANGED', { fields: ['job_number'] }],
    ],
  )
})

test('a change of the sign-in settings is recorded', async () => {
  const { code, text } = await s.call('/innoe-webapi/setting/sign_in/do/update', { password_days: 90 }, { as: admin })
  assert.equal(code, 0, text)
  const [one] = await entries()
  assert.deepEqual([one?.event, one?.created_by], ['SIGN_IN_RULES_CHANGED', admin.sid])
  await s.call('/innoe-webapi/setting/sign_in/do/update', { password_days: null }, { as: admin })
})

test('a change that is rolled back leaves no entry', async () => {
  const { sid } = await db.selectFrom('role').select('sid').where('code', '=', 'system_admin').executeTakeFirstOrThrow()
  const { code } = await s.call('role/do/update', { sid, status: '0' }, { as: admin })
  assert.notEqual(code, 0, 'the last role of administrators is refused once it is written')
  assert.deepEqual(await entries(), [])
})

test('input that no page of ours sends is recorded: unknown parameters, broken queries, wrong files, forged cookies, paths out of a folder', async () => {
  const session = await s.call('role/do/create', { code: 'x', name: 'x' }, { as: engineer })
  assert.equal(session.status, 403)
  await s.call('patent/do/count', { role_sids: [] }, { as: engineer })
  await s.call('patent/do/search', { iql: "title = 'x' or 1=1; drop table user" }, { as: engineer })
  await s.call('patent/do/update', { sid: "x' or '1'='1", title: 'x' }, { as: engineer })
  await s.app.inject({ method: 'POST', url: '/innoe-webapi/model/patent/do/count', headers: { host: 'localhost', 'content-type': 'application/json', authorization: `Bearer ${engineer.token}` }, payload: '{' }) // oxfmt-ignore
  await s.app.inject({ url: '/innoe-webapi/..%2f..%2fetc/passwd', headers: { host: 'localhost' } })
  await sendFile(s.app, { path: 'document/do/upload', token: admin.token, file: Buffer.from('no pdf'), name: 'a.pdf' })
  const held = `innoe_end=1.${randomUUID()}.${'A'.repeat(43)}`
  await s.call('/innoe-passport/login', { username: 'a', password: 'b', captcha_id: 'c', captcha: 'd' }, { headers: { cookie: held } })
  for (let turn = 0; turn < 40; turn++) await s.call('patent/do/count', { [`x${turn}`]: 1 }, { as: engineer })
  const found = (await entries()).filter(({ event }) => event === 'SUSPICIOUS')
  assert.deepEqual([...new Set(found.map(({ rule }) => rule))].toSorted(), ['bad_iql', 'bad_json', 'bad_sid', 'file_mismatch', 'forged_cookie', 'not_found', 'unknown_key']) // oxfmt-ignore
  assert.ok(found.every(({ result, address, path }) => result === 'REFUSED' && address === '127.0.0.1' && path))
  const many = found.filter(({ rule }) => rule === 'unknown_key')
  assert.equal(many.reduce((sum, { times }) => sum + (times ?? 0), 0), 41) // oxfmt-ignore
  assert.ok(many.length < 10, 'a flood of equal ones is a few entries')
  assert.ok(!JSON.stringify(found).includes('drop table'), 'no text of the caller')
})

test('equal refusals within one second become one entry with their count', async () => {
  for (let i = 0; i < 5; i += 1) await s.call('role/do/create', { code: 'x', name: 'x' }, { as: engineer })
  const found = await entries()
  const [one] = found
  assert.ok(found.length <= 2, 'a second may begin in between')
  assert.equal(found.reduce((sum, { times }) => sum + (times ?? 0), 0), 5) // oxfmt-ignore
  assert.deepEqual([one?.event, one?.result, one?.account, one?.rule], ['REFUSED', 'REFUSED', engineer.account, 'forbidden'])
  assert.match(String(one?.path), /^POST \/innoe-webapi\/model\/role\/do\/create$/)
})

test('refusals on different records within one second are combined, too', async () => {
  for (let i = 0; i < 20; i += 1) await s.call(`role/do/delete/${randomUUID()}`, {}, { as: engineer })
  const found = await entries()
  assert.ok(found.length <= 3, String(found.length))
  assert.equal(found.reduce((sum, { times }) => sum + (times ?? 0), 0), 20) // oxfmt-ignore
})

test('an export entry names the fields and the number of exported records', async () => {
  await s.call('patent/do/create', { title: 'Heat sink', country: 'CN', patent_type: 'INVENTION' }, { as: engineer })
  const { code, text } = await s.call('patent/do/export', { fl: ['title', 'country'], iql: '', format: 'csv' }, { as: engineer })
  assert.equal(code, 0, text)
  const [one] = await entries()
  assert.deepEqual([one?.event, one?.entity, one?.account, one?.records, one?.details], ['EXPORTED', 'patent', engineer.account, 1, { format: 'csv', fields: ['title', 'country'] }]) // oxfmt-ignore
})

test('only administrators search the audit log, and nobody writes to it', async () => {
  await made(2)
  const asked = { iql: "event = 'REFUSED'", fl: ['event', 'account', 'number'], rows: 10 }
  const seen = await s.call<{ record: Shown[] }>('audit_entry/do/search', asked, { as: admin })
  assert.equal(seen.data.record.length, 2, seen.text)
  assert.equal((await s.call('audit_entry/do/search', asked, { as: engineer })).status, 403)
  const [one] = await entries()
  for (const [verb, body] of [
    ['create', { event: 'REFUSED' }],
    ['update', { sid: one?.sid, account: 'x' }],
    ['delete', { sid: one?.sid }],
    ['batch_delete', { sids: [one?.sid] }],
  ] as const)
    // oxfmt-ignore
    assert.ok((await s.call(`audit_entry/do/${verb}`, body, { as: admin })).status >= 400, verb)
  assert.equal(
    (
      await db
        .selectFrom('audit_entry')
        .select('sid')
        .where('sid', '=', one?.sid ?? '')
        .execute()
    ).length,
    1,
  )
})

test('entries are numbered without a gap, also when two processes number them at once', async () => {
  await made(30)
  await Promise.all([sealEntries(ctx), sealEntries(ctx), sealEntries(ctx)])
  await made(5)
  await sealEntries(ctx)
  const numbers = (await entries()).map(({ number }) => number ?? 0).toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: numbers.length }, (_, at) => at + 1),
  )
  const { broken, head } = await verifyChain(ctx)
  assert.deepEqual([broken, head.number], [undefined, numbers.length])
})

for (const [what, harm, broken] of [
  ['changed', () => db.updateTable('audit_entry').set({ account: 'somebody.else' }).where('number', '=', 3).execute(), { number: 3, why: 'changed' }],
  ['deleted', () => db.deleteFrom('audit_entry').where('number', '=', 3).execute(), { number: 3, why: 'missing' }],
  ['the newest and deleted', () => db.deleteFrom('audit_entry').where('number', '=', 5).execute(), { number: 5, why: 'missing' }],
  [
    'given another English name',
    () => db.updateTable('audit_entry').set({ about_en: 'x' }).where('number', '=', 2).execute(),
    { number: 2, why: 'changed' },
  ],
  [
    'given another time',
    () => db.updateTable('audit_entry').set({ created_at: '2020-01-01T00:00:00Z' }).where('number', '=', 1).execute(),
    { number: 1, why: 'changed' },
  ],
  [
    'given another hash',
    () =>
      db
        .updateTable('audit_entry')
        .set({ hash: 'f'.repeat(64) })
        .where('number', '=', 2)
        .execute(),
    { number: 2, why: 'changed' },
  ],
] as const)
  // oxfmt-ignore
  test(`the nightly check finds an entry that is ${what} in the database`, async () => {
    await made(5)
    await sealEntries(ctx)
    await harm()
    assert.deepEqual((await verifyChain(ctx)).broken, broken)
    await assert.rejects(checkAudit(ctx), new RegExp(`entry ${broken.number} of the audit log`))
  })

test('entries are deleted after the retention period, and the chain continues', async () => {
  await made(4)
  await sealEntries(ctx)
  const old = await entries()
  const long = new Date(Date.now() - 40 * 86_400_000).toISOString()
  // As they would have been written: their days are part of the chain.
  await db.deleteFrom('audit_entry').execute()
  await db.deleteFrom('setting').where('key', 'like', 'audit.%').execute()
  await db
    .insertInto('audit_entry')
    .values(old.map((one, at) => ({ ...one, number: null, hash: null, details: null, ...(at < 2 && { created_at: long }) })))
    .execute()
  await sealEntries(ctx)
  assert.equal(await removeOld(ctx, 30, 1), 1)
  assert.equal(await removeOld(ctx, 30, Infinity), 1)
  assert.equal(await removeOld(ctx, 30, Infinity), 0)
  await made(1)
  await sealEntries(ctx)
  const { entries: n, head, broken } = await verifyChain(ctx)
  assert.deepEqual([n, head.number, broken], [3, 5, undefined])
  await db.deleteFrom('audit_entry').where('number', '=', 3).execute()
  assert.deepEqual((await verifyChain(ctx)).broken, { number: 3, why: 'missing' })
})

test('entries are forwarded to a file, each once and in order', async () => {
  const file = join(folder, 'audit.jsonl')
  await made(3)
  await sealEntries(ctx)
  assert.equal(await forwardEntries(ctx, pathToFileURL(file).href), 3)
  assert.equal(await forwardEntries(ctx, pathToFileURL(file).href), 0)
  await made(1)
  await sealEntries(ctx)
  await forwardEntries(ctx, pathToFileURL(file).href)
  const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { number: number; tenant: string; event: string; account: string }) // oxfmt-ignore
  assert.deepEqual(lines.map(({ number, event, account }) => [number, event, account]), [1, 2, 3, 4].map((n) => [n, 'REFUSED', engineer.account])) // oxfmt-ignore
})

test('entries are forwarded to a syslog server over TCP; no entry is lost after a failure', async () => {
  let got = ''
  const server = createServer((socket) => socket.on('data', (chunk: Buffer) => (got += chunk.toString())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await made(2)
  await sealEntries(ctx)
  await assert.rejects(forwardEntries(ctx, 'syslog+tcp://127.0.0.1:1'))
  assert.equal(await forwardedUntil(ctx), 0)
  assert.equal(await forwardEntries(ctx, `syslog+tcp://127.0.0.1:${port}`), 2)
  server.close()
  await once(server, 'close')
  const frames = []
  for (let rest = got; rest;) {
    const [, length = '0'] = /^(\d+) /.exec(rest) ?? []
    const from = length.length + 1
    frames.push(rest.slice(from, from + Number(length)))
    rest = rest.slice(from + Number(length))
  }
  assert.equal(frames.length, 2)
  for (const frame of frames) assert.match(frame, /^<108>1 \d{4}-\d\d-\d\dT\S+Z \S+ innoe \d+ audit - \{"tenant":.*"rule":"forbidden"/)
})

test('entries are forwarded over TLS to a server with a trusted certificate of its name, and to no other', async () => {
  const { certificate, key } = localCertificate()
  let got = ''
  const server = createTlsServer({ cert: certificate, key }, (socket) => socket.on('data', (chunk: Buffer) => (got += chunk.toString())))
  server.on('tlsClientError', () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await made(2)
  await sealEntries(ctx)
  const before = await forwardedUntil(ctx)
  await assert.rejects(forwardEntries(ctx, `syslog+tls://localhost:${port}`), /self-signed/)
  assert.deepEqual([got, await forwardedUntil(ctx)], ['', before])
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate])
  try {
    await assert.rejects(forwardEntries(ctx, `syslog+tls://127.0.0.1:${port}`), /altnames|ECONNREFUSED/)
    assert.equal(await forwardEntries(ctx, `syslog+tls://localhost:${port}`), 2)
  } finally {
    setDefaultCACertificates(trusted)
  }
  server.close()
  await once(server, 'close')
  assert.match(got, /^\d+ <108>1 .* innoe \d+ audit - \{/)
})

test('entries are forwarded to a syslog server over UDP', async () => {
  const socket = createSocket('udp4')
  const got: string[] = []
  socket.on('message', (message) => got.push(message.toString()))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  await made(2)
  await sealEntries(ctx)
  await forwardEntries(ctx, `syslog+udp://127.0.0.1:${socket.address().port}`)
  while (got.length < 2) await once(socket, 'message')
  socket.close()
  assert.match(got[1] ?? '', /^<108>1 .* innoe \d+ audit - \{/)
})

const people: Person[] = []
test('a person of a sub-company reads only the entries of that company', async () => {
  const { data: sub } = await s.call<{ sid: string }>(
    'company/do/create',
    { country: 'SG', company_name: '审计子公司', simple_name: '审计子公司' },
    { as: admin },
  )
  people.push(await s.enrol('ip_engineer', { company_sid: sub.sid }))
  const { data: role } = await s.call<{ sid: string }>('role/do/create', { code: 'sub_auditor', name: '子公司审计员' }, { as: admin })
  const grant = { role_sid: role.sid, entity: 'audit_entry', verbs: ['get', 'search', 'count'], data_scope: 'COMPANY' }
  const granted = await s.call<{ sid: string }>('role_grant/do/create', grant, { as: admin })
  assert.equal(granted.code, 0)
  const entry = await s.tenant.db
    .selectFrom('audit_entry')
    .select(['about', 'about_en'])
    .where('record_sid', '=', granted.data.sid)
    .executeTakeFirst()
  assert.deepEqual(entry, { about: '子公司审计员：审计记录', about_en: '子公司审计员: Audit entry' }, 'it says which role may read what')
  const auditor = await s.enrol('inventor', { company_sid: sub.sid, role_sids: [role.sid] })
  for (const one of [engineer, ...people]) await s.call('role/do/create', { code: 'x', name: 'x' }, { as: one })
  await flushRefusals(s.tenant)
  const { data, text } = await s.call<{ record: Shown[] }>(
    'audit_entry/do/search',
    { fl: ['account'], iql: "event = 'REFUSED'", rows: 50 },
    { as: auditor },
  )
  assert.deepEqual(data?.record.map(({ account }) => account), people.map(({ account }) => account), text) // oxfmt-ignore
})
