// A deadline of the law on which a right is lost ends, because facts were changed, only with a second person.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from '../findings/monitor.ts'

const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]
const { done, listed, patent } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
const dueOf = async (case_sid: string, rule: string) =>
  (await listed('deadline', case_sid, 'key,rule_id,official_due,status,to_end', ` AND rule_id = '${rule}'`))[0]
const statusOf = async (case_sid: string, rule: string) => (await dueOf(case_sid, rule))?.status
const proposals = (case_sid: string) =>
  listed('date_confirmation', case_sid, 'kind,about_en,shown_en,due_before,due_after', " AND status = 'PROPOSED'")
const decide = (sid: unknown, transition: string) =>
  done('date_confirmation/do/transition', { sid, transition, ...(transition === 'refuse' && { decided_reason: 'no division' }) }, second)
const related = (earlier: string, later: string) => done('related_case/do/create', { earlier_sid: earlier, later_sid: later, relation_type: 'DIV' })

test('a relation of division leaves missed and open deadlines of a first filing as they are until a second person confirms', async () => {
  const parent = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: ago(900) })
  const child = await patent({ country: 'EP', status: 'EP_FILED', filing_date: ago(900), submission_date: ago(60) })
  assert.deepEqual([await statusOf(child.sid, 'EP02'), await statusOf(child.sid, 'EP07')], ['MISSED', 'MISSED'])
  await related(parent.sid, child.sid)
  for (const act of [async () => undefined, () => runMonitor(tenant)]) {
    await act()
    const rows = await Promise.all(['EP02', 'EP07'].map((rule) => dueOf(child.sid, rule)))
    assert.deepEqual(rows.map((row) => [row?.status, row?.to_end]), [['MISSED', true], ['MISSED', true]]) // oxfmt-ignore
  }
  const [open, ...more] = await proposals(child.sid)
  assert.deepEqual([open?.kind, open?.due_after, more], ['DEADLINE', null, []])
  assert.match(String(open?.about_en), /the facts of the case end deadlines/)
  await decide(open?.sid, 'confirm')
  assert.deepEqual([await statusOf(child.sid, 'EP02'), await statusOf(child.sid, 'EP07')], ['CANCELLED', 'CANCELLED'])
})

test('a division whose deadlines are neither open nor missed waits for nobody', async () => {
  const parent = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: ago(1500) })
  const child = await patent({ country: 'EP', status: 'EP_EXAM', filing_date: ago(1500), submission_date: ago(900), publication_date: ago(700) })
  await related(parent.sid, child.sid)
  assert.deepEqual(await proposals(child.sid), [])
})

test('a relation of division that is restored ends deadlines with a second person only, as when it is entered', async () => {
  const parent = await patent({ country: 'DE', status: 'FILED', filing_date: ago(100) })
  const child = await patent({ country: 'DE', status: 'DRAFTING' })
  const relation = await related(parent.sid, child.sid)
  await done(`related_case/do/delete/${relation.sid}`, {})
  await tenant.db.updateTable('patent').set({ status: 'FILED' }).where('sid', '=', child.sid).execute()
  await done('patent/do/update', { sid: child.sid, filing_date: ago(20) })
  assert.equal(await statusOf(child.sid, 'DE08'), 'OPEN')
  await done('related_case/do/restore', { sid: relation.sid })
  assert.deepEqual([(await dueOf(child.sid, 'DE08'))?.status, (await dueOf(child.sid, 'DE08'))?.to_end], ['OPEN', true])
  const [open] = await proposals(child.sid)
  await decide(open?.sid, 'confirm')
  assert.equal(await statusOf(child.sid, 'DE08'), 'CANCELLED')
})

test('the naming of the inventor in Germany stays open when a division is entered, and is a finding once its end is refused', async () => {
  const parent = await patent({ country: 'DE', status: 'FILED', filing_date: ago(100) })
  const child = await patent({ country: 'DE', status: 'FILED', filing_date: ago(100), submission_date: ago(5) })
  await related(parent.sid, child.sid)
  assert.equal(await statusOf(child.sid, 'DE08'), 'OPEN')
  const [open] = await proposals(child.sid)
  await decide(open?.sid, 'refuse')
  await runMonitor(tenant)
  assert.equal(await statusOf(child.sid, 'DE08'), 'OPEN')
  const found = await listed('finding', child.sid, 'code,words_en', " AND status = 'OPEN' AND code = 'LATER_DATE_REFUSED'")
  assert.match(String(found[0]?.words_en), /no longer applies, which was refused/)
})

