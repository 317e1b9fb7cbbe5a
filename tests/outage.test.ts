import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildApp } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import { initCluster, startCluster } from '../server/database/cluster/cluster.ts'
import { openServer } from '../server/open.ts'
import { systemContext } from '../server/records/context.ts'
import { createRow } from '../server/records/write/create.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { enrol } from './harness/server.ts'
import { modelOf } from './harness/engine.ts'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))

// A database of its own, since it is stopped and started again.
const place = mkdtempSync(join(tmpdir(), 'innoe-outage-'))
const cluster = {
  folder: join(place, 'postgres'),
  sockets: join(place, 's'),
  log: join(place, 'log'),
  settings: { fsync: 'off', max_connections: '60' },
}
await initCluster(cluster.folder, { durable: false })
let running = await startCluster(cluster)
const url = running.url('postgres')
process.env.INNOE_RATE_LIMIT = '100000000'
const config: Config = {
  port: 0,
  host: '127.0.0.1',
  data: place,
  databaseUrl: url,
  storageUrl: pathToFileURL(join(place, 'documents')).href,
  edition: 'enterprise',
  role: 'all',
  demo: false,
  secret: 'a secret for tests that is long enough',
}
const server = await openServer(config, url)
await seedTenants(server)
const app = await buildApp(server)
const beside = await openServer(config, url)
const tenant = server.tenants.of('localhost')
const person = await enrol(tenant, 'ip_manager')
const family = await createRow(systemContext(tenant, 'api'), modelOf(tenant, 'patent_family'), { family_no: 'F', company_sid: person.company })
after(async () => {
  await app.close()
  await Promise.all([server.close(), beside.close()])
  await running.stop()
  rmSync(place, { recursive: true, force: true })
})

type Answer = { status: number; code: number; body: string; took: number }

async function call(path: string, body: unknown): Promise<Answer> {
  const begun = performance.now()
  const headers = { authorization: `Bearer ${person.token}`, host: 'localhost' }
  const answer = await app.inject({ method: 'POST', url: `/innoe-webapi/model/${path}`, headers, payload: body as Record<string, unknown> })
  return { status: answer.statusCode, code: answer.json().code, body: answer.body, took: performance.now() - begun }
}

const KINDS: readonly ((n: number) => Promise<Answer>)[] = [
  (n) => call('patent/do/search', { iql: `title LIKE '%${n % 7}%'` }),
  (n) => call('patent_family/do/create', { family_no: `F${n}-${Math.random()}`, title: '同族' }),
  () => call('patent/do/count', {}),
  (n) => call('patent_family/do/update', { sid: family, title: `同族 ${n}` }),
]

/** Eight callers without a pause, until they are stopped. */
function load() {
  const answers: Answer[] = []
  let going = true
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let n = caller; going; n += 8) {
      const answer = await KINDS[n % KINDS.length]?.(n)
      if (answer) answers.push(answer)
      if (answer?.status === 503) await wait(20)
    }
  })
  return async () => {
    going = false
    await Promise.all(callers)
    return answers
  }
}

for (const [name, away] of [
  ['is restarted at once', 0],
  ['is unavailable for seconds', 2500],
] as const) {
  test(`while the database ${name} under load, calls return that fault and later succeed without intervention`, { timeout: 120_000 }, async () => {
    const stop = load()
    await wait(500)
    await running.stop()
    await wait(away)
    running = await startCluster(cluster)
    await wait(1500)
    const answers = await stop()
    const odd = answers.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 502014))
    assert.deepEqual(
      odd.slice(0, 3).map(({ status, body }) => `${status} ${body.slice(0, 200)}`),
      [],
    )
    assert.ok(answers.filter(({ status }) => status === 200).length > 20)
    if (away) assert.ok(answers.some(({ status }) => status === 503))
    assert.ok(Math.max(...answers.map(({ took }) => took)) < 10_000, 'nobody waits for ever')
    for (let n = 0; n < 40; n++) assert.equal((await KINDS[n % KINDS.length]?.(n))?.status, 200)
    const used = () => server.pool.totalCount - server.pool.idleCount
    for (let n = 0; n < 100 && used() > 0; n++) await wait(50)
    assert.equal(used(), 0, 'every connection came back')
  })
}

