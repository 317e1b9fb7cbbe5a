import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { defineCaseKind } from '../../model/cases/case-kind.ts'
import { caseHead } from '../../model/cases/case.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import type { States } from '../../model/kit/model.ts'
import { patent } from '../../model/rights/patents/patent.ts'
import { testEngine } from '../../tests/harness/engine.ts'
import { inTransaction } from '../records/context.ts'
import { create } from '../records/write/create.ts'
import { remove, restore } from '../records/write/delete.ts'
import { transition } from '../records/write/transition.ts'
import { update } from '../records/write/update.ts'
import { insertRows, updateRows } from '../records/write/write.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import { count, search } from '../records/query/search.ts'
import { planHeads } from './case-head.ts'
import { countTables } from './count-tables.ts'
import { applyStep } from './sync/sync.ts'

const { ctx, model, tenant } = await testEngine()
const company = String((await create(ctx, model('company'), { company_name: '示例公司' })).sid)
const owner = String((await create(ctx, model('user_info'), { name: '张一', company_sid: company })).sid)
const other = String((await create(ctx, model('user_info'), { name: '李二', company_sid: company })).sid)
const inventor = String((await create(ctx, model('inventor'), { name: '王三' })).sid)
const applicant = String((await create(ctx, model('applicant'), { name: '示例公司' })).sid)
let made = 0
const values = (more: Record<string, unknown> = {}) => ({
  case_no: `H${++made}`,
  title: '一种电池',
  title_en: 'A battery',
  patent_type: 'INVENTION',
  country: 'US',
  owner_sid: owner,
  co_owner_sids: [other],
  company_sid: company,
  inventors: [{ inventor_sid: inventor }],
  applicants: [{ applicant_sid: applicant }],
  ...more,
})
const make = async (more: Record<string, unknown> = {}) => String((await create(ctx, model('patent'), values(more))).sid)

const headOf = async (sid: string) => (await tenant.db.selectFrom('case').selectAll().where('sid', '=', sid).execute())[0]
const writesOf = async (sid: string) =>
  (await sql<{ at: string }>`select xmin::text as at from "case" where sid = ${sid}`.execute(tenant.db)).rows[0]?.at

test('a new record has its head at once, filled by the roles of its fields', async () => {
  const sid = await make({ agency_ref: 'AG-1' })
  const { kind, case_no, title, subtype, country, status, phase, owner_sid, co_owner_sids, inventor_sids, applicant_sids, company_sid, number_keys } =
    (await headOf(sid)) ?? {}
  assert.deepEqual([kind, title, subtype, country, status, phase], ['patent', '一种电池', 'INVENTION', 'US', 'DRAFTING', 'PREPARATION'])
  assert.deepEqual([owner_sid, co_owner_sids, inventor_sids, applicant_sids], [owner, [other], [inventor], [applicant]])
  assert.equal(company_sid, company)
  const record = await tenant.db.selectFrom('patent').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  assert.deepEqual([case_no, number_keys], [record.case_no, record.number_keys])
})

test('a bulk load makes the heads of all its rows', async () => {
  const at = new Date().toISOString()
  const rows = Array.from({ length: 30 }, (_, n) => ({ sid: randomUUID(), version: 1, title: `批量 ${n}`, case_no: `B${n}`, status: 'FILED', company_sid: company, created_at: at, updated_at: at })) // oxfmt-ignore
  await insertRows(ctx, model('patent'), rows)
  const heads = await tenant.db.selectFrom('case').select(['title', 'phase', 'inventor_sids']).where('case_no', 'like', 'B%').orderBy('sid').execute()
  assert.equal(heads.length, 30)
  assert.ok(heads.every(({ phase, inventor_sids }) => phase === 'PENDING' && inventor_sids === null))
})

test('the head follows an update, a transition, a raw update of the engine, a deletion and a restoration', async () => {
  const sid = await make()
  await update(ctx, model('patent'), { sid, title: '新电池', inventors: [] })
  assert.deepEqual([(await headOf(sid))?.title, (await headOf(sid))?.inventor_sids, (await headOf(sid))?.version], ['新电池', null, 2])
  await transition(ctx, model('patent'), { sid, transition: 'review' })
  assert.equal((await headOf(sid))?.status, 'REVIEWING')
  await sql`update patent set status = 'GRANTED' where sid = ${sid}`.execute(tenant.db)
  assert.deepEqual([(await headOf(sid))?.status, (await headOf(sid))?.phase], ['GRANTED', 'GRANTED'])
  await updateRows(ctx, model('patent'), [{ sid, next_annuity_due: '2031-05-06' }], ['next_annuity_due'])
  assert.equal((await headOf(sid))?.next_annuity_due, '2031-05-06')
  await remove(ctx, model('patent'), sid)
  assert.notEqual((await headOf(sid))?.deleted_at, null)
  await restore(ctx, model('patent'), [sid])
  assert.equal((await headOf(sid))?.deleted_at, null)
  await sql`delete from patent where sid = ${sid}`.execute(tenant.db)
  assert.equal(await headOf(sid), undefined)
})

