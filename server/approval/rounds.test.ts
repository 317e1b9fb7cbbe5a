import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalView, ToDo } from '../../model/approval/approval-actions.ts'
import type { Graph } from '../../model/approval/graph.ts'
import { after, BEGINNING, type RunFact } from '../../model/approval/state.ts'
import { expanded } from '../../model/approval/sub-process.ts'
import { approvalServer, level, person } from '../../tests/harness/cases/approvals.ts'
import type { Person } from '../../tests/harness/server.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { markGone } from './gone.ts'
import { remindOfTasks } from './overdue.ts'

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
/** The latest notice of a person. */
const told = async (person: Person) =>
  String((await tenant.db.selectFrom('notification').select('title').where('user_sid', '=', person.sid).orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow()).title) // oxfmt-ignore
const states = async (approval: string) =>
  (await view(approval)).nodes.flatMap(({ node, tasks }) => tasks.map(({ person, state, round }) => `${node} ${round} ${person.name[0]} ${state}`))

test('[4.07] what is returned to its starter begins again after the amendment, or goes back to whoever returned it', async () => {
  for (const [restart, next] of [
    ['RESTART', first],
    ['BACK', second],
  ] as const) {
    const process = await published({ levels: [level([first]), level([second], 'ALL_PASS', { restart })] })
    const sid = await patent()
    const approval = await started(sid)
    await act(first, approval, 'agree')
    const task = await taskOf(second, approval)
    const bare = await call('approval_task/do/give_back', { sid: task }, { as: second })
    assert.deepEqual(bare.errors.map(({ field }) => field), ['opinion']) // oxfmt-ignore
    const back = await act(second, approval, 'give_back', { opinion: '请补充效果（虚构）' })
    assert.equal(back.code, 0, back.text)
    assert.deepEqual(await told(starter), `审批已退回，请修改后重新提交：${back.data.approval.record_name} 定稿`)
    assert.deepEqual((await view(approval)).acts, ['withdraw'], 'nobody else has it')
    assert.equal((await call('patent/do/update', { sid, title: '他人不得改' }, { as: first })).code, 500015)
    const amended = await call('patent/do/update', { sid, title: '补充后的虚构装置' }, { as: starter })
    assert.equal(amended.code, 0, amended.text)
    const again = (await act(starter, approval, 'agree')).data.approval
    assert.deepEqual([again.round, again.log.findLast(({ person }) => person?.sid === starter.sid)?.act], [2, 'RESUBMIT'])
    assert.equal((await todo(next)).total, 1, restart)
    if (restart === 'RESTART') await act(first, approval, 'agree')
    assert.equal((await act(second, approval, 'agree')).data.approval.state, 'APPROVED')
    assert.equal(await statusOf(sid), 'READY')
    await stop(process)
  }
})

test('a task is transferred with its vote; a delegate only advises; added signers vote before, beside and after', async () => {
  const process = await published({ levels: [level([first])] })
  const transferred = await started(await patent())
  assert.equal((await act(first, transferred, 'transfer', { person_sid: starter.sid })).code, 500005, 'not to the starter')
  await act(first, transferred, 'transfer', { person_sid: second.sid, opinion: '请代为审批（虚构）' })
  assert.deepEqual(await states(transferred), ['level_1 1 甲 TRANSFERRED', 'level_1 1 乙 OPEN'])
  assert.deepEqual((await view(transferred)).acts, ['withdraw', 'urge'], 'nobody has given an opinion yet')
  assert.equal((await act(second, transferred, 'agree')).data.approval.state, 'APPROVED')

  const delegated = await started(await patent())
  await act(first, delegated, 'delegate', { person_sid: third.sid })
  const waiting = async () => (await call<{ tasks: ToDo[] }>('approval_task/do/todo', { waiting: true }, { as: first })).data.tasks
  assert.deepEqual([(await todo(first)).total, (await waiting()).map((task) => [task.approval_sid, task.with?.name])], [0, [[delegated, '丙（虚构）']]]) // oxfmt-ignore
  assert.match(await told(third), /^请您提审批意见：/)
  const asks = async () =>
    (await view(delegated)).nodes.flatMap(({ tasks }) => tasks.map(({ person: { name }, advises }) => [name[0], advises?.name[0]]))
  assert.deepEqual([(await todo(third)).tasks[0]?.advises, await asks()], [true, [['甲', undefined], ['丙', '甲']]]) // oxfmt-ignore
  await act(third, delegated, 'refuse', { opinion: '不建议（虚构）' })
  assert.equal((await view(delegated)).state, 'RUNNING', 'the opinion of a delegate decides nothing')
  assert.deepEqual([(await todo(first)).total, await waiting()], [1, []])
  const advised = (await act(first, delegated, 'agree')).data.approval
  assert.equal(advised.state, 'APPROVED')
  assert.deepEqual(advised.log.flatMap((line) => (line.to.length > 0 ? [[line.act, ...line.to.map(({ name }) => name)]] : [])), [['DELEGATE', '丙（虚构）']]) // oxfmt-ignore
  assert.deepEqual((await asks())[1], ['丙', '甲'], 'also afterwards')

  for (const [place, order] of [
    ['BEFORE', [second, third, first]],
    ['AFTER', [first, second, third]],
  ] as const) {
    const approval = await started(await patent())
    const added = await act(first, approval, 'add_signer', { place, person_sids: [second.sid, third.sid] })
    assert.equal(added.code, 0, added.text)
    for (const [at, one] of order.entries())
      assert.equal((await act(one, approval, 'agree')).data.approval.state, at === 2 ? 'APPROVED' : 'RUNNING', `${place} ${at}`)
  }
  const beside = await started(await patent())
  await act(first, beside, 'add_signer', { place: 'BESIDE', person_sids: [second.sid] })
  await act(first, beside, 'agree')
  assert.equal((await act(second, beside, 'refuse', { opinion: '不同意（虚构）' })).data.approval.state, 'REFUSED')
  await stop(process)
})

