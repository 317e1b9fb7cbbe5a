// Trade secrets through the API: who sees one, who opens its points, what is recorded of it, its reviews and its end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyTable } from '../../database/pool.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const manager = await enrol('ip_manager')
const engineer = await enrol('ip_engineer')
const colleague = await enrol('ip_engineer')
const reader = await enrol('inventor')
const outsider = await enrol('inventor')

type Row = Record<string, unknown> & { sid: string }
async function ok<T = Row>(path: string, body: unknown, as: Person): Promise<T> {
  const { code, data, text } = await call<T>(path, body, { as })
  assert.equal(code, 0, `${path}: ${text}`)
  return data
}
const CONTENT = '先在 850 度保温四十分钟（虚构）'
let made = 0
/** A secret of the engineer, with one point, that also the reader may open. */
async function secret(more: object = {}) {
  const values = { title: `虚构工艺 ${++made}`, authorised_users: [engineer.sid, reader.sid], ...more }
  const { sid, case_no } = await ok('trade_secret/do/create', values, engineer)
  const point = await ok('secret_point/do/create', { case_sid: sid, point_no: 1, name: '保温参数', content: CONTENT, carrier: 'FILE' }, engineer)
  return { sid, case_no, point: point.sid }
}
const open = (sid: string, as: Person) => call<{ content: string }>('secret_point/do/open', { sid }, { as })
const take = (sid: string, transition: string, fields: object = {}) => ok('trade_secret/do/transition', { sid, transition, ...fields }, engineer)

test('only the persons whom a secret names open its points, whatever the roles of others', async () => {
  const { sid, point, case_no } = await secret()
  assert.match(String(case_no), /^K\d{9}$/)
  for (const person of [engineer, reader]) assert.equal((await open(point, person)).data.content, CONTENT)
  const refused = await Promise.all([admin, manager].map((person) => open(point, person)))
  assert.deepEqual(refused.map(({ status }) => status), [403, 403]) // oxfmt-ignore
  assert.match(refused[0]?.message ?? '', /知悉人/)
  assert.deepEqual(await Promise.all([colleague, outsider].map(async (person) => (await open(point, person)).status)), [404, 404])
  const seen = async (as: Person) => (await call(`trade_secret/${sid}`, undefined, { as })).status
  assert.deepEqual(await Promise.all([engineer, reader, manager, colleague, outsider].map(seen)), [200, 200, 200, 404, 404])
})

test('the content is in no answer, list, history, export or table; each opening is recorded for those who keep the secret', async () => {
  const { sid, point } = await secret()
  await open(point, reader)
  const shown = await ok(`secret_point/${point}`, undefined, engineer)
  assert.deepEqual(shown.content, { is_set: true })
  for (const table of ['secret_point', 'change_log', 'audit_entry', 'secret_access']) {
    const rows = await anyTable(tenant.db).selectFrom(table).selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes('保温四十分钟'), table)
  }
  const log = (as: Person) => ok<{ record: Row[] }>('secret_access/do/search', { fl: ['person_sid', 'point_sid'], iql: `case_sid = '${sid}'` }, as)
  const [entry, ...more] = (await log(engineer)).record
  assert.equal(more.length, 0)
  assert.deepEqual([(entry?.person_sid as Row | undefined)?.sid, (entry?.point_sid as Row | undefined)?.sid], [reader.sid, point])
  assert.equal((await log(manager)).record.length, 1)
  assert.equal((await call('secret_access/do/search', {}, { as: reader })).status, 403)
  const audited = await ok<{ record: Row[] }>(
    'audit_entry/do/search',
    { fl: ['account'], iql: `event = 'SECRET_OPENED' AND record_sid = '${point}'` },
    admin,
  )
  assert.deepEqual(audited.record.map(({ account }) => account), [reader.account]) // oxfmt-ignore
  assert.equal((await call(`secret_access/do/delete/${entry?.sid}`, {}, { as: admin })).status, 403)
})

test('nobody joins the readers alone: the present readers and those with the permission name them', async () => {
  const { sid } = await secret({ co_owner_sids: [colleague.sid] })
  const name = (as: Person, who: readonly Person[]) => call('trade_secret/do/update', { sid, authorised_users: who.map((one) => one.sid) }, { as })
  const refused = await name(colleague, [engineer, reader, colleague])
  assert.deepEqual(refused.errors.map(({ field }) => field), ['authorised_users']) // oxfmt-ignore
  assert.equal((await name(manager, [engineer, manager])).status, 200)
  assert.equal((await name(engineer, [engineer])).status, 200)
})

