// A document becomes an official event when its case, type, date and direction are known, in whatever order they are entered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { recordedOf } from '../../../tests/harness/cases/recorded-documents.ts'
import { startOn } from '../../../tests/harness/today.ts'
import { testServer } from '../../../tests/harness/server.ts'

startOn('2026-11-20')
const server = await testServer()
const { call, enrol } = server
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const cases = casesOf(call, as, 'en')
const { ask, done, listed, patent } = cases
const { typeOf, upload, eventsOf, replyOf } = recordedOf(server, as, cases)
const pending = () => patent({ status: 'SE', filing_date: '2024-05-20' })
const OA = { doc_type: 'CN14', direction: 'IN', issue_date: '2026-10-12' }
const REPLY = [['2027-02-12', 'OPEN']] // Implementing Rules r. 4; Examination Guidelines: four months

const ways: readonly (readonly [string, (case_sid: string) => Promise<unknown>])[] = [
  ['a document without a case, which gets one', async (case_sid) => done('document/do/update', { sid: await upload(OA), case_sid })],
  [
    'a document without a direction to us, which gets it',
    async (case_sid) => done('document/do/update', { sid: await upload({ ...OA, direction: 'INTERNAL', case_sid }), direction: 'IN' }),
  ],
  [
    'a document without a date, which gets it',
    async (case_sid) => {
      const sid = await upload({ doc_type: 'CN14', direction: 'IN', case_sid })
      return done('document/do/update', { sid, issue_date: OA.issue_date })
    },
  ],
  [
    'a document of another type, which is corrected',
    async (case_sid) => done('document/do/update', { sid: await upload({ ...OA, doc_type: 'CN01', case_sid }), doc_type: await typeOf('CN14') }),
  ],
]

for (const [what, complete] of ways)
  test(`${what} opens the reply of an office action`, async () => {
    const one = await pending()
    await complete(one.sid)
    assert.deepEqual([await eventsOf(one.sid), await replyOf(one.sid)], [[['CN14', '2026-10-12']], REPLY])
  })

test('the corrected type of a document renames its event', async () => {
  const one = await pending()
  const sid = await upload({ ...OA, doc_type: 'CN01', case_sid: one.sid })
  await done('document/do/update', { sid, doc_type: await typeOf('CN14') })
  const [event] = await listed('official_event', one.sid, 'name,name_en,direction')
  assert.deepEqual([event?.name_en, event?.direction], ['First office action', 'IN'])
})

test('a corrected type that ends a deadline waits for a second person', async () => {
  const one = await pending()
  const sid = await upload({ ...OA, case_sid: one.sid })
  const answer = await done<Row & { warnings?: string[] }>('document/do/update', { sid, doc_type: await typeOf('CN01') })
  assert.match(String(answer.warnings), /takes effect when a second person confirms it/)
  assert.deepEqual(await replyOf(one.sid), REPLY)
  const [open] = await listed('date_confirmation', one.sid, 'due_before,due_after', " AND status = 'PROPOSED'")
  assert.deepEqual([open?.due_before, open?.due_after], ['2027-02-12', null])
  await done('date_confirmation/do/transition', { sid: open?.sid, transition: 'confirm' }, second)
  assert.deepEqual(await eventsOf(one.sid), [['CN01', '2026-10-12']])
  assert.notEqual((await replyOf(one.sid))[0]?.[1], 'OPEN')
})

test('a type that a person has since given to the event is not replaced', async () => {
  const one = await pending()
  const sid = await upload({ ...OA, doc_type: 'CN01', case_sid: one.sid })
  const [event] = await listed('official_event', one.sid, 'sid')
  await done('official_event/do/update', { sid: event?.sid, code: 'CN14' })
  await done('document/do/update', { sid, doc_type: await typeOf('CN12') })
  assert.deepEqual(await eventsOf(one.sid), [['CN14', '2026-10-12']])
})

test('an event that was deleted is not recorded again when its document is described further', async () => {
  const one = await pending()
  const sid = await upload({ ...OA, doc_type: 'CN01', case_sid: one.sid })
  const [event] = await listed('official_event', one.sid, 'sid')
  assert.equal((await ask(`official_event/do/delete/${event?.sid}`, {})).code, 0)
  await done('document/do/update', { sid, note: 'seen' })
  assert.deepEqual(await eventsOf(one.sid), [])
})

test('the corrected type of a document brings its case to the state that the type leads to', async () => {
  const one = await pending()
  const sid = await upload({ ...OA, doc_type: 'CN01', case_sid: one.sid })
  await done('document/do/update', { sid, doc_type: await typeOf('CN14') })
  assert.equal((await call<Row>(`patent/${one.sid}`, undefined, { as })).data.status, 'OA')
})
