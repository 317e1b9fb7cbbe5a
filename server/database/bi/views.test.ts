import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { string } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { testEngine } from '../../../tests/harness/engine.ts'
import { removeTenant } from '../../backup/tenant/remove-tenant.ts'
import { biModule } from '../../bi/module.ts'
import { StartFault } from '../../config.ts'
import { systemContext, type Tenant } from '../../records/context.ts'
import { create } from '../../records/write/create.ts'
import { bringUp } from '../../tenants/bring-up.ts'
import { beyondTables } from '../catalogue.ts'
import { type MigrationDb, type Migrations, readMigrations } from '../migrate.ts'
import { handleOf, openPool } from '../pool.ts'
import { biSchema, dropViews, keepViews, keepViewsAtStart } from './keep-views.ts'
import { isUntold, openModels } from './open-rows.ts'
import { withinName } from './role-name.ts'
import { admitBi, changeBiPassword, withdrawBi } from './role.ts'

const { server, tenant, other, ctx, model, url } = await testEngine()
const { db } = tenant
const admit = ({ db, models, schema }: Tenant) => admitBi(db, async () => models, schema, 'a password')
const [mine, theirs] = [await admit(tenant), await admit(other)]

async function connectAs(role: string) {
  const address = new URL(url)
  address.username = role
  const client = new pg.Client({ connectionString: address.href })
  client.on('error', () => {}) // the views change, and its connection ends
  await client.connect()
  return client
}

let bi = await connectAs(mine.role)
after(() => bi.end().catch(() => {}))
const ask = async <R extends pg.QueryResultRow>(question: string) => (await bi.query<R>(question)).rows
const refused = (question: string, why: RegExp) => assert.rejects(() => bi.query(question), why)

async function caseOf(secrecy_level: string, more: Record<string, unknown> = {}) {
  const sid = randomUUID()
  const row = { sid, case_no: `P-${sid.slice(0, 8)}`, title: '支架', status: 'EXAM_SUBSTANTIVE', country: 'CN', secrecy_level, ...more }
  const filled = { version: 1, valid: true, updated_at: '2026-01-02T00:00:00Z', ...row }
  const codes = sql.join(Object.keys(filled).map((code) => sql.ref(code)))
  await sql`insert into patent (${codes}) select ${codes} from jsonb_populate_record(null::patent, ${JSON.stringify(filled)})`.execute(db)
  await sql`insert into fee (sid, fee_no, case_sid, name, amount, currency, version) values (${randomUUID()}, ${`F-${row.case_no}`}, ${sid}, '年费', 900, 'CNY', 1)`.execute(
    db,
  )
  return row
}

const [person, inventor] = [randomUUID(), randomUUID()]
await sql`insert into user_info (sid, name, mobile, version) values (${person}, '张三', '13800000000', 1)`.execute(db)
await sql`insert into inventor (sid, name, id_no, version) values (${inventor}, '李四', '110101199001011234', 1)`.execute(db)
const open = await caseOf('INTERNAL', {
  owner_sid: person,
  tags: ['甲', '乙'],
  inventors: [{ inventor_sid: inventor, contribution_pct: 60 }],
  agent_sids: [],
})
const secret = await caseOf('SECRET', { title: '机密支架' })
await caseOf('PUBLIC', { deleted_at: '2026-01-03T00:00:00Z' })

