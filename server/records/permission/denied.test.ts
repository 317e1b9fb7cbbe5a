import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../context.ts'
import { createRow } from '../write/create.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin', { name: '管理员（虚构）' })
const roleOf = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const [manager, lab] = [await roleOf('ip_manager'), await make('department', { name: '虚构研究部', company_sid: admin.company })]
const patent = (title: string, more: Record<string, unknown> = {}) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid, ...more })
const [inLab, elsewhere, ownerless] = [await patent('部内案', { department_sid: lab }), await patent('部外案', { department_sid: admin.department }), await patent('无部门案', { department_sid: null })] // oxfmt-ignore

let made = 0
async function denied(grants: Record<string, unknown>[], roles = [manager]): Promise<Person> {
  const role = await make('role', { code: `denies_${++made}`, name: `拒绝角色${made}`, name_en: `Denying role ${made}`, weight: 1 })
  for (const grant of grants) await make('role_grant', { role_sid: role, denies: true, ...grant })
  return enrol('ip_manager', { role_sids: [...roles, role], department_sid: lab })
}
const seen = async (as: Person) =>
  (await call<{ total: number; record: { title: string }[] }>('patent/do/search', { fl: ['title'], iql: 'ORDER BY title' }, { as })).data
const may = async (as: Person, path: string, body: unknown) => (await call(path, body, { as })).status
const change = (sid: string, as: Person) => may(as, 'patent/do/update', { sid, remark: `虚构 ${++made}` })

test('viewing that is denied on a department hides its records, also where a field is empty, from lists, counts, pages and changes', async () => {
  const who = await denied([{ entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'DEPT' }])
  const { record, total } = await seen(who)
  assert.deepEqual(record.map(({ title }) => title).sort(), ['无部门案', '部外案'].sort())
  assert.equal(total, 2)
  assert.equal((await call<{ total: number }>('patent/do/count', {}, { as: who })).data.total, 2)
  assert.equal(await may(who, `patent/${inLab}`, undefined), 404)
  assert.equal(await change(inLab, who), 404)
  assert.equal(await change(ownerless, who), 200)
  const heads = await call<{ record: { title: string }[] }>('case/do/search', { fl: ['title'] }, { as: who })
  assert.ok(!heads.data.record.some(({ title }) => title === '部内案'), heads.text)
})

test('a verb that is denied on some records is refused there alone, and on every record everywhere; the others stay', async () => {
  const some = await denied([{ entity: 'patent', verbs: ['update'], data_scope: 'DEPT' }])
  assert.equal((await seen(some)).total, 3)
  assert.equal(await change(inLab, some), 404)
  assert.equal(await change(elsewhere, some), 200)
  const all = await denied([{ entity: 'patent', verbs: ['update'], data_scope: 'ALL' }])
  assert.equal(await change(elsewhere, all), 403)
  assert.equal((await seen(all)).total, 3)
  const wide = await denied([{ entity: 'tag', verbs: ['delete'], data_scope: 'ALL' }], [await roleOf('system_admin')])
  const tag = await make('tag', { name: '虚构标签' })
  assert.equal(await may(wide, `tag/do/delete/${tag}`, {}), 403)
  assert.equal(await may(wide, 'tag/do/update', { sid: tag, remark: '改' }), 200)
  const { data } = await call<{ actions: { verb: string; allowed: boolean }[] }>('tag/do/schema', undefined, { as: wide })
  assert.deepEqual(['get', 'update', 'delete'].map((verb) => data.actions.find((one) => one.verb === verb)?.allowed), [true, true, false]) // oxfmt-ignore
})

test('viewing that is denied on every record leaves nothing of a model, nor the records of such cases, except what is everybody’s own', async () => {
  const who = await denied([{ entity: 'patent', verbs: ['get'], data_scope: 'ALL' }, { entity: 'notification', verbs: ['*'], data_scope: 'ALL' }]) // oxfmt-ignore
  assert.equal(await may(who, 'patent/do/search', {}), 403)
  await make('deadline', { case_sid: elsewhere, name: '答复', name_en: 'Reply', kind: 'ACTION', official_due: '2031-01-01', owner_sid: admin.sid })
  assert.equal((await call<{ total: number }>('deadline/do/count', { iql: `case_sid = '${elsewhere}'` }, { as: who })).data.total, 0)
  assert.equal((await call<{ total: number }>('deadline/do/count', { iql: `case_sid = '${elsewhere}'` }, { as: admin })).data.total > 0, true)
  await make('notification', { user_sid: who.sid, title: '虚构消息' })
  assert.equal((await call<{ total: number }>('notification/do/count', {}, { as: who })).data.total, 1)
})

