import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { linesOf } from '../../bin/commands/migrate.ts'
import { link, string } from '../../model/kit/fields.ts'
import { defineModel, type Model } from '../../model/kit/model.ts'
import { filledDatabase, testDatabase } from '../../tests/harness/postgres.ts'
import { shapeOf } from '../../tests/harness/shape.ts'
import { StartFault } from '../config.ts'
import { assembleModules } from '../modules.ts'
import { type Declared, declaredModels } from '../records/registry.ts'
import { openTenants, planTenants } from '../tenants/tenants.ts'
import { type Migrations, readMigrations, runMigrations } from './migrate.ts'
import { handleOf, openPool } from './pool.ts'
import { openPubSub } from './publish.ts'

const EXAMPLE = new URL('../../tests/fixtures/migrations/', import.meta.url)
const [declared, example] = [await declaredModels(), await readMigrations(EXAMPLE)]
const [NAME = ''] = Object.keys(example)
const SCHEMAS = ['t_default', 't_other'] as const
const COUNTS = ['12 项', '7', '无', null]

/** Starts as the program does, with these models and migrations. */
async function start(url: string, migrations: Migrations = {}, models: Declared = declared) {
  const pool = openPool(url)
  const pubsub = await openPubSub(url, pool)
  try {
    await openTenants({ pool, pubsub, declared: models, modules: assembleModules(models), migrations })
  } finally {
    await Promise.all([pubsub.close(), pool.end()])
  }
}

async function plan(url: string, migrations: Migrations, models: Declared = declared) {
  const pool = openPool(url, 2)
  try {
    return await planTenants({ pool, declared: models, migrations })
  } finally {
    await pool.end()
  }
}

/** Two tenants whose `claims_count` is text, as a version before the example migration left them, with a case for each of `COUNTS`. */
async function formerTenants(url: string) {
  await start(url)
  const pool = openPool(url, 4)
  const pubsub = await openPubSub(url, pool)
  await (await openTenants({ pool, pubsub, declared, modules: assembleModules(declared), migrations: {} })).add('other', ['other.test'])
  await pubsub.close()
  for (const schema of SCHEMAS) {
    await pool.query(`alter table ${schema}.patent alter column claims_count type text`)
    for (const [at, count] of COUNTS.entries())
      await pool.query(`insert into ${schema}.patent (sid, case_no, title, claims_count) values (gen_random_uuid(), $1, '旧案', $2)`, [
        `M-${at}`,
        count,
      ])
  }
  await pool.end()
}

async function formerDatabase() {
  const url = await filledDatabase(formerTenants, 'former_tenants')
  const pool = openPool(url, 4)
  after(() => pool.end())
  const counts = async (schema: string) =>
    (await pool.query<{ n: unknown }>(`select claims_count as n from ${schema}.patent order by case_no`)).rows.map(({ n }) => n)
  const recorded = async (schema: string) =>
    (await pool.query<{ name: string }>(`select name from ${schema}.migration order by name`)).rows.map(({ name }) => name)
  return { url, pool, counts, recorded, shape: () => shapeOf(pool, SCHEMAS[0]) }
}

const faultOf = (act: Promise<unknown>): Promise<StartFault> =>
  act.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => (error instanceof StartFault ? error : assert.fail(String(error))),
  )

test('a column changes its type with its values, in every tenant, once; the result is the table that a new tenant gets', async () => {
  const { url, pool, counts, recorded, shape } = await formerDatabase()
  assert.match((await faultOf(start(url))).words('en'), /patent\.claims_count is text in the database and integer in the model/)
  await start(url, example)
  for (const schema of SCHEMAS) {
    assert.deepEqual(await counts(schema), [12, 7, null, null])
    assert.deepEqual(await recorded(schema), [NAME])
  }
  const [before, stamps] = [await shape(), (await pool.query('select * from t_default.migration')).rows]
  await start(url, example)
  assert.deepEqual([await shape(), (await pool.query('select * from t_default.migration')).rows], [before, stamps])
  const fresh = await testDatabase()
  await start(fresh, example)
  const other = openPool(fresh, 1)
  after(() => other.end())
  assert.deepEqual(before, await shapeOf(other, 't_default'))
})

