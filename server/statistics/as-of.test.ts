import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { ZONE } from '../../model/kit/days/clock.ts'
import type { Figures } from '../../model/statistics/definition.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { asking, type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { call, enrol, tenant } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const { ask, ok } = asking(call, manager)

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => `${today.subtract({ days })}`
/** Everything on record happened so many days earlier. */
async function pass(days: number) {
  for (const table of ['patent', 'software', 'inventor', 'change_log', 'user_info'])
    await sql`update ${sql.table(table)} set created_at = created_at - make_interval(days => ${days}), updated_at = updated_at - make_interval(days => ${days})`.execute(tenant.db)
} // oxfmt-ignore

const role_sid = await createRow(systemContext(tenant), modelOf(tenant, 'role'), { code: 'own_cases', name: '本人案件', weight: 10 })
await createRow(systemContext(tenant), modelOf(tenant, 'role_grant'), { role_sid, entity: 'patent', verbs: ['get', 'search', 'count', 'export'], data_scope: 'SELF' }) // oxfmt-ignore
const narrow = await enrol('inventor', { role_sids: [role_sid] })
const field = await ok<{ sid: string }>('custom_field/do/create', { entity: 'patent', code: 'place_of_use', name: '使用地', name_en: 'Place of use', data_type: 'STRING' }, admin) // oxfmt-ignore
await ok('custom_field/do/publish', { sid: field.sid }, admin)
const inventor = await ok<{ sid: string }>('inventor/do/create', { name: 'Wang Wei', department: manager.department })
const make = (title: string, more: object = {}) =>
  ok<{ sid: string }>('patent/do/create', { title, country: 'CN', patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: manager.sid, inventors: [{ inventor_sid: inventor.sid, contribution_pct: '100' }], ...more }) // oxfmt-ignore
const change = (one: { sid: string }, more: object) => ok(`patent/do/update`, { sid: one.sid, ...more })
const remove = (one: { sid: string }) => ok(`patent/do/delete/${one.sid}`, {})

// Thirty days ago, twenty, ten, and today.
const moved = await make('Moved', { place_of_use: 'Factory' })
const binned = await make('Binned', { place_of_use: 'Factory' })
const restored = await make('Restored')
await make('Kept', { owner_sid: narrow.sid })
await pass(10)
await ok('inventor/do/update', { sid: inventor.sid, department: null })
await remove(restored)
await change(moved, { country: 'US', place_of_use: 'Office' })
await pass(10)
await change(moved, { country: 'JP', place_of_use: null, title: 'Renamed', owner_sid: narrow.sid })
await remove(binned)
await ok('patent/do/restore', { sids: [restored.sid] })
await pass(10)
await make('New', { country: 'DE' })

type Asked = { as_of?: string; entity?: string; row_by?: string; column_by?: string; iql?: string; measure?: string; measure_field?: string }
const groups = async (asked: Asked, as: Person = manager, lang: 'zh' | 'en' = 'en') => {
  const { code, data, text } = await call<Figures>('statistic/do/compute', { entity: 'patent', row_by: 'country', measure: 'COUNT', ...asked }, { as, lang }) // oxfmt-ignore
  assert.equal(code, 0, text)
  const lines = data.rows.map(({ value }, at) => `${value ?? '-'} ${data.row_totals[at]?.[0]?.value ?? 0}`).sort()
  return { ...data, lines: lines.join(', ') }
}

test('[2.33] cases are counted as they stood at the end of a day: what was made later is absent, what was deleted later is there', async () => {
  const lines = async (day?: string) => (await groups(day === undefined ? {} : { as_of: day })).lines
  assert.equal(await lines(ago(31)), '')
  assert.equal(await lines(ago(30)), 'CN 4')
  assert.equal(await lines(ago(21)), 'CN 4')
  assert.equal(await lines(ago(20)), 'CN 2, US 1')
  assert.equal(await lines(ago(11)), 'CN 2, US 1')
  assert.equal(await lines(ago(10)), 'CN 2, JP 1')
  assert.equal(await lines(ago(1)), 'CN 2, JP 1')
  assert.equal(await lines(ago(0)), 'CN 2, DE 1, JP 1')
  assert.equal(await lines(), 'CN 2, DE 1, JP 1')
})

