import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import { sendFile } from '../../../tests/harness/cases/exchange.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from '../findings/monitor.ts'

const { app, call, enrol, tenant } = await testServer()
const [as, second, agent, admin] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('agent'), await enrol('system_admin')]

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()
type Listed = { record: Row[] }
const { ask: post, done, listed } = casesOf(call, as, 'en')
let made = 0
const patent = (more: Record<string, unknown> = {}) =>
  done('patent/do/create', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: ago(900), ...more })
const notice = (case_sid: string, more: Record<string, unknown> = {}) =>
  post<Row & { warnings?: string[] }>('official_event/do/create', { case_sid, code: 'CN14', event_date: ago(40), ...more })
const dueOf = async (case_sid: string, rule = 'CNP19') =>
  (await listed('deadline', case_sid, 'official_due,extended_due,certainty,status', ` AND rule_id = '${rule}'`))[0]
const proposals = (case_sid: string) =>
  listed(
    'date_confirmation',
    case_sid,
    'kind,status,due_before,due_after,shown_en,reason,about_en,proposed_by,decided_by',
    " AND status = 'PROPOSED'",
  )
const confirm = (sid: unknown, by = second, transition = 'confirm') =>
  post('date_confirmation/do/transition', { sid, transition, decided_reason: 'checked' }, by)
const inMonths = (day: string, months: number) => Temporal.PlainDate.from(day).add({ months }).toString()

test('a receipt before the dispatch, or in the future, is refused at its field, on the event and on the document', async () => {
  const one = await patent()
  for (const [receive_date, words] of [
    [ago(41), /is before the date of the notice/],
    [today.add({ days: 1 }).toString(), /is in the future/],
  ] as const) {
    const event = await notice(one.sid, { receive_date, receipt_reason: 'proof' })
    assert.deepEqual([event.code === 0, event.errors?.[0]?.field], [false, 'receive_date'], event.text)
    assert.match(event.message, words)
  }
  const kept = await notice(one.sid)
  const later = await post('official_event/do/update', { sid: kept.data.sid, receive_date: ago(41) })
  assert.match(later.message, /is before/)
})

test('a receipt within the ordinary days counts at once; a later one needs a reason, and a second person', async () => {
  const ordinary = await patent()
  assert.equal((await notice(ordinary.sid, { receive_date: ago(38) })).code, 0)
  assert.deepEqual(await proposals(ordinary.sid), [])
  const one = await patent()
  const refused = await notice(one.sid, { receive_date: ago(10) })
  assert.equal(refused.errors?.[0]?.field, 'receipt_reason')
  const taken = await notice(one.sid, { receive_date: ago(10), receipt_reason: 'log of the system' })
  assert.equal(taken.code, 0)
  assert.match(String(taken.data.warnings), /takes effect when a second person confirms it/)
  assert.equal(taken.data.receive_date, null)
  const before = await dueOf(one.sid)
  assert.ok(String(before?.official_due) >= inMonths(ago(40), 4) && String(before?.official_due) < inMonths(ago(10), 4))
  assert.equal(before?.certainty, 'SURE')

  const [proposal] = await proposals(one.sid)
  assert.deepEqual(
    [proposal?.kind, proposal?.due_before, proposal?.reason, (proposal?.proposed_by as Row | undefined)?.sid],
    ['NOTICE', before?.official_due, 'log of the system', as.sid],
  )
  assert.match(String(proposal?.shown_en), new RegExp(`${dayIn(String(before?.official_due), 'en')} → ${dayIn(String(proposal?.due_after), 'en')}`))
  const own = await confirm(proposal?.sid, as)
  assert.notEqual(own.code, 0, 'the same person cannot confirm')
  assert.match(own.message, /different person/)
  assert.notEqual((await confirm(proposal?.sid, agent)).code, 0, 'nor who has no permission')
  assert.equal((await dueOf(one.sid))?.official_due, before?.official_due)

  await runMonitor(tenant)
  const findings = async () => (await listed('finding', one.sid, 'code', " AND status = 'OPEN'")).map(({ code }) => code)
  assert.ok((await findings()).includes('LATER_DATE_WAITS'))
  const confirmed = await confirm(proposal?.sid)
  assert.equal(confirmed.code, 0, confirmed.text)
  assert.ok(!(await findings()).includes('LATER_DATE_WAITS'), 'it waits no longer, before any nightly check')
  await runMonitor(tenant)
  const found = await findings()
  assert.deepEqual([found.includes('LATER_DATE_WAITS'), found.includes('RECEIVED_LATE')], [false, true])
  assert.equal((confirmed.data.decided_by as Row).sid, second.sid)
  const after = await dueOf(one.sid)
  assert.deepEqual([after?.official_due, after?.certainty], [proposal?.due_after, 'CHECK'])
  assert.ok(String(after?.official_due) >= inMonths(ago(10), 4))
  assert.notEqual((await confirm(proposal?.sid, admin)).code, 0, 'once')
})