test('the next call succeeds after all connections are closed while the database keeps running', async () => {
  await server.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1', [
    'client backend',
  ])
  await wait(100)
  for (let n = 0; n < 20; n++) assert.equal((await KINDS[n % KINDS.length]?.(n))?.status, 200)
})

test('a write of another process during a lost LISTEN connection is visible after reconnection', { timeout: 60_000 }, async () => {
  const asked = { iql: "title = 'beside'" }
  const total = async () => JSON.parse((await call('patent_family/do/count', asked)).body).data.total
  await lineStands()
  assert.equal(await total(), 0)
  const mine = `select pid from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`
  await server.pool.query(`select pg_terminate_backend(pid) from (${mine}) l`)
  const other = beside.tenants.of('localhost')
  await createRow(systemContext(other, 'api'), modelOf(other, 'patent_family'), { family_no: 'BESIDE', title: 'beside', company_sid: person.company })
  await wait(1500)
  assert.equal(await total(), 1)
})

test('a message published after an outage reaches its subscribers', { timeout: 60_000 }, async () => {
  await running.stop()
  await wait(700)
  running = await startCluster(cluster)
  await lineStands()
  const heard: unknown[] = []
  const deaf = tenant.pubsub.subscribe('test', (content) => heard.push(content))
  for (let n = 0; n < 50 && heard.length === 0; n++) {
    beside.tenants.of('localhost').pubsub.publish('test', { n })
    await wait(100)
  }
  deaf()
  assert.ok(heard.length > 0)
})

test('the readiness check reports an unavailable database and its recovery', { timeout: 60_000 }, async () => {
  const ready = async () => (await app.inject('/readyz')).statusCode
  assert.equal(await ready(), 200)
  await running.stop()
  assert.equal(await ready(), 503)
  assert.equal((await app.inject('/healthz')).statusCode, 200)
  running = await startCluster(cluster)
  assert.equal(await ready(), 200)
})

test('the whole program, including its jobs, survives a restart of the database', { timeout: 120_000 }, async () => {
  const own = { PORT: '0', HOST: '127.0.0.1', INNOE_DATA: place, DATABASE_URL: url, INNOE_DEMO: '0', LOG_LEVEL: 'silent', NODE_TEST_CONTEXT: '' }
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...own }, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let address = ''
    for await (const line of createInterface(child.stdout)) {
      address = /^Innoe\s+(http\S+?)\/innoe-web\//.exec(line)?.[1] ?? address
      if (line.includes('Ctrl-C')) break
    }
    assert.equal(await exported(address), 'DONE')
    await running.stop()
    await wait(3000)
    running = await startCluster(cluster)
    await wait(1500)
    assert.equal(child.exitCode, null)
    assert.equal(await exported(address), 'DONE')
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

/** The state that an export ends in. */
async function exported(address: string): Promise<string> {
  const ask = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const answer = await fetch(
      `${address}/innoe-webapi/model/${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers: { authorization: headers.authorization } },
    )
    return (await answer.json()) as { data: { job_sid: string; state: string } } // the envelope
  }
  const { data } = await ask('patent_family/do/export', { format: 'csv' })
  for (let n = 0; n < 300; n++) {
    const job = await ask(`job/${data.job_sid}`)
    if (!['WAITING', 'RUNNING'].includes(job.data.state)) return job.data.state
    await wait(100)
  }
  return 'never'
}

/** Both processes listen. */
async function lineStands() {
  for (let n = 0; n < 100; n++) {
    const { rows } = await server.pool
      .query<{ n: number }>(`select count(*) as n from pg_stat_activity where query ilike 'listen%'`)
      .catch(() => ({ rows: [] }))
    if (Number(rows[0]?.n) >= 2) return
    await wait(100)
  }
  assert.fail('nobody listens')
}
