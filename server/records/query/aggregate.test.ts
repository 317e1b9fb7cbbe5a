import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')

async function make(model: string, values: Record<string, unknown>): Promise<string> {
  const { data, message, errors } = await call<{ sid: string }>(`${model}/do/create`, values, { as: manager })
  assert.ok(data?.sid, `${model}: ${message} ${JSON.stringify(errors)}`)
  return data.sid
}

const [alpha, beta] = [await make('applicant', { name: 'Alpha' }), await make('applicant', { name: 'Beta' })]
const inventor = await make('inventor', { name: 'Wang Wei' })
for (const [title, country, applicants] of [
  ['Hinge', 'CN', [alpha, beta]],
  ['Latch', 'CN', [alpha]],
  ['Rotor', 'US', [alpha]],
  ['Blade', 'US', []],
] as const)
  await make('patent', {
    ...{ title, country, patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: manager.sid },
    ...{ applicants: applicants.map((applicant_sid) => ({ applicant_sid })), inventors: [{ inventor_sid: inventor, contribution_pct: '100' }] },
  })

type Groups = { record: { by: Record<string, unknown>; count: number; sums: Record<string, string> }[]; capped?: boolean }
const ask = (body: Record<string, unknown>, model = 'patent', as = manager) => call<Groups>(`${model}/do/aggregate`, body, { as, lang: 'en' })
const groups = async (body: Record<string, unknown>, model = 'patent') => {
  const { data, message } = await ask(body, model)
  assert.ok(data?.record, message)
  return data.record.map(({ by, count }) => {
    const [value] = Object.values(by)
    return [typeof value === 'object' && value !== null && 'name' in value ? value.name : value, count]
  })
}

for (const [model, path] of [
  ['patent', 'applicants.applicant_sid'],
  ['case', 'applicant_sids'],
] as const)
  test(`a record counts with each of its ${path}, the largest group first`, async () => {
    assert.deepEqual(await groups({ by: [path], top: 10 }, model), [
      ['Alpha', 3],
      ['Beta', 1],
      [null, 1],
    ])
  })

test('groups of a list follow the condition of the list', async () => {
  assert.deepEqual(await groups({ by: ['applicants.applicant_sid'], iql: "country = 'CN'", top: 1 }), [['Alpha', 2]])
  assert.deepEqual(
    await groups({ by: ['case_sid.applicant_sids'], iql: "case_sid.title = 'Hinge' AND name != ''", top: 5, most: 1000 }, 'deadline'),
    [],
  )
})

test('a capped count says so, and counts no more rows than asked', async () => {
  const { data } = await ask({ by: ['owner_sid'], iql: "title != ''", most: 3 })
  assert.deepEqual([data.capped, data.record.reduce((sum, { count }) => sum + count, 0)], [true, 3])
  const all = await ask({ by: ['owner_sid'], iql: "title != ''", most: 4 })
  assert.deepEqual([all.data.capped, all.data.record[0]?.count], [undefined, 4])
})

test('kept counts are exact whatever the limit', async () => {
  const { data } = await ask({ by: ['country'], most: 1 })
  assert.equal(data.capped, undefined)
  assert.deepEqual(
    data.record.map(({ by, count }) => [by.country, count]),
    [
      ['CN', 2],
      ['US', 2],
    ],
  )
})

test('the kept counts of a list field are exact whatever the limit; sums need all rows, and are left out beyond it', async () => {
  const { data } = await ask({ by: ['applicants.applicant_sid'], top: 10, most: 1 })
  assert.deepEqual([data.capped, data.record.map(({ count }) => count)], [undefined, [3, 1, 1]])
  const sums = (most: number) => ask({ by: ['owner_sid'], iql: "title != ''", sums: ['claims_count'], most })
  const [few, all] = [await sums(3), await sums(4)]
  assert.deepEqual([few.data.capped, few.data.record.map((group) => group.sums)], [true, [{}]])
  assert.deepEqual([all.data.capped, all.data.record.map((group) => group.sums)], [undefined, [{ claims_count: '0' }]])
})

test('only the rows that a person sees are counted', async () => {
  const { data } = await ask({ by: ['applicants.applicant_sid'] }, 'patent', await enrol('inventor'))
  assert.deepEqual(data.record, [])
  assert.equal((await ask({ by: ['country'] }, 'patent', engineer)).status, 200)
})

for (const [body, words] of [
  [{ by: ['applicants'] }, /cannot group by/],
  [{ by: ['applicants.applicant_sid:year'] }, /cannot group by/],
  [{ by: ['applicants.share_pct'] }, /cannot group by/],
  [{ by: ['country'], most: 0 }, /Maximum number of rows to count/],
  [{ by: ['country'], top: 2001 }, /Return only the largest groups/],
] as const)
  test(`refused: ${JSON.stringify(body)}`, async () => {
    const { status, text } = await ask(body)
    assert.equal(status, 400)
    assert.match(text, words)
  })
