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
    const filed = { sid, version, filing_date: '2026-11-20', application_no: number, claims_count: 12, ...(key === WO.key && { designated: ['US', 'EP', 'JP'] }) }
    await done('patent/do/update', filed)
    const real = (await listed('deadline', sid, 'key,official_due,status,target_country')).filter((one) => one.status === 'OPEN' && !one.target_country)
    assert.ok(real.length > 1)
    for (const one of real) assert.equal(of(plan, key).dates.find((planned) => planned.key === one.key)?.due, one.official_due, `${key} ${String(one.key)}`)
    const owed = await listed('fee', sid, 'fee_type,due_date,amount', " AND status IN ('PLANNED', 'OVERDUE')")
    assert.ok(owed.length > 0)
    for (const one of owed) assert.equal(of(plan, key).fees.find(({ code, due }) => code === one.fee_type && due === one.due_date)?.amount, one.amount ?? '0.00', `${key} ${String(one.fee_type)}`)
  }
  const phases = await done<{ cases: string[] }>('patent/do/derive', { sid: wo, way: 'PHASE', countries: ['US', 'EP', 'JP'] })
  for (const [at, country] of ['US', 'EP', 'JP'].entries()) {
    const sid = phases.cases[at] ?? ''
    const { version } = (await call<Row>(`patent/${sid}?flat=1`, undefined, { as })).data
    await done('patent/do/update', { sid, version, claims_count: 12 })
    const owed = await listed('fee', sid, 'fee_type,due_date,amount', " AND status = 'PLANNED' AND decision != 'ASK'")
    const planned = of(plan, `${WO.key}/PHASE:${country}`).fees
    assert.ok(owed.length > 0, country)
    for (const one of owed) assert.equal(planned.find(({ code, due }) => code === one.fee_type && due === one.due_date)?.amount, one.amount ?? '0.00', `${country} ${String(one.fee_type)}`)
  }
}) // oxfmt-ignore

test('costs are the official prices by quarter and currency; what has none says so', async () => {
  const plan = await calculate({ case_sid: first.sid, legs: [...PLAN, leg(WO.key, 'PHASE', 'BR')], years: 5 })
  const us = of(plan, `${WO.key}/PHASE:US`)
  assert.deepEqual(us.fees.map(({ due }) => due), us.fees.map(() => '2028-09-18'))
  const sum = plan.sums.find(({ quarter, currency }) => quarter === '2028-Q3' && currency === 'USD')
  assert.equal(sum?.amount, us.fees.reduce((total, { amount }) => total + Number(amount), 0).toFixed(2))
  assert.deepEqual(of(plan, `${WO.key}/PHASE:BR`).fees, [])
  assert.deepEqual(lacking(of(plan, `${WO.key}/PHASE:BR`)), ['The fee schedules have no price for this filing or entry'])
  for (const one of plan.cases) if (one.parent) for (const { doubts } of one.fees) assert.ok(doubts.length > 0, one.key)
  const reader = await enrol('dept_leader') // sees no amounts
  const { cases, priced, sums } = await done<PlanResult>('filing_plan/do/calculate', { country: 'CN', filing_date: '2026-03-16', subtype: 'INVENTION', legs: [WO] }, reader)
  assert.deepEqual([priced, sums, cases.flatMap(({ fees }) => fees)], [false, [], []])
  assert.ok(cases.every(({ dates }) => dates.length > 0))
}) // oxfmt-ignore

// Prices of the offices of November 2026, counted by hand from their fee schedules for 12 claims, 2 of them independent, and 20 pages.
const COUNTS = Object.entries({ claims_count: '12', independent_claims: '2', pages: '20', ro: 'CN', isa: 'CN' }).map(([field, value]) => ({
  field,
  value,
}))
const paid = ({ fees }: PlannedCase) =>
  fees.filter(({ amount }) => Number(amount) > 0).map(({ code, due, currency, amount }) => `${due} ${code} ${currency} ${amount}`)
const lacking = ({ unpriced }: PlannedCase) => unpriced.map(({ en }) => en)

