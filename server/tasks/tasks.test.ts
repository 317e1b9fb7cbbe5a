// Tasks and announcements through the API: who sees them, who takes which step, who is told, and the reminders.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { remindOfTasks } from './remind.ts'

const { tenant, call, enrol } = await testServer()
const [manager, engineer, inventor] = [await enrol('ip_manager'), await enrol('ip_engineer'), await enrol('inventor')]
const stranger = await enrol('finance')

type Task = Record<string, unknown> & { sid: string }
const ask = (path: string, body: object | undefined, as: Person) => call<Task & { record: Task[] }>(path, body, { as, lang: 'en' })
async function given(more: object = {}, as = manager) {
  const { data, text } = await ask('task/do/create', { title: '虚构任务', assignee_sid: engineer.sid, due_date: '2090-05-04', ...more }, as)
  assert.ok(data?.sid, text)
  return data.sid
}
const take = (sid: string, transition: string, as: Person, more: object = {}) => ask('task/do/transition', { sid, transition, ...more }, as)
const told = async (as: Person, sid: string) =>
  (await ask('notification/do/search', { fl: ['title_en', 'link'], iql: 'ORDER BY created_at ASC', rows: 100 }, as)).data.record
    .filter(({ link }) => link === `/m/task/${sid}`)
    .map(({ title_en }) => String(title_en))

test('[2.33] a task is seen by who gave it, who has it and who helps, and by nobody else', async () => {
  const sid = await given({ helper_sids: [inventor.sid] })
  for (const as of [manager, engineer, inventor]) assert.equal((await ask(`task/${sid}`, undefined, as)).status, 200, as.account)
  assert.equal((await ask(`task/${sid}`, undefined, stranger)).status, 404)
  const { data } = await ask(`task/${sid}`, undefined, engineer)
  assert.equal((data.assigner_sid as { sid: string }).sid, manager.sid)
  assert.match((await told(engineer, sid))[0] ?? '', /assigned a task to you: 虚构任务 \(due 04 May 2090\)/)
})

test('[2.33] the person assigned acknowledges and finishes; what the assigner settled they do not change', async () => {
  const sid = await given()
  assert.equal((await take(sid, 'acknowledge', manager)).status, 400, 'not by somebody else')
  const { data } = await take(sid, 'acknowledge', engineer)
  assert.equal(data.status, 'DOING')
  assert.ok(data.acknowledged_at)
  const late = await ask('task/do/update', { sid, due_date: '2091-01-01' }, engineer)
  assert.deepEqual([late.status, late.errors.map(({ field }) => field)], [400, ['due_date']])
  assert.equal((await ask('task/do/update', { sid, progress: 60, result: '虚构结果' }, engineer)).code, 0)
  const done = await take(sid, 'finish', engineer)
  assert.deepEqual([done.data.status, done.data.progress], ['DONE', 100])
  assert.ok(done.data.done_date)
  assert.match((await told(manager, sid)).at(-1) ?? '', /^A task is done/)
  assert.equal((await take(sid, 'reopen', engineer, { return_reason: '虚构' })).status, 400)
  const again = await take(sid, 'reopen', manager, { return_reason: '虚构' })
  assert.deepEqual([again.data.status, again.data.done_date], ['DOING', null])
})

test('[2.33] a task that is confirmed is confirmed by its assigner, not by whoever did it', async () => {
  const sid = await given({ confirmation: 'ASSIGNER' })
  assert.equal((await take(sid, 'finish', engineer)).status, 400)
  assert.deepEqual((await take(sid, 'submit', engineer)).errors.map(({ field }) => field), ['result']) // oxfmt-ignore
  assert.equal((await take(sid, 'submit', engineer, { result: '虚构结果' })).data.status, 'WAIT')
  assert.equal((await take(sid, 'confirm', engineer)).status, 400)
  assert.equal((await take(sid, 'return', manager, { return_reason: '虚构原因' })).data.status, 'DOING')
  assert.match((await told(engineer, sid)).at(-1) ?? '', /^A task came back to you/)
  await take(sid, 'submit', engineer)
  assert.equal((await take(sid, 'confirm', manager)).data.status, 'DONE')
})

