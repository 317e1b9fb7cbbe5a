import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const { ask, done, make, patent, listed } = casesOf(call, manager, 'en')
type Taken = { done: number; failed: number; batch_sid: string | null }
type Tried = { sid: string; name: string; outcome: string; reason?: string; old: Record<string, unknown>; now: Record<string, unknown> }
const stateOf = async (model: string, sid: string) => (await call<{ status: string }>(`${model}/${sid}`, undefined, { as: manager })).data.status
const states = (model: string, sids: readonly string[]) => Promise.all(sids.map((sid) => stateOf(model, sid)))
const undo = (sid: string | null, as = manager) => ask('batch_edit/do/undo', { sid }, as)
const filed = (more = {}) => patent({ status: 'SE', filing_date: '2024-02-01', se_entered_date: '2024-09-05', ...more })

test('[2.11] a batch transition of cases is checked row by row, taken, and undone with its events', async () => {
  const sids = [(await filed()).sid, (await filed({ title: 'Withdrawn', status: 'WITHDRAWN' })).sid, (await filed()).sid]
  const before = await states('patent', sids)
  const body = { sids, transition: 'withdraw', fields: {} }
  const { record } = await done<{ record: Tried[] }>('patent/do/transition_check', body)
  assert.deepEqual(record.map(({ outcome }) => outcome), ['DONE', 'REFUSED', 'DONE'], JSON.stringify(record)) // oxfmt-ignore
  assert.deepEqual([record[0]?.old['status'], record[0]?.now['status']], ['SE', 'WITHDRAWN'])
  assert.match(String(record[1]?.reason), /Withdrawn/)
  assert.deepEqual(await states('patent', sids), before, 'a check changes nothing')
  const taken = await done<Taken>('patent/do/batch_transition', { sids, transition: 'withdraw', each: true })
  assert.deepEqual([taken.done, taken.failed], [2, 1])
  const events = async () => (await Promise.all(sids.map((sid) => listed('official_event', sid, 'sid')))).map(({ length }) => length)
  const entered = await events()
  const { data } = await ask<{ record: { transition: string; count_ok: number }[] }>('batch_edit/do/search', { iql: `sid = '${String(taken.batch_sid)}'`, fl: 'transition,count_ok' }) // oxfmt-ignore
  assert.deepEqual(data.record.map(({ transition, count_ok }) => [transition, count_ok]), [['withdraw', 2]]) // oxfmt-ignore
  const undone = await undo(taken.batch_sid)
  assert.equal(undone.code, 0, undone.text)
  assert.deepEqual(await states('patent', sids), before)
  assert.ok((await events()).every((count, at) => count <= (entered[at] ?? 0)))
  assert.match((await undo(taken.batch_sid)).message, /already been undone/)
})

test('[2.11] an undo is refused, and names the record, where a state was changed since, even back to the same', async () => {
  const sids = [(await filed({ title: 'Hinge' })).sid, (await filed({ title: 'Latch' })).sid]
  const { batch_sid } = await done<Taken>('patent/do/batch_transition', { sids, transition: 'withdraw' })
  await done('patent/do/undo_transition', { sid: sids[1], reason: 'not this one' })
  const refused = await undo(batch_sid)
  assert.match(refused.message, /have changed since.*Latch/)
  assert.doesNotMatch(refused.message, /Hinge/)
  assert.deepEqual(await states('patent', sids), ['WITHDRAWN', 'SE'], 'all or none')
})

test('[2.11] an undo that leaves out what changed since puts the others back, and names those that it left', async () => {
  const made = await Promise.all(['Hinge', 'Latch', 'Rail'].map((title) => filed({ title })))
  const sids = made.map(({ sid }) => sid)
  const { batch_sid } = await done<Taken>('patent/do/batch_transition', { sids, transition: 'withdraw' })
  await done('patent/do/undo_transition', { sid: sids[1], reason: 'not this one' })
  await tenant.db.updateTable('patent').set({ deleted_at: new Date().toISOString() }).where('sid', '=', String(sids[2])).execute()
  const undone = await ask<{ message: string }>('batch_edit/do/undo', { sid: batch_sid, leave_changed: true })
  assert.equal(undone.code, 0, undone.text)
  assert.match(undone.data.message, /^Undone; changed since and left as they are: .*Latch; 1 deleted or not yours to change$/)
  assert.deepEqual(await states('patent', sids.slice(0, 2)), ['SE', 'SE'])

  const one = await filed({ title: 'Bolt' })
  const all = await done<Taken>('patent/do/batch_transition', { sids: [one.sid], transition: 'withdraw' })
  await done('patent/do/undo_transition', { sid: one.sid, reason: 'not this one' })
  assert.match((await ask('batch_edit/do/undo', { sid: all.batch_sid, leave_changed: true })).message, /have changed since.*Bolt/)
})

