import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalForm, ApprovalView, ToDo } from '../../model/approval/approval-actions.ts'
import type { Graph, Level, VoteMode } from '../../model/approval/graph.ts'
import { approvalServer, level, type Made, person } from '../../tests/harness/cases/approvals.ts'
import type { Person } from '../../tests/harness/server.ts'

const {
  tenant,
  call,
  enrol,
  admin,
  starter,
  first,
  second,
  third,
  draft,
  published,
  stop,
  patent,
  take,
  statusOf,
  started,
  todo,
  taskOf,
  act,
  view,
} = await approvalServer()

test('[4.08] a transition with a published process waits until both levels have agreed, and is then taken as by its starter', async () => {
  const process = await published({ levels: [level([first]), level([second], 'ALL_PASS', { days: 3 })] })
  const sid = await patent()
  const answer = await take(sid)
  assert.deepEqual([answer.status, answer.code], [409, 500014])
  assert.match(answer.message, /“Final draft approved” of “.*虚构装置.*” was submitted for approval/)
  const { approval } = answer.data
  assert.equal(await statusOf(sid), 'DRAFTING')
  assert.deepEqual([(await todo(first)).total, (await todo(second)).total], [1, 0])
  assert.equal((await act(first, approval, 'agree', { opinion: '同意（虚构）' })).code, 0)
  assert.equal(await statusOf(sid), 'DRAFTING')
  const [waiting] = (await todo(second)).tasks
  assert.ok(waiting?.due_at && waiting.for === null && waiting.starter?.sid === starter.sid)
  const last = await act(second, approval, 'agree')
  assert.equal(last.data.approval.state, 'APPROVED')
  assert.deepEqual(last.data.approval.log.map((line) => line.act), ['START', 'ENTER', 'AGREE', 'PASS', 'ENTER', 'AGREE', 'PASS', 'END']) // oxfmt-ignore
  assert.equal(await statusOf(sid), 'READY')
  const history = await tenant.db
    .selectFrom('change_log')
    .select(['created_by', 'action', 'source'])
    .where('record_sid', '=', sid)
    .orderBy('created_at')
    .execute()
  assert.deepEqual(history.at(-1), { created_by: starter.sid, action: 'TRANSITION', source: 'API' })
  const done = (await call<{ tasks: ToDo[] }>('approval_task/do/done', {}, { as: first })).data.tasks
  assert.deepEqual([done[0]?.state, done[0]?.opinion], ['AGREED', '同意（虚构）'])
  await stop(process)
})

test('a transition without a process, or to which its condition does not apply, is taken at once', async () => {
  const free = await patent()
  assert.equal((await take(free)).code, 0)
  const process = await published({ levels: [level([first])] }, { condition: "title CONTAINS '重要'" })
  assert.equal((await take(await patent())).code, 0)
  await started(await patent('重要的虚构装置'))
  await stop(process)
})

test('[4.07] each vote mode decides as it says', async () => {
  const all = [first, second, third]
  const rows: [VoteMode, readonly ('agree' | 'refuse')[], ApprovalView['state']][] = [
    ['ALL_SUBMIT', ['refuse', 'refuse', 'agree'], 'APPROVED'],
    ['HALF_PASS', ['refuse', 'agree', 'agree'], 'APPROVED'],
    ['HALF_PASS', ['refuse', 'refuse'], 'REFUSED'],
    ['ONE_PASS', ['refuse', 'agree'], 'APPROVED'],
    ['ONE_PASS', ['refuse', 'refuse', 'refuse'], 'REFUSED'],
    ['ALL_PASS', ['agree', 'refuse'], 'REFUSED'],
    ['ALL_PASS', ['agree', 'agree', 'agree'], 'APPROVED'],
    ['ONE_SUBMIT', ['refuse'], 'REFUSED'],
    ['ONE_SUBMIT', ['agree'], 'APPROVED'],
  ]
  for (const [vote, votes, end] of rows) {
    const process = await published({ levels: [level(all, vote)] })
    const sid = await patent()
    const approval = await started(sid)
    for (const [at, one] of votes.entries()) {
      const who = all[at] ?? first
      assert.equal((await view(approval)).state, 'RUNNING', `${vote} before vote ${at + 1}`)
      assert.equal((await act(who, approval, one, { opinion: '虚构' })).code, 0)
    }
    assert.equal((await view(approval)).state, end, vote)
    assert.equal(await statusOf(sid), end === 'APPROVED' ? 'READY' : 'DRAFTING')
    await stop(process)
  }
})

