import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { createRow } from '../records/write/create.ts'
import { startJobs } from '../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const manager = await enrol('ip_manager')
const granted = async (code: string, grant: Record<string, unknown>) => {
  const role = await make('role', { code, name: code, weight: 5, platform: '1' })
  await make('role_grant', { role_sid: role, entity: 'patent', ...grant })
  return role
}

test('an export holds the records and fields of the roles that may export, not those that another role only shows', async () => {
  const reads = await granted('reads_all', { verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  // Its grant on patents replaces this one.
  await make('role_grant', { role_sid: reads, entity: '*', verbs: ['get', 'search', 'count', 'export'], data_scope: 'ALL' })
  const exports = await granted('exports_own', { verbs: ['export'], data_scope: 'SELF', hidden_fields: ['remark'] })
  const both = await enrol('inventor', { role_sids: [reads, exports] })
  for (const [title, owner] of [
    ['虚构甲', manager],
    ['虚构乙', both],
  ] as const)
    // oxfmt-ignore
    await make('patent', { title, country: 'CN', patent_type: 'INVENTION', remark: '虚构备注', owner_sid: owner.sid, company_sid: manager.company })
  assert.equal((await call<{ total: number }>('patent/do/count', {}, { as: both })).data.total, 2)
  const { data, text } = await call<{ job_sid: string }>('patent/do/export', { fl: ['title'], format: 'csv' }, { as: both })
  assert.ok(data?.job_sid, text)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.state, Number(job.total)], ['DONE', 1], String(job.message))
  const { body } = await app.inject({ url: String(job.result_url), headers: { authorization: `Bearer ${both.token}` } })
  assert.match(body, /虚构乙/)
  assert.doesNotMatch(body, /虚构甲/)
  assert.notEqual((await call('patent/do/export', { fl: ['title', 'remark'] }, { as: both })).code, 0)
})
