// A deadline that ended or was missed is computed again with a later day: after its notice or its case is deleted, or after a new fact.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { runMonitor } from '../findings/monitor.ts'

const { server, app, call, enrol, tenant } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
const { ask: post, done, listed, patent } = casesOf(call, as, 'en')

const FIELDS = 'key,name_en,rule_id,official_due,later_due,status,trigger_event_sid'
const dueOf = async (case_sid: string, rule: string) => (await listed('deadline', case_sid, FIELDS, ` AND rule_id = '${rule}'`))[0]
const proposals = (case_sid: string) =>
  listed('date_confirmation', case_sid, 'kind,due_before,due_after,about_en,shown_en', " AND status = 'PROPOSED'")
const confirm = (sid: unknown) => done('date_confirmation/do/transition', { sid, transition: 'confirm' }, second)
const remove = (entity: string, record_sid: string) =>
  done<{ proposed: boolean; message?: string }>('date_confirmation/do/propose_removal', { entity, record_sid })
const settle = (sid: unknown, transition: string) => done('deadline/do/transition', { sid, transition, handled_reason: 'tried' })
const exists = async (model: string, sid: string) => (await call(`${model}/${sid}`, undefined, { as })).code === 0

for (const [how, close] of [
  ['completed', (sid: string) => settle(sid, 'complete')],
  ['waived', (sid: string) => settle(sid, 'waive')],
  ['answered', (_: string, case_sid: string) => done('official_event/do/create', { case_sid, code: 'CO05', event_date: ago(5) })],
  ['ended with its case', (_: string, sid: string) => done('patent/do/transition', { sid, transition: 'withdraw', close_date: ago(5) })],
] as const)
  test(`the notice of a reply that was ${how} is deleted, or changed into another, by two people`, async () => {
    const one = await patent({ status: 'SE', filing_date: ago(900) })
    const notice = await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: ago(40) })
    const reply = await dueOf(one.sid, 'CNP19')
    await close(String(reply?.sid), one.sid)
    for (const refused of [
      await post(`official_event/do/delete/${notice.sid}`, {}),
      await post('official_event/do/batch_delete', { sids: [notice.sid] }),
    ])
      assert.match(refused.message, /takes two people: propose the deletion/)
    await done('official_event/do/update', { sid: notice.sid, code: 'CN01' })
    assert.equal((await call<Row>(`official_event/${notice.sid}`, undefined, { as })).data.code, 'CN14')
    const [changed] = await proposals(one.sid)
    assert.deepEqual([changed?.kind, changed?.due_before, changed?.due_after], ['NOTICE', reply?.official_due, null])
    assert.equal((await remove('official_event', notice.sid)).proposed, true)
    const open = (await proposals(one.sid)).find(({ kind }) => kind === 'REMOVAL')
    assert.equal(open?.due_before, reply?.official_due)
    await confirm(open?.sid)
    assert.equal(await exists('official_event', notice.sid), false)
  })

test('a notice that opened no deadline on which a right is lost is deleted by one person', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = await done('official_event/do/create', { case_sid: one.sid, code: 'CN11', event_date: ago(40) })
  assert.equal((await remove('official_event', notice.sid)).proposed, false)
})

test('a first notice does not reopen a missed filing fee: it stays missed, with its restoration, until a second person confirms', async () => {
  const one = await patent({ status: 'FILED', filing_date: ago(100) })
  const [missed, remedy] = [await dueOf(one.sid, 'CNP01'), await dueOf(one.sid, 'CNP40')]
  assert.deepEqual([missed?.status, remedy?.status], ['MISSED', 'OPEN'])
  const { warnings } = await done<Row & { warnings?: string[] }>('official_event/do/create', { case_sid: one.sid, code: 'CN02', event_date: ago(10) })
  assert.match(String(warnings), /takes effect when a second person confirms it/)
  for (const act of [async () => undefined, () => runMonitor(tenant)]) {
    await act()
    const [kept, beside] = [await dueOf(one.sid, 'CNP01'), await dueOf(one.sid, 'CNP40')]
    assert.deepEqual([kept?.status, kept?.official_due], ['MISSED', missed?.official_due])
    assert.ok(String(kept?.later_due) > ago(0))
    assert.deepEqual([beside?.status, beside?.official_due], ['OPEN', remedy?.official_due])
  }
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.kind, open?.due_before, more], ['DEADLINE', missed?.official_due, []])
  await confirm(open?.sid)
  const [reopened, beside] = [await dueOf(one.sid, 'CNP01'), await dueOf(one.sid, 'CNP40')]
  assert.deepEqual([reopened?.status, reopened?.official_due, reopened?.later_due, beside?.status], ['OPEN', open?.due_after, null, 'CANCELLED'])
})

