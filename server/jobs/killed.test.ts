import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PgBoss } from 'pg-boss'
import { migratedDatabase } from '../../tests/harness/tenant.ts'
import { readConfig } from '../config.ts'
import { openServer } from '../open.ts'
import type { Server } from '../server.ts'
import { closeQueue, openQueue, QUEUE_SCHEMA, QUEUES } from './queue.ts'

let server: Server
let boss: PgBoss

before(async () => {
  const url = await migratedDatabase()
  server = await openServer(readConfig({ DATABASE_URL: url, INNOE_DATA: mkdtempSync(join(tmpdir(), 'innoe-jobs-')) }), url)
  const former = new PgBoss({ connectionString: url, schema: QUEUE_SCHEMA, supervise: false, schedule: false })
  await former.start()
  for (const name of [QUEUES.minute, QUEUES.nightly])
    await former.createQueue(name, { policy: 'singleton', retryLimit: 0, expireInSeconds: 6 * 3600, deleteAfterSeconds: 3600 })
  await former.stop({ graceful: false })
  boss = await openQueue(server)
})

after(async () => {
  await closeQueue(server)
  await server.close()
})

/** Takes the next run as a worker that is killed in it: no heartbeat comes for two minutes. */
async function dieIn(name: string) {
  await boss.send(name)
  const [taken] = await boss.fetch(name)
  assert.ok(taken)
  await server.pool.query(`update ${QUEUE_SCHEMA}.job set heartbeat_on = now() - interval '2 minutes' where id = $1`, [taken.id])
  return taken.id
}

test('a killed run of a minute gives way to the next, in a queue of an earlier release too', async () => {
  const killed = await dieIn(QUEUES.minute)
  const next = await boss.send(QUEUES.minute)
  assert.deepEqual(await boss.fetch(QUEUES.minute), [], 'one at a time')
  await boss.supervise(QUEUES.minute)
  assert.equal((await boss.getJobById(QUEUES.minute, killed))?.state, 'failed')
  assert.deepEqual(
    (await boss.fetch(QUEUES.minute)).map(({ id }) => id),
    [next],
  )
})

test('nightly work that was killed begins again', async () => {
  const killed = await dieIn(QUEUES.nightly)
  await boss.supervise(QUEUES.nightly)
  await server.pool.query(`update ${QUEUE_SCHEMA}.job set start_after = now() where id = $1`, [killed])
  assert.deepEqual(
    (await boss.fetch(QUEUES.nightly)).map(({ id }) => id),
    [killed],
  )
})
