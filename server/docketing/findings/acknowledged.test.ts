import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { removeByTwo } from '../../../tests/harness/sign-in/second-person.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { foundAgain } from './acknowledged.ts'
import { runMonitor } from './monitor.ts'

const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_engineer'), await enrol('ip_manager')]
const { done, listed, patent } = casesOf(call, as, 'en')

const today = Temporal.Now.plainDateISO(ZONE)
const day = (days: number) => `${today.add({ days })}`
const READ = 'sid,code,status,reason,until,acknowledged_by,acknowledged_on,words_en'

let numbered = 1

/** A case that a finding says something of. */
async function missingNotice() {
  const one = await patent({ filing_date: day(-730), status: 'OA', se_entered_date: day(-365), publication_no: `CN${121_000_000 + numbered++}A` })
  return { one, found: await read(one) }
}
async function read(one: Row): Promise<Row> {
  const [found] = (await listed('finding', one.sid, READ)).filter(({ code }) => code === 'MISSING_NOTICE')
  assert.ok(found)
  return found
}
const take = (found: Row, transition: string, fields: Record<string, unknown> = {}, who = as) =>
  call(`finding/do/transition`, { sid: found.sid, transition, ...fields }, { as: who, lang: 'en' })

test('a finding is acknowledged with a reason; the nightly check leaves it so, and the log says who and why', async () => {
  const { one, found } = await missingNotice()
  assert.match((await take(found, 'acknowledge')).message, /Reason/)
  assert.equal((await take(found, 'acknowledge', { reason: 'The notice is in the paper file' })).code, 0)
  await runMonitor(tenant)
  const { status, reason, acknowledged_on } = await read(one)
  assert.deepEqual([status, reason, acknowledged_on], ['ACKNOWLEDGED', 'The notice is in the paper file', `${today}`])
  const { record } = await done<{ record: { action: string; changes: { field: string }[] }[] }>('finding/do/history', { sid: found.sid })
  assert.deepEqual(record.map(({ action }) => action), ['TRANSITION']) // oxfmt-ignore
  const groups = await done<{ groups: { code: string; count: number }[] }>('finding/do/groups', {})
  assert.equal(
    groups.groups.find(({ code }) => code === 'MISSING_NOTICE'),
    undefined,
  )
  assert.equal((await take(found, 'reopen')).code, 0)
  const again = await read(one)
  assert.deepEqual([again.status, again.reason ?? null, again.acknowledged_by ?? null, again.acknowledged_on ?? null], ['OPEN', null, null, null])
})

test('it is acknowledged until a later day only, and is open again from that day on', async () => {
  const { one, found } = await missingNotice()
  const refused = await take(found, 'acknowledge', { reason: 'asked the agency', until: day(0) })
  assert.match(JSON.stringify(refused), /Acknowledged until.*must be later than today/)
  assert.equal((await take(found, 'acknowledge', { reason: 'asked the agency', until: day(1) })).code, 0)
  await tenant.db
    .updateTable('finding')
    .set({ until: day(0) })
    .where('sid', '=', found.sid)
    .execute()
  await runMonitor(tenant)
  const { status, reason, until } = await read(one)
  assert.deepEqual([status, reason ?? null, until ?? null], ['OPEN', null, null])
})

test('when its words change it is open again, since something else is wrong', async () => {
  const { one, found } = await missingNotice()
  assert.equal((await take(found, 'acknowledge', { reason: 'known' })).code, 0)
  await tenant.db.updateTable('finding').set({ words: '另一个问题' }).where('sid', '=', found.sid).execute()
  await runMonitor(tenant)
  assert.equal((await read(one)).status, 'OPEN')
})

for (const [what, from, to, expected] of [
  ['the same days of another case more', '为 2025-06-20（A-1），请核对', '为 2025-06-20（A-1、A-2），请核对', 'ACKNOWLEDGED'],
  ['another day', '为 2025-06-20（A-1），请核对', '为 2025-06-21（A-1），请核对', 'OPEN'],
] as const)
  test(`a family that disagrees about ${what} is ${expected === 'OPEN' ? 'another matter' : 'the same matter'}`, () => {
    const before = { code: 'FAMILY_DISAGREES', status: 'ACKNOWLEDGED', words: from }
    assert.equal(foundAgain(before, { code: 'FAMILY_DISAGREES', status: 'OPEN', words: to }, day(0)).status, expected)
  })

