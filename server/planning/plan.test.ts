// Plans of coming cases: each date was counted by hand, and each is that of a real case with the same facts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlannedCase, PlanResult } from '../../model/planning/plan-result.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'

startOn('2026-11-26')
const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { make, done, ask, listed, patent } = casesOf(call, as, 'en')

const calculate = (body: Record<string, unknown>) => done<PlanResult>('filing_plan/do/calculate', body)
const of = ({ cases }: PlanResult, key: string): PlannedCase => cases.find((one) => one.key === key) ?? assert.fail(key)
const dueOf = (one: PlannedCase, rule: string) => one.dates.find(({ key }) => key.split(':')[0] === rule)
const leg = (parent: string, way: string, country: string, more = {}) => ({ key: `${parent}/${way}:${country}`, parent, way, country, ...more })

const WO = leg('base', 'PRIORITY', 'WO')
const PLAN = [
  WO,
  leg('base', 'PRIORITY', 'KR', { granted_after: 36 }),
  leg(WO.key, 'PHASE', 'US'),
  leg(WO.key, 'PHASE', 'EP', { granted_after: 24 }),
  leg(WO.key, 'PHASE', 'JP'),
]
const EP = `${WO.key}/PHASE:EP`
const VALIDATED = [...PLAN, leg(EP, 'VALIDATION', 'DE'), leg(EP, 'UNITARY', 'EP')]

const first = await patent({ title: 'Gear', title_en: 'Gear', filing_date: '2026-03-16', status: 'DRAFTING', claims_count: 12 })

test('a Chinese first filing, its PCT with US, EP and JP, and Korea by the Paris Convention', async () => {
  const plan = await calculate({ case_sid: first.sid, legs: VALIDATED, years: 12 })
  const [wo, kr] = [of(plan, WO.key), of(plan, 'base/PRIORITY:KR')]
  // Twelve months from Monday 16 March 2026: Tuesday 16 March 2027 (Paris Convention, art. 4C; PCT Rule 2.4).
  assert.deepEqual([wo.last_day, kr.last_day], ['2027-03-16', '2027-03-16'])
  assert.deepEqual(dueOf(wo, 'PCT01')?.doubts, [])
  // The months of the entry run from the priority: 16 September 2028 is a Saturday, in Japan followed by a holiday.
  for (const [country, day] of [['US', '2028-09-18'], ['EP', '2028-10-16'], ['JP', '2028-09-19']] as const)
    assert.equal(of(plan, `${WO.key}/PHASE:${country}`).last_day, day, country)
  // Examination in Japan and Korea: three years from the (international) filing, Saturday 16 March 2030.
  for (const one of [of(plan, `${WO.key}/PHASE:JP`), kr])
    assert.deepEqual([dueOf(one, one === kr ? 'KR02' : 'JP02')?.due], ['2030-03-18'])
  assert.ok(dueOf(kr, 'KR02')?.doubts.includes('FILING'))
  // A grant is supposed two years after the entry of 16 October 2028: validation within three months, unitary effect within one.
  assert.equal(of(plan, EP).granted, '2030-10-16')
  assert.deepEqual([of(plan, `${EP}/VALIDATION:DE`).last_day, of(plan, `${EP}/UNITARY:EP`).last_day], ['2031-01-16', '2030-11-18'])
  assert.deepEqual(plan.cases.flatMap(({ key, notices }) => notices.map(({ en }) => `${key}: ${en}`)), [])
}) // oxfmt-ignore

test('each date of a plan is that of a real case that is filed on its day', async () => {
  const on = { on_day: '2026-11-20' }
  const legs = [{ ...WO, ...on }, leg('base', 'PRIORITY', 'KR', on), leg(WO.key, 'PHASE', 'US'), leg(WO.key, 'PHASE', 'EP'), leg(WO.key, 'PHASE', 'JP')]
  const plan = await calculate({ case_sid: first.sid, legs, years: 12 })
  const { cases } = await done<{ cases: string[] }>('patent/do/derive', { sid: first.sid, way: 'PRIORITY', countries: ['KR', 'WO'] })
  const [kr = '', wo = ''] = cases
  for (const [sid, key] of [[kr, 'base/PRIORITY:KR'], [wo, WO.key]] as const) {
    const { version } = (await call<Row>(`patent/${sid}?flat=1`, undefined, { as })).data
    const number = key === WO.key ? 'PCT/CN2026/012345' : '10-2026-0012345'
    const filed = { sid, version, filing_date: '2026-11-20', application_no: number, ...(key === WO.key && { designated: ['US', 'EP', 'JP'] }) }
    await done('patent/do/update', filed)
    const real = (await listed('deadline', sid, 'key,official_due,status,target_country')).filter((one) => one.status === 'OPEN' && !one.target_country)
    assert.ok(real.length > 1)
    for (const one of real) assert.equal(of(plan, key).dates.find((planned) => planned.key === one.key)?.due, one.official_due, `${key} ${String(one.key)}`)
  }
}) // oxfmt-ignore

