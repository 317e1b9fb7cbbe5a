// Corrections that make a date later on which a right is lost wait for a second person: of cases, priorities and notices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

const today = Temporal.Now.plainDateISO('Asia/Shanghai')
const ago = (days: number) => today.subtract({ days }).toString()
const { ask: post, done, listed } = casesOf(call, as, 'en')
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  done('patent/do/create', { title: `Case ${++made}`, patent_type: 'INVENTION', country: 'CN', status: 'FILED', filing_date: ago(600), ...more })
const relate = (earlier_sid: string, later_sid: string, relation_type: string) =>
  done('related_case/do/create', { earlier_sid, later_sid, relation_type })
const dueOf = async (case_sid: string, rule: string) =>
  (await listed('deadline', case_sid, 'official_due,status', ` AND rule_id = '${rule}'`))[0]?.official_due
const proposals = (case_sid: string) =>
  listed('date_confirmation', case_sid, 'kind,due_before,due_after,shown_en,about_en,reason', " AND status = 'PROPOSED'")
const confirm = (sid: unknown, by = second, transition = 'confirm') =>
  post('date_confirmation/do/transition', { sid, transition, decided_reason: 'checked' }, by)
const read = async (model: string, sid: string) => (await call<Row>(`${model}/${sid}`, undefined, { as })).data

test('a filing date corrected to a later day waits, with what follows from it; other values of the write count at once', async () => {
  const one = await patent()
  const before = await dueOf(one.sid, 'CNP15') // three years from the filing
  const answer = await done<Row & { warnings?: string[] }>('patent/do/update', { sid: one.sid, filing_date: ago(590), title: 'Renamed' })
  assert.match(String(answer.warnings), /takes effect when a second person confirms it/)
  assert.deepEqual([answer.filing_date, answer.submission_date, answer.title], [ago(600), ago(600), 'Renamed'])
  assert.equal(await dueOf(one.sid, 'CNP15'), before)
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.kind, more], ['CORRECTION', []])
  assert.match(String(open?.about_en), /Filing date \S.* → \S/)
  assert.notEqual((await confirm(open?.sid, as)).code, 0, 'not by the one who proposed it')
  assert.equal((await confirm(open?.sid)).code, 0)
  assert.equal((await read('patent', one.sid)).filing_date, ago(590))
  assert.ok(String(await dueOf(one.sid, 'CNP15')) > String(before))
})

test('a correction to an earlier day, and a date entered for the first time, count at once', async () => {
  const one = await patent()
  await done('patent/do/update', { sid: one.sid, filing_date: ago(610) })
  const draft = await patent({ status: 'DRAFTING', filing_date: null })
  await done('patent/do/update', { sid: draft.sid, filing_date: ago(20) })
  assert.deepEqual([(await read('patent', one.sid)).filing_date, (await read('patent', draft.sid)).filing_date], [ago(610), ago(20)])
  assert.deepEqual([...(await proposals(one.sid)), ...(await proposals(draft.sid))], [])
})

test('a correction that leaves every last day where it was counts at once', async () => {
  // Examination in Japan is requested within three years: of two filings, one ends on a Saturday and one on the Sunday after it.
  const ends = [0, 1, 2, 3, 4, 5, 6].map((days) => today.add({ years: 2, days })).find(({ dayOfWeek }) => dayOfWeek === 6) ?? today
  const filing = (days: number) => ends.add({ days }).subtract({ years: 3 }).toString()
  const one = await patent({ country: 'JP', status: 'JP_FILED', filing_date: filing(0) })
  const before = await dueOf(one.sid, 'JP02')
  assert.equal((await done('patent/do/update', { sid: one.sid, filing_date: filing(1) })).filing_date, filing(1))
  assert.deepEqual([await dueOf(one.sid, 'JP02'), await proposals(one.sid)], [before, []])
})