test('the role sees live and open cases with words beside codes, names beside references, and a row for each of several values', async () => {
  assert.deepEqual(await ask('select case_no, country_zh, country_en, status, owner_name, tags, secrecy_level from patent'), [
    {
      case_no: open.case_no,
      country_zh: '中国',
      country_en: 'China',
      status: 'EXAM_SUBSTANTIVE',
      owner_name: '张三',
      tags: '甲, 乙',
      secrecy_level: 'INTERNAL',
    },
  ])
  assert.deepEqual(await ask('select patent_sid, inventor_name, contribution_pct::float from patent__inventors'), [
    { patent_sid: open.sid, inventor_name: '李四', contribution_pct: 60 },
  ])
  assert.deepEqual(await ask('select position::int, value from patent__tags order by 1'), [
    { position: 1, value: '甲' },
    { position: 2, value: '乙' },
  ])
  assert.deepEqual(await ask('select kind_en, case_no from "case"'), [{ kind_en: 'Patent', case_no: open.case_no }])
  assert.deepEqual(await ask('select case_name, amount::float, fee_no from fee'), [
    { case_name: `${open.case_no} 支架`, amount: 900, fee_no: `F-${open.case_no}` },
  ])
})

test('every view answers, and each column is told in both languages', async () => {
  const views = await ask<{ name: string; words: string | null }>(
    `select c.relname as name, obj_description(c.oid) as words from pg_class c where c.relnamespace = 'bi_default'::regnamespace`,
  )
  for (const { name } of views) await bi.query(`select * from "${name}" limit 1`)
  assert.ok(views.every(({ words }) => words?.includes(' / ')))
  const untold = await ask(`select attrelid::regclass, attname from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = 'bi_default'::regnamespace and col_description(attrelid, attnum) is null`)
  assert.deepEqual(untold, [])
})

test('the role reads no table, writes nothing, makes nothing, and sees no other tenant', async () => {
  await refused('select * from t_default.patent', /permission denied for schema t_default/)
  await refused('select * from public.tenant', /permission denied for table tenant/)
  await refused(`select * from ${theirs.schema}.patent`, /permission denied for schema bi_other/)
  await refused('create table bi_default.x (y int)', /read-only transaction/)
  await bi.query('set default_transaction_read_only = off')
  await refused(`update tech_node set name = 'x'`, /cannot update view|permission denied/)
  await refused('delete from fee', /cannot delete from view|permission denied/)
  await refused('create table x (y int)', /permission denied for schema bi_default/)
  await refused('create table public.x (y int)', /permission denied for schema public/)
  await bi.query('reset default_transaction_read_only')
  await refused('set temp_file_limit = -1', /permission denied to set parameter/)
  const [path, most, disk] = ['search_path', 'statement_timeout', 'temp_file_limit'].map((name) => `current_setting('${name}')`)
  assert.deepEqual(await ask(`select ${path} as path, ${most} as most, ${disk} as disk`), [{ path: 'bi_default', most: '2min', disk: '2GB' }])
})

/** Enough of a record for a view; the rest of its columns stay empty. */
async function add(table: string, row: Record<string, unknown>) {
  const filled = { sid: randomUUID(), version: 1, ...row }
  const codes = sql.join(Object.keys(filled).map((code) => sql.ref(code)))
  await sql`insert into ${sql.table(table)} (${codes}) select ${codes} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(filled)})`.execute(
    db,
  )
  return filled.sid
}

test('a family is named by its number, and not by the title that its view leaves out', async () => {
  const family = await add('patent_family', { family_no: 'FAM-1', title: '未公开的首案' })
  await sql`update patent set family_sid = ${family} where sid = ${open.sid}`.execute(db)
  assert.deepEqual(await ask(`select family_name from patent where case_no = '${open.case_no}'`), [{ family_name: 'FAM-1' }])
})

test('no payment of awards is shown, and no budget for single cases or for a kind that is closed', async () => {
  for (const payment_type of ['OFFICIAL_BATCH', 'TO_AGENCY', 'REWARD']) await add('payment', { payment_no: payment_type, payment_type })
  const budgets = [{}, { case_kind: 'patent' }, { case_kind: 'trade_secret' }, { case_sids: [] }, { case_sids: [open.sid] }]
  for (const [at, covers] of budgets.entries()) await add('budget', { name: `B${at}`, year: 2026, ...covers })
  assert.deepEqual(await ask('select payment_no from payment order by 1'), [{ payment_no: 'OFFICIAL_BATCH' }, { payment_no: 'TO_AGENCY' }])
  assert.deepEqual(await ask('select name from budget order by 1'), [{ name: 'B0' }, { name: 'B1' }, { name: 'B3' }])
})

