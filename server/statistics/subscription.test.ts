import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { ZONE } from '../../model/kit/days/clock.ts'
import { openMailbox } from '../../tests/harness/mail/mailbox.ts'
import { testServer } from '../../tests/harness/server.ts'
import { drawPdf } from '../pdf/draw.ts'
import { systemContext } from '../records/context.ts'
import { deliverAll } from './deliver.ts'

const { tenant, call, enrol } = await testServer()
const mailbox = await openMailbox()
const admin = await enrol('system_admin')
const kept = await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
const manager = await enrol('ip_manager', { email: 'manager@reader.test' })
const engineer = await enrol('ip_engineer', { email: 'engineer@reader.test' })
const leader = await enrol('dept_leader', { email: 'leader@reader.test' })
const silent = await enrol('ip_engineer')

const person = await call<{ sid: string }>('inventor/do/create', { name: 'Wang Wei' }, { as: manager })
for (const title of ['Hinge', 'Latch'])
  await call('patent/do/create', { title, country: 'CN', patent_type: 'INVENTION', status: 'DRAFTING', owner_sid: manager.sid, inventors: [{ inventor_sid: person.data.sid, contribution_pct: '100' }] }, { as: manager }) // oxfmt-ignore
const statistic = await call<{ sid: string }>(
  'statistic/do/create',
  { name: '按国家', name_en: 'By country', entity: 'patent', row_by: 'country', measure: 'COUNT', drawing: 'BAR', share: 'COMPANY' },
  { as: manager },
)
const PLAN = { statistic_sid: statistic.data.sid, frequency: 'WEEKLY', weekday: '1', hour: 8, language: 'en' }
const subscribe = (more: Record<string, unknown>) =>
  call<{ sid: string; next_at: string }>('statistic_subscription/do/create', { ...PLAN, ...more }, { as: manager })
const ctx = () => systemContext(tenant)
const makeDue = (sid: string) =>
  tenant.db
    .updateTable('statistic_subscription')
    .set({ next_at: new Date(Date.now() - 60_000).toISOString() })
    .where('sid', '=', sid)
    .execute()
const states = async (sid: string) =>
  (await tenant.db.selectFrom('statistic_delivery').select(['state', 'message_en']).where('subscription_sid', '=', sid).execute())
    .map(({ state, message_en }) => [state, message_en].filter(Boolean).join(': '))
    .sort()

test('the mailbox is set', () => assert.equal(kept.code, 0, kept.message))

test('each recipient gets the file once, computed as they see the records; who may not export or has no address is told apart', async () => {
  const made = await subscribe({ user_sids: [manager.sid, engineer.sid, leader.sid, silent.sid] })
  assert.equal(made.code, 0, `${made.message} ${JSON.stringify(made.errors)}`)
  assert.ok(made.data.next_at > new Date().toISOString())
  await deliverAll(ctx())
  assert.deepEqual(mailbox.received, [], 'not due yet')
  await makeDue(made.data.sid)
  await Promise.all([deliverAll(ctx()), deliverAll(ctx())])
  await deliverAll(ctx())
  assert.deepEqual(mailbox.received.map(({ to }) => to[0]).sort(), ['engineer@reader.test', 'manager@reader.test'])
  assert.deepEqual(await states(made.data.sid), [
    'SENT',
    'SENT',
    'SKIPPED: You do not have permission: export Patent',
    'SKIPPED: the recipient has no mail address',
  ])
  const raw = mailbox.receivedBy('manager@reader.test')[0]?.raw ?? ''
  const [, encoded = ''] = /\r\n\r\n(UEsD[\s\S]*?)\r\n--/.exec(raw) ?? []
  const { sheets } = await readXlsx(Buffer.from(encoded, 'base64'))
  assert.equal(sheets[0]?.rows.at(-1)?.[1], 2)
  const { next_at } = await tenant.db
    .selectFrom('statistic_subscription')
    .select('next_at')
    .where('sid', '=', made.data.sid)
    .executeTakeFirstOrThrow()
  assert.ok(String(next_at) > new Date().toISOString(), 'planned anew')
})

test('a sending that was killed is taken over with the same message ID; what was sent is not sent again', async () => {
  const made = await subscribe({ user_sids: [manager.sid] })
  await makeDue(made.data.sid)
  const before = mailbox.receivedBy('manager@reader.test').length
  await deliverAll(ctx())
  const killed = (updated_at: string) =>
    tenant.db.updateTable('statistic_delivery').set({ state: 'SENDING', updated_at }).where('subscription_sid', '=', made.data.sid).execute()
  await killed(new Date().toISOString())
  await deliverAll(ctx())
  assert.equal(mailbox.receivedBy('manager@reader.test').length, before + 1, 'another process may still be sending it')
  await killed(new Date(Date.now() - 3_600_000).toISOString())
  await deliverAll(ctx())
  await deliverAll(ctx())
  const mails = mailbox.receivedBy('manager@reader.test').slice(before)
  const ids = mails.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  assert.equal(mails.length, 2)
  assert.equal(ids[0], ids[1])
})

test('a private statistic is sent to nobody but its maker, and a statistic of another person is not subscribed to', async () => {
  const own = await call<{ sid: string }>('statistic/do/create', { name: '自用', entity: 'patent', row_by: 'country', share: 'OWN' }, { as: manager })
  assert.equal((await subscribe({ statistic_sid: own.data.sid, user_sids: [engineer.sid] })).errors[0]?.field, 'user_sids')
  assert.equal((await subscribe({ statistic_sid: own.data.sid, user_sids: [manager.sid] })).code, 0)
  const other = await call('statistic_subscription/do/create', { ...PLAN, statistic_sid: own.data.sid, user_sids: [engineer.sid] }, { as: engineer })
  assert.notEqual(other.code, 0)
})

