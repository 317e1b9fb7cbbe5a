import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { assembleModules } from '../modules.ts'
import { declaredModels } from '../records/registry.ts'
import { openPubSub } from '../database/publish.ts'
import { openPool } from '../database/pool.ts'
import { openTenants } from '../tenants/tenants.ts'
import { StartFault } from '../config.ts'
import { backUp } from './backup.ts'
import { filesOf } from './files.ts'
import { restore } from './restore.ts'

const place = mkdtempSync(join(tmpdir(), 'innoe-backup-'))
const file = join(place, 'innoe.backup')
const filesIn = (name: string) => filesOf(pathToFileURL(join(place, name)).href)
const documents = filesIn('documents')
after(() => rmSync(place, { recursive: true, force: true }))
let url = ''

const AWKWARD = `专利 \\N \\. \t tab\nline "quote" 'single' \u{1F600}`

before(async () => {
  url = await testDatabase()
  await bringUp(url)
  await on(url, async (client) => {
    await client.query(`insert into t_default.setting (key, value) values ('kept', $1)`, [JSON.stringify({ text: AWKWARD })])
    await client.query(`insert into t_default.sequence (scope, last) select 'scope ' || n, n from generate_series(1, 20000) n`)
  })
  await documents.write('2026/11/a1b2.pdf', Readable.from([Buffer.alloc(300_000, 7)]))
})

async function bringUp(address: string) {
  const pool = openPool(address, 4)
  const pubsub = await openPubSub(address, pool)
  const declared = await declaredModels()
  await openTenants({ pool, pubsub, declared, modules: assembleModules(declared) })
  await pubsub.close()
  await pool.end()
}

async function on<T>(address: string, ctx: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await ctx(client)
  } finally {
    await client.end()
  }
}

const SHAPE = `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 't_default' order by 1, 2`
const INDEXES = `select indexdef from pg_indexes where schemaname = 't_default' order by 1`
const isFault = (words: RegExp) => (error: unknown) => error instanceof StartFault && words.test(error.words('en'))

test('a backup restored into an empty database gives the same rows, columns, keys, indexes and documents', async () => {
  const made = await backUp(url, documents, file)
  assert.equal(made.documents, 1)
  const other = await testDatabase()
  const elsewhere = filesIn('elsewhere')
  await restore(other, elsewhere, file)
  for (const question of [
    SHAPE,
    INDEXES,
    'select * from t_default.setting',
    'select * from t_default.sequence order by scope',
    'select name, schema from public.tenant',
  ])
    assert.deepEqual(
      await on(other, async (client) => (await client.query(question)).rows),
      await on(url, async (client) => (await client.query(question)).rows),
    )
  assert.equal((await text(await elsewhere.read('2026/11/a1b2.pdf'))).length, 300_000)
})

test('a restored database matches the models, which find nothing to change', async () => {
  const other = await testDatabase()
  await restore(other, filesIn('elsewhere'), file)
  const before = await on(other, async (client) => (await client.query(INDEXES)).rows)
  await bringUp(other)
  assert.deepEqual(await on(other, async (client) => (await client.query(INDEXES)).rows), before)
})

test('heads of cases are restored unchanged, and the start creates none twice', async () => {
  const own = await testDatabase()
  await bringUp(own)
  const HEADS = `select kind, case_no, title, status, phase, next_due::text from t_default."case" order by sid`
  await on(own, (client) =>
    client.query(`insert into t_default.patent (sid, case_no, title, status) select gen_random_uuid(), 'K' || n, '案 ' || n, 'GRANTED' from generate_series(1, 50) n;
      insert into t_default.deadline (sid, case_sid, name, status, official_due) select gen_random_uuid(), sid, 'x', 'OPEN', '2030-01-01' from t_default.patent`),
  )
  const before = await on(own, async (client) => (await client.query(HEADS)).rows)
  assert.equal(before.length, 50)
  assert.ok(before.every(({ phase, next_due }) => phase === 'GRANTED' && next_due === '2030-01-01'))
  await backUp(own, documents, join(place, 'heads.backup'))
  const other = await testDatabase()
  await restore(other, filesIn('elsewhere'), join(place, 'heads.backup'))
  assert.deepEqual(await on(other, async (client) => (await client.query(HEADS)).rows), before)
  await bringUp(other)
  assert.deepEqual(await on(other, async (client) => (await client.query(HEADS)).rows), before)
  await on(other, (client) => client.query(`update t_default.patent set title = '改过' where case_no = 'K7'`))
  const { rows } = await on(other, (client) => client.query(`select title from t_default."case" where case_no = 'K7'`))
  assert.deepEqual(rows, [{ title: '改过' }])
})