test('a plan names each pending migration beside the additions and changes nothing', async () => {
  const { url, counts } = await formerDatabase()
  const [first, second] = await plan(url, example)
  assert.deepEqual([first?.migrations, second?.migrations, first?.steps], [[NAME], [NAME], []])
  assert.ok(first)
  const lines = linesOf(first, 'en')
  assert.deepEqual(lines.slice(0, 2), ['-- default: 1', `-- migration ${NAME}`])
  assert.match(lines[2] ?? '', /^-- patent\.claims_count is text in the database/)
  assert.match(linesOf(first, 'zh')[1] ?? '', /^-- 迁移 /)
  assert.deepEqual(await counts('t_default'), COUNTS)
  await start(url, example)
  assert.deepEqual((await plan(url, example)).flatMap((one) => linesOf(one, 'en')), ['-- default: 0', '-- other: 0']) // oxfmt-ignore
})

test('a new tenant gets its tables from the models; its migrations are recorded and do not run', async () => {
  const fails: Migrations = { ...example, '0002-never': { up: () => assert.fail('it ran for a new tenant') } }
  const url = await testDatabase()
  assert.deepEqual((await plan(url, fails))[0]?.migrations, [])
  await start(url, fails)
  const pool = openPool(url, 4)
  after(() => pool.end())
  const pubsub = await openPubSub(url, pool)
  await (await openTenants({ pool, pubsub, declared, modules: assembleModules(declared), migrations: fails })).add('later', [])
  await pubsub.close()
  for (const schema of ['t_default', 't_later'])
    assert.deepEqual((await pool.query(`select name from ${schema}.migration`)).rows, [{ name: NAME }, { name: '0002-never' }])
  await start(url, fails)
})

test('a first start that was killed before its migrations were recorded still counts as new', async () => {
  const url = await testDatabase()
  const pool = openPool(url, 2)
  after(() => pool.end())
  await pool.query('create schema t_default; create table t_default.migration (name varchar(255) primary key, timestamp varchar(255) not null)')
  await start(url, example)
  assert.deepEqual((await pool.query('select name from t_default.migration')).rows, [{ name: NAME }])
})

test('a failed migration is named in both languages and rolled back; earlier ones stay, and the next start continues', async () => {
  const { url, counts, recorded, shape } = await formerDatabase()
  const failing: Migrations = {
    ...example,
    '0002-half': {
      async up(db) {
        await sql`alter table patent drop column remark`.execute(db)
        await sql`update patent set claims_count = 1 / 0`.execute(db)
      },
    },
  }
  const fault = await faultOf(start(url, failing))
  assert.equal(fault.words('en'), 'Migration 0002-half of tenant default failed; its changes were rolled back: division by zero')
  assert.match(fault.words('zh'), /^租户 default 的迁移 0002-half 失败，其更改已全部撤销：division by zero$/)
  assert.deepEqual([await recorded('t_default'), await counts('t_default')], [[NAME], [12, 7, null, null]])
  assert.deepEqual(await counts('t_other'), COUNTS)
  const undone = await shape()
  assert.ok(undone.columns.some(({ table_name, column_name }) => table_name === 'patent' && column_name === 'remark'))
  await start(url, { ...example, '0002-half': { up: async (db) => void (await sql`update patent set claims_count = 1`.execute(db)) } })
  for (const schema of SCHEMAS)
    assert.deepEqual(
      [await recorded(schema), await counts(schema)],
      [
        [NAME, '0002-half'],
        [1, 1, 1, 1],
      ],
    )
})

test('a database with a migration that the program lacks is refused in both languages, by start and plan, and nothing changes', async () => {
  const { url, pool, counts } = await formerDatabase()
  await start(url, { ...example, '0002-later': { up: async () => {} } })
  await pool.query('alter table t_default.patent alter column claims_count type text')
  const older: Migrations = { ...example, '0003-mine': { up: () => assert.fail('it ran') } }
  for (const act of [() => start(url, example), () => start(url, older), () => plan(url, example)]) {
    const fault = await faultOf(act())
    assert.match(fault.words('en'), /The database of tenant default is newer than this program: .*\(0002-later\)\. Start the newer program/)
    assert.match(fault.words('zh'), /租户 other 的数据库比本程序新：.*0002-later/)
  }
  assert.deepEqual(await counts('t_default'), ['12', '7', null, null])
})

test('a migration that was added below one that ran is refused', async () => {
  const { url } = await formerDatabase()
  await start(url, { ...example, '0003-c': { up: async () => {} } })
  const fault = await faultOf(start(url, { ...example, '0002-b': { up: async () => {} }, '0003-c': { up: async () => {} } }))
  assert.match(fault.words('en'), /^The migrations of tenant default cannot run: .*0003-c/)
})

const dossier = defineModel({
  name: 'dossier',
  zh: '案卷',
  en: 'Dossier',
  display: ['title'],
  indexes: [['title']],
  fields: {
    title: string('名称', 'Title', { searchable: true, full_text: true }),
    case_no: string('案号', 'Case no.'),
    owner_sid: link('负责人', 'Owner', { to: 'user_info', searchable: true }),
  },
}) as Model

