import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startTestPostgres, testDatabase } from '../../tests/harness/postgres.ts'
import { startProxy } from '../../tests/harness/proxy.ts'
import { testServer } from '../../tests/harness/server.ts'
import { StartFault } from '../config.ts'
import { handleOf } from '../database/pool.ts'
import { runMinute, runQueuedNight } from '../jobs/nightly.ts'
import { openServer } from '../open.ts'
import type { Context } from '../records/context.ts'
import { seedTenant } from '../seed/seed.ts'
import { inTurn } from './bring-up.ts'
import { ARRIVING, markOf } from './marks.ts'
import { moveTenant } from './move-tenant.ts'

const north = await startTestPostgres()
after(() => north.stop())
const way = await startProxy(north.url)
const { call, enrol, enrolAt, server, url } = await testServer({ nodes: { north: way.url } })
const root = handleOf(server.pool, 'public')
const there = handleOf(await server.tenants.structureOf({ node: 'north' }), 'public')

async function until(isSo: () => boolean | Promise<boolean>, seconds = 20) {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(50)) if (await isSo()) return
  assert.fail(`it did not come about within ${seconds} seconds`)
}

const within = <T>(seconds: number, work: Promise<T>): Promise<T> =>
  Promise.race([work, wait(seconds * 1000, undefined, { ref: false }).then(() => assert.fail(`it took longer than ${seconds} seconds`))])

await server.tenants.add('far', ['far.test'], async (made) => void (await seedTenant(made, false)), 'north')
for (const n of [2, 3, 4]) await server.tenants.add(`far${n}`, [`far${n}.test`], async () => {}, 'north')
const names = ['far', 'far2', 'far3', 'far4']
const far = server.tenants.of('far.test')
const person = await enrolAt(far, 'ip_manager')
const here = await enrol('ip_manager')
const read = () => call('patent/do/search', {}, { as: person, host: 'far.test' })
const readHere = () => call('patent/do/search', {}, { as: here })
let made = 0
const write = () =>
  call(
    'patent/do/create',
    { title: `${++made}`, country: 'CN', patent_type: 'INVENTION', company_sid: person.company },
    { as: person, host: 'far.test' },
  )

const fault = (words: RegExp) => (error: unknown) => error instanceof StartFault && words.test(error.message)

test('tenants of a server that comes back are served again, one after the other, and keep no connections of the others meanwhile', async (t) => {
  t.after(() => way.open())
  await way.cut()
  const late = await openServer(server.config, url)
  try {
    assert.deepEqual([...late.tenants.away].sort(), names)
    const filled: string[] = []
    late.tenants.beforeLate(async ({ name }) => filled.push(name))
    await inTurn(server.pool, async () => {
      await way.open()
      for (let n = 0; n < 80; n++) {
        assert.ok(late.pool.totalCount - late.pool.idleCount <= 1)
        await wait(100)
      }
      assert.deepEqual([...late.tenants.away].sort(), names)
    })
    await until(() => names.every((name) => late.tenants.all.has(name)))
    assert.deepEqual(filled.sort(), names)
    await until(async () => (await read()).status === 200)
  } finally {
    await late.close()
  }
})

test('a server that says nothing any more keeps nobody but its tenants, for about ten seconds, and then they are answered at once', async (t) => {
  t.after(() => way.open())
  await until(async () => (await read()).status === 200)
  way.silence()
  const [waiting, minute] = [within(15, read()), within(20, runMinute(server))]
  assert.equal((await readHere()).status, 200)
  assert.equal((await waiting).status, 503)
  await minute
  assert.ok(far.away())
  assert.equal((await within(1, read())).status, 503)
  await within(5, runMinute(server))
  await way.open()
  await until(async () => (await read()).status === 200)
  await until(async () => (await write()).status === 200)
})

test('a night that a tenant has missed is run when its server is back, and not after the next night has begun', async (t) => {
  t.after(() => way.open())
  const nights: string[] = []
  const spy = ['spy', async ({ tenant }: Context) => void nights.push(tenant.name)] as const
  const nightly = far.modules.nightly as (typeof spy)[] // only for this test
  nightly.push(spy)
  await way.cut()
  await until(() => far.away() !== undefined)
  const late = await openServer(server.config, url)
  t.after(() => late.close())
  assert.deepEqual((await runQueuedNight(late)).missed?.tenants.toSorted(), names, 'also those that are not open')
  const { missed } = await runQueuedNight(server)
  assert.deepEqual([missed?.tenants.toSorted(), nights], [names, ['default', 'other']])
  assert.ok(missed)
  nights.length = 0
  const still = await runQueuedNight(server, missed)
  assert.deepEqual([still.results, still.missed, nights], [[], missed, []])
  await way.open()
  await until(() => far.away() === undefined)
  assert.equal((await runQueuedNight(server, { ...missed, night: '2026-01-01' })).missed, undefined)
  assert.deepEqual(nights, [])
  assert.equal((await runQueuedNight(server, missed)).missed, undefined)
  assert.deepEqual(nights.sort(), names)
  nightly.splice(nightly.indexOf(spy), 1)
})

