import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../tests/harness/engine.ts'
import { testServer } from '../../tests/harness/server.ts'
import { DOCUMENT_CLASSES } from '../../model/documents/visibility.ts'
import { ROLES } from '../../seed/roles/roles.ts'
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

test('[5.24] an archive named by receipts keeps the names of receipts without a fee, and of all where the person sees no fees', async () => {
  const of = await createRow(ctx, modelOf(tenant, 'patent'), {
    case_no: 'Z-1', title: '乙', patent_type: 'INVENTION', country: 'CN', owner_sid: manager.sid, company_sid: manager.company, department_sid: manager.department,
  }) // oxfmt-ignore
  const fee_sid = await createRow(ctx, modelOf(tenant, 'fee'), {
    fee_no: 'F-1',
    name: '第6年年费',
    case_sid: of,
    amount: '900',
    due_date: '2026-05-01',
  })
  const receipt = (row: object) => createRow(ctx, modelOf(tenant, 'document'), { case_sid: of, visibility: 'V3', direction: 'IN', voucher: 'RECEIPT', ...row }) // oxfmt-ignore
  const sids = [await receipt({ file_name: 'kept.pdf' }), await receipt({ file_name: 'paid.pdf', fee_sid })].join(',')
  await tenant.db.updateTable('document').set({ ext: 'pdf' }).where('case_sid', '=', of).execute()
  const { data: role } = await call<{ sid: string }>('role/do/create', { code: 'reader', name: '阅览' }, { as: admin })
  const grant = { role_sid: role.sid, verbs: ['get', 'search', 'count'], data_scope: 'ALL' }
  for (const entity of ['patent', 'document']) await call('role_grant/do/create', { ...grant, entity }, { as: admin })
  const named = async (as: typeof admin) => (await call<{ record: { path: string }[] }>('document/do/archive_names', { sids, named: 'RECEIPT' }, { as })).data.record.map(({ path }) => path.split('/').at(-1)) // oxfmt-ignore
  assert.deepEqual(await named(manager), ['kept.pdf', 'Z-1_第6年年费_收据.pdf'])
  assert.deepEqual(await named(await enrol('inventor', { role_sids: [role.sid] })), ['kept.pdf', 'paid.pdf'])
})
