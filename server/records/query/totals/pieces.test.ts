import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testEngine } from '../../../../tests/harness/engine.ts'
import type { Context } from '../../context.ts'
import { create } from '../../write/create.ts'
import { remove, restore } from '../../write/delete.ts'
import { insertRows, updateRows } from '../../write/write.ts'
import { count, search } from '../search.ts'
import { openPieces, spansOf } from './pieces.ts'
import { openTotals } from './totals.ts'

const { ctx: plain, model, tenant } = await testEngine()
const LEAST = 40
const ctx: Context = { ...plain, tenant: { ...tenant, totals: openTotals(() => {}, undefined, openPieces(LEAST)) } }
const { sid: company_sid } = await create(plain, model('company'), { company_name: '甲公司' })
const patent = model('patent')
const asked = { iql: "remark = 'A' OR title = 'B'" }

const made: string[] = []
async function make(n: number) {
  const now = new Date().toISOString()
  const rows = Array.from({ length: n }, () => {
    const [sid, at] = [randomUUIDv7(), made.length]
    made.push(sid)
    const text = at % 3 ? 'A' : 'C'
    return {
      sid,
      version: 1,
      company_sid,
      case_no: `P${at}`,
      title: `T${at}`,
      remark: text,
      country: 'CN',
      status: 'DRAFTING',
      created_at: now,
      updated_at: now,
    }
  })
  await insertRows(ctx, patent, rows)
}
const truly = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from patent where (remark = 'A' or title = 'B') and deleted_at is null`.execute(
    tenant.db,
  )
  return rows[0]?.n
}
const told = async () => (await count(ctx, patent, asked)).total

test('a total that no field keeps is right after every kind of write, of few records and of many', async () => {
  await make(300)
  const random = (from: readonly string[]) => from[Math.floor(Math.random() * from.length)] ?? ''
  for (let round = 0; round < 60; round++) {
    const write = round % 6
    const sid = random(made)
    if (write === 0) await make(1)
    if (write === 1) await updateRows(ctx, patent, [{ sid, remark: 'A' }], ['remark'])
    if (write === 2) await updateRows(ctx, patent, [{ sid, title: 'B', remark: null }], ['title', 'remark'])
    if (write === 3) await remove(ctx, patent, sid).catch(() => {})
    if (write === 4) await make(25)
    if (write === 5) await updateRows(ctx, patent, made.slice(round, round + 30).map((one) => ({ sid: one, remark: 'C' })), ['remark']) // oxfmt-ignore
    if (round % 7 === 0) await restore(ctx, patent, [sid]).catch(() => {})
    const [one, other] = await Promise.all([told(), told()])
    assert.deepEqual([one, other], [await truly(), await truly()], `round ${round}, write ${write}`)
  }
})

test('after a write, only the records beside the written one are counted again', async () => {
  const [first = '', last = ''] = [made[1], made.at(-2)]
  const neither = { remark: 'C', title: 'x', deleted_at: null }
  await updateRows(ctx, patent, [{ sid: first, ...neither }, { sid: last, ...neither }], ['remark', 'title', 'deleted_at']) // oxfmt-ignore
  const before = await told()
  // Of this write, no process is told.
  await sql`update patent set remark = 'A' where sid = ${last}`.execute(tenant.db)
  await updateRows(ctx, patent, [{ sid: first, title: 'y' }], ['title'])
  assert.equal(await told(), before)
  await updateRows(ctx, patent, [{ sid: last, title: 'y' }], ['title'])
  assert.deepEqual([await told(), await truly()], [before + 1, before + 1])
})

test('a capped total is exact once the whole was counted', async () => {
  const { total, total_capped } = await search(ctx, patent, { ...asked, total: 'capped' })
  assert.deepEqual([total, total_capped], [await truly(), undefined])
})

test('a condition that reads a record of the same kind through the head of a case is counted as a whole', async () => {
  const [first = '', ...members] = made.slice(0, 3)
  const { sid: family } = await create(plain, model('patent_family'), { title: 'F', company_sid, first_case_sid: first })
  await updateRows(ctx, patent, [first, ...members].map((sid) => ({ sid, family_sid: family, importance: 'A', deleted_at: null })), ['family_sid', 'importance', 'deleted_at']) // oxfmt-ignore
  const ofFirst = async () => (await count(ctx, patent, { iql: "family_sid.first_case_sid.importance = 'A'" })).total
  assert.equal(await ofFirst(), 3)
  await updateRows(ctx, patent, [{ sid: first, importance: 'B' }], ['importance'])
  assert.equal(await ofFirst(), 0)
})

test('many written records are named by their first and last key', () => {
  assert.deepEqual(spansOf([{ sid: 'B' }, { sid: 'a' }]), [['a', 'a'], ['b', 'b']]) // oxfmt-ignore
  const many = Array.from({ length: 30 }, (_, at) => ({ sid: `${100 + at}` }))
  assert.deepEqual(spansOf(many), [['100', '129']])
  assert.deepEqual(spansOf([]), [])
})