test('a first notice that arrives in time makes the fee later at once', async () => {
  const one = await patent({ status: 'FILED', filing_date: ago(58) }) // so far apart that no holiday makes the two days one
  const first = await dueOf(one.sid, 'CNP01')
  await done('official_event/do/create', { case_sid: one.sid, code: 'CN02', event_date: ago(1) })
  const then = await dueOf(one.sid, 'CNP01')
  assert.ok(String(then?.official_due) > String(first?.official_due))
  assert.deepEqual([then?.status, await proposals(one.sid)], ['OPEN', []])
})

test('a division does not reopen missed deadlines', async () => {
  const parent = await patent({ status: 'SE', filing_date: ago(1500) })
  const child = await patent({ status: 'FILED', filing_date: ago(1500), submission_date: ago(20) })
  const missed = await dueOf(child.sid, 'CNP15')
  assert.equal(missed?.status, 'MISSED')
  await done('related_case/do/create', { earlier_sid: parent.sid, later_sid: child.sid, relation_type: 'DIV' })
  const kept = await dueOf(child.sid, 'CNP15')
  assert.deepEqual([kept?.status, kept?.official_due], ['MISSED', missed?.official_due])
  const [open] = await proposals(child.sid)
  assert.match(String(open?.shown_en), /examination/)
  await confirm(open?.sid)
  assert.equal((await dueOf(child.sid, 'CNP15'))?.status, 'OPEN')
})

test('a deadline entered by hand is deleted by two people, open or closed; a reminder by one', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const own = (kind: string) => done('deadline/do/create', { case_sid: one.sid, name: 'Answer', name_en: 'Answer', kind, official_due: ago(-10) })
  for (const [kind, isClosed] of [
    ['ACTION', false],
    ['ACTION', true],
    ['ANNUITY', false],
  ] as const) {
    // oxfmt-ignore
    const made = await own(kind)
    if (isClosed) await done('deadline/do/transition', { sid: made.sid, transition: 'complete', done_date: ago(0) })
    assert.match((await post(`deadline/do/delete/${made.sid}`, {})).message, /takes two people/)
    assert.equal((await remove('deadline', made.sid)).proposed, true)
    const [open] = await proposals(one.sid)
    assert.deepEqual([open?.kind, open?.due_before, open?.about_en], ['REMOVAL', ago(-10), 'Delete the deadline Answer'])
    assert.equal(await exists('deadline', made.sid), true)
    await confirm(open?.sid)
    assert.equal(await exists('deadline', made.sid), false)
  }
  assert.equal((await remove('deadline', (await own('MONITOR')).sid)).proposed, false)
})

for (const [what, end] of [
  ['was withdrawn', (sid: string) => done('patent/do/transition', { sid, transition: 'withdraw', close_date: ago(5) })],
  [
    'was withdrawn and lost its filing date',
    async (sid: string) => {
      await done('patent/do/transition', { sid, transition: 'withdraw', close_date: ago(5) })
      await done('patent/do/update', { sid, filing_date: null })
    },
  ],
] as const)
  // oxfmt-ignore
  test(`a filed case that ${what} is deleted by two people`, async () => {
    const one = await patent({ status: 'FILED', filing_date: ago(300) })
    await end(one.sid)
    assert.match((await post(`patent/do/delete/${one.sid}`, {})).message, /takes two people/)
    assert.equal((await remove('case', one.sid)).proposed, true)
  })

test('a case whose filing was undone is deleted by two people; one that was never filed by one', async () => {
  const people = { applicants: [{ applicant_sid: (await done('applicant/do/create', { name: 'Applicant of an undone filing' })).sid }], inventors: [{ inventor_sid: (await done('inventor/do/create', { name: 'Inventor of an undone filing' })).sid }] } // oxfmt-ignore
  const one = await patent({ status: 'DRAFTING', ...people })
  await done('patent/do/transition', { sid: one.sid, transition: 'file', filing_date: ago(100), application_no: '202610754321.3' })
  assert.ok(await dueOf(one.sid, 'CNP15'))
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'not filed' })
  assert.equal((await remove('case', one.sid)).proposed, true)
  const never = await patent({ status: 'DRAFTING' })
  assert.equal((await remove('case', never.sid)).proposed, false)
})