/** A role of BI tools in the midst of reading a view of this schema. */
async function biReader(address: string, schema: string) {
  const bi = schema.replace('t_', 'bi_')
  const role = `${new URL(address).pathname.slice(1)}_${bi}`
  await on(address, (client) =>
    client.query(`create schema if not exists ${schema}; create table if not exists ${schema}.setting (key text); create role "${role}" login;
      create schema ${bi}; comment on schema ${bi} is 'innoe'; create view ${bi}.seen as select key from ${schema}.setting;
      grant usage on schema ${bi} to "${role}"; grant select on ${bi}.seen to "${role}"`),
  )
  const reading = new pg.Client({ connectionString: Object.assign(new URL(address), { username: role }).href })
  reading.on('error', () => {})
  await reading.connect()
  await reading.query(`begin; select * from ${bi}.seen`)
  return { role, reading }
}

const left = (address: string, roles: readonly string[]) =>
  on(address, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select rolname::text as name from pg_roles where rolname = any($1) union all select nspname::text from pg_namespace where nspname like 'bi\\_%'`,
      [roles],
    )
    return rows.map(({ name }) => name)
  })

test('a database with content is refused, and overwritten only with force', async () => {
  const other = await testDatabase()
  await bringUp(other)
  await on(other, (client) => client.query(`insert into t_default.setting (key, value) values ('late', '1')`))
  await assert.rejects(restore(other, documents, file), isFault(/not empty/))
  const [kept, gone] = [await biReader(other, 't_default'), await biReader(other, 't_gone')]
  await on(other, (client) => client.query(`insert into public.tenant (name, schema) values ('gone', 't_gone')`))
  await restore(other, documents, file, { force: true })
  for (const { reading } of [kept, gone]) await assert.rejects(() => reading.query('select 1'), /terminat|not queryable|Connection/)
  assert.deepEqual(await left(other, [kept.role, gone.role]), [kept.role, 'bi_default'], 'the next start makes the views again')
  await on(other, (client) => client.query(`drop schema bi_default; drop role "${kept.role}"`))
  const { rows } = await on(other, (client) => client.query('select key from t_default.setting order by key'))
  assert.deepEqual(
    rows.map(({ key }) => key),
    (await on(url, (client) => client.query('select key from t_default.setting order by key'))).rows.map(({ key }) => key),
  )
})

test('a damaged backup is refused before anything changes', async () => {
  const bytes = readFileSync(file)
  const spoilt = join(place, 'spoilt.backup')
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 2) ^ 0xff, bytes.length >> 2)
  writeFileSync(spoilt, bytes)
  const other = await testDatabase()
  await bringUp(other)
  await on(other, (client) => client.query(`insert into t_default.setting (key, value) values ('mine', '1')`))
  await assert.rejects(restore(other, documents, spoilt, { force: true }), isFault(/damaged or is not a backup/))
  const { rowCount } = await on(other, (client) => client.query(`select from t_default.setting where key = 'mine'`))
  assert.equal(rowCount, 1)
})

test('a file that is not a backup is refused with a reason', async () => {
  const other = join(place, 'other.txt')
  writeFileSync(other, 'not a backup')
  await assert.rejects(restore(url, documents, other, { force: true }), isFault(/damaged or is not a backup/))
})

test('a backup that cannot be written leaves no partial file', async () => {
  await assert.rejects(backUp(url, documents, join(place, 'nowhere', 'innoe.backup')))
  const empty = await testDatabase()
  await assert.rejects(backUp(empty, documents, join(place, 'empty.backup')), isFault(/contains no data/))
})

test('a file name that leaves the documents folder is refused', async () => {
  await assert.rejects(async () => documents.write('../../outside', Readable.from(['x'])), isFault(/Invalid file name/))
})
