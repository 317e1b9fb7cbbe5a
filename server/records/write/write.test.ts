import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testEngine } from '../../../tests/harness/engine.ts'
import { inTransaction, type RowValues } from '../context.ts'
import { insertRows } from './write.ts'

const { ctx, model, tenant } = await testEngine()

const now = '2026-11-21T08:00:00.123Z'
const ODD = ['\\', '\\N', 'a\tb', 'line\nline\r\nline', '"quoted", {braced}', "it's", '电池𠮷😀', ' NULL ', '\\t', '{}', '\\.', '—'] as const

const company_sid = randomUUID()

const rowOf = (text: string): RowValues => ({
  sid: randomUUID(),
  version: 1,
  company_sid,
  case_no: `ODD-${text}`,
  title: text,
  country: 'CN',
  tags: [text, 'NULL', ''],
  applicants: [{ applicant_sid: randomUUID(), note: text, nothing: null }],
  claims_count: 7,
  valid: true,
  early_publication: false,
  filing_date: '2024-02-29',
  created_at: now,
  updated_at: now,
  number_keys: [text],
})

const kept = async (rows: readonly RowValues[]) => {
  const sids = rows.map((row) => row.sid)
  const found = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) - 'sid' as row from patent t where sid = any(${sids}::uuid[])`.execute(
    tenant.db,
  )
  return found.rows.map(({ row }) => row).toSorted((one, other) => (String(one.case_no) < String(other.case_no) ? -1 : 1))
}
const bin = (rows: readonly RowValues[]) => sql`delete from patent where sid = any(${rows.map((row) => row.sid)}::uuid[])`.execute(tenant.db)

test('many rows are stored exactly as each of them alone, for any content', async () => {
  const rows = [...ODD, ...Array.from({ length: 20 }, (_, n) => `plain ${n}`)].map(rowOf)
  for (const row of rows) await insertRows(ctx, model('patent'), [row])
  const singly = await kept(rows)
  await bin(rows)
  await insertRows(ctx, model('patent'), rows)
  assert.equal(singly.length, rows.length)
  assert.deepEqual(await kept(rows), singly)
  await bin(rows)
})

test('if the database refuses one of many rows, none is stored, and the connection stays usable', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => rowOf(`refused ${n}`))
  const wrong = rows.with(4000, { ...rowOf('refused 4000'), filing_date: '2023-02-29' })
  await assert.rejects(insertRows(ctx, model('patent'), wrong), { code: '22008' })
  assert.deepEqual(await kept(wrong), [])
  const taken = rows.with(4000, { ...rowOf('refused 0') })
  const refused = inTransaction(ctx, async (tx) => {
    await insertRows(tx, model('patent'), taken)
  })
  await assert.rejects(refused, { code: '23505', constraint: 'patent__case_no_unique' })
  await insertRows(ctx, model('patent'), rows)
  assert.equal((await kept(rows)).length, 5000)
})
