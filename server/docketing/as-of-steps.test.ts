// A history made day by day under a moved clock: each past day is read afterwards as it stood then, and each coming day as it later was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession, type Person, testServer } from '../../tests/harness/server.ts'
import { startOn } from '../../tests/harness/today.ts'
import { runMonitor } from './findings/monitor.ts'
import { confirmLaterDates } from '../../tests/harness/sign-in/second-person.ts'

startOn('2026-01-05')
const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_engineer')]

type Row = Record<string, unknown> & { sid: string }
const done = async <T = Row>(path: string, body: object, by: Person = as) => {
  const answer = await call<T>(path, body, { as: by, lang: 'en' })
  assert.equal(answer.code, 0, `${path}: ${answer.text}`)
  return answer.data
}

/** The next day of work: a session of another day has ended. */
async function on(day: string) {
  startOn(day)
  for (const one of [as, second]) {
    const changed = tenant.db.updateTable('user').set({ password_changed_at: new Date().toISOString() }) // no password grows too old
    const { sid: user } = await changed.where('user_info_sid', '=', one.sid).returning('sid').executeTakeFirstOrThrow()
    one.token = await openSession(tenant, { user, person: one.sid, company: one.company, platform: 1 })
  }
}

const FIELDS = ['name_en', 'status', 'official_due', 'extended_due', 'done_date', 'certainty'] as const
const plain = (rows: readonly Row[]) =>
  rows.map((row) => FIELDS.map((code) => String(row[code] ?? '')).join(' | ')).toSorted((a, b) => (a < b ? -1 : 1))
const now = async (case_sid: string) =>
  plain((await done<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${case_sid}'`, fl: FIELDS.join(), rows: 99 })).record)
const asOf = async (case_sid: string, day: string) => plain((await done<{ record: Row[] }>('deadline/do/as_of', { day, case_sid })).record)

test('each day of a history is read as it stood, whatever was recorded, confirmed, undone and waived afterwards', async () => {
  const { sid } = await done('patent/do/create', { title: 'Steps', patent_type: 'INVENTION', country: 'CN', status: 'SE', filing_date: '2024-03-11', se_entered_date: '2025-06-02' }) // oxfmt-ignore
  const version = async () => (await call<{ version: number }>(`patent/${sid}`, undefined, { as })).data.version
  const due = async (rule: string) =>
    (await done<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${sid}' AND rule_id = '${rule}'`, fl: 'sid', rows: 1 })).record[0]?.sid
  const steps: readonly (readonly [day: string, step: () => Promise<unknown>])[] = [
    ['2026-01-05', async () => {}],
    ['2026-02-03', () => done('official_event/do/create', { case_sid: sid, code: 'CN14', event_date: '2026-02-02' })],
    ['2026-03-10', async () => done('deadline/do/extend', { sid: await due('CNP19'), period: '1m' })],
    ['2026-03-12', () => confirmLaterDates(call, second)],
    ['2026-05-11', () => done('patent/do/transition', { sid, transition: 'answer' })],
    ['2026-05-12', () => done('patent/do/undo_transition', { sid, reason: 'by mistake' })],
    ['2026-05-13', async () => done('patent/do/update', { sid, version: await version(), filing_date: '2024-03-01' })],
    ['2026-06-15', () => done('patent/do/transition', { sid, transition: 'answer' })],
    ['2026-08-03', () => done('official_event/do/create', { case_sid: sid, code: 'CN15', event_date: '2026-08-03' })],
    ['2026-08-20', async () => done('deadline/do/transition', { sid: await due('CNP20'), transition: 'waive', handled_reason: 'given up' })],
  ]
  const stood = new Map<string, string[]>()
  for (const [day, step] of steps) {
    await on(day)
    await step()
    stood.set(day, await now(sid))
  }
  await on('2026-08-25')
  for (const [day, rows] of stood) assert.deepEqual(await asOf(sid, day), rows, day)
  assert.deepEqual(await asOf(sid, '2026-02-02'), stood.get('2026-01-05'), 'the day before the notice')
  assert.deepEqual(await asOf(sid, '2026-01-04'), [], 'before there was a case')
})

test('a coming day is foretold as it then stands, when nothing is done until then', async () => {
  await on('2026-09-01')
  const { sid } = await done('patent/do/create', { title: 'Coming', patent_type: 'INVENTION', country: 'CN', status: 'GRANTED', filing_date: '2022-11-20', grant_date: '2025-05-16', grant_no: 'CN117654321B' }) // oxfmt-ignore
  const days = ['2026-11-25', '2027-05-28', '2027-12-01']
  const foretold = await Promise.all(days.map((day) => asOf(sid, day)))
  for (const [at, day] of days.entries()) {
    await on(day)
    await runMonitor(tenant)
    assert.deepEqual(await now(sid), foretold[at], day)
  }
})
