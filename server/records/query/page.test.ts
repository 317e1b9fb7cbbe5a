import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testEngine, workAs } from '../../../tests/harness/engine.ts'
import { createRow } from '../write/create.ts'
import { insertRows } from '../write/write.ts'
import { count, search } from './search.ts'

const { ctx, tenant, model } = await testEngine()
const company = async (name: string) => createRow(ctx, model('company'), { company_name: name })
const [first, second] = [await company('甲公司'), await company('乙公司')]
const person = (name: string) => createRow(ctx, model('user_info'), { name, job_number: `J-${name}` })
const owners = [await person('C'), await person('A'), await person('B'), null]
const at = new Date().toISOString()
const cases = Array.from({ length: 40 }, (_, i) => ({
  sid: crypto.randomUUID(),
  version: 1,
  case_no: `K${i}`,
  title: i % 2 ? '导航装置' : '散热方法',
  owner_sid: owners[i % 4] ?? null,
  company_sid: i % 3 ? first : second,
  created_at: at,
  updated_at: at,
}))
await insertRows(ctx, model('patent'), cases)

const pages = async (iql: string, rows: number, as = ctx) => {
  const seen: string[] = []
  for (let start = 0; ; start += rows) {
    const { record } = await search(as, model('patent'), { iql, rows, start, fl: ['owner_sid'], total: 'none' })
    if (record.length === 0) return seen
    seen.push(...record.map((row) => (row.owner_sid as { name: string } | null)?.name.slice(0, 1) ?? '-')) // a reference or null
  }
}
const times = (name: string, n: number) => Array.from({ length: n }, () => name)

test('pages sorted by a reference follow the names, records without one first ascending and last descending', async () => {
  assert.deepEqual(
    await pages('ORDER BY owner_sid ASC', 7),
    ['-', 'A', 'B', 'C'].flatMap((name) => times(name, 10)),
  )
  assert.deepEqual(
    await pages('ORDER BY owner_sid DESC', 100),
    ['C', 'B', 'A', '-'].flatMap((name) => times(name, 10)),
  )
})

test('a user who sees one company sorts only by the visible part of a reference', async () => {
  const narrow = workAs(tenant, { company_sid: second, companies: [second] }, [{ model: 'patent', verbs: ['search', 'count'], scope: 'COMPANY' }])
  const seen = await pages('ORDER BY owner_sid ASC', 3, narrow)
  assert.deepEqual(seen, [...seen].sort())
  assert.equal(seen.length, (await count(narrow, model('patent'), {})).total)
  assert.equal(seen.length, cases.filter((one) => one.company_sid === second).length)
})

test('a word search sorts like any other list', async () => {
  const { record, total } = await search(ctx, model('patent'), {
    iql: "ANY CONTAINS '导航' ORDER BY case_no DESC",
    fl: ['case_no'],
    rows: 5,
    start: 2,
  })
  const expected = cases.filter(({ title }) => title === '导航装置').map(({ case_no }) => case_no)
  assert.deepEqual([record.map((row) => row.case_no), total], [expected.sort().reverse().slice(2, 7), 20])
  const none = await search(ctx, model('patent'), { iql: "ANY CONTAINS '导航' ORDER BY owner_sid ASC", total: 'none', fl: ['sid'], rows: 100 })
  assert.deepEqual(['total' in none, none.record.length], [false, 20])
})

const long = `case_no IN (${Array.from({ length: 1000 }, (_, n) => `'${n < 40 ? `K${n + 5}` : `unknown ${n}`}'`).join(', ')})`
for (const [what, asked, rows, total] of [
  ['its first page', { start: 0 }, ['K9', 'K8', 'K7'], 35],
  ['a later page', { start: 33 }, ['K11', 'K10'], 35],
  ['nothing beyond the end, with the total', { start: 40 }, [], 35],
  ['a capped total', { start: 0, total: 'capped' }, ['K9', 'K8', 'K7'], 35],
  ['no total', { start: 0, total: 'none' }, ['K9', 'K8', 'K7'], undefined],
] as const)
  test(`a list of a thousand numbers as a condition gives ${what}`, async () => {
    assert.ok(long.length > 10_000)
    const found = await search(ctx, model('patent'), { iql: `${long} ORDER BY case_no DESC`, fl: ['case_no', 'owner_sid'], rows: 3, ...asked })
    assert.deepEqual([found.record.map(({ case_no }) => case_no), found.total], [rows, total])
    for (const record of found.record) assert.deepEqual(Object.keys(record), ['sid', 'case_no', 'owner_sid'])
  })

test('a list of a thousand numbers returns the cases visible to the user, with their total', async () => {
  const narrow = workAs(tenant, { company_sid: second, companies: [second] }, [{ model: 'patent', verbs: ['search', 'count'], scope: 'COMPANY' }])
  const { record, total } = await search(narrow, model('patent'), { iql: `${long} AND title CONTAINS '散热'`, fl: ['sid'], rows: 100 })
  const expected = cases.filter(({ company_sid, title }, i) => i >= 5 && company_sid === second && title === '散热方法')
  assert.deepEqual([record.map(({ sid }) => sid).sort(), total], [expected.map(({ sid }) => sid).sort(), expected.length])
  const plain = await search(narrow, model('patent'), { iql: long, fl: ['sid'], rows: 100 })
  assert.equal(plain.total, cases.filter(({ company_sid }, i) => i >= 5 && company_sid === second).length)
})

test('a capped total of a whole model is exact, because it is kept', async () => {
  await sql`insert into record_count (model, company_sid, n) values ('patent', ${first}, 50000)`.execute(tenant.db)
  tenant.totals.touch('patent')
  const { total, total_capped } = await search(ctx, model('patent'), { iql: 'ORDER BY updated_at DESC', total: 'capped', rows: 1 })
  assert.deepEqual([total, total_capped], [50_040, undefined])
})

test('a capped total of alternatives is exact below the cap, and capped as soon as one of them reaches it', async () => {
  const owner = `${owners[0]}`
  const or = { iql: `owner_sid = '${owner}' OR company_sid IN ('${second}')`, total: 'capped', rows: 1 } as const
  const met = cases.filter((one) => one.owner_sid === owner || one.company_sid === second).length
  const below = await search(ctx, model('patent'), or)
  assert.deepEqual([below.total, below.total_capped], [met, undefined])
  const many = { iql: `(owner_sid IN ('${owner}') OR title = '散热方法') OR company_sid IN ('${second}')`, total: 'capped', rows: 1 } as const
  assert.equal(
    (await search(ctx, model('patent'), many)).total,
    cases.filter((one) => one.owner_sid === owner || one.title === '散热方法' || one.company_sid === second).length,
  )
  await insertRows(
    ctx,
    model('patent'),
    Array.from({ length: 10_001 }, (_, i) => ({
      sid: crypto.randomUUID(),
      version: 1,
      case_no: `M${i}`,
      title: '方法',
      owner_sid: owner,
      company_sid: first,
      created_at: at,
      updated_at: at,
    })),
  )
  tenant.totals.touch('patent')
  const capped = await search(ctx, model('patent'), many)
  assert.deepEqual([capped.total, capped.total_capped], [10_001, true])
})
