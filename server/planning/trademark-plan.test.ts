// Plans of coming trademarks: each date was counted by hand, and each amount from the schedules of fees of November 2026.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlannedCase, PlanResult } from '../../model/planning/plan-result.ts'
import { casesOf, type Row } from '../../tests/harness/cases/cases.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'

startOn('2026-11-26')
const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { make, done, ask } = casesOf(call, as, 'en')

const calculate = (body: Record<string, unknown>) => done<PlanResult>('filing_plan/do/calculate', body)
const of = ({ cases }: PlanResult, key: string): PlannedCase => cases.find((one) => one.key === key) ?? assert.fail(key)
const dueOf = (one: PlannedCase, rule: string) => one.dates.find(({ key }) => key.split(':')[0] === rule)?.due
const paid = ({ fees }: PlannedCase) => fees.map(({ code, due, currency, amount }) => `${due} ${code} ${currency} ${amount}`)
const checked = ({ fees }: PlannedCase) => fees.filter(({ doubts }) => doubts.includes('CHECK')).map(({ code }) => code)
const lacking = ({ unpriced }: PlannedCase) => unpriced.map(({ en }) => en)
const leg = (parent: string, way: string, country: string, more = {}) => ({ key: `${parent}/${way}:${country}`, parent, way, country, ...more })
const counts = (of: Record<string, string>) => Object.entries(of).map(([field, value]) => ({ field, value }))

const WO = leg('base', 'INTERNATIONAL', 'WO', { granted_after: 3 })
const to = (country: string, more = {}) => leg(WO.key, 'DESIGNATION', country, more)
const direct = (country: string, more = {}) => leg('base', 'PRIORITY', country, more)
const CN = { case_kind: 'trademark', subtype: 'GOODS_SERVICE', country: 'CN', filing_date: '2026-08-13' }
const FOUR = counts({ class_count: '4', goods_in_class: '12', reproduction: 'COLOUR' })

test('a Chinese first filing: the United States and Korea directly, and Madrid with its designations', async () => {
  const legs = [direct('US', { granted_after: 12 }), direct('KR', { granted_after: 12 }), WO, to('DE', { granted_after: 18 }), to('JP')]
  const plan = await calculate({ ...CN, years: 12, facts: FOUR, legs })
  const [us, kr, wo] = [of(plan, direct('US').key), of(plan, direct('KR').key), of(plan, WO.key)]
  // Six months from 13 August 2026 (Paris Convention, art. 4C(1)): Saturday 13 February 2027; Monday is a holiday in the United States (art. 4C(3)).
  assert.deepEqual([us.last_day, kr.last_day, wo.last_day], ['2027-02-16', '2027-02-15', '2027-02-15'])
  assert.deepEqual([us.route?.en, wo.route?.en, of(plan, to('DE').key).route?.en], ['Direct', 'Madrid international registration', 'Madrid designation'])
  // 37 CFR 2.6: 350, 325 for section 8 after six years, 650 for sections 8 and 9 after ten, each for four classes.
  assert.deepEqual(paid(us), ['2027-02-16 US.TM_APP USD 1400.00', '2034-02-16 US.TM_S8 USD 1300.00', '2038-02-16 US.TM_S8_S9 USD 2600.00'])
  // Korea: 52,000, 201,000 with the registration and 300,000 for a renewal, each for four classes.
  assert.deepEqual(paid(kr), ['2027-02-15 KR.TM_APP KRW 208000', '2028-02-15 KR.TM_REG KRW 804000', '2038-02-15 KR.TM_RENEW KRW 1200000'])
  // It bears the date of the application (Madrid Protocol, art. 3(4)): two months for the office of origin, five years of dependency
  // (art. 6(3)), and ten years, of which the last day is a Sunday (art. 6(1)). The basic fee in colour, and 100 for the fourth class (art. 8(2)).
  assert.deepEqual(['MAD02', 'MAD05', 'MAD07'].map((rule) => dueOf(wo, rule)), ['2027-04-15', '2032-02-15', '2037-02-16'])
  assert.deepEqual(paid(wo), ['2027-02-15 MADRID.BASIC_COLOUR CHF 903.00', '2027-02-15 MADRID.CLASS CHF 100.00', '2037-02-16 MADRID.RENEW CHF 653.00'])
  // China and Germany are bound by the Agreement too: the complementary fee, whatever was declared (art. 9sexies(1)(b)).
  assert.deepEqual(paid(of(plan, to('DE').key)), ['2027-02-15 MADRID.PARTY CHF 100.00', '2037-02-15 MADRID.PARTY CHF 100.00'])
  assert.equal(dueOf(of(plan, to('DE').key), 'MAD09'), '2037-02-15')
  // No schedule has the individual fee of Japan: no amount is made up.
  assert.deepEqual([paid(of(plan, to('JP').key)), lacking(of(plan, to('JP').key)).length], [[], 1])
  assert.match(lacking(of(plan, to('JP').key)).join(), /no individual fee of this party/)
  const first = plan.sums.filter(({ quarter }) => quarter === '2027-Q1').map(({ currency, amount }) => `${currency} ${amount}`)
  assert.deepEqual(first, ['CHF 1103.00', 'KRW 208000', 'USD 1400.00'])
  assert.deepEqual(plan.cases.flatMap(({ key, notices }) => notices.map(({ en }) => `${key}: ${en}`)), [])
}) // oxfmt-ignore

