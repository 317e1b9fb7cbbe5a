import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { date, link, links, option, options, rows, string } from '../../../model/kit/fields.ts'
import { defineModel, type Model } from '../../../model/kit/model.ts'
import { testDatabase } from '../../../tests/harness/postgres.ts'
import { StartFault } from '../../config.ts'
import { declaredModels } from '../../records/registry.ts'
import { planTenants } from '../../tenants/tenants.ts'
import { runBootstrapSql } from '../bootstrap.ts'
import { type Db, handleOf, openPool } from '../pool.ts'
import { columnsOf, indexesOf, LEXEMES, planSync, syncSchema } from './sync.ts'

const SCHEMA = 't_sync'
const url = await testDatabase()
const pool = openPool(url, 6)
const db = handleOf(pool, SCHEMA)
after(() => pool.end())
before(() => runBootstrapSql(handleOf(pool, 'public')))

const COMMON = { name: 'thing', zh: '物', en: 'Thing', display: ['title'] as const }
const TITLE = string('名称', 'Title', { full_text: true, searchable: true })
const first: Model = defineModel({ ...COMMON, fields: { title: TITLE } })
const grown: Model = defineModel({
  ...COMMON,
  uniques: [['title', 'made']],
  indexes: [['made']],
  fields: {
    title: TITLE,
    made: date('日', 'Made'),
    state: option('态', 'State', { A: ['甲', 'A'] }),
    maker_sid: link('人', 'Maker', { to: 'thing', searchable: true }),
    parts: rows('件', 'Parts', { thing_sid: link('物', 'Thing', { to: 'thing' }) }),
  },
})

test('a new table, then a new column and its indexes; then there is nothing left to do', async () => {
  await syncSchema(db, [first], SCHEMA)
  await sql`insert into thing (sid, title) values (gen_random_uuid(), '电池')`.execute(db)
  const steps = await syncSchema(db, [grown], SCHEMA)
  assert.ok(steps.some(({ statement }) => statement.includes('add column if not exists "made" date')))
  assert.deepEqual(await planSync(db, [grown], SCHEMA), [])
  assert.deepEqual(await columns('thing'), [...columnsOf(grown).map(([name]) => name), LEXEMES].sort())
  assert.deepEqual(await indexes('thing', true), ['thing_pkey', ...indexesOf(grown).map(({ name }) => name)].sort())
  const { rows: kept } = await sql<{ title: string; made: null }>`select title, made from thing`.execute(db)
  assert.deepEqual(kept, [{ title: '电池', made: null }])
})

test('the search words of an existing table move to a separate column, and the former indexes are dropped', async () => {
  const own = handleOf(pool, 't_words')
  await syncSchema(own, [{ ...first, fields: { ...first.fields, title: string('名称', 'Title') } } as Model], 't_words')
  await sql`insert into thing (sid, title) values (gen_random_uuid(), '导航电池'), (gen_random_uuid(), null)`.execute(own)
  await sql`create index thing__title_words on thing using gin (public.innoe_words(title))`.execute(own)
  await syncSchema(own, [first], 't_words')
  const named = await indexes('thing', true, 't_words')
  assert.deepEqual([named.includes('thing__title_words'), named.includes('thing__lexemes')], [false, true])
  const found = async (word: string) => (await sql`select from thing where lexemes @@ ${word}::tsquery`.execute(own)).rows.length
  assert.deepEqual([await found('导航'), await found('散热')], [1, 0])
  await sql`update thing set title = '散热' where title is not null`.execute(own)
  assert.deepEqual([await found('导航'), await found('散热')], [0, 1])
  assert.deepEqual(await planSync(own, [first], 't_words'), [])
})

test('the indexes of a list get its companies as a key: the former ones are dropped after the new ones are made', async () => {
  const own = handleOf(pool, 't_lists')
  const sorted = defineModel({ ...COMMON, indexes: ['title'], fields: { title: TITLE } }) as Model
  await syncSchema(own, [{ ...sorted, indexes: [] } as Model], 't_lists')
  await sql`drop index thing__latest`.execute(own)
  await sql`create index thing__recent on thing (updated_at desc, sid desc) include (company_sid) where deleted_at is null`.execute(own)
  await sql`create index thing__title on thing (title desc nulls last, sid desc) include (company_sid) where deleted_at is null`.execute(own)
  const steps = (await syncSchema(own, [sorted], 't_lists')).map(({ statement }) => statement.replace(/( on| using).*/, ''))
  assert.deepEqual(steps, [
    'create index if not exists "thing__latest"',
    'create index if not exists "thing__title_in_company"',
    'drop index if exists "thing__recent"',
    'drop index if exists "thing__title"',
  ])
  assert.deepEqual(await planSync(own, [sorted], 't_lists'), [])
})