test('a supposed grant has its own fees, at each office', async () => {
  const to = (country: string) => leg(WO.key, 'PHASE', country, { granted_after: 20 })
  const legs = [WO, ...['US', 'JP', 'KR', 'EP', 'DE', 'GB', 'BR'].map(to), leg(EP, 'VALIDATION', 'DE'), leg(EP, 'UNITARY', 'EP'), leg('base', 'PRIORITY', 'CN', { granted_after: 24 })]
  const plan = await calculate({ case_sid: first.sid, years: 4, facts: COUNTS, legs })
  const phase = (country: string) => of(plan, `${WO.key}/PHASE:${country}`)
  assert.deepEqual(paid(of(plan, WO.key)), ['2027-04-16 PCT.IFF CHF 1330.00', '2027-04-16 PCT.SEARCH CNY 2100.00'])
  assert.deepEqual(lacking(of(plan, WO.key)), [])
  assert.deepEqual(paid(phase('US')), ['2028-09-18 US.FILE USD 350.00', '2028-09-18 US.SEARCH USD 770.00', '2028-09-18 US.EXAM USD 880.00', '2030-05-18 US.ISSUE USD 1290.00'])
  // Three years at 4,300 and 300 for each of 12 claims.
  assert.deepEqual(paid(phase('JP')), ['2028-09-19 JP.APP JPY 14000', '2030-03-18 JP.EXAM JPY 186000', '2030-05-19 JP.ANN JPY 23700'])
  // Three years at 13,000 and 12,000 for each of 12 claims.
  assert.deepEqual(paid(phase('KR')), ['2028-10-16 KR.APP KRW 46000', '2028-10-16 KR.PRIO KRW 18000', '2030-03-18 KR.EXAM KRW 778000', '2030-06-16 KR.ANN KRW 471000'])
  const early = await calculate({ case_sid: first.sid, years: 4, facts: COUNTS, legs: [leg('base', 'PRIORITY', 'KR', { granted_after: 30 })] })
  assert.deepEqual(paid(of(early, 'base/PRIORITY:KR')).slice(2), ['2029-09-16 KR.EXAM KRW 778000', '2029-09-16 KR.ANN KRW 471000'])
  assert.deepEqual(paid(phase('EP')).slice(-3), ['2029-04-03 EP.RENEW EUR 690.00', '2030-04-01 EP.RENEW EUR 845.00', '2030-06-16 EP.GRANT EUR 1080.00'])
  assert.deepEqual(paid(phase('EP')).slice(0, -3).map((one) => one.slice(11)).toSorted(), ['EP.DESIG EUR 685.00', 'EP.EXAM EUR 1915.00', 'EP.FILE EUR 135.00', 'EP.SEARCH EUR 1520.00'])
  assert.deepEqual(paid(phase('DE')), ['2028-10-16 DE.NAT EUR 120.00', '2029-04-03 DE.ANN EUR 70.00', '2030-04-01 DE.ANN EUR 70.00'])
  assert.deepEqual(lacking(phase('DE')), ['Examination request fee: not counted, since its day cannot be computed'])
  assert.deepEqual(paid(phase('GB')), ['2028-10-16 GB.NAT GBP 30.00', '2028-10-16 GB.SEARCH GBP 150.00'])
  assert.deepEqual(lacking(phase('GB')), ['Examination fee: not counted, since its day cannot be computed'])
  assert.deepEqual([paid(phase('BR')), lacking(phase('BR')).length], [[], 2])
  assert.deepEqual(paid(of(plan, 'base/PRIORITY:CN')), [
    '2027-05-17 CN.APP CNY 900.00', '2027-05-17 CN.PUB CNY 50.00', '2027-05-17 CN.CLAIM CNY 300.00', '2027-05-17 CN.PRIO CNY 80.00',
    '2029-03-16 CN.SE CNY 2500.00', '2029-03-16 CN.ANN CNY 900.00', '2030-03-18 CN.ANN CNY 1200.00',
  ])
  assert.ok(plan.cases.every(({ fees }) => fees.every(({ code }) => code !== 'CN.PTA'))) // paid for on request
  assert.match(lacking(of(plan, `${EP}/VALIDATION:DE`)).join(), /validation/)
  assert.equal(of(plan, `${EP}/VALIDATION:DE`).day, '2030-06-16')
}) // oxfmt-ignore