test('a denial of all entities also holds on what the denying role grants, except where it denies something else', async () => {
  const who = await denied([
    { entity: '*', verbs: ['delete'], data_scope: 'ALL' },
    { entity: 'tag', verbs: ['get', 'search', 'count'], data_scope: 'ALL', denies: false },
    { entity: 'agency', verbs: ['export'], data_scope: 'ALL' },
  ])
  const [tag, agency] = [await make('tag', { name: '另一虚构标签' }), await make('agency', { agency_name: '虚构代理' })]
  assert.equal(await may(who, `patent/do/delete/${elsewhere}`, {}), 403)
  assert.equal(await may(who, `tag/do/delete/${tag}`, {}), 403)
  assert.equal(await may(who, `agency/do/delete/${agency}`, {}), 200)
})

test('a role that grants everything still grants an entity of which it denies a part', async () => {
  const who = await denied([
    { entity: '*', verbs: ['*'], data_scope: 'ALL', denies: false },
    { entity: 'patent', verbs: ['get'], data_scope: 'DEPT' },
  ], []) // oxfmt-ignore
  const { record } = await seen(who)
  assert.deepEqual(record.map(({ title }) => title).sort(), ['无部门案', '部外案'].sort())
})

test('what hangs on a case that is denied by department or query is not seen either', async () => {
  const deadline = (case_sid: string) => make('deadline', { case_sid, name: '虚构期限', name_en: 'Fictional', kind: 'ACTION', official_due: '2031-02-01', owner_sid: admin.sid }) // oxfmt-ignore
  const fee = (case_sid: string) => make('fee', { case_sid, name: '虚构费用', fee_type: 'X', fee_class: 'OTHER', due_date: '2031-01-01' })
  const records = { deadline: [await deadline(inLab), await deadline(elsewhere)], fee: [await fee(inLab), await fee(elsewhere)] }
  for (const grant of [
    { entity: 'patent', verbs: ['get'], data_scope: 'DEPT' },
    { entity: 'patent', verbs: ['get'], data_scope: 'CUSTOM', query: "title = '部内案'" },
  ]) {
    const who = await denied([grant])
    for (const [model, [hidden, shown]] of Object.entries(records)) {
      assert.equal(await may(who, `${model}/${hidden}`, undefined), 404, `${model} ${grant.data_scope}`)
      assert.equal(await may(who, `${model}/${shown}`, undefined), 200, `${model} ${grant.data_scope}`)
      const { total } = (await call<{ total: number }>(`${model}/do/count`, { iql: `case_sid = '${inLab}'` }, { as: who })).data
      assert.equal(total, 0)
    }
  }
})

test('the explanation, the matrix and the review of a role name the denial', async () => {
  const who = await denied([{ entity: 'patent', verbs: ['update'], data_scope: 'DEPT' }])
  const role = `Denying role ${made}`
  type Explained = { verbs: { verb: string; allowed: boolean; why: string }[]; grants: { role: string; denies: boolean; reaches: boolean }[] }
  const ask = (record_sid?: string) =>
    call<Explained>('user_info/do/explain_access', { user_sid: who.sid, entity: 'patent', record_sid }, { as: admin, lang: 'en' })
  const of = async (sid: string, verb: string) => (await ask(sid)).data.verbs.find((one) => one.verb === verb)
  assert.deepEqual(await of(inLab, 'update'), {
    verb: 'update',
    label: 'Change',
    allowed: false,
    why: `Denied by the role ${role} (Own department: 虚构研究部)`,
  })
  assert.equal((await of(elsewhere, 'update'))?.allowed, true)
  assert.equal((await of(inLab, 'get'))?.allowed, true)
  assert.deepEqual((await ask(inLab)).data.grants.filter(({ denies }) => denies).map((one) => [one.role, one.reaches]), [[role, true]]) // oxfmt-ignore
  const whole = await denied([{ entity: 'patent', verbs: ['update'], data_scope: 'ALL' }])
  const answer = await call<Explained>('user_info/do/explain_access', { user_sid: whole.sid, entity: 'patent' }, { as: admin, lang: 'en' })
  assert.match(answer.data.verbs.find(({ verb }) => verb === 'update')?.why ?? '', /^Denied by the role Denying role \d+ \(All\)$/)
  const sid = (await tenant.db.selectFrom('role').select('sid').where('code', '=', `denies_${made}`).executeTakeFirstOrThrow()).sid
  const matrix = await call<{ parts: { rows: { key: string; cells: string[][] }[] }[] }>(
    'role/do/matrix',
    { role_sids: [sid] },
    { as: admin, lang: 'en' },
  )
  assert.deepEqual(matrix.data.parts[0]?.rows.find(({ key }) => key === 'patent')?.cells, [['Denies', 'Change', 'All']])
  const saved = await call<{ changes: { text: string }[] }>('role/do/save_permissions', { sid, grants: [{ entity: 'patent', verbs: ['update'], denies: false, data_scope: 'ALL' }], preview: true }, { as: admin, lang: 'en' }) // oxfmt-ignore
  assert.deepEqual(saved.data.changes.map(({ text }) => text), ['Patent: Denies: no']) // oxfmt-ignore
})