test('a deputy takes the steps of the absent person, is told and reminded, and confirms what that person gave but not what they did themselves', async () => {
  const deputy = await enrol('inventor', { name: '代小舟（虚构）' })
  const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`
  const [asked, own, foreign] = [await given({ confirmation: 'ASSIGNER' }), await given({ assignee_sid: deputy.sid, confirmation: 'ASSIGNER' }), await given({ assignee_sid: inventor.sid })]
  const status = async (sid: string) => (await ask(`task/${sid}`, undefined, deputy)).status
  assert.deepEqual([await status(asked), await status(foreign)], [404, 404])
  const away = async (person: Person) => createRow(systemContext(tenant), modelNamed(tenant.models, 'absence'), { person_sid: person.sid, deputy_sid: deputy.sid, from_date: day(0), to_date: day(1) })
  const first = await away(engineer)
  forgetActors(tenant)
  assert.deepEqual([await status(asked), await status(foreign)], [200, 404])
  const listed = await ask('task/do/search', { iql: `assignee_sid = '${engineer.sid}'`, rows: 50 }, deputy)
  assert.ok(listed.data.record.some(({ sid }) => sid === asked))
  assert.equal((await take(asked, 'submit', deputy, { result: '代办' })).data.status, 'WAIT')
  assert.equal((await take(asked, 'confirm', deputy)).status, 400, 'for the person assigned')
  const late = await given({ due_date: day(1) })
  assert.match((await told(deputy, late))[0] ?? '', /^\(for .+\) .+assigned a task to you/)
  await remindOfTasks(systemContext(tenant))
  assert.match((await told(deputy, late))[1] ?? '', /^\(for .+\) A task is due in 1 day/)
  const second = await away(manager)
  forgetActors(tenant)
  assert.equal((await take(asked, 'confirm', deputy)).status, 400, 'who did it for one person does not confirm it for another')
  assert.equal((await take(own, 'submit', deputy, { result: '自办' })).data.status, 'WAIT')
  assert.equal((await take(own, 'confirm', deputy)).status, 400, 'nor what they did themselves')
  assert.equal((await take(foreign, 'finish', inventor, { result: '完成' })).code, 0)
  assert.equal((await take(foreign, 'reopen', deputy, { return_reason: '虚构' })).data?.status, 'DOING', 'for whoever gave it')
  for (const sid of [first, second]) await tenant.db.updateTable('absence').set({ to_date: day(-1), from_date: day(-1) }).where('sid', '=', sid).execute()
  forgetActors(tenant)
  assert.equal(await status(asked), 404)
  assert.equal((await take(asked, 'return', deputy, { return_reason: '虚构' })).status, 404)
}) // oxfmt-ignore

test('a task names a day not before its start, and a case that its author sees', async () => {
  const wrong = await ask('task/do/create', { title: '虚构', due_date: '2090-01-01', start_date: '2090-02-01' }, engineer)
  assert.deepEqual(wrong.errors.map(({ field }) => field), ['start_date']) // oxfmt-ignore
  const unknown = await ask('task/do/create', { title: '虚构', due_date: '2090-01-01', case_sid: '01900000-0000-7000-8000-000000000000' }, engineer)
  assert.equal(unknown.status, 400)
})

test('[2.33] each open task is reminded of three days and one day before, on its day, and afterwards, once for each', async () => {
  const sid = await given({ due_date: '2090-05-10' })
  const on = (today: string) => remindOfTasks({ ...systemContext(tenant), today })
  await on('2090-05-06')
  const before = (await told(engineer, sid)).length
  for (const day of ['2090-05-07', '2090-05-07', '2090-05-08', '2090-05-09', '2090-05-10', '2090-05-12', '2090-05-13']) await on(day)
  assert.deepEqual((await told(engineer, sid)).slice(before), ['A task is due in 3 days: 虚构任务 (10 May 2090)', 'A task is due in 1 day: 虚构任务 (10 May 2090)', 'A task is due today: 虚构任务 (10 May 2090)', 'A task is overdue: 虚构任务 (10 May 2090)']) // oxfmt-ignore
  assert.deepEqual(await told(manager, sid), ['A task is overdue: 虚构任务 (10 May 2090)'])
  await ask('task/do/update', { sid, due_date: '2090-06-10' }, manager)
  await on('2090-06-08')
  assert.equal((await told(engineer, sid)).at(-1), 'A task is due in 2 days: 虚构任务 (10 Jun 2090)')
})

test('[2.33] an announcement is read by everybody from its first day to its last, and one of a department by its people', async () => {
  const make = async (more: object) => {
    const { data, text } = await ask('announcement/do/create', { title: '虚构公告', body: '虚构正文', ...more }, manager)
    assert.ok(data?.sid, text)
    return data.sid
  }
  const reads = async (sid: string, as: Person) => (await ask(`announcement/${sid}`, undefined, as)).status === 200
  const sid = await make({})
  assert.equal(await reads(sid, inventor), false, 'a draft')
  const publish = (one: string, more: object = {}) => ask('announcement/do/transition', { sid: one, transition: 'publish', ...more }, manager)
  assert.equal((await publish(sid)).code, 0)
  assert.equal(await reads(sid, inventor), true)
  assert.equal((await ask('announcement/do/update', { sid, title: 'x' }, inventor)).status, 403)
  const later = await make({ publish_from: '2090-01-01' })
  await publish(later)
  assert.equal(await reads(later, inventor), false)
  const past = await make({ publish_from: '2020-01-01', publish_until: '2020-02-01' })
  assert.deepEqual((await publish(past)).errors.map(({ field }) => field), ['publish_until']) // oxfmt-ignore
  const [own, other] = [await make({ department_sids: [inventor.department] }), await make({ department_sids: [stranger.department] })]
  for (const one of [own, other]) await publish(one)
  const isSame = inventor.department === stranger.department
  assert.deepEqual([await reads(own, inventor), await reads(other, inventor)], [true, isSame])
})
