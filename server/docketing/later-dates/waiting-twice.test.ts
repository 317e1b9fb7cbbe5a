import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { dayIn } from '../../../model/kit/days/day-text.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => `${today.subtract({ days })}`
const { ask, done, listed, patent } = casesOf(call, as, 'en')

/** A Korean notice: a receipt a week after its date counts at once, so that its later day waits for a second person by the docket alone. */
async function waitingNotice(by = as) {
  const one = await patent({ country: 'KR', status: 'JP_EXAM', filing_date: ago(600) })
  const { sid } = await done('official_event/do/create', { case_sid: one.sid, code: 'KR1', event_date: ago(40) })
  const safe = await dueOf(one.sid)
  assert.equal((await ask('official_event/do/update', { sid, receive_date: ago(33) }, by)).code, 0)
  assert.equal(await dueOf(one.sid), safe)
  return { case_sid: one.sid, sid, safe }
}

const dueOf = async (case_sid: unknown) => {
  const [one] = await listed('deadline', String(case_sid), 'official_due', " AND rule_id = 'KR04'")
  return String(one?.official_due)
}
const proposals = (case_sid: string) => listed('date_confirmation', case_sid, 'kind,due_before,due_after,about_en', " AND status = 'PROPOSED'")
const basis = { basis_date: ago(10), basis_reason: 'log of the system' }
const confirm = (sid: unknown, by = second) => ask('date_confirmation/do/transition', { sid, transition: 'confirm', decided_reason: 'checked' }, by)

test('where a later day waits already, the next proposal names the day that counts until it is confirmed', async () => {
  const { case_sid, sid, safe } = await waitingNotice()
  const { data } = await ask<Row & { warnings?: string[] }>('official_event/do/update', { sid, ...basis })
  assert.ok(String(data.warnings).includes(`until then ${dayIn(safe, 'en')} applies`), String(data.warnings))
  const notice = (await proposals(case_sid)).find(({ kind }) => kind === 'NOTICE')
  assert.equal(notice?.due_before, safe)
})

test('the second person who was shown the whole way from the day that counts confirms it once', async () => {
  const { case_sid, sid } = await waitingNotice()
  await done('official_event/do/update', { sid, ...basis })
  const notice = (await proposals(case_sid)).find(({ kind }) => kind === 'NOTICE')
  const { code, text } = await confirm(notice?.sid)
  assert.equal(code, 0, text)
  assert.equal(await dueOf(case_sid), notice?.due_after)
  assert.deepEqual(await proposals(case_sid), [])
})

test('nobody confirms an own later day together with that of another', async () => {
  const { case_sid, sid, safe } = await waitingNotice(second)
  await done('official_event/do/update', { sid, ...basis })
  const notice = (await proposals(case_sid)).find(({ kind }) => kind === 'NOTICE')
  assert.equal((await confirm(notice?.sid)).code, 0)
  assert.equal(await dueOf(case_sid), safe)
  assert.deepEqual((await proposals(case_sid)).map(({ kind }) => kind), ['DEADLINE']) // oxfmt-ignore
})

test('a proposed day of a priority stands beside the name of the priority as it is', async () => {
  const one = await patent({ status: 'PRELIM', filing_date: ago(300) })
  const { sid } = await done('priority/do/create', {
    case_sid: one.sid,
    seq: 1,
    priority_no: 'US63/111,222',
    priority_country: 'US',
    priority_date: ago(500),
  })
  await done('priority/do/update', { sid, priority_date: ago(400) })
  const [open] = await proposals(one.sid)
  assert.match(
    String(open?.about_en),
    new RegExp(`63/111,222 ${dayIn(ago(500), 'en')}: Priority date ${dayIn(ago(500), 'en')} → ${dayIn(ago(400), 'en')}`),
  )
})

test('a notice that was entered already is named in the language of who enters it again', async () => {
  const one = await patent({ status: 'SE', filing_date: ago(900) })
  const notice = { case_sid: one.sid, code: 'CN14', event_date: ago(40) }
  await done('official_event/do/create', notice)
  assert.match((await ask('official_event/do/create', notice)).message, /already has a “First office action”/)
})
