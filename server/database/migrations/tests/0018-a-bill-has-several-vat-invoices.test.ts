import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { casesOf } from '../../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../../tests/harness/server.ts'
import { handleOf } from '../../pool.ts'
import { up } from '../0018-a-bill-has-several-vat-invoices.ts'

const { call, enrol, server, tenant } = await testServer()
const manager = await enrol('ip_manager')
const { make, ask } = casesOf(call, manager, 'en')
const NUMBER = '26990000000000000001'
const bill = (invoice_no: string, more: Record<string, unknown> = {}) =>
  make('invoice', { invoice_no, seller_name: '虚构翻译社', bill_date: '2026-01-05', lines: [{ service: 'X', amount: '10' }], ...more })

test('bills keep their number, and one that was withdrawn earlier frees it', async () => {
  const [early, digital, withdrawn] = [
    await bill('B-1', { vat_invoice_no: '12345678', vat_invoice_code: '1100000001', vat_total: '4.01' }),
    await bill('B-2', { vat_invoice_no: '26990000000000000002' }),
    await bill('B-3', { vat_invoice_no: NUMBER }),
  ]
  // A migration names tables and columns as they were, so its handle knows no declarations.
  const db = handleOf(server.pool, tenant.schema) as unknown as Parameters<typeof up>[0]
  await sql`alter table invoice drop column vat_keys, add column vat_key text`.execute(db)
  const computed = await tenant.db.selectFrom('invoice').select(['sid', 'vat_covered', 'vat_missing']).orderBy('sid').execute()
  await sql`update invoice set vat_covered = null, vat_missing = null`.execute(db)
  await sql`update invoice set status = 'VOID', vat_key = vat_invoice_no where sid = ${withdrawn.sid}::uuid`.execute(db)
  await up(db)
  await up(db)
  const rows = await tenant.db.selectFrom('invoice').select(['sid', 'vat_keys']).execute()
  const keys = new Map(rows.map(({ sid, vat_keys }) => [sid, vat_keys]))
  assert.deepEqual([early, digital, withdrawn].map(({ sid }) => keys.get(sid)), [['1100000001 12345678'], ['26990000000000000002'], null]) // oxfmt-ignore
  const filled = await tenant.db.selectFrom('invoice').select(['sid', 'vat_covered', 'vat_missing']).orderBy('sid').execute()
  assert.deepEqual(filled, computed, 'as each write works them out')
  assert.deepEqual(
    filled.find(({ sid }) => sid === early.sid),
    { sid: early.sid, vat_covered: '4.01', vat_missing: '5.99' },
  )
  assert.match((await ask('invoice/do/update', { sid: early.sid, vat_invoice_no: '26990000000000000002' })).text, /is recorded already/)
  assert.equal((await ask('invoice/do/update', { sid: early.sid, vat_invoice_no: NUMBER, vat_invoice_code: null })).code, 0)
})
