import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRow } from '../write/create.ts'
import { modelNamed } from '../registry.ts'
import { systemContext } from '../context.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'

const { tenant, other, call, enrol, enrolAt } = await testServer()
const make = (model: string, values: Record<string, unknown>, of = tenant) => createRow(systemContext(of), modelNamed(of.models, model), values)

const head = (await tenant.db.selectFrom('company').select('sid').orderBy('created_at').executeTakeFirstOrThrow()).sid
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: head })
const away = await make('company', { company_name: '外公司（虚构）', bank_account: '6222-0001' })
const subLab = await make('department', { name: '研发部', company_sid: sub })
const awayLab = await make('department', { name: '外研发部', company_sid: away })
const north = await make('agency', { agency_name: '北代理（虚构）' })
const south = await make('agency', { agency_name: '南代理（虚构）', bank_account: '6222-0002' })

const admin = await enrol('system_admin')
const engineer = await enrol('ip_engineer')
const subEngineer = await enrol('ip_engineer', { company_sid: sub, department_sid: subLab })
const awayEngineer = await enrol('ip_engineer', { company_sid: away, department_sid: awayLab, email: 'away@example.com', mobile: '13800000001' })
const leader = await enrol('dept_leader', { company_sid: sub, department_sid: subLab })
const inventor = await enrol('inventor', { company_sid: sub, department_sid: subLab })
const northAdmin = await enrol('agency_admin', { agency_sid: north, department_sid: null })
const southAgent = await enrol('agent', { agency_sid: south, department_sid: null })
const everyone = { admin, engineer, subEngineer, awayEngineer, leader, inventor, northAdmin, southAgent }

const self = await make('inventor', { name: '乙某某', user_sid: inventor.sid, id_no: '11010119900307803X', bank_account: '6222-0003' })
const patent = (values: Record<string, unknown>) => make('patent', { country: 'CN', patent_type: 'INVENTION', ...values })
const cases = {
  head: await patent({ title: '总部案', company_sid: head, agency_sid: north, owner_sid: engineer.sid }),
  sub: await patent({
    title: '子公司案',
    company_sid: sub,
    department_sid: subLab,
    agency_sid: south,
    owner_sid: subEngineer.sid,
    inventors: [{ inventor_sid: self, contribution_pct: '100' }],
  }),
  away: await patent({ title: '外公司案', company_sid: away, department_sid: awayLab, owner_sid: awayEngineer.sid }),
}

type Name = keyof typeof everyone
const SEES: Record<Name, readonly (keyof typeof cases)[]> = {
  admin: ['head', 'sub', 'away'],
  engineer: ['head', 'sub'],
  subEngineer: ['sub'],
  awayEngineer: ['away'],
  leader: ['sub'],
  inventor: ['sub'],
  northAdmin: ['head'],
  southAgent: ['sub'],
}

for (const [name, person] of Object.entries(everyone)) {
  for (const [place, sid] of Object.entries(cases)) {
    // Object.entries widens the keys declared in the table above.
    const isSeen = SEES[name as Name].includes(place as keyof typeof cases)
    test(`[6.03] ${name} ${isSeen ? 'sees' : 'never meets'} the case of ${place}`, () => meets(person, sid, isSeen))
  }
}

async function meets(as: Person, sid: string, isSeen: boolean) {
  assert.equal((await call(`patent/${sid}`, undefined, { as })).status, isSeen ? 200 : 404)
  assert.equal((await call('patent/do/history', { sid }, { as })).status, isSeen ? 200 : 404)
  const found = await call<{ total: number; record: { sid: string }[] }>('patent/do/search', { iql: `sid = '${sid}'` }, { as })
  assert.deepEqual([found.data.total, found.data.record.length], isSeen ? [1, 1] : [0, 0])
  const all = await call<{ record: { sid: string }[] }>('patent/do/search', { rows: 100 }, { as })
  assert.equal(
    all.data.record.some((one) => one.sid === sid),
    isSeen,
  )
  assert.equal((await call<{ total: number }>('patent/do/count', { iql: `sid = '${sid}'` }, { as })).data.total, isSeen ? 1 : 0)
  const grouped = await call<{ record: { count: number }[] }>('patent/do/aggregate', { iql: `sid = '${sid}'` }, { as })
  assert.equal(grouped.data.record[0]?.count ?? 0, isSeen ? 1 : 0)
  if (isSeen) return
  for (const [path, body] of [
    ['patent/do/update', { sid, remark: 'x' }],
    [`patent/do/delete/${sid}`, {}],
    ['patent/do/batch_update', { sids: [sid], changes: { remark: 'x' } }],
    ['patent/do/transition', { sid, transition: 'file' }],
  ] as const)
    assert.ok([403, 404].includes((await call(path, body, { as })).status), path)
  const children = await call<{ total: number }>('deadline/do/count', { iql: `case_sid = '${sid}'` }, { as })
  if (children.status === 200) assert.equal(children.data.total, 0)
}