test('[2.33] so are their heads, their custom fields, conditions, pivots and what lies behind a reference', async () => {
  const day = ago(15)
  assert.equal((await groups({ entity: 'case', as_of: day })).lines, 'CN 2, US 1')
  assert.equal((await groups({ entity: 'case', row_by: 'importance', as_of: day })).lines, '- 3')
  assert.equal((await groups({ row_by: 'place_of_use', as_of: day })).lines, '- 1, Factory 1, Office 1')
  assert.equal((await groups({ row_by: 'place_of_use' })).lines, '- 4')
  assert.equal((await groups({ iql: "title CONTAINS 'Moved'", as_of: day })).lines, 'US 1')
  assert.equal((await groups({ iql: "title CONTAINS 'Renamed'", as_of: day })).lines, '')
  assert.equal((await groups({ entity: 'case', iql: "kind = 'patent' AND title CONTAINS 'Moved'", as_of: day })).lines, 'US 1')
  assert.equal((await groups({ iql: `owner_sid = '${manager.sid}'`, as_of: day })).lines, 'CN 1, US 1')
  const pivot = await groups({ column_by: 'place_of_use', as_of: day })
  assert.deepEqual(pivot.columns.map(({ value }) => value).toSorted(), ['Factory', 'Office', null].toSorted())
  assert.equal(pivot.total[0]?.value, '3')
  const owners = () => groups({ row_by: 'owner_sid.name', as_of: day })
  const before = (await owners()).lines
  await ok('user_info/do/update', { sid: manager.sid, name: 'Somebody' }, admin)
  assert.equal((await owners()).lines, before)
})

test('[2.33] a reader counts only what they may see now, in their language', async () => {
  const zh = await groups({ as_of: ago(30), row_by: 'filing_date:year' }, narrow, 'zh')
  // The case that was given to them later is theirs now; it counts as it stood then.
  assert.equal((await groups({ as_of: ago(30) }, narrow)).lines, 'CN 2')
  assert.deepEqual([zh.row_label, zh.rows[0]?.label, zh.past, zh.as_of], ['申请日（按年）', '（空）', true, ago(30)])
  assert.equal(
    (await ask('statistic/do/compute', { entity: 'trademark', row_by: 'country', measure: 'COUNT', as_of: ago(3) }, narrow)).code === 0,
    false,
  )
})

test('[2.33] what has no history is refused in words, when it is computed and when it is saved', async () => {
  const refused = async (asked: Asked) => {
    const { code, text } = await ask('statistic/do/compute', { entity: 'patent', row_by: 'country', measure: 'COUNT', as_of: ago(5), ...asked })
    assert.notEqual(code, 0, text)
    return text
  }
  assert.match(await refused({ as_of: `${today.add({ days: 1 })}` }), /must not be after today/)
  assert.match(await refused({ entity: 'deadline', row_by: 'status' }), /Only cases are counted as of a past day/)
  assert.match(await refused({ row_by: 'next_annuity_due:year' }), /No history of “Next annuity due” is kept/)
  assert.match(await refused({ entity: 'case', row_by: 'next_due:month' }), /No history of/)
  assert.match(await refused({ iql: "updated_at > '2026-01-01'" }), /No history of “Updated” is kept/)
  assert.match(await refused({ iql: "ANY CONTAINS 'x'" }), /No history of “ANY” is kept/)
  assert.match(await refused({ entity: 'software', row_by: 'source_case.next_annuity_due:year' }), /No history of “Next annuity due” is kept/)
  assert.match(await refused({ entity: 'software', row_by: 'source_case.earliest_priority_date:year' }), /No history of/)
  assert.match(await refused({ row_by: 'owner_sid.account_status' }), /No history of “Account status” is kept/)
  assert.match(await refused({ row_by: 'owner_sid.last_login_at:month' }), /No history of “Last sign-in” is kept/)
  assert.match(await refused({ iql: "department_sid.path LIKE '%'" }), /No history of “Path” is kept/)
  assert.match(await refused({ entity: 'case', iql: "patent.next_annuity_due > '2026-01-01'" }), /No history of “Next annuity due” is kept/)
  const keep = (more: object) => ask('statistic/do/create', { name: '过去', entity: 'patent', row_by: 'country', measure: 'COUNT', drawing: 'BAR', as_of: ago(5), ...more }) // oxfmt-ignore
  assert.match((await keep({ row_by: 'next_annuity_due:year' })).text, /"field":"row_by".*No history of “Next annuity due”/)
  assert.match((await keep({ iql: "owner_sid.account_status = 'OPEN'" })).text, /"field":"iql".*No history of “Account status”/)
  assert.match((await keep({ measure: 'SUM', measure_field: 'next_annuity_year' })).text, /"field":"measure_field".*No history of/)
  const saved = await ask('statistic/do/create', { name: '过去', entity: 'deadline', row_by: 'status', measure: 'COUNT', drawing: 'BAR', as_of: ago(5) }) // oxfmt-ignore
  assert.match(saved.text, /"field":"as_of".*Only cases/)
})

