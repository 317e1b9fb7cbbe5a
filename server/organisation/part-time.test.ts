import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const admin = await enrol('system_admin')
const sub = await make('company', { company_name: '子公司（虚构）', parent_sid: admin.company })
const beside = await make('company', { company_name: '旁系公司（虚构）', parent_sid: admin.company })
const [lab, works] = [await make('department', { name: '研发部（虚构）' }), await make('department', { name: '工艺部（虚构）' })]
const team = await make('department', { name: '工艺一组（虚构）', parent_sid: works })
const patent = (department_sid: string) =>
  make('patent', { title: '兼职案件', country: 'CN', patent_type: 'INVENTION', owner_sid: admin.sid, department_sid, company_sid: admin.company })
const cases = { lab: await patent(lab), works: await patent(works), team: await patent(team) }

const seen = async (as: Person) => {
  const { data } = await call<{ record: { sid: string }[] }>('patent/do/search', { fl: ['sid'], iql: "title = '兼职案件'" }, { as })
  const found = new Set(data.record.map(({ sid }) => sid))
  return Object.entries(cases).flatMap(([name, sid]) => (found.has(sid) ? [name] : []))
}
const role = async (scope: string) => {
  const sid = await make('role', { code: `of_${scope.toLowerCase()}`, name: scope, weight: 20 })
  await make('role_grant', { role_sid: sid, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: scope })
  return sid
}
const [own, below] = [await role('DEPT'), await role('DEPT_SUB')]

test('[6.03] the own department is the main one and those of part-time work, as soon as these change', async () => {
  const person = await enrol('inventor', { department_sid: lab, role_sids: [own] })
  assert.deepEqual(await seen(person), ['lab'])
  const put = (part_time_department_sids: string[]) => call('user_info/do/update', { sid: person.sid, part_time_department_sids }, { as: admin })
  assert.equal((await put([works])).code, 0)
  assert.deepEqual(await seen(person), ['lab', 'works'])
  assert.equal((await put([])).code, 0)
  assert.deepEqual(await seen(person), ['lab'])
})

test('[6.03] “and below” holds for part-time departments too, and the explainer names them', async () => {
  const person = await enrol('inventor', { department_sid: lab, part_time_department_sids: [works], role_sids: [below] })
  assert.deepEqual(await seen(person), ['lab', 'works', 'team'])
  const asked = { user_sid: person.sid, entity: 'patent', record_sid: cases.team }
  const { data } = await call<{ grants: { scope: string }[] }>('user_info/do/explain_access', asked, { as: admin })
  assert.match(data.grants[0]?.scope ?? '', /工艺部（虚构）/)
})

test('[6.03] a leader of a department lists those who work there part-time', async () => {
  const leading = await make('role', { code: 'lists_people', name: '部门人员', weight: 20 })
  await make('role_grant', { role_sid: leading, entity: 'user_info', verbs: ['get', 'search', 'count'], data_scope: 'DEPT' })
  const leader = await enrol('inventor', { department_sid: works, role_sids: [leading] })
  const helper = await enrol('inventor', { department_sid: lab, part_time_department_sids: [works], role_sids: [] })
  const stranger = await enrol('inventor', { department_sid: lab, role_sids: [] })
  const { data } = await call<{ record: { sid: string }[] }>('user_info/do/search', { fl: ['sid'], rows: 100 }, { as: leader })
  const people = data.record.map(({ sid }) => sid)
  assert.deepEqual([people.includes(helper.sid), people.includes(stranger.sid)], [true, false])
})

test('[6.03] the administrator of a company adds no department of another company, and no agency adds any', async () => {
  const sees = await make('role', { code: 'sub_admin_2', name: '子公司管理员', weight: 90 })
  await make('role_grant', { role_sid: sees, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
  const [ours, theirs] = [
    await make('department', { name: '我方部（虚构）', company_sid: sub }),
    await make('department', { name: '对方部（虚构）', company_sid: beside }),
  ]
  const keeper = await enrol('inventor', { company_sid: sub, department_sid: ours, role_sids: [sees] })
  const person = await enrol('inventor', { company_sid: sub, department_sid: ours, role_sids: [] })
  const put = (department: string) => call('user_info/do/update', { sid: person.sid, part_time_department_sids: [department] }, { as: keeper })
  const refused = await put(theirs)
  assert.deepEqual([refused.status, refused.errors[0]?.field], [400, 'part_time_department_sids'])
  assert.equal((await put(ours)).code, 0)
})
