// The other case of a finding is a link: its number and title are shown to those alone who may see it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { call, enrol, tenant } = await testServer()
const as = await enrol('ip_manager')
const { make, done, patent, listed } = casesOf(call, as, 'en')

test('a finding about two cases that disagree names the other one to a person who sees it, and to nobody else', async () => {
  const admin = await enrol('system_admin')
  const other = (await done('department/do/create', { name: 'Drives', code: 'DRV', company_sid: as.company }, admin)).sid
  const leader = await enrol('dept_leader', { department_sid: other })
  const { sid: role_sid } = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'dept_leader').executeTakeFirstOrThrow()
  await createRow(systemContext(tenant), modelOf(tenant, 'role_grant'), { role_sid, entity: 'finding', verbs: ['get', 'search', 'count'], data_scope: 'ALL' }) // oxfmt-ignore
  const wo = await patent({ title: 'Hidden gear', country: 'WO', route: 'PCT_INTL', filing_date: '2025-06-10', status: 'INTL_FILED', designated: ['CN'] }) // oxfmt-ignore
  const cn = await patent({ title: 'Seen gear', route: 'PCT_NATIONAL', status: 'FILED', filing_date: '2025-06-20', department_sid: other })
  await make('related_case', { earlier_sid: wo.sid, later_sid: cn.sid, relation_type: 'PCT' })
  const fl = 'words,words_en,about_sids'
  const [own] = await listed('finding', cn.sid, fl, " AND code = 'FAMILY_DISAGREES'")
  assert.deepEqual(own?.about_sids, [{ sid: wo.sid, name: `${String(wo.case_no)} Hidden gear` }])
  const seen = await done<{ record: Record<string, unknown>[] }>('finding/do/search', { iql: `case_sid = '${cn.sid}' AND code = 'FAMILY_DISAGREES'`, fl }, leader) // oxfmt-ignore
  assert.equal(seen.record.length, 1, 'the leader sees the finding of the own department')
  for (const text of [JSON.stringify(seen.record), await explained(cn.sid)]) assert.ok(!text.includes(String(wo.case_no)) && !text.includes('Hidden gear'), text) // oxfmt-ignore
})

async function explained(case_sid: string) {
  const rows = await tenant.db.selectFrom('deadline').select('explanation').where('case_sid', '=', case_sid).execute()
  assert.ok(rows.length > 0)
  return JSON.stringify(rows)
}