test('a deadline whose end is confirmed is no finding', async () => {
  const parent = await patent({ country: 'DE', status: 'FILED', filing_date: ago(100) })
  const child = await patent({ country: 'DE', status: 'FILED', filing_date: ago(100), submission_date: ago(5) })
  await related(parent.sid, child.sid)
  const [open] = await proposals(child.sid)
  await decide(open?.sid, 'confirm')
  await runMonitor(tenant)
  const named = await dueOf(child.sid, 'DE08')
  assert.deepEqual([named?.status, named?.to_end], ['CANCELLED', false])
  assert.deepEqual(await listed('finding', child.sid, 'code', " AND status = 'OPEN' AND code IN ('LATER_DATE_REFUSED', 'LATER_DATE_WAITS')"), [])
})

test('the deadlines of a filing that is undone stay open until a second person confirms, and follow the filing that is repeated', async () => {
  const one = await patent({ status: 'READY', filing_date: null })
  const { sid: applicant_sid } = await done('applicant/do/create', { name: 'Applicant of a filing' })
  const { sid: inventor_sid } = await done('inventor/do/create', { name: 'Inventor of a filing' })
  await done('patent/do/update', { sid: one.sid, applicants: [{ applicant_sid }], inventors: [{ inventor_sid, contribution_pct: '100' }] })
  const file = () => done('patent/do/transition', { sid: one.sid, transition: 'file', filing_date: ago(30), application_no: '202510234567.3' })
  await file()
  const first = await dueOf(one.sid, 'CNP01')
  assert.equal(first?.status, 'OPEN')
  const { warnings } = await done<{ warnings?: string[] }>('patent/do/undo_transition', { sid: one.sid, reason: 'wrong case' })
  assert.match(String(warnings), /would end “Pay the filing, printing and excess fees”.+takes effect when a second person confirms it/)
  const kept = await dueOf(one.sid, 'CNP01')
  assert.deepEqual([kept?.status, kept?.official_due, kept?.to_end], ['OPEN', first?.official_due, true])
  assert.equal((await proposals(one.sid)).length, 1)
  await file()
  const again = await dueOf(one.sid, 'CNP01')
  assert.deepEqual([again?.status, again?.official_due, again?.to_end, await proposals(one.sid)], ['OPEN', first?.official_due, false, []])
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'wrong case' })
  const [open] = await proposals(one.sid)
  await decide(open?.sid, 'confirm')
  assert.equal(await statusOf(one.sid, 'CNP01'), 'CANCELLED')
})

test('the annuities of a grant that is undone stay open until a second person confirms', async () => {
  const one = await patent({ status: 'REGISTERING', filing_date: ago(1000) })
  await done('patent/do/transition', { sid: one.sid, transition: 'grant', grant_date: ago(5) })
  assert.equal(await statusOf(one.sid, 'CNP38'), 'OPEN')
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'not granted' })
  assert.equal(await statusOf(one.sid, 'CNP38'), 'OPEN')
  const fees = await listed('fee', one.sid, 'status', " AND fee_class = 'ANNUITY' AND status != 'CANCELLED'")
  assert.ok(fees.length > 0)
  const [open] = await proposals(one.sid)
  await decide(open?.sid, 'confirm')
  assert.equal(await statusOf(one.sid, 'CNP38'), 'CANCELLED')
})

for (const [what, rule, has, given] of [
  [
    'deposits that are taken away',
    'CNP14',
    { status: 'FILED', bio_deposit: [{ depository: 'CGMCC', deposit_no: '12345', deposit_date: ago(40) }] },
    { bio_deposit: [] },
  ],
  ['fewer claims', 'EP03', { country: 'EP', status: 'EP_FILED', claims_count: 20 }, { claims_count: 12 }],
] as const)
  test(`${what}: the deadline stays open until a second person confirms`, async () => {
    const one = await patent({ filing_date: ago(10), ...has })
    assert.equal(await statusOf(one.sid, rule), 'OPEN')
    await done('patent/do/update', { sid: one.sid, ...given })
    assert.equal(await statusOf(one.sid, rule), 'OPEN')
    const [open, ...more] = await proposals(one.sid)
    assert.deepEqual([open?.kind, open?.due_after, more], ['CORRECTION', null, []])
    await decide(open?.sid, 'confirm')
    assert.equal(await statusOf(one.sid, rule), 'CANCELLED')
  })
