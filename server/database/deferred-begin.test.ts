import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { handleOf, openPool } from './pool.ts'

const pool = openPool(await testDatabase(), 1)
const db = handleOf(pool, 'public')
after(() => pool.end())

test('a transaction whose first statement has no values is a transaction, from its first use to its tenth', async () => {
  await sql`create table kept (n int)`.execute(db)
  for (let i = 0; i < 10; i++)
    await db
      .transaction()
      .execute(async (trx) => {
        // A text of its own each time is never prepared by name.
        await sql.raw(`insert into kept values (${i})`).execute(trx)
        await sql.raw('lock table kept in share mode').execute(trx)
        throw new Error('back')
      })
      .catch((error: unknown) => assert.equal(String(error), 'Error: back'))
  const { rows } = await sql<{ n: number }>`select count(*) as n from kept`.execute(db)
  assert.equal(rows[0]?.n, 0)
})
