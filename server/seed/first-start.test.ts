import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { readConfig, StartFault } from '../config.ts'
import { takeFirstStart } from './first-start.ts'
import { refuseTakenPort } from '../http/listen.ts'
import { openServer } from '../open.ts'
import { seedTenants } from './seed.ts'

const url = await testDatabase()

/** One start, which ends before it tells the first passwords, or after. */
async function start(demo: '0' | '1', tells: boolean) {
  const server = await openServer(readConfig({ INNOE_DEMO: demo, DATABASE_URL: url, INNOE_SECRET: 'x'.repeat(40) }), url)
  let leave = async () => {}
  try {
    const turn = await takeFirstStart(server)
    leave = turn.leave
    const first = await seedTenants(server)
    await (tells ? turn.complete() : turn.leave())
    return first.map(({ account }) => account)
  } finally {
    await leave()
    await server.close()
  }
}

test('first passwords that were never printed are printed at the next start, and the requested demo is complete', { timeout: 120_000 }, async () => {
  const first = await start('1', false)
  assert.ok(first.includes('admin') && first.length > 5, first.join())
  assert.deepEqual((await start('0', false)).sort(), first.sort())
  assert.deepEqual((await start('1', true)).sort(), first.sort())
  assert.deepEqual(await start('1', true), [])
})

test('the demo has one invoice that matches and one with deviations to decide, and an award by its policy', { timeout: 120_000 }, async () => {
  const server = await openServer(readConfig({ INNOE_DEMO: '0', DATABASE_URL: url, INNOE_SECRET: 'x'.repeat(40) }), url)
  try {
    const { db } = server.tenants.of('localhost')
    const rows = await db.selectFrom('invoice').select(['total', 'undecided']).orderBy('bill_date').execute()
    assert.deepEqual([rows.map(({ undecided }) => Number(undecided) > 0), rows[0]?.total], [[false, true], '6360.00'])
    const awards = await db.selectFrom('award').select(['total', 'status']).execute()
    assert.deepEqual(awards, [{ total: '500.00', status: 'DRAFT' }])
  } finally {
    await server.close()
  }
})

test('foreign applicants of the demo patents have their own country', { timeout: 120_000 }, async () => {
  const server = await openServer(readConfig({ INNOE_DEMO: '0', DATABASE_URL: url, INNOE_SECRET: 'x'.repeat(40) }), url)
  try {
    const { db } = server.tenants.of('localhost')
    const names = ['YAMAHA CORP', 'IP SERVICE KK', 'THALES SA', 'BOEING CO']
    const rows = await db.selectFrom('applicant').select(['name', 'country']).where('name', 'in', names).orderBy('name').execute()
    assert.deepEqual(
      rows.map(({ name, country }) => [name, country]),
      [
        ['BOEING CO', 'US'],
        ['IP SERVICE KK', 'JP'],
        ['THALES SA', 'FR'],
        ['YAMAHA CORP', 'JP'],
      ],
    )
  } finally {
    await server.close()
  }
})

test('of two processes on a new database, one prints the first passwords, and the other waits for it', { timeout: 120_000 }, async () => {
  const fresh = await testDatabase()
  const config = readConfig({ INNOE_DEMO: '0', DATABASE_URL: fresh, INNOE_SECRET: 'x'.repeat(40) })
  const outcomes = await Promise.all(
    [1, 2].map(async () => {
      const server = await openServer(config, fresh)
      let leave = async () => {}
      try {
        const turn = await takeFirstStart(server)
        leave = turn.leave
        const first = await seedTenants(server)
        await turn.complete()
        return first
      } finally {
        await leave()
        await server.close()
      }
    }),
  )
  assert.deepEqual(outcomes.flat().length, 1)
})

test('a taken port and a foreign host are reported before anything is opened', async () => {
  const other = createServer()
  await new Promise<void>((open) => other.listen(0, '127.0.0.1', open))
  const { port } = other.address() as { port: number } // it listens on TCP
  await assert.rejects(refuseTakenPort({ port, host: '127.0.0.1' }), StartFault)
  await new Promise((closed) => other.close(closed))
  await refuseTakenPort({ port, host: '127.0.0.1' })
  await assert.rejects(refuseTakenPort({ port, host: '192.0.2.1' }), StartFault)
})
