// With two people for changes of the law: a rule, price, calendar or golden case that one person changes waits for another.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProposedContent } from '../../../../model/docketing/law/law_proposal.ts'
import type { Rule } from '../../../../model/docketing/rules/rule.ts'
import { jobEnded, sendFile, workbook } from '../../../../tests/harness/cases/exchange.ts'
import { type Person, testServer } from '../../../../tests/harness/server.ts'
import { startJobs } from '../../../jobs/start.ts'
import { systemContext } from '../../../records/context.ts'
import { keepSetting } from '../../../records/settings/settings.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const server = await testServer()
const { app, tenant, call, enrol } = server
const jobs = await startJobs(server.server)
after(() => jobs.stop())
const [first, second] = [await enrol('system_admin', { name: '管理员甲' }), await enrol('system_admin', { name: '管理员乙' })]
const engineer = await enrol('ip_engineer')
const switched = (two_people: boolean) => keepSetting(systemContext(tenant), 'law.two_people', two_people)

before(() => switched(true))

type Proposal = { sid: string; about: string; about_en: string; status: string; lines: { zh: string; en: string }[]; contents: ProposedContent[] }
const latest = async (as = first) => {
  const { record } = (await call<{ record: Proposal[] }>('law_proposal/do/search', { fl: ['about'], iql: "status = 'PROPOSED' ORDER BY sid DESC" }, { as })).data // oxfmt-ignore
  const [one] = record
  assert.ok(one, 'a proposal waits')
  return (await call<Proposal>(`law_proposal/${one.sid}`, undefined, { as })).data
}
const decide = (sid: string, transition: string, as: Person, more: object = {}) =>
  call('law_proposal/do/transition', { sid, transition, ...more }, { as, lang: 'en' })
async function heldAt(path: string, body: unknown, as = first) {
  const answer = await call(path, body, { as, lang: 'en' })
  assert.deepEqual([answer.status, answer.code], [409, 500013], answer.text)
  return answer
}
type Row = { sid: string; version: number; content: Rule & Record<string, unknown> }
async function lawRows(model: string, iql: string, fl = ['content', 'version']): Promise<Row[]> {
  return (await call<{ record: Row[] }>(`${model}/do/search`, { fl, iql, rows: 20 }, { as: first })).data.record
}
async function ruleNamed(id: string): Promise<Row> {
  return (await lawRows('deadline_rule', `rule_id = '${id}' ORDER BY rule_version`))[0] ?? assert.fail(id)
}

test('a changed rule waits as it was entered, with what differs, until another person confirms it', async () => {
  const { sid, version, content } = await ruleNamed('CNP19')
  const longer: Rule = { ...content, terms: content.terms.map((term) => ({ ...term, period: '5m' })) }
  const answer = await heldAt('deadline_rule/do/update', { sid, version, content: longer, change_reason: 'Notice 7' })
  assert.match(answer.message, /waits until a second person confirms it under “Law changes to confirm”/)
  assert.equal((await ruleNamed('CNP19')).version, version)
  const proposal = await latest()
  assert.match(proposal.lines[0]?.en ?? '', /^Deadline rule “.+[a-z]”: .*Reason for the change — → Notice 7/)
  assert.deepEqual(proposal.contents.map(({ entity, sid: of, follows }) => [entity, of, follows]), [['deadline_rule', sid, false]]) // oxfmt-ignore
  assert.equal((proposal.contents[0]?.after as Rule | undefined)?.terms[0]?.period, '5m')
  const own = await decide(proposal.sid, 'confirm', first)
  assert.deepEqual(own.errors.map(({ reason }) => reason), ['must be a different person than the one who proposed it']) // oxfmt-ignore
  assert.equal((await decide(proposal.sid, 'confirm', engineer)).status, 403)
  const confirmed = await decide(proposal.sid, 'confirm', second)
  assert.equal(confirmed.code, 0, confirmed.text)
  const now = await ruleNamed('CNP19')
  assert.equal(now.content.terms[0]?.period, '5m')
  await switched(false)
  assert.equal((await call('deadline_rule/do/update', { sid, content, change_reason: 'As before' }, { as: first })).code, 0)
  await switched(true)
})

