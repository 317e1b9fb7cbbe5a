import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { handleOf, openPool } from './pool.ts'
import { countGrown } from './statistics.ts'

const pool = openPool(await testDatabase(), 1)
const db = handleOf(pool, 't_counted')
after(() => pool.end())

test('grown tables are counted again if the PostgreSQL statistics show too few rows', async () => {
  await sql`create schema t_counted`.execute(db)
  await sql`create table small as select 1 as n`.execute(db)
  await sql`create table large as select repeat('x', 2000) as n from generate_series(1, 1000)`.execute(db)
  const believed = async (name: string) =>
    (await sql<{ n: number }>`select reltuples as n from pg_class where oid = to_regclass(${name})`.execute(db)).rows[0]?.n
  assert.equal(await believed('large'), -1)
  assert.deepEqual(await countGrown(db, 500), ['large'])
  assert.equal(await believed('large'), 1000)
  assert.deepEqual(await countGrown(db, 500), [], 'it is known by now')
  assert.deepEqual(await countGrown(db, 2000), ['large'])
  assert.equal(await believed('small'), -1, 'a small table is read as a whole')
})