test('a batch edit waits record by record, and a removed date waits, too', async () => {
  const both = [await patent(), await patent()]
  await done('patent/do/batch_update', { sids: both.map(({ sid }) => sid), changes: { filing_date: ago(580) } })
  for (const { sid } of both) {
    assert.equal((await read('patent', sid)).filing_date, ago(600))
    assert.equal((await proposals(sid)).length, 1)
  }
})

test('a correction that moves only a later case of the family waits: the first filing of a Paris priority', async () => {
  const first = await patent({ filing_date: ago(300), application_no: '202510754321.9' })
  const us = await patent({ country: 'US', route: 'PARIS', status: 'DRAFTING', filing_date: null })
  await relate(first.sid, us.sid, 'PARIS')
  const before = await dueOf(us.sid, 'US01')
  await done('patent/do/update', { sid: first.sid, filing_date: ago(295) })
  assert.equal(await dueOf(us.sid, 'US01'), before)
  const [open] = await proposals(first.sid)
  assert.match(String(open?.shown_en), /Claim foreign priority.*in the family/)
  await confirm(open?.sid)
  assert.ok(String(await dueOf(us.sid, 'US01')) > String(before))
})

test('a grant date corrected to a later day waits where an annuity or the validation follows', async () => {
  const ep = await patent({ country: 'EP', status: 'EP_GRANTED', filing_date: ago(1500), grant_date: ago(40) })
  const before = await dueOf(ep.sid, 'EP26')
  await done('patent/do/update', { sid: ep.sid, grant_date: ago(33) })
  assert.deepEqual([(await read('patent', ep.sid)).grant_date, await dueOf(ep.sid, 'EP26')], [ago(40), before])
  const [open] = await proposals(ep.sid)
  assert.equal((await confirm(open?.sid, second, 'refuse')).code, 0)
  assert.equal((await read('patent', ep.sid)).grant_date, ago(40))
})

test('a priority corrected to a later day, or removed, waits', async () => {
  const wo = await patent({ country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: ago(100), designated: ['CN'] })
  const claim = await done('priority/do/create', { case_sid: wo.sid, priority_no: '202510123456.5', priority_country: 'CN', priority_date: ago(400) })
  const before = await dueOf(wo.sid, 'NP01')
  await done('priority/do/update', { sid: claim.sid, priority_date: ago(390) })
  assert.deepEqual([(await read('priority', claim.sid)).priority_date, await dueOf(wo.sid, 'NP01')], [ago(400), before])
  const [corrected] = await proposals(wo.sid)
  await confirm(corrected?.sid, second, 'refuse')
  const refused = await post(`priority/do/delete/${claim.sid}`, {})
  assert.match(refused.message, /Deleting this would (make|end) .*two people: propose the deletion, and a second person confirms it/)
  const whole = await done<Row & { priorities: Row[]; warnings: string[] }>('patent/do/update', { sid: wo.sid, priorities: [] })
  assert.deepEqual([whole.priorities.length, (await proposals(wo.sid)).map(({ kind }) => kind)], [1, ['REMOVAL']], 'nor with its case')
  assert.match(String(whole.warnings), /^The deletion waits for a second person/)
  const proposed = await done<{ proposed: boolean }>('date_confirmation/do/propose_removal', {
    entity: 'priority',
    record_sid: claim.sid,
    reason: 'not ours',
  })
  assert.deepEqual([proposed.proposed, await dueOf(wo.sid, 'NP01')], [true, before])
  const [open] = await proposals(wo.sid)
  assert.deepEqual([open?.kind, open?.reason], ['REMOVAL', 'not ours'])
  assert.equal((await confirm(open?.sid)).code, 0)
  assert.ok(String(await dueOf(wo.sid, 'NP01')) > String(before))
  assert.deepEqual(await listed('priority', wo.sid, 'priority_date'), [])
})