test('a vote after the decision is refused with who decided and when', async () => {
  const process = await published({ levels: [level([first, second], 'ONE_PASS')] })
  const approval = await started(await patent())
  const late = await taskOf(second, approval)
  await act(first, approval, 'agree')
  const refused = await call('approval_task/do/agree', { sid: late }, { as: second, lang: 'en' })
  assert.equal(refused.code, 500016)
  assert.match(refused.message, /甲（虚构）, Agreed, \d+ \w+ \d{4} \d\d:\d\d/)
  assert.match((await call('approval_task/do/agree', { sid: late }, { as: second, lang: 'zh' })).message, /：甲（虚构）已同意（/)
  await stop(process)
})

test('a refusal needs an opinion, releases the record, and ends the approval', async () => {
  const process = await published({ levels: [level([first])] })
  const sid = await patent()
  const approval = await started(sid)
  assert.deepEqual((await act(first, approval, 'refuse')).errors.map(({ field }) => field), ['opinion']) // oxfmt-ignore
  assert.equal((await act(first, approval, 'refuse', { opinion: '不同意（虚构）' })).data.approval.state, 'REFUSED')
  assert.equal((await call('patent/do/update', { sid, remark: '修改' }, { as: starter })).code, 0)
  await stop(process)
})

test('while it is approved a record is held: only the fields that the open node opens are changed, by its people', async () => {
  const process = await published({ levels: [level([first], 'ALL_PASS', { opens: ['remark'] })] })
  const sid = await patent()
  const approval = await started(sid)
  const change = (as: Person, more: Record<string, unknown>) => call('patent/do/update', { sid, ...more }, { as, lang: 'en' })
  const refused = await change(starter, { remark: 'x' })
  assert.deepEqual([refused.code, refused.status], [500015, 409])
  assert.match(refused.message, /is being approved \(Final draft approved\)/)
  assert.equal((await change(first, { remark: '审批人填写' })).code, 0)
  assert.equal((await change(first, { title: '另一名称' })).code, 500015)
  assert.equal((await take(sid, starter, 'review')).code, 500015)
  assert.equal((await take(sid)).code, 500015)
  assert.equal((await call(`patent/do/delete/${sid}`, {}, { as: admin })).code, 500015)
  await act(first, approval, 'agree')
  assert.equal((await change(starter, { remark: 'y' })).code, 0)
  await stop(process)
})

const form = async (as: Person, sid: string) => call<{ form: ApprovalForm }>('approval/do/form', { sid }, { as, lang: 'en' })
const rightsOn = (more: Record<string, readonly string[]>) => published({ levels: [level([first], 'ALL_PASS', more)] })

test('[4.08] of the fields of a record some are changed, some must be filled in, some are hidden, and the rest is read, whatever is sent', async () => {
  const process = await rightsOn({ opens: ['remark'], requires: ['title_en'], hides: ['owner_sid'] })
  const sid = await patent()
  const approval = await started(sid)
  const { record, hides, edits, requires } = (await form(first, approval)).data.form
  assert.deepEqual([record?.title, Object.hasOwn(record ?? {}, 'owner_sid')], ['一种虚构装置', false])
  assert.deepEqual([hides, edits, requires], [['owner_sid'], ['remark', 'title_en'], ['title_en']])
  const theirs = (await form(starter, approval)).data.form
  assert.deepEqual([Object.hasOwn(theirs.record ?? {}, 'owner_sid'), theirs.edits, theirs.hides], [true, [], []])
  assert.equal((await form(third, approval)).status, 404)
  const change = async (as: Person, more: Record<string, unknown>) => (await call('patent/do/update', { sid, ...more }, { as })).code
  assert.deepEqual(await Promise.all([
    change(first, { title: '改名' }), change(first, { owner_sid: first.sid }), change(first, { title_en: 'X', title: '改名' }),
    change(second, { title_en: 'X' }), change(starter, { title_en: 'X' }),
  ]), [500015, 500015, 500015, 500015, 500015]) // oxfmt-ignore
  const early = await act(first, approval, 'agree')
  assert.deepEqual([early.status, early.errors.map(({ field }) => field)], [400, ['title_en']])
  assert.match(early.message, /must be filled in before anybody agrees/)
  await change(first, { title_en: '   ' })
  assert.equal((await act(first, approval, 'agree')).status, 400)
  assert.equal(await statusOf(sid), 'DRAFTING')
  assert.equal(await change(first, { title_en: 'Fictional device' }), 0)
  assert.equal((await act(first, approval, 'agree')).data.approval.state, 'APPROVED')
  await stop(process)
})

