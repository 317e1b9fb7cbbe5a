// Innoe on Citus, shown: three tenants, their work, a move under load, a worker killed. See docs/operations.md.
// node deploy/citus/prove.ts <pg_config of a PostgreSQL 18 that has Citus> [first port]
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buildApp } from '../../server/app.ts'
import type { Config } from '../../server/config.ts'
import { startJobs } from '../../server/jobs/start.ts'
import { openServer } from '../../server/open.ts'
import { systemContext } from '../../server/records/context.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { insertRows } from '../../server/records/write/write.ts'
import { seedTenant, seedTenants } from '../../server/seed/seed.ts'
import type { Server } from '../../server/server.ts'
import { listTenants } from '../../server/tenants/list-tenants.ts'
import { moveTenant } from '../../server/tenants/move-tenant.ts'
import { caller, enrol, type Person } from '../../tests/harness/server.ts'
import { query, startCitus } from './cluster.ts'

const [pgConfig, firstPort = '7440'] = process.argv.slice(2)
if (!pgConfig) throw new Error('usage: node deploy/citus/prove.ts <pg_config> [first port]')

const NAMES = ['one', 'two', 'three'] as const
const HOLDS_MS = 3000
const MANY = 100
const say = (text: string) => console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${text}`)

process.env['INNOE_RATE_LIMIT'] = '100000000'
const cluster = await startCitus(pgConfig, 2, Number(firstPort))
say('a coordinator and two workers are up')
try {
  await prove()
} catch (error) {
  console.error(cluster.faults())
  throw error
} finally {
  cluster.close()
}

async function prove() {
  const config: Config = {
    port: 0, host: '127.0.0.1', data: cluster.files, databaseUrl: cluster.url, storageUrl: pathToFileURL(cluster.files).href,
    edition: 'cloud', role: 'all', demo: false, secret: 'a secret for a proof that is long enough',
  } // oxfmt-ignore
  const begun = performance.now()
  const server = await openServer(config, cluster.url)
  await seedTenants(server)
  say(`first start: ${secondsSince(begun)}`)
  const jobs = await startJobs(server)
  const app = await buildApp(server)
  const used = await addTenants(server, caller(app))
  for (const name of NAMES) await flows(used, name)
  await moveUnderLoad(used, 'one')
  await killWorker(used, config, 'three') // the default tenant, without which no process starts, is on the other worker
  await showSizes(used, config)
  await jobs.stop()
  await app.close()
  await server.close()
}

type Used = { server: Server; call: ReturnType<typeof caller>; people: Map<string, Person> }

async function addTenants(server: Server, call: Used['call']): Promise<Used> {
  const people = new Map<string, Person>()
  for (const name of NAMES) {
    const begun = performance.now()
    const tenant = await server.tenants.add(name, [`${name}.test`], async (made) => void (await seedTenant(made, false)))
    people.set(name, await enrol(tenant, 'ip_manager'))
    say(`tenant ${name} added: ${secondsSince(begun)}, on ${tenant.node()}`)
  }
  return { server, call, people }
}

function nodeOf({ server }: Used, name: string) {
  return server.tenants.of(`${name}.test`).node()
}

function ask<T = Record<string, unknown>>({ call, people }: Used, name: string, path: string, body: object) {
  const person = people.get(name)
  assert.ok(person)
  return call<T>(path, body, { as: person, host: `${name}.test`, lang: 'en' })
}

function patent(used: Used, name: string, title: string, more: object = {}) {
  const company_sid = used.people.get(name)?.company
  return ask<{ sid: string; version: number }>(used, name, 'patent/do/create', {
    title,
    country: 'CN',
    patent_type: 'INVENTION',
    company_sid,
    ...more,
  })
}

function search(used: Used, name: string) {
  return ask<{ total: number }>(used, name, 'patent/do/search', { fl: ['title'] })
}

async function flows(used: Used, name: string) {
  const numbered = { case_no: `P-${name}` }
  const made = await patent(used, name, `a case of ${name}`, numbered)
  assert.equal(made.code, 0, made.text)
  const twice = await patent(used, name, 'the same number', numbered)
  assert.deepEqual([twice.status, twice.errors[0]?.field], [400, 'case_no'], twice.text)
  const { sid, version } = made.data
  await done(used, name, 'patent/do/update', { sid, version, title: `changed by ${name}` })
  assert.equal((await search(used, name)).data.total, 1)
  await dated(used, name, sid)
  await done(used, name, 'patent/do/delete', { sid })
  assert.equal((await search(used, name)).data.total, 0)
  await done(used, name, 'patent/do/restore', { sids: [sid] })
  await loaded(used, name)
  await exported(used, name)
  say(`tenant ${name}: a case is made, its number only once, changed, found, dated, removed and restored, ${MANY} more are loaded, a job is done`)
}

async function done(used: Used, name: string, path: string, body: object) {
  const { code, text, data } = await ask(used, name, path, body)
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}

/** The head of a case follows its deadlines. */
async function dated(used: Used, name: string, case_sid: string) {
  const { db } = used.server.tenants.of(`${name}.test`)
  const nextDue = async () => (await db.selectFrom('case').select('next_due').where('sid', '=', case_sid).executeTakeFirstOrThrow()).next_due
  const { sid } = await done(used, name, 'deadline/do/create', { case_sid, name: 'Answer', kind: 'ACTION', official_due: '2035-03-01' })
  assert.equal(await nextDue(), '2035-03-01')
  await done(used, name, 'deadline/do/transition', { sid, transition: 'complete' })
  assert.equal(await nextDue(), null)
}

/** By PostgreSQL's bulk load, as an import does. */
async function loaded(used: Used, name: string) {
  const tenant = used.server.tenants.of(`${name}.test`)
  const [at, company_sid] = [new Date().toISOString(), used.people.get(name)?.company]
  const rows = Array.from({ length: MANY }, (_, n) => ({ sid: randomUUID(), version: 1, title: `many ${n}`, case_no: `M-${n}`, status: 'FILED', company_sid, created_at: at, updated_at: at })) // oxfmt-ignore
  await insertRows(systemContext(tenant), modelNamed(tenant.models, 'patent'), rows)
  const heads = await tenant.db.selectFrom('case').select('sid').where('case_no', 'like', 'M-%').execute()
  assert.equal(heads.length, MANY)
  assert.equal((await search(used, name)).data.total, MANY + 1)
}

/** A job: it begins on the node of its tenant, and its ticket goes to the queue. */
async function exported(used: Used, name: string) {
  const asked = await ask<{ job_sid: string }>(used, name, 'patent/do/export', { fl: ['title'], format: 'csv' })
  assert.equal(asked.code, 0, asked.text)
  const { db } = used.server.tenants.of(`${name}.test`)
  for (let n = 0; n < 300; n++) {
    const row = await db.selectFrom('job').select(['state', 'message']).where('sid', '=', asked.data.job_sid).executeTakeFirst()
    if (row?.state === 'DONE') return
    assert.notEqual(row?.state, 'FAILED', `${row?.message}`)
    await wait(100)
  }
  assert.fail('the job did not end')
}

async function moveUnderLoad(used: Used, name: string) {
  const before = nodeOf(used, name)
  const target = cluster.workers.map(({ port }) => `127.0.0.1:${port}`).find((one) => one !== before)
  assert.ok(target)
  const load = startLoad(used, name)
  await wait(HOLDS_MS)
  const begun = performance.now()
  await moveTenant(used.server, name, target)
  const took = secondsSince(begun)
  await wait(HOLDS_MS)
  const { statuses, confirmed, longest } = await load.stop()
  const failed = statuses.filter((status) => status !== 200)
  const { db } = used.server.tenants.of(`${name}.test`)
  const kept = await db.selectFrom('patent').select('title').where('title', 'like', 'load %').execute()
  const lost = confirmed - kept.length
  say(`tenant ${name} moved from ${before} to ${target} in ${took}: ${statuses.length} requests, ${failed.length} failed, ${lost} of ${confirmed} confirmed writes lost, longest request ${longest.toFixed(0)} ms`) // oxfmt-ignore
  assert.equal(nodeOf(used, name), target)
  assert.deepEqual([failed, lost], [[], 0])
}

/** Four people, each of whom writes and searches in turn. */
function startLoad(used: Used, name: string) {
  let isOver = false
  const found = { statuses: [] as number[], confirmed: 0, longest: 0 }
  const person = async (at: number) => {
    for (let turn = 0; !isOver; turn++) {
      const begun = performance.now()
      const isWrite = turn % 2 === 0
      const { status, code } = await (isWrite ? patent(used, name, `load ${at} ${turn}`) : search(used, name))
      found.statuses.push(status)
      if (isWrite && code === 0) found.confirmed++
      found.longest = Math.max(found.longest, performance.now() - begun)
      await wait(20)
    }
  }
  const everyone = Promise.all([1, 2, 3, 4].map(person))
  return {
    async stop() {
      isOver = true
      await everyone
      return found
    },
  }
}

/** Its tenants wait for it; a start does not, nor do the readers of the others. Their writes do: Citus sends partial results to all workers. */
async function killWorker(used: Used, config: Config, name: string) {
  const lost = cluster.workers.find(({ port }) => nodeOf(used, name) === `127.0.0.1:${port}`)
  const other = NAMES.find((one) => nodeOf(used, one) !== nodeOf(used, name))
  assert.ok(lost && other)
  lost.stop('immediate')
  const there = await search(used, name)
  assert.equal(there.status, 503, there.text)
  const [read, written] = [await search(used, other), await patent(used, other, 'while a worker is away')]
  assert.equal(read.status, 200, read.text)
  let begun = performance.now()
  const second = await openServer(config, cluster.url)
  say(
    `a worker is killed: its tenant gets ${there.status}, tenant ${other} ${read.status} for reads and ${written.status} for a write, another process starts in ${secondsSince(begun)}`,
  )
  assert.throws(() => second.tenants.of(`${name}.test`))
  begun = performance.now()
  lost.start()
  for (let isBack = false; !isBack; await wait(200)) isBack = (await search(used, name)).status === 200
  say(`the worker is started again: its tenant is served after ${secondsSince(begun)}`)
  for (let isBack = false; !isBack; await wait(200)) isBack = second.tenants.all.has(name)
  say(`and by the process that started without it after ${secondsSince(begun)}`)
  // Each connection of the pool to the other worker fails once more, on its own connection to the one that was killed.
  const failures = await Promise.all([name, other].map((one) => failuresBeforeWrite(used, one)))
  say(`then cases of ${name} and ${other} are written, after ${failures.join(' and ')} failures`)
  await second.close()
}

async function failuresBeforeWrite(used: Used, name: string) {
  for (let n = 0; n < 50; n++) if ((await patent(used, name, 'after a worker was away')).code === 0) return n
  return assert.fail(`no case of ${name} can be written`)
}

async function showSizes({ server }: Used, config: Config) {
  const begun = performance.now()
  await (await openServer(config, cluster.url)).close()
  say(`a start where nothing differs: ${secondsSince(begun)}`)
  for (const row of await listTenants(server)) say(`${row.name}: ${row.at ?? 'coordinator'}, ${'size' in row ? row.size : 'away'}`)
  const [relations] = await query(cluster.url, `select count(*)::int as n from pg_class where relnamespace = 't_one'::regnamespace`)
  say(`relations of a tenant in the catalogue: ${relations?.['n']}`)
}

function secondsSince(begun: number) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
