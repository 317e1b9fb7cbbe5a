// The evaluation of disclosures: who is asked, how votes and scores decide, and what a reviewer may see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const { company } = await enrol('system_admin')
const lab = await make('department', { name: '虚构实验部', company_sid: company })
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const writer = await enrol('inventor', { department_sid: lab })
const [one, two, three, excluded] = [await enrol('inventor'), await enrol('inventor'), await enrol('inventor'), await enrol('inventor')]
const asExpert = (who: Person, more: Record<string, unknown> = {}) =>
  make('expert', { name: `专家 ${who.account}`, user_sid: who.sid, company_sid: company, ...more })
const [expertOne, expertTwo, expertThree] = [await asExpert(one), await asExpert(two), await asExpert(three)]
const expertWriter = await asExpert(writer)
const expertExcluded = await asExpert(excluded, { conflict_departments: [lab] })

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body: unknown, as: Person): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
let made = 0
const step = (sid: string, transition: string, as: Person, fields: object = {}) =>
  call<Row>('proposal/do/transition', { sid, transition, ...fields }, { as })
async function inReview() {
  const { sid } = await ok('proposal/do/create', { title: `评审虚构案 ${++made}`, solution: '虚构的做法' }, writer)
  for (const [transition, as] of [['submit', writer], ['agree', manager]] as const) assert.equal((await step(sid, transition, as)).code, 0)
  return sid
} // oxfmt-ignore
async function sent(fields: object) {
  const sid = await inReview()
  const answer = await step(sid, 'send_to_evaluation', engineer, fields)
  assert.equal(answer.code, 0, answer.text)
  return sid
}
const reviews = async (sid: string) =>
  (
    await ok<{ record: Row[] }>(
      'proposal_review/do/search',
      { fl: ['sid', 'expert_sid', 'state', 'vote', 'total_score'], iql: `case_sid = '${sid}'`, rows: 50 },
      engineer,
    )
  ).record
const mine = async (sid: string, as: Person) =>
  (await ok<{ record: Row[] }>('proposal_review/do/search', { fl: ['sid', 'state'], iql: `case_sid = '${sid}' AND state = 'OPEN'` }, as)).record[0]
    ?.sid ?? ''
const scores = (n: number) => ({ novelty_score: n, inventive_score: n, practical_score: n, market_score: n, detect_score: n })
const give = async (sid: string, as: Person, vote: 'AGREE' | 'REFUSE', n = 4, more: object = {}) =>
  call<{ left: number }>(
    'proposal_review/do/submit',
    { sid: await mine(sid, as), vote, ...scores(n), ...(vote === 'REFUSE' && { opinion: '没有新意（虚构）' }), ...more },
    { as, lang: 'en' },
  )
const read = (sid: string, as: Person) => ok(`proposal/${sid}`, undefined, as)

test('[4.08] a group is asked without inventors and experts in conflict, each sees the disclosure and nothing else of the kind', async () => {
  const group = await make('expert_group', { group_name: '虚构电池组', member_sids: [expertOne, expertTwo, expertWriter, expertExcluded], vote_mode: 'HALF_PASS', company_sid: company })
  const sid = await inReview()
  const other = await inReview()
  assert.deepEqual((await step(sid, 'send_to_evaluation', engineer, { expert_sids: [expertWriter] })).errors.map(({ field }) => field), ['expert_sids'])
  assert.equal((await step(sid, 'send_to_evaluation', writer, { expert_sids: [expertOne] })).status, 403)
  const answer = await step(sid, 'send_to_evaluation', engineer, { expert_group_sid: group })
  assert.deepEqual([answer.data.status, answer.data.evaluate_vote], ['EVALUATING', 'HALF_PASS'], answer.text)
  assert.deepEqual((await reviews(sid)).map((review) => (review.expert_sid as Row).sid).toSorted(), [expertOne, expertTwo].toSorted())
  assert.equal((await read(sid, one)).title, (await read(sid, writer)).title)
  const seen = await Promise.all([call(`proposal/${other}`, undefined, { as: one }), call(`proposal/${sid}`, undefined, { as: three })])
  assert.deepEqual(seen.map(({ status }) => status), [404, 404])
  assert.ok((await call('proposal/do/update', { sid, solution: '改写' }, { as: one })).status >= 400)
  assert.ok((await call(`proposal/do/delete/${sid}`, {}, { as: one })).status >= 400)
  const hidden = await read(sid, writer)
  for (const code of ['reviewer_sids', 'expert_sids', 'expert_group_sid']) assert.equal(hidden[code], undefined, code)
  assert.equal((await ok<{ total: number }>('proposal_review/do/search', { iql: `case_sid = '${sid}'` }, writer)).total, 0)
  const told = await ok<{ record: Row[] }>('notification/do/search', { fl: ['title_en', 'link'], iql: "link = '/ideas/reviews'" }, one)
  assert.match(String(told.record[0]?.title_en), /Please evaluate the disclosure/)
}) // oxfmt-ignore

