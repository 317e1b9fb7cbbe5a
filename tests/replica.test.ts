import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { buildApp } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import { startCluster } from '../server/database/cluster/cluster.ts'
import { replicaReads } from '../server/observability/metrics.ts'
import { openServer } from '../server/open.ts'
import { systemContext } from '../server/records/context.ts'
import { modelNamed } from '../server/records/registry.ts'
import { createRow } from '../server/records/write/create.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { startWithStandby } from './harness/clusters/standby.ts'
import { enrol } from './harness/server.ts'

// A database of its own, and a streaming replica, which is a copy of it that follows its log.
const place = mkdtempSync(join(tmpdir(), 'innoe-replica-'))
after(() => rmSync(place, { recursive: true, force: true }))
const { copy, database, ...started } = await startWithStandby(place)
const url = database.url('postgres')
let standby = started.standby
const config: Config = {
  port: 0,
  host: '127.0.0.1',
  data: place,
  databaseUrl: url,
  replicaUrl: standby.url('postgres'),
  storageUrl: pathToFileURL(join(place, 'documents')).href,
  edition: 'enterprise',
  role: 'all',
  demo: false,
  secret: 'a secret for tests that is long enough',
}
const server = await openServer(config, url)
await seedTenants(server)
const beside = await openServer(config, url)
const [app, other] = [await buildApp(server), await buildApp(beside)]
const person = await enrol(server.tenants.of('localhost'), 'ip_manager')
const onStandby = new pg.Pool({ connectionString: config.replicaUrl, max: 1 })
onStandby.on('error', () => {})
after(async () => {
  await Promise.all([app.close(), other.close()])
  await Promise.all([server.close(), beside.close(), onStandby.end()])
  await Promise.all([standby.stop(), database.stop()])
})

async function call(path: string, body: object, { at = app, headers = {} }: { at?: typeof app; headers?: Record<string, string> } = {}) {
  const answer = await at.inject({
    method: 'POST',
    url: `/innoe-webapi/model/${path}`,
    headers: { authorization: `Bearer ${person.token}`, host: 'localhost', ...headers },
    payload: body as Record<string, unknown>,
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return { data: answer.json().data, position: String(answer.headers['x-innoe-position'] ?? '') }
}

const FAMILIES = { iql: 'ORDER BY family_no ASC', fl: 'family_no' }
const families = async (more?: Parameters<typeof call>[2]) =>
  (await call('patent_family/do/search', FAMILIES, more)).data.record.map((row: { family_no: string }) => row.family_no)
const create = (family_no: string, more?: Parameters<typeof call>[2]) => call('patent_family/do/create', { family_no, title: '同族' }, more)

/** The number of reads on the replica meanwhile. */
async function readThere(work: () => Promise<unknown>): Promise<number> {
  const count = async () => (await replicaReads.get()).values[0]?.value ?? 0
  const before = await count()
  await work()
  return (await count()) - before
}

async function untilReadThere(work: () => Promise<unknown>) {
  for (let n = 0; n < 100; n++) {
    if ((await readThere(work)) > 0) return
    await wait(50)
  }
  assert.fail('nothing was read on the replica')
}

test('lists, counts and groups are read on the replica once it has what was written', async () => {
  await create('A')
  assert.deepEqual(await families(), ['A'], 'at once')
  await untilReadThere(families)
  assert.deepEqual(await families(), ['A'])
  assert.equal(await readThere(() => call('patent_family/do/count', {})), 1)
  assert.equal(await readThere(() => call('patent_family/do/aggregate', { by: ['created_by'] })), 1)
})

test('a stranger is told no place in the log', async () => {
  const answer = await app.inject({ method: 'POST', url: '/innoe-passport/logout', headers: { host: 'localhost' }, payload: {} })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['x-innoe-position'], undefined)
  assert.ok(!String(answer.headers['set-cookie'] ?? '').includes('innoe_position'))
})

test('while the replica stands still, what was written is read in the database, also by another process', async () => {
  await untilReadThere(families)
  await onStandby.query('select pg_wal_replay_pause()')
  const { position } = await create('B')
  assert.deepEqual(await families(), ['A', 'B'])
  assert.equal((await call('patent_family/do/count', {})).data.total, 2)
  assert.match(position, /^[\dA-F]+\/[\dA-F]+$/)
  assert.deepEqual(await families({ at: other, headers: { 'x-innoe-position': position } }), ['A', 'B'])
  assert.deepEqual(await families({ at: other, headers: { cookie: `innoe_position=${encodeURIComponent(position)}` } }), ['A', 'B'])
  await wait(2500)
  assert.equal(await readThere(() => call('patent/do/search', {})), 0, 'a replica that lags is left alone')
  await onStandby.query('select pg_wal_replay_resume()')
  await untilReadThere(families)
  assert.deepEqual(await families(), ['A', 'B'])
})

test('a name that changed is shown at once in a list of other records that the replica has', async () => {
  const family = (await call('patent_family/do/search', { iql: "family_no = 'A'" })).data.record[0]
  const ctx = systemContext(server.tenants.of('localhost'), 'api')
  await createRow(ctx, modelNamed(ctx.tenant.models, 'patent'), {
    title: '一种装置',
    patent_type: 'INVENTION',
    country: 'CN',
    owner_sid: person.sid,
    family_sid: family.sid,
    company_sid: person.company,
  })
  const named = async () => (await call('patent/do/search', { fl: 'title,family_sid' })).data.record[0]?.family_sid?.name
  await untilReadThere(named)
  await onStandby.query('select pg_wal_replay_pause()')
  await call('patent_family/do/update', { sid: family.sid, family_no: 'A1' })
  assert.match(await named(), /^A1/)
  await onStandby.query('select pg_wal_replay_resume()')
})

test('no call fails when the replica goes, and it is read again when it is back', { timeout: 60_000 }, async () => {
  await untilReadThere(families)
  let going = true
  const callers = Array.from({ length: 4 }, async () => {
    for (let n = 0; going; n++) await (n % 2 ? families() : call('patent_family/do/count', { iql: `title LIKE '%${n % 9}%'` }))
  })
  await wait(200)
  await standby.stop()
  await wait(500)
  going = false
  await Promise.all(callers)
  assert.equal(await readThere(families), 0)
  standby = await startCluster(copy)
  await untilReadThere(families)
})
