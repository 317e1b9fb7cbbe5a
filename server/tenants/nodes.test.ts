import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTestPostgres } from '../../tests/harness/postgres.ts'
import { testServer, type Person } from '../../tests/harness/server.ts'
import { type Db, handleOf } from '../database/pool.ts'
import { runMinute, runNightly } from '../jobs/nightly.ts'
import { carryOut, putOut } from '../jobs/outbox.ts'
import { closeQueue, openQueue, QUEUE_SCHEMA, QUEUES } from '../jobs/queue.ts'
import { startJobs } from '../jobs/start.ts'
import { openServer } from '../open.ts'
import { systemContext } from '../records/context.ts'
import type { Server } from '../server.ts'
import { buildApp } from '../app.ts'
import { seedTenant } from '../seed/seed.ts'
import { removeTenant } from '../backup/tenant/remove-tenant.ts'
import { StartFault } from '../config.ts'
import { readMigrations, refuseNewerDatabase, refuseOlderPrograms, runMigrations } from '../database/migrate.ts'
import { inTurn, tenantRows } from './bring-up.ts'
import { departing } from './marks.ts'
import { listTenants } from './list-tenants.ts'
import { moveTenant } from './move-tenant.ts'

const north = await startTestPostgres()
const { call, enrol, enrolAt, server, url } = await testServer({ nodes: { north: north.url } })
let jobs = await startJobs(server)
after(async () => {
  await jobs.stop()
  await north.stop()
})

async function until(isSo: () => boolean | Promise<boolean>) {
  for (let n = 0; n < 200; n++) {
    if (await isSo()) return
    await wait(100)
  }
  assert.fail('it did not come about within twenty seconds')
}

const northPool = await server.tenants.structureOf({ node: 'north' })
await server.tenants.add('far', ['far.test'], async (made) => void (await seedTenant(made, false)), 'north')
const far = server.tenants.of('far.test')
const person = await enrolAt(far, 'ip_manager')
const here = await enrol('ip_manager')
const beside = await openServer(server.config, url)
after(() => beside.close())
const patent = (title: string, { company }: Person) => ({ title, country: 'CN', patent_type: 'INVENTION', company_sid: company })

test('a tenant on another server is used like any other, and its tables are there alone', async () => {
  const made = await call('patent/do/create', patent('另一服务器上的案件', person), { as: person, host: 'far.test' })
  assert.equal(made.code, 0, made.message)
  const found = await call<{ total: number }>('patent/do/search', { fl: ['title'] }, { as: person, host: 'far.test' })
  assert.equal(found.data.total, 1)
  const schemas = async (db: Db) =>
    (await sql<{ n: number }>`select count(*)::int as n from pg_namespace where nspname = 't_far'`.execute(db)).rows[0]?.n
  assert.deepEqual([await schemas(far.db), await schemas(handleOf(server.pool, 'public'))], [1, 0])
  const listed = (await listTenants(server)).find(({ name }) => name === 'far')
  assert.ok(listed?.at === 'north' && 'size' in listed && /\d/.test(listed.size))
})

test('its jobs reach the queue of the installation, and run', async () => {
  const asked = await call<{ job_sid: string }>('patent/do/export', { fl: ['title'], format: 'csv' }, { as: person, host: 'far.test' })
  assert.equal(asked.code, 0, asked.message)
  const stateOf = async () => (await far.db.selectFrom('job').select('state').where('sid', '=', asked.data.job_sid).executeTakeFirst())?.state
  await until(async () => (await stateOf()) === 'DONE')
  assert.equal((await sql`select from outgoing_ticket`.execute(far.db)).rows.length, 0)
})