test('costs are the official prices by quarter and currency; what has none says so', async () => {
  const plan = await calculate({ case_sid: first.sid, legs: [...PLAN, leg(WO.key, 'PHASE', 'BR')], years: 5 })
  const us = of(plan, `${WO.key}/PHASE:US`)
  assert.deepEqual(us.fees.map(({ due }) => due), us.fees.map(() => '2028-09-18'))
  const sum = plan.sums.find(({ quarter, currency }) => quarter === '2028-Q3' && currency === 'USD')
  assert.equal(sum?.amount, us.fees.reduce((total, { amount }) => total + Number(amount), 0).toFixed(2))
  assert.deepEqual(of(plan, `${WO.key}/PHASE:BR`).fees, [])
  assert.match(of(plan, `${WO.key}/PHASE:BR`).unpriced[0]?.en ?? '', /no price/)
  for (const one of plan.cases) if (one.parent) for (const { doubts } of one.fees) assert.ok(doubts.some((doubt) => doubt === 'FILING' || doubt === 'GRANT' || doubt === 'CHECK') || one.parent !== 'base')
  const reader = await enrol('dept_leader') // sees no amounts
  const { cases, priced, sums } = await done<PlanResult>('filing_plan/do/calculate', { country: 'CN', filing_date: '2026-03-16', subtype: 'INVENTION', legs: [WO] }, reader)
  assert.deepEqual([priced, sums, cases.flatMap(({ fees }) => fees)], [false, [], []])
  assert.ok(cases.every(({ dates }) => dates.length > 0))
}) // oxfmt-ignore

test('a design from scratch, by the Hague system', async () => {
  const wo = leg('base', 'PRIORITY', 'WO')
  const legs = [wo, leg(wo.key, 'DESIGNATION', 'JP'), leg(wo.key, 'DESIGNATION', 'EM')]
  const plan = await calculate({ case_kind: 'patent', subtype: 'DESIGN', country: 'CN', filing_date: '2026-09-30', legs, years: 6, facts: [{ field: 'designs_count', value: '2' }] })
  // Six months from 30 September 2026 (Paris Convention, art. 4C(1)): Tuesday 30 March 2027; renewal after five years (Hague Agreement 1999, art. 17).
  assert.equal(of(plan, wo.key).last_day, '2027-03-30')
  assert.equal(dueOf(of(plan, wo.key), 'HAG05')?.due, '2032-03-30')
  const basic = of(plan, wo.key).fees.find(({ code }) => code === 'HAGUE.BASIC')
  assert.deepEqual([basic?.due, basic?.currency, basic?.amount], ['2027-03-30', 'CHF', '447.00']) // 397 and 50 for the second design
}) // oxfmt-ignore

test('what cannot be is refused by name, and an objection of the law stands beside the case', async () => {
  const refused = async (body: Record<string, unknown>, words: RegExp) => {
    const answer = await ask('filing_plan/do/calculate', body)
    assert.notEqual(answer.code, 0)
    assert.ok(answer.status < 500, answer.text)
    assert.match(answer.text, words)
  }
  await refused({ legs: [] }, /country and the filing date/)
  await refused({ case_sid: first.sid, legs: [leg('nobody', 'PHASE', 'US')] }, /not in the plan/)
  await refused({ case_sid: first.sid, legs: [leg('base', 'PHASE', 'US')] }, /cannot come from/)
  await refused({ case_sid: first.sid, legs: [WO, WO] }, /used twice/)
  await refused({ case_sid: first.sid, facts: [{ field: 'remark', value: '1' }] }, /no account/)
  await refused({ case_sid: first.sid, facts: [{ field: 'pages', value: 'many' }] }, /Pages/)
  await refused({ country: 'CN', filing_date: '2026-03-16', subtype: 'GADGET' }, /no option/)
  const plan = await calculate({ case_sid: first.sid, legs: [WO, leg(WO.key, 'PHASE', 'FR'), leg(WO.key, 'PHASE', 'TW')], years: 3 })
  for (const country of ['FR', 'TW']) assert.equal(of(plan, `${WO.key}/PHASE:${country}`).notices[0]?.level, 'block', country)
})

test('a plan becomes cases in one step, with their relations and priorities, once, and only by its owner', async () => {
  const base = await patent({ title: 'Pump', filing_date: '2026-05-12', status: 'DRAFTING' })
  const plan = await make('filing_plan', { name: 'Pump abroad', case_sid: base.sid, legs: PLAN, years: 5 })
  const other = await enrol('ip_engineer')
  assert.notEqual((await ask('filing_plan/do/carry_out', { sid: plan.sid }, other)).code, 0)
  const { cases } = await done<{ cases: string[] }>('filing_plan/do/carry_out', { sid: plan.sid })
  const { record } = await done<{ record: Row[] }>('related_case/do/search', { iql: `later_sid IN (${cases.map((one) => `'${one}'`).join(', ')})`, fl: 'relation_type,earlier_sid,later_sid', rows: 20 })
  const rows = await Promise.all(cases.map(async (sid) => (await call<Row>(`patent/${sid}?flat=1`, undefined, { as })).data))
  const sidOf = (country: string) => rows.find((row) => row.country === country)?.sid
  assert.deepEqual(record.map((one) => one.relation_type).toSorted(), ['PARIS', 'PCT', 'PCT', 'PCT', 'PCTA'])
  assert.ok(record.every((one) => (one.relation_type === 'PCT') === ((one.earlier_sid as { sid: string }).sid === sidOf('WO'))))
  assert.deepEqual(rows.find((row) => row.country === 'WO')?.designated, ['US', 'EP', 'JP'])
  for (const row of rows) assert.equal(row.earliest_priority_date, '2026-05-12', String(row.country))
  const again = await ask('filing_plan/do/carry_out', { sid: plan.sid })
  assert.match(again.text, /carried out already/)
}) // oxfmt-ignore

test('all or none: a plan with a case that the law does not know makes no case', async () => {
  const base = await patent({ title: 'Valve', filing_date: '2026-05-12', status: 'DRAFTING' })
  const plan = await make('filing_plan', { name: 'Valve abroad', case_sid: base.sid, legs: [WO, leg(WO.key, 'PHASE', 'FR')] })
  const answer = await ask('filing_plan/do/carry_out', { sid: plan.sid })
  assert.match(answer.text, /only through/)
  assert.equal((await done<{ record: Row[] }>('related_case/do/search', { iql: `earlier_sid = '${base.sid}'`, rows: 5 })).record.length, 0)
})
