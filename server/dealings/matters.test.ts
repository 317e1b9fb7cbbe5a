// Disputes, risks, projects and searches through the API: their dates, what they name, and what holds them back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckedRight } from '../../model/dealings/dealing-actions.ts'
import { dealingServer } from '../../tests/harness/cases/dealings.ts'

const { call, enrol, make, ok, faults, patents, owner, add, take, admin } = await dealingServer()
const us = await owner('虚构甲公司')

type Due = { name: string; rule_id: string | null; official_due: string; status: string }
const dueOf = async (sid: string) => {
  const { record } = await ok<{ record: Due[] }>('deadline/do/search', {
    fl: ['name', 'rule_id', 'official_due', 'status'],
    iql: `case_sid = '${sid}' ORDER BY official_due, name`,
  })
  return record.map(({ name, rule_id, official_due, status }) => `${rule_id ?? name} ${official_due} ${status}`)
}
const sued = async (more: object = {}) =>
  make('dispute', { title: '虚构侵权案', our_role: 'DEFENDANT', our_parties: [{ applicant_sid: us }], ...more })

test('[1.09] a dispute gets its defence from the day of service, and each hearing is a deadline until it is held', async () => {
  const hearing = { hearing_date: '2090-05-11', kind: 'HEARING', at: '09:30', place: '虚构法庭' }
  const sid = await sued({ hearings: [hearing] })
  assert.match(String((await ok(`dispute/${sid}`)).case_no), /^SS\d{8}$/)
  await take('dispute', sid, 'serve', { court: '虚构法院', court_case_no: '虚民初1号', served_date: '2026-03-02' })
  assert.deepEqual(await dueOf(sid), ['LIT01 2026-03-17 MISSED', 'LIT02 2026-03-17 OPEN', '开庭/口审 09:30 虚构法庭 2090-05-11 OPEN'])
  await ok('dispute/do/update', { sid, defence_date: '2026-03-10', hearings: [{ ...hearing, held_on: '2026-04-01' }] })
  const now = await dueOf(sid)
  assert.equal(now[0], 'LIT01 2026-03-17 DONE')
  assert.equal(now.at(-1), '开庭/口审 09:30 虚构法庭 2090-05-11 DONE')
  const { record } = await ok<{ record: { code: string }[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` })
  assert.deepEqual(record, [])
})

test('[1.09] each day of a dispute is called what it is', async () => {
  const sid = await sued({ hearings: [{ hearing_date: '2090-05-11', kind: 'EVIDENCE' }, { hearing_date: '2090-06-12', kind: 'MEDIATION' }] }) // oxfmt-ignore
  assert.deepEqual(await dueOf(sid), ['举证期限/证据交换 2090-05-11 OPEN', '调解 2090-06-12 OPEN'])
})

test('[1.09] a day that an earlier version named follows its row, and one that a person named does not', async () => {
  const hearing = { hearing_date: '2090-05-11', kind: 'HEARING', at: '09:30', place: '虚构三庭' }
  for (const [name, becomes] of [
    ['开庭 虚构三庭', '开庭/口审 14:00 虚构五庭'],
    ['带原件开庭', '带原件开庭'],
  ]) {
    const sid = await sued({ hearings: [hearing] })
    const { record } = await ok<{ record: { sid: string }[] }>('deadline/do/search', { fl: ['sid'], iql: `case_sid = '${sid}'` })
    await ok('deadline/do/update', { sid: record[0]?.sid, name })
    await ok('dispute/do/update', { sid, hearings: [{ ...hearing, at: '14:00', place: '虚构五庭' }] })
    assert.deepEqual(await dueOf(sid), [`${becomes} 2090-05-11 OPEN`])
  }
})

test('only a plaintiff files, and only one who is sued is served', async () => {
  const sid = await sued()
  const answer = await call('dispute/do/transition', { sid, transition: 'file', court: '虚构法院', accept_date: '2026-03-02' }, { as: admin })
  assert.equal(answer.status, 400)
})

test('[1.09] the outcome changes no right: what is to be done is named, has a deadline, and holds the dispute open', async () => {
  const [right = '', other = ''] = await patents(2, [{ applicant_sid: us }])
  const sid = await sued({ dispute_type: 'OWNERSHIP', status: 'JUDGED_1' })
  await add(sid, [right])
  const last = { final_on: '2026-05-06', outcome: 'LOST' }
  const asked = await call('dispute/do/transition', { sid, transition: 'take_effect', ...last, confirm: [] }, { as: admin })
  assert.match(JSON.stringify(asked), /dispute_without_follow_up/)
  const row = { case_sid: right, effect: 'OWNER', what: '办理权利人变更', due_date: '2090-08-01' }
  const wrong = await call('dispute/do/update', { sid, follow_ups: [{ ...row, case_sid: other }] }, { as: admin })
  assert.deepEqual(wrong.errors.map(({ field }) => field), ['follow_ups']) // oxfmt-ignore
  await ok('dispute/do/update', { sid, follow_ups: [row] })
  await take('dispute', sid, 'take_effect', last)
  assert.ok((await dueOf(sid)).includes('对权利的后续处理 办理权利人变更 2090-08-01 OPEN'))
  assert.deepEqual(await faults('dispute', sid, 'close', { close_date: '2026-06-01', outcome: 'LOST' }), ['follow_ups'])
  assert.equal((await ok(`patent/${right}`)).status, (await ok(`patent/${other}`)).status)
  await ok('dispute/do/update', { sid, follow_ups: [{ ...row, done_date: '2026-06-01' }] })
  assert.equal((await take('dispute', sid, 'close', { close_date: '2026-06-01', outcome: 'LOST' })).status, 'CLOSED')
})

test('[1.09] the check before a contract tells of disputes and risks of the right', async () => {
  const [right = ''] = await patents(1, [{ applicant_sid: us }])
  const [dispute, risk] = [await sued(), await make('risk', { title: '虚构风险' })]
  await add(dispute, [right])
  await add(risk, [right])
  const { record } = await ok<{ record: CheckedRight[] }>('case/do/contract_check', { case_sids: [right] })
  const lines = record[0]?.lines ?? []
  for (const topic of ['dispute', 'risk']) assert.equal(lines.find((line) => line.topic === topic)?.level, 'WARN', topic)
})

test('[1.10] the level of a risk follows from its degrees, its measures fall due, and it is closed when they are done', async () => {
  const sid = await make('risk', { title: '虚构风险二', likelihood: 3, impact: 5 })
  assert.equal((await ok(`risk/${sid}`)).level, 'HIGH')
  assert.equal((await ok('risk/do/update', { sid, impact: 1 })).level, 'LOW')
  assert.equal((await call('risk/do/update', { sid, impact: 6 }, { as: admin })).status, 400)
  assert.equal((await call('risk/do/update', { sid, level: 'HIGH' }, { as: admin })).status, 400)
  await take('risk', sid, 'analyse', { analysis: '虚构分析' })
  assert.deepEqual(await faults('risk', sid, 'treat'), ['measures'])
  const measure = { measure: '规避设计', user_sid: admin.sid, due_date: '2090-01-04' }
  await take('risk', sid, 'treat', { measures: [measure] })
  assert.deepEqual(await dueOf(sid), ['风险应对 规避设计 2090-01-04 OPEN'])
  const end = { close_date: '2026-06-01', close_reason: '虚构原因' }
  assert.deepEqual(await faults('risk', sid, 'close', end), ['measures'])
  await ok('risk/do/update', { sid, measures: [{ ...measure, done_date: '2026-05-01' }] })
  assert.equal((await take('risk', sid, 'close', end)).status, 'CLOSED')
  assert.deepEqual(await dueOf(sid), ['风险应对 规避设计 2090-01-04 DONE'])
})

test('[1.10] a project counts its points with a disclosure, and its stage is left when the monitoring of its gate is done', async () => {
  const points = [{ point: '甲', protect_way: 'PATENT', done_date: '2026-05-01' }, { point: '乙' }, { point: '丙', protect_way: 'NONE' }]
  const gate = { stage: 'PLAN', monitor_type: 'FTO', gate: true, next_date: '2090-01-04' }
  const sid = await make('project', { title: '虚构项目', points, monitors: [gate] })
  const made = await ok(`project/${sid}`)
  assert.deepEqual([made.points_total, made.points_filed, made.progress], [2, 1, 50])
  await take('project', sid, 'plan')
  assert.deepEqual(await faults('project', sid, 'develop'), ['monitors'])
  await ok('project/do/update', { sid, monitors: [{ ...gate, done_date: '2026-05-01' }] })
  assert.equal((await take('project', sid, 'develop')).stage, 'DEVELOP')
  assert.equal((await call('project/do/update', { sid, end_date: '2020-01-01', start_date: '2026-01-01' }, { as: admin })).status, 400)
})

test('[1.10] a search request has its day among the deadlines, and is confirmed with a report', async () => {
  const sid = await make('retrieval_request', { title: '虚构查新', wanted_by: '2090-01-04' })
  assert.deepEqual(await faults('retrieval_request', sid, 'submit'), ['tech_solution'])
  await take('retrieval_request', sid, 'submit', { tech_solution: '虚构方案' })
  assert.deepEqual(await dueOf(sid), ['RET01 2090-01-04 OPEN'])
  await take('retrieval_request', sid, 'accept', { assignee_sid: admin.sid })
  await take('retrieval_request', sid, 'search')
  assert.deepEqual(await faults('retrieval_request', sid, 'report', { conclusion: 'NOVEL', report_date: '2026-05-01' }), ['report'])
})

test('[1.10] a search that is reported before its day has no open deadline', async () => {
  const sid = await make('retrieval_request', {
    title: '虚构查新二',
    wanted_by: '2090-01-04',
    status: 'REPORTED',
    report_date: '2026-05-01',
    conclusion: 'NOVEL',
  })
  assert.deepEqual(await dueOf(sid), ['RET01 2090-01-04 PRESUMED'])
})

test('[1.10] a library of a query needs its query, and its readers see it', async () => {
  const wrong = await call('search_library/do/create', { lib_name: '虚构库', lib_type: 'QUERY' }, { as: admin })
  assert.deepEqual(wrong.errors.map(({ field }) => field), ['query']) // oxfmt-ignore
  assert.ok(await make('search_library', { lib_name: '虚构专题', items: [{ publication_no: 'CN900000001A', rating: 4 }] }))
})

test('disputes and risks are not seen by inventors', async () => {
  const inventor = await enrol('inventor')
  for (const model of ['dispute', 'risk', 'project']) assert.equal((await call(`${model}/do/search`, {}, { as: inventor })).status, 403, model)
})
