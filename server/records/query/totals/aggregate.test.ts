import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../../tests/harness/server.ts'
import { modelNamed } from '../../registry.ts'
import { keptGroups } from './kept-groups.ts'
import { readIql } from '../search.ts'

const { call, enrol, tenant } = await testServer()
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

test('3.01: the cases of a right are filtered, grouped, sorted and shown by the phase of their state, from kept counts, as those of all kinds are', async () => {
  const states = await groups({ by: ['status'] })
  assert.deepEqual(states, [['DRAFTING', 4]])
  assert.deepEqual(await groups({ by: ['phase'] }), [['PREPARATION', 4]])
  assert.deepEqual(await groups({ by: ['phase', 'country'], iql: "phase IN ('PREPARATION', 'GRANTED') AND country = 'CN'" }), [['PREPARATION', 2]])
  const found = async (iql: string) => {
    const { data, message } = await call<{ total: number; record: Record<string, unknown>[] }>(
      'patent/do/search',
      { iql, fl: ['title', 'phase'] },
      { as: manager },
    )
    assert.ok(data, message)
    return data.record.map(({ title, phase }) => `${String(title)} ${String(phase)}`)
  }
  const all = ['Blade', 'Hinge', 'Latch', 'Rotor'].map((title) => `${title} PREPARATION`)
  assert.deepEqual(await found("phase = 'PREPARATION' ORDER BY title ASC"), all)
  const sorted = await call('patent/do/search', { iql: 'title IS NOT EMPTY ORDER BY phase ASC' }, { as: manager, lang: 'en' })
  assert.match(sorted.message, /cannot sort by “phase”/, 'which no index holds in order')
  for (const iql of ["phase != 'PREPARATION'", "phase IN ('GRANTED')", 'phase IS EMPTY', "phase LIKE 'GRANT%'"])
    assert.deepEqual(await found(iql), [], iql)
  assert.deepEqual(await found("phase NOT IN ('GRANTED') AND phase IS NOT EMPTY ORDER BY title ASC"), all)
  const { data: heads } = await call<{ record: Record<string, unknown>[] }>(
    'case/do/search',
    { fl: ['patent.phase'], iql: "patent.phase = 'PREPARATION'" },
    { as: manager },
  )
  assert.equal(heads?.record.length, 4)
  const model = modelNamed(tenant.models, 'patent')
  assert.ok(keptGroups(model, { where: readIql("phase = 'GRANTED' AND country = 'CN'").where, by: ['phase'] }))
})

test('the phase is not written, and is hidden from whoever may not read the state', async () => {
  const typed = { title: 'Typed', country: 'CN', patent_type: 'INVENTION', owner_sid: manager.sid, phase: 'GRANTED' }
  const { errors } = await call('patent/do/create', typed, { as: manager })
  assert.deepEqual(errors.map(({ field }) => field), ['phase']) // oxfmt-ignore
  const admin = await enrol('system_admin')
  const { data: role } = await call<{ sid: string }>('role/do/create', { code: 'stateless', name: '不看状态', platform: '1' }, { as: admin })
  const grant = { role_sid: role?.sid, entity: 'patent', data_scope: 'ALL', verbs: ['get', 'search', 'count'], hidden_fields: ['status'] }
  assert.equal((await call('role_grant/do/create', grant, { as: admin })).code, 0)
  const reader = await enrol('inventor', { role_sids: [role?.sid] })
  const searched = await call('patent/do/search', { iql: "phase = 'PREPARATION'" }, { as: reader, lang: 'en' })
  assert.match(searched.message, /no field “phase”, or you may not read it/)
  assert.notEqual((await ask({ by: ['phase'] }, 'patent', reader)).code, 0)
})

test('an instant counts with the month, the quarter and the year of its day in the zone', async () => {
  for (const [name, created_at] of [
    ['Z1', '2026-02-28T15:59:59Z'],
    ['Z2', '2026-02-28T16:00:00Z'],
    ['Z3', '2026-12-31T16:00:00Z'],
  ] as const)
    await tenant.db
      .updateTable('tag')
      .set({ created_at })
      .where('sid', '=', await make('tag', { name }))
      .execute()
  const by = (period: string) => groups({ by: [`created_at:${period}`], iql: "name LIKE 'Z_'" }, 'tag')
  assert.deepEqual(await by('month'), [['2026-02', 1], ['2026-03', 1], ['2027-01', 1]]) // oxfmt-ignore
  assert.deepEqual(await by('quarter'), [['2026-Q1', 2], ['2027-Q1', 1]]) // oxfmt-ignore
  assert.deepEqual(await by('year'), [['2026', 2], ['2027', 1]]) // oxfmt-ignore
})