test('[4.08] who decides sees what was asked with the step, without what the step hides from them', async () => {
  const process = await published({ levels: [level([first], 'ALL_PASS', { hides: ['close_reason'] })] }, { transition: 'abandon' })
  const sid = await patent()
  await tenant.db.updateTable('patent').set({ status: 'GRANTED' }).where('sid', '=', sid).execute()
  const approval = await started(sid, starter, { close_date: '2026-01-05', close_reason: '不再使用（虚构）' }, 'abandon')
  const asked = async (as: Person) => (await form(as, approval)).data.form.asked
  assert.deepEqual(await asked(first), [{ field: 'close_date', value: '2026-01-05' }])
  assert.deepEqual((await asked(starter)).map(({ field }) => field), ['close_date', 'close_reason']) // oxfmt-ignore
  await act(first, approval, 'agree')
  assert.deepEqual((await asked(first)).length, 1, 'also when they have decided')
  await stop(process)
})

test('who reads approvals by a role, without seeing the record, is not told what was asked with the step', async () => {
  const make = async (model: string, row: object, as = admin) => {
    const { data, text } = await call<Made>(`${model}/do/create`, row, { as })
    assert.ok(data?.sid, text)
    return data.sid
  }
  const role_sid = await make('role', { code: 'approval_reader', name: '审批查阅（虚构）', platform: '1' })
  for (const [entity, data_scope] of [
    ['approval', 'ALL'],
    ['trade_secret', 'SELF'],
  ] as const)
    await make('role_grant', { role_sid, entity, verbs: ['get', 'search'], data_scope })
  const reader = await enrol('inventor', { role_sids: [role_sid] })
  const process = await published({ levels: [level([first])] }, { entity: 'trade_secret', transition: 'declassify' })
  const secret = await make('trade_secret', { title: '虚构工艺', authorised_users: [starter.sid] }, starter)
  await tenant.db.updateTable('trade_secret').set({ status: 'PROTECTED', from_date: '2024-01-31' }).where('sid', '=', secret).execute()
  const asked = await call<{ approval: string }>('trade_secret/do/transition', { sid: secret, transition: 'declassify', close_reason: '已公开（虚构）' }, { as: starter }) // oxfmt-ignore
  assert.equal(asked.code, 500014, asked.text)
  const shown = async (as: Person) => (await form(as, asked.data.approval)).data.form
  for (const person of [starter, first]) assert.deepEqual((await shown(person)).asked.map(({ field }) => field), ['close_reason']) // oxfmt-ignore
  const theirs = await shown(reader)
  assert.deepEqual([theirs.record, theirs.asked], [null, []])
  await stop(process)
})

test('the starter withdraws until somebody else has decided', async () => {
  const process = await published({ levels: [level([first]), level([second])] })
  const [one, other] = [await started(await patent()), await started(await patent())]
  assert.deepEqual((await view(one)).acts, ['withdraw', 'urge'])
  assert.equal((await call('approval/do/withdraw', { sid: one }, { as: first })).status, 404)
  assert.equal((await call<{ approval: ApprovalView }>('approval/do/withdraw', { sid: one }, { as: starter })).data.approval.state, 'WITHDRAWN')
  await act(first, other, 'agree')
  assert.equal((await call('approval/do/withdraw', { sid: other }, { as: starter })).code, 500005)
  await act(second, other, 'agree')
  await stop(process)
})

