// Proposals through the API: who writes one, who reviews it, who decides, and what comes of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const lab = await make('department', { name: '虚构研发部', company_sid: (await enrol('system_admin')).company })
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const leader = await enrol('dept_leader', { department_sid: lab })
const other = await enrol('dept_leader')
const [writer, colleague, outsider] = [await enrol('inventor', { department_sid: lab }), await enrol('inventor', { department_sid: lab }), await enrol('inventor', { department_sid: lab })] // oxfmt-ignore
await tenant.db.updateTable('department').set({ leader_sid: leader.sid }).where('sid', '=', lab).execute()
const colleagueAsInventor = await make('inventor', { name: '虚构同事', user_sid: colleague.sid })

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body: unknown, as: Person): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
let made = 0
const idea = (more: object = {}, as = writer) => ok('proposal/do/create', { title: `虚构构想 ${++made}`, solution: '虚构的做法', ...more }, as)
const step = (sid: string, transition: string, as: Person, fields: object = {}) =>
  call('proposal/do/transition', { sid, transition, ...fields }, { as })
async function take(sid: string, transition: string, as: Person, fields: object = {}) {
  const { code, data, text } = await step(sid, transition, as, fields)
  assert.equal(code, 0, `${transition}: ${text}`)
  return data as Row
}
async function inReview(more: object = {}) {
  const { sid } = await idea(more)
  await take(sid, 'submit', writer)
  await take(sid, 'agree', leader)
  return sid
}
const read = (sid: string, as: Person) => ok(`proposal/${sid}`, undefined, as)

test('[1.02] an idea needs a title: number, inventor and share follow, and it is seen by its makers, its department and the IP people', async () => {
  const record = await idea()
  assert.match(String(record.case_no), /^TA\d{9}$/)
  const [own] = record.inventors as { inventor_sid: { sid: string }; contribution_pct: string }[]
  assert.equal(own?.contribution_pct, '100.00')
  const { user_sid } = await tenant.db.selectFrom('inventor').select('user_sid').where('sid', '=', own?.inventor_sid.sid).executeTakeFirstOrThrow() // oxfmt-ignore
  assert.equal(user_sid, writer.sid)
  const seen = await Promise.all(
    [writer, leader, engineer, manager, colleague, other].map(async (as) => (await call(`proposal/${record.sid}`, undefined, { as })).status),
  )
  assert.deepEqual(seen, [200, 200, 200, 200, 404, 404])
  assert.equal((await ok(`case/${record.sid}`, undefined, writer)).kind, 'proposal')
})

test('[5.20] contributions total exactly 100, and a proposal is submitted complete', async () => {
  const { sid } = await idea({ solution: null })
  const [own] = (await read(sid, writer)).inventors as { inventor_sid: { sid: string } }[]
  const two = (a: unknown, b: unknown) => [{ inventor_sid: own?.inventor_sid.sid, contribution_pct: a }, { inventor_sid: colleagueAsInventor, contribution_pct: b }] // oxfmt-ignore
  const wrong = await call('proposal/do/update', { sid, inventors: two('60', '30') }, { as: writer })
  assert.deepEqual(wrong.errors.map(({ field }) => field), ['inventors']) // oxfmt-ignore
  await ok('proposal/do/update', { sid, inventors: two(null, null) }, writer)
  assert.deepEqual((await step(sid, 'submit', writer)).errors.map(({ field }) => field).toSorted(), ['inventors', 'solution'])
  await ok('proposal/do/update', { sid, inventors: two('60', '40'), solution: '虚构' }, writer)
  const submitted = await take(sid, 'submit', writer)
  assert.deepEqual([submitted.status, (submitted.submitter_sid as Row).sid], ['SUBMITTED', writer.sid])
})

test('co-inventors confirm their shares, and confirm changed shares again', async () => {
  const { sid } = await idea()
  const [own] = (await read(sid, writer)).inventors as { inventor_sid: { sid: string } }[]
  const two = (a: string, b: string) => [{ inventor_sid: own?.inventor_sid.sid, contribution_pct: a }, { inventor_sid: colleagueAsInventor, contribution_pct: b }] // oxfmt-ignore
  await ok('proposal/do/update', { sid, inventors: two('60', '40') }, writer)
  await take(sid, 'submit', writer)
  assert.equal((await call('proposal/do/confirm_share', { sid }, { as: outsider })).status, 404)
  assert.equal((await call('proposal/do/confirm_share', { sid }, { as: engineer })).status, 400)
  const confirmed = (await ok('proposal/do/confirm_share', { sid }, colleague)).confirmed_by as Row[]
  assert.deepEqual(confirmed.map((one) => one.sid).toSorted(), [writer.sid, colleague.sid].toSorted()) // oxfmt-ignore
  await ok('proposal/do/update', { sid, inventors: two('70', '30') }, engineer)
  assert.deepEqual((await read(sid, writer)).confirmed_by, [])
  await take(sid, 'agree', leader)
  const asked = await step(sid, 'approve', manager, { confirm: [] })
  assert.equal(asked.status, 412)
  assert.match(asked.text, /shares_unconfirmed/)
  assert.equal((await take(sid, 'approve', manager, { confirm: ['shares_unconfirmed'] })).status, 'APPROVED')
})