test('what follows a grant waits for one, and says so', async () => {
  const plan = await calculate({ case_sid: first.sid, years: 4, legs: [WO, leg(WO.key, 'PHASE', 'EP'), leg(EP, 'VALIDATION', 'DE'), leg(EP, 'UNITARY', 'EP')] })
  for (const key of [`${EP}/VALIDATION:DE`, `${EP}/UNITARY:EP`]) {
    const one = of(plan, key)
    assert.deepEqual([one.day, one.last_day, one.fees, one.dates], [null, null, [], []])
    assert.deepEqual(one.notices.map(({ en }) => en), ['Possible only after the grant of the earlier case: suppose when it is granted'])
    assert.ok(lacking(one).includes('Without a day, its fees are not counted'))
  }
  assert.deepEqual(lacking(of(plan, WO.key)).map((one) => one.slice(0, 26)), ['The transmittal fee is not', 'The search fee is not coun'])
  const granted = await patent({ country: 'EP', route: 'EP_DIRECT', filing_date: '2022-09-12', grant_date: '2026-11-04', status: 'EP_GRANTED' })
  const real = await calculate({ case_sid: granted.sid, years: 1, legs: [leg('base', 'VALIDATION', 'DE')] })
  assert.deepEqual([of(real, 'base/VALIDATION:DE').day, of(real, 'base/VALIDATION:DE').last_day], ['2026-11-04', '2027-02-04'])
  assert.deepEqual(of(real, 'base/VALIDATION:DE').fees.map(({ due, amount, doubts }) => [due, amount, doubts]), [['2027-09-30', '150.00', []]])
}) // oxfmt-ignore

test('an entry is paid for on its planned day, and a filing without a deadline for its fees too', async () => {
  const plan = await calculate({ case_sid: first.sid, years: 3, facts: COUNTS, legs: [WO, leg(WO.key, 'PHASE', 'US', { on_day: '2027-06-01' }), leg('base', 'DIVISION', 'CN', { on_day: '2027-01-11' }), leg('base', 'PRIORITY', 'EP')] })
  assert.deepEqual(paid(of(plan, `${WO.key}/PHASE:US`)), ['2027-06-01 US.FILE USD 350.00', '2027-06-01 US.SEARCH USD 770.00', '2027-06-01 US.EXAM USD 880.00'])
  assert.deepEqual(paid(of(plan, 'base/DIVISION:CN')), ['2027-03-11 CN.APP CNY 900.00', '2027-03-11 CN.PUB CNY 50.00', '2027-03-11 CN.CLAIM CNY 300.00', '2029-03-16 CN.SE CNY 2500.00'])
  assert.deepEqual(lacking(of(plan, 'base/PRIORITY:EP')), ['Designation fee: not counted, since its day cannot be computed', 'Examination fee: not counted, since its day cannot be computed'])
  const base = async (country: string, filing_date: string, more = {}) => of(await calculate({ case_kind: 'patent', subtype: 'INVENTION', country, filing_date, years: 2, facts: COUNTS, ...more }), 'base')
  for (const [country, fees] of [['US', ['US.FILE USD 350.00', 'US.SEARCH USD 770.00', 'US.EXAM USD 880.00']], ['JP', ['JP.APP JPY 14000']], ['KR', ['KR.APP KRW 46000']], ['DE', ['DE.APP EUR 80.00']], ['GB', ['GB.FILE GBP 75.00', 'GB.SEARCH GBP 150.00']]] as const)
    assert.deepEqual(paid(await base(country, '2027-03-15')), fees.map((fee) => `2027-03-15 ${fee}`), country)
  const past = await base('CN', '2026-03-16')
  assert.deepEqual([paid(past), lacking(past)], [[], ['Its filing date has passed: the fees of the filing are not counted']])
  assert.deepEqual(lacking(await base('US', '2027-03-15', { subtype: 'PROVISIONAL' })), ['The fee schedules have no price for this filing or entry'])
  // Filed on 11 January 2027: four months for the year that falls due on 31 March (EPC Rule 51(3)).
  const division = await calculate({ case_kind: 'patent', subtype: 'INVENTION', country: 'EP', filing_date: '2025-03-14', years: 1, legs: [leg('base', 'DIVISION', 'EP', { on_day: '2027-01-11' })] })
  assert.deepEqual(paid(of(division, 'base/DIVISION:EP')).filter((one) => one.includes('RENEW')), ['2027-05-11 EP.RENEW EUR 690.00'])
}) // oxfmt-ignore

test('a year that is late is counted with its surcharge', async () => {
  const late = await patent({ filing_date: '2020-09-10', grant_date: '2022-05-10', register_date: '2022-05-10', status: 'GRANTED' })
  // The seventh year of 2,000 was due on 10 September 2026; in its third month 10 % are added.
  assert.deepEqual(paid(of(await calculate({ case_sid: late.sid, years: 1, legs: [] }), 'base')), ['2026-09-10 CN.ANN CNY 2200.00', '2027-09-10 CN.ANN CNY 2000.00'])
}) // oxfmt-ignore