test('an approval is seen by those who take part in it or see its record, and acted on by those whose task it is', async () => {
  const process = await published({ levels: [level([first])] })
  const sid = await patent()
  const approval = await started(sid)
  const outsider = await enrol('inventor')
  const seen = async (as: Person) => (await call('approval/do/overview', { sid: approval }, { as })).status
  assert.deepEqual([await seen(starter), await seen(first), await seen(admin), await seen(outsider)], [200, 200, 200, 404])
  assert.equal((await call('approval_task/do/agree', { sid: await taskOf(first, approval) }, { as: outsider })).status, 404)
  assert.equal((await call('approval_task/do/agree', { sid: await taskOf(first, approval) }, { as: admin })).status, 404)
  const ofRecord = await call<{ approvals: ApprovalView[] }>('approval/do/of_record', { entity: 'patent', record_sid: sid }, { as: first })
  assert.deepEqual(ofRecord.data.approvals.map((one) => one.sid), [approval]) // oxfmt-ignore
  assert.deepEqual((await call('approval/do/of_record', { entity: 'patent', record_sid: sid }, { as: outsider })).data, { approvals: [] })
  await act(first, approval, 'agree')
  await stop(process)
})

test('the starter does not approve unless the process allows it; where nobody is left, an administrator assigns people', async () => {
  const process = await published({ levels: [level([starter])] })
  const sid = await patent()
  const approval = await started(sid)
  assert.deepEqual([(await view(approval)).state, (await todo(starter)).total], ['WAITING_FOR_ADMIN', 0])
  const notices = await call<{ record: { title_en: string; link: string }[] }>('notification/do/search', {}, { as: admin })
  assert.ok(notices.data.record.some(({ title_en, link }) => title_en.startsWith('An approval waits') && link === `/approvals?open=${approval}`))
  const urge = () => call<{ urged: number }>('approval/do/urge', { sid: approval }, { as: starter, lang: 'en' })
  const [urged, again] = [await urge(), await urge()]
  assert.ok(urged.data.urged > 0, 'its starter reminds the administrators')
  assert.match(again.message, /^It was urged at .+:\d\d and can be urged again after .+:\d\d$/)
  assert.ok((await view(approval)).urged_at)
  const settle = (body: Record<string, unknown>, as = admin) =>
    call<{ approval: ApprovalView }>('approval/do/settle', { sid: approval, opinion: '虚构', ...body }, { as })
  assert.equal((await settle({ act: 'ASSIGN', person_sids: [second.sid] }, first)).code, 403)
  assert.equal((await settle({ act: 'ASSIGN', person_sids: [starter.sid] })).code, 500005)
  assert.equal((await settle({ act: 'ASSIGN', person_sids: [second.sid] })).data.approval.state, 'RUNNING')
  assert.equal((await act(second, approval, 'agree')).data.approval.state, 'APPROVED')
  assert.equal(await statusOf(sid), 'READY')
  await stop(process)
  const allowing = await published({ levels: [level([starter])] }, { own_allowed: true })
  const other = await started(await patent())
  assert.equal((await act(starter, other, 'agree')).data.approval.state, 'APPROVED')
  await stop(allowing)
})

test('what is refused when it is carried out waits for the administrator with the reason, and nothing of it stays', async () => {
  const process = await published({ levels: [level([first])] })
  const sid = await patent()
  const approval = await started(sid)
  await tenant.db.updateTable('patent').set({ status: 'READY' }).where('sid', '=', sid).execute()
  const answer = await act(first, approval, 'agree')
  assert.equal(answer.data.approval.state, 'WAITING_FOR_ADMIN')
  assert.ok(answer.data.approval.waits_for_en?.includes('Final draft approved'), String(answer.data.approval.waits_for_en))
  await tenant.db.updateTable('patent').set({ status: 'DRAFTING' }).where('sid', '=', sid).execute()
  const retried = await call<{ approval: ApprovalView }>('approval/do/settle', { sid: approval, act: 'RETRY', opinion: '虚构' }, { as: admin })
  assert.equal(retried.data.approval.state, 'APPROVED')
  assert.equal(await statusOf(sid), 'READY')
  await stop(process)
})

test('values that the transition takes are kept with the approval and written at its end', async () => {
  const process = await published({ levels: [level([first])] }, { transition: 'abandon' })
  const sid = await patent()
  await tenant.db.updateTable('patent').set({ status: 'GRANTED' }).where('sid', '=', sid).execute()
  assert.deepEqual((await take(sid, starter, 'abandon', { close_date: 'x' })).errors.map(({ field }) => field), ['close_date']) // oxfmt-ignore
  const approval = await started(sid, starter, { close_date: '2026-01-05', close_reason: '不再使用（虚构）' }, 'abandon')
  assert.equal((await act(first, approval, 'agree')).data.approval.state, 'APPROVED')
  const { data } = await call<{ status: string; close_date: string }>(`patent/${sid}`, undefined, { as: admin })
  assert.deepEqual([data.status, data.close_date], ['ABANDONED', '2026-01-05'])
  await stop(process)
})