test('a Korean first filing: China directly, and China by Madrid with its individual fee', async () => {
  const legs = [direct('CN', { granted_after: 9 }), direct('JP', { granted_after: 9 }), WO, to('CN'), to('DE')]
  const plan = await calculate({ ...CN, country: 'KR', filing_date: '2026-09-30', years: 12, facts: FOUR.slice(0, 2), legs })
  const cn = of(plan, direct('CN').key)
  // Tuesday 30 March 2027. 270 for each of four classes, and 27 for each of two goods above ten in each. Registered on 30 December 2027, the
  // term ends on the day before its anniversary (Trademark Law, art. 39; Regulations, art. 12); the renewal takes 450 a class.
  assert.deepEqual([cn.last_day, dueOf(cn, 'CNT02'), dueOf(cn, 'CNT27')], ['2027-03-30', '2027-06-30', '2037-12-29'])
  assert.deepEqual(paid(cn), ['2027-03-30 TM.APP CNY 1080.00', '2027-03-30 TM.ITEM CNY 216.00', '2037-12-29 TM.RENEW CNY 1800.00'])
  assert.deepEqual([paid(of(plan, direct('JP').key)), lacking(of(plan, direct('JP').key))], [['2027-12-30 JP.TM_REG JPY 131600', '2037-12-30 JP.TM_RENEW JPY 174400'], ['The fee schedules have no price for this filing or entry']])
  // 249 for the first class and 125 for each of three more (Madrid Protocol, art. 8(7)): Korea is bound by the Protocol alone.
  assert.deepEqual(paid(of(plan, to('CN').key)), ['2027-03-30 MADRID.CN CHF 624.00'])
  assert.deepEqual(paid(of(plan, to('DE').key)), [])
  // Nothing says whether the mark is coloured, nor whether a party takes the supplementary fee; a renewal takes more than its basic fee.
  assert.deepEqual(checked(of(plan, WO.key)), ['MADRID.BASIC', 'MADRID.CLASS', 'MADRID.RENEW'])
  const collective = await calculate({ ...CN, subtype: 'COLLECTIVE', country: 'KR', facts: FOUR, legs: [direct('CN'), WO, to('CN')] })
  assert.deepEqual([paid(of(collective, direct('CN').key)).map((one) => one.slice(11)), paid(of(collective, to('CN').key))], [['TM.COLL CNY 5400.00'], []])
}) // oxfmt-ignore

test('after the six months a Madrid application has no priority and waits for its day; Hong Kong is outside the system', async () => {
  const late = { ...CN, filing_date: '2026-01-13', facts: counts({ class_count: '1', reproduction: 'BLACK' }) }
  const waiting = await calculate({ ...late, legs: [WO, to('VN'), to('HK')] })
  assert.deepEqual([of(waiting, WO.key).day, of(waiting, WO.key).fees, of(waiting, to('VN').key).notices], [null, [], []])
  const says = ({ notices }: PlannedCase) => notices.map(({ en }) => en)
  assert.deepEqual(says(of(waiting, WO.key)), ['Filed after 2026-07-13, the last day for the priority: it has no priority', 'No last day can be computed for WIPO: enter a planned day'])
  assert.match(says(of(waiting, to('HK').key)).join(), /does not apply to Hong Kong/)
  const dated = await calculate({ ...late, legs: [{ ...WO, on_day: '2026-12-15' }, to('VN')] })
  assert.deepEqual([paid(of(dated, WO.key)), paid(of(dated, to('VN').key))], [['2026-12-15 MADRID.BASIC CHF 653.00'], ['2026-12-15 MADRID.PARTY CHF 100.00']])
  assert.deepEqual(says(of(dated, WO.key)).length, 1)
}) // oxfmt-ignore

