// Changes that move no single date of a case: a deadline that they postpone keeps its earlier day until a second person confirms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from '../findings/monitor.ts'

const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
const { ask: post, done, listed, patent } = casesOf(call, as, 'en')
type Warned = Row & { warnings?: string[] }

const dueOf = async (case_sid: string, rule: string, where = '') =>
  (await listed('deadline', case_sid, 'official_due,later_due,status,annuity_year', ` AND rule_id = '${rule}'${where}`))[0]
const proposals = (case_sid: string, status = 'PROPOSED') =>
  listed('date_confirmation', case_sid, 'kind,due_before,due_after,shown_en', ` AND status = '${status}'`)
const decide = (sid: unknown, transition = 'confirm', by = second) =>
  post('date_confirmation/do/transition', { sid, transition, decided_reason: 'checked' }, by)
const findings = async (case_sid: string, code: string) =>
  (await listed('finding', case_sid, 'words_en', ` AND status = 'OPEN' AND code = '${code}'`)).map(({ words_en }) => String(words_en))

test('a second notice under a rule that runs once: the first day stays, with its fees, until the later one is confirmed', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = (day: number) => done<Warned>('official_event/do/create', { case_sid: one.sid, code: 'CN17', event_date: ago(day) })
  const feeDays = async () => (await listed('fee', one.sid, 'due_date', " AND status != 'CANCELLED'")).map(({ due_date }) => due_date)
  await notice(40)
  const [first, fees] = [await dueOf(one.sid, 'CNP25'), await feeDays()]
  const { warnings } = await notice(20)
  assert.match(String(warnings), /takes effect when a second person confirms it/)
  const kept = await dueOf(one.sid, 'CNP25')
  assert.deepEqual([kept?.official_due, await feeDays()], [first?.official_due, fees])
  assert.ok(String(kept?.later_due) > String(first?.official_due))
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.kind, open?.due_before, open?.due_after, more], ['DEADLINE', first?.official_due, kept?.later_due, []])
  await runMonitor(tenant)
  assert.deepEqual((await dueOf(one.sid, 'CNP25'))?.official_due, first?.official_due, 'the night changes nothing')
  assert.equal((await findings(one.sid, 'LATER_DATE_WAITS')).length, 1)
  assert.notEqual((await decide(open?.sid, 'confirm', as)).code, 0, 'not by the one who proposed it')
  assert.equal((await decide(open?.sid)).code, 0)
  const moved = await dueOf(one.sid, 'CNP25')
  assert.deepEqual([moved?.official_due, moved?.later_due], [kept?.later_due, null])
  assert.notDeepEqual(await feeDays(), fees)
})

test('a refused later day is found until the facts are corrected or it is proposed again', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = (day: number) => done('official_event/do/create', { case_sid: one.sid, code: 'CN17', event_date: ago(day) })
  await notice(40)
  const first = await dueOf(one.sid, 'CNP25')
  const wrong = await notice(20)
  const [open] = await proposals(one.sid)
  assert.equal((await decide(open?.sid, 'refuse')).code, 0)
  const decidedBy = async () => (await call<Row>(`date_confirmation/${open?.sid}?flat=1`, undefined, { as })).data.decided_by
  assert.equal(await decidedBy(), second.sid)
  await runMonitor(tenant)
  assert.match(String(await findings(one.sid, 'LATER_DATE_REFUSED')), /The facts of the case put .* which was refused/)
  assert.equal((await dueOf(one.sid, 'CNP25'))?.official_due, first?.official_due)
  const { why } = (await call<{ why: string[] }>(`deadline/${first?.sid}`, undefined, { as, lang: 'en' })).data
  assert.match(String(why), /put it on \d\d [A-Z][a-z]{2} \d{4}; that later date was refused, so the earlier one stays/)
  assert.equal((await decide(open?.sid, 'propose_again')).code, 0)
  assert.equal((await proposals(one.sid)).length, 1)
  assert.equal(await decidedBy(), null)
  await done('date_confirmation/do/propose_removal', { entity: 'official_event', record_sid: wrong.sid })
  await runMonitor(tenant)
  const back = await dueOf(one.sid, 'CNP25')
  assert.deepEqual([back?.official_due, back?.later_due, await proposals(one.sid)], [first?.official_due, null, []])
  assert.deepEqual(await findings(one.sid, 'LATER_DATE_REFUSED'), [])
})