test('an import with a second notice reports that its later day waits, in the preview, the dry run and the import', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  await done('official_event/do/create', { case_sid: one.sid, code: 'CN17', event_date: ago(40) })
  const file = await workbook([['案件', '事件/文件种类', '发文日/事件日'], [String(one.case_no), 'CN17', ago(20)]]) // oxfmt-ignore
  const send = (path: string, fields = {}) =>
    sendFile(app, { path: `official_event/do/${path}`, token: as.token, file, name: 'notices.xlsx', lang: 'en', fields })
  const preview = (await send('import_preview')).data
  assert.deepEqual([preview.forecast.created, preview.forecast.waiting, preview.stored[0].will], [0, 1, 'WAITING'])
  assert.match(JSON.stringify(preview.remarks), /takes effect when a second person confirms it/)
  assert.deepEqual(await proposals(one.sid), [])
  for (const dry_run of ['true', 'false']) {
    const job = await jobEnded(tenant, (await send('import', { dry_run })).data.job_sid)
    assert.match(String(job.message), /0 created, 0 updated, 1 waiting for a second person/)
  }
  assert.equal((await proposals(one.sid)).length, 1)
  assert.equal((await listed('official_event', one.sid, 'code', " AND code = 'CN17'")).length, 2)
})

test('several filed cases are proposed for deletion in one step, each separately; cases never filed are deleted', async () => {
  const [one, two, draft] = [await patent({ status: 'FILED', filing_date: ago(300) }), await patent({ status: 'FILED', filing_date: ago(200) }), await patent({ status: 'DRAFTING' })] // oxfmt-ignore
  const sids = [one.sid, two.sid, draft.sid]
  const asked = await done<{ deleted: number; proposed: number; message: string } & Row>('date_confirmation/do/propose_removals', {
    entity: 'case',
    sids,
  })
  assert.deepEqual([asked.deleted, asked.proposed], [1, 2])
  assert.match(asked.message, /^1 deleted; 2 deletions wait for a second person/)
  assert.deepEqual(await Promise.all(sids.map((sid) => exists('patent', sid))), [true, true, false])
  for (const { sid } of [one, two]) assert.deepEqual((await proposals(sid)).map(({ kind }) => kind), ['REMOVAL']) // oxfmt-ignore
  const [open] = await proposals(one.sid)
  await confirm(open?.sid)
  assert.deepEqual(await Promise.all(sids.map((sid) => exists('patent', sid))), [false, true, false])
  const kept = await call<Row>(`date_confirmation/${open?.sid}`, undefined, { as, lang: 'en' })
  assert.deepEqual([kept.code, kept.data.status], [0, 'CONFIRMED'], 'what was decided stays readable')
  const again = await done<{ record: Row[] }>('date_confirmation/do/search', { iql: `sid = '${String(open?.sid)}'`, fl: 'about_en,status', rows: 5 })
  assert.equal(again.record.length, 1)
  assert.match((await post('date_confirmation/do/propose_removals', { entity: 'case', sids: [] })).text, /sids/)
})

test('a division imported with its parent has its own days at once', async () => {
  await patent({ status: 'SE', filing_date: ago(1500), application_no: '202110754321.0' })
  const heads = ['专利名称', '国家/地区', '申请日', '实际递交日', '优先权']
  const row = ['Division of a file', 'CN', ago(1400), ago(20), `202110754321.0 ${ago(1500)} CN 分案`]
  const file = await workbook([heads, row])
  const { data } = await sendFile(app, { path: 'patent/do/import', token: as.token, file, name: 'division.xlsx', lang: 'en' })
  assert.equal((await jobEnded(tenant, data.job_sid)).state, 'DONE')
  const { record } = await done<{ record: Row[] }>('patent/do/search', { iql: "title = 'Division of a file'", fl: 'priority_said', rows: 3 })
  const [child] = record
  assert.ok(child)
  const fees = await dueOf(child.sid, 'CNP01')
  assert.deepEqual([child.priority_said ?? null, fees?.status, await proposals(child.sid)], [null, 'OPEN', []])
  assert.ok(String(fees?.official_due) > ago(0))
})
