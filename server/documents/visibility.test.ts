import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { DOCUMENT_CLASSES } from '../../model/documents/visibility.ts'
import { ROLES } from '../../seed/roles.ts'
import { createRow } from '../records/write/create.ts'
import { systemContext } from '../records/context.ts'

const { tenant, call, enrol } = await testServer()
const ctx = systemContext(tenant)
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const case_sid = await createRow(ctx, modelOf(tenant, 'patent'), {
  title: '甲', patent_type: 'INVENTION', country: 'CN', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
}) // oxfmt-ignore
for (const visibility of Object.keys(DOCUMENT_CLASSES))
  await createRow(ctx, modelOf(tenant, 'document'), { case_sid, file_name: `${visibility}.pdf`, visibility })

type Found = { record: { visibility: string; case_sid: { sid: string } | null }[] }
const seenBy = async (as: typeof admin) => {
  const { data } = await call<Found>(
    'document/do/search',
    { fl: ['visibility'], iql: `case_sid = '${case_sid}' ORDER BY visibility ASC`, rows: 100 },
    { as },
  )
  return data.record.map(({ visibility }) => visibility)
}

for (const code of ['system_admin', 'ip_manager', 'ip_engineer', 'dept_leader'] as const)
  test(`[2.31] ${code} sees the classes of documents that the role names`, async () => {
    assert.deepEqual(await seenBy(await enrol(code)), ROLES.find((role) => role.code === code)?.document_classes)
  })

test('a role made by a tenant sees the ordinary classes, then those that it is given', async () => {
  const { data: role } = await call<{ sid: string }>('role/do/create', { code: 'archivist', name: '档案员' }, { as: admin })
  const grant = { role_sid: role.sid, verbs: ['get', 'search', 'count'], data_scope: 'ALL' }
  for (const entity of ['patent', 'document']) assert.equal((await call('role_grant/do/create', { ...grant, entity }, { as: admin })).code, 0)
  const archivist = await enrol('inventor', { role_sids: [role.sid] })
  assert.deepEqual(await seenBy(archivist), ['V2', 'V3'])
  assert.equal((await call('role/do/update', { sid: role.sid, document_classes: ['V5', 'V7'] }, { as: admin })).code, 0)
  assert.deepEqual(await seenBy(archivist), ['V5', 'V7'])
  const { data: copy } = await call<{ document_classes: string[] }>('role/do/copy', { sid: role.sid }, { as: admin })
  assert.deepEqual(copy.document_classes, ['V5', 'V7'])
})
