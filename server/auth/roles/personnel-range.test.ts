import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const admin = await enrol('system_admin')
const plant = await make('department', { name: '工厂（虚构）', company_sid: admin.company })
const lab = await make('department', { name: '实验室（虚构）', company_sid: admin.company, parent_sid: plant })
const named = await enrol('inventor', { name: '被指名者' })
const worker = await enrol('inventor', { name: '实验员', department_sid: lab })
const partTime = await enrol('inventor', { name: '兼职者', part_time_department_sids: [lab] })
const outsider = await enrol('inventor', { name: '范围外' })

const SEE = ['get', 'search', 'count']
const role = await make('role', { code: 'ranged', name: '人员范围角色', weight: 5, range_people_sids: [named.sid], range_department_sids: [plant] })
for (const entity of ['patent', 'deadline', 'user_info'])
  await make('role_grant', {
    role_sid: role,
    entity,
    verbs: [...SEE, 'update'],
    data_scope: 'PEOPLE',
    change_scope: entity === 'patent' ? 'SELF' : null,
  })
const reader = await enrol('inventor', { name: '读者', role_sids: [role] })
const patent = (title: string, more: Record<string, unknown>) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', company_sid: admin.company, owner_sid: admin.sid, ...more })
const CASES = {
  named: await patent('指名者的', { owner_sid: named.sid }),
  helped: await patent('指名者协办的', { co_owner_sids: [named.sid] }),
  worker: await patent('实验员的', { owner_sid: worker.sid }),
  partTime: await patent('兼职者的', { owner_sid: partTime.sid }),
  outsider: await patent('范围外的', { owner_sid: outsider.sid, department_sid: lab }),
}
const seen = async (as: Person) => {
  const { data, text } = await call<{ record: { sid: string }[] }>('patent/do/search', { fl: ['sid'], rows: 50 }, { as })
  assert.ok(data, text)
  return Object.entries(CASES).flatMap(([name, sid]) => (data.record.some((one) => one.sid === sid) ? [name] : []))
}

test('[6.03] a personnel range shows the records of the people it names and of those who work in its departments', async () => {
  assert.deepEqual(await seen(reader), ['named', 'helped', 'worker', 'partTime'])
  const deadlines = await Promise.all(
    [CASES.worker, CASES.outsider].map((case_sid) => make('deadline', { case_sid, name: '期限', official_due: '2031-03-04' })),
  )
  const status = await Promise.all(deadlines.map(async (sid) => (await call(`deadline/${sid}`, undefined, { as: reader })).status))
  assert.deepEqual(status, [200, 404])
  const assigned = await make('deadline', { case_sid: CASES.outsider, name: '指派', official_due: '2031-03-04', owner_sid: named.sid })
  assert.equal((await call(`deadline/${assigned}`, undefined, { as: reader })).status, 200)
})

test('within the range only what the narrower scope gives is changed, and the people themselves are in it', async () => {
  const change = (sid: string) => call('patent/do/update', { sid, title_en: 'changed' }, { as: reader })
  assert.equal((await change(CASES.named)).status, 404)
  assert.equal((await call('user_info/do/update', { sid: named.sid, job_title: '工程师' }, { as: reader })).code, 0)
  assert.notEqual((await call('user_info/do/update', { sid: outsider.sid, job_title: '工程师' }, { as: reader })).code, 0)
})

test('who joins a department of the range, or leaves it, and a changed range count with the next call', async () => {
  assert.equal((await call('user_info/do/update', { sid: worker.sid, department_sid: outsider.department }, { as: admin })).code, 0)
  assert.deepEqual(await seen(reader), ['named', 'helped', 'partTime'])
  const joiner = await call<{ sid: string }>('user_info/do/create', { name: '新来者', department_sid: lab, company_sid: admin.company, email: 'joiner@example.test', role_sids: [role] }, { as: admin }) // oxfmt-ignore
  assert.equal(joiner.code, 0, joiner.text)
  await patent('新来者的', { owner_sid: joiner.data.sid })
  const { data } = await call<{ total: number }>('patent/do/count', {}, { as: reader })
  assert.equal(data.total, 4)
  assert.equal((await call('role/do/update', { sid: role, range_people_sids: [outsider.sid], range_department_sids: [] }, { as: admin })).code, 0)
  assert.deepEqual(await seen(reader), ['outsider'])
})

test('the explanation names the people of the range, in both languages', async () => {
  for (const [lang, words] of [
    ['zh', /人员范围：范围外/],
    ['en', /Personnel range of the role: 范围外/],
  ] as const) {
    const { text } = await call(
      'user_info/do/explain_access',
      { user_sid: reader.sid, entity: 'patent', record_sid: CASES.outsider },
      { as: admin, lang },
    )
    assert.match(text, words)
  }
})

test('nobody widens a range beyond what they hold, nor grants by a range what they do not see', async () => {
  const keeping = await make('role', { code: 'keeper', name: '角色管理员', weight: 50 })
  await make('role_grant', { role_sid: keeping, entity: 'role', verbs: ['*'], data_scope: 'ALL' })
  await make('role_grant', { role_sid: keeping, entity: 'role_grant', verbs: [...SEE, 'create', 'update'], data_scope: 'COMPANY' })
  for (const entity of ['patent', 'deadline', 'user_info'])
    await make('role_grant', { role_sid: keeping, entity, verbs: [...SEE, 'update'], data_scope: 'COMPANY_SUB' })
  const keeper = await enrol('inventor', { role_sids: [keeping] })
  const widened = await call('role/do/update', { sid: role, range_people_sids: [outsider.sid, named.sid] }, { as: keeper, lang: 'en' })
  assert.deepEqual([widened.status, widened.errors[0]?.field], [400, 'range_people_sids'], widened.text)
  assert.equal((await call('role/do/update', { sid: role, description: '说明' }, { as: keeper })).code, 0)
  const other = await make('role', { code: 'ranged_too', name: '另一角色', weight: 5 })
  const grant = (data_scope: string) =>
    call('role_grant/do/create', { role_sid: other, entity: 'patent', verbs: SEE, data_scope }, { as: keeper, lang: 'en' })
  const refused = await grant('PEOPLE')
  assert.deepEqual([refused.status, refused.errors[0]?.field], [400, 'data_scope'], refused.text)
  assert.equal((await grant('COMPANY_SUB')).code, 0)
})
