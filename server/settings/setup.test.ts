import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SetupStep, UNNAMED_COMPANY } from '../../model/settings/configuration/setup-routes.ts'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const steps = async (as = admin) => (await call<{ steps: SetupStep[] }>('/innoe-webapi/setting/setup', undefined, { as })).data.steps
const done = async () => (await steps()).filter((step) => step.done).map(({ code }) => code)
const change = async (path: string, body: Record<string, unknown>) => {
  const { status, text } = await call(path, body, { as: admin })
  assert.equal(status, 200, text)
}

test('the set-up of a new tenant says what is done from the data itself, to administrators alone, and is gone once all that is required is done', async () => {
  const companies = await tenant.db.selectFrom('company').select(['sid', 'company_name']).execute()
  for (const { sid } of companies) await tenant.db.updateTable('company').set({ company_name: UNNAMED_COMPANY }).where('sid', '=', sid).execute()
  await tenant.db
    .deleteFrom('department')
    .where('sid', '!=', admin.department ?? '')
    .execute()
  const before = await done()
  assert.ok(!before.includes('company') && !before.includes('departments') && !before.includes('cases') && !before.includes('numbering'), `${before}`)
  await change('company/do/update', { sid: admin.company, company_name: '虚构集团（虚构）' })
  const pack = await make('configuration_pack', {})
  const packed = (times: { applied_at?: string; rolled_back_at?: string }) =>
    tenant.db.updateTable('configuration_pack').set(times).where('sid', '=', pack).execute()
  assert.ok(!(await done()).includes('pack'))
  await packed({ applied_at: '2026-11-02T01:00:00Z' })
  assert.ok((await done()).includes('pack'))
  await packed({ rolled_back_at: '2026-11-02T02:00:00Z' })
  assert.ok(!(await done()).includes('pack'))
  await make('department', { name: '研发部（虚构）', company_sid: admin.company })
  await make('agency', { agency_name: '甲代理（虚构）' })
  await change('patent/do/set_case_no_rule', { right: 'patent', pattern: '{YYYY}-{SEQ:4}', reset: 'year' })
  await change('/innoe-webapi/setting/sign_in/do/update', { password_days: 90 })
  await enrol('inventor')
  assert.deepEqual((await done()).toSorted(), ['agencies', 'company', 'departments', 'numbering', 'people', 'sign_in'])
  assert.deepEqual(await steps(await enrol('ip_manager')), [])
  const of_one = await make('role', { code: 'sub_admin', name: '子公司管理员（虚构）', weight: 90 })
  await make('role_grant', { role_sid: of_one, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: admin.company })
  assert.deepEqual(await steps(await enrol('inventor', { role_sids: [of_one] })), [])
  await change('patent/do/create', { title: '第一件（虚构）', country: 'CN', patent_type: 'INVENTION', owner_sid: admin.sid })
  assert.deepEqual(await steps(), [])
})