test('a write to fields outside the head leaves the head unchanged', async () => {
  const sid = await make()
  const before = await writesOf(sid)
  await update(ctx, model('patent'), { sid, remark: '只是备注', claims_count: 12, tags: ['甲'] })
  assert.equal(await writesOf(sid), before)
  await update(ctx, model('patent'), { sid, owner_sid: other })
  assert.notEqual(await writesOf(sid), before)
})

test('a write that is rolled back leaves nothing in the heads', async () => {
  const total = (await count(ctx, model(HEAD), {})).total
  const title = '将回滚'
  await assert.rejects(
    inTransaction(ctx, async (tx) => {
      await create(tx, model('patent'), values({ title }))
      throw new Error('rolled back')
    }),
  )
  assert.equal((await search(ctx, model(HEAD), { iql: `title = '${title}'` })).total, 0)
  assert.equal((await count(ctx, model(HEAD), {})).total, total)
})

test('totals of all cases follow the writes of each kind', async () => {
  const before = (await count(ctx, model(HEAD), {})).total
  const asked = { iql: "title CONTAINS '计数'" }
  assert.equal((await count(ctx, model(HEAD), asked)).total, 0)
  const sid = await make({ title: '计数装置' })
  assert.equal((await count(ctx, model(HEAD), asked)).total, 1)
  assert.equal((await count(ctx, model(HEAD), {})).total, before + 1)
  await remove(ctx, model('patent'), sid)
  assert.equal((await count(ctx, model(HEAD), asked)).total, 0)
  assert.equal((await count(ctx, model(HEAD), {})).total, before)
})

const deadline = (sid: string, official_due: string) => create(ctx, model('deadline'), { case_sid: sid, name: `至 ${official_due}`, official_due })
const nextDue = async (sid: string) => (await headOf(sid))?.next_due

test('next_due is the earliest official date that is open', async () => {
  const sid = await make()
  await deadline(sid, '2030-03-01')
  const first = await deadline(sid, '2029-02-01')
  await deadline(sid, '2031-01-01')
  assert.equal(await nextDue(sid), '2029-02-01')
  await transition(ctx, model('deadline'), { sid: first.sid, transition: 'complete' })
  assert.equal(await nextDue(sid), '2030-03-01')
  await transition(ctx, model('deadline'), { sid: first.sid, transition: 'reopen' })
  assert.equal(await nextDue(sid), '2029-02-01')
  await sql`update deadline set deleted_at = now() where sid = ${first.sid}`.execute(tenant.db)
  assert.equal(await nextDue(sid), '2030-03-01')
  await sql`update deadline set status = 'DONE' where case_sid = ${sid}`.execute(tenant.db)
  assert.equal(await nextDue(sid), null)
})

test('deadlines of one case that are settled at the same moment leave the correct next date', async () => {
  for (let round = 0; round < 10; round++) {
    const sid = await make()
    const all = await Promise.all(['2029-01-01', '2029-02-01', '2029-03-01', '2029-04-01'].map((due) => deadline(sid, due)))
    await Promise.all(all.slice(0, 3).map((one) => transition(ctx, model('deadline'), { sid: one.sid, transition: 'complete' })))
    assert.equal(await nextDue(sid), '2029-04-01')
  }
})

