// Ways to change the dates of a case other than a single correction: an import, a batch edit, its undo, a transition, a relation, a deletion.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'

const { server, app, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
const { ask: post, done, listed } = casesOf(call, as, 'en')
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  done('patent/do/create', { title: `Case ${++made}`, patent_type: 'INVENTION', country: 'CN', status: 'FILED', filing_date: ago(600), ...more })
const dueOf = async (case_sid: string, rule: string) =>
  (await listed('deadline', case_sid, 'official_due,status', ` AND rule_id = '${rule}'`))[0]?.official_due
const proposals = (case_sid: string) => listed('date_confirmation', case_sid, 'kind,about_en,due_before,due_after', " AND status = 'PROPOSED'")
const confirm = (sid: unknown) => done('date_confirmation/do/transition', { sid, transition: 'confirm' }, second)
const read = async (model: string, sid: string) => (await call<Row>(`${model}/${sid}`, undefined, { as })).data

test('one person cannot remove a date and enter a later one afterwards', async () => {
  const one = await patent()
  const before = await dueOf(one.sid, 'CNP15')
  await done('patent/do/update', { sid: one.sid, filing_date: null })
  assert.deepEqual([(await read('patent', one.sid)).filing_date, await dueOf(one.sid, 'CNP15')], [ago(600), before])
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.due_after, more], [null, []])
})

test('a deadline of a rule keeps its kind, by a single change and by a batch: as a reminder its later date would wait for nobody', async () => {
  const one = await patent()
  const [exam] = await listed('deadline', one.sid, 'sid,kind', " AND rule_id = 'CNP15'")
  const single = await post('deadline/do/update', { sid: exam?.sid, kind: 'MONITOR' })
  assert.deepEqual([single.status, single.errors.map(({ field }) => field)], [400, ['kind']], single.text)
  const batch = await post('deadline/do/batch_update', { sids: [exam?.sid], changes: { kind: 'TERM' } })
  assert.notEqual(batch.code, 0)
  assert.equal((await listed('deadline', one.sid, 'kind', " AND rule_id = 'CNP15'"))[0]?.kind, 'ACTION')
})

test('an import updates cases: later dates wait, each reported at its row; the other rows and values take effect', async () => {
  const [later, earlier, renamed] = [await patent(), await patent(), await patent()]
  const rows = [[later, ago(590), 'Moved'], [earlier, ago(610), 'Earlier'], [renamed, ago(600), 'Same day']] as const // oxfmt-ignore
  const file = await workbook([['案号', '专利名称', '申请日'], ...rows.map(([one, day, title]) => [String(one.case_no), title, day])])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: '更新.xlsx', fields: { mode: 'update' } })
  assert.ok(data?.job_sid, message)
  const job = await jobEnded(tenant, data.job_sid)
  assert.deepEqual([job.ok, job.failed], [3, 0], JSON.stringify(job.errors))
  const kept = await Promise.all([later, earlier, renamed].map(({ sid }) => read('patent', sid)))
  assert.deepEqual(
    kept.map(({ title, filing_date }) => [title, filing_date]),
    [
      ['Moved', ago(600)],
      ['Earlier', ago(610)],
      ['Same day', ago(600)],
    ],
  )
  const waiting = await Promise.all([later, earlier, renamed].map(async ({ sid }) => (await proposals(sid)).length))
  assert.deepEqual(waiting, [1, 0, 0])
  assert.ok(String(await dueOf(earlier.sid, 'CNP15')) < String(await dueOf(renamed.sid, 'CNP15')), 'the dates of the others are computed')
  const findings = await listed('finding', later.sid, 'code', " AND status = 'OPEN'")
  assert.ok(
    findings.some(({ code }) => code === 'LATER_DATE_WAITS'),
    JSON.stringify(findings),
  )
})