test('after the submission only those who review change the content; its makers take it back before the first approval', async () => {
  const { sid } = await idea()
  await take(sid, 'submit', writer)
  for (const as of [writer, leader]) {
    const { errors } = await call('proposal/do/update', { sid, solution: '改' }, { as })
    assert.deepEqual(errors.map(({ field }) => field), ['solution']) // oxfmt-ignore
    assert.equal((await call(`proposal/do/delete/${sid}`, {}, { as })).status, 400)
  }
  assert.deepEqual((await step(sid, 'agree', leader, { solution: '改' })).errors.map(({ field }) => field), ['solution']) // oxfmt-ignore
  await ok('proposal/do/update', { sid, solution: '改' }, engineer)
  const taken = await call('proposal/do/transition', { sid, transition: 'withdraw' }, { as: leader, lang: 'en' })
  assert.match(taken.message, /Only its submitter and inventors take a disclosure back/)
  await take(sid, 'withdraw', writer)
  await ok('proposal/do/update', { sid, solution: '再改' }, writer)
  await take(sid, 'submit', writer)
  await take(sid, 'agree', leader)
  assert.equal((await step(sid, 'withdraw', writer)).status, 400)
  const entered = await call('proposal/do/create', { title: '虚构', status: 'APPROVED' }, { as: writer })
  assert.deepEqual(entered.errors.map(({ field }) => field), ['status']) // oxfmt-ignore
})

test('each step is taken by those whom it concerns, and nobody reviews their own idea', async () => {
  const { sid } = await idea()
  await take(sid, 'submit', writer)
  for (const as of [writer, engineer]) assert.equal((await step(sid, 'agree', as)).status, 403)
  assert.equal((await step(sid, 'agree', other)).status, 404)
  const offered = async (as: Person) => ((await read(sid, as)).transitions as { code: string }[]).map(({ code }) => code)
  assert.deepEqual(await offered(writer), ['withdraw'])
  assert.deepEqual(await offered(leader), ['agree', 'return', 'refuse'])
  await take(sid, 'return', leader, { dept_opinion: '虚构意见' })
  assert.deepEqual([await offered(leader), await offered(engineer), await offered(writer)], [[], ['resubmit'], ['resubmit']])
  const submitted = await call('proposal/do/transition', { sid, transition: 'resubmit' }, { as: leader, lang: 'en' })
  assert.match(submitted.message, /Only its submitter, its inventors and the IP department submit a disclosure/)
  await take(sid, 'resubmit', writer)
  await take(sid, 'agree', leader)
  assert.equal((await step(sid, 'approve', engineer)).status, 403)
  assert.deepEqual(await offered(engineer), ['ip_return', 'search', 'send_to_evaluation'])
  const own = await make('inventor', { name: '虚构负责人', user_sid: leader.sid })
  const theirs = await idea({ inventors: [{ inventor_sid: own, contribution_pct: '100' }] }, leader)
  await take(theirs.sid, 'submit', leader)
  assert.deepEqual((await step(theirs.sid, 'agree', leader)).errors.map(({ field }) => field), ['inventors']) // oxfmt-ignore
  assert.equal((await take(theirs.sid, 'agree', manager)).status, 'IP_REVIEW')
})

test('a return needs its sentence, reaches the makers, and leads back to who returned it or to the beginning', async () => {
  for (const [restart_mode, expected] of [['BACK', 'IP_REVIEW'], ['RESTART', 'SUBMITTED']] as const) {
    const sid = await inReview()
    assert.deepEqual((await step(sid, 'ip_return', engineer)).errors.map(({ field }) => field), ['ip_opinion']) // oxfmt-ignore
    await take(sid, 'ip_return', engineer, { ip_opinion: '请补充虚构的实验数据', restart_mode })
    const { record } = await ok<{ record: Row[] }>('notification/do/search', { fl: ['title', 'title_en', 'link'], iql: `link = '/m/proposal/${sid}' ORDER BY created_at DESC` }, writer)
    assert.match(`${record[0]?.title} ${record[0]?.title_en}`, /退回修改.*Returned/)
    await ok('proposal/do/update', { sid, solution: '已补充' }, writer)
    assert.equal((await take(sid, 'resubmit', writer)).status, expected)
  }
}) // oxfmt-ignore