test('one person cannot delete a notice that opens a deadline and enter it again with a later day', async () => {
  const one = await patent()
  const event = await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: ago(40) })
  const before = await dueOf(one.sid, 'CNP19')
  assert.notEqual((await post(`official_event/do/delete/${event.sid}`, {})).code, 0)
  assert.equal(await dueOf(one.sid, 'CNP19'), before)
  await done('date_confirmation/do/propose_removal', { entity: 'official_event', record_sid: event.sid })
  const [open] = await proposals(one.sid)
  await confirm(open?.sid)
  assert.notEqual((await listed('deadline', one.sid, 'status', " AND rule_id = 'CNP19'"))[0]?.status, 'OPEN')
  const silent = await done('official_event/do/create', { case_sid: one.sid, code: 'CN01', event_date: ago(30) })
  await done(`official_event/do/delete/${silent.sid}`, {})
})

test('a notice by post counts as electronic until a second person confirms the way of delivery', async () => {
  const one = await patent()
  await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: ago(40), delivery_way: 'PAPER' })
  const before = await dueOf(one.sid, 'CNP19')
  const [open] = await proposals(one.sid)
  assert.equal(open?.due_before, before)
  await confirm(open?.sid)
  assert.equal(await dueOf(one.sid, 'CNP19'), open?.due_after)
  assert.ok(String(open?.due_after) > String(before))
})

test('a removed designation waits, because its entry deadline would end; an added one takes effect at once', async () => {
  const one = await patent({ country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: ago(100), designated: ['CN', 'US'] })
  const entry = async () => (await listed('deadline', one.sid, 'status', " AND key = 'NP01:CN'"))[0]?.status
  assert.equal(await entry(), 'OPEN')
  const answer = await done<Row & { warnings?: string[] }>('patent/do/update', { sid: one.sid, designated: ['US'] })
  assert.match(String(answer.warnings), /takes effect when a second person confirms it/)
  assert.deepEqual([answer.designated, await entry()], [['CN', 'US'], 'OPEN'])
  assert.deepEqual((await done('patent/do/update', { sid: one.sid, designated: ['CN', 'US', 'JP'] })).designated, ['CN', 'US', 'JP'])
})

test('a change to a country or type with other deadlines waits, because the present deadlines would end', async () => {
  const one = await patent()
  const before = await dueOf(one.sid, 'CNP15')
  for (const change of [{ country: 'FR' }, { patent_type: 'UTILITY' }]) {
    const answer = await done<Row & { warnings?: string[] }>('patent/do/update', { sid: one.sid, ...change })
    assert.match(String(answer.warnings), /takes effect when a second person confirms it/)
    assert.deepEqual([answer.country, answer.patent_type, await dueOf(one.sid, 'CNP15')], ['CN', 'INVENTION', before])
  }
})

test('country, type and route of a case in preparation are changed at once', async () => {
  const one = await patent({ status: 'DRAFTING', route: 'PCT_NATIONAL', pct_no: 'PCT/CN2026/012345', pct_filing_date: ago(300) })
  assert.equal((await listed('deadline', one.sid, 'status', " AND rule_id = 'CNP50'"))[0]?.status, 'OPEN')
  const answer = await done<Row & { warnings?: string[] }>('patent/do/update', { sid: one.sid, route: 'DIRECT' })
  assert.deepEqual([answer.route, await proposals(one.sid)], ['DIRECT', []])
})

test('of two proposals on one case, the second is refused once the first has moved the dates that it shows', async () => {
  const one = await patent()
  await done('patent/do/update', { sid: one.sid, filing_date: ago(590) })
  const suspended = { suspensions: [{ from: ago(60), to: ago(30) }] }
  await done('patent/do/update', { sid: one.sid, ...suspended })
  const open = await proposals(one.sid)
  assert.deepEqual(open.map(({ kind }) => kind).toSorted(), ['CORRECTION', 'SUSPENSION'])
  assert.equal((await confirm(open[0]?.sid)).code, 0)
  const before = await dueOf(one.sid, 'CNP15')
  const refused = await confirm(open[1]?.sid)
  assert.match(refused.text, /would now move from .* to .*, which was not shown/)
  assert.equal(await dueOf(one.sid, 'CNP15'), before)
  assert.equal((await confirm(open[1]?.sid, second, 'refuse')).code, 0)
})
