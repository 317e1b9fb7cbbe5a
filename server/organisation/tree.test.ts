import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { personAsked } from '../../tests/harness/entered.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const asked = await personAsked(tenant)
const admin = await enrol('system_admin')

type Company = { sid: string; path: string; path_map: string }
const company = async (company_name: string, parent_sid?: string) =>
  (await call<Company>('company/do/create', { country: 'SG', company_name, ...(parent_sid && { parent_sid }) }, { as: admin })).data
const read = async (model: string, sid: string) => (await call<Company>(`${model}/${sid}`, undefined, { as: admin })).data

const a = await company('甲公司（虚构）')
const b = await company('乙公司（虚构）', a.sid)
const c = await company('丙公司（虚构）', b.sid)
const d = await company('丁公司（虚构）')

test('the path of a company names all its parent companies', () => {
  assert.equal(c.path, `/${a.sid}/${b.sid}/${c.sid}/`)
  assert.equal(c.path_map, '/甲公司（虚构）/乙公司（虚构）/丙公司（虚构）/')
})

test('moving a company moves its subsidiaries in one transaction', async () => {
  await call('company/do/update', { sid: b.sid, parent_sid: d.sid }, { as: admin })
  assert.equal((await read('company', c.sid)).path, `/${d.sid}/${b.sid}/${c.sid}/`)
  assert.equal((await read('company', c.sid)).path_map, '/丁公司（虚构）/乙公司（虚构）/丙公司（虚构）/')
  await call('company/do/update', { sid: b.sid, parent_sid: a.sid }, { as: admin })
  assert.equal((await read('company', c.sid)).path, c.path)
})

test('renaming a company updates the paths of its subsidiaries', async () => {
  await call('company/do/update', { sid: b.sid, company_name: '乙新公司（虚构）' }, { as: admin })
  assert.equal((await read('company', c.sid)).path_map, '/甲公司（虚构）/乙新公司（虚构）/丙公司（虚构）/')
})

test('no company is below itself, even after two concurrent moves', async () => {
  for (const parent_sid of [a.sid, b.sid, c.sid])
    assert.equal((await call('company/do/update', { sid: a.sid, parent_sid }, { as: admin })).errors[0]?.field, 'parent_sid')
  const [x, y] = [await company('戊公司（虚构）'), await company('己公司（虚构）')]
  const moves = await Promise.all([
    call('company/do/update', { sid: x.sid, parent_sid: y.sid }, { as: admin }),
    call('company/do/update', { sid: y.sid, parent_sid: x.sid }, { as: admin }),
  ])
  assert.equal(moves.filter(({ code }) => code === 0).length, 1)
})

test('an administrator of some companies cannot move them out of the group or below an inaccessible company', async () => {
  const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
  const role = await make('role', { code: 'part_admin', name: '子公司管理员', weight: 90 })
  await make('role_grant', { role_sid: role, entity: '*', verbs: ['*'], data_scope: 'COMPANY_SUB' })
  const part = await enrol('inventor', { role_sids: [role], company_sid: b.sid })
  const inner = await company('内公司（虚构）', c.sid)
  const place = (sid: string, parent_sid: string | null) => call('company/do/update', { sid, parent_sid }, { as: part, lang: 'en' })
  for (const [sid, parent] of [[b.sid, null], [b.sid, d.sid], [inner.sid, null], [inner.sid, a.sid]] as const) {
    const { errors, text } = await place(sid, parent)
    assert.deepEqual([errors[0]?.field, errors[0]?.reason], ['parent_sid', 'is outside your companies'], text)
  } // oxfmt-ignore
  assert.equal((await place(inner.sid, b.sid)).code, 0)
  assert.equal((await call('company/do/update', { sid: b.sid, simple_name: '乙' }, { as: part })).code, 0)
})

test('[7.20] a list returns up to 1000 companies, and the tree starts at any company', async () => {
  const list = await call<{ record: Company[]; rows: number }>('company_info/do/list', {}, { as: admin })
  assert.equal(list.data.rows, 1000)
  assert.ok(list.data.record.length >= 7)
  type Tree = { sid: string; children: Tree[] }
  const { data } = await call<Tree>(`company/do/company-structure/${a.sid}`, undefined, { as: admin })
  assert.deepEqual([data.sid, data.children[0]?.sid, data.children[0]?.children[0]?.sid], [a.sid, b.sid, c.sid])
  assert.equal(
    (await call(`company/do/company-structure/${a.sid.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`, undefined, { as: admin })).status,
    404,
  )
})