test('a new version is one proposal, compared with the version that it follows; golden cases that break ask for a reason and are told', async () => {
  const { sid, content } = await ruleNamed('CNP20')
  const next = { ...content, version: 2, valid_from: '2025-12-01', terms: content.terms.map((term) => ({ ...term, period: '3m' })) }
  const silent = await call('deadline_rule/do/new_version', { sid, content: next }, { as: first, lang: 'en' })
  assert.deepEqual([silent.status, silent.code], [400, 500005], silent.text)
  await heldAt('deadline_rule/do/new_version', { sid, content: next, reason: 'New guidelines' })
  assert.equal((await lawRows('deadline_rule', "rule_id = 'CNP20'")).length, 1)
  const proposal = await latest()
  assert.ok(proposal.lines.some(({ en }) => /^Golden cases that no longer hold: .*CN-D04 2026-02-28 → 2026-03-31/.test(en)), JSON.stringify(proposal.lines)) // oxfmt-ignore
  assert.deepEqual(proposal.contents.map((one) => [one.sid, one.follows, (one.before as Rule).version, (one.after as Rule).version]), [[sid, true, 1, 2]]) // oxfmt-ignore
  const confirmed = await decide(proposal.sid, 'confirm', second)
  assert.equal(confirmed.code, 0, confirmed.text)
  const rows = await lawRows('deadline_rule', "rule_id = 'CNP20' ORDER BY rule_version")
  assert.deepEqual(rows.map((row) => [row.content.version, row.content.valid_to ?? null]), [[1, '2025-11-30'], [2, null]]) // oxfmt-ignore
})

test('a proposal whose rule has changed meanwhile is refused; its proposer withdraws it', async () => {
  const { sid, content } = await ruleNamed('CNP19')
  const renamed = (en: string): Rule => ({ ...content, en })
  await heldAt('deadline_rule/do/update', { sid, content: renamed('First name') }, second)
  const old = await latest()
  await heldAt('deadline_rule/do/update', { sid, content: renamed('Second name') })
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  assert.match((await decide(old.sid, 'confirm', first)).errors[0]?.reason ?? '', /has changed since the proposal/)
  assert.equal((await decide(old.sid, 'withdraw', first)).errors[0]?.reason, 'must be the person who proposed it')
  assert.equal((await decide(old.sid, 'withdraw', second)).code, 0)
})

test('days of calendars, prices and golden cases wait, too; a new golden case and a file do not pass by', async () => {
  await heldAt('office_calendar/do/create', { office: 'CN', day: '2031-05-05', kind: 'OFF', name: '虚构节' })
  const proposal = await latest()
  assert.equal(proposal.about_en, 'Office calendar “CN 2031-05-05”: new; Office CN; Day 2031-05-05; Kind Closed; Name 虚构节; Certainty Sure')
  assert.equal((await decide(proposal.sid, 'confirm', second)).code, 0)
  const [day] = (await call<{ record: { sid: string }[] }>('office_calendar/do/search', { fl: ['day'], iql: "office = 'CN' AND day = '2031-05-05'" }, { as: first })).data.record // oxfmt-ignore
  assert.ok(day)
  await heldAt(`office_calendar/do/delete/${day.sid}`, {})
  assert.equal((await decide((await latest()).sid, 'refuse', second, { decided_reason: '已公布' })).code, 0)
  const [golden] = await lawRows('golden_case', "number = 'CN-D01'", ['number'])
  await heldAt('golden_case/do/update', { sid: golden?.sid, expected_date: '2030-01-01' })
  assert.equal((await decide((await latest()).sid, 'withdraw', first)).code, 0)
  const [price] = await lawRows('fee_schedule', "office = 'CN' AND to_date IS EMPTY")
  await heldAt('fee_schedule/do/update', { sid: price?.sid, content: { ...price?.content, source: 'Gazette' } })
  assert.equal((await decide((await latest()).sid, 'withdraw', first)).code, 0)
  const rows = [['局', '日期', '类型'], ['CN', '2031-05-06', '休']] // oxfmt-ignore
  const sent = await sendFile(app, {
    path: 'office_calendar/do/import',
    token: first.token,
    file: await workbook(rows),
    name: 'days.xlsx',
    lang: 'en',
  })
  assert.match(JSON.stringify((await jobEnded(tenant, sent.data.job_sid)).errors), /two people are asked for changes of the law|法规变更须两人/)
})