for (const [more, field] of [
  [{ hour: 24 }, 'hour'],
  [{ frequency: 'MONTHLY', weekday: undefined, month_day: 32 }, 'month_day'],
  [{ frequency: 'MONTHLY', weekday: undefined }, 'month_day'],
  [{ weekday: undefined }, 'weekday'],
  [{ user_sids: [] }, 'user_sids'],
] as const)
  test(`refused: ${JSON.stringify(more)}`, async () => {
    const { status, errors } = await subscribe({ user_sids: [manager.sid], ...more })
    assert.deepEqual([status, errors[0]?.field], [400, field])
  })

test('mailings are seen by their maker alone', async () => {
  const found = await call<{ total: number }>('statistic_subscription/do/count', {}, { as: engineer })
  assert.equal(found.data.total, 0)
  assert.equal((await call<{ total: number }>('statistic_delivery/do/count', {}, { as: engineer })).data.total, 0)
})

test('[2.33] a report is mailed on its day as a PDF, to each of what they may see; to nobody with whom it is not shared', async () => {
  const parts = [{ kind: 'STATISTIC', statistic_sid: statistic.data.sid, heading: 'Portfolio' }]
  const report = await call<{ sid: string }>('report/do/create', { name: '董事会', name_en: 'Board', parts, share: 'COMPANY' }, { as: manager })
  assert.equal(report.code, 0, report.message)
  const plan = { statistic_sid: undefined, report_sid: report.data.sid, user_sids: [manager.sid, engineer.sid, leader.sid] }
  const made = await subscribe(plan)
  assert.equal(made.code, 0, JSON.stringify(made.errors))
  await makeDue(made.data.sid)
  await deliverAll(ctx())
  assert.deepEqual(await states(made.data.sid), ['SENT', 'SENT', 'SKIPPED: The report has nothing that you may see and export'])
  const raw = mailbox.receivedBy('manager@reader.test').at(-1)?.raw ?? ''
  assert.match(raw, /application\/pdf[\s\S]*\r\n\r\nJVBERi0/)
  assert.match(raw, /\/innoe-web\/reports\//)
  const slides = await subscribe({ ...plan, user_sids: [manager.sid], file: 'PPTX' })
  await makeDue(slides.data.sid)
  await deliverAll(ctx())
  assert.match(mailbox.receivedBy('manager@reader.test').at(-1)?.raw ?? '', /presentationml\.presentation[\s\S]*\.pptx[\s\S]*\r\n\r\nUEsD/)
  await call('report/do/update', { sid: report.data.sid, share: 'OWN' }, { as: manager })
  await makeDue(made.data.sid)
  await deliverAll(ctx())
  assert.equal((await states(made.data.sid)).filter((state) => state === 'SKIPPED: the report is not shared with the recipient').length, 2)
  assert.equal((await subscribe({ ...plan, user_sids: [engineer.sid] })).errors[0]?.field, 'user_sids')
  assert.equal((await subscribe({ statistic_sid: undefined, user_sids: [manager.sid] })).errors[0]?.field, 'statistic_sid')
  assert.equal((await subscribe({ report_sid: report.data.sid, user_sids: [manager.sid] })).errors[0]?.field, 'report_sid')
})

test('a statistic is mailed as a PDF where its mailing says so', async () => {
  const made = await subscribe({ user_sids: [manager.sid], file: 'PDF' })
  await makeDue(made.data.sid)
  await deliverAll(ctx())
  assert.deepEqual(await states(made.data.sid), ['SENT'])
  assert.match(mailbox.receivedBy('manager@reader.test').at(-1)?.raw ?? '', /JVBERi0/)
})

test('a report with a language of its own is mailed in it, and its mailing bears its name', async () => {
  const parts = [{ kind: 'STATISTIC', statistic_sid: statistic.data.sid }]
  const report = await call<{ sid: string }>('report/do/create', { name: '本语言', name_en: 'Own language', language: 'zh', parts }, { as: manager })
  const made = await subscribe({ statistic_sid: undefined, report_sid: report.data.sid, user_sids: [manager.sid] })
  assert.equal(made.code, 0, JSON.stringify(made.errors))
  await makeDue(made.data.sid)
  await deliverAll(ctx())
  assert.deepEqual(await states(made.data.sid), ['SENT'])
  const raw = mailbox.receivedBy('manager@reader.test').at(-1)?.raw ?? ''
  const today = `${Temporal.Now.plainDateISO(ZONE)}`
  assert.ok(decodeURIComponent(raw.replaceAll(/%(?![0-9A-F]{2})/g, '')).includes(`本语言_${today}.pdf`), raw.slice(0, 3000))
})

test('where too many drawings wait, a mailing waits too and is sent the next time', async () => {
  const made = await subscribe({ user_sids: [manager.sid], file: 'PDF' })
  await makeDue(made.data.sid)
  const drawings = Array.from({ length: 21 }, (_, at) => drawPdf({ title: `${at}`, lang: 'en', blocks: [] }))
  const refused = assert.rejects(drawPdf({ title: 'one more', lang: 'en', blocks: [] }), { name: 'too_many_pdfs', status: 429 })
  await deliverAll(ctx())
  await refused
  assert.deepEqual(await states(made.data.sid), ['WAITING: Too many files are being made; try again later'])
  await Promise.all(drawings)
  await deliverAll(ctx())
  assert.deepEqual(await states(made.data.sid), ['SENT'])
})
