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

test('while the server is away, its tenant answers 503, a start does not stop, and the others are served, minute and night', async () => {
  await north.stop()
  const asked = () => call('patent/do/search', {}, { as: person, host: 'far.test' })
  await until(async () => (await asked()).status === 503)
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
  await second.close()
  await fresh.close()
})
