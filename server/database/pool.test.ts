import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../tests/harness/server.ts'
import { askOn, handleOf, openPool } from './pool.ts'

const { server, tenant } = await testServer()

test('a statement without a handle writes, also on a connection that somebody used who only reads', async () => {
  const pool = openPool(server.url, 1)
  try {
    await sql`select 1`.execute(handleOf(pool, tenant.schema, () => 'read'))
    await assert.rejects(pool.query(`create table ${tenant.schema}.noted (n int)`), /read-only/)
    await askOn(pool, `create table ${tenant.schema}.noted (n int)`)
    await askOn(pool, `insert into ${tenant.schema}.noted values ($1)`, [1])
    await sql`insert into noted values (2)`.execute(handleOf(pool, tenant.schema))
    const { rows } = await sql<{ n: number }>`select n from noted order by n`.execute(handleOf(pool, tenant.schema, () => 'read'))
    assert.deepEqual(rows, [{ n: 1 }, { n: 2 }])
  } finally {
    await pool.end()
  }
})
