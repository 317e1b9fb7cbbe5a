import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personAsked } from '../../tests/harness/entered.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const asked = await personAsked(tenant)
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const roleOf = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid

const admin = await enrol('system_admin')
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: admin.company })
const lab = await make('department', { name: '研发部（虚构）', company_sid: sub })
const firm = await make('agency', { agency_name: '甲代理（虚构）' })
const administers = await make('role', { code: 'sub_admin', name: '子公司管理员', weight: 90 })
await make('role_grant', { role_sid: administers, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
const keeps = await make('role', { code: 'sub_personnel', name: '子公司人事', weight: 50 })
await make('role_grant', { role_sid: keeps, entity: 'user_info', verbs: ['get', 'search', 'create', 'update'], data_scope: 'COMPANY_SUB' })
const of = (role: string) => enrol('inventor', { role_sids: [role], company_sid: sub, department_sid: lab })
const colleague = await of(await roleOf('inventor'))
const refusedFor = async (path: string, body: Record<string, unknown>, as: Person) => {
  const { status, errors, text } = await call(path, body, { as, lang: 'en' })
  assert.equal(status, 400, text)
  return errors.map(({ field }) => field)
}

for (const [title, role] of [
  ['the administrator of a company', administers],
  ['whoever keeps the people of a company', keeps],
] as const) {
  test(`${title} puts nobody, not even themselves, into a department of another company`, async () => {
    const person = await of(role)
    for (const sid of [person.sid, colleague.sid])
      assert.deepEqual(await refusedFor('user_info/do/update', { sid, department_sid: admin.department }, person), ['department_sid'])
    const made = asked({
      name: '新人（虚构）',
      company_sid: sub,
      department_sid: admin.department,
      role_sids: title.includes('keeps') ? undefined : [role],
    })
    assert.deepEqual(await refusedFor('user_info/do/create', made, person), ['department_sid'])
    const { status, text } = await call('user_info/do/create', { ...made, department_sid: lab }, { as: person })
    assert.equal(status, 200, text)
  })

  test(`${title} enters nobody of an agency, which also works for other companies`, async () => {
    const person = await of(role)
    const made = {
      name: '代理人员（虚构）',
      email: 'firm@example.test',
      company_sid: sub,
      person_type: 'AGENCY',
      agency_sid: firm,
    }
    assert.ok((await refusedFor('user_info/do/create', made, person)).includes('agency_sid'))
    const theirs = await make('user_info', made)
    assert.deepEqual(await refusedFor('user_info/do/update', { sid: theirs, role_sids: [await roleOf('agent')] }, person), ['role_sids'])
  })
}

test('an administrator of all companies puts a person into any department and enters people of agencies', async () => {
  const moved = await call('user_info/do/update', { sid: colleague.sid, department_sid: admin.department }, { as: admin })
  assert.equal(moved.status, 200, moved.text)
  const made = await call(
    'user_info/do/create',
    { name: '代理人员（虚构）', email: 'firm@example.test', person_type: 'AGENCY', agency_sid: firm, role_sids: [await roleOf('agent')] },
    { as: admin },
  )
  assert.equal(made.status, 200, made.text)
})

test('whoever acts on all companies of the tenant, without seeing everything, enters people of agencies', async () => {
  const head = await enrol('inventor', { role_sids: [keeps] })
  const { status, text } = await call(
    'user_info/do/create',
    { name: '代理人员（虚构）', email: 'firm@example.test', person_type: 'AGENCY', agency_sid: firm, role_sids: [await roleOf('agent')] },
    { as: head },
  )
  assert.equal(status, 200, text)
})

test('a person and a department belong to the company of the department above, also after a move, unless another is named', async () => {
  const [department, companyOf] = [
    await make('department', { name: '电池室（虚构）', parent_sid: lab }),
    async (model: string, sid: unknown) =>
      ((await call(`${model}/${String(sid)}`, undefined, { as: admin })).data.company_sid as { sid: string }).sid, // as every record has it
  ]
  assert.equal(await companyOf('department', department), sub)
  const made = await call('user_info/do/create', asked({ name: '东甲（虚构）', department_sid: department }), { as: admin })
  assert.equal(await companyOf('user_info', made.data.sid), sub, made.text)
  const named = await call('user_info/do/create', asked({ name: '东乙（虚构）', department_sid: department, company_sid: admin.company }), {
    as: admin,
  })
  assert.equal(await companyOf('user_info', named.data.sid), admin.company, named.text)
  await call('user_info/do/update', { sid: made.data.sid, department_sid: admin.department }, { as: admin })
  assert.equal(await companyOf('user_info', made.data.sid), admin.company)
})

test('the administrator of a company enters no department below one of another company', async () => {
  const person = await of(administers)
  assert.deepEqual(await refusedFor('department/do/create', { name: '他处（虚构）', parent_sid: admin.department }, person), ['parent_sid'])
})

test('departments of the same name are told apart by their company', async () => {
  await make('department', { name: '市场部（虚构）', company_sid: admin.company })
  const theirs = await make('department', { name: '市场部（虚构）', company_sid: sub })
  const { data, text } = await call('user_info/do/create', asked({ name: '东丙（虚构）', department_sid: theirs }), { as: admin })
  const read = await call<{ department_sid: { name: string } }>(`user_info/${String(data.sid)}`, undefined, { as: admin })
  assert.equal(read.data.department_sid.name, '市场部（虚构） (子公司（虚构）)', text)
})

const companyNow = async (model: 'user_info' | 'department', sid: unknown) =>
  (await tenant.db.selectFrom(model).select('company_sid').where('sid', '=', String(sid)).executeTakeFirstOrThrow()).company_sid
const personIn = (company: string, department: string | null) =>
  make('user_info', { name: '移动（虚构）', company_sid: company, department_sid: department })

test('a company that is named stays, also where it is the present one; a move that changes it unnamed, or into a department of another, waits to be confirmed', async () => {
  const sid = await personIn(admin.company, admin.department)
  const move = (more: Record<string, unknown>) => call('user_info/do/update', { sid, department_sid: lab, ...more }, { as: admin, lang: 'en' })
  const asked = await move({ confirm: [] })
  assert.equal(asked.status, 412, asked.text)
  assert.match(asked.text, /"company_follows","field":"department_sid".*子公司（虚构）/)
  assert.equal(await companyNow('user_info', sid), admin.company)
  const elsewhere = await move({ company_sid: admin.company, confirm: [] })
  assert.equal(elsewhere.status, 412, elsewhere.text)
  assert.match(elsewhere.text, /"department_elsewhere","field":"department_sid"/)
  assert.doesNotMatch(elsewhere.text, /company_follows/)
  const named = await move({ company_sid: admin.company, confirm: ['department_elsewhere'] })
  assert.equal(named.status, 200, named.text)
  assert.equal(await companyNow('user_info', sid), admin.company)
  await move({ department_sid: admin.department })
  const followed = await move({ confirm: ['company_follows'] })
  assert.equal(followed.status, 200, followed.text)
  assert.equal(await companyNow('user_info', sid), sub)
})

test('the undo of a batch restores the company that followed a department', async () => {
  const sid = await personIn(admin.company, null)
  const { data, text } = await call('user_info/do/batch_update', { sids: [sid], changes: { department_sid: lab } }, { as: admin })
  assert.equal(await companyNow('user_info', sid), sub, text)
  const undone = await call('batch_edit/do/undo', { sid: data.batch_sid }, { as: admin })
  assert.equal(undone.status, 200, undone.text)
  assert.equal(await companyNow('user_info', sid), admin.company)
})

test('a department that moves below one of another company follows with those below it, and says so; its people keep their company', async () => {
  const top = await make('department', { name: '迁移部（虚构）', company_sid: admin.company })
  const team = await make('department', { name: '迁移组（虚构）', parent_sid: top })
  const person = await personIn(admin.company, team)
  const move = (confirm: readonly string[]) => call('department/do/update', { sid: top, parent_sid: lab, confirm }, { as: admin, lang: 'en' })
  const asked = await move([])
  assert.equal(asked.status, 412, asked.text)
  assert.match(asked.text, /below it \(1\) and its people \(1\).*those below change company as well, its people keep theirs/)
  const moved = await move(['company_follows', 'moved_sight'])
  assert.equal(moved.status, 200, moved.text)
  assert.deepEqual([await companyNow('department', top), await companyNow('department', team)], [sub, sub])
  assert.equal(await companyNow('user_info', person), admin.company)
  const logged = await tenant.db.selectFrom('change_log').select('created_by').where('record_sid', '=', team).where('action', '=', 'UPDATE').execute()
  assert.deepEqual(
    logged.map(({ created_by }) => created_by),
    [admin.sid],
  )
})

test('a company that may not be changed does not follow, and a refused one is reported at the department', async () => {
  const narrow = await make('role', { code: 'fixed_company', name: '不改公司（虚构）', weight: 50 })
  const grant = { role_sid: narrow, entity: 'user_info', verbs: ['get', 'search', 'create', 'update'], data_scope: 'ALL' }
  const granted = await make('role_grant', { ...grant, read_only_fields: ['company_sid'] })
  const keeper = await enrol('inventor', { role_sids: [narrow] })
  const sid = await personIn(admin.company, null)
  const moved = await call('user_info/do/update', { sid, department_sid: lab }, { as: keeper })
  assert.equal(moved.status, 200, moved.text)
  assert.equal(await companyNow('user_info', sid), admin.company)
  await call('role_grant/do/update', { sid: granted, read_only_fields: [] }, { as: admin })
  const above = await enrol('system_admin')
  assert.deepEqual(await refusedFor('user_info/do/update', { sid: above.sid, department_sid: lab }, keeper), ['department_sid'])
})

test('a case is of the company of the department that is named, by form, edit, batch and its undo, with all that hangs on it; a default department places none', async () => {
  const as = admin
  const own = { title: '归属案（虚构）', country: 'CN', patent_type: 'INVENTION' }
  const made = async (more: Record<string, unknown>) => {
    const { data, text } = await call<{ sid: string }>('patent/do/create', { ...own, ...more }, { as })
    assert.ok(data?.sid, text)
    return data.sid
  }
  const placeOf = (table: 'patent' | 'case' | 'deadline', sid: string, by: 'sid' | 'case_sid' = 'sid') =>
    tenant.db.selectFrom(table).select('company_sid').where(by as 'sid', '=', sid).executeTakeFirst().then((row) => row?.company_sid) // `case_sid` of a deadline
  const placed = await made({ department_sid: lab })
  assert.deepEqual([await placeOf('patent', placed), await placeOf('case', placed)], [sub, sub])
  assert.equal(await placeOf('patent', await made({ department_sid: lab, company_sid: admin.company })), admin.company, 'who names the company decides')
  const chosen = await tenant.db.selectFrom('patent').select('department_sid').where('sid', '=', await made({ company_sid: sub })).executeTakeFirst()
  assert.equal(chosen?.department_sid, null)
  const sid = await made({})
  assert.equal(await placeOf('patent', sid), admin.company)
  await make('deadline', { case_sid: sid, name: '答复', official_due: '2031-05-06', company_sid: admin.company })
  const asked = await call('patent/do/update', { sid, department_sid: lab, confirm: [] }, { as, lang: 'en' })
  assert.equal(asked.status, 412, asked.text)
  const moved = await call('patent/do/update', { sid, department_sid: lab, confirm: ['company_follows'] }, { as })
  assert.equal(moved.code, 0, moved.text)
  assert.deepEqual([await placeOf('patent', sid), await placeOf('case', sid), await placeOf('deadline', sid, 'case_sid')], [sub, sub, sub])
  const back = await call('patent/do/batch_update', { sids: [sid], changes: { department_sid: admin.department } }, { as })
  assert.equal(await placeOf('deadline', sid, 'case_sid'), admin.company, back.text)
  assert.equal((await call('batch_edit/do/undo', { sid: back.data.batch_sid }, { as })).code, 0)
  assert.deepEqual([await placeOf('patent', sid), await placeOf('deadline', sid, 'case_sid')], [sub, sub])
}) // oxfmt-ignore

const ENTERED = { title: '编号案（虚构）', country: 'CN', patent_type: 'INVENTION' }
const entered = async (more: object) => (await call<{ sid: string }>('patent/do/create', { ...ENTERED, ...more }, { as: admin })).data.sid

test('a case that follows its department is refused where the number of a fee is taken there', async () => {
  const sid = await entered({})
  for (const [case_sid, company_sid] of [[sid, admin.company], [await entered({ department_sid: lab }), sub]])
    await make('fee', { case_sid, company_sid, fee_no: 'OWN-7', fee_class: 'AGENCY', fee_type: 'DRAFT', due_date: '2031-01-04', amount: '100' })
  const moved = await call('patent/do/update', { sid, department_sid: lab, confirm: ['company_follows'] }, { as: admin })
  assert.deepEqual([moved.status, moved.errors.map(({ field }) => field)], [400, ['fee_no']], moved.text)
}) // oxfmt-ignore

test('whoever moves a case out of the company that they have chosen is told so, and the write is done', async () => {
  const away = { department_sid: admin.department, confirm: ['company_follows'] }
  for (const [path, more] of [['update', { sid: await entered({ department_sid: lab }) }], ['update', { sid: await entered({ department_sid: lab }), priorities: [] }], ['create', ENTERED]] as const) {
    const options = { as: admin, headers: { 'x-company-sid': sub }, lang: 'en' } as const
    const { data, code, text } = await call<{ sid: string; title?: string; warnings?: string[] }>(`patent/do/${path}`, { ...more, ...away }, options)
    assert.ok(code === 0 && data.title === undefined && data.warnings?.some((one) => one.includes('You do not see')), text)
    const row = await tenant.db.selectFrom('patent').select('company_sid').where('sid', '=', data.sid).executeTakeFirst()
    assert.equal(row?.company_sid, admin.company)
  }
}) // oxfmt-ignore