test('a renamed column keeps its values and gets its index once', async () => {
  const MAKER = { to: 'thing', searchable: true } as const
  const before = defineModel({ ...COMMON, fields: { title: TITLE, maker_sid: link('人', 'Maker', MAKER) } }) as Model
  const after = defineModel({ ...COMMON, fields: { title: TITLE, maker: link('人', 'Maker', { ...MAKER, renamed_from: 'maker_sid' }) } }) as Model
  const own = handleOf(pool, 't_renamed')
  await syncSchema(own, [before], 't_renamed')
  await sql`insert into thing (sid, title, maker_sid) select sid, '电池', sid from gen_random_uuid() as sid`.execute(own)
  await syncSchema(own, [after], 't_renamed')
  const { rows: kept } = await sql<{ taken: boolean }>`select maker = sid as taken from thing`.execute(own)
  assert.deepEqual(kept, [{ taken: true }])
  assert.equal((await indexes('thing', true, 't_renamed')).includes('thing__maker_sid'), false)
  assert.ok((await indexes('thing', true, 't_renamed')).includes('thing__maker'))
  assert.deepEqual(await planSync(own, [after], 't_renamed'), [])
})

test('an older program on a newer schema drops nothing', async () => {
  await syncSchema(db, [first], SCHEMA)
  assert.deepEqual(await columns('thing'), [...columnsOf(grown).map(([name]) => name), LEXEMES].sort())
})

for (const [was, now, field] of [
  ['text', 'text[]', { title: options('名称', 'Title', { free: true }) }],
  ['text', 'date', { title: date('名称', 'Title') }],
  ['uuid', 'uuid[]', { title: TITLE, maker_sid: links('人', 'Maker', { to: 'thing' }) }],
  ['date', 'text', { title: TITLE, made: string('日', 'Made') }],
] as const) {
  test(`a change from ${was} to ${now} is refused by name in both languages, and nothing is changed`, async () => {
    const changed = defineModel({ ...COMMON, fields: { ...field, extra: string('新', 'New') } }) as Model
    const fault = await syncSchema(db, [changed], SCHEMA).catch((error: unknown) => error)
    assert.ok(fault instanceof StartFault)
    assert.match(fault.words('en'), new RegExp(`thing\\.\\w+ is ${was} in the database and ${now.replace('[]', '\\[\\]')} in the model`))
    assert.match(fault.words('zh'), /需要编写迁移/)
    assert.equal((await columns('thing')).includes('extra'), false)
  })
}

