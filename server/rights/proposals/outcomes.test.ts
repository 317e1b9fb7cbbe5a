// What comes of a proposal: cases with its inventors, a trade secret, a paper, a larger proposal; and what it is similar to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ASIDE, FUNNEL, GRANT_DAYS, submittedIn } from '../../../model/rights/proposals/funnel.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), row)
const [manager, engineer, writer, stranger] = [
  await enrol('ip_manager'),
  await enrol('ip_engineer'),
  await enrol('inventor'),
  await enrol('inventor'),
]
const [first, second] = [await make('inventor', { name: '虚构甲', user_sid: writer.sid }), await make('inventor', { name: '虚构乙' })]
const applicant = await make('applicant', { name: '虚构申请人', country: 'CN' })

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body: unknown, as: Person): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const step = (sid: string, transition: string, as: Person, fields: object = {}) => ok('proposal/do/transition', { sid, transition, ...fields }, as)
const shared = (...pct: string[]) => [first, second].slice(0, pct.length).map((inventor_sid, at) => ({ inventor_sid, contribution_pct: pct[at] }))
let made = 0
async function reviewed(more: object = {}) {
  const { sid } = await ok('proposal/do/create', { title: `虚构成果 ${String.fromCodePoint(0x4e00 + ++made * 7)}`, solution: '虚构', inventors: shared('60', '40'), ...more }, writer)
  await step(sid, 'submit', writer)
  await step(sid, 'agree', manager)
  return sid
} // oxfmt-ignore
async function approved(more: object = {}) {
  const sid = await reviewed(more)
  await step(sid, 'approve', manager)
  return sid
}
const create = (sids: readonly string[], cases: readonly object[], as = engineer) =>
  call<{ cases: string[] }>('proposal/do/create_cases', { sids, cases }, { as })
const sharesIn = (record: Row, field: string) =>
  (record[field] as { inventor_sid: { sid: string }; contribution_pct: string }[]).map((one) => [one.inventor_sid.sid, one.contribution_pct])

test('[1.02] one proposal becomes several cases with its inventors and their shares, and follows them until one is filed', async () => {
  const sid = await approved()
  const wanted = [
    { kind: 'patent', subtype: 'INVENTION', country: 'CN', applicant_sids: [applicant] },
    { kind: 'patent', subtype: 'UTILITY', country: 'CN' },
    { kind: 'software', title: '虚构配套软件' },
  ]
  const { data, text } = await create([sid], wanted)
  assert.equal(data?.cases?.length, 3, text)
  const patent = await ok(`patent/${data.cases[0]}`, undefined, engineer)
  assert.deepEqual([patent.patent_type, patent.country, patent.status], ['INVENTION', 'CN', 'DRAFTING'])
  assert.deepEqual(sharesIn(patent, 'inventors'), [[first, '60.00'], [second, '40.00']]) // oxfmt-ignore
  assert.equal((patent.applicants as { applicant_sid: Row }[])[0]?.applicant_sid.sid, applicant)
  assert.deepEqual(sharesIn(await ok(`software/${data.cases[2]}`, undefined, engineer), 'developers').length, 2)
  const alikes = await ok<{ record: { case_sid: string }[] }>('proposal/do/look_alikes', { sid }, engineer)
  assert.ok(!alikes.record.some(({ case_sid }) => data.cases.includes(case_sid)), 'what came of it is not similar to it')
  const linked = await ok(`proposal/${sid}`, undefined, writer)
  assert.equal(linked.status, 'CASE_CREATED')
  await ok('patent/do/transition', { sid: patent.sid, transition: 'file', application_no: '202610754321.3', filing_date: '2026-02-03' }, engineer)
  const filed = await ok(`proposal/${sid}`, undefined, writer)
  assert.deepEqual([filed.status, filed.filed_date], ['FILED', '2026-02-03'])
})

test('[1.02] the values that a kind requires of its cases are given while they are made', async () => {
  const sid = await approved({ proposal_type: 'IC' })
  const lacking = await create([sid], [{ kind: 'ic_layout', country: 'CN' }])
  assert.deepEqual(lacking.errors.map(({ field }) => field), ['completion_date']) // oxfmt-ignore
  const { data, text } = await create([sid], [{ kind: 'ic_layout', country: 'CN', values: { completion_date: '2026-01-05' } }])
  assert.equal(data?.cases?.length, 1, text)
  const layout = await ok(`ic_layout/${data.cases[0]}`, undefined, engineer)
  assert.deepEqual([layout.completion_date, layout.status, sharesIn(layout, 'creators').length], ['2026-01-05', 'DRAFT', 2])
})

