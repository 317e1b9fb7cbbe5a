// What people try, and what happens in between: those who leave, those who are told, parts of what is held, votes at one time, and a failure at any statement.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { ApprovalView } from '../../model/approval/approval-actions.ts'
import { approvalServer, level, person } from '../../tests/harness/cases/approvals.ts'
import { systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { markGone } from './gone.ts'
import { remindOfTasks } from './overdue.ts'

const s = await approvalServer()
const { tenant, call, enrol, admin, starter, first, second, third, published, stop, patent, statusOf, started, todo, taskOf, act, view } = s
const settle = (sid: string, body: Record<string, unknown>) =>
  call<{ approval: ApprovalView }>('approval/do/settle', { sid, opinion: '虚构', ...body }, { as: admin, lang: 'en' })
const leaves = (sid: string, person_status: 'RESIGNED' | 'EMPLOYED' = 'RESIGNED') =>
  tenant.db.updateTable('user_info').set({ person_status }).where('sid', '=', sid).execute()
const node = (id: string, type: string, more: Record<string, unknown> = {}) => ({ id, type, name: id, name_en: id, ...more })

test('who is told of an approval can open it: by a notice, and the leader of somebody who is late', async () => {
  const [told, boss] = [await enrol('inventor'), await enrol('inventor')]
  await tenant.db.updateTable('user_info').set({ leader_sid: boss.sid }).where('sid', '=', first.sid).execute()
  const graph = {
    nodes: [node('start', 'START'), node('tell', 'NOTICE', { participants: [person(told)] }), node('a', 'APPROVE', { participants: [person(first)], vote: 'ALL_PASS', days: 1 }), node('end', 'END')],
    edges: [{ from: 'start', to: 'tell' }, { from: 'tell', to: 'a' }, { from: 'a', to: 'end' }],
  } // oxfmt-ignore
  const process = await published({ graph })
  const approval = await started(await patent())
  const opens = async (as: typeof told) => (await call('approval/do/overview', { sid: approval }, { as })).status
  assert.deepEqual([await opens(told), await opens(boss)], [200, 404])
  await remindOfTasks(systemContext(tenant), new Date(Date.now() + 30 * 86_400_000))
  assert.equal(await opens(boss), 200)
  const lines = (await view(approval)).log.map((line) => line.act)
  assert.deepEqual(lines.slice(-2), ['REMIND', 'ESCALATE'])
  await act(first, approval, 'agree')
  await stop(process)
})

test('a task that fits no process is not found, by a stranger before its approval is read', async () => {
  const system = systemContext(tenant)
  const approval = await createRow(system, modelNamed(tenant.models, 'approval'), {})
  const task = await createRow(system, modelNamed(tenant.models, 'approval_task'), {})
  await tenant.db.updateTable('approval_task').set({ approval_sid: approval, person_sid: first.sid }).where('sid', '=', task).execute()
  for (const as of [second, first]) {
    const { status, text } = await call('approval_task/do/agree', { sid: task }, { as })
    assert.equal(status, 404, text)
  }
  await tenant.db.deleteFrom('approval_task').where('sid', '=', task).execute()
  await tenant.db.deleteFrom('approval').where('sid', '=', approval).execute()
})

test('[4.07] an approval that asks somebody who has left goes to the administrator, who names another; the votes so far count', async () => {
  const leaver = await enrol('ip_engineer', { name: '离（虚构）' })
  const process = await published({ levels: [level([first, leaver])] })
  const approval = await started(await patent())
  await act(first, approval, 'agree')
  await leaves(leaver.sid)
  await markGone(systemContext(tenant))
  await markGone(systemContext(tenant))
  const waiting = await view(approval)
  assert.deepEqual([waiting.state, waiting.log.filter((line) => line.act === 'WAIT').length], ['WAITING_FOR_ADMIN', 1])
  assert.match(String(waiting.waits_for_en), /can no longer act/)
  assert.match((await settle(approval, { act: 'ASSIGN', person_sids: [second.sid, third.sid] })).message, /exactly 1/)
  const assigned = await settle(approval, { act: 'ASSIGN', person_sids: [second.sid] })
  assert.equal(assigned.data.approval.state, 'RUNNING', assigned.text)
  assert.equal((await act(second, approval, 'agree')).data.approval.state, 'APPROVED')
  await stop(process)
})

test('what is returned to a starter who has left waits for the administrator, who ends it; the record is free again', async () => {
  const gone = await enrol('ip_engineer')
  const process = await published({ levels: [level([first])] })
  const sid = await patent()
  await tenant.db.updateTable('patent').set({ owner_sid: gone.sid }).where('sid', '=', sid).execute()
  const approval = await started(sid, gone)
  await leaves(gone.sid)
  const back = await act(first, approval, 'give_back', { opinion: '请补充（虚构）' })
  assert.equal(back.data.approval.state, 'WAITING_FOR_ADMIN')
  assert.equal((await settle(approval, { act: 'ASSIGN', person_sids: [second.sid] })).code, 500005)
  assert.equal((await settle(approval, { act: 'CANCEL' })).data.approval.state, 'TERMINATED')
  assert.equal((await call('patent/do/update', { sid, remark: '可改' }, { as: admin })).code, 0)
  await stop(process)
})

test('[4.07] who approved once is not asked again, but a new submission is no approval, and required documents are still asked for', async () => {
  const again = await published({ levels: [level([first]), level([first], 'ALL_PASS', { doc_types: ['CN01'] })] }, { once_per_person: true })
  const approval = await started(await patent())
  assert.equal((await act(first, approval, 'agree')).data.approval.state, 'RUNNING')
  const missing = await act(first, approval, 'agree')
  assert.match(missing.message, /Miss doc types/)
  await settle(approval, { act: 'CANCEL' })
  await stop(again)
  const own = await published({ levels: [level([starter], 'ALL_PASS'), level([first])] }, { once_per_person: true, own_allowed: true })
  const other = await started(await patent())
  await act(starter, other, 'agree')
  await act(first, other, 'give_back', { opinion: '退回（虚构）' })
  const resubmitted = await act(starter, other, 'agree')
  assert.deepEqual(resubmitted.data.approval.nodes.filter(({ state }) => state === 'OPEN').map(({ node: id }) => id), ['level_1']) // oxfmt-ignore
  await settle(other, { act: 'CANCEL' })
  await stop(own)
})

test('nothing joins, leaves or changes in a payment list that is being approved; paying it is a step that is approved too', async () => {
  const process = await published({ levels: [level([second])] }, { entity: 'payment', transition: 'pay' })
  const finance = await enrol('finance')
  const case_sid = await patent()
  const fee = (amount: string) =>
    createRow(systemContext(tenant), modelNamed(tenant.models, 'fee'), { case_sid, fee_class: 'OFFICIAL', fee_type: 'X', amount, due_date: '2031-01-01' })
  const [listed, loose] = [await fee('100'), await fee('99999')]
  const list = await call<{ sid: string }>('payment/do/from_fees', { fee_sids: [listed] }, { as: finance })
  assert.equal(list.code, 0, list.text)
  const paid = await call<{ approval: string }>('payment/do/pay', { sid: list.data.sid, pay_date: '2026-01-05', official_order_no: 'X1', receipts: { [listed]: 'R1' } }, { as: finance })
  assert.equal(paid.code, 500014, paid.text)
  const tries = [
    call('fee/do/transition', { sid: loose, transition: 'put_in_batch', payment_sid: list.data.sid }, { as: finance }),
    call('fee/do/update', { sid: listed, amount: '5' }, { as: finance }),
    call('fee/do/transition', { sid: listed, transition: 'take_back' }, { as: finance }),
    call('payment/do/pay', { sid: list.data.sid, pay_date: '2026-01-05', official_order_no: 'X1' }, { as: finance }),
  ]
  for (const { code, text } of await Promise.all(tries)) assert.equal(code, 500015, text)
  assert.equal((await act(second, paid.data.approval, 'agree')).data.approval.state, 'APPROVED')
  const row = await tenant.db.selectFrom('fee').select(['status', 'voucher_no']).where('sid', '=', listed).executeTakeFirstOrThrow()
  assert.deepEqual(row, { status: 'PAID', voucher_no: 'R1' })
  await stop(process)
}) // oxfmt-ignore

test('a payment list is not paid past the approval of its step before; an approved list is', async () => {
  const process = await published({ levels: [level([second])] }, { entity: 'payment', transition: 'approve' })
  const finance = await enrol('finance')
  const values = { case_sid: await patent(), fee_class: 'OFFICIAL', fee_type: 'X', amount: '100', due_date: '2031-01-01' }
  const fee = await createRow(systemContext(tenant), modelNamed(tenant.models, 'fee'), values)
  const { data } = await call<{ sid: string }>('payment/do/from_fees', { fee_sids: [fee] }, { as: finance })
  const pay = () => call('payment/do/pay', { sid: data.sid, pay_date: '2026-01-05', official_order_no: 'X1' }, { as: finance, lang: 'en' })
  const past = await pay()
  assert.notEqual(past.code, 0)
  assert.match(past.text, /“Approve” has to be approved first/)
  const asked = await call<{ approval: string }>('payment/do/transition', { sid: data.sid, transition: 'approve' }, { as: finance })
  assert.equal(asked.code, 500014, asked.text)
  assert.equal((await act(second, asked.data.approval, 'agree')).data.approval.state, 'APPROVED')
  const paid = await pay()
  assert.equal(paid.code, 0, paid.text)
  await stop(process)
})

test('[4.07] eight vote at one time where one suffices: one vote decides, seven hear who did', async () => {
  const eight = [first, second, third, ...(await Promise.all([1, 2, 3, 4, 5].map(() => enrol('ip_engineer'))))]
  const process = await published({ levels: [level(eight, 'ONE_SUBMIT')] })
  const sid = await patent()
  const approval = await started(sid)
  const tasks = await Promise.all(eight.map((who) => taskOf(who, approval)))
  const answers = await Promise.all(
    tasks.map((task, at) => call(`approval_task/do/${at % 2 ? 'refuse' : 'agree'}`, { sid: task, opinion: '虚构' }, { as: eight[at], lang: 'en' })),
  )
  assert.equal(answers.filter(({ code }) => code === 0).length, 1)
  for (const { message } of answers.filter(({ code }) => code !== 0)) assert.match(message, /The task is closed: .+, (Agreed|Refused), /)
  const { state, log } = await view(approval)
  assert.equal(log.filter((line) => line.act === 'AGREE' || line.act === 'REFUSE').length, 1)
  assert.equal(await statusOf(sid), state === 'APPROVED' ? 'READY' : 'DRAFTING')
  await stop(process)
})

test('of a last vote and a withdrawal at one time, one counts', async () => {
  const process = await published({ levels: [level([first])] })
  for (let round = 0; round < 4; round++) {
    const sid = await patent()
    const approval = await started(sid)
    const task = await taskOf(first, approval)
    const [vote, withdrawal] = await Promise.all([
      call('approval_task/do/agree', { sid: task }, { as: first }),
      call('approval/do/withdraw', { sid: approval }, { as: starter }),
    ])
    assert.equal([vote, withdrawal].filter(({ code }) => code === 0).length, 1)
    assert.equal(await statusOf(sid), vote.code === 0 ? 'READY' : 'DRAFTING')
  }
  await stop(process)
})

test('a failure at any statement of the last vote leaves nothing half done, and the vote can be cast again', async () => {
  const process = await published({ levels: [level([first], 'ALL_PASS'), level([second], 'ALL_PASS')] })
  const statements = [
    ['before', 'approval_task'], ['after', 'approval_log'], ['before', 'approval'], ['after', 'patent'], ['before', 'change_log'], ['after', 'notification'],
  ] as const // oxfmt-ignore
  for (const [when, table] of statements) {
    const sid = await patent()
    const approval = await started(sid)
    await act(first, approval, 'agree')
    const task = await taskOf(second, approval)
    const state = async () => JSON.stringify([await view(approval), await statusOf(sid), (await todo(second)).total])
    const before = await state()
    await sql`create or replace function fail_here() returns trigger language plpgsql as $$ begin raise exception 'killed here'; end $$`.execute(
      tenant.db,
    )
    await sql`create trigger killed ${sql.raw(when)} insert or update on ${sql.table(table)} for each row execute function fail_here()`.execute(
      tenant.db,
    )
    const answer = await call('approval_task/do/agree', { sid: task }, { as: second })
    await sql`drop trigger killed on ${sql.table(table)}`.execute(tenant.db)
    assert.ok(answer.status >= 500, `${when} ${table}: ${answer.text}`)
    assert.equal(await state(), before, `${when} ${table}`)
    assert.equal((await call('approval_task/do/agree', { sid: task }, { as: second })).code, 0)
    assert.equal(await statusOf(sid), 'READY')
  }
  await stop(process)
})

test('[4.08] a chain of 8 levels of leaders is walked to its top; a ninth level is refused with its name', async () => {
  const chain = await Promise.all(Array.from({ length: 8 }, (_, at) => enrol('inventor', { name: `第${at + 1}级（虚构）` })))
  const low = await enrol('ip_engineer')
  for (const [at, one] of [low, ...chain.slice(0, -1)].entries())
    await tenant.db.updateTable('user_info').set({ leader_sid: chain[at]?.sid ?? null }).where('sid', '=', one.sid).execute() // oxfmt-ignore
  const up = (steps: number) => ({ ...level([]), participants: [{ kind: 'STARTER_LEADER' as const, up: steps }] })
  const process = await published({ levels: [1, 2, 3, 4, 5, 6, 7, 8].map(up) })
  const sid = await patent()
  await tenant.db.updateTable('patent').set({ owner_sid: low.sid }).where('sid', '=', sid).execute()
  const approval = await started(sid, low)
  for (const [at, leader] of chain.entries())
    assert.equal((await act(leader, approval, 'agree')).data.approval.state, at === 7 ? 'APPROVED' : 'RUNNING')
  await stop(process)
  assert.match(
    (await s.draft({ levels: [...[1, 2, 3, 4, 5, 6, 7, 8].map(up), up(1)] })).message,
    /Level approve settings error: there are 1 to 8 levels/,
  )
  assert.match((await s.draft({ levels: [level([first]), level(Array(9).fill(first))] })).message, /Level approve settings error: level 2 /)
})

test('two published processes for all records of one step are refused, so that nobody guesses which one serves', async () => {
  const process = await published({ levels: [level([first])] })
  const rival = await s.draft({ levels: [level([second])] })
  const answer = await call('approval_process/do/publish', { sid: rival.data.sid }, { as: admin, lang: 'en' })
  assert.match(answer.message, /serves all records already/)
  await stop(process)
})

test('a warning is confirmed before the approval begins, not after it', async () => {
  const process = await published({ levels: [level([first])] }, { entity: 'proposal', transition: 'submit' })
  const writer = await enrol('inventor')
  const { data } = await call<{ sid: string }>('proposal/do/create', { title: '磁悬浮虚构水杯', solution: '虚构', disclosed: true, disclosure_date: '2026-01-31', disclosure_way: 'FAIR' }, { as: writer })
  const asked = await call('proposal/do/transition', { sid: data.sid, transition: 'submit', confirm: [] }, { as: writer })
  assert.equal(asked.status, 412)
  assert.equal((await call<{ total: number }>('approval_task/do/todo', {}, { as: first })).data.total, 0)
  const begun = await call<{ approval: string }>('proposal/do/transition', { sid: data.sid, transition: 'submit', confirm: ['disclosed', 'look_alike'] }, { as: writer })
  assert.equal(begun.code, 500014)
  assert.equal((await act(first, begun.data.approval, 'agree')).data.approval.state, 'APPROVED')
  await stop(process)
}) // oxfmt-ignore

test('[2.30] the workflow log is a list that is searched by person, act, record and day, each within what they may see', async () => {
  const process = await published({ levels: [level([first])] })
  const approval = await started(await patent('日志里的虚构装置'))
  await act(first, approval, 'agree', { opinion: '很好的虚构意见' })
  const search = async (as: typeof admin, iql: string) =>
    (await call<{ total: number; record: { act: string; person_sid: { name: string } | null }[] }>('approval_log/do/search', { fl: ['act', 'at', 'node_name', 'person_sid', 'note', 'approval_sid'], iql }, { as })).data
  const own = `approval_sid = '${approval}'`
  assert.equal((await search(admin, own)).total, 5)
  assert.deepEqual((await search(admin, `${own} AND act = 'AGREE' AND person_sid = '${first.sid}' AND at >= today()`)).record.map((line) => line.person_sid?.name), ['甲（虚构）'])
  assert.equal((await search(admin, `${own} AND note CONTAINS '虚构意见'`)).total, 1)
  assert.equal((await search(admin, `approval_sid.record_name CONTAINS '日志里' AND act = 'END'`)).total, 1)
  assert.deepEqual([(await search(first, own)).total, (await search(await enrol('inventor'), own)).total], [5, 0])
  await stop(process)
}) // oxfmt-ignore

test('[5.13] an administrator changes a process while it runs, sees what happens to each approval, and takes along those whose step still stands', async () => {
  const process = await published({ levels: [level([first]), level([second]), level([third])] })
  const [one, other] = [await started(await patent()), await started(await patent())]
  for (const who of [first, second]) await act(who, other, 'agree')
  const next = await call<{ sid: string }>('approval_process/do/new_version', { sid: process }, { as: admin })
  await call('approval_process/do/update', { sid: next.data.sid, levels: [level([first]), level([third])] }, { as: admin })
  const along = (approval_sids: string[] = [], as = admin) =>
    call<{ runs: { approval: string; why_en: string | null; steps_en: string[] }[]; taken: number }>('approval_process/do/take_along', { sid: next.data.sid, approval_sids }, { as, lang: 'en' })
  assert.equal((await along()).code, 500005, 'not before it is published')
  assert.equal((await call('approval_process/do/publish', { sid: next.data.sid }, { as: admin })).code, 0)
  assert.equal((await along([], starter)).code, 403)
  const seen = (await along()).data.runs
  assert.deepEqual(seen.map(({ approval, why_en }) => [approval, why_en]), [[one, null], [other, 'the new version has no step “Approval”']])
  assert.match((await along([other])).message, /cannot be taken along/)
  assert.deepEqual((await along([one])).data.runs.map(({ approval }) => approval), [other])
  await act(first, one, 'agree')
  const moved = await act(third, one, 'agree')
  assert.equal(moved.data.approval.state, 'APPROVED', moved.text)
  assert.ok(moved.data.approval.log.some((line) => line.act === 'TAKE_ALONG' && line.note === '1 → 2'))
  assert.equal((await act(third, other, 'agree')).data.approval.state, 'APPROVED')
  await stop(next.data.sid)
}) // oxfmt-ignore

test('while an approval runs, the state of its record is not taken back, neither alone nor with a batch', async () => {
  const process = await published({ levels: [level([first])] })
  const sid = await patent()
  const taken = await call<{ batch_sid: string }>('patent/do/batch_transition', { sids: [sid], transition: 'review' }, { as: admin, lang: 'en' })
  assert.equal(taken.code, 0, taken.text)
  const approval = await started(sid)
  for (const [path, body] of [
    ['patent/do/undo_transition', { sid, reason: 'back' }],
    ['batch_edit/do/undo', { sid: taken.data.batch_sid }],
  ] as const) {
    const { code, text } = await call(path, body, { as: admin })
    assert.equal(code, 500015, `${path} ${text}`)
  }
  assert.equal((await settle(approval, { act: 'CANCEL' })).code, 0)
  await stop(process)
})

test('nobody gets a second vote: no task is transferred to somebody who has voted at the step, nor is their signature added', async () => {
  const process = await published({ levels: [level([first, second, third], 'HALF_PASS')] })
  const approval = await started(await patent())
  await act(first, approval, 'agree')
  for (const [name, more] of [
    ['transfer', { person_sid: first.sid }],
    ['add_signer', { person_sids: [first.sid], place: 'BESIDE' }],
  ] as const)
    assert.match((await act(second, approval, name, more)).message, /has voted there/)
  const leaver = second
  await leaves(leaver.sid)
  await markGone(systemContext(tenant))
  assert.match((await settle(approval, { act: 'ASSIGN', person_sids: [first.sid] })).message, /have voted there/)
  await settle(approval, { act: 'CANCEL' })
  await leaves(leaver.sid, 'EMPLOYED')
  await stop(process)
})

test('a held case takes no priority, and takes the notice of an office with its deadline; its step waits and says why', async () => {
  const process = await published({ levels: [level([first])] }, { transition: 'withdraw' })
  const sid = await patent()
  const in_examination = { status: 'SE' as const, application_no: '202610000012.7', filing_date: '2026-01-05' }
  await tenant.db.updateTable('patent').set(in_examination).where('sid', '=', sid).execute() // oxfmt-ignore
  const claim = { case_sid: sid, priority_country: 'US', priority_no: '63/123,456', priority_date: '2025-05-01' }
  const approval = await started(sid, starter, {}, 'withdraw')
  assert.equal((await call('priority/do/create', claim, { as: starter })).code, 500015)
  const notice = { case_sid: sid, code: 'CN14', event_date: '2026-10-01' }
  const recorded = await call<{ warnings: string[] }>('official_event/do/create', notice, { as: starter, lang: 'en' })
  assert.equal(recorded.code, 0, recorded.text)
  assert.match(String(recorded.data.warnings), /The case stays in “.+”; “.+” cannot be taken yet: .+ is being approved/)
  assert.equal(await statusOf(sid), 'SE')
  const opened = await call<{ total: number }>('deadline/do/search', { iql: `case_sid = '${sid}' AND rule_id = 'CNP19'` }, { as: starter })
  assert.equal(opened.data.total, 1)
  await settle(approval, { act: 'CANCEL' })
  await stop(process)
})