test('what breaks a golden case and states no reason is refused: a deleted rule, and a calendar', async () => {
  await switched(false)
  const { sid, content } = await ruleNamed('CNP29')
  const removed = await call(`deadline_rule/do/delete/${sid}`, {}, { as: first, lang: 'en' })
  assert.match(removed.message, /Without it, golden cases would no longer hold: CN-D07/, JSON.stringify(content.id))
  assert.equal((await call('deadline_rule/do/update', { sid, valid: false, change_reason: 'Trial' }, { as: first })).code, 0)
  const gone = await call(`deadline_rule/do/delete/${sid}`, {}, { as: first })
  assert.equal(gone.code, 0, gone.text)
  const off = await call('office_calendar/do/create', { office: 'CN', day: '2026-02-24', kind: 'OFF', name: '虚构' }, { as: first, lang: 'en' })
  assert.match(off.message, /With this change of the calendar, golden cases would no longer hold: CN-/)
  const [day] = await lawRows('office_calendar', "office = 'CN' AND day = '2026-02-23' AND kind = 'OFF'", ['day'])
  assert.ok(day, 'a day of the Spring Festival')
  await tenant.db.updateTable('office_calendar').set({ deleted_at: new Date().toISOString() }).where('sid', '=', day.sid).execute()
  await tenant.db.updateTable('golden_case').set({ expected_date: '2026-02-23' }).where('number', '=', 'CN-D05').execute()
  const back = await call('office_calendar/do/restore', { sids: [day.sid] }, { as: first, lang: 'en' })
  assert.match(back.message, /With this change of the calendar, golden cases would no longer hold: CN-D05/, back.text)
  const harmless = await call('office_calendar/do/create', { office: 'CN', day: '2033-03-02', kind: 'OFF', name: '虚构' }, { as: first })
  assert.equal(harmless.code, 0, harmless.text)
})

test('the rule needs two people for permissions, which cannot be switched off before it', async () => {
  await switched(false)
  const on = await call('law_proposal/do/set_rule', { two_people: true }, { as: first, lang: 'en' })
  assert.match(on.message, /Turn on “Two people for permission changes” first/)
  await keepSetting(systemContext(tenant), 'permission.two_people', true)
  assert.equal((await call('law_proposal/do/set_rule', { two_people: true }, { as: first })).code, 0)
  const off = await call('permission_proposal/do/set_rule', { two_people: false }, { as: first, lang: 'en' })
  assert.match(off.message, /Turn off “Two people for changes of the law” first/)
  await keepSetting(systemContext(tenant), 'permission.two_people', false)
})

test('switching the rule off waits, and who may not change the law does not switch it', async () => {
  await switched(true)
  assert.equal((await call('law_proposal/do/set_rule', { two_people: false }, { as: engineer })).status, 403)
  await heldAt('law_proposal/do/set_rule', { two_people: false })
  const rule = async () => (await call<{ two_people: boolean }>('law_proposal/do/rule', {}, { as: first })).data.two_people
  assert.equal(await rule(), true)
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  assert.equal(await rule(), false)
})
