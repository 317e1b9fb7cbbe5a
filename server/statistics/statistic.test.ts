import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { STATISTICS } from '../../seed/statistics.ts'
import type { Figures } from '../../model/statistics/definition.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer({ demo: true })
const [one, colleague, finance, admin] = [await enrol('ip_engineer'), await enrol('ip_engineer'), await enrol('finance'), await enrol('system_admin')]
const [leader, agent] = [await enrol('dept_leader'), await enrol('agent')]
const role = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'finance').executeTakeFirstOrThrow()).sid

const DEFINITION = { entity: 'patent', name: 'By country', row_by: 'country', measure: 'COUNT', drawing: 'BAR' }
const make = (as: Person, more: Record<string, unknown> = {}) =>
  call<{ sid: string; code: string }>('statistic/do/create', { ...DEFINITION, ...more }, { as, lang: 'en' })
const seen = async (sid: string) => {
  const all = { one, colleague, finance, admin, agent }
  const answers = await Promise.all(Object.entries(all).map(async ([who, as]) => [who, (await call('statistic/do/compute', { sid }, { as })).status]))
  return answers.filter(([, status]) => status === 200).map(([who]) => who)
}

for (const [share, more, who] of [
  ['OWN', {}, ['one']],
  ['COMPANY', {}, ['one', 'colleague', 'finance', 'admin']],
  ['ROLES', { role_sids: [role] }, ['one', 'finance']],
] as const)
  test(`a statistic shared as ${share} is computed for ${who.join(', ')}`, async () => {
    const { data, message } = await make(one, { share, ...more })
    assert.ok(data?.sid, message)
    assert.deepEqual(await seen(data.sid), [...who])
  })

test('a person without the right to share keeps statistics for themselves; only an administrator gives one to everybody', async () => {
  assert.equal((await make(leader)).code, 0)
  assert.equal((await make(leader, { share: 'COMPANY' })).status, 400)
  assert.equal((await make(one, { share: 'SYSTEM' })).errors[0]?.field, 'share')
  assert.equal((await make(admin, { share: 'SYSTEM' })).code, 0)
})

test('only its maker or an administrator changes and deletes a shared statistic', async () => {
  const { data } = await make(one, { share: 'COMPANY' })
  assert.equal((await call('statistic/do/update', { sid: data.sid, name: 'x' }, { as: colleague })).errors[0]?.field, 'name')
  assert.equal((await call(`statistic/do/delete/${data.sid}`, {}, { as: colleague })).status, 403)
  assert.equal((await call('statistic/do/update', { sid: data.sid, name: 'Renamed' }, { as: one })).code, 0)
  assert.equal((await call(`statistic/do/delete/${data.sid}`, {}, { as: admin })).code, 0)
})

for (const [more, field] of [
  [{ entity: 'nothing' }, 'entity'],
  [{ row_by: 'applicants' }, 'row_by'],
  [{ column_by: 'country' }, 'column_by'],
  [{ column_by: 'nothing' }, 'column_by'],
  [{ measure: 'SUM' }, 'measure_field'],
  [{ measure: 'SUM', measure_field: 'title' }, 'measure_field'],
  [{ iql: 'country = ' }, 'iql'],
  [{ iql: 'ORDER BY title' }, 'iql'],
  [{ most: 101 }, 'most'],
  [{ share: 'ROLES' }, 'role_sids'],
] as const)
  test(`refused at its field: ${JSON.stringify(more)}`, async () => {
    const { status, errors } = await make(one, more)
    assert.deepEqual([status, errors.map((fault) => fault.field)], [400, [field]])
  })

test('the kinds of record that one may count are offered, cases first', async () => {
  const { data } = await call<{ code: string; is_case: boolean }[]>('statistic/do/entities', {}, { as: finance })
  assert.equal(data[0]?.is_case, true)
  const codes = data.map(({ code }) => code)
  assert.deepEqual([codes.includes('fee'), codes.includes('role_grant')], [true, false])
})

for (const { code, name_en, entity } of STATISTICS)
  test(`the statistic of the product “${name_en}” has figures over the demo data`, async () => {
    const { sid } = await tenant.db.selectFrom('statistic').select('sid').where('code', '=', code).executeTakeFirstOrThrow()
    for (const lang of ['zh', 'en'] as const) {
      const { data, message } = await call<Figures>('statistic/do/compute', { sid }, { as: admin, lang })
      assert.ok(data?.rows, message)
      assert.ok(data.rows.every(({ label }) => label !== ''))
    }
    assert.equal((await call('statistic/do/compute', { sid }, { as: finance })).status, entity === 'proposal' ? 403 : 200)
  })

const fileOf = (sid: string, as: Person) =>
  app.inject({
    method: 'GET',
    url: `/innoe-webapi/model/statistic/do/file/${sid}`,
    headers: { host: 'localhost', authorization: `Bearer ${as.token}`, 'accept-language': 'en' },
  })

test('the file holds the figures of its reader, needs the permission to export, and is recorded', async () => {
  const { sid } = await tenant.db.selectFrom('statistic').select('sid').where('code', '=', 's_filingsbyyear').executeTakeFirstOrThrow()
  const file = await fileOf(sid, admin)
  assert.equal(file.statusCode, 200)
  const { sheets } = await readXlsx(file.rawPayload)
  const rows = sheets[0]?.rows ?? []
  const { data } = await call<Figures>('statistic/do/compute', { sid }, { as: admin, lang: 'en' })
  assert.equal(rows.length, data.rows.length + 3)
  assert.equal(rows.at(-1)?.at(-1), Number(data.total[0]?.value))
  const entry = await tenant.db
    .selectFrom('audit_entry')
    .select(['event', 'entity', 'records'])
    .where('event', '=', 'EXPORTED')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  assert.deepEqual(entry, { event: 'EXPORTED', entity: 'case', records: data.rows.length + 1 })
  assert.equal((await fileOf(sid, leader)).statusCode, 403)
})

test('amounts of each currency are lines of their own in the file', async () => {
  const made = await make(admin, { name: 'Fees [a/b]', entity: 'fee', row_by: 'fee_class', measure: 'SUM', measure_field: 'amount' })
  const { sheets } = await readXlsx((await fileOf(made.data.sid, admin)).rawPayload)
  assert.equal(sheets[0]?.rows[1]?.[1], 'Currency')
  const last = sheets[0]?.rows.at(-1)
  assert.equal(typeof last?.[2], 'number')
})
