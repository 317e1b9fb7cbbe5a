import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf, testEngine, workAs } from '../../../../tests/harness/engine.ts'
import { Refusal } from '../../../errors.ts'
import { createRow } from '../../write/create.ts'
import type { Grant } from '../../context.ts'
import { count, search } from '../search.ts'

const { ctx, tenant, model } = await testEngine()
const make = (values: Record<string, unknown>) =>
  createRow(ctx, model('patent'), { country: 'CN', patent_type: 'INVENTION', status: 'DRAFTING', route: 'DIRECT', owner_sid, ...values })
const owner_sid = await createRow(ctx, model('user_info'), { name: '卢一帆', job_number: 'Q1' })
const battery = await make({ case_no: 'AB-1', title: '一种导航电池的散热方法', agency_ref: 'X/9' })
const filed = await make({ case_no: 'ALPHA-X', title: 'Cooling for drones', application_no: '202310123456.6', filing_date: '2023-02-20' })
const american = await make({ case_no: 'P7', title: 'Motor', country: 'US', application_no: '18/123,456', filing_date: '2023-03-01' })

const found = async (text: string, as = ctx, name = 'patent') => {
  const iql = `ANY CONTAINS '${text}'`
  const { record, total } = await search(as, modelOf(tenant, name), { iql, fl: ['sid'] })
  assert.deepEqual([total, (await count(as, modelOf(tenant, name), { iql })).total], [record.length, record.length])
  return record.map((row) => row.sid)
}

for (const [text, sids] of [
  ['导航', [battery]],
  ['导航电池', [battery]],
  ['电导', []],
  ['drones cooling', [filed]],
  ['202310123456.6', [filed]],
  ['ZL 2023 1 0123456.6', [filed]],
  ['2310123', [filed]],
  ['18/123,456', [american]],
  ['US18123456', [american]],
  ['ALPHA', [filed]],
  ['AB-1', [battery]],
  ['X/9', [battery]],
  ['P7', [american]],
  ['nowhere', []],
  ['%', []],
] as const)
  test(`ANY CONTAINS '${text}' finds ${sids.length} of three cases, with their total`, async () => assert.deepEqual(await found(text), sids))

test('ANY combines with other conditions, NOT and an order', async () => {
  const asked = async (iql: string) => (await search(ctx, model('patent'), { iql, fl: ['sid'] })).record.map((row) => row.sid)
  assert.deepEqual(await asked("ANY CONTAINS '导航' AND country = 'US'"), [])
  assert.deepEqual(await asked("ANY CONTAINS '导航' OR country = 'US' ORDER BY case_no DESC"), [american, battery])
  assert.deepEqual(await asked("ANY NOT CONTAINS '导航' ORDER BY case_no ASC"), [filed, american])
})

test('ANY follows a reference to its searched fields', async () => {
  const sid = await createRow(ctx, model('deadline'), { name: '答复', case_sid: battery, kind: 'ACTION', official_due: '2030-01-07' })
  const { record } = await search(ctx, model('deadline'), { iql: "case_sid.ANY CONTAINS '导航' AND manual = TRUE", fl: ['sid'] })
  assert.deepEqual(
    record.map((row) => row.sid),
    [sid],
  )
})

test('a record without words or numbers is found by its name, like persons', async () => {
  assert.deepEqual(await found('卢一', ctx, 'user_info'), [owner_sid])
})

test('a search covers only the fields that the user may read', async () => {
  const narrow = (hidden: string[]) =>
    workAs(tenant, {}, [{ model: 'patent', verbs: ['get', 'search', 'count'], scope: 'ALL', hidden } satisfies Partial<Grant>])
  assert.deepEqual(await found('202310123456.6', narrow([])), [filed])
  assert.deepEqual(await found('202310123456.6', narrow(['application_no'])), [])
  assert.deepEqual(await found('ALPHA-X', narrow(['application_no'])), [filed])
  assert.deepEqual(await found('导航', narrow(['title'])), [])
})

for (const iql of ["ANY = 'x'", "ANY LIKE 'x'", 'ANY IS EMPTY', "status.ANY CONTAINS 'x'", 'ORDER BY ANY'])
  test(`${iql} is refused with the position of the fault`, async () => {
    const refusal = await search(ctx, model('patent'), { iql }).catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal && refusal.status === 400, String(refusal))
  })

test('a pattern with Chinese characters uses the word index, and matches the same rows as without it', async () => {
  const sidsBy = async (pattern: string) =>
    (await search(ctx, model('patent'), { iql: `title LIKE '${pattern}'`, fl: ['sid'] })).record.map(({ sid }) => sid)
  assert.deepEqual(await sidsBy('%导航电池%'), [battery])
  assert.deepEqual(await sidsBy('一种导_电池%散热方法'), [battery])
  assert.deepEqual(await sidsBy('导航%'), [])
  assert.deepEqual(await sidsBy('%航导%'), [])
  assert.deepEqual(await sidsBy('cooling%DRONES'), [filed])
  const others = await search(ctx, model('patent'), { iql: `NOT title LIKE '%导航%'`, fl: ['sid'] })
  assert.ok(!others.record.some(({ sid }) => sid === battery) && Number(others.total) > 0)
})
