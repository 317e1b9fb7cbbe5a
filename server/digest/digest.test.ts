import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { openMailbox } from '../../tests/harness/mail/mailbox.ts'
import { type Person, testServer } from '../../tests/harness/server.ts'
import { systemContext } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { sectionsOf } from './content.ts'
import { sendDigests } from './module.ts'

const smtp = await openMailbox()
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const [unknown, engineer, other, idle] = [
  await enrol('ip_engineer', { email: 'refused@innoe.test' }),
  await enrol('ip_engineer', { email: 'engineer@innoe.test' }),
  await enrol('ip_engineer', { email: 'other@innoe.test' }),
  await enrol('inventor', { email: 'idle@innoe.test' }),
]
const { make, patent } = casesOf(call, admin)
const about = await patent({ title: '虚构装置', case_no: 'Z-2024-1', owner_sid: engineer.sid, company_sid: engineer.company })
await call('/innoe-webapi/setting/mail/do/update', smtp.settings, { as: admin })
await make('deadline', { name: '致电审查员', name_en: 'Call the examiner', case_sid: about.sid, official_due: '2090-05-10', owner_sid: engineer.sid })
for (const { sid } of [unknown, engineer]) await make('task', { title: '虚构任务', due_date: '2090-05-09', assignee_sid: sid })

const prefer = (as: Person, values: object) => call<{ sid: string }>('notice_preference/do/create', values, { as, lang: 'en' })
const at = (moment: string) => Temporal.ZonedDateTime.from(`${moment}[Asia/Shanghai]`)
const [tuesday, wednesday, monday] = ['2090-05-02', '2090-05-03', '2090-05-08']

test('a person keeps their own preferences alone, once; what concerns the system is not muted', async () => {
  assert.equal((await prefer(unknown, { digest: 'DAILY' })).code, 0, 'comes before the others, and the server takes nothing for it')
  const made = await prefer(engineer, { digest: 'DAILY', language: 'en' })
  assert.equal(made.code, 0, made.text)
  assert.equal((await prefer(engineer, { digest: 'NONE' })).status, 400)
  assert.equal((await call('notice_preference/do/update', { sid: made.data.sid, digest: 'NONE' }, { as: other })).status, 404)
  assert.equal((await prefer(other, { muted: ['SYSTEM'] })).status, 400)
  assert.equal((await prefer(idle, { digest: 'DAILY' })).code, 0)
})

test('a digest comes from eight in the morning on, once a day, in its language, and not to whom nothing waits', async () => {
  assert.equal(await sendDigests(tenant, at(`${tuesday}T07:59`)), 0)
  const counts = await Promise.all([1, 2, 3].map(() => sendDigests(tenant, at(`${tuesday}T08:00`))))
  assert.equal(counts.reduce((sum, one) => sum + one, 0), 1) // oxfmt-ignore
  assert.equal(await sendDigests(tenant, at(`${tuesday}T12:00`)), 0)
  assert.equal(smtp.receivedBy('idle@innoe.test').length, 0)
  const [mail] = smtp.receivedBy('engineer@innoe.test')
  assert.equal(mail?.subject, `What is due and waiting, ${tuesday}`)
  assert.match(mail?.text ?? '', /2090-05-10 {2}Z-2024-1 Call the examiner\n {2}https:\/\/ip\.sender\.test\/innoe-web\/deadlines/)
  assert.match(mail?.text ?? '', /2090-05-09 {2}虚构任务/)
  assert.match(mail?.text ?? '', /\/innoe-web\/me\?tab=notices/)
})

test('a weekly digest comes on Mondays; a mail server that is away is tried again on the same day', async () => {
  const [row] = await tenant.db.selectFrom('notice_preference').select(['sid', 'version']).where('user_sid', '=', engineer.sid).execute()
  const changed = await call('notice_preference/do/update', { sid: row?.sid, version: row?.version, digest: 'WEEKLY' }, { as: engineer })
  assert.equal(changed.code, 0, changed.text)
  assert.equal(await sendDigests(tenant, at(`${wednesday}T09:00`)), 0)
  await call('/innoe-webapi/setting/mail/do/update', { port: 1, password: smtp.settings.password }, { as: admin })
  assert.equal(await sendDigests(tenant, at(`${monday}T08:05`)), 0)
  await call('/innoe-webapi/setting/mail/do/update', { port: smtp.settings.port, password: smtp.settings.password }, { as: admin })
  assert.equal(await sendDigests(tenant, at(`${monday}T08:10`)), 1)
})

test('a deputy reads for whom an approval is given', async () => {
  const away = await enrol('ip_manager', { name: '外出人', name_en: 'Wai Churen' })
  const task = { sid: randomUUIDv7(), node_name: '审批', state: 'OPEN', person_sid: away.sid, approval_sid: randomUUIDv7() } as const
  const stamps = { version: 1, valid: true, created_at: '2090-01-01T00:00:00Z', updated_at: '2090-01-01T00:00:00Z' }
  await tenant.db
    .insertInto('approval')
    .values({ ...stamps, sid: task.approval_sid, record_name: '虚构商标', transition_name: '定稿' })
    .execute()
  await tenant.db
    .insertInto('approval_task')
    .values({ ...stamps, ...task })
    .execute()
  const { actor, ...ctx } = systemContext(tenant)
  const sections = (lang: 'zh' | 'en') => sectionsOf({ ...ctx, lang, actor: { ...actor, sid: other.sid, stands_in_for: [away.sid] } })
  assert.deepEqual(
    (await sections('zh')).flatMap(({ lines }) => lines.map(({ text }) => text)),
    ['（代外出人）虚构商标  定稿'],
  )
  assert.match((await sections('en'))[0]?.lines[0]?.text ?? '', /^\(for Wai Churen\) 虚构商标/)
})

test('a digest says nothing of what its person may no longer see', async () => {
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', '=', engineer.sid).execute()
  const before = smtp.received.length
  await sendDigests(tenant, at('2090-05-15T09:00'))
  assert.equal(smtp.received.length, before)
})

test('muted notices are left out, but not those that must come', async () => {
  await prefer(other, { digest: 'NONE', muted: ['TASK', 'DEADLINE'] })
  const ctx = systemContext(tenant)
  const notice = (title: string, always = false) => ({
    user_sid: other.sid,
    level: 'INFO' as const,
    title,
    title_en: title,
    link: '/home',
    about: null,
    always,
  })
  await notify(ctx, [notice('muted task')], 'TASK')
  await notify(ctx, [notice('far deadline'), notice('near deadline', true)], 'DEADLINE')
  await notify(ctx, [notice('approval')], 'APPROVAL')
  await notify(ctx, [notice('system')])
  const rows = await tenant.db.selectFrom('notification').select(['title', 'topic']).where('user_sid', '=', other.sid).orderBy('title').execute()
  assert.deepEqual(rows.map(({ title, topic }) => [title, topic]), [['approval', 'APPROVAL'], ['near deadline', 'DEADLINE'], ['system', 'SYSTEM']]) // oxfmt-ignore
})