test('a plan changes nothing, neither in an empty database nor in a full one', async () => {
  const empty = openPool(await testDatabase(), 2)
  after(() => empty.end())
  const plans = await planTenants({ pool: empty, declared: await declaredModels() })
  assert.ok((plans[0]?.steps.length ?? 0) > 100)
  const { rows: made } = await empty.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname not like 'pg_%' and n.nspname <> 'information_schema'`,
  )
  assert.equal(made.length, 0)
  await planSync(db, [defineModel({ ...COMMON, fields: { title: TITLE, later: string('后', 'Later') } }) as Model], SCHEMA)
  assert.equal((await columns('thing')).includes('later'), false)
})

test('an interrupted start is completed by the next one', async () => {
  for (const half of ['create schema t_half', 'create table t_half.sequence (scope text primary key, last bigint not null)']) await pool.query(half)
  const own = handleOf(pool, 't_half')
  await syncSchema(own, [first], 't_half')
  for (const table of ['record_count', 'setting', 'attempt', 'thing']) assert.ok((await columns(table, 't_half')).length > 0, table)
  assert.deepEqual(await planSync(own, [first], 't_half'), [])
})

test('the index of a large table is built while others write, and an interrupted build is repeated', async () => {
  const own = await largeTable('t_large')
  const big = defineModel({ ...COMMON, indexes: [['title']], fields: { title: TITLE } }) as Model
  const plan = await planSync(own, [big], 't_large')
  assert.ok(plan.length > 0 && plan.every(({ statement, concurrent }) => concurrent && statement.includes('concurrently')))
  const cut = await killBuild(
    't_large',
    `create index concurrently thing__title_in_company on t_large.thing (title desc nulls last, sid desc, company_sid)`,
  )
  assert.deepEqual(await indexes('thing', false, 't_large'), ['thing__title_in_company'], cut)
  await syncSchema(own, [big], 't_large')
  assert.deepEqual(await indexes('thing', false, 't_large'), [])
  assert.ok((await indexes('thing', true, 't_large')).includes('thing__title_in_company'))
})

test('the index of an interrupted build is also repaired if its table now counts as small', async () => {
  const own = await largeTable('t_small')
  await killBuild('t_small', `create index concurrently thing__latest on t_small.thing (updated_at)`)
  await pool.query(`update pg_class set reltuples = 3 where oid = 't_small.thing'::regclass`)
  const plan = await planSync(own, [first], 't_small')
  assert.ok(plan.every(({ concurrent }) => !concurrent))
  await syncSchema(own, [first], 't_small')
  assert.deepEqual(await indexes('thing', false, 't_small'), [])
})

test('two processes that start at once on an empty database both succeed, as do two that must build indexes of a large table', async () => {
  const shared = await testDatabase()
  await Promise.all([startProcess(shared), startProcess(shared)])
  const owner = openPool(shared, 2)
  after(() => owner.end())
  await owner.query(`update pg_class set reltuples = 200000 where oid = 't_default.patent'::regclass`)
  const { rows: dropped } = await owner.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = 't_default.patent'::regclass and not indisprimary limit 5`,
  )
  for (const { name } of dropped) await owner.query(`drop index ${name}`)
  await Promise.all([startProcess(shared), startProcess(shared), startProcess(shared)])
  const declared = await declaredModels()
  assert.deepEqual(
    (await planTenants({ pool: owner, declared })).map(({ steps }) => steps),
    [[]],
  )
})

test('a process that ends during the schema update does not block others, and its update is completed', async () => {
  const shared = await testDatabase()
  for (const moment of [350, 500, 650, 800]) {
    const child = startChild(shared)
    const ended = once(child, 'exit')
    await wait(moment)
    child.kill('SIGKILL')
    await ended
  }
  await startProcess(shared)
  const owner = openPool(shared, 2)
  after(() => owner.end())
  assert.deepEqual(
    (await planTenants({ pool: owner, declared: await declaredModels() })).map(({ steps }) => steps),
    [[]],
  )
})

async function columns(table: string, schema = SCHEMA) {
  const { rows: found } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attname collate "C"`,
    [`${schema}.${table}`],
  )
  return found.map(({ name }) => name)
}

async function indexes(table: string, valid: boolean, schema = SCHEMA) {
  const { rows: found } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = to_regclass($1) and i.indisvalid = $2 order by c.relname collate "C"`,
    [`${schema}.${table}`, valid],
  )
  return found.map(({ name }) => name)
}

async function largeTable(schema: string): Promise<Db> {
  const own = handleOf(pool, schema)
  await syncSchema(own, [first], schema)
  for (const name of await indexes('thing', true, schema)) if (name !== 'thing_pkey') await pool.query(`drop index ${schema}.${name}`)
  await pool.query(`insert into ${schema}.thing (sid, title, updated_at) select gen_random_uuid(), 't' || n, now() from generate_series(1, 1000) n`)
  await pool.query(`update pg_class set reltuples = 200000 where oid = '${schema}.thing'::regclass`)
  return own
}

/** Ends a build that waits for a transaction, as a crash would. */
async function killBuild(schema: string, statement: string) {
  const [writer, builder] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([writer.connect(), builder.connect()])
  builder.on('error', () => {})
  await writer.query(`begin; insert into ${schema}.thing (sid, title) values (gen_random_uuid(), 'x')`)
  const { rows: own } = await builder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const build = builder.query(statement).then(
    () => 'built',
    (error: Error) => error.message,
  )
  while ((await indexes('thing', false, schema)).length === 0) await wait(20)
  await pool.query('select pg_terminate_backend($1)', [own[0]?.pid])
  const end = await build
  await writer.query('rollback')
  await Promise.all([writer.end(), builder.end().catch(() => {})])
  return end
}

const BRING_UP = fileURLToPath(new URL('../../../tests/harness/bring-up.ts', import.meta.url))
const startChild = (shared: string) => fork(BRING_UP, [shared])

async function startProcess(shared: string) {
  const [code] = await once(startChild(shared), 'exit')
  assert.equal(code, 0)
}