test('[4.09] scores and votes decide by the mode of the group: not evaluated before, evaluated after, with means, grade and opinions without names', async () => {
  const sid = await sent({ expert_sids: [expertOne, expertTwo, expertThree] })
  assert.equal((await read(sid, engineer)).evaluate_status, 'NOT_EVALUATED')
  assert.equal((await call('proposal_review/do/submit', { sid: await mine(sid, one), vote: 'AGREE', ...scores(6) }, { as: one })).status, 400)
  assert.match((await call('proposal_review/do/submit', { sid: await mine(sid, one), vote: 'REFUSE', ...scores(1) }, { as: one, lang: 'en' })).message, /Say why/)
  assert.equal((await call('proposal_review/do/submit', { sid: await mine(sid, one), vote: 'AGREE', ...scores(4) }, { as: two })).status, 404)
  const own = await mine(sid, one)
  const { left } = (await give(sid, one, 'AGREE', 5, { opinion: '很有新意（虚构）' })).data
  assert.match((await call('proposal_review/do/submit', { sid: own, vote: 'AGREE', ...scores(1) }, { as: one, lang: 'en' })).message, /The task is closed: .+, In favour, /)
  await give(sid, two, 'REFUSE', 2)
  assert.equal((await read(sid, engineer)).status, 'EVALUATING')
  await give(sid, three, 'AGREE', 5)
  const done = await read(sid, engineer)
  assert.deepEqual([done.status, done.evaluate_status, done.total_score, done.suggested_grade, done.grade, done.evaluate_verdict], ['EVALUATED', 'EVALUATED', '4.00', 'B', 'B', 'PASS'])
  assert.equal(done.expert_opinion, '1. ✓ 很有新意（虚构）\n2. ✗ 没有新意（虚构）')
  assert.equal(left >= 0, true)
  assert.equal((await step(sid, 'approve', manager, { confirm: ['shares_unconfirmed'] })).data.status, 'APPROVED')
}) // oxfmt-ignore

test('[4.09] one vote may decide: the others are no longer needed, and hear who decided', async () => {
  const sid = await sent({ expert_sids: [expertOne, expertTwo, expertThree], evaluate_vote: 'ONE_SUBMIT' })
  const [late, answers] = [await mine(sid, three), await Promise.all([give(sid, one, 'AGREE'), give(sid, two, 'REFUSE')])]
  assert.deepEqual(answers.map(({ code }) => code).toSorted((a, b) => a - b), [0, 500016])
  assert.deepEqual((await reviews(sid)).map(({ state }) => state).toSorted(), ['DONE', 'NOT_NEEDED', 'NOT_NEEDED'])
  assert.match((await call('proposal_review/do/submit', { sid: late, vote: 'AGREE', ...scores(3) }, { as: three, lang: 'en' })).message, /The task is closed: .+, evaluation completed, /)
}) // oxfmt-ignore

test('a conflict of interest takes the expert out of the vote; when nobody is left, others are asked in the same round', async () => {
  const sid = await sent({ expert_sids: [expertOne] })
  await ok('proposal_review/do/decline', { sid: await mine(sid, one) }, one)
  assert.equal((await read(sid, engineer)).status, 'EVALUATING')
  const told = await ok<{ record: Row[] }>('notification/do/search', { fl: ['title_en'], iql: `link = '/m/proposal/${sid}' ORDER BY created_at DESC` }, engineer)
  assert.match(String(told.record[0]?.title_en), /All experts have declared a conflict/)
  assert.equal((await step(sid, 'send_to_evaluation', engineer, { expert_sids: [expertOne, expertTwo] })).code, 0)
  assert.deepEqual((await reviews(sid)).map(({ state }) => state).toSorted(), ['DECLINED', 'OPEN'])
  await give(sid, two, 'AGREE', 3)
  assert.equal((await read(sid, engineer)).status, 'EVALUATED')
}) // oxfmt-ignore

test('[4.08] the IP department returns a disclosure from its evaluation with a sentence; a second round asks afresh', async () => {
  const sid = await sent({ expert_sids: [expertOne, expertTwo] })
  await give(sid, two, 'REFUSE', 1)
  const old = await mine(sid, one)
  assert.equal((await step(sid, 'ip_return', engineer, { ip_opinion: '请补充虚构数据', restart_mode: 'BACK' })).data.status, 'RETURNED')
  const tooLate = await call('proposal_review/do/submit', { sid: old, vote: 'AGREE', ...scores(3) }, { as: one, lang: 'en' })
  assert.match(tooLate.message, /This evaluation is closed already/)
  assert.ok(
    (await call('proposal/do/update', { sid, solution: '评审人改写' }, { as: one })).status >= 400,
    'a reviewer does not write what was returned',
  )
  assert.ok((await step(sid, 'resubmit', one)).status >= 400)
  assert.equal((await step(sid, 'resubmit', writer)).code, 0)
})

test('score sheets total 100 and serve their type', async () => {
  const wrong = await call('score_sheet/do/create', { name: '虚构评分表', novelty_score: 90 }, { as: manager })
  assert.deepEqual(wrong.errors.map(({ field }) => field), ['novelty_score']) // oxfmt-ignore
  const weights = { novelty_score: 100, inventive_score: 0, practical_score: 0, market_score: 0, detect_score: 0 }
  await ok('score_sheet/do/create', { name: '软件评分表（虚构）', proposal_type: 'SOFTWARE', ...weights }, manager)
  assert.equal((await call('score_sheet/do/create', { name: '软件', proposal_type: 'SOFTWARE' }, { as: engineer })).status, 403)
  const sid = await sent({ expert_sids: [expertOne] })
  await tenant.db.updateTable('proposal').set({ proposal_type: 'SOFTWARE' }).where('sid', '=', sid).execute()
  const answer = await give(sid, one, 'AGREE', 1, { novelty_score: 5 })
  assert.equal(answer.code, 0, answer.text)
  assert.deepEqual([(await read(sid, engineer)).total_score, (await read(sid, engineer)).suggested_grade], ['5.00', 'A'])
})