test('a transition undone and repeated with a later date: annuities and formalities keep the days of the first one', async () => {
  const ep = await patent({ country: 'EP', status: 'EP_ALLOWED', filing_date: ago(1500) })
  const grant = (day: number) => done<Warned>('patent/do/transition', { sid: ep.sid, transition: 'ep_grant', grant_date: ago(day) })
  await grant(40)
  const first = await dueOf(ep.sid, 'EP26')
  await done('patent/do/undo_transition', { sid: ep.sid, reason: 'wrong case' })
  const { warnings } = await grant(10)
  assert.match(String(warnings), /takes effect when a second person confirms it/)
  const again = await dueOf(ep.sid, 'EP26')
  assert.deepEqual([again?.official_due, again?.status], [first?.official_due, first?.status])
  assert.ok(String(again?.later_due) > String(first?.official_due))
  const [open] = await proposals(ep.sid)
  assert.equal((await decide(open?.sid)).code, 0)
  assert.equal((await dueOf(ep.sid, 'EP26'))?.official_due, again?.later_due)
})

test('a filing date corrected while the case is withdrawn: an undone withdrawal revives the former days', async () => {
  const one = await patent({ status: 'FILED', filing_date: ago(600) })
  const before = await dueOf(one.sid, 'CNP15')
  await done('patent/do/transition', { sid: one.sid, transition: 'withdraw', close_date: ago(5) })
  await done('patent/do/update', { sid: one.sid, filing_date: ago(500) })
  const undone = await post('patent/do/undo_transition', { sid: one.sid, reason: 'not withdrawn' })
  assert.equal(undone.code, 0, undone.text)
  const after = await dueOf(one.sid, 'CNP15')
  assert.deepEqual([after?.official_due, after?.status], [before?.official_due, 'OPEN'])
  assert.equal((await proposals(one.sid)).length, 1)
})

test('applicants from another country have three months in Japan: the sixty days stay until confirmed', async () => {
  const people = []
  for (const country of ['JP', 'DE'])
    people.push(
      (await done('applicant/do/create', { name: `Fictional applicant ${country}`, name_en: `Fictional applicant ${country}`, country })).sid,
    )
  const one = await patent({ country: 'JP', status: 'SE', filing_date: ago(900), applicants: [{ applicant_sid: people[0] }] })
  await done('official_event/do/create', { case_sid: one.sid, code: 'JP1', event_date: ago(20) })
  const before = await dueOf(one.sid, 'JP05')
  await done('patent/do/update', { sid: one.sid, applicants: [{ applicant_sid: people[1] }] })
  const after = await dueOf(one.sid, 'JP05')
  assert.equal(after?.official_due, before?.official_due)
  assert.ok(String(after?.later_due) > String(before?.official_due))
  assert.equal((await proposals(one.sid)).length, 1)
})

test('an applicant moved abroad: the sixty days of Japan stay until the three months are confirmed; moved back, they count at once', async () => {
  const owner = await done('applicant/do/create', { name: 'Applicant that moves', country: 'JP' })
  const one = await patent({ country: 'JP', status: 'SE', filing_date: ago(900), applicants: [{ applicant_sid: owner.sid }] })
  await done('official_event/do/create', { case_sid: one.sid, code: 'JP1', event_date: ago(20) })
  const before = await dueOf(one.sid, 'JP05')
  const { warnings } = await done<Warned>('applicant/do/update', { sid: owner.sid, country: 'DE' })
  assert.match(String(warnings), /takes effect when a second person confirms it/)
  const kept = await dueOf(one.sid, 'JP05')
  assert.equal(kept?.official_due, before?.official_due)
  assert.ok(String(kept?.later_due) > String(before?.official_due))
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.due_after, more], [kept?.later_due, []])
  assert.equal((await decide(open?.sid)).code, 0)
  assert.equal((await dueOf(one.sid, 'JP05'))?.official_due, kept?.later_due)
  await done('applicant/do/update', { sid: owner.sid, country: 'JP' })
  const after = await dueOf(one.sid, 'JP05')
  assert.deepEqual([after?.official_due, after?.later_due], [before?.official_due, null])
})

test('the preview of a change shows the later dates and that they would wait', async () => {
  const people = []
  for (const country of ['JP', 'DE']) people.push((await done('applicant/do/create', { name: `Applicant of the preview ${country}`, country })).sid)
  const one = await patent({ country: 'JP', status: 'SE', filing_date: ago(900), applicants: [{ applicant_sid: people[0] }] })
  await done('official_event/do/create', { case_sid: one.sid, code: 'JP1', event_date: ago(20) })
  const shown = await done<{ moved: Row[]; waits: boolean } & Row>('patent/do/preview_dates', {
    sid: one.sid,
    changes: { applicants: [{ applicant_sid: people[1] }] },
  })
  assert.equal(shown.waits, true)
  const [moved] = shown.moved.filter(({ key }) => String(key).startsWith('JP05'))
  assert.ok(String(moved?.to) > String(moved?.from))
  assert.deepEqual(await proposals(one.sid), [])
})

