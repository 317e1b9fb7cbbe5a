import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ZONE } from '../../../model/kit/days/clock.ts'
import { casesOf, type Row } from '../../../tests/harness/cases/cases.ts'
import { testServer } from '../../../tests/harness/server.ts'

const today = Temporal.Now.plainDateISO(ZONE)
const ago = (back: Temporal.DurationLike) => `${today.subtract(back)}`
const { call, enrol } = await testServer()
const as = await enrol('ip_manager')
const { ask, make, patent } = casesOf(call, as)
const paper = (case_sid: string, code: string, event_date: string) => make('official_event', { case_sid, code, event_date })
const take = async (sid: string, transition: string) => assert.equal((await ask('patent/do/transition', { sid, transition })).code, 0, transition)
/** The deadlines of these rules, as `rule status`; one that follows a miss alone is left out. */
async function standing(sid: string, ...rules: string[]) {
  const { data } = await ask<{ record: Row[] }>('deadline/do/search', { iql: `case_sid = '${sid}'`, fl: 'key,rule_id,status', rows: 100 })
  const own = data.record.filter(({ key, rule_id }) => rules.includes(String(rule_id)) && !String(key).includes(':after:'))
  return own.map(({ key, rule_id, status }) => `${/^CNP38:\d+$/.test(String(key)) ? String(key) : String(rule_id)} ${String(status)}`).toSorted()
}
const reply = async () => {
  const { sid } = await patent({ status: 'SE', filing_date: ago({ days: 900 }) })
  await paper(sid, 'CN14', ago({ days: 250 }))
  return sid
}

test('restoring an application restores the missed reply and settles its request, on this case only and permanently', async () => {
  const [sid, other] = [await reply(), await reply()]
  for (const one of [sid, other]) await paper(one, 'CN22', ago({ days: 40 }))
  assert.deepEqual(await standing(sid, 'CNP19', 'CNP40'), ['CNP19 MISSED', 'CNP40 OPEN'])
  await take(sid, 'restore_application')
  assert.deepEqual(await standing(sid, 'CNP19', 'CNP40'), ['CNP19 RESTORED', 'CNP40 DONE'])
  assert.deepEqual(await standing(other, 'CNP19', 'CNP40'), ['CNP19 MISSED', 'CNP40 OPEN'])
  assert.equal((await ask('patent/do/update', { sid, filing_date: ago({ days: 901 }) })).code, 0)
  assert.deepEqual(await standing(sid, 'CNP19', 'CNP40'), ['CNP19 RESTORED', 'CNP40 DONE'])
})

test('restoring a patent restores the annuity that caused the loss and reopens later annuities', async () => {
  const filing_date = ago({ years: 4, months: 9 })
  const { sid } = await patent({ status: 'GRANTED', filing_date, grant_date: ago({ years: 3 }), grant_no: 'CN115000001B' })
  await paper(sid, 'CN29', ago({ days: 20 }))
  assert.deepEqual(await standing(sid, 'CNP38'), ['CNP38:3 PRESUMED', 'CNP38:4 PRESUMED', 'CNP38:5 MISSED', 'CNP38:6 CANCELLED', 'CNP38:7 CANCELLED'])
  await take(sid, 'restore_right')
  assert.deepEqual(await standing(sid, 'CNP38', 'CNP40'), [
    'CNP38:3 PRESUMED',
    'CNP38:4 PRESUMED',
    'CNP38:5 RESTORED',
    'CNP38:6 OPEN',
    'CNP38:7 OPEN',
    'CNP40 DONE',
  ])
})

test('a loss that becomes final restores nothing', async () => {
  const sid = await reply()
  await paper(sid, 'CN22', ago({ days: 40 }))
  await take(sid, 'lapse_final')
  assert.deepEqual(await standing(sid, 'CNP19', 'CNP40'), ['CNP19 CANCELLED', 'CNP40 CANCELLED'])
})

test('another transition of a pending application leaves missed deadlines as missed', async () => {
  const { sid } = await patent({ country: 'US', status: 'US_EXAM', filing_date: ago({ days: 900 }) })
  await paper(sid, 'US4', ago({ days: 250 }))
  await take(sid, 'us_final')
  assert.deepEqual(await standing(sid, 'US08'), ['US08 MISSED'])
})

const stateOf = async (sid: string) => {
  const { data } = await ask<{ record: Row[] }>('patent/do/search', { iql: `sid = '${sid}'`, fl: 'status' })
  return data.record[0]?.status
}

test('an application lost in preliminary examination is restored to it, and its request for substantive examination still runs', async () => {
  const { sid } = await patent({ status: 'PRELIM', filing_date: ago({ days: 200 }) })
  await paper(sid, 'CN05', ago({ days: 150 }))
  assert.equal(await stateOf(sid), 'PRELIM_OA')
  await paper(sid, 'CN22', ago({ days: 40 }))
  assert.equal(await stateOf(sid), 'DEEMED_WITHDRAWN')
  const { data } = await call<{ transitions: Row[] }>(`patent/${sid}`, undefined, { as })
  assert.equal(data.transitions.find(({ code }) => code === 'restore_application')?.to, 'PRELIM_OA', 'shown before it is taken')
  await take(sid, 'restore_application')
  assert.equal(await stateOf(sid), 'PRELIM_OA')
  assert.deepEqual(await standing(sid, 'CNP15', 'CNP21', 'CNP40'), ['CNP15 OPEN', 'CNP21 RESTORED', 'CNP40 DONE'])
})

test('an undone restoration leaves the missed deadline missed and its request open, as they were', async () => {
  const { sid } = await patent({ status: 'PRELIM', filing_date: ago({ days: 200 }) })
  await paper(sid, 'CN05', ago({ days: 150 }))
  await paper(sid, 'CN22', ago({ days: 40 }))
  const before = await standing(sid, 'CNP15', 'CNP21', 'CNP40')
  assert.deepEqual(before, ['CNP15 CANCELLED', 'CNP21 MISSED', 'CNP40 OPEN'])
  await take(sid, 'restore_application')
  assert.equal((await ask('patent/do/undo_transition', { sid, reason: 'entered by mistake' })).code, 0)
  assert.equal(await stateOf(sid), 'DEEMED_WITHDRAWN')
  assert.deepEqual(await standing(sid, 'CNP15', 'CNP21', 'CNP40'), before)
})

test('in a batch, every case returns to its own state', async () => {
  const [first, other] = [
    await patent({ status: 'PRELIM', filing_date: ago({ days: 200 }) }),
    await patent({ status: 'SE', filing_date: ago({ days: 900 }) }),
  ]
  const sids = [first.sid, other.sid]
  for (const sid of sids) await paper(sid, 'CN22', ago({ days: 40 }))
  assert.equal((await ask('patent/do/batch_transition', { sids, transition: 'restore_application' })).code, 0)
  assert.deepEqual([await stateOf(first.sid), await stateOf(other.sid)], ['PRELIM', 'SE'])
})
