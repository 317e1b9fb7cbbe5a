import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { AnswerOf } from '../../model/kit/action.ts'
import type { createBiAccess } from '../../model/settings/bi-routes.ts'
import { testServer } from '../../tests/harness/server.ts'
import { digest } from '../auth/session/secrets.ts'
import { withdrawBi } from '../database/bi/role.ts'
import { scramVerifier } from '../database/bi/scram.ts'
import { handleOf, openPool } from '../database/pool.ts'
import { Refusal } from '../errors.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createAccess } from './access.ts'
import { inOneWindow } from '../../tests/harness/sign-in/limit-window.ts'

const { server, tenant, url, call, enrol } = await testServer()
const { db } = tenant
const [admin, second] = [await enrol('system_admin'), await enrol('system_admin')]
const AT = '/innoe-webapi/setting/bi'
type Made = AnswerOf<typeof createBiAccess>
const ask = (act: 'create' | 'password' | 'withdraw', as: typeof admin | string = admin, body = {}) =>
  call<Made>(`${AT}/do/${act}`, act === 'create' ? { acknowledged: true, ...body } : body, { as, lang: 'en' })
const standing = async () => (await call<Made>(AT, undefined, { as: admin, lang: 'en' })).data
const { role, database } = await standing()

async function opens(password: string | null | undefined) {
  const { rows } = await sql<{ kept: string }>`select rolpassword as kept from pg_authid where rolname = ${role}`.execute(db)
  const salt = /:([^$]+)\$/.exec(rows[0]?.kept ?? '')?.[1] ?? ''
  return Boolean(password) && rows[0]?.kept === scramVerifier(password ?? '', Buffer.from(salt, 'base64'))
}

async function told() {
  const rows = await db
    .selectFrom('change_log')
    .select('reason')
    .where('entity', '=', 'role')
    .where('reason', 'like', 'BI%')
    .orderBy('created_at')
    .execute()
  return rows.map(({ reason }) => `${reason}`.replace(/.*BI tools: /, ''))
}

test('an administrator gives BI tools access, reads each password once and withdraws it; the history says so', async () => {
  const { state, may_give } = await standing()
  assert.deepEqual([state, may_give], ['NONE', false])
  assert.match((await ask('create')).message, /^Several tenants share this database.*innoe bi create --tenant default/)
  await server.tenants.forget('other')
  const unknown = await ask('create', admin, { acknowledged: false })
  assert.deepEqual([unknown.status, unknown.errors.map(({ field }) => field)], [400, ['acknowledged']])

  const { data: made, text } = await ask('create')
  assert.equal(made.state, 'ADMITTED', text)
  assert.ok(await opens(made.password))
  assert.deepEqual([made.schema, made.role, made.note, made.is_theirs], ['bi_default', `${database}_bi_default`, null, false])
  assert.equal(made.host, new URL(url).searchParams.get('host') ?? new URL(url).hostname)
  assert.ok(Math.abs(Date.parse(made.since ?? '') - Date.now()) < 300_000)
  const again = (await ask('create')).data
  assert.deepEqual([again.password, again.since], [null, made.since], 'the role keeps its password')

  const { data: renewed } = await ask('password')
  assert.deepEqual([await opens(made.password), await opens(renewed.password)], [false, true])
  const { password: _, ...shown } = renewed
  assert.deepEqual(await standing(), shown)

  assert.deepEqual([(await ask('withdraw')).data.state, (await standing()).state], ['NONE', 'NONE'])
  assert.match((await ask('password')).message, /no access yet/)
  const acts = ['access given', 'views completed', 'password changed', 'access withdrawn']
  assert.deepEqual(await told(), acts.map((act) => `${act}, role ${role}`)) // oxfmt-ignore
  const audited = await db.selectFrom('audit_entry').select('account').where('event', '=', 'BI_ACCESS_CHANGED').execute()
  assert.deepEqual(audited.map(({ account }) => account), acts.map(() => admin.account)) // oxfmt-ignore
})

test('a role that PostgreSQL keeps is named with what drops it, and is opened again with another password', async () => {
  assert.equal((await ask('create', second)).code, 0)
  const address = new URL(url)
  address.username = role
  const tool = new pg.Client({ connectionString: address.href })
  tool.on('error', () => {}) // it is ended
  await tool.connect()
  assert.ok((await tool.query('select count(*) from patent')).rowCount)
  await tool.query('set default_transaction_read_only = off')
  await tool.query(`select lo_from_bytea(0, 'filled by a reader')`)
  const { data } = await ask('withdraw', second)
  assert.deepEqual([data.state, data.drops_role], ['LEFT', `drop owned by "${role}"; drop role "${role}";`])
  assert.ok(await opens((await ask('create', second)).data.password))
  await sql`select lo_unlink(oid) from pg_largeobject_metadata`.execute(db)
  // Views that a start could not make are closed.
  await sql.raw(`revoke usage on schema bi_default from "${role}"`).execute(db)
  assert.equal((await standing()).state, 'INCOMPLETE')
  assert.equal((await ask('create', second)).data.state, 'ADMITTED')
  assert.equal((await ask('withdraw', second)).data.state, 'NONE')
  await tool.end().catch(() => {})
})