test('a period that ends on a Saturday is kept on the Monday', async () => {
  const base = await patent({ filing_date: '2026-03-13', status: 'DRAFTING' }) // twelve months end on Saturday 13 March 2027
  const plan = await calculate({ case_sid: base.sid, years: 1, facts: COUNTS, legs: ['KR', 'US', 'WO'].map((country) => leg('base', 'PRIORITY', country)) })
  for (const country of ['KR', 'US']) assert.deepEqual([of(plan, `base/PRIORITY:${country}`).last_day, of(plan, `base/PRIORITY:${country}`).notices], ['2027-03-15', []])
  assert.deepEqual(of(plan, 'base/PRIORITY:WO').notices, [])
  const late = await calculate({ case_sid: base.sid, years: 1, legs: [leg('base', 'PRIORITY', 'KR', { on_day: '2027-03-16' })] })
  assert.match(of(late, 'base/PRIORITY:KR').notices.map(({ en }) => en).join(), /12 months of priority.* are over/)
}) // oxfmt-ignore

test('a case that is there already is not offered again, and its plan is blocked', async () => {
  const wo = await patent({ country: 'WO', route: 'PCT_INTL', filing_date: '2026-03-16', designated: ['US', 'JP'] })
  await done('patent/do/derive', { sid: wo.sid, way: 'PHASE', countries: ['US'] })
  const plan = await calculate({ case_sid: wo.sid, years: 3, legs: [leg('base', 'PHASE', 'US'), leg('base', 'PHASE', 'KR'), { ...leg('base', 'PHASE', 'KR'), key: 'again' }] })
  assert.deepEqual(of(plan, 'base').ways.find(({ way }) => way === 'PHASE')?.countries, ['JP'])
  assert.deepEqual(of(plan, 'base/PHASE:US').notices.map(({ level, en }) => [level, en]), [['block', 'There is such a case already']])
  assert.deepEqual(of(plan, 'base/PHASE:KR').notices, [])
  assert.deepEqual(of(plan, 'again').notices.map(({ level, en }) => [level, en]), [['block', 'The plan has such a case already']])
}) // oxfmt-ignore

test('the dates and fees of a case are for those whose role has plans', async () => {
  const body = { case_sid: first.sid, legs: [WO], years: 12 }
  const supposed = { case_kind: 'patent', subtype: 'INVENTION', country: 'CN', filing_date: '2027-03-15', legs: [] }
  const inventor = await enrol('inventor')
  const own = await patent({ filing_date: '2026-03-16', owner_sid: inventor.sid })
  const shared = await make('filing_plan', { name: 'Shared', ...body, share: 'COMPANY' })
  const rows = [
    ['ip_manager', true], ['ip_engineer', true], ['finance', true], ['dept_leader', false], ['inventor', false], ['agent', false], ['agency_admin', false],
  ] as const
  for (const [role, may] of rows) {
    const by = role === 'inventor' ? inventor : await enrol(role)
    const answer = await ask<PlanResult>('filing_plan/do/calculate', role === 'inventor' ? { ...body, case_sid: own.sid } : body, by)
    assert.equal(answer.code === 0, may, `${role}: ${answer.text}`)
    assert.ok(answer.status < 500, answer.text)
    if (!may) assert.doesNotMatch(answer.text, /20\d\d-/, role)
    assert.equal((await ask('filing_plan/do/calculate', supposed, by)).code, 0, role)
  }
  assert.equal((await call<Row>(`filing_plan/${shared.sid}`, undefined, { as: inventor })).code, 0)
}) // oxfmt-ignore

test('a design from scratch, by the Hague system', async () => {
  const wo = leg('base', 'PRIORITY', 'WO')
  const legs = [wo, leg(wo.key, 'DESIGNATION', 'JP'), leg(wo.key, 'DESIGNATION', 'EM')]
  const plan = await calculate({ case_kind: 'patent', subtype: 'DESIGN', country: 'CN', filing_date: '2026-09-30', legs, years: 6, facts: [{ field: 'designs_count', value: '2' }] })
  // Six months from 30 September 2026 (Paris Convention, art. 4C(1)): Tuesday 30 March 2027; renewal after five years (Hague Agreement 1999, art. 17).
  assert.equal(of(plan, wo.key).last_day, '2027-03-30')
  assert.equal(dueOf(of(plan, wo.key), 'HAG05')?.due, '2032-03-30')
  const basic = of(plan, wo.key).fees.find(({ code }) => code === 'HAGUE.BASIC')
  assert.match(lacking(of(plan, `${wo.key}/DESIGNATION:JP`)).join(), /designation fee/)
  assert.deepEqual([basic?.due, basic?.currency, basic?.amount], ['2027-03-30', 'CHF', '447.00']) // 397 and 50 for the second design
}) // oxfmt-ignore