test('[2.11] an undo of values that leaves out what changed since puts the others back', async () => {
  const [one, other] = [await patent({ title: 'Cam' }), await patent({ title: 'Cog' })]
  const { data } = await ask<{ batch_sid: string }>('patent/do/batch_update', { sids: [one.sid, other.sid], changes: { remark: 'wrong' } })
  assert.equal((await ask('patent/do/update', { sid: other.sid, remark: 'by hand' })).code, 0)
  assert.match((await undo(data.batch_sid)).message, /have changed since.*Cog/)
  const undone = await ask<{ message: string }>('batch_edit/do/undo', { sid: data.batch_sid, leave_changed: true })
  assert.match(undone.data.message, /^Undone; changed since and left as they are: .*Cog$/)
  const remarks = await tenant.db.selectFrom('patent').select(['remark']).where('sid', 'in', [one.sid, other.sid]).orderBy('title').execute()
  assert.deepEqual(remarks.map(({ remark }) => remark), [null, 'by hand']) // oxfmt-ignore
})

test('an undo needs the ability that the undo of a single transition needs, and is refused after a day', async () => {
  const { sid } = await patent()
  assert.equal((await ask('patent/do/update', { sid, owner_sid: engineer.sid })).code, 0)
  const mine = await call<Taken>('patent/do/batch_transition', { sids: [sid], transition: 'review' }, { as: engineer, lang: 'en' })
  assert.equal(mine.code, 0, mine.text)
  assert.equal((await undo(mine.data.batch_sid, engineer)).status, 403)
  const { batch_sid } = await done<Taken>('patent/do/batch_transition', { sids: [(await patent()).sid], transition: 'review' })
  await tenant.db.updateTable('batch_edit').set({ created_at: new Date(Date.now() - 86_500_000).toISOString() }).where('sid', '=', String(batch_sid)).execute() // oxfmt-ignore
  assert.match((await undo(batch_sid)).message, /older than 24 hours/)
})

