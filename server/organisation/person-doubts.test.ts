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
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const away = await make('company', { company_name: '虚构外公司' })
const awayLab = await make('department', { name: '虚构外研发部', company_sid: away })
const ID = { id_type: 'ID_CARD', id_no: '11010519491231002X' }

const warned = async (values: Record<string, unknown>, lang: 'zh' | 'en' = 'zh') => {
  const { data, text } = await call<{ warnings?: string[] }>('user_info/do/create', asked(values), { as: admin, lang })
  assert.ok(data, text)
  return (data.warnings ?? []).join()
}

test('a person in a department of another company, or with the ID number or address of somebody else, is kept with a warning', async () => {
  assert.equal(await warned({ name: '虚构首人', email: 'first@reader.test', company_sid: admin.company, ...ID }), '')
  assert.match(await warned({ name: '虚构次人', company_sid: admin.company, department_sid: awayLab }), /部门属于另一公司“虚构外公司”/)
  assert.match(await warned({ name: '虚构三人', id_type: ID.id_type, id_no: '1101 0519 4912 3100 2x' }), /证件号码与“虚构首人”的相同/)
  assert.match(await warned({ name: 'Fourth', email: 'FIRST@reader.test' }, 'en'), /The E-mail is that of “虚构首人”, too/)
  assert.equal(await warned({ name: '虚构五人', company_sid: away, department_sid: awayLab, email: 'fifth@reader.test' }), '')
})

test('in the browser, the department of another company and the ID number of somebody else are confirmed first; a shared address is not', async () => {
  const asking = (values: Record<string, unknown>) => call('user_info/do/create', asked({ ...values, confirm: [] }), { as: admin, lang: 'zh' })
  assert.equal((await asking({ name: '虚构六人', company_sid: admin.company, department_sid: awayLab })).code === 0, false)
  assert.equal((await asking({ name: '虚构七人', ...ID })).code === 0, false)
  assert.equal((await asking({ name: '虚构八人', email: 'first@reader.test' })).code, 0)
})

test('whoever sees ID numbers masked learns nothing about them by a warning', async () => {
  const role = await make('role', { code: 'masked_hr', name: '虚构人事', platform: '1', mask_id_no: true })
  await make('role_grant', { role_sid: role, entity: 'user_info', verbs: ['get', 'search', 'count', 'create'], data_scope: 'ALL' })
  const hr = await enrol('inventor', { role_sids: [role] })
  const { data, text } = await call<{ warnings?: string[] }>('user_info/do/create', asked({ name: '虚构九人', company_sid: admin.company, ...ID }), {
    as: hr,
  })
  assert.deepEqual(data?.warnings ?? [], [], text)
})