for (const [title, nodeUrl] of [
  ['an empty database', () => testDatabase()],
  ['a database that is not there', async () => north.url.replace('/postgres', '/nowhere')],
] as const)
  test(`where the settings lead to ${title}, a start goes on, and no tenant is made anew`, async (t) => {
    const wrong = await nodeUrl()
    const other = await openServer({ ...server.config, nodes: { north: wrong } }, url)
    t.after(() => other.close())
    assert.deepEqual([...other.tenants.away].sort(), names)
    assert.ok(other.tenants.of('localhost'))
    if (title === 'an empty database') {
      const pool = await other.tenants.structureOf({ node: 'north' })
      assert.equal(await markOf(handleOf(pool, 'public'), 't_far'), undefined)
    }
  })

test('a second name of one database is refused, and a mark that a move has left goes when the tenant is opened', async (t) => {
  await sql.raw(`comment on schema t_far is '${ARRIVING}'`).execute(there)
  const beside = await openServer({ ...server.config, nodes: { north: way.url, alias: north.url } }, url)
  t.after(() => beside.close())
  assert.equal(await markOf(there, 't_far'), null)
  await sql.raw(`comment on schema t_far is '${ARRIVING}'`).execute(there)
  await assert.rejects(() => moveTenant(beside, 'far', 'alias'), fault(/same database/))
  await until(async () => (await write()).status === 200)
  await sql`comment on schema t_far is null`.execute(there)
})

test('a mover that has lost its turn breaks off its copy: the tenant is written to again, and nobody waits for a lock', async (t) => {
  const blocker = await server.pool.connect() // the copy waits for it
  t.after(() => blocker.release(true))
  const beside = await openServer(server.config, url)
  t.after(() => beside.close())
  await blocker.query('begin')
  await blocker.query('create schema t_far')
  const moving = moveTenant(beside, 'far', 'home').catch((error: unknown) => error)
  await until(
    async () =>
      (await sql`select from pg_stat_activity where query ~ '^create schema "t_far"' and wait_event_type = 'Lock'`.execute(root)).rows.length === 1,
  )
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7260001
    and database = (select oid from pg_database where datname = current_database())`.execute(root)
  await wait(500)
  await server.tenants.tellAll()
  await until(async () => {
    const { status } = await within(5, write())
    assert.ok(status === 200 || status === 503)
    return status === 200
  })
  await blocker.query('rollback')
  const ended = await moving
  assert.ok(ended instanceof StartFault, String(ended))
})

test('a process that does not reach the new server of a tenant writes nothing to the former one, and follows without a further message', async (t) => {
  const own = await startProxy(north.url)
  await moveTenant(server, 'far', 'home')
  await own.cut()
  const stranger = await openServer({ ...server.config, nodes: { north: own.url } }, url)
  t.after(() => stranger.close())
  const theirs = stranger.tenants.of('far.test')
  await moveTenant(server, 'far', 'north')
  await until(async () => (await sql`select from public.tenant where name = 'far' and moving is null`.execute(root)).rows.length === 1)
  await wait(1000)
  assert.deepEqual([theirs.isMoving(), theirs.node()], [true, undefined])
  const asked = await theirs.db
    .selectFrom('patent')
    .select('sid')
    .execute()
    .catch((error: unknown) => error)
  assert.ok(theirs.isOfMove(asked))
  await own.open()
  await until(() => theirs.node() === 'north' && !theirs.isMoving())
  assert.ok((await theirs.db.selectFrom('patent').select('sid').execute()).length > 0)
})

test('a list of tenants that could not be read is read again without a further message', async (t) => {
  const beside = await openServer(server.config, url)
  t.after(() => beside.close())
  await sql`alter table public.tenant rename to tenant_elsewhere`.execute(root)
  await assert.rejects(() => server.tenants.tellAll())
  await wait(500)
  await sql`update public.tenant_elsewhere set hosts = '{far.test,further.test}' where name = 'far'`.execute(root)
  await sql`alter table public.tenant_elsewhere rename to tenant`.execute(root)
  await until(() => beside.tenants.of('further.test').name === 'far', 10)
})