test('records that are no cases return to their values; where a transition wrote others beside them, its undo is refused with their names', async () => {
  const tasks = await Promise.all(['One', 'Two'].map((title) => make('task', { title, due_date: '2030-01-02' })))
  const sids = tasks.map(({ sid }) => sid)
  const { batch_sid } = await done<Taken>('task/do/batch_transition', { sids, transition: 'finish', result: 'Done together' })
  assert.deepEqual(await states('task', sids), ['DONE', 'DONE'])
  const undone = await undo(batch_sid)
  assert.equal(undone.code, 0, undone.text)
  const rows = await tenant.db.selectFrom('task').select(['status', 'result', 'done_date']).where('sid', 'in', sids).execute()
  assert.deepEqual(rows, [{ status: 'TODO', result: null, done_date: null }, { status: 'TODO', result: null, done_date: null }]) // oxfmt-ignore
  const round = await make('annuity_round', { name: 'Round', due_from: '2090-01-01', due_to: '2090-06-30' })
  await make('fee', {
    case_sid: (await patent()).sid,
    fee_class: 'ANNUITY',
    fee_type: 'OTHER',
    due_date: '2090-02-01',
    amount: '1200',
    currency: 'CNY',
  })
  const opened = await done<Taken>('annuity_round/do/batch_transition', { sids: [round.sid], transition: 'open', opinions_due: '2089-12-01' })
  assert.match((await undo(opened.batch_sid)).message, /also wrote other records \(Case maintenance review/)
  assert.equal(await stateOf('annuity_round', round.sid), 'OPEN')
})

test('a record that was changed since keeps its state: what was audited is not put back over another amount', async () => {
  const bill = (amount: string) => ({ invoice_no: 'F-7', seller_name: 'Fictitious firm', bill_date: '2026-06-01', bill_type: 'AGENCY', lines: [{ service: 'FILE', case_ref: 'X', amount }] }) // oxfmt-ignore
  const { data: made } = await ask<{ sid: string }>('invoice/do/create', bill('100.00'))
  await tenant.db.updateTable('invoice').set({ status: 'AUDITED', auditor: manager.sid, audit_date: '2026-06-02' }).where('sid', '=', made.sid).execute() // oxfmt-ignore
  const { data: taken, text } = await ask<Taken>('invoice/do/batch_transition', { sids: [made.sid], transition: 'unaudit' })
  assert.ok(taken?.batch_sid, text)
  const changed = await ask('invoice/do/update', { sid: made.sid, lines: bill('10000.00').lines })
  assert.equal(changed.code, 0, changed.text)
  assert.match((await undo(taken.batch_sid)).message, /have changed since/)
  assert.equal(await stateOf('invoice', made.sid), 'UNPROCESSED')
})

test('a transition of all results is checked for the first of them, is one batch, and is undone', async () => {
  const sids = await Promise.all(Array.from({ length: 3 }, async (_, at) => (await filed({ title: `All ${at}` })).sid))
  const iql = "title LIKE 'All %'"
  const { total } = await done<{ total: number }>('patent/do/transition_check', { iql, transition: 'withdraw' })
  assert.equal(total, 3)
  const { job_sid } = await done<{ job_sid: string }>('patent/do/transition_results', { iql, total: 3, transition: 'withdraw' }) // oxfmt-ignore
  assert.equal((await jobEnded(tenant, job_sid)).ok, 3)
  assert.deepEqual(await states('patent', sids), ['WITHDRAWN', 'WITHDRAWN', 'WITHDRAWN'])
  const { record } = await done<{ record: { sid: string }[] }>('batch_edit/do/search', { iql: 'ORDER BY created_at DESC', fl: 'sid', rows: 1 })
  const undone = await undo(String(record[0]?.sid))
  assert.equal(undone.code, 0, undone.text)
  assert.deepEqual(await states('patent', sids), ['SE', 'SE', 'SE'])
})

test('[2.11] a batch of a step that keeps the state is undone; a later step that keeps it, too, is not undone in its place', async () => {
  const mark = async (status: string) =>
    (await make('trademark', { title: '虚构之星', country: 'CN', mark_type: 'WORD', classes: [{ class_no: '9', goods: '耳机；电池' }], status, reg_date: '2016-03-02' })).sid // oxfmt-ignore
  const sids = [await mark('TM_REGISTERED'), await mark('TM_GRACE')]
  const read = () => Promise.all(sids.map(async (sid) => (await call<Record<string, unknown>>(`trademark/${sid}`, undefined, { as: manager })).data))
  const known = async () => (await read()).map(({ status, valid_to, renewed_on }) => [status, valid_to, renewed_on])
  const events = async () => (await Promise.all(sids.map((sid) => listed('official_event', String(sid), 'sid')))).flat().length
  const before = await known()
  const renew = () => done<Taken>('trademark/do/batch_transition', { sids, transition: 'renew', renewed_on: '2026-01-05' })
  const renewed = ['TM_REGISTERED', '2036-03-01', '2026-01-05']
  const first = await renew()
  assert.deepEqual(await known(), [renewed, renewed])
  assert.equal((await undo(first.batch_sid)).code, 0)
  assert.deepEqual([await known(), await events()], [before, 0])
  const second = await renew()
  await done('trademark/do/transition', { sid: sids[0], transition: 'delete_goods', classes: [{ class_no: '9', goods: '耳机' }] })
  assert.match((await undo(second.batch_sid)).message, /have changed since/)
  assert.deepEqual([await known(), (await read())[0]?.['classes'], await events()], [[renewed, renewed], [{ class_no: '9', goods: '耳机', goods_count: 1, group_codes: null, state: null }], 2]) // oxfmt-ignore
  await done('trademark/do/undo_transition', { sid: sids[0], reason: 'not these goods' })
  assert.equal((await undo(second.batch_sid)).code, 0)
  assert.deepEqual([await known(), await events()], [before, 0])
})