test('of two last votes and of two starts at one time, one counts, and nothing is lost', async () => {
  const process = await published({ levels: [level([first, second])] })
  for (let round = 0; round < 4; round++) {
    const sid = await patent()
    const answers = await Promise.all([take(sid), take(sid), take(sid)])
    const begun = answers.filter(({ code }) => code === 500014)
    assert.equal(begun.length, 1, answers.map(({ text }) => text).join('\n'))
    const approval = String(begun[0]?.data.approval)
    const votes = await Promise.all([act(first, approval, 'agree'), act(second, approval, 'agree')])
    assert.deepEqual(votes.map(({ code }) => code), [0, 0]) // oxfmt-ignore
    assert.equal((await view(approval)).state, 'APPROVED')
    assert.equal(await statusOf(sid), 'READY')
    const sids = await taskOf(first, await started(await patent()))
    const twice = await Promise.all([1, 2, 3].map(() => call('approval_task/do/agree', { sid: sids }, { as: first })))
    assert.deepEqual(twice.map(({ code }) => code).toSorted((a, b) => a - b), [0, 500016, 500016]) // oxfmt-ignore
  }
  await stop(process)
})

test('a deputy sees and decides what an absent person is asked, and the log says for whom', async () => {
  const away = await enrol('ip_engineer', { name: '外（虚构）' })
  const process = await published({ levels: [level([away])] })
  const approval = await started(await patent())
  assert.equal(
    (await todo(second)).tasks.some((one) => one.approval_sid === approval),
    false,
  )
  const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`
  const row = { person_sid: away.sid, deputy_sid: second.sid, from_date: day(-1), to_date: day(3) }
  await createRow(systemContext(tenant), modelNamed(tenant.models, 'absence'), row)
  forgetActors(tenant)
  const waiting = (await todo(second)).tasks.find((one) => one.approval_sid === approval)
  assert.deepEqual(waiting?.for, { sid: away.sid, name: '外（虚构）' })
  const [asked] = (await view(approval)).nodes.flatMap(({ tasks }) => tasks)
  assert.deepEqual([asked?.person.sid, asked?.deputy?.sid], [away.sid, second.sid], 'who looks at the record sees who has it')
  const decided = (await act(second, approval, 'agree')).data.approval
  const line = decided.log.find((one) => one.act === 'AGREE')
  assert.deepEqual([decided.state, line?.person?.sid, line?.for?.sid], ['APPROVED', second.sid, away.sid])
  await stop(process)
})

test('whoever started an approval is told why they do not decide it as the deputy of an absent person', async () => {
  const away = await enrol('ip_engineer', { name: '外二（虚构）' })
  const process = await published({ levels: [level([away])] })
  const day = `${Temporal.PlainDate.from(presentDay())}`
  await createRow(systemContext(tenant), modelNamed(tenant.models, 'absence'), {
    person_sid: away.sid,
    deputy_sid: starter.sid,
    from_date: day,
    to_date: day,
  })
  forgetActors(tenant)
  const approval = await started(await patent())
  const refused = await act(starter, approval, 'agree')
  assert.deepEqual([refused.code, /You started this approval/.test(refused.text)], [500005, true], refused.text)
  const [asked] = (await view(approval)).nodes.flatMap(({ tasks }) => tasks)
  assert.deepEqual(
    [asked?.person.sid, asked?.deputy, asked?.barred?.sid],
    [away.sid, null, starter.sid],
    'who looks at it is not told that the deputy decides',
  )
  await markGone(systemContext(tenant))
  const waiting = await view(approval)
  assert.equal(waiting.state, 'WAITING_FOR_ADMIN', 'nobody else decides: an administrator is asked at once')
  assert.match(String(waiting.waits_for_en), /is away, and their deputy started the approval/)
  const settled = await call<{ approval: ApprovalView }>(
    'approval/do/settle',
    { sid: approval, act: 'ASSIGN', person_sids: [second.sid], opinion: '虚构' },
    { as: admin },
  )
  assert.equal(settled.code, 0, settled.text)
  assert.equal((await act(second, approval, 'agree')).data.approval.state, 'APPROVED')
  await stop(process)
})

test('[7.18] what a leaver is asked is handed over with the record that is being approved; not to whoever is asked there already or has started it', async () => {
  const leaver = await enrol('ip_engineer', { name: '离（虚构）' })
  const process = await published({ levels: [level([leaver, first])] })
  const named = { title: '虚构装置', country: 'CN', patent_type: 'INVENTION', company_sid: starter.company }
  const record = await createRow(systemContext(tenant), modelNamed(tenant.models, 'patent'), {
    ...named,
    owner_sid: leaver.sid,
    co_owner_sids: [starter.sid],
  })
  const approval = await started(record)
  const hand = (to_user: string) => call('user_handover/do/handover', { from_user: leaver.sid, to_user, resign: true }, { as: admin, lang: 'en' })
  assert.match((await hand(first.sid)).text, /acts at the same step already/)
  assert.match((await hand(starter.sid)).text, /does not approve what they started/)
  const handed = await hand(second.sid)
  assert.equal(handed.code, 0, handed.text)
  assert.ok((await todo(second)).tasks.some((one) => one.approval_sid === approval))
  const { nodes, log } = await view(approval)
  assert.ok(nodes.flatMap(({ tasks }) => tasks).every(({ person }) => person.sid !== leaver.sid))
  const line = log.find((one) => one.act === 'HAND_OVER')
  assert.deepEqual([line?.person?.sid, line?.for?.sid, line?.note?.startsWith('离（虚构） → ')], [admin.sid, leaver.sid, true])
  await act(first, approval, 'agree')
  assert.equal((await act(second, approval, 'agree')).data.approval.state, 'APPROVED')
  await stop(process)
})

test('a batch of steps says which records wait for approval, and takes the others', async () => {
  const process = await published({ levels: [level([first])] }, { condition: "title CONTAINS '重要'" })
  const sids = [await patent('重要的甲'), await patent('普通的乙')]
  type Batch = { done: number; failed: number; record: { sid: string; ok: boolean; message?: string }[] }
  const { data } = await call<Batch>('patent/do/batch_transition', { sids, transition: 'ready', each: true }, { as: starter, lang: 'en' })
  assert.deepEqual([data.done, data.failed], [1, 1], JSON.stringify(data))
  assert.match(String(data.record.find(({ ok }) => !ok)?.message), /submitted for approval/)
  assert.deepEqual([await statusOf(String(sids[0])), await statusOf(String(sids[1]))], ['DRAFTING', 'READY'])
  await stop(process)
})

test('a task near its limit is reminded of once, and once more after it, then with the leader', async () => {
  await call('user_info/do/update', { sid: first.sid, leader_sid: admin.sid }, { as: admin })
  const process = await published({ levels: [level([first], 'ALL_PASS', { days: 2 })] })
  const approval = await started(await patent())
  const task = await taskOf(first, approval)
  const at = async (due: number, now = Date.now()) => {
    await tenant.db
      .updateTable('approval_task')
      .set({ due_at: new Date(due).toISOString() })
      .where('sid', '=', task)
      .execute()
    const before = await count()
    for (let times = 0; times < 2; times++) await remindOfTasks(systemContext(tenant), new Date(now))
    return (await count()) - before
  }
  const count = async () => {
    const rows = await tenant.db.selectFrom('notification').select('title_en').where('link', '=', `/approvals?open=${approval}`).execute()
    return rows.length
  }
  const HOUR = 3_600_000
  assert.equal(await at(Date.now() + 40 * HOUR), 0)
  assert.equal(await at(Date.now() + 4 * HOUR), 1)
  assert.equal(await at(Date.now() - HOUR), 2)
  await act(first, approval, 'agree')
  assert.equal(await at(Date.now() - HOUR), 0)
  await stop(process)
})

test('[4.08] a process stands as a step of another: its steps are run, returned to and told, as it was when the other was published', async () => {
  const node = (id: string, type: string, more: object = {}) => ({ id, type, name: id, name_en: id, ...more })
  const asks = (id: string, who: Person) => node(id, 'APPROVE', { participants: [person(who)], vote: 'ALL_PASS' })
  const check = async (sid: string) =>
    (await call<{ faults: { node: string; en: string }[] }>('approval_process/do/check', { sid }, { as: admin })).data.faults.map((one) => `${one.node}: ${one.en}`) // oxfmt-ignore
  const review = await published({ levels: [level([first]), level([second])] }, { transition: null, name_en: 'Review' })
  assert.equal((await take(await patent())).code, 0, 'a sub-process alone approves nothing')
  const code = String((await tenant.db.selectFrom('approval_process').select('code').where('sid', '=', review).executeTakeFirstOrThrow()).code)
  const steps = [node('start', 'START'), node('law', 'SUB_PROCESS', { process: code }), asks('last', third), node('end', 'END')]
  const edges = steps.slice(1).map(({ id }, at) => ({ from: steps[at]?.id, to: id }))
  const made = await draft({ graph: { nodes: steps, edges } })
  const { sid } = made.data
  const elsewhere = await draft({ graph: { nodes: steps, edges } }, { entity: 'trademark', transition: 'file' })
  assert.deepEqual(await check(elsewhere.data.sid), [`law: no process “${code}” is published for this record type`], elsewhere.text)
  assert.deepEqual(await check(sid), [], made.text)
  const record = await patent()
  const path = await call<{ path: { node: string }[] }>('approval_process/do/simulate', { sid, record_sid: record, starter_sid: starter.sid }, { as: admin }) // oxfmt-ignore
  assert.deepEqual(path.data.path.map((step) => step.node), ['start', 'law', 'law__level_1', 'law__level_2', 'law__', 'last', 'end']) // oxfmt-ignore
  assert.equal((await call('approval_process/do/publish', { sid }, { as: admin })).code, 0)
  await stop(review)

  const approval = await started(record)
  await act(first, approval, 'agree')
  const within = (await view(approval)).nodes.map((one) => `${one.node} ${one.state}`)
  assert.deepEqual(within, ['start DONE', 'law OPEN', 'law__level_1 DONE', 'law__level_2 OPEN', 'law__ COMING', 'last COMING', 'end COMING'])
  await act(second, approval, 'agree')
  const back = await act(third, approval, 'give_back', { node: 'law__level_2', opinion: '虚构' })
  assert.equal(back.code, 0, back.text)
  for (const who of [second, third]) await act(who, approval, 'agree')
  assert.equal(await statusOf(record), 'READY')
  const told = (await view(approval)).log.filter(({ act: what }) => what === 'ENTER_PART' || what === 'END_PART')
  assert.deepEqual(told.map((line) => `${line.act} ${line.node_name}`), ['ENTER_PART law', 'END_PART law', 'END_PART law']) // oxfmt-ignore
  const rows = await tenant.db
    .selectFrom('approval_log')
    .select('fact')
    .where('approval_sid', '=', approval)
    .where('fact', 'is not', null)
    .orderBy('seq')
    .execute()
  const graph = expanded(
    (await tenant.db.selectFrom('approval_process').select('graph').where('sid', '=', sid).executeTakeFirstOrThrow()).graph as Graph,
  ) // as it was published
  const replayed = rows.reduce((state, { fact }) => after(graph, state, fact as RunFact), BEGINNING) // written with the log
  assert.deepEqual([replayed.end, replayed.passed.toSorted()], ['APPROVED', ['last', 'law', 'law__', 'law__level_1', 'law__level_2']])

  const next = await call<{ sid: string }>('approval_process/do/new_version', { sid }, { as: admin })
  assert.deepEqual(await check(next.data.sid), [`law: no process “${code}” is published for this record type`], next.text)
  await stop(sid)
})