test('missing or outdated heads are filled when the database starts; then nothing is left to do', async () => {
  const sid = await make({ title: '待补' })
  await deadline(sid, '2028-08-08')
  assert.deepEqual(await planHeads(tenant.db, tenant.models, tenant.schema), [])
  await sql`drop function innoe_head_patent() cascade`.execute(tenant.db)
  await sql`drop trigger innoe_next_due_insert on deadline`.execute(tenant.db)
  await sql`update patent set title = '补过' where sid = ${sid}`.execute(tenant.db)
  await sql`delete from "case" where case_no like 'B%'`.execute(tenant.db)
  await sql`update "case" set next_due = null`.execute(tenant.db)
  const steps = await planHeads(tenant.db, tenant.models, tenant.schema)
  assert.deepEqual(
    [...new Set(steps.map(({ why }) => why))],
    ['patent keeps the head of its case', 'deadline keeps the head of its case', 'the heads of cases are counted'],
  )
  for (const step of steps) await applyStep(tenant.db, step)
  assert.deepEqual(await planHeads(tenant.db, tenant.models, tenant.schema), [])
  assert.deepEqual([(await headOf(sid))?.title, await nextDue(sid)], ['补过', '2028-08-08'])
  const { rows } = await sql<{
    missing: number
  }>`select count(*) as missing from patent p left join "case" c on c.sid = p.sid where c.sid is null`.execute(tenant.db)
  assert.equal(rows[0]?.missing, 0)
  for (const { name, n, live } of await countedHeads()) assert.equal(n, live, name)
})

async function countedHeads() {
  const counted = countTables(model(HEAD)).map(({ name }) => sql<{ name: string; n: number; live: number }>`select ${name} as name, sum(n)::int as n, (select count(*)::int from "case" where deleted_at is null) as live from ${sql.table(name)}`) // oxfmt-ignore
  return Promise.all(counted.map(async (one) => (await one.execute(tenant.db)).rows[0] ?? { name: '', n: 0, live: -1 }))
}

test('a declaration that changes replaces the function and brings the heads up to date', async () => {
  const sid = await make()
  const { states } = patent
  if (!states?.facts) throw new Error('a patent has states')
  const facts: States['facts'] = { ...states.facts, DRAFTING: { phase: 'PENDING' } }
  const changed = defineCaseKind({ model: { ...patent, states: { ...states, facts } } })
  const declared = { all: new Map([...tenant.models.all, ['patent', changed.model]]), kinds: new Map([['patent', changed]]) }
  for (const step of await planHeads(tenant.db, declared, tenant.schema)) await applyStep(tenant.db, step)
  assert.equal((await headOf(sid))?.phase, 'PENDING')
  assert.ok((await aggregate(ctx, model(HEAD), { by: ['phase'] })).some(({ by, count }) => by.phase === 'PENDING' && count > 0))
  for (const step of await planHeads(tenant.db, tenant.models, tenant.schema)) await applyStep(tenant.db, step)
  assert.equal((await headOf(sid))?.phase, 'PREPARATION')
})

test('made from a copy of the rows, as Citus needs it, heads and their counts are the same', async () => {
  const at = '2026-01-02T03:04:05.678Z'
  const row = { ...values(), sid: randomUUID(), version: 1, status: 'FILED', filing_date: '2024-02-29', created_at: at, updated_at: at }
  const headMade = async () => {
    await insertRows(ctx, model('patent'), [row, { ...row, sid: randomUUID(), case_no: `${row.case_no}x` }])
    const head = await headOf(row.sid)
    for (const { name, n, live } of await countedHeads()) assert.equal(n, live, name)
    await sql`delete from patent where sid = ${row.sid} or case_no = ${`${row.case_no}x`}`.execute(tenant.db)
    return head
  }
  const plain = await headMade()
  assert.deepEqual([plain?.inventor_sids, plain?.co_owner_sids, plain?.filing_date], [[inventor], [other], '2024-02-29'])
  for (const step of await planHeads(tenant.db, tenant.models, tenant.schema, true)) await applyStep(tenant.db, step)
  assert.deepEqual(await planHeads(tenant.db, tenant.models, tenant.schema, true), [])
  assert.deepEqual(await headMade(), plain)
  for (const step of await planHeads(tenant.db, tenant.models, tenant.schema)) await applyStep(tenant.db, step)
  assert.deepEqual(await planHeads(tenant.db, tenant.models, tenant.schema), [])
})

test('people read the head and never write it', async () => {
  const sid = await make()
  assert.equal((await search(ctx, model(HEAD), { iql: `sid = '${sid}'` })).record.length, 1)
  await assert.rejects(create(ctx, model(HEAD), { title: 'x' }), /verb_refused|只能查看/)
  await assert.rejects(update(ctx, model(HEAD), { sid, title: 'x' }), /verb_refused|只能查看/)
  await assert.rejects(remove(ctx, model(HEAD), sid), /verb_refused|只能查看/)
  assert.ok(Object.values(caseHead.fields).every((field) => !('required' in field)))
})