test('a batch edit that was undone returns to the dates before it, without a second person', async () => {
  const one = await patent()
  const before = await dueOf(one.sid, 'CNP15')
  const { batch_sid } = await done<{ batch_sid: string }>('patent/do/batch_update', { sids: [one.sid], changes: { filing_date: ago(610) } })
  assert.ok(String(await dueOf(one.sid, 'CNP15')) < String(before))
  await done('batch_edit/do/undo', { sid: batch_sid })
  assert.deepEqual([(await read('patent', one.sid)).filing_date, await dueOf(one.sid, 'CNP15'), await proposals(one.sid)], [ago(600), before, []])
})

test('a batch edit whose changes all wait keeps nothing to undo', async () => {
  const one = await patent()
  const { batch_sid } = await done<{ batch_sid: string }>('patent/do/batch_update', { sids: [one.sid], changes: { filing_date: ago(590) } })
  assert.equal((await read('batch_edit', batch_sid)).count_ok, 0)
  assert.equal((await proposals(one.sid)).length, 1)
})

test('a transition with a date other than the known one takes place, and its later date waits', async () => {
  const one = await patent({ country: 'GB', publication_date: ago(100) })
  const before = await dueOf(one.sid, 'GB02')
  assert.ok(before)
  await done('patent/do/transition', { sid: one.sid, transition: 'publish', publication_no: 'GB2600001A', publication_date: ago(90) })
  const moved = await read('patent', one.sid)
  assert.deepEqual([moved.status, moved.publication_date, await dueOf(one.sid, 'GB02')], ['PUBLISHED', ago(100), before])
  const [open] = await proposals(one.sid)
  assert.equal(open?.kind, 'CORRECTION')
  await confirm(open?.sid)
  assert.equal((await read('patent', one.sid)).publication_date, ago(90))
})

test('a transition that is undone returns to the facts before it; a deadline that it opened ends with a second person', async () => {
  const one = await patent({ country: 'GB', publication_date: null })
  await done('patent/do/transition', { sid: one.sid, transition: 'publish', publication_no: 'GB2600002A', publication_date: ago(90) })
  assert.ok(await dueOf(one.sid, 'GB02'))
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'entered in error' })
  assert.deepEqual([(await read('patent', one.sid)).publication_date, (await proposals(one.sid)).length], [null, 1])
})

test('a change of a fact other than a date waits as a whole: the receiving office, whose holidays postpone a deadline', async () => {
  const wo = await patent({ country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: '2020-06-01', ro: 'CN' })
  await done('priority/do/create', { case_sid: wo.sid, priority_no: '201910123456.X', priority_country: 'CN', priority_date: '2019-08-25' })
  assert.equal(await dueOf(wo.sid, 'PCT04'), '2020-12-25')
  await done('patent/do/update', { sid: wo.sid, ro: 'US', title: 'Another office' })
  const kept = await call<Row & { ro: string }>(`patent/${wo.sid}`, undefined, { as })
  assert.deepEqual([kept.data.ro, kept.data.title, await dueOf(wo.sid, 'PCT04')], ['CN', wo.title, '2020-12-25'])
  const [open] = await proposals(wo.sid)
  assert.match(String(open?.about_en), /Another office/)
  await confirm(open?.sid)
  assert.deepEqual([(await read('patent', wo.sid)).title, await dueOf(wo.sid, 'PCT04')], ['Another office', '2020-12-28'])
})

test('denying a fact on which a deadline depends waits for a second person, for one record and for many', async () => {
  const wo = await patent({ country: 'WO', route: 'PCT_INTL', status: 'INTL_FILED', filing_date: ago(10), ro: 'EP', search_translation_needed: true })
  const before = await dueOf(wo.sid, 'PCT09')
  assert.ok(before)
  for (const change of [
    () => done('patent/do/update', { sid: wo.sid, search_translation_needed: false }),
    () => done('patent/do/batch_update', { sids: [wo.sid], changes: { search_translation_needed: null } }),
  ]) {
    await change()
    assert.equal((await call<Row>(`patent/${wo.sid}`, undefined, { as })).data.search_translation_needed, true)
    const [open, ...more] = await proposals(wo.sid)
    assert.deepEqual([open?.kind, open?.due_before, open?.due_after, more], ['CORRECTION', before, null, []])
  }
  const [open] = await proposals(wo.sid)
  await confirm(open?.sid)
  assert.equal((await listed('deadline', wo.sid, 'status', " AND rule_id = 'PCT09'"))[0]?.status, 'CANCELLED')
})

