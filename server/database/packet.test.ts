import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { type Db, handleOf, openPool, write } from './pool.ts'

const pool = openPool(await testDatabase(), 1)
const db = handleOf(pool, 'public')
after(() => pool.end())

test('a transaction whose first statement has no values works, from its first use to its tenth', async () => {
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

/** Asked often enough that it goes by a name. */
const often = async (act: (time: number) => Promise<void>) => {
  for (let time = 0; time < 5; time++) await act(time)
}
const countOf = async (from: Db) => (await sql<{ n: number }>`select count(*) as n from written`.execute(from)).rows[0]?.n
const ADD = 'insert into written values ($1, $2)'

test('a deferred write is seen by the next statement of its transaction, and kept by the commit', async () => {
  await sql`create table written (n int primary key, word text)`.execute(db)
  await often(async (time) => {
    await db.transaction().execute(async (trx) => {
      await write(trx, ADD, [2 * time, null])
      assert.equal(await countOf(trx), 2 * time + 1)
      await write(trx, ADD, [2 * time + 1, 'word'])
    })
    assert.equal(await countOf(db), 2 * time + 2)
  })
})

test('a deferred write that the database refuses ends its transaction with the error that its caller defines', async () => {
  const before = await countOf(db)
  await often(async (time) => {
    const twice = db.transaction().execute(async (trx) => {
      await write(trx, ADD, [100 + time, null])
      await write(trx, ADD, [0, null], (error) => {
        throw new Error(`taken: ${(error as { constraint?: string }).constraint}`)
      })
      await write(trx, ADD, [200 + time, null])
    })
    await assert.rejects(twice, /^Error: taken: written_pkey$/)
    const read = db.transaction().execute(async (trx) => {
      await write(trx, ADD, [0, null])
      await countOf(trx)
    })
    await assert.rejects(read, { code: '23505' })
  })
  assert.equal(await countOf(db), before)
})

test('a transaction that is rolled back leaves none of its deferred writes', async () => {
  const before = await countOf(db)
  await often(async (time) => {
    const left = db.transaction().execute(async (trx) => {
      if (time % 2) await countOf(trx)
      await write(trx, ADD, [300, null])
      throw new Error('back')
    })
    await assert.rejects(left, /back/)
  })
  assert.equal(await countOf(db), before)
})

test('a prepared statement returns its values by type each time, including empty values and a new column', async () => {
  await often(async (time) => {
    const { rows } = await sql`select n, ${`day ${time}`}::date as day from written where n <= ${1}`
      .execute(db)
      .catch((error: unknown) => ({ rows: [String(error)] }))
    assert.match(String(rows[0]), /invalid input syntax for type date/)
  })
  await often(async (time) => {
    const { rows } =
      await sql<object>`select *, ${`2026-01-0${time + 1}`}::date as day, array[n] as list, now() > 'epoch' as late, null::jsonb as nothing
      from written where n <= ${1} order by n`.execute(db)
    const day = `2026-01-0${time + 1}`
    const more = time > 3 ? { more: null } : {}
    const first = { n: 0, word: null, ...more, day, list: [0], late: true, nothing: null }
    assert.deepEqual(rows, [first, { ...first, n: 1, word: 'word', list: [1] }])
    if (time === 3) await sql`alter table written add column more int`.execute(db)
  })
})

test('a repeated fetch returns the columns of the cursor that is open', async () => {
  await often(async (time) => {
    const columns = time % 2 ? sql`n as other, n + 1 as next` : sql`'text' as word`
    const { rows } = await db.transaction().execute(async (trx) => {
      await sql`declare seen cursor for select ${columns} from (values (1)) as one(n)`.execute(trx)
      return sql`fetch 10 from seen`.execute(trx)
    })
    assert.deepEqual(rows, [time % 2 ? { other: 1, next: 2 } : { word: 'text' }])
  })
})

test('a repeated statement for one record has one plan for all values; other statements have theirs, also after an error', async () => {
  await sql`create table records (sid int primary key, owners int[], n int)`.execute(db)
  await sql`insert into records select n, array[n], 10 / n from generate_series(1, 9) as n`.execute(db)
  const ONE = 'select t.n, t.sid from records as t where t.sid = $1 and t.owners && $2 and 10 / (t.n - $3) < 100'
  const read = (from: Db, sid: number, not = 11) => from.executeQuery<{ n: number }>(CompiledQuery.raw(ONE, [sid, [sid, 0], not]))
  await often(async (time) => {
    assert.deepEqual((await read(db, time + 1)).rows, [{ n: Math.floor(10 / (time + 1)), sid: time + 1 }])
    assert.equal((await db.executeQuery(CompiledQuery.raw('update records as t set n = n where t.sid = $1', [time + 1]))).numAffectedRows, 1n)
  })
  const {
    rows: [plans],
  } = await sql`select generic_plans > 0 as one, custom_plans as own from pg_prepared_statements where statement = ${ONE}`.execute(db)
  assert.deepEqual(plans, { one: true, own: 0 })
  const mode = async (from: Db) => (await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(from)).rows[0]?.plan_cache_mode
  assert.equal(await mode(db), 'auto')
  await assert.rejects(read(db, 1, 10), /division by zero/)
  await assert.rejects(
    db.transaction().execute((trx) => read(trx, 1, 10)),
    /division by zero/,
  )
  assert.equal(await mode(db), 'auto')
  await db.transaction().execute(async (trx) => {
    assert.equal((await read(trx, 2)).rows.length, 1)
    assert.equal(await mode(trx), 'auto')
  })
})

test('a statement that is repeated is prepared, whatever many others have been asked once before', async () => {
  const preparedAs = async (text: string) => (await sql`select from pg_prepared_statements where statement = ${text}`.execute(db)).rows.length
  for (let n = 0; n < 600; n++) await db.executeQuery(CompiledQuery.raw(`select ${n} + $1::int as n`, [1]))
  const late = 'select 600 + $1::int as n'
  await often(async () => void (await db.executeQuery(CompiledQuery.raw(late, [1]))))
  assert.equal(await preparedAs(late), 1)
  assert.equal(await preparedAs('select 1 + $1::int as n'), 0)
})