test('a migration makes a table and fills it from another; the models add the other columns and all indexes', async () => {
  const { url, pool } = await formerDatabase()
  const models = { ...declared, all: new Map([...declared.all, ['dossier', dossier]]) }
  const split: Migrations = {
    ...example,
    '0002-dossier': {
      async up(db) {
        await sql`create table dossier (sid uuid primary key, version integer not null default 1, title text)`.execute(db)
        await sql`insert into dossier (sid, title) select sid, title from patent`.execute(db)
      },
    },
  }
  await start(url, split, models)
  const { rows } = await pool.query('select count(*)::int as n from t_other.dossier d join t_other.patent p using (sid, title)')
  assert.deepEqual(rows, [{ n: COUNTS.length }])
  const fresh = await testDatabase()
  await start(fresh, split, models)
  const other = openPool(fresh, 1)
  after(() => other.end())
  assert.deepEqual(await shapeOf(pool, 't_other'), await shapeOf(other, 't_default'))
})

test('two processes that start at once run each migration once', async () => {
  const { url, counts, recorded } = await formerDatabase()
  await Promise.all([startProcess(url), startProcess(url)])
  for (const schema of SCHEMAS) assert.deepEqual([await counts(schema), await recorded(schema)], [[12, 7, null, null], [NAME]])
})

test('the lock of Kysely separates two runners that do not hold the start lock', async () => {
  const { url, pool, counts } = await formerDatabase()
  const ran: string[] = []
  const slow: Migrations = { [NAME]: { up: async (db) => (await wait(300), example[NAME]?.up(db)) } }
  const other = openPool(url, 2)
  after(() => other.end())
  await Promise.all(
    [pool, other].map((one) =>
      runMigrations({ tenant: 'default', schema: 't_default', db: handleOf(one, 't_default') }, slow, (name) => ran.push(name)),
    ),
  )
  assert.deepEqual([ran, await counts('t_default')], [[NAME], [12, 7, null, null]])
})

test('a process killed between two tenants leaves one migrated and the other as it was; the next start completes it', async () => {
  const { url, pool, counts, recorded } = await formerDatabase()
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table t_other.patent')
  const child = startChild(url)
  const ended = once(child, 'exit')
  await until(async () => (await pool.query(`select from pg_locks where not granted and relation = 't_other.patent'::regclass`)).rowCount === 1)
  child.kill('SIGKILL')
  await ended
  await holder.query('rollback')
  await holder.end()
  // PostgreSQL notices that the killed process is gone.
  const busy = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
  await until(async () => (await pool.query(busy)).rowCount === 0)
  assert.deepEqual([await counts('t_default'), await recorded('t_default')], [[12, 7, null, null], [NAME]])
  assert.deepEqual([await counts('t_other'), await recorded('t_other')], [COUNTS, []])
  await startProcess(url)
  for (const schema of SCHEMAS) assert.deepEqual([await counts(schema), await recorded(schema)], [[12, 7, null, null], [NAME]])
})

test('a migration sees the tables of its own tenant only', async () => {
  const { url, pool } = await formerDatabase()
  const tables = await handleOf(pool, 't_other').introspection.getTables()
  assert.deepEqual([...new Set(tables.map(({ schema }) => schema))], ['t_other'])
  assert.deepEqual(new Set(tables.find(({ name }) => name === 'tag')?.columns.map(({ name }) => name)).has('name'), true, url)
})

test('the migrations of the program are numbered from 0001 without a gap, and each has an up', async () => {
  const files = readdirSync(new URL('./migrations/', import.meta.url)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const migrations = await readMigrations()
  assert.deepEqual(files.sort(), Object.keys(migrations).map((name) => `${name}.ts`)) // oxfmt-ignore
  for (const [at, [name, { up }]] of Object.entries(migrations).entries()) {
    assert.equal(name.slice(0, 4), String(at + 1).padStart(4, '0'))
    assert.equal(typeof up, 'function', name)
  }
})

async function until(isSo: () => Promise<boolean>) {
  for (let i = 0; !(await isSo()); i++) {
    assert.ok(i < 400, 'it takes longer than 20 s')
    await wait(50)
  }
}

const BRING_UP = fileURLToPath(new URL('../../tests/harness/bring-up.ts', import.meta.url))
const startChild = (url: string) => fork(BRING_UP, [url, EXAMPLE.href])

async function startProcess(url: string) {
  const [code] = await once(startChild(url), 'exit')
  assert.equal(code, 0)
}