test('a receipt a year later does not move a limit by itself: by update, by batch or with another date', async () => {
  const one = await patent()
  const event = await notice(one.sid, { event_date: ago(390) })
  const safe = (await dueOf(one.sid))?.official_due
  const reason = { receipt_reason: '系统记录' }
  await done('official_event/do/update', { sid: event.data.sid, receive_date: ago(25), ...reason })
  await done('official_event/do/batch_update', { sids: [event.data.sid], changes: { receive_date: ago(24), ...reason } })
  await done('official_event/do/update', { sid: event.data.sid, event_date: ago(30) })
  await done('official_event/do/update', { sid: event.data.sid, basis_date: ago(20), basis_reason: 'x' })
  await done('official_event/do/update', { sid: event.data.sid, delivery_way: 'PAPER' })
  await done('official_event/do/update', { sid: event.data.sid, set_due: today.add({ months: 9 }).toString() })
  assert.equal((await dueOf(one.sid))?.official_due, safe)
  const open = await proposals(one.sid)
  assert.equal(open.length, 5, 'the second receipt took the place of the first')
  const about = open.map((each) => String(each.about_en)).join()
  for (const label of ['Received / entered the system', 'Date ', 'Basis date, by hand', 'Delivery', 'Date named in the notice'])
    assert.ok(about.includes(label), label)
})

test('a day that makes a deadline earlier takes effect at once', async () => {
  const one = await patent()
  const event = await notice(one.sid)
  await done('official_event/do/update', { sid: event.data.sid, event_date: ago(60) })
  assert.ok(String((await dueOf(one.sid))?.official_due) < inMonths(ago(40), 4))
  assert.deepEqual(await proposals(one.sid), [])
})

for (const [country, status, code, rule, late, moves] of [
  ['EP', 'EP_EXAM', 'EP3', 'EP12', 12, true],
  ['EP', 'EP_EXAM', 'EP3', 'EP12', 6, false],
  ['KR', 'JP_EXAM', 'KR1', 'KR04', 20, true],
  ['US', 'US_EXAM', 'US4', 'US08', 30, false],
  ['JP', 'JP_EXAM', 'JP1', 'JP05', 30, false],
] as const) {
  test(`${country}: ${code} received ${late} days after its date ${moves ? 'waits for a second person' : 'moves nothing'}`, async () => {
    const one = await patent({ country, status })
    const before = await notice(one.sid, { code, receive_date: ago(40 - late), receipt_reason: 'proof' })
    assert.equal(before.code, 0, before.text)
    const safe = (await dueOf(one.sid, rule))?.official_due
    const open = await proposals(one.sid)
    assert.equal(open.length, moves ? 1 : 0)
    if (!moves) return
    await confirm(open[0]?.sid)
    const after = await dueOf(one.sid, rule)
    assert.ok(String(after?.official_due) > String(safe))
    assert.equal(after?.certainty, 'CHECK')
  })
}

test('CN by post: a proven later day replaces the presumed one when confirmed', async () => {
  const one = await patent()
  await notice(one.sid, { delivery_way: 'PAPER', receive_date: ago(10), receipt_reason: '邮戳' })
  const [open] = await proposals(one.sid)
  assert.ok(String((await dueOf(one.sid))?.official_due) < inMonths(ago(25), 4), 'the earlier day counts until then')
  await confirm(open?.sid)
  assert.ok(String((await dueOf(one.sid))?.official_due) >= inMonths(ago(10), 4))
})

test('a late receipt on a document moves the deadline only when confirmed, with its reason', async () => {
  const one = await patent()
  const file = (day: string) => {
    const fields = { case_sid: one.sid, doc_type: 'CN14', direction: 'IN', issue_date: ago(40), receive_date: day, receipt_reason: '系统记录' }
    return sendFile(app, { path: 'document/do/upload', token: as.token, file: `%PDF-1.4\n%${day}\n`, name: 'oa.pdf', fields })
  }
  assert.notEqual((await file(ago(50))).status, 200)
  assert.equal((await file(ago(10))).status, 200)
  const [open] = await proposals(one.sid)
  assert.equal(open?.reason, '系统记录')
  assert.ok(String((await dueOf(one.sid))?.official_due) < inMonths(ago(10), 4))
})

