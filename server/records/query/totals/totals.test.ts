import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testEngine } from '../../../../tests/harness/engine.ts'
import { create } from '../../write/create.ts'
import { count, search } from '../search.ts'
import { foldCounts, recount } from './totals.ts'
import { update } from '../../write/update.ts'
import { inTransaction, type Context } from '../../context.ts'
import { insertRows, lockRows, updateRows } from '../../write/write.ts'

const { ctx, model, tenant } = await testEngine()
const companies = await Promise.all(['甲', '乙'].map((name) => create(ctx, model('company'), { company_name: `${name}公司` })))
const [first = '', second = ''] = companies.map((one) => String(one.sid))
const seenFrom = (company: string): Context => ({ ...ctx, actor: { ...ctx.actor, selected: [company], access: new Map() } })
const totalOf = async (company: string) => (await count(seenFrom(company), model('patent_family'), {})).total
const truly = async (company: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from patent_family where company_sid = ${company} and deleted_at is null`.execute(
    tenant.db,
  )
  return rows[0]?.n
}

test('moving a record to another company updates the totals of both', async () => {
  const made = await create(ctx, model('patent_family'), { family_no: 'M', company_sid: first })
  await update(ctx, model('patent_family'), { sid: made.sid, company_sid: second })
  assert.deepEqual([await totalOf(first), await totalOf(second)], [await truly(first), await truly(second)])
  assert.equal(await totalOf(second), 1)
})

test('rows written by internal code invalidate kept totals', async () => {
  const asked = { iql: "title = 'engine'" }
  assert.equal((await count(ctx, model('patent_family'), asked)).total, 0)
  const sid = crypto.randomUUID()
  const at = new Date().toISOString()
  await insertRows(ctx, model('patent_family'), [
    { sid, version: 1, title: 'engine', family_no: 'E', company_sid: first, created_at: at, updated_at: at },
  ])
  assert.equal((await count(ctx, model('patent_family'), asked)).total, 1)
  await inTransaction(ctx, (tx) => updateRows(tx, model('patent_family'), [{ sid, title: 'motor' }], ['title']))
  assert.equal((await count(ctx, model('patent_family'), asked)).total, 0)
})

test('a kept total stays valid only after writes to columns that it does not use', async () => {
  const family = await create(ctx, model('patent_family'), { family_no: 'S', title: '热泵', company_sid: first })
  const asked = { iql: "title CONTAINS '热泵'" }
  const reads = new Map([['patent_family', new Set(['title', 'deleted_at'])]])
  let read = 0
  const kept = () => tenant.totals.keep(reads, 'survives', async () => ++read)
  assert.equal((await count(ctx, model('patent_family'), asked)).total, 1)
  await kept()
  await update(ctx, model('patent_family'), { sid: family.sid, remark: '改' })
  assert.equal(await kept(), 1, 'remark is not read')
  await update(ctx, model('patent_family'), { sid: family.sid, title: '冷却' })
  assert.equal(await kept(), 2, 'title is read')
  assert.equal((await count(ctx, model('patent_family'), asked)).total, 0)
  await create(ctx, model('patent_family'), { family_no: 'S2', company_sid: first })
  assert.equal(await kept(), 3, 'a new record concerns every total')
})

test('totals stay correct during concurrent writes, aggregation by a job and reads', async () => {
  let folding = true
  const fold = (async () => {
    while (folding) await foldCounts(tenant.db)
  })()
  const rows = (company: string) => Array.from({ length: 5 }, () => ({ sid: crypto.randomUUID(), version: 1, company_sid: company }))
  await Promise.all(Array.from({ length: 40 }, (_, i) => insertRows(ctx, model('patent_family'), rows(i % 2 ? first : second))))
  folding = false
  await fold
  assert.deepEqual([await totalOf(first), await totalOf(second)], [await truly(first), await truly(second)])
  await recount(tenant.db, model('patent_family'))
  assert.deepEqual([await totalOf(first), await totalOf(second)], [await truly(first), await truly(second)])
})

test('a new column does not break prepared statements', async () => {
  const made = await create(ctx, model('patent_family'), { family_no: 'C', title: '列' })
  const lock = () => inTransaction(ctx, (tx) => lockRows(tx, model('patent_family'), [String(made.sid)]))
  const whole = () => tenant.db.selectFrom('patent_family').selectAll().where('sid', '=', String(made.sid)).execute()
  for (let i = 0; i < 80; i++) await Promise.all([lock(), whole(), lock(), whole()])
  await sql`alter table patent_family add column added text`.execute(tenant.db)
  for (let i = 0; i < 20; i++) {
    await Promise.all([lock(), lock(), lock()])
    const found = await Promise.all([whole(), whole(), whole()])
    assert.ok(found.every(([row]) => row && 'added' in row))
  }
})

test('a thousand random searches leave the connection pool usable', async () => {
  const asked = Array.from({ length: 1000 }, (_, i) =>
    search(ctx, model('patent_family'), { iql: `title LIKE 'x${i}%' OR title CONTAINS '列'`, rows: (i % 20) + 1 }),
  )
  assert.ok((await Promise.all(asked)).every(({ total }) => total === 1))
})