test('nobody joins the readers of a secret past the step that admits them, also when its protection has ended', async () => {
  const { sid: holder } = await ok('applicant/do/create', { name: '虚构持有单位', country: 'CN' }, admin)
  for (const [ending, fields] of [
    ['report_leak', {}],
    ['declassify', { close_reason: '已公开（虚构）' }],
  ] as const) {
    const { sid, point } = await secret({ holders: [{ applicant_sid: holder }] })
    await take(sid, 'review')
    await take(sid, 'protect', { from_date: '2024-01-31', protective_measures: ['NDA'] })
    await take(sid, ending, fields)
    const name = (who: readonly Person[]) => call('trade_secret/do/update', { sid, authorised_users: who.map((one) => one.sid) }, { as: engineer })
    assert.deepEqual((await name([engineer, reader, outsider])).errors.map(({ field }) => field), ['authorised_users'], ending) // oxfmt-ignore
    assert.equal((await name([engineer])).code, 0)
    await ok('trade_secret/do/undo_transition', { sid, reason: '登记有误（虚构）' }, manager)
    assert.deepEqual(await Promise.all([engineer, reader, outsider].map(async (person) => (await open(point, person)).status)), [200, 404, 404], ending) // oxfmt-ignore
  }
})

test('only readers write the content of a point', async () => {
  const { sid, point } = await secret()
  const written = await call('secret_point/do/update', { sid: point, content: '改' }, { as: manager })
  assert.deepEqual(written.errors.map(({ field }) => field), ['content']) // oxfmt-ignore
  const added = await call('secret_point/do/create', { case_sid: sid, point_no: 2, name: '乙', content: '丙' }, { as: manager })
  assert.deepEqual(added.errors.map(({ field }) => field), ['content']) // oxfmt-ignore
  const { sid: software } = await ok('software/do/create', { title: '虚构软件' }, engineer)
  const elsewhere = await call('secret_point/do/create', { case_sid: software, point_no: 1, name: '甲' }, { as: engineer })
  assert.deepEqual(elsewhere.errors.map(({ field }) => field), ['case_sid']) // oxfmt-ignore
})

test('[1.01] a secret is protected with its points and measures, reviewed every cycle, and ends', async () => {
  const { sid: bare } = await ok('trade_secret/do/create', { title: '虚构空白' }, engineer)
  await take(bare, 'review')
  const refused = await call('trade_secret/do/transition', { sid: bare, transition: 'protect', from_date: '2024-01-31' }, { as: engineer })
  assert.deepEqual(refused.errors.map(({ field }) => field).toSorted(), ['holders', 'protective_measures', 'status'])
  const { sid: holder } = await ok('applicant/do/create', { name: '虚构持有人', country: 'CN' }, admin)
  const complete = { from_date: '2024-01-31', protective_measures: ['NDA'], holders: [{ applicant_sid: holder }] }
  const pointless = await call('trade_secret/do/transition', { sid: bare, transition: 'protect', ...complete }, { as: engineer })
  assert.deepEqual(pointless.errors.map(({ field }) => field), ['status']) // oxfmt-ignore
  const { sid } = await secret({ review_cycle: '1m', holders: complete.holders })
  await take(sid, 'review')
  const kept = await take(sid, 'protect', { from_date: complete.from_date, protective_measures: ['NDA', 'MARK'] })
  assert.deepEqual([kept.status, kept.next_review], ['PROTECTED', '2024-02-29'])
  const due = async () => (await ok<{ record: Row[] }>('deadline/do/search', { fl: ['rule_id', 'official_due'], iql: `case_sid = '${sid}' AND rule_id = 'TS01'` }, engineer)).record.map(({ official_due }) => official_due) // oxfmt-ignore
  assert.deepEqual(await due(), ['2024-02-29'])
  assert.equal((await take(sid, 'keep', { last_review: '2024-03-05' })).next_review, '2024-04-05')
  assert.deepEqual(await due(), ['2024-04-05'])
  const { record } = await ok<{ record: Row[] }>('finding/do/search', { fl: ['code'], iql: `case_sid = '${sid}' AND status = 'OPEN'` }, engineer)
  assert.deepEqual(record.map(({ code }) => code), ['REVIEW_OVERDUE']) // oxfmt-ignore
  assert.equal((await take(sid, 'declassify', { close_reason: '已公开' })).status, 'DECLASSIFIED')
  assert.equal((await ok(`case/${sid}`, undefined, engineer)).phase, 'EXPIRED')
})

for (const [why, values, fields] of [
  ['an unreadable cycle', { review_cycle: '1 year' }, ['review_cycle']],
  ['a term without its end', { indefinite: false }, ['to_date']],
  ['an end of a secret without end', { to_date: '2030-01-01' }, ['to_date']],
  ['an end before the beginning', { indefinite: false, from_date: '2024-02-01', to_date: '2024-01-01' }, ['to_date']],
] as const)
  test(`${why} is refused`, async () => {
    const { errors } = await call('trade_secret/do/create', { title: '虚构甲', ...values }, { as: engineer })
    assert.deepEqual(errors.map(({ field }) => field), fields) // oxfmt-ignore
  })

test('a secret is deleted with its points, and restored with them', async () => {
  const { sid, point } = await secret()
  await ok(`trade_secret/do/delete/${sid}`, {}, engineer)
  assert.equal((await open(point, engineer)).status, 404)
  await ok('trade_secret/do/restore', { sids: [sid] }, admin)
  assert.equal((await open(point, engineer)).data.content, CONTENT)
})
