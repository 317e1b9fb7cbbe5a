import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../harness/server.ts'
import { trialServer } from '../harness/cases/trial-right.ts'

const { call, enrol } = await trialServer()
const admin = await enrol('system_admin')

type Page = { total: number; record: Record<string, unknown>[] }

async function ok<T = Record<string, unknown>>(path: string, body?: unknown, as: Person = admin): Promise<T> {
  const { status, data, message, errors } = await call<T>(path, body, { as })
  assert.equal(status, 200, `${path}: ${message} ${JSON.stringify(errors)}`)
  return data
}
const make = async (model: string, values: Record<string, unknown>) => (await ok<{ sid: string }>(`${model}/do/create`, values)).sid

const SEE = ['get', 'search', 'count']
type Granted = { entity: string; data_scope: string; query?: string; hidden_fields?: string[] }
let roles = 0
/** A person with a role of their own, which has these grants and no other. */
async function personWith(grants: readonly Granted[], more: Record<string, unknown> = {}) {
  const code = `trial_${++roles}`
  const role = await make('role', { code, name: code, platform: '1' })
  for (const grant of grants) await make('role_grant', { role_sid: role, verbs: SEE, ...grant })
  return enrol('inventor', { role_sids: [role], ...more })
}

const station = await make('department', { name: '育种站', code: 'STATION' })
const firm = await make('agency', { agency_name: '甲代理（虚构）' })
const VARIETIES = (data_scope: string): Granted => ({ entity: 'plant_variety', data_scope })
/** Deadlines and fees by the scope of their cases. */
const below = (data_scope: string, query?: string) => ['deadline', 'fee'].map((entity): Granted => ({ entity, data_scope, ...(query && { query }) }))
const people = {
  all: await personWith([VARIETIES('ALL'), ...below('ALL')]),
  own: await personWith([VARIETIES('SELF'), ...below('SELF')]),
  department: await personWith([VARIETIES('DEPT'), ...below('DEPT')], { department_sid: station }),
  agency: await personWith([VARIETIES('AGENCY'), ...below('AGENCY')], { agency_sid: firm }),
  query: await personWith([
    { ...VARIETIES('CUSTOM'), query: "botanical_taxon = 'Rosa chinensis'" },
    ...below('CUSTOM', "case_sid.plant_variety.botanical_taxon = 'Rosa chinensis'"),
  ]),
  patents: await personWith([{ entity: 'patent', data_scope: 'ALL' }, ...below('COMPANY')]),
  both: await personWith([VARIETIES('SELF'), { entity: 'patent', data_scope: 'SELF' }, ...below('SELF')]),
  hidden: await personWith([{ ...VARIETIES('ALL'), hidden_fields: ['denomination'] }, ...below('ALL')]),
}

const variety = (case_no: string, values: Record<string, unknown> = {}) =>
  make('plant_variety', { case_no, denomination: case_no, crop_kind: 'FRUIT', office: 'CN', ...values })
const cases = {
  plain: await variety('V-plain'),
  owned: await variety('V-owned', { breeder_in_charge: people.own.sid }),
  helped: await variety('V-helped', { helper_sids: [people.both.sid] }),
  station: await variety('V-station', { station_sid: station }),
  firm: await variety('V-firm', { firm_sid: firm }),
  rose: await variety('V-rose', { botanical_taxon: 'Rosa chinensis' }),
  patent: await make('patent', { case_no: 'P-plain', title: '收割机', patent_type: 'INVENTION', country: 'CN' }),
  ours: await make('patent', { case_no: 'P-ours', title: '播种机', patent_type: 'INVENTION', country: 'CN', owner_sid: people.both.sid }),
}
type Case = keyof typeof cases
for (const [name, case_sid] of Object.entries(cases)) {
  await make('deadline', { case_sid, name: `期限 ${name}`, official_due: '2031-01-01' })
  await make('fee', { case_sid, name: `费用 ${name}`, fee_type: 'X', fee_class: 'OTHER', due_date: '2031-01-01' })
}

const VARIETY_CASES: readonly Case[] = ['plain', 'owned', 'helped', 'station', 'firm', 'rose']
const SEES: Record<keyof typeof people, readonly Case[]> = {
  all: VARIETY_CASES,
  own: ['owned'],
  department: ['station'],
  agency: ['firm'],
  query: ['rose'],
  patents: ['patent', 'ours'],
  both: ['helped', 'ours'],
  hidden: VARIETY_CASES,
}
const NAMES = new Map(Object.entries(cases).map(([name, sid]) => [sid, name]))
const namesOf = (record: readonly Record<string, unknown>[], code: string) =>
  record.map((one) => NAMES.get(String((one[code] as { sid?: string } | null)?.sid ?? one[code]))).sort()

