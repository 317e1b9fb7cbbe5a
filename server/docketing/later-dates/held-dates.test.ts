import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { postponed } from '../../../model/docketing/calculation/postponed.ts'
import type { ComputedDeadline } from '../../../model/docketing/calculation/computed-deadline.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const { call, enrol, tenant } = await testServer()
const [as, second] = [await enrol('ip_manager'), await enrol('ip_manager')]
const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => `${today.subtract({ days })}`
const { ask, patent } = casesOf(call, as, 'en')
const pending = () => patent({ status: 'SE', filing_date: ago(900) })
const notice = (case_sid: string, more: Record<string, unknown> = {}) =>
  ask('official_event/do/create', { case_sid, code: 'CN14', event_date: ago(40), ...more })
const late = { receive_date: ago(10), receipt_reason: 'log of the system' }
const dueOf = async (case_sid: string) => {
  const { data } = await ask<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${case_sid}' AND rule_id = 'CNP19'`, fl: 'official_due' })
  return data.record[0]?.official_due
}
const proposals = async (case_sid: string, status = 'PROPOSED') => {
  const iql = `case_sid = '${case_sid}' AND status = '${status}'`
  return (await ask<{ record: Row[] }>('date_confirmation/do/search', { iql, fl: 'kind,status,proposed_by,decided_by' })).data.record
}
const decide = (sid: unknown, transition: string, by = second) =>
  ask('date_confirmation/do/transition', { sid, transition, decided_reason: 'checked' }, by)

for (const [what, dates, field] of [
  ['on the day of its dispatch', { receive_date: ago(40) }, undefined],
  ['the day before its dispatch', { receive_date: ago(41) }, 'receive_date'],
  ['today, dispatched today', { event_date: ago(0), receive_date: ago(0) }, undefined],
  ['tomorrow, dispatched today', { event_date: ago(0), receive_date: ago(-1) }, 'receive_date'],
] as const)
  test(`a notice received ${what} is ${field ? 'refused' : 'taken'}`, async () => {
    const { code, errors } = await notice((await pending()).sid, dates)
    assert.deepEqual([code === 0, errors[0]?.field], [field === undefined, field])
  })

test('a late receipt needs its reason, also where the notice only begins a period', async () => {
  const one = await pending()
  const { status, errors } = await notice(one.sid, { code: 'CN01', receive_date: ago(10) })
  assert.deepEqual([status, errors[0]?.field], [400, 'receipt_reason'])
})

test('the date of a notice cannot be after its receipt; earlier entries are checked when their dates change', async () => {
  const one = await pending()
  const { data } = await notice(one.sid, { receive_date: ago(38) })
  const moved = await ask('official_event/do/update', { sid: data.sid, event_date: ago(37) })
  assert.deepEqual([moved.status, moved.errors[0]?.field], [400, 'receive_date'])
  await tenant.db
    .updateTable('official_event')
    .set({ receive_date: ago(50) })
    .where('sid', '=', data.sid)
    .execute()
  assert.equal((await ask('official_event/do/update', { sid: data.sid, remark: 'seen' })).code, 0)
  assert.equal((await ask('official_event/do/update', { sid: data.sid, receive_date: ago(49) })).errors[0]?.field, 'receive_date')
})

test('the proposer cannot confirm, alone or in a batch; the record names the second person and the day', async () => {
  const one = await pending()
  await notice(one.sid, late)
  const [open] = await proposals(one.sid)
  assert.equal((open?.proposed_by as Row | undefined)?.sid, as.sid)
  for (const [path, body] of [
    ['transition', { sid: open?.sid, transition: 'confirm' }],
    ['batch_transition', { sids: [open?.sid], transition: 'confirm' }],
  ] as const)
    assert.notEqual((await ask(`date_confirmation/do/${path}`, body)).code, 0, path)
  assert.equal((await proposals(one.sid)).length, 1)
  assert.equal((await decide(open?.sid, 'confirm')).code, 0)
  const [confirmed] = await proposals(one.sid, 'CONFIRMED')
  assert.equal((confirmed?.decided_by as Row | undefined)?.sid, second.sid)
})

