import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0007-names-and-numbers-in-words.ts'

const { server, tenant, call, enrol } = await testServer()
const engineer = await enrol('ip_engineer')

// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
const menu = async (code: string) =>
  (
    await rowsOf(
      sql<{
        name: string
        name_en: string
        parent: string
      }>`select m.name, m.name_en, p.code as parent from rbac_menu m left join rbac_menu p on p.sid = m.parent_sid where m.code = ${code}`,
    )
  )[0]

async function made(model: string, values: Record<string, unknown>) {
  const { data, message } = await call<{ sid: string }>(`${model}/do/create`, values, { as: engineer })
  assert.ok(data?.sid, message)
  return data.sid
}

test('menus that nobody renamed get their present names and place; a renamed one keeps its own', async () => {
  await sql`update rbac_menu set name = '期限台', name_en = 'Deadline desk' where code = 'deadlines'`.execute(db)
  await sql`update rbac_menu set name = '维持费', name_en = 'Annual fees' where code = 'annuities'`.execute(db)
  await sql`update rbac_menu set parent_sid = (select sid from rbac_menu where code = 'parties') where code = 'tags'`.execute(db)
  await sql`update rbac_menu set parent_sid = (select sid from rbac_menu where code = 'settings') where code = 'tech_nodes'`.execute(db)
  await sql`update saved_view set name_en = 'Live rights' where name = '有效权利'`.execute(db)
  await up(db)
  assert.deepEqual(await menu('deadlines'), { name: '期限监控', name_en: 'Deadlines', parent: 'dates' })
  assert.deepEqual(await menu('annuities'), { name: '维持费', name_en: 'Annuities', parent: 'fees' })
  assert.equal((await menu('tags'))?.parent, 'cases')
  assert.equal((await menu('tech_nodes'))?.parent, 'settings')
  assert.deepEqual(await rowsOf(sql`select name_en from saved_view where name = '有效权利'`), [{ name_en: 'In force' }])
})

test('fees are numbered within their case, and events get their English name', async () => {
  const applicant_sid = await made('applicant', { name: 'Migrating Ltd' })
  const inventor_sid = await made('inventor', { name: 'Ann Inventor' })
  const sid = await made('patent', {
    case_no: 'MIG-1', title: 'Migrated', country: 'CN', patent_type: 'INVENTION', status: 'SE', filing_date: '2025-03-03', claims_count: 12,
    applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }], owner_sid: engineer.sid,
  }) // oxfmt-ignore
  await made('official_event', { case_sid: sid, code: 'CN14', event_date: '2026-02-02' })
  const fee = (fee_type: string, due_date: string) => ({ case_sid: sid, fee_type, fee_class: 'OTHER', name: fee_type, currency: 'CNY', due_date })
  const [a, b, c, d] = [await made('fee', fee('X.A', '2030-01-02')), await made('fee', fee('X.A', '2030-01-01')), await made('fee', fee('X.B', '2030-01-03')), await made('fee', fee('X.C', '2030-01-04'))] // oxfmt-ignore
  const set = (fee_sid: string, no: string) => sql`update fee set fee_no = ${no} where sid = ${fee_sid}::uuid`.execute(db)
  await sql`delete from fee where case_sid = ${sid}::uuid and sid not in (${sql.join([a, b, c, d].map((one) => sql`${one}::uuid`))})`.execute(db)
  await set(a, 'MIG-1/X.A/5')
  await set(b, 'MIG-1/X.A-2')
  await set(c, 'Invoice 77/B')
  await set(d, 'MIG-1/40')
  await sql`update official_event set name_en = null where case_sid = ${sid}::uuid`.execute(db)
  await up(db)
  const numbers = await rowsOf(sql<{ fee_no: string }>`select fee_no from fee where case_sid = ${sid}::uuid order by due_date`)
  assert.deepEqual(numbers.map(({ fee_no }) => fee_no), ['MIG-1/41', 'MIG-1/42', 'Invoice 77/B', 'MIG-1/40']) // oxfmt-ignore
  const [event] = await rowsOf(sql<{ name_en: string; wanted: string }>`
    select e.name_en, t.name_en as wanted from official_event e join document_type t on t.code = e.code where e.case_sid = ${sid}::uuid`)
  assert.ok(event?.name_en)
  assert.equal(event.name_en, event.wanted)
  await up(db)
  assert.deepEqual(await rowsOf(sql<{ fee_no: string }>`select fee_no from fee where case_sid = ${sid}::uuid order by due_date`), numbers)
})
