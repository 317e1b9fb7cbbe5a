// A document whose type, date or direction is corrected, with an event of its own, of another version, or without any.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { recordedOf } from '../../../tests/harness/cases/recorded-documents.ts'
import { startOn } from '../../../tests/harness/today.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { runMonitor } from '../findings/monitor.ts'

startOn('2026-11-20')
const server = await testServer()
const { call, enrol, tenant } = server
const as = await enrol('ip_manager')
const cases = casesOf(call, as, 'en')
const { ask, done, listed, make, patent } = cases
const { typeOf, upload, eventsOf, replyOf } = recordedOf(server, as, cases)
const pending = () => patent({ status: 'SE', filing_date: '2024-05-20' })
const correct = (sid: string, values: Record<string, unknown>) => done<Row & { warnings?: string[] }>('document/do/update', { sid, ...values })
const wordsOf = async (case_sid: string) =>
  (await listed('finding', case_sid, 'words_en', " AND status = 'OPEN' AND code = 'DOCUMENT_NOT_DOCKETED'")).map(({ words_en }) => words_en).join()
const PAPER = { doc_type: 'CN01', direction: 'IN', issue_date: '2026-10-12' }
const REPLY = [['2027-02-12', 'OPEN']] // Implementing Rules r. 4; Examination Guidelines: four months

test('the event recorded from an earlier version follows the type and the date corrected on the newer one, and the person is told', async () => {
  const one = await pending()
  await upload({ ...PAPER, case_sid: one.sid })
  const sid = await upload({ ...PAPER, case_sid: one.sid })
  assert.equal((await listed('document', one.sid, 'version_no', ` AND sid = '${sid}'`))[0]?.version_no, 2)
  const { warnings } = await correct(sid, { doc_type: await typeOf('CN14') })
  assert.match(String(warnings), /“Filing receipt” of 12 Oct 2026 was recorded from another version/)
  assert.deepEqual([await eventsOf(one.sid), await replyOf(one.sid)], [[['CN14', '2026-10-12']], REPLY])
  await correct(sid, { issue_date: '2026-10-09' })
  assert.deepEqual([await eventsOf(one.sid), await replyOf(one.sid)], [[['CN14', '2026-10-09']], [['2027-02-09', 'OPEN']]])
  await correct(sid, { note: 'seen' })
  assert.deepEqual(await eventsOf(one.sid), [['CN14', '2026-10-09']])
})

for (const [what, values, event] of [
  ['type', { code: 'CN14' }, ['CN14', '2026-10-12']],
  ['date', { issue_date: '2026-10-15' }, ['CN01', '2026-10-15']],
] as const)
  test(`a second paper filed as the first, whose ${what} is corrected, is an event of its own`, async () => {
    const one = await pending()
    await upload({ ...PAPER, serial_no: '2026101200000010', case_sid: one.sid })
    const sid = await upload({ ...PAPER, case_sid: one.sid })
    assert.deepEqual(await eventsOf(one.sid), [['CN01', '2026-10-12']])
    await correct(sid, 'code' in values ? { doc_type: await typeOf(values.code) } : values)
    assert.deepEqual(await eventsOf(one.sid), [['CN01', '2026-10-12'], [...event]].toSorted())
  })

test('a recorded document and its copy, corrected together, are one event', async () => {
  const one = await pending()
  const copy = await upload({ direction: 'IN', case_sid: one.sid })
  const sid = await upload({ ...PAPER, serial_no: '2026101200000010', case_sid: one.sid })
  await correct(copy, { doc_type: await typeOf('CN01'), issue_date: PAPER.issue_date })
  const batch = await ask('document/do/batch_update', { sids: [copy, sid], changes: { doc_type: await typeOf('CN14') } })
  assert.equal(batch.code, 0, batch.text)
  assert.deepEqual(await eventsOf(one.sid), [['CN14', '2026-10-12']])
})

test('a document whose mistaken event was deleted is an event of its corrected type', async () => {
  const one = await pending()
  const sid = await upload({ ...PAPER, case_sid: one.sid })
  const [event] = await listed('official_event', one.sid, 'sid')
  assert.equal((await ask(`official_event/do/delete/${event?.sid}`, {})).code, 0)
  await correct(sid, { doc_type: await typeOf('CN14') })
  assert.deepEqual([await eventsOf(one.sid), await replyOf(one.sid)], [[['CN14', '2026-10-12']], REPLY])
})

test('a document moved to its right case, after its event was deleted, is an event there, of its main version', async () => {
  const [wrong, right] = [await pending(), await pending()]
  await upload({ ...PAPER, case_sid: wrong.sid })
  const sid = await upload({ ...PAPER, case_sid: wrong.sid })
  await correct(sid, { doc_type: await typeOf('CN12') })
  const [event] = await listed('official_event', wrong.sid, 'sid')
  assert.equal((await ask(`official_event/do/delete/${event?.sid}`, {})).code, 0)
  await done('document/do/move', { sid, case_sid: right.sid })
  assert.deepEqual([await eventsOf(wrong.sid), await eventsOf(right.sid)], [[], [['CN12', '2026-10-12']]])
})

test('a correction to a notice that the case already has is refused by the field of the document, and made once the mistaken event is gone', async () => {
  const one = await pending()
  const notice = await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-12' })
  const sid = await upload({ ...PAPER, case_sid: one.sid })
  const refused = await ask('document/do/update', { sid, doc_type: await typeOf('CN14') })
  assert.equal(refused.errors[0]?.field, 'doc_type')
  assert.match(refused.message, /“First office action” of 12 Oct 2026 .* recorded as “Filing receipt” of 12 Oct 2026/)
  const [mistaken] = await listed('official_event', one.sid, 'sid', " AND code = 'CN01'")
  assert.equal((await ask(`official_event/do/delete/${mistaken?.sid}`, {})).code, 0)
  await correct(sid, { doc_type: await typeOf('CN14') })
  const events = await listed('official_event', one.sid, 'sid,document_sid')
  assert.deepEqual(events.map((event) => [event.sid, (event.document_sid as Row).sid]), [[notice.sid, sid]]) // oxfmt-ignore
})

for (const [direction, events] of [
  ['IN', [['CN27', '2026-10-12']]],
  ['OUT', [['CN27', '2026-10-12']]],
] as const)
  test(`the finding of an internal document says that it has no event, and ends when its direction becomes ${direction}`, async () => {
    const one = await pending()
    const sid = await upload({ ...PAPER, doc_type: 'CN27', direction: 'INTERNAL', case_sid: one.sid })
    await runMonitor(tenant)
    assert.match(await wordsOf(one.sid), /has no official event, so it created no deadline/)
    await correct(sid, { direction })
    assert.deepEqual([await eventsOf(one.sid), await wordsOf(one.sid)], [events, ''])
  })

for (const direction of ['OUT', 'INTERNAL'])
  test(`the direction of a recorded document, corrected to ${direction}, is corrected on its event`, async () => {
    const one = await pending()
    const sid = await upload({ ...PAPER, case_sid: one.sid })
    await correct(sid, { direction })
    assert.deepEqual((await listed('official_event', one.sid, 'direction')).map((event) => event.direction), [direction]) // oxfmt-ignore
  })