test('a notice that was received late, and whose kind is changed, is proposed with what changes alone', async () => {
  const one = await pending()
  const { data } = await notice(one.sid, late)
  const [first] = await proposals(one.sid)
  assert.equal((await decide(first?.sid, 'confirm')).code, 0)
  assert.equal((await ask('official_event/do/update', { sid: data.sid, code: 'CN01' })).code, 0)
  const iql = `case_sid = '${one.sid}' AND status = 'PROPOSED'`
  const { record } = (await ask<{ record: Row[] }>('date_confirmation/do/search', { iql, fl: 'about_en' })).data
  assert.equal(record.length, 1)
  assert.doesNotMatch(String(record[0]?.about_en), /Received/)
  assert.match(String(record[0]?.about_en), /CN14 → CN01/)
})

test('a refused proposal changes no date and cannot be confirmed afterwards', async () => {
  const one = await pending()
  await notice(one.sid, late)
  const before = await dueOf(one.sid)
  const [open] = await proposals(one.sid)
  assert.equal((await decide(open?.sid, 'refuse')).code, 0)
  assert.notEqual((await decide(open?.sid, 'confirm')).code, 0)
  assert.equal(await dueOf(one.sid), before)
  assert.equal((await proposals(one.sid, 'REFUSED')).length, 1)
})

test('a proposal whose record has changed since it was shown cannot be confirmed', async () => {
  const one = await pending()
  const { data } = await notice(one.sid, late)
  const before = await dueOf(one.sid)
  const [open] = await proposals(one.sid)
  await tenant.db
    .updateTable('official_event')
    .set({ receive_date: ago(39) })
    .where('sid', '=', data.sid)
    .execute()
  const { status, message } = await decide(open?.sid, 'confirm')
  assert.equal(status, 400)
  assert.match(message, /changed since/)
  assert.equal(await dueOf(one.sid), before)
})

test('a day that makes no deadline later replaces the day that waits for a second person', async () => {
  const one = await pending()
  const { data } = await notice(one.sid)
  const set = (basis_date: string) => ask('official_event/do/update', { sid: data.sid, basis_date, basis_reason: 'proof' })
  assert.equal((await set(ago(20))).code, 0)
  assert.equal((await proposals(one.sid)).length, 1)
  assert.equal((await set(ago(45))).code, 0)
  assert.deepEqual([(await proposals(one.sid)).length, (await proposals(one.sid, 'DROPPED')).length], [0, 1])
})

const deadline = (kind: string, status: string, official_due: string) =>
  ({ key: 'K', kind, status, official_due, name: { zh: '期限', en: 'Deadline' } }) as ComputedDeadline // what the comparison reads
for (const [kind, status, to, optional, is] of [
  ['ACTION', 'OPEN', '2027-03-02', false, true],
  ['ACTION', 'MISSED', '2027-03-02', false, true],
  ['ANNUITY', 'OPEN', '2027-03-02', false, true],
  ['ANNUITY', 'MISSED', '2027-03-02', false, true],
  ['ACTION', 'OPEN', '2027-03-01', false, false],
  ['ACTION', 'OPEN', '2027-02-28', false, false],
  ['ACTION', 'DONE', '2027-03-02', false, false],
  ['ACTION', 'CANCELLED', '2027-03-02', false, false],
  ['MONITOR', 'OPEN', '2027-03-02', false, false],
  ['TERM', 'OPEN', '2027-03-02', false, false],
  ['ACTION', 'OPEN', '2027-03-02', true, false],
] as const)
  test(`${optional ? 'an optional' : 'a'} deadline ${kind} ${status} of 2027-03-01 that would be ${to} ${is ? 'waits' : 'does not wait'} for a second person`, () =>
    assert.equal(postponed([deadline(kind, status, '2027-03-01')], [deadline(kind, 'OPEN', to)], () => optional).length, is ? 1 : 0))