test('a further value stays where the proposals state none', async () => {
  const sid = await approved()
  const { data, text } = await create([sid], [{ kind: 'patent', country: 'CN', subtype: 'INVENTION', values: { title_en: 'Fictional clutch', title: 'lost' } }]) // oxfmt-ignore
  assert.equal(data?.cases?.length, 1, text)
  const made = await ok(`patent/${data.cases[0]}`, undefined, engineer)
  assert.deepEqual([made.title_en, made.title === 'lost'], ['Fictional clutch', false])
})

test('several proposals become one case, with the shares of all, in one transaction', async () => {
  const [one, two] = [await approved({ inventors: shared('100') }), await approved()]
  const refused = await create([one, two], [{ kind: 'patent', country: 'CN', subtype: 'INVENTION' }, { kind: 'patent', subtype: 'INVENTION' }])
  assert.equal(refused.status, 400)
  assert.equal((await ok(`proposal/${one}`, undefined, engineer)).status, 'APPROVED')
  const { data } = await create([one, two], [{ kind: 'patent', country: 'CN', subtype: 'INVENTION' }])
  assert.deepEqual(sharesIn(await ok(`patent/${data.cases[0]}`, undefined, engineer), 'inventors'), [[first, '80.00'], [second, '20.00']]) // oxfmt-ignore
  for (const sid of [one, two]) {
    const { record } = await ok<{ record: Row[] }>('proposal/do/search', { fl: ['sid'], iql: `result_case_sids = '${data.cases[0]}' AND sid = '${sid}'` }, engineer)
    assert.equal(record.length, 1)
  }
}) // oxfmt-ignore

test('cases are created only after the decision, of kinds that exist, and by those who review', async () => {
  const early = await reviewed()
  assert.equal((await create([early], [{ kind: 'patent', country: 'CN' }])).status, 400)
  const sid = await approved()
  for (const kind of ['proposal', 'user', 'no such']) assert.equal((await create([sid], [{ kind, country: 'CN' }])).status, 400)
  assert.equal((await create([], [{ kind: 'patent' }])).status, 400)
  assert.equal((await create([sid], [{ kind: 'patent', country: 'CN', subtype: 'INVENTION' }], writer)).status, 403)
})

test('a proposal kept secret becomes a trade secret that its inventors may read; one to be published becomes a paper', async () => {
  const secret = await step(await reviewed(), 'keep_secret', manager)
  const [made] = secret.result_case_sids as Row[]
  const record = await ok(`trade_secret/${made?.sid}`, undefined, writer)
  assert.deepEqual([record.status, (record.source_case as Row).sid], ['DRAFT', secret.sid])
  assert.ok((record.authorised_users as Row[]).some(({ sid }) => sid === writer.sid))
  assert.equal((await ok(`case/${secret.sid}`, undefined, writer)).phase, 'TRANSFERRED')
  const published = await step(await reviewed(), 'publish', manager)
  const [paper] = published.result_case_sids as Row[]
  assert.deepEqual(sharesIn(await ok(`paper/${paper?.sid}`, undefined, manager), 'authors'), [[first, '60.00'], [second, '40.00']]) // oxfmt-ignore
})

test('the funnel counts what was decided, filed and granted, whatever became of it later, and nothing that was kept secret or published', async () => {
  const of = async (iql: string, as = manager) =>
    (await ok<{ total: number }>('proposal/do/count', { iql: `${submittedIn('')} AND ${iql}` }, as)).total
  const counted = () => Promise.all(FUNNEL.map(({ iql }) => of(iql)))
  const before = await counted()
  const sid = await approved()
  for (const transition of ['keep_secret', 'publish']) await step(await reviewed(), transition, manager)
  const result = async (more: object) =>
    (await ok('patent/do/create', { title: '虚构结果', country: 'CN', patent_type: 'INVENTION', ...more }, manager)).sid
  const ended = await result({ status: 'TERMINATED', filing_date: '2020-02-03', grant_date: '2022-03-04', close_date: '2024-05-06' })
  await step(sid, 'link_cases', manager, { result_case_sids: [await result({}), ended] })
  await step(await approved(), 'link_cases', manager, { result_case_sids: [await result({})] })
  await approved()
  const after = await counted()
  assert.deepEqual(after.map((total, at) => total - (before[at] ?? 0)), [5, 3, 1, 1]) // oxfmt-ignore
  const days = [...tenant.models.kinds.values()].flatMap(({ name, model, dealing }) =>
    ['grant_date', 'reg_date'].flatMap((code) => (model.fields[code] && !dealing ? [[name, code]] : [])),
  )
  assert.deepEqual(Object.fromEntries(days), GRANT_DAYS, 'the page tells where one of these is hidden')
  const leader = await enrol('dept_leader')
  for (const { iql } of [...FUNNEL, ...ASIDE]) await of(iql, leader) // whoever has the menu may ask
})

