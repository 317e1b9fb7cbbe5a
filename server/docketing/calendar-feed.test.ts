import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'
import { presentDay, systemContext } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

const { app, tenant, call, enrol } = await testServer()
const make = (model: string, row: Record<string, unknown>) => createRow(systemContext(tenant), modelNamed(tenant.models, model), row)
const day = (offset: number) => `${Temporal.PlainDate.from(presentDay()).add({ days: offset })}`
const compact = (date: string) => date.replaceAll('-', '')

const owner = await enrol('ip_engineer', { name: '虚构负责人' })
const other = await enrol('ip_engineer', { name: '虚构同事' })
const patent = await make('patent', { title: '虚构案件', country: 'CN', patent_type: 'INVENTION', owner_sid: owner.sid, company_sid: owner.company })
const deadline = (row: Record<string, unknown>) => make('deadline', { case_sid: patent, kind: 'ACTION', ...row })
const mine = await deadline({
  name: '答复, 审查;意见',
  name_en: 'Reply, to; the action',
  official_due: day(30),
  internal_due: day(20),
  owner_sid: owner.sid,
})
const ended = await deadline({ name: '已办结', official_due: day(5), owner_sid: owner.sid })
await tenant.db.updateTable('deadline').set({ status: 'DONE' }).where('sid', '=', ended).execute()
await deadline({ name: '他人的期限', official_due: day(7), owner_sid: other.sid })

const feedOf = async (who: typeof owner) => {
  const { data } = await call<{ sid: string; path: string }>('token/do/calendar_feed', { name: '手机日历' }, { as: who })
  return data
}
/** As a calendar program fetches it, with the folded lines of RFC 5545 joined. */
const fetchFeed = async (path: string) => {
  const { statusCode, headers, body } = await app.inject({ url: path, headers: { host: 'localhost' } })
  return { status: statusCode, type: String(headers['content-type']), text: body.replaceAll(/\r\n[ \t]/g, ''), raw: body }
}

test('one’s own open deadlines are days of a calendar that is fetched without signing in', async () => {
  const { path } = await feedOf(owner)
  const { status, type, text, raw } = await fetchFeed(path)
  assert.deepEqual([status, type], [200, 'text/calendar; charset=utf-8'])
  assert.ok(
    raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
    'RFC 5545, 3.1: lines of at most 75 octets',
  )
  assert.deepEqual(
    text.match(/^DTSTART.*$/gm)?.sort(),
    [day(20), day(30)].map((date) => `DTSTART;VALUE=DATE:${compact(date)}`),
  )
  assert.deepEqual(text.match(/^UID:.*$/gm)?.sort(), [`UID:${mine}-internal`, `UID:${mine}-official`])
  const { case_no } = await tenant.db.selectFrom('case').select('case_no').where('sid', '=', patent).executeTakeFirstOrThrow()
  assert.deepEqual(text.match(/^SUMMARY:.*$/gm)?.sort(), [`SUMMARY:${case_no} 答复\\, 审查\\;意见`, `SUMMARY:（内部）${case_no} 答复\\, 审查\\;意见`])
  assert.match((await fetchFeed(path.replace('lang=zh', 'lang=en'))).text, /SUMMARY:\(internal\) \S+ Reply\\, to\\; the action/)
})

test('an extended deadline is in the calendar once, on the day to which it was extended', async () => {
  const waiting = await enrol('ip_engineer', { name: '虚构经办人' })
  const extended = await deadline({ name: '已延长', official_due: day(9), owner_sid: waiting.sid })
  await tenant.db
    .updateTable('deadline')
    .set({ extended_due: day(40), internal_due: day(33) })
    .where('sid', '=', extended)
    .execute()
  const { text } = await fetchFeed((await feedOf(waiting)).path)
  assert.deepEqual(
    text.match(/^DTSTART.*$/gm)?.sort(),
    [day(33), day(40)].map((date) => `DTSTART;VALUE=DATE:${compact(date)}`),
  )
})