test('a relation whose deletion makes a date later is deleted by two people, for one record and for many', async () => {
  const first = await patent({ filing_date: ago(300), application_no: '202510754321.9' })
  const us = await patent({ country: 'US', route: 'PARIS', status: 'DRAFTING', filing_date: null })
  const link = await done('related_case/do/create', { earlier_sid: first.sid, later_sid: us.sid, relation_type: 'PARIS' })
  const before = await dueOf(us.sid, 'US01')
  assert.ok(before)
  for (const refused of [await post(`related_case/do/delete/${link.sid}`, {}), await post('related_case/do/batch_delete', { sids: [link.sid] })])
    assert.match(refused.message, /which takes two people: propose the deletion/)
  assert.equal(await dueOf(us.sid, 'US01'), before)
  const { proposed } = await done<{ proposed: boolean }>('date_confirmation/do/propose_removal', { entity: 'related_case', record_sid: link.sid })
  const [open] = await proposals(us.sid)
  assert.deepEqual([proposed, open?.kind], [true, 'REMOVAL'])
  await confirm(open?.sid)
  assert.equal((await call(`related_case/${link.sid}`, undefined, { as })).status, 404)
  await done('related_case/do/restore', { sids: [link.sid] })
  assert.equal(await dueOf(us.sid, 'US01'), before, 'what comes back from the bin counts at once, as a new record does')
})

test('a notice cannot be changed into one without a deadline and back with a later day', async () => {
  const one = await patent({ status: 'SE' })
  const event = await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: ago(40) })
  const before = await dueOf(one.sid, 'CNP19')
  await done('official_event/do/update', { sid: event.sid, code: 'CN01' })
  assert.deepEqual([(await read('official_event', event.sid)).code, await dueOf(one.sid, 'CNP19')], ['CN14', before])
  const [open] = await proposals(one.sid)
  assert.deepEqual([open?.kind, open?.due_before, open?.due_after], ['NOTICE', before, null])
})

test('an applicant of hundreds of cases moves abroad: a job computes them, and their later days wait', async () => {
  const owner = await done('applicant/do/create', { name: 'Applicant of many cases', country: 'JP' })
  const one = await patent({ country: 'JP', status: 'SE', filing_date: ago(900), applicants: [{ applicant_sid: owner.sid }] })
  await done('official_event/do/create', { case_sid: one.sid, code: 'JP1', event_date: ago(20) })
  const before = await dueOf(one.sid, 'JP05')
  const titles = Array.from({ length: 300 }, (_, at) => [`Case of the applicant ${at}`, 'JP', 'Applicant of many cases'])
  const file = await workbook([['专利名称', '国家/地区', '申请人'], ...titles])
  const { data, message } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: '申请人.xlsx' })
  assert.ok(data?.job_sid, message)
  assert.equal((await jobEnded(tenant, data.job_sid)).ok, 300)
  await done('applicant/do/update', { sid: owner.sid, country: 'DE' })
  assert.equal((await proposals(one.sid)).length, 0, 'not in the write itself')
  const [job] = await tenant.db.selectFrom('job').select('sid').where('kind', '=', 'DOCKET').where('entity', '=', 'applicant').execute()
  const ended = await jobEnded(tenant, String(job?.sid))
  assert.deepEqual([ended.state, ended.total], ['DONE', 301])
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.due_before, await dueOf(one.sid, 'JP05'), more], [before, before, []])
  assert.ok(String(open?.due_after) > String(before))
})