test('whoever reads why it came back reads the opinion of the step that returned it last', async () => {
  const sid = await inReview()
  await take(sid, 'ip_return', engineer, { ip_opinion: '请补充虚构的实验数据', restart_mode: 'RESTART' })
  assert.equal((await take(sid, 'resubmit', writer)).agreed_date, null, 'the department has not agreed to what it now reads')
  const back = await take(sid, 'return', leader, { dept_opinion: '请与虚构的同事合并', restart_mode: 'BACK' })
  assert.deepEqual([back.dept_opinion, back.ip_opinion], ['请与虚构的同事合并', null])
})

test('co-inventors who confirm at one time are all kept', async () => {
  const second = await make('inventor', { name: '虚构同事二', user_sid: outsider.sid })
  for (let round = 0; round < 4; round++) {
    const { sid } = await idea()
    const [own] = (await read(sid, writer)).inventors as { inventor_sid: { sid: string } }[]
    const three = [own?.inventor_sid.sid, colleagueAsInventor, second].map((inventor_sid, at) => ({
      inventor_sid,
      contribution_pct: at ? '30' : '40',
    }))
    await ok('proposal/do/update', { sid, inventors: three }, writer)
    await Promise.all([writer, colleague, outsider].map((as) => ok('proposal/do/confirm_share', { sid }, as)))
    assert.equal(((await read(sid, writer)).confirmed_by as Row[]).length, 3)
  }
})

test('a rejected idea is reopened within thirty days and not later', async () => {
  const sid = await inReview()
  assert.deepEqual((await step(sid, 'reject', manager)).errors.map(({ field }) => field), ['ip_opinion']) // oxfmt-ignore
  const rejected = await take(sid, 'reject', manager, { ip_opinion: '与虚构的现有产品相同' })
  assert.deepEqual([rejected.decision, rejected.evaluate_status], ['REJECT', 'EVALUATED'])
  assert.equal((await ok(`case/${sid}`, undefined, writer)).phase, 'REFUSED')
  const reopened = await take(sid, 'reopen', manager)
  assert.deepEqual([reopened.status, reopened.decision, reopened.close_date], ['IP_REVIEW', null, null])
  await take(sid, 'reject', manager, { ip_opinion: '仍然相同' })
  await tenant.db.updateTable('proposal').set({ decided_date: '2020-01-01' }).where('sid', '=', sid).execute()
  assert.deepEqual((await step(sid, 'reopen', manager)).errors.map(({ field }) => field), ['status']) // oxfmt-ignore
})

test('a planned disclosure, the grace after a disclosure and a deferral are deadlines', async () => {
  const sid = await inReview({ plan_disclosure_date: '2031-05-01', disclosed: true, disclosure_date: '2026-01-31', disclosure_way: 'FAIR' })
  await take(sid, 'defer', manager, { review_date: '2031-03-01' })
  const { record } = await ok<{ record: Row[] }>('deadline/do/search', { fl: ['rule_id', 'official_due'], iql: `case_sid = '${sid}' ORDER BY rule_id ASC` }, engineer)
  assert.deepEqual(record.map(({ rule_id, official_due }) => `${rule_id} ${official_due}`), ['PRO01 2031-05-01', 'PRO02 2026-07-31', 'PRO03 2031-03-01'])
}) // oxfmt-ignore

for (const [code, more] of [
  ['disclosed', { disclosed: true, disclosure_date: '2026-01-31', disclosure_way: 'FAIR' }],
  ['disclosed_soon', { plan_disclosure_date: '2026-01-31' }],
] as const)
  test(`whoever submits confirms the risk of a disclosure: ${code}`, async () => {
    const { sid } = await idea(more)
    const asked = await step(sid, 'submit', writer, { confirm: [] })
    assert.deepEqual([asked.status, asked.text.includes(`"${code}"`)], [412, true])
    assert.equal((await take(sid, 'submit', writer, { confirm: [code, 'look_alike'] })).status, 'SUBMITTED')
  })

test('a first filing abroad of an invention made in China is decided with its secrecy examination in view', async () => {
  const decide = async (country_plan: readonly string[], more = {}) => (await step(await inReview({ country_plan, ...more }), 'approve', manager, { confirm: [] })).status
  assert.deepEqual([await decide(['US']), await decide(['US', 'CN']), await decide(['US'], { made_in_china: false })], [412, 200, 200])
}) // oxfmt-ignore
