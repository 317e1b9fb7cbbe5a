// The database is lost for good under load, and its standby takes its place at the same address.
import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { buildApp } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import { readPostmaster, urlOf } from '../server/database/cluster/cluster.ts'
import { openServer } from '../server/open.ts'
import { seedTenants } from '../server/seed/seed.ts'
import { startWithStandby } from './harness/clusters/standby.ts'
import { enrol } from './harness/server.ts'

const place = mkdtempSync(join(tmpdir(), 'innoe-failover-'))
// A write is confirmed once the standby has it.
const { main, copy, database, standby } = await startWithStandby(place, { synchronous_standby_names: '*' })
/** The address stays the same, and leads to another database: as a name or an address that a cluster manager moves. */
const address = join(place, 'now')
const leadTo = (sockets: string) => {
  symlinkSync(sockets, `${address}.new`)
  renameSync(`${address}.new`, address)
}
leadTo(main.sockets)
process.env.INNOE_RATE_LIMIT = '100000000'
const config: Config = {
  port: 0,
  host: '127.0.0.1',
  data: place,
  databaseUrl: urlOf(address, 'postgres'),
  replicaUrl: standby.url('postgres'),
  storageUrl: pathToFileURL(join(place, 'documents')).href,
  edition: 'enterprise',
  role: 'all',
  demo: false,
  secret: 'a secret for tests that is long enough',
}
const server = await openServer(config, config.databaseUrl ?? '')
await seedTenants(server)
const app = await buildApp(server)
const person = await enrol(server.tenants.of('localhost'), 'ip_manager')
after(async () => {
  await app.close()
  await server.close()
  await standby.stop()
  await database.stop()
  rmSync(place, { recursive: true, force: true })
})

type Answer = { status: number; code: number; body: string; took: number }

async function call(path: string, body: Record<string, unknown>): Promise<Answer> {
  const begun = performance.now()
  const headers = { authorization: `Bearer ${person.token}`, host: 'localhost' }
  const answer = await app.inject({ method: 'POST', url: `/innoe-webapi/model/${path}`, headers, payload: body })
  return { status: answer.statusCode, code: answer.json().code, body: answer.body, took: performance.now() - begun }
}

const create = (family_no: string) => call('patent_family/do/create', { family_no, title: '同族' })
const list = () => call('patent_family/do/search', { iql: 'ORDER BY family_no ASC', rows: 100 })

/** Four that create and four that read without a pause, until they are stopped. */
function load() {
  const answers: Answer[] = []
  const confirmed: string[] = []
  let going = true
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let n = 0; going; n++) {
      const family_no = `L${caller}-${n}`
      const answer = caller % 2 ? await list() : await create(family_no)
      answers.push(answer)
      if (caller % 2 === 0 && answer.status === 200) confirmed.push(family_no)
      if (answer.status === 503) await wait(20)
    }
  })
  return async () => {
    going = false
    await Promise.all(callers)
    return { answers, confirmed }
  }
}

test(
  'the database is killed and its standby promoted under load: calls fail only as unavailable, nothing confirmed is lost, and all goes on',
  { timeout: 120_000 },
  async () => {
    const stop = load()
    await wait(1500)
    process.kill(readPostmaster(main.folder)?.pid ?? assert.fail(), 'SIGKILL')
    await database.died
    const onStandby = new pg.Client({ connectionString: config.replicaUrl })
    await onStandby.connect()
    await onStandby.query('select pg_promote()')
    leadTo(copy.sockets)
    await wait(3000)
    const { answers, confirmed } = await stop()
    const odd = answers.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 502014))
    assert.deepEqual(
      odd.slice(0, 3).map(({ status, body }) => `${status} ${body.slice(0, 200)}`),
      [],
    )
    assert.ok(answers.some(({ status }) => status === 503))
    assert.ok(Math.max(...answers.map(({ took }) => took)) < 10_000, 'nobody waits for ever')
    for (let n = 0; n < 20; n++) assert.deepEqual([(await create(`AFTER-${n}`)).status, (await list()).status], [200, 200])
    const { rows } = await onStandby.query<{ family_no: string }>('select family_no from t_default.patent_family where deleted_at is null')
    await onStandby.end()
    const kept = new Set(rows.map(({ family_no }) => family_no))
    assert.ok(confirmed.length > 20)
    assert.deepEqual(confirmed.filter((family_no) => !kept.has(family_no)), []) // oxfmt-ignore
    const listed = JSON.parse((await list()).body).data
    assert.equal(listed.total, kept.size, 'totals are of the promoted database')
  },
)
