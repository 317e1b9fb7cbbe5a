import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Unit } from '../../model/organisation/company-actions.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const admin = await enrol('system_admin')
const leader = await enrol('dept_leader', { name: '林组长（虚构）' })
const sub = await make('company', {
  company_name: '子公司（虚构）',
  company_name_en: 'Fictional Subsidiary',
  simple_name: '子公司（虚构）',
  parent_sid: admin.company,
})
const closed = await make('company', { company_name: '已停用（虚构）', parent_sid: sub, status: '0' })
const top = await make('department', { name: '研发部（虚构）', name_en: 'R&D', company_sid: sub, leader_sid: leader.sid })
const lab = await make('department', { name: '一室（虚构）', company_sid: sub, parent_sid: top })
for (const person_status of ['EMPLOYED', 'EMPLOYED', 'RESIGNED'])
  await make('user_info', { name: '员工（虚构）', company_sid: sub, department_sid: lab, person_status })
await make('user_info', { name: '无部门（虚构）', company_sid: sub })
const firm = await make('agency', { agency_name: '甲代理（虚构）' })
await make('user_info', { name: '代理师（虚构）', company_sid: sub, person_type: 'AGENCY', agency_sid: firm })
const chartFor = async (as: Person, lang: 'zh' | 'en' = 'zh') =>
  (await call<{ units: Unit[]; capped: boolean }>('company/do/chart', undefined, { as, lang })).data
const find = (units: readonly Unit[], sid: string) => units.find((one) => one.sid === sid)

test('the chart has companies and departments with their parents, leaders and employed people, without those of agencies', async () => {
  const { units, capped } = await chartFor(admin)
  assert.equal(capped, false)
  assert.deepEqual(find(units, sub), { sid: sub, kind: 'company', name: '子公司（虚构）', parent: admin.company, company: sub, leader: '', is_off: false, people: 1 }) // oxfmt-ignore
  assert.deepEqual(find(units, top), { sid: top, kind: 'department', name: '研发部（虚构）', parent: sub, company: sub, leader: '林组长（虚构）', is_off: false, people: 0 }) // oxfmt-ignore
  assert.deepEqual([find(units, lab)?.parent, find(units, lab)?.people], [top, 2])
  assert.equal(find(units, closed)?.is_off, true)
  const english = (await chartFor(admin, 'en')).units
  assert.deepEqual([find(english, top)?.name, find(english, sub)?.name], ['R&D', 'Fictional Subsidiary'])
})

test('whoever sees some companies sees only their part, and whoever may not count people gets no numbers', async () => {
  const role = await make('role', { code: 'part_reader', name: '子公司读者', weight: 5 })
  for (const entity of ['company', 'department'])
    await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count'], data_scope: 'COMPANY_SUB' })
  const part = await enrol('inventor', { role_sids: [role], company_sid: sub })
  const { units } = await chartFor(part)
  assert.deepEqual(units.map(({ sid }) => sid).sort(), [sub, closed, top, lab].sort())
  assert.ok(units.every(({ people }) => people === null))
  const none = await make('role', { code: 'reads_nothing', name: '无', weight: 5 })
  assert.equal((await call('company/do/chart', undefined, { as: await enrol('inventor', { role_sids: [none] }) })).status, 403)
})