test('the role hears nothing of what the processes tell each other, and nothing that is sent to them ends one', async () => {
  const heard: unknown[] = []
  bi.on('notification', (notice) => heard.push(notice))
  await refused('select name from innoe_channel.channel', /permission denied for schema innoe_channel/)
  await bi.query(`listen innoe; notify innoe, 'x'`)
  await sql`select pg_notify(name, 'no JSON') from innoe_channel.channel`.execute(db)
  const got = Promise.withResolvers<unknown>()
  const failing = tenant.pubsub.subscribe('bi_test', () => {
    throw new Error('a subscriber that fails')
  })
  const end = tenant.pubsub.subscribe('bi_test', got.resolve)
  tenant.pubsub.publish('bi_test', 7)
  assert.equal(await got.promise, 7)
  for (const one of [failing, end]) one()
  await bi.query('unlisten *')
  assert.deepEqual(heard.length, 1, 'only its own')
})

test('a condition of the reader is tried on open rows alone', async () => {
  await bi.query('set default_transaction_read_only = off')
  await bi.query(`create function pg_temp.spy(title text, level text) returns boolean language plpgsql cost 0.0001 as
    $$ begin if level = 'SECRET' then raise exception 'seen'; end if; return true; end $$`)
  assert.equal((await ask('select 1 as n from patent where pg_temp.spy(title, secrecy_level)')).length, 1)
  await bi.query('reset default_transaction_read_only')
})

test('a guessed title or number is not confirmed by how many closed rows its index finds', async () => {
  await bi.query('set enable_seqscan = off')
  const told = async (view: string, code: string, guess: string) =>
    JSON.stringify(await ask(`explain (analyze, costs off, timing off, summary off, buffers off) select 1 from ${view} where ${code} = '${guess}'`))
  for (const [view, code, right] of [
    ['patent', 'title', secret.title],
    ['patent', 'case_no', secret.case_no],
    ['"case"', 'case_no', secret.case_no],
  ] as const)
    // oxfmt-ignore
    assert.equal((await told(view, code, right)).replaceAll(right, '?'), await told(view, code, '?'), `${view}.${code}`)
})

const OPEN = [
  'achievement', 'agency', 'agent', 'applicant', 'budget', 'case', 'company', 'copyright', 'deadline', 'department', 'domain', 'exchange_rate', 'fee', 'ic_layout',
  'inventor', 'invoice', 'official_event', 'patent', 'patent_family', 'payment', 'priority', 'related_case', 'software', 'tech_node', 'trademark',
] // oxfmt-ignore

test('what is open is declared: no account, no confidential kind of case, no secret, no personal number, no long text', async () => {
  const models = openModels(tenant.models)
  assert.deepEqual(models.map(({ name }) => name).sort(), OPEN)
  const defaults = models.flatMap(({ name, fields }) =>
    Object.values(fields).flatMap(({ role, default: level }) => (role === 'secrecy' ? [`${name} ${level}`] : [])),
  )
  assert.deepEqual(defaults.filter((one) => !/ (PUBLIC|INTERNAL)$/.test(one)), []) // oxfmt-ignore
  // What is seen through a record names it always; a list names fields that there are, and none that is left out anyway.
  const through = models.flatMap(({ visibility, fields }) => (visibility?.through ? [fields[visibility.through]?.required] : []))
  assert.ok(through.every((required) => required === true))
  const wrong = models.flatMap(({ name, fields, open_to_bi }) =>
    open_to_bi === true ? [] : (open_to_bi ?? []).flatMap((code) => (fields[code] && !isUntold(fields[code]) ? [] : [`${name}.${code}`])),
  )
  assert.deepEqual(wrong, [])
  const rows = models.flatMap(({ name, fields, bi_rows = {} }) => Object.keys(bi_rows).flatMap((code) => (fields[code] ? [] : [`${name}.${code}`])))
  assert.deepEqual(rows, [])
  const columns = await ask<{ name: string }>(
    `select distinct attname::text as name from pg_attribute join pg_class c on c.oid = attrelid where c.relnamespace = 'bi_default'::regnamespace`,
  )
  const names = columns.map(({ name }) => name)
  const closed = 'id_no mobile email bank_account abstract created_by application_key lexemes number_keys deleted_at remark das_code admin_contact'
  for (const code of closed.split(' ')) assert.ok(!names.includes(code), code)
})