test('a department belongs to its company, and cannot be closed while it has employees', async () => {
  const department = (values: Record<string, unknown>) => call<Company>('department/do/create', values, { as: admin })
  const lab = await department({ name: '研发', company_sid: a.sid })
  const team = await department({ name: '一组', company_sid: a.sid, parent_sid: lab.data.sid })
  assert.equal(team.data.path, `/${lab.data.sid}/${team.data.sid}/`)
  assert.equal((await department({ name: '二组', company_sid: d.sid, parent_sid: lab.data.sid })).errors[0]?.field, 'parent_sid')
  const person = await call('user_info/do/create', asked({ name: '庚（虚构）', company_sid: a.sid, department_sid: team.data.sid }), { as: admin })
  const close = () => call('department/do/update', { sid: team.data.sid, status: '0' }, { as: admin })
  assert.equal((await close()).errors[0]?.field, 'status')
  await call('user_info/do/update', { sid: person.data.sid, person_status: 'RESIGNED' }, { as: admin })
  assert.equal((await close()).code, 0)
})

test('a second company without a parent requires a confirmation, because a tenant has one head office', async () => {
  const create = (values: object) =>
    call(
      'company/do/create',
      { country: 'SG', company_name: '庚公司（虚构）', ...values },
      { as: admin, lang: 'en', headers: { 'x-event-source': 'web' } },
    )
  const asked = await create({})
  assert.deepEqual([asked.status, asked.code], [412, 500012])
  assert.match(asked.text, /the head office, which is already/)
  assert.equal((await create({ parent_sid: a.sid })).code, 0)
  const top = await create({ company_name: '辛公司（虚构）', confirm: ['second_head_office'] })
  assert.equal(top.code, 0)
})

test('a move states first what moves along and how many people see more or less afterwards, and waits to be confirmed', async () => {
  const [old, next] = [await company('旧上级（虚构）'), await company('新上级（虚构）')]
  const moved = await company('被移动的公司（虚构）', old.sid)
  await company('随之移动的公司（虚构）', moved.sid)
  await enrol('inventor', { company_sid: moved.sid })
  await enrol('ip_engineer', { company_sid: next.sid })
  await enrol('inventor', { company_sid: next.sid })
  const losing = [await enrol('ip_engineer', { company_sid: old.sid }), await enrol('ip_manager', { company_sid: old.sid })]
  const asked = await call('company/do/update', { sid: moved.sid, parent_sid: next.sid, confirm: [] }, { as: admin, lang: 'en' })
  assert.match(asked.text, /what is below it \(1\) and its people \(1\); .* 1 more will see its records and 2 no longer/, `${losing.length}`)
  assert.equal((await read('company', moved.sid)).path, `/${old.sid}/${moved.sid}/`)
  const done = await call('company/do/update', { sid: moved.sid, parent_sid: next.sid, confirm: ['moved_sight'] }, { as: admin })
  assert.equal(done.code, 0, done.message)
  const renamed = await call('company/do/update', { sid: moved.sid, simple_name: '移', confirm: [] }, { as: admin })
  assert.equal(renamed.code, 0, 'nothing moves')
})

test('the move of a department counts its people and the leaders who see what is below theirs', async () => {
  const department = async (name: string, parent_sid?: string) =>
    String((await call('department/do/create', { name, company_sid: d.sid, ...(parent_sid && { parent_sid }) }, { as: admin })).data.sid)
  const [plant, research] = [await department('工厂（虚构）'), await department('研究院（虚构）')]
  const lab = await department('实验室（虚构）', plant)
  await enrol('dept_leader', { company_sid: d.sid, department_sid: research })
  await enrol('inventor', { company_sid: d.sid, department_sid: lab })
  const asked = await call('department/do/update', { sid: lab, parent_sid: research, confirm: [] }, { as: admin })
  assert.match(asked.text, /下级部门 0 个、在职人员 1 人一并移动；.*1 人将新看到其数据，0 人将不再看到/)
})