test('an extension waits for a second person, and sets the extended date when confirmed', async () => {
  const one = await patent()
  await notice(one.sid)
  const reply = await dueOf(one.sid)
  const [sid, official_due] = [reply?.sid, reply?.official_due]
  const asked = await done<Row & { warnings?: string[] }>('deadline/do/extend', { sid, period: '1m' })
  assert.match(String(asked.warnings), /takes effect when a second person confirms it/)
  assert.equal(asked.extended_due, null)
  const [open] = await proposals(one.sid)
  assert.deepEqual([open?.kind, open?.due_before], ['EXTENSION', official_due])
  const why = (await call<{ why: string[] }>(`deadline/${sid}`, undefined, { as, lang: 'en' })).data.why.join('\n')
  const [from, to] = [dayIn(String(official_due), 'en'), dayIn(String(open?.due_after), 'en')]
  assert.match(
    why,
    new RegExp(`A later date, ${to}, is proposed by .+ on ${dayIn(`${today}`, 'en')} .*waits for a second person; until then ${from} applies`),
  )
  await confirm(open?.sid)
  assert.equal((await dueOf(one.sid))?.extended_due, open?.due_after)
})

test('a suspension that makes a limit later waits; one without effect does not', async () => {
  const one = await patent()
  await notice(one.sid)
  const safe = (await dueOf(one.sid))?.official_due
  const suspensions = [{ from: ago(20), to: ago(10), reason: '权属纠纷' }]
  const { moved } = await done<{ moved: { key: string; from: string }[] }>('patent/do/preview_dates', { sid: one.sid, changes: { suspensions } })
  assert.ok(
    moved.some(({ key, from }) => key.startsWith('CNP19') && from === safe),
    'the preview shows what a second person would confirm',
  )
  const answer = await done('patent/do/update', { sid: one.sid, suspensions })
  assert.deepEqual(answer.suspensions, [])
  assert.equal((await dueOf(one.sid))?.official_due, safe)
  const [open] = await proposals(one.sid)
  await confirm(open?.sid)
  assert.ok(String((await dueOf(one.sid))?.official_due) > String(safe))
  await done('patent/do/update', { sid: one.sid, suspensions: [...suspensions, { from: ago(5), to: null, reason: null }] })
  assert.equal((await proposals(one.sid)).length, 1)
  const none = await done('patent/do/create', { title: '无期限', patent_type: 'INVENTION', country: 'CN', suspensions })
  assert.deepEqual((none.suspensions as unknown[]).length, 1)
})

test('a second suspension is refused while the first waits, and the first stays', async () => {
  const one = await patent()
  await notice(one.sid)
  const first = { from: ago(20), to: ago(10), reason: '权属纠纷' }
  await done('patent/do/update', { sid: one.sid, suspensions: [first] })
  const [open] = await proposals(one.sid)
  const again = await post('patent/do/update', { sid: one.sid, suspensions: [{ from: ago(5), to: ago(2), reason: null }] })
  assert.match(again.message, /Suspensions: the suspension from .+ still waits for a second person/)
  assert.deepEqual(await proposals(one.sid), [open])
  await done('patent/do/update', { sid: one.sid, suspensions: [{ ...first, to: ago(8) }] })
  const [corrected, ...others] = await proposals(one.sid)
  assert.deepEqual([others, corrected?.sid === open?.sid], [[], false])
  await confirm(corrected?.sid)
  const both = [
    { ...first, to: ago(8) },
    { from: ago(5), to: ago(2), reason: null },
  ]
  await done('patent/do/update', { sid: one.sid, suspensions: both })
  await confirm((await proposals(one.sid))[0]?.sid)
  assert.deepEqual((await done(`patent/${one.sid}`, undefined)).suspensions, both)
})

test('a suspension on record is removed while another waits, if the list keeps the one that waits', async () => {
  const one = await patent()
  await notice(one.sid)
  const first = { from: ago(30), to: ago(25), reason: null }
  const second = { from: ago(20), to: ago(10), reason: null }
  await done('patent/do/update', { sid: one.sid, suspensions: [first] })
  await confirm((await proposals(one.sid))[0]?.sid)
  await done('patent/do/update', { sid: one.sid, suspensions: [first, second] })
  await done('patent/do/update', { sid: one.sid, suspensions: [second] })
  const [open, ...others] = await proposals(one.sid)
  assert.deepEqual(others, [])
  await confirm(open?.sid)
  assert.deepEqual((await done(`patent/${one.sid}`, undefined)).suspensions, [second])
})

test('a deadline entered by hand moves later only with a second person', async () => {
  const one = await patent()
  const own = await done('deadline/do/create', { case_sid: one.sid, name: '提交证据', official_due: today.add({ days: 20 }).toString() })
  const later = today.add({ days: 90 }).toString()
  const held = await done('deadline/do/update', { sid: own.sid, official_due: later })
  assert.deepEqual([held.official_due, held.final_due], [own.official_due, own.official_due])
  const [open] = await proposals(one.sid)
  assert.deepEqual([open?.kind, open?.due_after], ['DUE_DATE', later])
  assert.equal(
    (await done('deadline/do/update', { sid: own.sid, official_due: today.add({ days: 10 }).toString() })).official_due,
    today.add({ days: 10 }).toString(),
  )
  const stale = await confirm(open?.sid)
  assert.notEqual(stale.code, 0, 'what was shown is no longer so')
  await confirm(open?.sid, second, 'refuse')
  assert.equal((await done('deadline/do/update', { sid: own.sid, kind: 'ANNUITY' })).kind, 'ANNUITY', 'on its day, and so at once')
  assert.deepEqual(await proposals(one.sid), [])
})

