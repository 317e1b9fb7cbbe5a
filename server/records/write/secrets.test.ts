import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { string, text } from '../../../model/kit/fields.ts'
import { defineModel } from '../../../model/kit/model.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { syncSchema } from '../../database/sync/sync.ts'
import { secretKeys } from '../settings/secret-keys.ts'
import { systemContext } from '../context.ts'
import { readSecret } from './secrets.ts'

// No stored value of the product needs to be read back yet (passwords and tokens are hashed), so a model of the test has such fields.
const mailbox = defineModel({
  name: 'test_mailbox', zh: '测试邮箱', en: 'Test mailbox', display: ['name'], scope: 'tenant',
  fields: {
    name: string('名称', 'Name', { required: true, list: true, searchable: true }),
    password: string('密码', 'Password', { secret: true, verbatim: true, min: 4, max: 60 }),
    private_key: text('私钥', 'Private key', { secret: true }),
  },
}) // oxfmt-ignore

const { tenant, call, enrol, other } = await testServer()
for (const one of [tenant, other]) {
  one.models = { ...one.models, all: new Map([...one.models.all, [mailbox.name, mailbox]]), generation: one.models.generation + 1000 }
  await syncSchema(one.db, [mailbox], one.schema)
}
const admin = await enrol('system_admin')
const PASSWORD = 'correct horse battery'
type Box = { sid: string; version: number; password: unknown; private_key: unknown; [code: string]: unknown }
const ask = <T = Box>(path: string, body?: Record<string, unknown>) => call<T>(`test_mailbox/${path}`, body, { as: admin, lang: 'en' })
const ctx = systemContext(tenant)
const opened = (sid: string, code = 'password') => readSecret(ctx, mailbox, sid, code)
const stored = async (sid: string) =>
  (await sql<{ password: string | null }>`select password from test_mailbox where sid = ${sid}`.execute(tenant.db)).rows[0]?.password

const { data: box, text: answer } = await ask('do/create', { name: 'Archive', password: PASSWORD })

test('a secret is stored encrypted and decrypted only by internal code; the response says that it is set', async () => {
  assert.deepEqual([box.password, box.private_key], [{ is_set: true }, { is_set: false }], answer)
  assert.equal(await opened(box.sid), PASSWORD)
  assert.equal(await opened(box.sid, 'private_key'), null)
  assert.match(String(await stored(box.sid)), /^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/)
})

test('no table of the database contains the plain secret, the change log included', async () => {
  const { rows } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = ${tenant.schema}`.execute(tenant.db)
  for (const { name } of rows) {
    const found = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} as t where t::text like ${`%${PASSWORD}%`}`.execute(
      tenant.db,
    )
    assert.equal(found.rows[0]?.n, 0, name)
  }
})

for (const [what, path, body] of [
  ['a record', '', undefined],
  ['a flat record', '?flat=1', undefined],
  ['a search', 'do/search', { iql: "name = 'Archive'" }],
  ['the history', 'do/history', { sid: '' }],
  ['an update of something else', 'do/update', { sid: '', remark: 'kept' }],
  ['the schema', 'do/schema', undefined],
] as const)
  test(`${what} reveals neither the secret nor its stored form`, async () => {
    const sealed = String(await stored(box.sid))
    const path_ = what.includes('record') ? `${box.sid}${path}` : path
    const { text: whole, status } = await ask(path_, body && 'sid' in body ? { ...body, sid: box.sid } : body)
    assert.equal(status, 200, whole)
    assert.ok(!whole.includes(PASSWORD) && !whole.includes(sealed.slice(12)), whole)
  })

for (const [what, path, body] of [
  ['asked for', 'do/search', { fl: ['password'] }],
  ['filtered by', 'do/search', { iql: "password = 'x'" }],
  ['filtered by likeness', 'do/search', { iql: "password LIKE 'v1%'" }],
  ['found empty', 'do/count', { iql: 'password IS EMPTY' }],
  ['sorted by', 'do/search', { iql: 'ORDER BY password' }],
  ['grouped by', 'do/aggregate', { by: ['password'] }],
  ['exported', 'do/export', { fl: ['name', 'password'], format: 'xlsx' }],
  ['set for many', 'do/batch_update', { sids: [box.sid], changes: { password: 'another one' } }],
] as const)
  test(`a secret cannot be ${what}`, async () => {
    const { status, text: whole } = await ask(path, body)
    assert.equal(status, 400, whole)
  })

test('a shown secret may be sent back and changes nothing; null clears; a new one replaces', async () => {
  const before = await stored(box.sid)
  const same = await ask('do/update', { sid: box.sid, name: 'Archive 2', password: { is_set: true } })
  assert.deepEqual([same.data.password, await stored(box.sid)], [{ is_set: true }, before])
  await ask('do/update', { sid: box.sid, password: 'new secret' })
  assert.equal(await opened(box.sid), 'new secret')
  const history = await ask<{ record: { changes: { field: string; old: unknown; new: unknown }[] }[] }>('do/history', { sid: box.sid })
  assert.deepEqual(history.data.record[0]?.changes, [{ field: 'password', old: '••••••', new: '••••••' }])
  const cleared = await ask('do/update', { sid: box.sid, password: null })
  assert.deepEqual([cleared.data.password, await opened(box.sid)], [{ is_set: false }, null])
  await ask('do/update', { sid: box.sid, password: PASSWORD })
})

test('a fault of a secret does not repeat it', async () => {
  const { code, text: whole } = await ask('do/create', { name: 'x', password: 'a'.repeat(61) })
  assert.equal(code, 500001)
  assert.ok(!whole.includes('aaaa'), whole)
  assert.equal((await ask('do/create', { name: 'x', password: 'abc' })).code, 500001)
})

test('the schema offers a secret for writing only', async () => {
  const { data } = await ask<{ fields: Record<string, unknown>[] }>('do/schema')
  const { secret, searchable, sortable, importable, exportable, settable, list } = data.fields.find(({ code }) => code === 'password') ?? {}
  assert.deepEqual({ secret, searchable, sortable, importable, exportable, settable, list }, {
    secret: true, searchable: false, sortable: false, importable: false, exportable: false, settable: true, list: false,
  }) // oxfmt-ignore
})

test('a secret cannot be decrypted at another location, or after a change of its text', async () => {
  const place = { tenant: 'a', model: 'm', field: 'f', sid: 's' }
  const keys = secretKeys(['x'.repeat(40)])
  const whole = keys.seal(place, 'text')
  assert.notEqual(whole, keys.seal(place, 'text'), 'the same text is sealed differently each time')
  assert.equal(keys.open(place, whole), 'text')
  for (const other_ of [{ tenant: 'b' }, { model: 'n' }, { field: 'g' }, { sid: 't' }]) assert.throws(() => keys.open({ ...place, ...other_ }, whole))
  assert.throws(() => keys.open(place, `${whole.slice(0, -3)}${whole.endsWith('AAA') ? 'BBB' : 'AAA'}`))
})

test('after a change of the installation secret, the former secret still decrypts its values', () => {
  const place = { tenant: 'a', model: 'm', field: 'f', sid: 's' }
  const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)]
  const whole = secretKeys([old]).seal(place, 'text')
  assert.equal(secretKeys([fresh, old]).open(place, whole), 'text')
  assert.throws(() => secretKeys([fresh]).open(place, whole), /unknown key/)
  assert.notEqual(secretKeys([fresh, old]).seal(place, 'text').split('.')[1], whole.split('.')[1], 'new ones take the new key')
})