test('neither another role, a view as another person, a token nor an old session opens the database; tries are limited', async () => {
  const manager = await enrol('ip_manager')
  assert.deepEqual([(await ask('create', manager)).status, (await call(AT, undefined, { as: manager })).status], [403, 403])
  const { data: view } = await call<{ token: string }>('user_info/do/view_as', { sid: manager.sid }, { as: admin })
  assert.match((await ask('create', view.token)).message, /viewing as another person/)
  const { data: personal } = await call<{ token: string }>('token/do/create', { name: 'x' }, { as: admin })
  for (const act of ['create', 'password', 'withdraw'] as const) assert.match((await ask(act, personal.token)).message, /sign in first/)
  const old = await enrol('system_admin')
  await db.updateTable('token').set({ created_at: '2026-01-01T00:00:00Z', family: null }).where('hash', '=', digest(old.token)).execute()
  for (const act of ['create', 'password', 'withdraw'] as const) assert.equal((await ask(act, old)).code, 30127, act)
  const other = await enrol('system_admin')
  process.env.INNOE_LOGIN_LIMIT = '30'
  await inOneWindow()
  assert.deepEqual([(await ask('withdraw', other)).status, (await ask('withdraw', other)).status], [200, 429])
  delete process.env.INNOE_LOGIN_LIMIT
  assert.equal((await standing()).state, 'NONE')
})

const refusalOf = (act: Promise<unknown>) => act.then(() => assert.fail('it was not refused'), (error: unknown) => error) // oxfmt-ignore

test('a user of the database without rights is refused in words, with the statements that its administrator runs', async () => {
  const keeper = `keeper_bi_${process.pid}`
  const owner = new URL(url).username
  await sql.raw(`create role ${keeper} login; grant "${owner}" to ${keeper} with inherit true`).execute(db)
  const address = new URL(url)
  address.username = keeper
  const pool = openPool(address.href, 2)
  try {
    const handle = handleOf(pool, tenant.schema)
    const limited = systemContext({ ...tenant, db: handle, structure: handle })
    const refusal = await refusalOf(createAccess(limited))
    assert.ok(refusal instanceof Refusal)
    assert.match(`${refusal.facts.summary_en}`, /^The database user keeper_bi_\d+ may not create roles.*in psql, then try again:$/)
    const [allow, make] = (refusal.data as { statements: string[] }).statements // as it is declared
    assert.equal(allow, `alter role "${keeper}" createrole;`)
    assert.match(make ?? '', new RegExp(`^create role "${role}" login [^]*;\\n\\\\password "${role}"$`))
    await sql.raw(`alter role ${keeper} createrole; revoke "${owner}" from ${keeper}`).execute(db)
    const denied = await refusalOf(createAccess(limited))
    assert.ok(denied instanceof Refusal)
    assert.match(`${denied.facts.summary_en}`, /^The database does not let this program do it: permission denied for database/)
    assert.equal((await standing()).state, 'NONE', 'nothing is left of it')
  } finally {
    await pool.end()
    await sql.raw(`drop owned by ${keeper}; drop role ${keeper}`).execute(db)
  }
})

test('what is done in part is in the history', async () => {
  const shelf = { ...modelNamed(tenant.models, 'tech_node'), name: 'shelf' } // a model without a table
  const declared = { ...tenant.declared, all: new Map([...tenant.declared.all, ['shelf', shelf]]) }
  await assert.rejects(createAccess(systemContext({ ...tenant, declared })), /shelf/)
  assert.deepEqual([(await standing()).state, (await told()).at(-1)], ['INCOMPLETE', `change not completed, role ${role}`])
  assert.equal((await ask('withdraw', second)).data.state, 'NONE')
})

test('withdrawals at the same moment all answer', async () => {
  for (let round = 0; round < 3; round++) {
    await createAccess(systemContext(tenant))
    const left = await Promise.all(Array.from({ length: 4 }, () => withdrawBi(db, tenant.schema)))
    assert.deepEqual([left, (await standing()).state], [[{}, {}, {}, {}], 'NONE'])
  }
})