test('a ticket that is carried twice is there once', async () => {
  await jobs.stop()
  const ticket = { tenant: 'far', sid: '01890000-0000-7000-8000-0000000000aa', actor: systemContext(far).actor, lang: 'zh' as const }
  const boss = await openQueue(server)
  for (let n = 0; n < 2; n++) {
    await putOut(systemContext(far), ticket)
    assert.equal(await carryOut(far.db, (one) => boss.send(QUEUES.job, one, { id: one.sid })), 1)
  }
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from ${sql.id(QUEUE_SCHEMA, 'job')} where data ->> 'sid' = ${ticket.sid}`.execute(handleOf(server.pool, 'public'))
  assert.equal(rows[0]?.n, 1)
  await closeQueue(server)
  jobs = await startJobs(server)
})

for (const [from, to] of [
  ['north', 'home'],
  ['home', 'north'],
] as const)
  test(`a tenant moves from ${from} to ${to} while it is written to: nothing is lost, and a request at most has to wait for it (503)`, async () => {
    let isOver = false
    const [done, answers]: [string[], number[]] = [[], []]
    const writing = [1, 2, 3].map(async (writer) => {
      for (let n = 0; !isOver; n++) {
        const title = `${to} ${writer} ${n}`
        const { status, code } = await call('patent/do/create', patent(title, person), { as: person, host: 'far.test' })
        answers.push(status)
        if (code === 0) done.push(title)
        await wait(20)
      }
    })
    await wait(300)
    await moveTenant(beside, 'far', to) // another process, as the operator's command is
    await until(() => far.node() === (to === 'home' ? undefined : to))
    await wait(500)
    isOver = true
    await Promise.all(writing)
    assert.deepEqual(
      [...new Set(answers)].filter((status) => status !== 200 && status !== 503),
      [],
    )
    const kept = await far.db.selectFrom('patent').select('title').where('title', 'like', `${to} %`).execute()
    assert.deepEqual(kept.map(({ title }) => title).sort(), done.sort())
    assert.ok(done.some((title) => !title.endsWith(' 0')))
    const asked = await call<{ job_sid: string }>('patent/do/export', { fl: ['title'], format: 'csv' }, { as: person, host: 'far.test' })
    const stateOf = async () => (await far.db.selectFrom('job').select('state').where('sid', '=', asked.data.job_sid).executeTakeFirst())?.state
    await until(async () => (await stateOf()) === 'DONE')
  })

const root = handleOf(server.pool, 'public')
const write = (title: string) => call('patent/do/create', patent(title, person), { as: person, host: 'far.test' })
const schemasIn = async (db: Db, name: string) =>
  (await sql<{ name: string }>`select nspname as name from pg_namespace where nspname like ${`%${name}`} order by 1`.execute(db)).rows.map(
    (row) => row.name,
  )
const fault = (words: RegExp) => (error: unknown) => error instanceof StartFault && words.test(error.message)

test('while a tenant moves, writes are refused at once with words, reads are answered, and no process that has ended keeps it so', async () => {
  await inTurn(beside.pool, async () => {
    await sql`update public.tenant set moving = 'a move' where name = 'far'`.execute(root)
    await beside.tenants.tellAll()
    await until(() => far.isMoving())
    const begun = performance.now()
    const refused = await write('迁移期间')
    assert.deepEqual([refused.status, refused.code], [503, 500005])
    assert.match(refused.message, /正在移到另一台服务器/)
    assert.ok(performance.now() - begun < 2000)
    assert.equal((await call('patent/do/search', {}, { as: person, host: 'far.test' })).status, 200)
  })
  await until(() => !far.isMoving())
  assert.equal((await write('迁移之后')).status, 200)
})

test('a move that broke off after the tenant had left is undone by the processes that run', async () => {
  const row = (await tenantRows(root)).find(({ name }) => name === 'far')
  assert.ok(row)
  const db = handleOf(northPool, 'public')
  await sql`update public.tenant set moving = 'a move' where name = 'far'`.execute(root)
  await sql`alter schema t_far rename to departed_t_far`.execute(db)
  await sql.raw(`comment on schema departed_t_far is '${departing(row)}'`).execute(db)
  await beside.tenants.tellAll()
  await until(async () => (await write('撤回之后')).status === 200)
  assert.deepEqual(await schemasIn(db, 't_far'), ['t_far'])
})

test('a reader that holds a table of the former place keeps nobody from the new one', async () => {
  await moveTenant(beside, 'far', 'home')
  const reader = await server.pool.connect()
  await reader.query('begin')
  await reader.query('select from t_far.patent limit 1')
  const moving = moveTenant(beside, 'far', 'north')
  await until(() => far.node() === 'north')
  assert.equal((await write('读者仍在原处')).status, 200)
  await reader.query('commit')
  reader.release()
  await moving
  assert.deepEqual(await schemasIn(root, 't_far'), [])
})

test('tickets that had not reached the queue come along when a tenant moves home, and their jobs run', async () => {
  await jobs.stop()
  const asked = await call<{ job_sid: string }>('patent/do/export', { fl: ['title'], format: 'csv' }, { as: person, host: 'far.test' })
  assert.equal(asked.code, 0, asked.message)
  await moveTenant(beside, 'far', 'home')
  await until(() => far.node() === undefined && !far.isMoving())
  jobs = await startJobs(server)
  await until(async () => (await far.db.selectFrom('job').select('state').where('sid', '=', asked.data.job_sid).executeTakeFirst())?.state === 'DONE')
  await until(async () => (await sql<{ found: unknown }>`select to_regclass('t_far.outgoing_ticket') as found`.execute(root)).rows[0]?.found === null)
  await moveTenant(beside, 'far', 'north')
})

test('nothing that a move has left is given to a later tenant of the name, and a removal takes it along, wherever it is', async () => {
  const db = handleOf(northPool, 'public')
  await beside.tenants.add('acme', ['acme.test'], async () => {}, 'north')
  const row = (await tenantRows(root)).find(({ name }) => name === 'acme')
  assert.ok(row)
  await sql`alter schema t_acme rename to departed_t_acme`.execute(db)
  await sql.raw(`comment on schema departed_t_acme is '${departing(row)}'`).execute(db)
  await sql`delete from public.tenant where name = 'acme'`.execute(root)
  await beside.tenants.tellAll()
  await assert.rejects(() => beside.tenants.add('acme', ['acme.test'], async () => {}, 'north'), fault(/former tenant acme held is not removed/))
  await removeTenant(beside.pool, server.config.storageUrl, { name: 'acme', ...(await beside.tenants.forget('acme')) })
  await beside.tenants.add('acme', ['acme.test'], async () => {}, 'north')
  for (const foreign of ['t_acme', 'departed_t_acme']) await sql`create schema ${sql.id(foreign)}`.execute(root)
  await sql`create schema departed_t_acme`.execute(db)
  const forgotten = await beside.tenants.forget('acme')
  assert.deepEqual(
    forgotten.others.map(({ node, schema }) => [node, schema]),
    [
      [null, 't_acme'],
      [null, 'departed_t_acme'],
      ['north', 'departed_t_acme'],
    ],
    'what is of no move, on another server than its own, is somebody else’s',
  )
  const again = await beside.tenants.forget('acme')
  assert.deepEqual(
    again.places.map(({ node, schema }) => [node, schema]),
    [
      [null, 't_acme'],
      ['north', 't_acme'],
    ],
    'a removal that broke off is asked for again',
  )
  await sql`drop schema t_acme`.execute(root)
  await removeTenant(beside.pool, server.config.storageUrl, { name: 'acme', ...forgotten })
  assert.deepEqual([await schemasIn(db, 't_acme'), await schemasIn(root, 't_acme')], [['departed_t_acme'], ['departed_t_acme']])
  for (const one of [db, root]) await sql`drop schema departed_t_acme`.execute(one)
})

test('the default tenant stays, and a program that knows nothing of tenants elsewhere refuses the database', async () => {
  await assert.rejects(() => moveTenant(beside, 'default', 'north'), fault(/default stays in the database of the installation/))
  const one = { tenant: 'default', schema: 't_default', db: handleOf(server.pool, 't_default') }
  const known = await readMigrations()
  const recorded = async () => (await sql<{ name: string }>`select name from migration order by name`.execute(one.db)).rows.map(({ name }) => name)
  assert.deepEqual(
    (await recorded()).filter((name) => !Object.hasOwn(known, name)),
    ['zz-tenants-on-other-servers'],
  )
  await refuseNewerDatabase([one], known)
  const { name, schema, db } = server.tenants.of('other.test')
  const marked = { tenant: name, schema, db }
  await refuseOlderPrograms(marked)
  let ran = 0
  await runMigrations(marked, { ...known, '9998-later': { up: async () => void ran++ } })
  assert.equal(ran, 1, 'later migrations run all the same')
  await sql`delete from migration where name = '9998-later'`.execute(db)
})

test('while the server is away, its tenant answers 503, a start does not stop, and the others are served, minute and night', async () => {
  await north.stop()
  const asked = () => call('patent/do/search', {}, { as: person, host: 'far.test' })
  await until(async () => (await asked()).status === 503)
  await until(() => far.away() !== undefined)
  assert.equal((await call('patent/do/create', patent('本机的案件', here), { as: here })).code, 0)
  await runMinute(server)
  const night = await runNightly(server)
  assert.deepEqual(
    night.filter(({ fault }) => fault).map(({ tenant, name }) => [tenant, name]),
    [['far', 'database']],
  )
  assert.ok(night.some(({ tenant }) => tenant === 'default'))
  const begun = performance.now()
  const fresh: Server = await openServer(server.config, url)
  assert.ok(performance.now() - begun < 10_000)
  const second = await buildApp(fresh)
  const answers = await Promise.all(
    ['far.test', 'localhost'].map(
      async (host) =>
        (
          await second.inject({
            method: 'POST',
            url: '/innoe-webapi/model/patent/do/search',
            headers: { host, authorization: `Bearer ${here.token}` },
            payload: {},
          })
        ).statusCode,
    ),
  )
  assert.deepEqual(answers, [503, 200], 'a tenant that is away is not taken for the default one')
  const listed = (await listTenants(fresh)).find(({ name }) => name === 'far')
  assert.ok(listed && !('size' in listed))
  const boss = await openQueue(server, true)
  const sid = '01890000-0000-7000-8000-0000000000bb'
  await boss.send(QUEUES.job, { tenant: 'far', sid, actor: systemContext(far).actor, lang: 'zh' })
  const tickets = async () =>
    (
      await sql<{ state: string; retry_count: number; is_later: boolean }>`
        select state::text, retry_count, start_after > now() as is_later from ${sql.id(QUEUE_SCHEMA, 'job')} where data ->> 'sid' = ${sid} order by created_on`.execute(
        root,
      )
    ).rows
  await until(async () => (await tickets()).length === 2)
  await until(async () => (await tickets())[0]?.state === 'completed')
  assert.deepEqual((await tickets())[1], { state: 'created', retry_count: 0, is_later: true }, 'it waits, and loses no try')
  await boss.send(QUEUES.job, { tenant: 'far', sid: 'b', actor: systemContext(far).actor, lang: 'zh', held: 9 })
  const seconds = async () =>
    (
      await sql<{ n: number }>`
        select extract(epoch from start_after - now())::int as n from ${sql.id(QUEUE_SCHEMA, 'job')} where data ->> 'held' = '10'`.execute(root)
    ).rows[0]?.n ?? 0
  await until(async () => (await seconds()) > 200) // ever later, up to five minutes
  await second.close()
  await fresh.close()
})