test('a design by the Hague system to China pays the individual fee of each five years; without a price a country is named', async () => {
  const wo = leg('base', 'PRIORITY', 'WO')
  const legs = [wo, leg(wo.key, 'DESIGNATION', 'CN'), leg(wo.key, 'DESIGNATION', 'JP')]
  const plan = await calculate({ case_kind: 'patent', subtype: 'DESIGN', country: 'KR', filing_date: '2026-09-30', legs, years: 6, facts: [] })
  const [cn, jp] = [of(plan, `${wo.key}/DESIGNATION:CN`), of(plan, `${wo.key}/DESIGNATION:JP`)]
  // 4,100 for the first five years and 7,600 for the next, in force since 5 May 2022 (发改价格〔2022〕465号); the third five years are beyond the plan.
  assert.deepEqual(paid(cn), ['2027-03-30 CN.HAGUE CNY 4100.00', '2032-03-30 CN.HAGUE CNY 7600.00'])
  assert.deepEqual(cn.fees.map(({ en, doubts }) => [en, doubts]), [
    ['Hague individual designation fee, per five-year phase, years 1–5', ['CHECK', 'FILING']],
    ['Hague individual designation fee, per five-year phase, years 6–10', ['CHECK', 'FILING']],
  ])
  assert.deepEqual([lacking(cn).filter((words) => /designation/.test(words)), paid(jp)], [[], []])
  assert.match(lacking(jp).join(), /designation fee.* no price of this country/)
}) // oxfmt-ignore

test('what cannot be is refused by name, and an objection of the law stands beside the case', async () => {
  const refused = async (body: Record<string, unknown>, words: RegExp) => {
    const answer = await ask('filing_plan/do/calculate', body)
    assert.notEqual(answer.code, 0)
    assert.ok(answer.status < 500, answer.text)
    assert.match(answer.text, words)
  }
  await refused({ legs: [] }, /Country: is required; Filing date: is required; Right: is required/)
  await refused({ case_sid: first.sid, legs: [leg('nobody', 'PHASE', 'US')] }, /not in the plan/)
  await refused({ case_sid: first.sid, legs: [leg('base', 'PHASE', 'US')] }, /cannot come from/)
  await refused({ case_sid: first.sid, legs: [WO, WO] }, /used twice/)
  await refused({ case_sid: first.sid, facts: [{ field: 'remark', value: '1' }] }, /no account/)
  await refused({ case_sid: first.sid, facts: [{ field: 'pages', value: 'many' }] }, /Pages/)
  await refused({ country: 'CN', filing_date: '2026-03-16', subtype: 'GADGET' }, /Type: there is no option/)
  await refused({ country: 'CN', filing_date: '2026-03-16' }, /Right: is required/)
  for (const way of ['constructor', '__proto__', 'toString'])
    await refused({ case_sid: first.sid, legs: [leg('base', way, 'US')] }, /cannot come from/)
  await refused({ case_sid: first.sid, legs: [leg('base', 'DIVISION', 'US')] }, /only be in China/)
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

test('two divisions of one case become two cases', async () => {
  const base = await patent({ title: 'Twin', filing_date: '2026-05-12', status: 'DRAFTING' })
  const legs = ['one', 'two'].map((key) => ({ key, parent: 'base', way: 'DIVISION', country: 'CN' }))
  const plan = await make('filing_plan', { name: 'Twin divided', case_sid: base.sid, legs })
  const { cases } = await done<{ cases: string[] }>('filing_plan/do/carry_out', { sid: plan.sid })
  assert.equal(new Set(cases).size, 2)
})

test('all or none: a plan with a case that the law does not know makes no case', async () => {
  const base = await patent({ title: 'Valve', filing_date: '2026-05-12', status: 'DRAFTING' })
  const plan = await make('filing_plan', { name: 'Valve abroad', case_sid: base.sid, legs: [WO, leg(WO.key, 'PHASE', 'FR')] })
  const answer = await ask('filing_plan/do/carry_out', { sid: plan.sid })
  assert.match(answer.text, /only through/)
  assert.equal((await done<{ record: Row[] }>('related_case/do/search', { iql: `earlier_sid = '${base.sid}'`, rows: 5 })).record.length, 0)
})