test('a merged proposal gives its inventors to the other one', async () => {
  const [target, merged] = [await reviewed({ inventors: shared('100') }), await reviewed()]
  await step(merged, 'merge', manager, { merged_into: target })
  assert.deepEqual(sharesIn(await ok(`proposal/${target}`, undefined, manager), 'inventors'), [[first, '80.00'], [second, '20.00']]) // oxfmt-ignore
})

test('two merges in opposite directions end with one of them, and neither meets a deadlock', async () => {
  for (let round = 0; round < 6; round++) {
    const [one, other] = [await reviewed(), await reviewed()]
    const merge = (sid: string, merged_into: string) =>
      call('proposal/do/transition', { sid, transition: 'merge', merged_into }, { as: manager, lang: 'en' })
    const answers = await Promise.all([merge(one, other), merge(other, one)])
    assert.deepEqual(answers.map(({ code }) => code === 0).toSorted(), [false, true], answers.map(({ text }) => text).join())
    assert.match(answers.find(({ code }) => code !== 0)?.text ?? '', /has ended/)
  }
})

test('a proposal is merged neither into itself nor into one that has its cases or has ended', async () => {
  const [merged, ended] = [await reviewed(), await reviewed()]
  await step(ended, 'reject', manager, { ip_opinion: '虚构理由' })
  for (const [merged_into, words] of [
    [merged, /must be another disclosure/],
    [ended, /has its cases already or has ended/],
  ] as const) {
    const refused = await call('proposal/do/transition', { sid: merged, transition: 'merge', merged_into }, { as: manager, lang: 'en' })
    assert.match(refused.text, words)
  }
  assert.equal((await ok(`proposal/${merged}`, undefined, manager)).status, 'IP_REVIEW')
})

test('[4.09] an evaluation is recorded with its grade, and the decision follows it', async () => {
  const sid = await reviewed()
  assert.equal((await step(sid, 'send_to_evaluation', manager)).evaluate_status, 'NOT_EVALUATED')
  const bare = await call('proposal/do/transition', { sid, transition: 'evaluate' }, { as: manager })
  assert.deepEqual(bare.errors.map(({ field }) => field), ['grade']) // oxfmt-ignore
  const { status, evaluate_status } = await step(sid, 'evaluate', manager, { grade: 'A' })
  assert.deepEqual([status, evaluate_status], ['EVALUATED', 'EVALUATED'])
  assert.equal((await step(sid, 'approve', manager, { confirm: ['shares_unconfirmed'] })).status, 'APPROVED')
})

test('whoever submits is asked about similar titles; those of others are counted and not named', async () => {
  const theirs = await ok('proposal/do/create', { title: '一种虚构电池包的分区热管理方法', solution: '虚构' }, stranger)
  const own = await ok('proposal/do/create', { title: '虚构电池包分区热管理装置', solution: '虚构' }, writer)
  const asked = await call('proposal/do/transition', { sid: own.sid, transition: 'submit', confirm: [] }, { as: writer })
  assert.equal(asked.status, 412)
  assert.match(asked.text, /look_alike/)
  assert.ok(!asked.text.includes(String(theirs.case_no)) && asked.text.includes('1'))
  await step(own.sid, 'submit', writer, { confirm: ['look_alike'] })
  const alikes = (as: Person) =>
    ok<{ record: { case_no: string; shared: string[]; likeness: string }[] }>('proposal/do/look_alikes', { sid: own.sid }, as)
  assert.deepEqual((await alikes(writer)).record, [])
  const [found] = (await alikes(engineer)).record
  assert.deepEqual([found?.case_no, found?.shared.includes('分区热管理')], [theirs.case_no, true])
})