test('nobody locks out the last administrator by a denial: as a grant, as a role that is given, switched on or restored', async () => {
  const full = await roleOf('system_admin')
  const others = await tenant.db.selectFrom('user_info').select('sid').where('sid', '!=', admin.sid).execute()
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', 'in', others.map(({ sid }) => sid)).execute() // oxfmt-ignore
  const last = /At least one system administrator must remain/
  const refused = async (path: string, body: unknown) => assert.match((await call(path, body, { as: admin, lang: 'en' })).message, last, path)
  const role = await make('role', { code: 'locks_out', name: '锁定角色', weight: 1 })
  await make('role_grant', { role_sid: role, entity: 'role_grant', verbs: ['update'], data_scope: 'ALL', denies: true })
  await refused('user_info/do/update', { sid: admin.sid, role_sids: [full, role] })
  await refused('role/do/set_people', { sid: role, add: [admin.sid] })
  const harmless = await make('role', { code: 'harmless', name: '无害角色', weight: 1 })
  assert.equal(await may(admin, 'user_info/do/update', { sid: admin.sid, role_sids: [full, harmless] }), 200)
  for (const entity of ['*', 'user_info', 'role'])
    await refused('role_grant/do/create', { role_sid: harmless, entity, verbs: ['get'], data_scope: 'ALL', denies: true })
  assert.equal(
    await may(admin, 'role_grant/do/create', { role_sid: harmless, entity: 'tag', verbs: ['delete'], data_scope: 'ALL', denies: true }),
    200,
  )
  await tenant.db.updateTable('role').set({ status: '0' }).where('sid', '=', role).execute()
  assert.equal(await may(admin, 'user_info/do/update', { sid: admin.sid, role_sids: [full, role] }), 200)
  await refused('role/do/update', { sid: role, status: '1' })
})

test('what has no meaning for a denial is refused at its field, in words', async () => {
  const role = await make('role', { code: 'odd', name: '虚构角色', weight: 1 })
  const faults = async (grant: Record<string, unknown>) =>
    (await call('role_grant/do/create', { role_sid: role, denies: true, ...grant }, { as: admin, lang: 'en' })).errors
      .map(({ field }) => field)
      .sort()
  assert.deepEqual(await faults({ entity: 'patent', verbs: ['get'], data_scope: 'ALL', change_scope: 'SELF', hidden_fields: ['title'], export_max: 5 }), ['change_scope', 'export_max', 'hidden_fields']) // oxfmt-ignore
  assert.deepEqual(await faults({ entity: 'patent', verbs: ['create'], data_scope: 'DEPT' }), ['data_scope'])
  assert.deepEqual(await faults({ entity: 'tag', verbs: ['get'], data_scope: 'DEPT' }), ['data_scope'])
  assert.deepEqual(await faults({ entity: 'patent', verbs: ['create'], data_scope: 'ALL', within_company: admin.company }), ['within_company'])
  assert.deepEqual(await faults({ entity: 'tag', verbs: ['get'], data_scope: 'ALL', within_company: admin.company }), ['within_company'])
})

test('of an entity whose viewing is denied on every record, the records that refer to it tell its name alone', async () => {
  const agency = await make('agency', { agency_name: '被拒代理（虚构）', agency_code: '11999' })
  const sid = await patent('有代理案', { agency_sid: agency, department_sid: admin.department })
  const who = await denied([{ entity: 'agency', verbs: ['get'], data_scope: 'ALL' }])
  const found = async (iql: string) =>
    (await call<{ record: Record<string, unknown>[] }>('patent/do/search', { fl: ['agency_sid.agency_name', 'agency_sid.agency_code'], iql }, { as: who }))
      .data.record // oxfmt-ignore
  const own = `sid = '${sid}'`
  assert.deepEqual(await found(own), [{ sid, 'agency_sid.agency_name': '被拒代理（虚构）', 'agency_sid.agency_code': null }])
  assert.deepEqual(await found(`${own} AND agency_sid.agency_code = '11999'`), [])
})