test('[2.33] today in the condition of a past day is that day', async () => {
  assert.equal((await groups({ iql: "created_at >= today('-5d')", as_of: ago(28) })).lines, 'CN 4')
  assert.equal((await groups({ iql: "created_at WITHIN '-5d'", as_of: ago(28) })).lines, 'CN 4')
  assert.equal((await groups({ iql: "created_at >= today('-5d')", as_of: ago(20) })).lines, '')
})

test('[2.33] a line under the former name of a field, and a record without a time of its last write, are read', async () => {
  const iql = `inventors.inventor_sid.department = '${manager.department}'`
  assert.equal((await groups({ iql, as_of: ago(25) })).lines, 'CN 4')
  assert.equal((await groups({ iql, as_of: ago(15) })).lines, '')
  await sql`update change_log set changes = jsonb_set(changes, '{0,field}', '"department_sid"') where record_sid = ${inventor.sid} and changes -> 0 ->> 'field' = 'department'`.execute(tenant.db)
  await sql`update patent set updated_at = null where title = 'Kept'`.execute(tenant.db)
  tenant.totals.touch('patent')
  assert.equal((await groups({ iql, as_of: ago(25) })).lines, 'CN 4')
  assert.equal((await groups({ as_of: ago(20) })).lines, 'CN 2, US 1')
}) // oxfmt-ignore

test('[2.33] a pivot by lists is read one statement after another', async () => {
  const { db } = tenant
  const run = db.executeQuery.bind(db)
  const running = { now: 0, most: 0, all: 0 }
  db.executeQuery = async (...given: Parameters<typeof run>) => {
    if (!('sql' in given[0]) || !given[0].sql.includes('change_log as l')) return (await run(...given)) as never // of the caller's rows
    running.most = Math.max(running.most, ++running.now)
    running.all++
    try {
      return (await run(...given)) as never
    } finally {
      running.now--
    }
  }
  const pivot = await groups({ row_by: 'inventors.inventor_sid', column_by: 'place_of_use', as_of: ago(16) })
  db.executeQuery = run
  assert.equal(pivot.total[0]?.value, '3')
  assert.deepEqual([running.most, running.all > 3], [1, true])
})

test('[2.33] the day is kept with a saved statistic', async () => {
  const { sid } = await ok('statistic/do/create', {
    name: '年初',
    entity: 'patent',
    row_by: 'country',
    measure: 'COUNT',
    drawing: 'BAR',
    as_of: ago(15),
  })
  const { total, past } = await ok<Figures>('statistic/do/compute', { sid })
  assert.deepEqual([total[0]?.value, past], ['3', true])
})
