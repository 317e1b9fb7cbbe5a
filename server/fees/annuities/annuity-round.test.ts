// The yearly review of which rights are kept, through the API: what is asked, who answers, and what the decision does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer, type Person } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [manager, engineer, leader, inventor] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer'),
  await enrol('dept_leader'),
  await enrol('inventor'),
]

type Row = Record<string, unknown> & { sid: string }
const ask = (path: string, body: object | undefined, as: Person) => call<Row & { record: Row[]; total: number }>(path, body, { as, lang: 'en' })
async function ok(path: string, body: object | undefined, as: Person = manager) {
  const { code, data, text } = await ask(path, body, as)
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const make = async (model: string, values: object, as: Person = manager) => (await ok(`${model}/do/create`, values, as)).sid
const right = (title: string, more: object = {}) =>
  make('patent', { title, country: 'CN', patent_type: 'INVENTION', owner_sid: engineer.sid, department_sid: leader.department, ...more })
const annuity = (case_sid: string, due_date: string, more: object = {}) =>
  make('fee', { case_sid, fee_class: 'ANNUITY', fee_type: 'OTHER', due_date, amount: '1200', currency: 'CNY', ...more })
const take = (model: string, sid: string, transition: string, as: Person, more: object = {}) =>
  ask(`${model}/do/transition`, { sid, transition, ...more }, as)
const FL = [
  'case_sid',
  'status',
  'amount',
  'costs',
  'value_grade',
  'bound_by',
  'suggestion',
  'owner_sid',
  'fee_sid',
  'votes_keep',
  'votes_abandon',
  'decided_by',
  'decided_on',
]
const reviewsOf = async (round: string, as: Person = manager) =>
  (await ok('annuity_review/do/search', { fl: FL, iql: `round_sid = '${round}' ORDER BY due_date ASC`, rows: 50 }, as)).record

const sidOf = (value: unknown) => (typeof value === 'object' && value !== null && 'sid' in value ? value.sid : value)

const core = await right('虚构核心装置', { value_grade: 'A' })
const dull = await right('虚构外围装置', { value_grade: 'D' })
const later = await right('虚构以后的装置')
const [coreFee, dullFee] = [await annuity(core, '2090-03-01'), await annuity(dull, '2090-03-02')]
await annuity(core, '2090-04-01')
await annuity(later, '2091-01-01')
await annuity(core, '2020-03-01', { status: 'PAID', paid_amount: '1200', pay_date: '2020-02-01' })
const round = await make('annuity_round', { name: '虚构 2090 年第一季度', due_from: '2090-01-01', due_to: '2090-06-30' })

test('[1.04] a round may be of one day, and does not end before it begins', async () => {
  const [day, before] = ['2089-03-01', '2089-02-28']
  await make('annuity_round', { name: '虚构 2089 年的一天', due_from: day, due_to: day })
  const refused = await ask('annuity_round/do/create', { name: '虚构 2089 年的空轮', due_from: day, due_to: before }, manager)
  assert.deepEqual(refused.errors.map(({ field }) => field), ['due_to']) // oxfmt-ignore
})

test('[1.04] a round asks once for each right with an undecided annuity of its days, with grade, cost so far and a suggestion', async () => {
  assert.deepEqual((await take('annuity_round', round, 'open', manager)).errors.map(({ field }) => field), ['opinions_due']) // oxfmt-ignore
  assert.equal((await take('annuity_round', round, 'open', engineer, { opinions_due: '2089-12-01' })).status, 403)
  await ok('annuity_round/do/transition', { sid: round, transition: 'open', opinions_due: '2089-12-01' })
  const [one, two, ...others] = await reviewsOf(round)
  assert.deepEqual(others, [])
  assert.deepEqual([one?.suggestion, one?.value_grade, one?.amount, two?.suggestion], ['KEEP', 'A', '1200.00', 'ABANDON'])
  assert.deepEqual(one?.costs, [{ currency: 'CNY', amount: '1200.00', count: 1 }])
  assert.equal(sidOf(one?.owner_sid), engineer.sid)
  const made = await ok(`annuity_round/${round}`, undefined)
  assert.deepEqual([made.status, made.reviews, made.decided], ['OPEN', 2, 0])
  const { record } = await ok('notification/do/search', { fl: ['title_en'], rows: 20 }, engineer)
  assert.ok(record.some(({ title_en }) => /your opinion on 2 rights is asked until 01 Dec 2089/.test(String(title_en))))
})

test('[1.04] a right that an open round asks about is left out of another, until it is decided', async () => {
  const other = await make('annuity_round', { name: '虚构 2090 年至 2091 年', due_from: '2090-01-01', due_to: '2091-06-30' })
  const opened = await take('annuity_round', other, 'open', manager, { opinions_due: '2089-12-01' })
  assert.match(opened.text, /2 rights are left out, because another open round asks about them/)
  assert.deepEqual((await reviewsOf(other)).map(({ case_sid }) => sidOf(case_sid)), [later]) // oxfmt-ignore
  await ok('annuity_round/do/transition', { sid: other, transition: 'close' })
  // Nobody answers in a closed round, so its question holds no right back.
  const next = await make('annuity_round', { name: '虚构 2091 年', due_from: '2091-01-01', due_to: '2091-06-30' })
  await ok('annuity_round/do/transition', { sid: next, transition: 'open', opinions_due: '2089-12-01' })
  assert.deepEqual((await reviewsOf(next)).map(({ case_sid }) => sidOf(case_sid)), [later]) // oxfmt-ignore
  await ok('annuity_round/do/transition', { sid: next, transition: 'close' })
})

test('[1.04] an annuity that is due before the one of another open round is asked about', async () => {
  const both = await right('虚构先后两年的装置')
  await annuity(both, '2093-03-01')
  const open = async (due_from: string, due_to: string) => {
    const sid = await make('annuity_round', { name: `虚构 ${due_from}`, due_from, due_to })
    await ok('annuity_round/do/transition', { sid, transition: 'open', opinions_due: '2089-12-01' })
    return sid
  }
  const year10 = await open('2093-01-01', '2093-12-31')
  await annuity(both, '2092-03-01')
  const year9 = await open('2092-01-01', '2092-12-31')
  assert.deepEqual(
    (await reviewsOf(year9)).map(({ case_sid }) => sidOf(case_sid)),
    [both],
  )
  for (const sid of [year9, year10]) await ok('annuity_round/do/transition', { sid, transition: 'close' })
})

test('[1.04] of two annuities of a right that are due on one day, the second is not asked about while another open round asks about the first', async () => {
  const twice = await right('虚构同日两年的装置')
  for (const year of [1, 2]) await annuity(twice, '2094-03-01', { annuity_year: year })
  const open = async (name: string) => {
    const sid = await make('annuity_round', { name, due_from: '2094-01-01', due_to: '2094-12-31' })
    await ok('annuity_round/do/transition', { sid, transition: 'open', opinions_due: '2089-12-01' })
    return sid
  }
  const first = await open('虚构 2094 年')
  const [asked] = await reviewsOf(first)
  await ok('fee/do/transition', { sid: sidOf(asked?.fee_sid), transition: 'decide_pay' })
  const second = await open('虚构 2094 年再评')
  assert.deepEqual([(await reviewsOf(first)).length, asked?.status, await reviewsOf(second)], [1, 'ASKED', []])
  for (const sid of [first, second]) await ok('annuity_round/do/transition', { sid, transition: 'close' })
})

test('[1.04] a contract in progress binds its right, which is suggested to be kept; one that has ended binds nothing', async () => {
  const [bound, free] = [await right('虚构许可中的装置', { value_grade: 'D' }), await right('虚构许可已终的装置', { value_grade: 'D' })]
  for (const [case_sid, due_date] of [[bound, '2095-03-01'], [free, '2095-03-02']] as const) await annuity(case_sid, due_date) // oxfmt-ignore
  const party = async (name: string) => [{ applicant_sid: await make('applicant', { name, country: 'CN' }) }]
  const [licensors, licensees] = [await party('虚构许可方公司'), await party('虚构被许可方公司')]
  const licensed = async (case_sid: string) => {
    const sid = await make('licence', { title: '虚构许可合同', licensors, licensees })
    await ok('dealt_right/do/add', { dealing_sid: sid, case_sids: [case_sid] })
    return sid
  }
  const [running, ended] = [await licensed(bound), await licensed(free)]
  await ok('licence/do/transition', { sid: ended, transition: 'withdraw', close_date: '2026-03-02', close_reason: '虚构：未谈成' })
  const sid = await make('annuity_round', { name: '虚构 2095 年', due_from: '2095-01-01', due_to: '2095-12-31' })
  await ok('annuity_round/do/transition', { sid, transition: 'open', opinions_due: '2089-12-01' })
  const { case_no } = await ok(`case/${running}`, undefined)
  assert.deepEqual(
    (await reviewsOf(sid)).map(({ bound_by, suggestion }) => [bound_by, suggestion]),
    [
      [case_no, 'KEEP'],
      [null, 'ABANDON'],
    ],
  )
  await ok('annuity_round/do/transition', { sid, transition: 'close' })
})

test('[1.04] the owner recommends with a reason, a department leader votes once, and nobody enters the vote of another', async () => {
  const [one] = await reviewsOf(round)
  const sid = String(one?.sid)
  assert.deepEqual((await take('annuity_review', sid, 'recommend', engineer)).errors.map(({ field }) => field).toSorted(), ['reason', 'recommendation']) // oxfmt-ignore
  await ok('annuity_review/do/transition', { sid, transition: 'recommend', recommendation: 'KEEP', reason: '虚构理由', in_use: 'PRODUCT' }, engineer)
  const vote = (user: Person, wish: string) => ({ user_sid: user.sid, vote: wish })
  await ok('annuity_review/do/update', { sid, votes: [vote(leader, 'KEEP')] }, leader)
  const forged = await ask('annuity_review/do/update', { sid, votes: [vote(leader, 'ABANDON')] }, engineer)
  assert.deepEqual(forged.errors.map(({ field }) => field), ['votes']) // oxfmt-ignore
  const twice = await ask('annuity_review/do/update', { sid, votes: [vote(leader, 'KEEP'), vote(leader, 'KEEP')] }, leader)
  assert.equal(twice.status, 400)
  await ok('annuity_review/do/update', { sid, votes: [vote(leader, 'KEEP'), vote(engineer, 'ABANDON')] }, engineer)
  const [now] = await reviewsOf(round)
  assert.deepEqual([now?.status, now?.votes_keep, now?.votes_abandon], ['RECOMMENDED', 1, 1])
  assert.equal((await ask('annuity_review/do/search', {}, inventor)).status, 403)
})

test('[1.04] who decides decides the annuity with it, and another decision changes it again', async () => {
  const [one, two] = (await reviewsOf(round)).map(({ sid }) => sid)
  const decide = (sid: string | undefined, step: string, as: Person, more: object = {}) => take('annuity_review', String(sid), step, as, more)
  assert.equal((await decide(one, 'keep', engineer)).status, 403)
  assert.deepEqual((await decide(two, 'abandon', manager)).errors.map(({ field }) => field), ['decision_reason']) // oxfmt-ignore
  assert.equal((await decide(one, 'keep', manager)).code, 0)
  assert.equal((await decide(two, 'abandon', manager, { decision_reason: '虚构：不再使用' })).code, 0)
  const fee = async (sid: string) => ok(`fee/${sid}`, undefined)
  assert.deepEqual([(await fee(coreFee)).status, (await fee(coreFee)).decision], ['TO_PAY', 'PAY'])
  assert.deepEqual([(await fee(dullFee)).status, (await fee(dullFee)).handled_reason], ['ABANDONED', '虚构：不再使用'])
  const made = await ok(`annuity_round/${round}`, undefined)
  assert.deepEqual([made.reviews, made.decided], [2, 2])
  const [, kept] = await reviewsOf(round)
  assert.equal(sidOf(kept?.decided_by), manager.sid)
  assert.equal((await decide(two, 'keep', manager)).code, 0)
  const again = await fee(dullFee)
  assert.deepEqual([again.status, again.handled_reason], ['TO_PAY', null])
})

test('[1.04] a right that comes due later is added once, and a closed round takes no more opinions', async () => {
  const fresh = await right('虚构新增装置')
  await annuity(fresh, '2090-05-05')
  await ok('annuity_round/do/transition', { sid: round, transition: 'refill' })
  await ok('annuity_round/do/transition', { sid: round, transition: 'refill' })
  const all = await reviewsOf(round)
  assert.equal(all.length, 3)
  const moved = await ask('annuity_round/do/update', { sid: round, due_to: '2091-12-31' }, manager)
  assert.equal(moved.status, 400)
  await ok('annuity_round/do/transition', { sid: round, transition: 'close' })
  const sid = all.at(-1)?.sid ?? ''
  assert.equal((await take('annuity_review', sid, 'recommend', engineer, { recommendation: 'KEEP', reason: '虚构' })).status, 400)
})