test('with the rule turned off, the later day counts at once', async () => {
  const admin = await enrol('system_admin')
  await done('date_confirmation/do/set_rule', { two_people: false }, admin)
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = (day: number) => done('official_event/do/create', { case_sid: one.sid, code: 'CN17', event_date: ago(day) })
  await notice(40)
  const first = await dueOf(one.sid, 'CNP25')
  await notice(20)
  assert.ok(String((await dueOf(one.sid, 'CNP25'))?.official_due) > String(first?.official_due))
  await done('date_confirmation/do/set_rule', { two_people: true }, admin)
})

test('a filed case with waiting deadlines is deleted by two people; a case in preparation by one', async () => {
  const draft = await patent()
  await done(`patent/do/delete/${draft.sid}`, {})
  const one = await patent({ status: 'FILED', filing_date: ago(600) })
  const refused = await post(`patent/do/delete/${one.sid}`, {})
  assert.match(refused.text, /takes two people: propose the deletion/)
  assert.match((await post('patent/do/batch_delete', { sids: [one.sid] })).text, /takes two people/)
  const asked = await done<{ proposed: boolean; message: string } & Row>('date_confirmation/do/propose_removal', {
    entity: 'case',
    record_sid: one.sid,
  })
  assert.equal(asked.proposed, true)
  assert.match(asked.message, /^The deletion waits for a second person.*would end “.*until then the record and its deadlines stay as they are$/)
  const [open] = await proposals(one.sid)
  assert.equal(open?.kind, 'REMOVAL')
  const waiting = await dueOf(one.sid, 'CNP15')
  const { why } = (await call<{ why: string[] }>(`deadline/${waiting?.sid}`, undefined, { as, lang: 'en' })).data
  assert.match(String(why), /An end of this deadline is proposed by .+ \(Delete the patent .*until then \d\d [A-Z][a-z]{2} \d{4} applies/)
  assert.notEqual((await decide(open?.sid, 'confirm', as)).code, 0)
  assert.equal((await decide(open?.sid)).code, 0)
  assert.equal((await call(`patent/${one.sid}`, undefined, { as })).code, 404)
})

test('a notice of another code of the same rule keeps the earlier day, too', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = (code: string, day: number) => done('official_event/do/create', { case_sid: one.sid, code, event_date: ago(day) })
  await notice('CN17', 40)
  const first = await dueOf(one.sid, 'CNP25')
  await notice('CN18', 5)
  assert.equal((await dueOf(one.sid, 'CNP25'))?.official_due, first?.official_due)
  assert.equal((await proposals(one.sid)).length, 1)
})

test('a deadline that is closed keeps its day: a correction made meanwhile does not count when it is reopened', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: ago(40) })
  const first = await dueOf(one.sid, 'CNP19')
  const settle = (transition: string) => done('deadline/do/transition', { sid: first?.sid, transition, handled_reason: 'tried' })
  await settle('complete')
  await done('official_event/do/update', { sid: notice.sid, event_date: ago(10) })
  await settle('reopen')
  const again = await dueOf(one.sid, 'CNP19')
  assert.deepEqual([again?.official_due, again?.status], [first?.official_due, 'OPEN'])
  assert.equal((await proposals(one.sid)).length, 1)
})

test('a correction between a transition and its undo does not count for the deadlines that it reopens', async () => {
  const one = await patent({ status: 'FILED', filing_date: ago(600) })
  const before = await dueOf(one.sid, 'CNP15')
  await done('patent/do/transition', { sid: one.sid, transition: 'enter_se' })
  await done('patent/do/update', { sid: one.sid, filing_date: ago(500) })
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'entered in error' })
  assert.equal((await dueOf(one.sid, 'CNP15'))?.official_due, before?.official_due)
})