test('a simple filter uses the index of the table, and names that are not asked for are not looked up', async () => {
  await sql`insert into patent (sid, version, case_no, title, status, secrecy_level)
    select gen_random_uuid(), 1, 'N-' || n, '案', case when n % 500 = 0 then 'GRANTED' else 'DRAFT' end, 'INTERNAL' from generate_series(1, 3000) n`.execute(
    other.db,
  )
  await sql`analyze patent`.execute(other.db)
  const reader = await connectAs(theirs.role)
  const plan = async (question: string) => (await reader.query(`explain ${question}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(
    await plan(`select case_no, owner_name from patent where status = 'GRANTED'`),
    /Scan [^\n]*patent__status[^]*Index Cond: \(status = 'GRANTED'/,
  )
  const alone = await plan(`select case_no from patent where sid = '${open.sid}'`)
  assert.match(alone, /using patent_pkey[^]*Index Cond: \(sid = /)
  assert.doesNotMatch(alone, /Join/)
  await reader.end()
})

/** A start of the program with other models, and with these migrations after its own. */
async function startAnew(changes: Readonly<Record<string, (model: Model) => Model>>, migrations: Migrations = {}) {
  const all = new Map([...tenant.declared.all].map(([name, one]) => [name, changes[name]?.(one) ?? one]))
  const declared = { ...tenant.declared, all }
  await bringUp({ pool: server.pool, declared }, { tenant: tenant.name, schema: tenant.schema, db }, { ...(await readMigrations()), ...migrations })
}

const again = async () => {
  await bi.end().catch(() => {})
  bi = await connectAs(mine.role)
}

test('a start that changes the models passes beside the views: another type, a new field, a model that is closed; then nothing is done again', async () => {
  const retype = (n: typeof db) => sql`alter table patent alter column claims_count type text`.execute(n)
  await assert.rejects(() => retype(db), /cannot alter type of a column used by a view/)
  await bi.query('begin; select count(*) from patent') // a tool that keeps the views
  const changed: Parameters<typeof startAnew>[0] = {
    patent: (one) => ({ ...one, fields: { ...one.fields, claims_count: string('权利要求数', 'Claims'), shelf: string('柜号', 'Shelf') } }),
    tech_node: ({ open_to_bi: _, ...one }) => one,
  }
  const texts = {
    '9998-claims-are-text': { up: async (trx: MigrationDb) => void (await sql`alter table patent alter column claims_count type text`.execute(trx)) },
  }
  await startAnew(changed, texts)
  await again()
  assert.deepEqual(await ask(`select pg_typeof(claims_count)::text as type, shelf from patent`), [{ type: 'text', shelf: null }])
  await refused('select * from tech_node', /relation "tech_node" does not exist/)
  const made = () => ask<{ oid: number }>(`select oid from pg_class where relnamespace = 'bi_default'::regnamespace order by 1`)
  const before = await made()
  await startAnew(changed, texts)
  assert.deepEqual(await made(), before)
  // As after a restore, which drops the schema of the tenant with all that stands on it.
  await db.transaction().execute((trx) => dropViews(trx, tenant.schema))
  await startAnew(changed, texts)
  await again()
  assert.equal((await made()).length, before.length)
  const number = 'alter table patent alter column claims_count type integer using claims_count::integer'
  await startAnew({}, { ...texts, '9999-claims-are-numbers': { up: async (trx) => void (await sql.raw(number).execute(trx)) } })
})

test('a schema of that name that is not ours is left alone; views that cannot be made are closed and keep no start back', async () => {
  const foreign = {
    schema: 't_foreign',
    views: async () => (await sql`select 1 from pg_views where schemaname = 'bi_foreign'`.execute(db)).rows.length,
  }
  await sql.raw('create schema bi_foreign; create view bi_foreign.theirs as select 1 as n').execute(db)
  const read = async () => tenant.models
  const whose = { tenant: tenant.name, schema: tenant.schema }
  const isForeign = (error: unknown) => error instanceof StartFault && /bi_foreign that Innoe did not make/.test(error.words('en'))
  await assert.rejects(() => admitBi(db, read, foreign.schema, 'a password'), isForeign)
  await keepViews(db, read, foreign.schema)
  await withdrawBi(db, foreign.schema)
  assert.equal(await foreign.views(), 1)
  await sql`drop schema bi_foreign cascade`.execute(db)
  // A view of others beside ours is no reason to make ours again.
  const made = () => ask<{ oid: number }>(`select oid from pg_class where relnamespace = 'bi_default'::regnamespace order by 1`)
  await keepViews(db, read, tenant.schema)
  await again()
  const stranger = `stranger_${process.pid}`
  await sql.raw(`create role ${stranger}; create view bi_default.extra as select 1; alter view bi_default.extra owner to ${stranger}`).execute(db)
  const before = await made()
  await keepViews(db, read, tenant.schema)
  await admit(tenant)
  assert.deepEqual(await made(), before)
  await refused('select * from extra', /permission denied for view extra/)
  await sql.raw(`drop view bi_default.extra; drop role ${stranger}`).execute(db)
  // A model without a table.
  const shelf: typeof read = async () => ({
    ...tenant.models,
    all: new Map([...tenant.models.all, ['shelf', { ...model('tech_node'), name: 'shelf' }]]),
  })
  await keepViewsAtStart(db, shelf, whose)
  await again()
  await refused('select 1 from bi_default.patent', /permission denied for schema bi_default|does not exist/)
  await keepViewsAtStart(db, read, whose)
  await again()
  assert.equal((await ask(`select 1 from patent where case_no = '${open.case_no}'`)).length, 1)
})

test('a custom field that is published gets its column at once', async () => {
  const field = await create(ctx, model('custom_field'), {
    entity: 'deadline',
    code: 'shelf_no',
    name: '柜号',
    name_en: 'Shelf no.',
    data_type: 'STRING',
  })
  const publish = tenant.modules.actionOf('POST', 'custom_field', 'publish')
  await publish?.run({ ctx, body: { sid: field.sid }, query: {}, rest: '', request: undefined as never })
  await biModule.promptly?.models?.(systemContext(tenant))
  await again()
  assert.deepEqual(await ask('select shelf_no from deadline'), [])
})

test('a backup knows nothing of the views, and a password is not sent to the database', async () => {
  assert.deepEqual(await beyondTables(bi, ['public', 't_default', 't_other']), [])
  assert.equal((await admit(tenant)).isNew, false, 'asked again, the role keeps its password')
  assert.equal((await changeBiPassword(db, tenant.schema, 'another')).role, mine.role)
  await assert.rejects(() => bi.query('select 1'), ENDED)
  const { rows } = await sql<{ kept: string }>`select rolpassword as kept from pg_authid where rolname = ${mine.role}`.execute(db)
  assert.match(rows[0]?.kept ?? '', /^SCRAM-SHA-256\$4096:/)
})

const ENDED = /terminat|not queryable|Connection/

test('a role that PostgreSQL keeps for what it owns may not log in, and is opened again with another password', async () => {
  await again()
  await bi.query('set default_transaction_read_only = off')
  await bi.query(`select lo_from_bytea(0, 'filled by a reader')`)
  assert.deepEqual(await withdrawBi(db, tenant.schema), { left: mine.role, isClosed: true })
  await assert.rejects(again, /not permitted to log in/)
  await sql.raw(`alter role "${mine.role}" in database "${mine.database}" reset all`).execute(db)
  assert.equal((await admit(tenant)).isNew, true)
  await again()
  assert.deepEqual(await ask(`select current_setting('statement_timeout') as most`), [{ most: '2min' }])
  await sql`select lo_unlink(oid) from pg_largeobject_metadata`.execute(db)
})

async function roles() {
  const { rows } = await sql<{ name: string }>`select rolname as name from pg_roles where rolname in (${mine.role}, ${theirs.role})`.execute(db)
  return rows.map(({ name }) => name)
}

test('a user of the database that may not create roles is refused with what to grant; one that may needs to be no superuser', async () => {
  await withdrawBi(db, tenant.schema)
  await assert.rejects(() => bi.query('select 1'), ENDED)
  assert.deepEqual(await roles(), [theirs.role])
  const keeper = `keeper_${process.pid}`
  await sql.raw(`create role ${keeper} login; grant innoe to ${keeper} with inherit true`).execute(db)
  const address = new URL(url)
  address.username = keeper
  const pool = openPool(address.href, 2)
  try {
    const limited = { ...tenant, db: handleOf(pool, tenant.schema) }
    const fault = await admit(limited).then(() => assert.fail('it was not refused'), (error: unknown) => error) // oxfmt-ignore
    assert.ok(fault instanceof StartFault)
    assert.match(fault.words('en'), new RegExp(`alter role "${keeper}" createrole;[^]*create role "${mine.role}" login`))
    assert.match(fault.words('zh'), /不能建立角色/)
    await sql.raw(`alter role ${keeper} createrole`).execute(db)
    assert.equal((await admit(limited)).isNew, true)
    await again()
    assert.equal((await ask('select * from patent')).length, 1)
    assert.deepEqual(await withdrawBi(limited.db, tenant.schema), {})
    // The administrator of the database makes the role: it is given the views, and stays when they go.
    const [, told = ''] = fault.words('en').split('\nor\n')
    assert.ok(told.endsWith(`\\password "${mine.role}"`))
    await sql.raw(`alter role ${keeper} nocreaterole; ${told.replace(/\\password.*/, '')}`).execute(db)
    assert.equal((await admit(limited)).isNew, false)
    await again()
    assert.equal((await ask('select * from patent')).length, 1)
    assert.deepEqual(await withdrawBi(limited.db, tenant.schema), { left: mine.role })
    await assert.rejects(() => bi.query('select 1'), ENDED)
    await sql.raw(`drop role "${mine.role}"`).execute(db)
  } finally {
    await pool.end()
    await sql.raw(`drop owned by ${keeper}; drop role ${keeper}`).execute(db)
  }
})

test('with a tenant that is removed, its views and its role go', async () => {
  const { schema } = await server.tenants.forget('other')
  await removeTenant(server.pool, server.config.storageUrl, { name: 'other', schema })
  assert.deepEqual(await roles(), [])
  const { rows } = await sql<{ there: unknown }>`select to_regnamespace(${biSchema(schema)}) as there`.execute(db)
  assert.deepEqual(rows, [{ there: null }])
})

test('names that PostgreSQL would cut end in a digest of the whole, and those of roles say that they are of BI tools', () => {
  const [one, two] = ['a', 'b'].map((tenant) => withinName(`${'库'.repeat(30)}_bi_${tenant}`, { kept: 20, then: '_bi_' }))
  assert.match(one ?? '', /^库{6}_bi_[0-9a-f]{16}$/)
  assert.notEqual(one, two)
  assert.equal(Buffer.byteLength(withinName('x'.repeat(64))), 63)
})