test('a count of all rows counts only visible rows', async () => {
  for (const [name, as] of Object.entries(everyone))
    assert.equal((await call<{ total: number }>('patent/do/count', {}, { as })).data.total, SEES[name as Name].length, name) // as above
})

test('a reference shows the name of a hidden person, and no other field', async () => {
  const named = await call<{ record: { owner_sid: { name: string } }[] }>(
    'patent/do/search',
    { fl: ['owner_sid', 'owner_sid.name'] },
    { as: northAdmin },
  )
  assert.match(named.data.record[0]?.owner_sid.name ?? '', /ip_engineer/)
  for (const field of [
    'owner_sid.email',
    'owner_sid.mobile',
    'owner_sid.id_no',
    'department_sid.code',
    'inventors.inventor_sid.bank_account',
    'inventors.inventor_sid.id_no',
  ]) {
    const { status, data } = await call<{ record: Record<string, unknown>[] }>('patent/do/search', { fl: [field] }, { as: southAgent })
    const unseen =
      status === 200
        ? data.record
            .map((row) => row[field])
            .flat()
            .filter((value) => value !== null)
        : []
    assert.deepEqual(unseen, [], field)
    const asked = await call<{ total: number }>('patent/do/count', { iql: `${field} IS NOT EMPTY` }, { as: southAgent })
    assert.ok(asked.status === 400 || asked.data.total === 0, field)
  }
})

test('an agency sees no other agency, no user of the enterprise and no company but its client’s', async () => {
  const names = async (model: string, as: Person) =>
    (await call<{ record: { sid: string }[] }>(`${model}/do/search`, { rows: 100 }, { as })).data.record?.map((row) => row.sid) ?? []
  assert.deepEqual(await names('agency', northAdmin), [north])
  assert.deepEqual(await names('user_info', northAdmin), [northAdmin.sid])
  assert.deepEqual(await names('company', northAdmin), [head])
  assert.equal((await call(`agency/${south}`, undefined, { as: northAdmin })).status, 404)
  assert.equal((await call(`user_info/${engineer.sid}`, undefined, { as: northAdmin })).status, 404)
  const { data } = await call(`company/${head}`, undefined, { as: northAdmin })
  assert.equal('bank_account' in data, false)
})

test('an inventor reads their patent without fees, and no fee at all', async () => {
  const { data } = await call(`patent/${cases.sub}`, undefined, { as: inventor })
  for (const code of ['fee_reduction', 'next_annuity_due', 'annuity_decision', 'value_grade']) assert.equal(code in data, false, code)
  assert.equal((await call('fee/do/search', {}, { as: inventor })).status, 403)
  assert.equal((await call('deadline_rule/do/search', {}, { as: inventor })).status, 403)
  assert.equal((await call('patent/do/search', { fl: 'next_annuity_due' }, { as: inventor })).status, 400)
  assert.equal((await call('patent/do/update', { sid: cases.sub, title: 'x' }, { as: inventor })).status, 403)
})

test('an inventor sees the open steps of own cases and the documents of their classes, and neither annuities nor other cases', async () => {
  const found = async (model: string, by: string) =>
    (await call<{ record: Record<string, unknown>[] }>(`${model}/do/search`, { fl: [by], rows: 100 }, { as: inventor })).data.record
      .map((row) => row[by])
      .sort()
  const due = { official_due: '2031-03-04', internal_due: '2031-02-04' }
  for (const [name, place, more] of [
    ['答复', 'sub', {}],
    ['年费', 'sub', { kind: 'ANNUITY' }],
    ['办完的', 'sub', { status: 'DONE' }],
    ['别人的', 'head', {}],
    ['交给本人的', 'head', { owner_sid: inventor.sid }],
  ] as const)
    await make('deadline', { name, case_sid: cases[place], ...due, ...more })
  for (const visibility of ['V2', 'V4', 'V6'])
    for (const place of ['sub', 'head'] as const)
      await make('document', { case_sid: cases[place], file_name: `${place} ${visibility}.pdf`, visibility })
  assert.deepEqual(await found('deadline', 'name'), ['交给本人的', '答复'])
  assert.deepEqual(await found('document', 'file_name'), ['sub V2.pdf'])
  assert.equal((await call('deadline/do/search', { fl: ['internal_due'] }, { as: inventor })).status, 400)
  assert.equal((await call('deadline/do/create', { name: 'x', case_sid: cases.sub, ...due }, { as: inventor })).status, 403)
})