test('one’s own open tasks are in the calendar on their days, and follow them; done ones and those of others are not', async () => {
  const helper = await enrol('inventor', { name: '虚构发明人' })
  const task = (row: Record<string, unknown>) => make('task', { title: '补充附图', due_date: day(3), assignee_sid: helper.sid, ...row })
  const [open] = [await task({}), await task({ title: '已完成', status: 'DONE' }), await task({ title: '他人', assignee_sid: other.sid })]
  const { path } = await feedOf(helper)
  const shown = async () => (await fetchFeed(path)).text.match(/^(UID|DTSTART|SUMMARY).*$/gm)?.sort()
  assert.deepEqual(await shown(), [`DTSTART;VALUE=DATE:${compact(day(3))}`, 'SUMMARY:补充附图', `UID:${open}-task`])
  await tenant.db.updateTable('task').set({ case_sid: patent }).where('sid', '=', open).execute() // of a case that they may not see
  assert.ok((await shown())?.includes('SUMMARY:补充附图'))
  await tenant.db.updateTable('task').set({ due_date: day(8) }).where('sid', '=', open).execute() // oxfmt-ignore
  assert.deepEqual((await shown())?.[0], `DTSTART;VALUE=DATE:${compact(day(8))}`)
})

test('a role that hides the numbers of cases has a calendar without them', async () => {
  const role = await make('role', { code: 'no_numbers', name: '不看案号（虚构）', platform: '1' })
  const verbs = ['get', 'search', 'count']
  for (const entity of ['patent', 'deadline'])
    await make('role_grant', { role_sid: role, entity, verbs, data_scope: 'ALL', ...(entity === 'patent' && { hidden_fields: ['case_no'] }) })
  const reader = await enrol('inventor', { name: '虚构读者', role_sids: [role] })
  await deadline({ name: '虚构期限', official_due: day(4), owner_sid: reader.sid })
  const { status, text } = await fetchFeed((await feedOf(reader)).path)
  assert.deepEqual([status, text.match(/^SUMMARY.*$/gm)], [200, ['SUMMARY:虚构期限']])
})

test('the address opens nothing but the calendar, is kept as a hash, and no token makes one', async () => {
  const { path } = await feedOf(owner)
  const token = new URL(path, 'http://localhost').searchParams.get('token') ?? ''
  assert.match(token, /^c_/)
  assert.equal((await call('patent/do/search', {}, { as: { ...owner, token } })).status, 401)
  assert.equal(JSON.stringify(await tenant.db.selectFrom('token').selectAll().execute()).includes(token), false)
  const { data: personal } = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: owner })
  assert.equal((await call('token/do/calendar_feed', { name: 'x' }, { as: { ...owner, token: personal.token } })).status, 403)
  assert.equal((await fetchFeed(path.replace(token, personal.token))).status, 404, 'a personal token is no address of a calendar')
})

test('a deleted address, a closed account and a lost permission end the feed', async () => {
  const leaver = await enrol('ip_engineer', { name: '虚构离职者' })
  const { sid, path } = await feedOf(leaver)
  assert.equal((await fetchFeed(path)).status, 200)
  const open = (status: 'OPEN' | 'CLOSED') => tenant.db.updateTable('user').set({ status }).where('account', '=', leaver.account).execute()
  await open('CLOSED')
  assert.equal((await fetchFeed(path)).status, 404)
  await open('OPEN')
  assert.equal((await call(`token/do/delete/${sid}`, {}, { as: other })).status, 404, 'somebody else’s address is not found')
  assert.equal((await call(`token/do/delete/${sid}`, {}, { as: leaver })).code, 0)
  assert.equal((await fetchFeed(path)).status, 404)
  const inventor = await feedOf(owner)
  await tenant.db.updateTable('user_info').set({ role_sids: [] }).where('sid', '=', owner.sid).execute()
  assert.equal((await fetchFeed(inventor.path)).status, 403)
})
