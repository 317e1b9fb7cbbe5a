import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0022-receipts-and-internal-reasons.ts'

const { call, enrol, server, tenant } = await testServer()
const manager = await enrol('ip_manager')
const { make, done, patent } = casesOf(call, manager, 'en')
// A migration names tables and columns as they were, so its handle knows no declarations.
const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]

test('the reason for which a payment was withdrawn leaves the field that agencies read; why a bill was returned stays', async () => {
  const bill = (invoice_no: string) =>
    make('invoice', { invoice_no, seller_name: '虚构翻译社', bill_date: '2026-01-05', lines: [{ service: 'X', amount: '10' }] })
  const [withdrawn, returned] = [await bill('R-1'), await bill('R-2')]
  for (const [{ sid }, status] of [
    [withdrawn, 'PAY_REQUESTED'],
    [returned, 'RETURNED'],
  ] as const)
    // oxfmt-ignore
    await sql`update invoice set status = ${status}, reason = 'why' where sid = ${sid}::uuid`.execute(db)
  await sql`update role_grant set hidden_fields = array_remove(hidden_fields, 'internal_reason') where entity = 'invoice'`.execute(db)
  await up(db)
  await up(db)
  const rows = await tenant.db.selectFrom('invoice').select(['reason', 'internal_reason']).orderBy('invoice_no').execute()
  assert.deepEqual(rows, [{ reason: null, internal_reason: 'why' }, { reason: 'why', internal_reason: null }]) // oxfmt-ignore
  const grants = await tenant.db.selectFrom('role_grant as g').innerJoin('role as r', 'r.sid', 'g.role_sid').select(['r.platform', 'g.hidden_fields']).where('g.entity', '=', 'invoice').execute() // oxfmt-ignore
  for (const { platform, hidden_fields } of grants)
    assert.equal((hidden_fields ?? []).filter((code) => code === 'internal_reason').length, platform === '2' ? 1 : 0)
})

test('the history of a bill tells the reason of a withdrawal under the field that agencies do not read, and that of a return as before', async () => {
  const { sid } = await make('invoice', { invoice_no: 'R-4', seller_name: '虚构翻译社', bill_date: '2026-01-05', lines: [{ service: 'X', amount: '10' }] }) // oxfmt-ignore
  const line = (old: string, now: string) => [{ field: 'status', old, new: now }, { field: 'reason', old: null, new: 'why' }] // oxfmt-ignore
  for (const changes of [line('PAY_REQUESTED', 'AUDITED'), line('UNPROCESSED', 'RETURNED')])
    await sql`insert into change_log (sid, entity, record_sid, action, changes, created_at)
      values (gen_random_uuid(), 'invoice', ${sid}, 'TRANSITION', ${JSON.stringify(changes)}::jsonb, now())`.execute(db)
  await up(db)
  await up(db)
  const kept = await tenant.db.selectFrom('change_log').select('changes').where('record_sid', '=', sid).where('action', '=', 'TRANSITION').execute() // oxfmt-ignore
  const told = kept.map(({ changes }) => (changes as { field: string; old: string }[]).map(({ field }) => field).join())
  assert.deepEqual(told.toSorted(), ['status,internal_reason', 'status,reason'])
})

test('a role that did not show the payments of royalties does not show their receipts', async () => {
  await sql`update role_grant set hidden_fields = '{royalties}', read_only_fields = '{}' where entity = 'licence'`.execute(db)
  await up(db)
  await up(db)
  const grants = await tenant.db.selectFrom('role_grant').select('hidden_fields').where('entity', '=', 'licence').execute()
  assert.ok(grants.length > 0)
  for (const { hidden_fields } of grants) assert.deepEqual(hidden_fields, ['royalties', 'receipts', 'royalty_balance'])
})

test('a fee that we pay ourselves leaves a bill that is not approved', async () => {
  const { sid: case_sid } = await patent()
  const fees = ['SELF', 'AGENCY'].map((pay_by) =>
    make('fee', { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', due_date: '2031-01-01', amount: '1', pay_by }),
  )
  const sids = (await Promise.all(fees)).map(({ sid }) => sid)
  const bill = await make('invoice', {
    invoice_no: 'R-3',
    seller_name: '虚构翻译社',
    bill_date: '2026-01-05',
    lines: [{ service: 'X', amount: '10' }],
  })
  await tenant.db.updateTable('fee').set({ invoice_sid: bill.sid }).where('sid', 'in', sids).execute()
  await up(db)
  const held = await tenant.db.selectFrom('fee').select(['pay_by', 'invoice_sid']).where('sid', 'in', sids).orderBy('pay_by').execute()
  assert.deepEqual(held, [{ pay_by: 'AGENCY', invoice_sid: bill.sid }, { pay_by: 'SELF', invoice_sid: null }]) // oxfmt-ignore
})

test('what was received of a payment of royalties becomes its receipt, and its state is as each write works it out', async () => {
  const admin = await enrol('system_admin')
  const us = await make('applicant', { name: '虚构许可方', country: 'CN' })
  const made = await call<{ sid: string }>('licence/do/create', { title: '虚构许可', licensors: [{ applicant_sid: us.sid }] }, { as: admin })
  const { sid } = made.data
  const row = (due_date: string, more: object) => ({
    due_date,
    amount: '100.00',
    currency: 'CNY',
    note: null,
    received_date: null,
    received_amount: null,
    ...more,
  })
  const old = [row('2026-01-01', { received_date: '2026-01-03', received_amount: '60.00' }), row('2026-02-01', { received_date: '2026-02-03' }), row('2026-03-01', {})] // oxfmt-ignore
  await sql`update licence set royalties = ${JSON.stringify(old)}::jsonb where sid = ${sid}::uuid`.execute(db)
  await up(db)
  const kept = () =>
    tenant.db.selectFrom('licence').select(['royalties', 'receipts', 'royalty_balance']).where('sid', '=', sid).executeTakeFirstOrThrow()
  const before = await kept()
  assert.deepEqual(before.royalties?.map((one) => Object.keys(one).toSorted().join()), Array.from(old, () => 'amount,currency,due_date,note')) // oxfmt-ignore
  assert.deepEqual(before.receipts?.map(({ received_date, amount, due_date }) => [received_date, amount, due_date]), [['2026-01-03', '60.00', '2026-01-01'], ['2026-02-03', '100.00', '2026-02-01']]) // oxfmt-ignore
  await up(db)
  assert.deepEqual((await kept()).royalties, before.royalties)
  await done('licence/do/update', { sid, royalties: before.royalties?.map((one) => ({ ...one, note: 'touched' })) }, admin)
  await done('licence/do/update', { sid, royalties: before.royalties }, admin)
  assert.deepEqual(await kept(), before)
})