for (const [what, until, to, expected] of [
  ['one more waits', null, '有 4 封邮件待归档（最早 2026-10-02 收到）', 'ACKNOWLEDGED'],
  ['the first one is filed', null, '有 2 封邮件待归档（最早 2026-10-09 收到）', 'OPEN'],
  ['the first one is filed, and it was acknowledged until a day', day(9), '有 2 封邮件待归档（最早 2026-10-09 收到）', 'ACKNOWLEDGED'],
  ['one more waits, and it was acknowledged until today', day(0), '有 4 封邮件待归档（最早 2026-10-02 收到）', 'OPEN'],
] as const)
  test(`the acknowledged finding of mails that wait is ${expected} when ${what}`, () => {
    const before = { code: 'MAIL_WAITS', status: 'ACKNOWLEDGED', until, words: '有 3 封邮件待归档（最早 2026-10-02 收到）' }
    assert.equal(foundAgain(before, { code: 'MAIL_WAITS', status: 'OPEN', words: to }, day(0)).status, expected)
  })

test('a finding that no longer holds is settled, and what returns is not acknowledged', async () => {
  const { one, found } = await missingNotice()
  assert.equal((await take(found, 'acknowledge', { reason: 'known' })).code, 0)
  const { sid } = await done<Row>('official_event/do/create', { case_sid: one.sid, code: 'CN14', event_date: day(-9) })
  assert.deepEqual([(await read(one)).status, (await read(one)).reason ?? null], ['SETTLED', null])
  await tenant.db.deleteFrom('official_event').where('sid', '=', sid).execute() // its deletion would wait for a second person
  await runMonitor(tenant)
  assert.equal((await read(one)).status, 'OPEN')
})

test('the findings of a deleted case are settled at once, also of one that was deleted before, and are found again when it is restored', async () => {
  const kept = (sid: string) => tenant.db.selectFrom('finding').select(['code', 'status']).where('case_sid', '=', sid).orderBy('code').execute()
  const { one } = await missingNotice()
  const open = await kept(one.sid)
  assert.ok(open.some(({ code, status }) => code === 'MISSING_NOTICE' && status === 'OPEN'))
  await removeByTwo(call, { entity: 'case', sid: one.sid }, [as, second])
  assert.deepEqual(
    (await kept(one.sid)).filter(({ status }) => status !== 'SETTLED'),
    [],
  )
  await tenant.db.updateTable('finding').set({ status: 'OPEN' }).where('case_sid', '=', one.sid).execute() // as an earlier version left them
  await runMonitor(tenant)
  assert.deepEqual(
    (await kept(one.sid)).filter(({ status }) => status !== 'SETTLED'),
    [],
  )
  await done('patent/do/restore', { sids: [one.sid] })
  assert.deepEqual(await kept(one.sid), open)
  const acknowledged = await missingNotice()
  assert.equal((await take(acknowledged.found, 'acknowledge', { reason: 'known' })).code, 0)
  await removeByTwo(call, { entity: 'case', sid: acknowledged.one.sid }, [as, second])
  await done('patent/do/restore', { sids: [acknowledged.one.sid] })
  assert.deepEqual([(await read(acknowledged.one)).status, (await read(acknowledged.one)).reason], ['ACKNOWLEDGED', 'known'])
})

test('who only reads cases acknowledges nothing, and nobody else writes a finding', async () => {
  const { found } = await missingNotice()
  const leader = await enrol('dept_leader')
  assert.notEqual((await take(found, 'acknowledge', { reason: 'x' }, leader)).code, 0)
  assert.equal((await call('finding/do/update', { sid: found.sid, status: 'SETTLED' }, { as })).status, 403)
})