test('two scenarios differ in what they cost; a first filing to come pays its own fees', async () => {
  const one = await calculate({ ...CN, facts: FOUR, legs: [WO, to('DE'), to('FR'), to('VN')] })
  const other = await calculate({ ...CN, facts: FOUR, legs: [direct('US')] })
  const sums = ({ sums: all }: PlanResult) => all.map(({ quarter, currency, amount }) => `${quarter} ${currency} ${amount}`)
  assert.deepEqual([sums(one), sums(other)], [['2027-Q1 CHF 1303.00'], ['2027-Q1 USD 1400.00']]) // 903, 100 and three parties
  const coming = await calculate({ ...CN, filing_date: '2027-01-13', facts: FOUR, legs: [] })
  assert.deepEqual(paid(of(coming, 'base')), ['2027-01-13 TM.APP CNY 1080.00', '2027-01-13 TM.ITEM CNY 216.00'])
})

test('what is missing or wrong is refused by its field, in the language of the person', async () => {
  const rows: readonly (readonly [Record<string, unknown>, string, RegExp])[] = [
    [{ case_kind: 'trademark' }, 'country', /Country: is required/],
    [{ ...CN, subtype: 'GADGET' }, 'subtype', /Kind of mark: there is no option “GADGET”/],
    [{ ...CN, facts: counts({ class_count: '46' }) }, 'class_count', /Classes/],
    [{ ...CN, facts: counts({ class_count: 'many' }) }, 'class_count', /Classes/],
    [{ ...CN, facts: counts({ reproduction: 'GREY' }) }, 'reproduction', /Reproduction/],
  ]
  for (const [body, field, words] of rows) {
    const answer = await call('filing_plan/do/calculate', body, { as, lang: 'en' })
    assert.deepEqual([answer.status, answer.errors?.[0]?.field], [400, field], answer.text)
    assert.match(answer.text, words)
  }
  const zh = await call('filing_plan/do/calculate', { case_kind: 'trademark' }, { as, lang: 'zh' })
  assert.match(zh.text, /国家\/地区：必填；申请日：必填/)
  assert.match((await ask('filing_plan/do/calculate', { ...CN, facts: counts({ claims_count: '3' }) })).text, /no account/)
})

test('a plan becomes a Madrid case with its designations and direct cases, all in preparation', async () => {
  const classes = [{ class_no: '9', goods: 'Sensors; cameras' }]
  const base = await make('trademark', {
    title: 'GEARO',
    country: 'CN',
    mark_type: 'WORD',
    status: 'TM_ACCEPTED',
    filing_date: '2026-08-13',
    classes,
  })
  const plan = await make('filing_plan', { name: 'GEARO abroad', case_sid: base.sid, legs: [direct('US'), WO, to('DE'), to('JP')] })
  // One class with two goods of a word mark: no fee is open for want of a count.
  const shown = await calculate({ case_sid: base.sid, legs: [direct('KR'), WO, to('DE')] })
  assert.deepEqual([paid(of(shown, WO.key)), checked(of(shown, WO.key))], [['2027-02-15 MADRID.BASIC CHF 653.00'], []])
  const { cases } = await done<{ cases: string[] }>('filing_plan/do/carry_out', { sid: plan.sid })
  const rows = await Promise.all(cases.map(async (sid) => (await call<Row>(`trademark/${sid}?flat=1`, undefined, { as })).data))
  const said = rows.map(({ country, route, status, filing_date: filed }) => [country, route, status, filed ?? null].join(' ')).toSorted()
  assert.deepEqual(
    said,
    ['DE MADRID_DESIGNATION', 'JP MADRID_DESIGNATION', 'US DIRECT', 'WO MADRID_INTL'].map((one) => `${one} TM_PREPARING `),
  )
  const wo = rows.find(({ country }) => country === 'WO')
  assert.deepEqual(wo?.designated, ['DE', 'JP'])
  const iql = `later_sid IN (${cases.map((one) => `'${one}'`).join(', ')})`
  const { record } = await done<{ record: Row[] }>('related_case/do/search', { iql, fl: 'relation_type,earlier_sid', rows: 20 })
  const related = record.map((one) => `${String(one.relation_type)} ${(one.earlier_sid as { sid: string }).sid === wo?.sid ? 'WO' : 'base'}`)
  assert.deepEqual(related.toSorted(), ['DESIGNATION WO', 'DESIGNATION WO', 'MADRID base', 'PARIS base'])
  for (const country of ['US', 'WO']) assert.equal(rows.find((row) => row.country === country)?.earliest_priority_date, '2026-08-13', country)
  assert.match((await ask('filing_plan/do/carry_out', { sid: plan.sid })).text, /carried out already/)
})