const node = (id: string, type: string, more: Record<string, unknown> = {}) => ({ id, type, name: id, name_en: id, ...more })
const work = (who: readonly Person[], more: Record<string, unknown> = {}) => ({ participants: who.map(person), vote: 'ALL_PASS', ...more })

/** Important ones go to two people in parallel, others to one; somebody is notified at the end. */
const graph = {
  nodes: [
    node('start', 'START'), node('which', 'EXCLUSIVE'), node('fork', 'FORK'), node('a', 'APPROVE', work([first])), node('b', 'APPROVE', work([second])),
    node('join', 'JOIN'), node('c', 'APPROVE', work([third])), node('tell', 'NOTICE', work([admin])), node('end', 'END'),
  ],
  edges: [
    { from: 'start', to: 'which' }, { from: 'which', to: 'fork', when: "title CONTAINS '重要'" }, { from: 'which', to: 'c' },
    { from: 'fork', to: 'a' }, { from: 'fork', to: 'b' }, { from: 'a', to: 'join' }, { from: 'b', to: 'join' }, { from: 'join', to: 'tell' }, { from: 'c', to: 'tell' },
    { from: 'tell', to: 'end' },
  ],
} // oxfmt-ignore

test('[5.13] a graph runs with gateways, parallel branches and notices, and its simulation shows the same way', async () => {
  const process = await published({ graph })
  const [plain, important] = [await patent(), await patent('重要的虚构装置')]
  const simulate = async (record_sid: string) => {
    const { data } = await call<{ path: { node: string; people: { sid: string }[] }[] }>('approval_process/do/simulate', { sid: process, record_sid, starter_sid: starter.sid }, { as: admin }) // oxfmt-ignore
    return data.path.map((step) => step.node).join(' ')
  }
  assert.deepEqual([await simulate(plain), await simulate(important)], ['start which c tell end', 'start which fork a b join tell end'])
  const approval = await started(important)
  assert.equal((await act(second, approval, 'agree')).data.approval.state, 'RUNNING')
  assert.equal((await act(first, approval, 'agree')).data.approval.state, 'APPROVED')
  const other = await started(plain)
  assert.equal((await act(third, other, 'agree')).data.approval.state, 'APPROVED')
  await stop(process)
})

test('a simulation goes through many forks once', async () => {
  const forks = Array.from({ length: 24 }, (_, at) => ['FORK', 'NOTICE', 'NOTICE', 'JOIN'].map((type, part) => node(`n${at}_${part}`, type, type === 'NOTICE' ? work([admin]) : {}))) // oxfmt-ignore
  const edges = forks.flatMap((_, at) => [[at, 0, 1], [at, 0, 2], [at, 1, 3], [at, 2, 3]].map(([n, from, to]) => ({ from: `n${n}_${from}`, to: `n${n}_${to}` }))) // oxfmt-ignore
  const between = Array.from({ length: 25 }, (_, at) => ({ from: at === 0 ? 'start' : `n${at - 1}_3`, to: at === 24 ? 'end' : `n${at}_0` }))
  const { data } = await draft({ graph: { nodes: [node('start', 'START'), ...forks.flat(), node('end', 'END')], edges: [...edges, ...between] } })
  const path = await call<{ path: { node: string }[] }>('approval_process/do/simulate', { sid: data.sid, record_sid: await patent(), starter_sid: starter.sid }, { as: admin }) // oxfmt-ignore
  assert.deepEqual([path.data.path.length, path.data.path.at(-1)?.node], [98, 'end'], path.text.slice(0, 500))
})