test('one person cannot postpone a deadline entered by hand or make it a reminder, open or closed', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const day = (days: number) => today.add({ days }).toString()
  const made = await done('deadline/do/create', { case_sid: one.sid, name: 'Answer', kind: 'ACTION', official_due: day(10) })
  const now = async () => (await call<Row>(`deadline/${made.sid}`, undefined, { as })).data
  await done('deadline/do/update', { sid: made.sid, kind: 'MONITOR', official_due: day(90) })
  assert.deepEqual([(await now()).kind, (await now()).official_due], ['ACTION', day(10)])
  await done('deadline/do/transition', { sid: made.sid, transition: 'complete', done_date: ago(0) })
  await done('deadline/do/update', { sid: made.sid, official_due: day(90) })
  await done('deadline/do/transition', { sid: made.sid, transition: 'reopen', handled_reason: 'not yet' })
  assert.equal((await now()).official_due, day(10))
})

test('of a deadline entered by hand, a later internal date waits with its date; another kind on the same day, and a later reminder, take effect at once', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const day = (days: number) => today.add({ days }).toString()
  const make = (kind: string) => done('deadline/do/create', { case_sid: one.sid, name: 'Answer', kind, official_due: day(10), internal_due: day(8) })
  const change = async (sid: string, values: Record<string, unknown>) => {
    const { kind, official_due, internal_due } = await done('deadline/do/update', { sid, ...values })
    return [kind, official_due, internal_due]
  }
  const [reply, fee, reminder] = [await make('ACTION'), await make('ACTION'), await make('MONITOR')]
  assert.deepEqual(await change(reply.sid, { official_due: day(90), internal_due: day(80) }), ['ACTION', day(10), day(8)])
  assert.equal((await proposals(one.sid)).length, 1)
  assert.deepEqual(await change(fee.sid, { kind: 'ANNUITY', official_due: day(10) }), ['ANNUITY', day(10), day(8)])
  assert.deepEqual(await change(reminder.sid, { official_due: day(90) }), ['MONITOR', day(90), day(8)])
  assert.equal((await proposals(one.sid)).length, 1)
})

test('the person whose act made the day later never confirms it, even if another person changed it since', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = (day: number) => done('official_event/do/create', { case_sid: one.sid, code: 'CN17', event_date: ago(day) })
  await notice(40)
  const wrong = await notice(10)
  await done('official_event/do/update', { sid: wrong.sid, event_date: ago(12) }, second)
  const [open] = await proposals(one.sid)
  assert.notEqual((await decide(open?.sid, 'confirm', as)).code, 0)
  assert.equal((await decide(open?.sid, 'refuse')).code, 0)
  assert.equal((await decide(open?.sid, 'propose_again')).code, 0)
  assert.notEqual((await decide(open?.sid, 'confirm', as)).code, 0)
  assert.equal((await decide(open?.sid)).code, 0)
})

test('whoever makes a proposed day later still has proposed it, and does not confirm it', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = (day: number, by = as) => done('official_event/do/create', { case_sid: one.sid, code: 'CN17', event_date: ago(day) }, by)
  await notice(40)
  await notice(20)
  const [first] = await proposals(one.sid)
  await notice(10, second)
  const [open, ...more] = await proposals(one.sid)
  assert.deepEqual([open?.kind, more], ['DEADLINE', []])
  assert.ok(String(open?.due_after) > String(first?.due_after))
  assert.match((await decide(open?.sid, 'confirm', second)).text, /different person/)
  assert.equal((await decide(open?.sid, 'confirm', as)).code, 0)
})

test('undoing a batch edit gives no deadline a day that it never had', async () => {
  const one = await patent({ status: 'FILED', filing_date: ago(600) })
  const before = await dueOf(one.sid, 'CNP15')
  const batch = (filing_date: string) => done<{ batch_sid: string }>('patent/do/batch_update', { sids: [one.sid], changes: { filing_date } })
  await done('patent/do/transition', { sid: one.sid, transition: 'withdraw', close_date: ago(5) })
  await batch(ago(500))
  const { batch_sid } = await batch(ago(600))
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'not withdrawn' })
  await done('batch_edit/do/undo', { sid: batch_sid })
  assert.equal((await dueOf(one.sid, 'CNP15'))?.official_due, before?.official_due)
})

test('a notice by post with a late receipt counts as electronic until confirmed', async () => {
  const make = (more: Record<string, unknown>) => async () => {
    const one = await patent({ status: 'SE', filing_date: ago(900) })
    await done('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: ago(40), ...more })
    return [(await dueOf(one.sid, 'CNP19'))?.official_due, (await proposals(one.sid)).length]
  }
  const [electronic] = await make({})()
  assert.deepEqual(await make({ delivery_way: 'PAPER', receive_date: ago(25) })(), [electronic, 1])
})