test('records can only be assigned to companies within those of the user', async () => {
  const there = await call('patent/do/create', { title: '越界', country: 'CN', patent_type: 'INVENTION', company_sid: away }, { as: subEngineer })
  assert.deepEqual(
    there.errors.map((fault) => fault.field),
    ['company_sid'],
  )
  const moved = await call('patent/do/update', { sid: cases.sub, company_sid: head }, { as: subEngineer })
  assert.equal(moved.errors[0]?.field, 'company_sid')
  const down = await call('patent/do/create', { title: '下级', country: 'CN', patent_type: 'INVENTION', company_sid: sub }, { as: engineer })
  assert.equal(down.code, 0)
  await call(`patent/do/delete/${down.data.sid}`, {}, { as: engineer })
})

test('[6.06] [7.02] the chosen company narrows the visible rows, by header or query; an inaccessible one is 403', async () => {
  const chosen = async (as: Person, company: string) =>
    call<{ record: { sid: string }[]; total: number }>('patent/do/search', {}, { as, headers: { 'x-company-sid': company } })
  assert.deepEqual(
    (await chosen(engineer, sub)).data.record.map((row) => row.sid),
    [cases.sub],
  )
  assert.equal((await chosen(admin, away)).data.total, 1)
  assert.equal((await chosen(engineer, head)).data.total, 2)
  for (const as of [engineer, inventor, northAdmin]) assert.equal((await chosen(as, away)).status, 403)
  assert.equal((await call(`patent/${cases.head}?company_sid=${sub}`, undefined, { as: engineer })).status, 404)
  assert.equal((await call(`patent/${cases.sub}?company_sid=${sub}`, undefined, { as: engineer })).status, 200)
})

test('own records stay visible whichever company is chosen', async () => {
  const setting = { config_key: 'list.patent', config: { columns: ['case_no'] } }
  assert.equal((await call('user_define_config/do/create', setting, { as: engineer })).code, 0)
  assert.equal((await call('saved_view/do/create', { entity: 'patent', name: '我的', iql: "country = 'CN'" }, { as: engineer })).code, 0)
  for (const company of [head, sub])
    for (const model of ['user_define_config', 'saved_view']) {
      const { data } = await call<{ total: number }>(`${model}/do/search`, {}, { as: engineer, headers: { 'x-company-sid': company } })
      assert.ok(data.total > 0, `${model} in ${company}`)
    }
})

test('two tenants share nothing: neither tokens nor records, even by exact keys', async () => {
  const theirs = await enrolAt(other, 'system_admin')
  const case_ = await createRow(systemContext(other), modelNamed(other.models, 'patent'), {
    title: '别家',
    country: 'CN',
    patent_type: 'INVENTION',
    owner_sid: theirs.sid,
  })
  assert.equal((await call(`patent/${case_}`, undefined, { as: admin })).status, 404)
  assert.equal((await call(`patent/${cases.head}`, undefined, { as: theirs, host: 'other.test' })).status, 404)
  assert.equal((await call('patent/do/search', {}, { as: theirs })).status, 401)
  assert.equal((await call('patent/do/search', {}, { as: admin, host: 'other.test' })).status, 401)
  assert.equal((await call<{ total: number }>('patent/do/count', {}, { as: theirs, host: 'other.test' })).data.total, 1)
})

test('two roles add up, and each keeps its own row visibility', async () => {
  const role = await make('role', { code: 'own_editor', name: '本人案件编辑' })
  await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count', 'update'], data_scope: 'SELF' })
  const leads = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'dept_leader').executeTakeFirstOrThrow()).sid
  const person = await enrol('dept_leader', { company_sid: sub, department_sid: subLab, role_sids: [leads, role] })
  assert.equal((await call(`patent/${cases.sub}`, undefined, { as: person })).status, 200)
  assert.equal((await call('patent/do/update', { sid: cases.sub, remark: 'x' }, { as: person })).status, 404)
})

test('a scope by query takes IQL, and an invalid one is refused when it is saved', async () => {
  const role = await make('role', { code: 'us_reader', name: '美国案' })
  const grant = (query: string | null, more = {}) =>
    call(
      'role_grant/do/create',
      { role_sid: role, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'CUSTOM', query, ...more },
      { as: admin },
    )
  assert.equal((await grant(null)).errors[0]?.field, 'query')
  assert.equal((await grant("no_field = 'x'")).errors[0]?.field, 'query')
  assert.equal((await grant('country =')).errors[0]?.field, 'query')
  assert.equal((await grant("country = 'US'", { entity: 'no_model' })).errors[0]?.field, 'entity')
  assert.equal((await grant("country = 'US'", { hidden_fields: ['nothing'] })).errors[0]?.field, 'hidden_fields')
  assert.equal((await grant("country = 'US'", { hidden_fields: ['country'] })).code, 0)
  const american = await patent({ title: '美国案', country: 'US', company_sid: away, owner_sid: awayEngineer.sid })
  const reader = await enrol('inventor', { role_sids: [role] })
  const { data } = await call<{ record: { sid: string }[] }>('patent/do/search', { fl: 'title' }, { as: reader })
  assert.deepEqual(
    data.record.map((row) => row.sid),
    [american],
  )
})