test('[4.08] what is wrong with a process is said at its level or node, and it is not published', async () => {
  const wrong = await draft({ levels: [level([first]), { ...level([first]), participants: [{ kind: 'STARTER_LEADER', up: 99 }] }] })
  assert.match(wrong.message, /Level approve settings error: level 2 the leader is 1 to 8 steps up/)
  const faults = async (steps: { graph?: unknown; levels?: readonly Level[] }, more: Record<string, unknown> = {}) => {
    const { data } = await draft(steps, more)
    const found = await call<{ faults: { node: string; en: string }[] }>('approval_process/do/check', { sid: data.sid }, { as: admin })
    const publish = await call('approval_process/do/publish', { sid: data.sid }, { as: admin })
    assert.equal(publish.code, found.data.faults.length > 0 ? 500005 : 0)
    return found.data.faults.map((fault) => `${fault.node}: ${fault.en}`)
  }
  const unjoined: Graph = { nodes: graph.nodes, edges: graph.edges.map((edge) => (edge.from === 'b' ? { from: 'b', to: 'end' } : edge)) } as Graph // as sent
  assert.ok((await faults({ graph: unjoined })).some((fault) => fault.startsWith('join:')))
  const both = await faults({
    graph: { ...unjoined, nodes: unjoined.nodes.map((node) => (node.id === 'a' ? { ...node, opens: ['nonsense'] } : node)) },
  })
  assert.ok(both.some((fault) => fault.startsWith('join:')) && both.some((fault) => fault.startsWith('a: there is no field')), 'all at once')
  const gone = '01900000-0000-7000-8000-000000000000'
  assert.match((await faults({ levels: [{ ...level([]), participants: [{ kind: 'ROLE', sid: gone }] }] })).join(), /^level_1: a person, role/)
  assert.match((await faults({ levels: [level([first], 'ALL_PASS', { opens: ['nonsense'] })] })).join(), /level_1: there is no field/)
  assert.match((await faults({ levels: [level([first], 'ALL_PASS', { requires: ['case_key'] })] })).join(), /level_1: there is no field/)
  assert.match(
    (await faults({ levels: [level([first], 'ALL_PASS', { opens: ['remark'], hides: ['remark'] })] })).join(),
    /level_1: the field “Remarks?” is hidden, and yet/,
  )
  assert.match((await faults({ levels: [level([first])] }, { condition: 'nonsense = 1' })).join(), /the condition: /)
  assert.deepEqual((await draft({ levels: [level([first])] }, { entity: 'user_info' })).errors.map(({ field }) => field), ['entity']) // oxfmt-ignore
  assert.deepEqual((await draft({ levels: [level([first])] }, { transition: 'nonsense' })).errors.map(({ field }) => field), ['transition']) // oxfmt-ignore
  const odd = await Promise.all(
    [[1], [{}], 'x', [{ ...level([first]), other: 1 }], Array(9).fill(level([first]))].map((levels) => draft({ levels: levels as Level[] })),
  )
  for (const { status, code, text } of odd) assert.ok(status < 500 && code !== 0, text)
  assert.ok((await faults({ levels: [] })).length > 0, 'a process without steps is a draft, and not published')
  const graphs = await Promise.all([{ nodes: 1 }, { nodes: [null], edges: [] }, { ...graph, more: 1 }].map((one) => draft({ graph: one })))
  for (const { status, code, text } of graphs) assert.ok(status < 500 && code !== 0, text)
})

test('a new version serves new approvals, and those that run keep theirs', async () => {
  const process = await published({ levels: [level([first])] })
  const running = await started(await patent())
  const fixed = await call('approval_process/do/update', { sid: process, name: '改名' }, { as: admin })
  assert.equal(fixed.code, 500005)
  assert.equal((await call(`approval_process/do/delete/${process}`, {}, { as: admin })).status >= 400, true)
  const next = await call<Made>('approval_process/do/new_version', { sid: process }, { as: admin })
  assert.deepEqual([next.data.version_no, next.data.status], [2, 'DRAFT'], next.text)
  assert.equal((await call('approval_process/do/new_version', { sid: process }, { as: admin })).code, 500005)
  await call('approval_process/do/update', { sid: next.data.sid, levels: [level([second])] }, { as: admin })
  const changes = await call<{ changes: { place: string }[] }>('approval_process/do/compare', { sid: process, other: next.data.sid }, { as: admin })
  assert.deepEqual(changes.data.changes.map(({ place }) => place), ['level_1']) // oxfmt-ignore
  assert.equal((await call('approval_process/do/publish', { sid: next.data.sid }, { as: admin })).code, 0)
  const fresh = await started(await patent())
  assert.equal((await act(first, running, 'agree')).data.approval.state, 'APPROVED')
  assert.equal((await act(second, fresh, 'agree')).data.approval.state, 'APPROVED')
  assert.equal((await call('approval_process/do/publish', { sid: next.data.sid }, { as: starter })).code, 403)
  await stop(next.data.sid)
})