for (const [name, person] of Object.entries(people) as [keyof typeof people, Person][]) {
  const seen = [...SEES[name]].sort()

  test(`${name}: search, count, groups and single reads show exactly ${seen.join(', ')} among all cases`, async () => {
    const found = await ok<Page>('case/do/search', { rows: 100, fl: ['case_no', 'kind'] }, person)
    assert.deepEqual([found.total, namesOf(found.record, 'sid')], [seen.length, seen])
    assert.equal((await ok<Page>('case/do/count', {}, person)).total, seen.length)
    const groups = await ok<{ record: { by: Record<string, unknown>; count: number }[] }>('case/do/aggregate', { by: ['kind'] }, person)
    const total = groups.record.reduce((sum, { count }) => sum + count, 0)
    assert.equal(total, seen.length)
    for (const [one, sid] of Object.entries(cases))
      assert.equal((await call(`case/${sid}`, undefined, { as: person })).status, seen.includes(one as Case) ? 200 : 404, one) // its keys
  })

  test(`${name}: only the deadlines and fees of these cases are visible`, async () => {
    for (const model of ['deadline', 'fee']) {
      const found = await ok<Page>(`${model}/do/search`, { rows: 100, fl: ['case_sid'] }, person)
      assert.deepEqual([found.total, namesOf(found.record, 'case_sid')], [seen.length, seen], model)
      assert.equal((await ok<Page>(`${model}/do/count`, {}, person)).total, seen.length)
      const groups = await ok<{ record: { count: number }[] }>(`${model}/do/aggregate`, { by: ['status'] }, person)
      assert.equal(groups.record.reduce((sum, { count }) => sum + count, 0), seen.length) // oxfmt-ignore
    }
  })

  test(`${name}: access to each kind follows its own grant`, async () => {
    const varieties = seen.filter((one) => VARIETY_CASES.includes(one))
    const answer = await call<Page>('plant_variety/do/search', { rows: 100, fl: ['case_no'] }, { as: person })
    if (varieties.length === 0) assert.equal(answer.status, 403)
    else assert.deepEqual(namesOf(answer.data.record, 'sid'), varieties)
    assert.equal((await call('patent/do/count', {}, { as: person })).status, seen.includes('ours') ? 200 : 403)
  })
}

test('a hidden field of one kind is also hidden in the table of all cases', async () => {
  const { record } = await ok<Page>('case/do/search', { rows: 100 }, people.hidden)
  assert.ok(record.every((one) => !('title' in one)))
  assert.equal((await call('case/do/search', { iql: "title = 'V-rose'" }, { as: people.hidden })).status, 400)
})

test('a path into a kind without permission reveals nothing', async () => {
  const answer = await call<Page>('deadline/do/search', { iql: "case_sid.patent.title = '收割机'" }, { as: people.all })
  assert.ok(answer.status !== 200 || answer.data.total === 0, `${answer.status} ${answer.data?.total}`)
})

test('a kind that is denied as a whole is left out of the lists of cases, which stay open for the other kinds', async () => {
  const denied = { entity: 'plant_variety', data_scope: 'ALL', denies: true }
  const other = await make('role', { code: 'no_varieties', name: '不看品种', platform: '1' })
  await make('role_grant', { role_sid: other, verbs: SEE, ...denied })
  const both = await make('role', { code: 'both_kinds', name: '看两种', platform: '1' })
  for (const entity of ['plant_variety', 'patent', 'fee']) await make('role_grant', { role_sid: both, entity, verbs: SEE, data_scope: 'ALL' })
  const as = await enrol('inventor', { role_sids: [other, both] })
  const { record } = await ok<Page>('case/do/search', { fl: ['kind'], rows: 100 }, as)
  assert.deepEqual([...new Set(record.map(({ kind }) => kind))], ['patent'])
})

test('cases of a kind that are denied by a field of that kind alone are hidden with what hangs on them', async () => {
  const rose = await make('role', { code: 'no_roses', name: '不看月季', platform: '1' })
  await make('role_grant', { role_sid: rose, entity: 'plant_variety', verbs: ['get'], denies: true, data_scope: 'CUSTOM', query: "botanical_taxon = 'Rosa chinensis'" }) // oxfmt-ignore
  const both = await make('role', { code: 'sees_fees', name: '看费用', platform: '1' })
  for (const entity of ['plant_variety', 'patent', 'fee']) await make('role_grant', { role_sid: both, entity, verbs: SEE, data_scope: 'ALL' })
  const as = await enrol('inventor', { role_sids: [rose, both] })
  const fees: Record<string, string> = {}
  for (const one of ['rose', 'plain', 'patent'] as const)
    fees[one] = await make('fee', { case_sid: cases[one], name: '虚构费用', fee_type: 'X', fee_class: 'OTHER', due_date: '2031-03-03' })
  for (const [one, sid] of Object.entries(fees)) assert.equal((await call(`fee/${sid}`, undefined, { as })).status, one === 'rose' ? 404 : 200, one)
  assert.equal((await call(`case/${cases.rose}`, undefined, { as })).status, 404)
})

test('a kind that a person only enters shows none of what hangs on its cases', async () => {
  const role = await make('role', { code: 'enters_varieties', name: '录入品种', platform: '1' })
  await make('role_grant', { role_sid: role, entity: 'plant_variety', verbs: ['create'], data_scope: 'ALL' })
  for (const entity of ['patent', 'fee']) await make('role_grant', { role_sid: role, entity, verbs: SEE, data_scope: 'ALL' })
  const as = await enrol('inventor', { role_sids: [role] })
  const fee = (case_sid: string) => make('fee', { case_sid, name: '虚构费用', fee_type: 'X', fee_class: 'OTHER', due_date: '2031-04-04' })
  assert.equal((await call(`fee/${await fee(cases.plain)}`, undefined, { as })).status, 404)
  assert.equal((await call(`fee/${await fee(cases.patent)}`, undefined, { as })).status, 200)
})
