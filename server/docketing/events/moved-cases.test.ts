// An event whose kind is corrected brings its case to the state of that kind, unless the case has gone on since.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { startOn } from '../../../tests/harness/today.ts'
import { confirmLaterDates } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'

startOn('2026-11-20')
const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const { done, make, patent } = casesOf(call, as, 'en')
const state = async (sid: string) => (await call<Row>(`patent/${sid}`, undefined, { as })).data.status
const take = (sid: string, transition: string) => done('patent/do/transition', { sid, transition })

/** The words for the person who corrects the event, or for the one who confirms it. */
async function correct(sid: string, code: string) {
  const { warnings } = await done<{ warnings?: string[] }>('official_event/do/update', { sid, code })
  await confirmLaterDates(call, second)
  return String(warnings ?? '')
}

for (const [status, from, to, answer] of [
  ['SE', 'CN14', 'CN15', 'answer'],
  ['SE', 'CN16', 'CN15', 'answer'],
  ['PRELIM', 'CN05', 'CN06', 'answer_correction'],
  ['SE', 'CN01', 'CN15', 'answer'],
] as const)
  test(`${from} corrected to ${to} leaves the answered case answered`, async () => {
    const one = await patent({ status, filing_date: '2024-05-20', ...(status === 'PRELIM' && { patent_type: 'UTILITY' }) })
    const event = await make('official_event', { case_sid: one.sid, code: from, event_date: '2026-10-12' })
    if (from === 'CN01') await make('official_event', { case_sid: one.sid, code: 'CN14', event_date: '2026-10-13' })
    await take(one.sid, answer)
    const answered = await state(one.sid)
    const told = await correct(event.sid, to)
    assert.equal(await state(one.sid), answered)
    if (from === 'CN01') assert.match(told, /The case stays in “.*”: “.*” of 20 Nov 2026 followed/)
  })

test('a corrected kind brings its case to its state where only an earlier step came before', async () => {
  const one = await patent({ status: 'FILED', filing_date: '2024-05-20' })
  const event = await make('official_event', { case_sid: one.sid, code: 'CN01', event_date: '2026-10-12' })
  await make('official_event', { case_sid: one.sid, code: 'CN12', event_date: '2026-10-15' })
  await correct(event.sid, 'CN14')
  assert.equal(await state(one.sid), 'OA')
})

for (const to of ['CN14', 'CN27'])
  test(`CN17 corrected to ${to}: the person is told that the case stays where the mistaken kind led`, async () => {
    const one = await patent({ status: 'SE', filing_date: '2024-05-20' })
    const event = await make('official_event', { case_sid: one.sid, code: 'CN17', event_date: '2026-10-12' })
    assert.equal(await state(one.sid), 'GRANT_NOTICE')
    const { warnings } = await done<{ warnings?: string[] }>('official_event/do/update', { sid: event.sid, code: to })
    const open = (await done<{ record: Row[] }>('date_confirmation/do/search', { iql: "status = 'PROPOSED'", fl: 'sid', rows: 9 })).record
    const told = await Promise.all(
      open.map(({ sid }) => done<{ warnings?: string[] }>('date_confirmation/do/transition', { sid, transition: 'confirm' }, second)),
    )
    assert.match([warnings, ...told.map((one) => one.warnings)].join(), /to which the former type “Grant notice” leads/)
    assert.equal(await state(one.sid), 'GRANT_NOTICE')
  })
