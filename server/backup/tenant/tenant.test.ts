// A whole tenant leaves as open files, and is the same elsewhere.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import yauzl from 'yauzl'
import { jobEnded, sendFile } from '../../../tests/harness/cases/exchange.ts'
import { fillTenant } from '../../../tests/harness/fill-tenant.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { openServer } from '../../open.ts'
import type { Tenant } from '../../records/context.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { exportTenant, filesOf } from './export-tenant.ts'
import { importTenant } from './import-tenant.ts'
import { KEPT_SETTINGS } from './tables.ts'

const { server, app, url, tenant, call, enrol } = await testServer()
const folder = mkdtempSync(join(tmpdir(), 'innoe-open-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const jobs = await startJobs(server)
await fillTenant(app, tenant)
await jobs.stop() // what they do each minute would change rows that were exported
const admin = await enrol('system_admin')
const ask = (path: string, body: Record<string, unknown> = {}, as = admin) => call<Record<string, string>>(path, body, { as, lang: 'en' })
// Amounts, ends of lines and characters that a careless reader of lines would change.
for (const [address, note] of [
  ['one.example', 'a\u2029b\r\nc'],
  ['two.example', '{"json":"[1]"}'],
  ['three.example', '𠮷野家（虚构）'],
])
  assert.equal((await ask('mail_sender/do/create', { address, note })).code, 0)

// A picture, of which a small one is kept, and a configuration pack.
const PIXEL = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
)
const { sid: case_sid } = await tenant.db.selectFrom('patent').select('sid').executeTakeFirstOrThrow()
const picture = await sendFile(app, {
  path: 'document/do/upload',
  token: admin.token,
  file: PIXEL,
  name: 'mark.png',
  fields: { case_sid, doc_type: 'CN14' },
})
assert.equal(picture.status, 200, picture.message)
const packed = await app.inject({
  url: '/innoe-webapi/model/configuration_pack/do/download?parts=dictionary',
  headers: { host: 'localhost', authorization: `Bearer ${admin.token}` },
})
const pack = await sendFile(app, {
  path: 'configuration_pack/do/upload',
  token: admin.token,
  file: new Uint8Array(packed.rawPayload),
  name: 'pack.zip',
})
assert.equal(pack.status, 200, pack.message)

const file = join(folder, 'tenant.zip')
const made = await exportTenant(tenant, file)
await server.tenants.add('elsewhere', ['elsewhere.test'])
const second = await openServer({ ...server.config, databaseUrl: url }, url)
after(() => second.close())
const elsewhere = second.tenants.all.get('elsewhere')
assert.ok(elsewhere)
const fresh: Tenant = elsewhere

type Table = { name: string; columns: string[] }
const tablesOf = async ({ db, schema }: Tenant): Promise<Table[]> =>
  (
    await sql<Table>`select c.relname as name, array_agg(a.attname::text order by a.attname) as columns from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where n.nspname = ${schema} and c.relkind = 'r' group by 1 order by 1`.execute(db)
  ).rows // oxfmt-ignore

async function linesOf({ db }: Tenant, name: string, columns: readonly string[]) {
  const list = sql.join(columns.map((code) => sql.ref(code)))
  const only = name === 'setting' ? sql`where key like any(${KEPT_SETTINGS})` : sql``
  const { rows } = await sql<{ line: string }>`select row_to_json(r)::text as line from (select ${list} from ${sql.table(name)} ${only}) as r order by 1`.execute(db)
  return rows.map(({ line }) => line)
} // oxfmt-ignore

/** Tables that stay: they admit to this installation, or tell what was done to this database. */
// The text of documents is read from them again.
const STAYING = ['attempt', 'migration', 'migration_lock', 'passkey', 'text_content', 'token']
const LEFT: Readonly<Record<string, readonly string[]>> = {
  user: ['totp_secret', 'totp_step', 'recovery_codes', 'mobile_proven', 'secret'],
}

test('[2.28] a whole tenant is exported as open files and imported into an empty one: every row of every table is the same, history included', async () => {
  const done = await importTenant(fresh, file)
  assert.deepEqual(done.tables, made.tables)
  const [own, theirs] = [await tablesOf(tenant), await tablesOf(fresh)]
  assert.deepEqual(
    theirs.map(({ name }) => name),
    own.map(({ name }) => name),
    'custom fields have their columns',
  )
  const left = new Map(made.tables.map((table) => [table.name, table.left]))
  assert.deepEqual(own.map(({ name }) => name).filter((name) => !left.has(name)), STAYING) // oxfmt-ignore
  assert.deepEqual(left.get('user'), LEFT.user)
  let rows = 0
  for (const { name, columns } of own) {
    if (STAYING.includes(name)) continue
    const going = columns.filter((code) => !left.get(name)?.includes(code))
    const lines = await linesOf(tenant, name, going)
    rows += lines.length
    assert.deepEqual(await linesOf(fresh, name, going), lines, name)
  }
  assert.ok(rows > 5000, `${rows} rows`)
  for (const name of ['patent', 'deadline', 'fee', 'change_log', 'audit_entry', 'document', 'case', 'custom_field'])
    assert.ok((made.tables.find((table) => table.name === name)?.rows ?? 0) > 0, name)
  const kept: string[] = []
  for await (const { key } of filesOf(tenant.db, tenant.models)) {
    if ((await storageOf(tenant).size(key)) === undefined) continue // what was made of a file whose kind has none
    kept.push(key)
    assert.deepEqual(await buffer(await storageOf(fresh).get(key)), await buffer(await storageOf(tenant).get(key)), key)
  }
  for (const kind of [/^document\/[^.]+$/, /\.thumbnail$/, /^configuration-pack\//]) assert.ok(kept.some((key) => kind.test(key)), `${kind}`) // oxfmt-ignore
})

test('what admits to the installation is in no file, and the files are read without the product', async () => {
  const zip = await yauzl.fromBufferPromise(await readFile(file), { lazyEntries: true })
  const texts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    if (!entry.fileName.startsWith('documents/')) texts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString())
  const all = [...texts.values()].join('\n')
  for (const secret of [admin.password, '$argon2', 'PRIVATE KEY']) assert.ok(!all.includes(secret), secret)
  for (const line of (texts.get('data/user.jsonl') ?? '').split('\n').filter(Boolean)) assert.ok(!('secret' in JSON.parse(line)))
  const { tables } = JSON.parse(texts.get('schema.json') ?? '{}') as { tables: { table: string; columns: Record<string, { refers_to?: string }> }[] }
  assert.equal(tables.find(({ table }) => table === 'fee')?.columns.case_sid?.refers_to, 'case')
})

test('an import into a tenant with data, of a damaged file, or of a newer version is refused', async () => {
  await assert.rejects(importTenant(fresh, file), /has data/)
  await assert.rejects(importTenant(fresh, join(folder, 'none.zip')), /damaged or is not a backup/)
})

test('only an administrator of everything exports the tenant by the screen, and it is recorded', async (t) => {
  const again = await startJobs(server)
  t.after(() => again.stop())
  const manager = await enrol('ip_manager')
  const path = '/innoe-webapi/setting/whole_export/do/start'
  assert.equal((await ask(path, {}, manager)).status, 403)
  const { data, text } = await ask(path)
  assert.ok(data?.job_sid, text)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, job.kind], ['DONE', 'TENANT'], String(job.message))
  const response = await app.inject({ url: String(job.result_url), headers: { host: 'localhost', authorization: `Bearer ${admin.token}` } })
  assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'application/zip'])
  const zip = await yauzl.fromBufferPromise(response.rawPayload, { lazyEntries: true })
  assert.ok(zip.entryCount > 100)
  const stranger = await app.inject({ url: String(job.result_url), headers: { host: 'localhost', authorization: `Bearer ${manager.token}` } })
  assert.notEqual(stranger.statusCode, 200)
  const entry = await tenant.db.selectFrom('audit_entry').select('about').where('event', '=', 'EXPORTED').where('about', 'like', '%export all data%').executeTakeFirst()
  assert.ok(entry)
}) // oxfmt-ignore