test('a proposal is deleted with its record', async () => {
  const one = await patent()
  const { data } = await notice(one.sid, { receive_date: ago(10), receipt_reason: 'proof' })
  assert.equal((await proposals(one.sid)).length, 1)
  await done('date_confirmation/do/propose_removal', { entity: 'official_event', record_sid: data.sid })
  const removal = (await proposals(one.sid)).find(({ kind }) => kind === 'REMOVAL')
  await confirm(removal?.sid)
  assert.deepEqual(await proposals(one.sid), [])
})

test('nobody writes a confirmation by hand, and only authorized people turn the rule off; then a later date takes effect at once and must be checked', async () => {
  const one = await patent()
  const create = await post('date_confirmation/do/create', { status: 'CONFIRMED' }, admin)
  assert.notEqual(create.code, 0)
  assert.notEqual((await post('date_confirmation/do/set_rule', { two_people: false })).code, 0)
  await done('date_confirmation/do/set_rule', { two_people: false }, admin)
  await notice(one.sid, { receive_date: ago(10), receipt_reason: 'proof' })
  const due = await dueOf(one.sid)
  assert.ok(String(due?.official_due) >= inMonths(ago(10), 4))
  assert.equal(due?.certainty, 'CHECK')
  await done('date_confirmation/do/set_rule', { two_people: true }, admin)
  assert.equal((await done<{ two_people: boolean }>('date_confirmation/do/rule', {})).two_people, true)
})

test('a second extension is refused while the first waits, and the first stays', async () => {
  const one = await patent()
  await notice(one.sid)
  const sid = (await dueOf(one.sid))?.sid
  await done('deadline/do/extend', { sid, period: '1m' })
  const [first] = await proposals(one.sid)
  const again = await post('deadline/do/extend', { sid, period: '2m' })
  assert.match(again.message, /already waits for a second person/)
  assert.deepEqual(await proposals(one.sid), [first])
  await confirm(first?.sid)
  assert.equal((await dueOf(one.sid))?.extended_due, first?.due_after)
})

test('the change log names who turned the rule off and on, and when; the same value again is no change', async () => {
  const since = new Date().toISOString()
  for (const two_people of [false, false, true]) await done('date_confirmation/do/set_rule', { two_people }, admin)
  const { record } = await done<Listed>(
    'change_log/do/search',
    {
      iql: "entity = 'date_confirmation' AND record_sid = '00000000-0000-0000-0000-000000000000' ORDER BY created_at ASC",
      fl: 'reason,created_by,created_at,source',
      rows: 50,
    },
    admin,
  )
  const fresh = record.filter(({ created_at }) => String(created_at) >= since)
  assert.deepEqual(
    fresh.map(({ reason }) => /Two people for later dates” turned (on|off)/.exec(String(reason))?.[1]),
    ['off', 'on'],
  )
  assert.deepEqual(fresh.map(({ created_by }) => (created_by as Row).sid), [admin.sid, admin.sid]) // oxfmt-ignore
})

test('a second notice under a rule that runs once creates a finding when it takes effect, because the first then opens no deadline', async () => {
  const one = await patent()
  const found = async () =>
    (await listed('finding', one.sid, 'words_en', " AND status = 'OPEN' AND code = 'SECOND_NOTICE'")).map(({ words_en }) => String(words_en))
  await notice(one.sid, { code: 'CN17' })
  const before = await dueOf(one.sid, 'CNP25')
  assert.deepEqual(await found(), [])
  const second_notice = await notice(one.sid, { code: 'CN17', event_date: ago(20) })
  assert.deepEqual([(await dueOf(one.sid, 'CNP25'))?.official_due, await found()], [before?.official_due, []])
  const [open] = await proposals(one.sid)
  await confirm(open?.sid)
  await runMonitor(tenant)
  assert.ok(String((await dueOf(one.sid, 'CNP25'))?.official_due) > String(before?.official_due))
  assert.match(
    String(await found()),
    /“Registration formalities.*” is counted from .*; that of .* opens no deadline: check that the later one takes its place/,
  )
  await done('date_confirmation/do/propose_removal', { entity: 'official_event', record_sid: second_notice.data.sid })
  await runMonitor(tenant)
  assert.deepEqual([(await dueOf(one.sid, 'CNP25'))?.official_due, await found()], [before?.official_due, []])
})
