import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin')
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: admin.company })
const away = await make('company', { company_name: '外公司（虚构）' })

let made = 0
/** A person whose only role has these grants. */
async function personWith(...grants: Record<string, unknown>[]): Promise<Person> {
  const role_sid = await make('role', { code: `narrow_${++made}`, name: `narrow ${made}` })
  for (const grant of grants) await make('role_grant', { role_sid, data_scope: 'ALL', ...grant })
  return enrol('inventor', { role_sids: [role_sid] })
}
const SEE = ['get', 'search', 'count']
const patent = (more: Record<string, unknown> = {}) =>
  make('patent', { title: `窄 ${++made}`, country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid, ...more })
const status = async (path: string, body: unknown, as: Person) => (await call(path, body, { as })).status

test('separate scopes for seeing, changing and deleting cases apply in every call', async () => {
  const one = await personWith({ entity: 'patent', verbs: [...SEE, 'update', 'delete', 'transition', 'undo_transition'], change_scope: 'DEPT', delete_scope: 'SELF' }) // oxfmt-ignore
  const cases = {
    own: await patent({ owner_sid: one.sid, department_sid: one.department }),
    department: await patent({ department_sid: one.department }),
    other: await patent({}),
  }
  const may = { own: [true, true], department: [true, false], other: [false, false] } as const
  for (const [name, sid] of Object.entries(cases)) {
    const [changes, deletes] = may[name as keyof typeof may] // the keys of `cases`
    assert.equal(await status(`patent/${sid}`, undefined, one), 200)
    const { abilities } = (await call<{ abilities: { verbs: string[]; actions: string[] } }>(`patent/${sid}`, undefined, { as: one })).data
    assert.deepEqual(
      ['update', 'transition', 'delete'].map((verb) => abilities.verbs.includes(verb)),
      [changes, changes, deletes],
      name,
    )
    assert.equal(abilities.actions.includes('undo_transition'), changes, name)
    for (const [path, body] of [
      ['patent/do/update', { sid, remark: 'x' }],
      ['patent/do/batch_update', { sids: [sid], changes: { remark: 'y' } }],
    ] as const)
      assert.equal(await status(path, body, one), changes ? 200 : 404, `${path} ${name}`)
    const taken = await status('patent/do/transition', { sid, transition: 'none' }, one)
    assert.equal(taken, changes ? 400 : 404, name)
    const { data } = await call<{ total: number; own: number }>('patent/do/results', { iql: `sid = '${sid}'` }, { as: one })
    assert.equal(data.total, 1)
  }
  for (const [name, sid] of Object.entries(cases).toReversed()) {
    const [, deletes] = may[name as keyof typeof may] // the keys of `cases`
    assert.equal(await status('patent/do/batch_delete', { sids: [sid] }, one), deletes ? 200 : 404, name)
    if (!deletes) assert.equal(await status(`patent/do/delete/${sid}`, {}, one), 404, name)
  }
})

test('an empty delete scope equals the change scope; no scope reaches beyond the visible records', async () => {
  const one = await personWith({ entity: 'tag', verbs: [...SEE, 'update', 'delete'], data_scope: 'SELF', change_scope: 'ALL' })
  const two = await personWith({ entity: 'patent', verbs: [...SEE, 'update', 'delete'], change_scope: 'SELF' })
  const sid = await patent({ company_sid: sub })
  assert.equal(await status(`patent/${sid}`, undefined, two), 200)
  assert.equal(await status(`patent/do/delete/${sid}`, {}, two), 404)
  const three = await personWith({ entity: 'patent', verbs: [...SEE, 'update'], data_scope: 'SELF', change_scope: 'ALL' })
  assert.equal(await status('patent/do/update', { sid, remark: 'x' }, three), 404)
  assert.ok(one)
})

test('a grant within a company covers viewing and changing its records and those below it, and only viewing of shared records', async () => {
  const one = await personWith({ entity: '*', verbs: ['*'], within_company: admin.company })
  const [head, below, other] = [await patent(), await patent({ company_sid: sub }), await patent({ company_sid: away })]
  for (const [sid, seen] of [[head, 200], [below, 200], [other, 404]] as const) {
    assert.equal(await status(`patent/${sid}`, undefined, one), seen)
    assert.equal(await status('patent/do/update', { sid, remark: 'x' }, one), seen)
  } // oxfmt-ignore
  const created = await call('patent/do/create', { title: '越界', country: 'CN', patent_type: 'INVENTION', company_sid: away }, { as: one })
  assert.deepEqual(
    created.errors.map(({ field }) => field),
    ['company_sid'],
  )
  assert.equal(await status('role/do/search', {}, one), 200)
  for (const [path, body] of [
    ['role/do/create', { code: 'own_role', name: 'own' }],
    ['role_grant/do/create', { role_sid: admin.sid, entity: '*', verbs: ['*'], data_scope: 'ALL' }],
    ['rbac_menu/do/create', { name: 'x', icon: 'home' }],
  ] as const)
    assert.equal(await status(path, body, one), 403, path)
  const tag = await make('tag', { name: '公用标签' })
  const named = await personWith({ entity: 'tag', verbs: [...SEE, 'update', 'delete'], within_company: admin.company })
  assert.equal(await status(`tag/${tag}`, undefined, named), 200)
  for (const [path, body] of [
    ['tag/do/update', { sid: tag, name: '改名' }],
    [`tag/do/delete/${tag}`, {}],
  ] as const)
    // oxfmt-ignore
    assert.equal(await status(path, body, named), 403, path)
})

test('an export is limited to the rows of the role; the largest limit of several roles applies', async () => {
  await patent()
  await patent()
  const exports = { entity: 'patent', verbs: [...SEE, 'export'] }
  const job = { entity: 'job', verbs: ['get'], data_scope: 'SELF' }
  const few = await personWith({ ...exports, export_max: 1 }, job)
  const refused = await call('patent/do/export', { fl: ['title'], format: 'csv' }, { as: few, lang: 'en' })
  assert.deepEqual([refused.status, refused.code], [400, 500005], refused.text)
  assert.match(refused.message, /at most 1\./)
  const { total } = (await call<{ total: number }>('patent/do/count', {}, { as: few })).data
  const exporting = async (export_max: number) => status('patent/do/export', { fl: ['title'], format: 'csv' }, await personWith({ ...exports, export_max }, job)) // oxfmt-ignore
  assert.deepEqual([await exporting(total - 1), await exporting(total)], [400, 200])
  const many = await personWith({ ...exports, export_max: 1000 }, job)
  assert.equal(await status('patent/do/export', { fl: ['title'], format: 'csv' }, many), 200)
  const withRolesOf = async (...people: Person[]) => {
    const rows = await tenant.db.selectFrom('user_info').select('role_sids').where('sid', 'in', people.map(({ sid }) => sid)).execute() // oxfmt-ignore
    return enrol('inventor', { role_sids: rows.flatMap(({ role_sids }) => role_sids ?? []) })
  }
  assert.equal(await status('patent/do/export', { fl: ['title'], format: 'csv' }, await withRolesOf(few, many)), 200)
  const reader = await personWith({ entity: 'patent', verbs: SEE })
  const limited = await withRolesOf(few, reader)
  assert.equal(await status('patent/do/export', { fl: ['title'], format: 'csv' }, limited), 400, 'a role that exports nothing lifts no limit')
})
