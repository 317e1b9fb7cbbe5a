import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { modelOf } from '../../../tests/harness/engine.ts'
import { jobEnded, sendFile, workbook } from '../../../tests/harness/cases/exchange.ts'
import { personalToken, scimCaller, USER } from '../../../tests/harness/sign-in/scim.ts'
import { personAsked } from '../../../tests/harness/entered.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { startJobs } from '../../jobs/start.ts'
import { systemContext } from '../../records/context.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { createRow } from '../../records/write/create.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const server = await testServer()
const asked = await personAsked(server.tenant)
const { app, tenant, call, enrol } = server
const jobs = await startJobs(server.server)
after(() => jobs.stop())
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const [first, second] = [await enrol('system_admin', { name: '管理员甲' }), await enrol('system_admin', { name: '管理员乙' })]
const clerk = await make('role', { code: 'clerk', name: '虚构文员', name_en: 'Fictional clerk', weight: 5 })
const other = await make('role', { code: 'other', name: '另一角色', weight: 5 })
const switched = (two_people: boolean) => keepSetting(systemContext(tenant), 'permission.two_people', two_people)

beforeEach(() => switched(true))
afterEach(() => switched(false))

type Proposal = {
  sid: string
  about: string
  about_en: string
  status: string
  lines: { zh: string; en: string; sid?: string }[]
  warnings?: string[]
}

const waiting = async (as = first) =>
  (await call<{ record: Proposal[] }>('permission_proposal/do/search', { fl: ['about', 'about_en', 'status'], iql: "status = 'PROPOSED' ORDER BY sid DESC" }, { as })).data.record // oxfmt-ignore
const latest = async () => {
  const [one] = await waiting()
  assert.ok(one, 'a proposal waits')
  return (await call<Proposal>(`permission_proposal/${one.sid}`, undefined, { as: first })).data
}
const decide = (sid: string, transition: string, as: Person, more: object = {}) =>
  call('permission_proposal/do/transition', { sid, transition, ...more }, { as, lang: 'en' })
const grantsOf = (role: string) =>
  tenant.db.selectFrom('role_grant').select(['sid', 'entity', 'verbs', 'data_scope']).where('role_sid', '=', role).where('deleted_at', 'is', null).orderBy('entity').execute() // oxfmt-ignore
const rolesOf = async (person: string) =>
  (await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', person).executeTakeFirstOrThrow()).role_sids
const rowOf = (sid: string) => tenant.db.selectFrom('permission_proposal').select('proposed_by').where('sid', '=', sid).executeTakeFirstOrThrow()
const detailsOf = (entry: { details: unknown } | undefined) => (entry?.details ?? {}) as Record<string, unknown>
const entries = (event: string) =>
  tenant.db
    .selectFrom('audit_entry')
    .select(['account', 'about', 'details'])
    .where('event', '=', event as never)
    .orderBy('sid', 'desc')
    .execute() // an event of the log

async function heldAt(path: string, body: unknown, as = first) {
  const answer = await call(path, body, { as, lang: 'en' })
  assert.deepEqual([answer.status, answer.code], [409, 500013], answer.text)
  return answer
}

test('a grant that one administrator enters takes effect when a second one confirms it, not when the first does', async () => {
  const values = { role_sid: clerk, entity: 'tag', verbs: ['get', 'search', 'count'], data_scope: 'ALL' }
  const answer = await heldAt('role_grant/do/create', values)
  assert.match(answer.message, /Not in effect yet: “Role “Fictional clerk”: Tag: View/)
  assert.equal((await grantsOf(clerk)).length, 0)
  const proposal = await latest()
  assert.match(proposal.lines[0]?.zh ?? '', /角色“虚构文员”：标签：查看/)
  const own = await decide(proposal.sid, 'confirm', first)
  assert.deepEqual(own.errors.map(({ reason }) => reason), ['must be a different person than the one who proposed it']) // oxfmt-ignore
  assert.equal((await grantsOf(clerk)).length, 0)
  const confirmed = await decide(proposal.sid, 'confirm', second)
  assert.equal(confirmed.code, 0, confirmed.text)
  assert.deepEqual((await grantsOf(clerk)).map(({ entity, verbs }) => [entity, verbs]), [['tag', values.verbs]]) // oxfmt-ignore
  const [proposed, decided] = [(await entries('PERMISSION_PROPOSED'))[0], (await entries('PERMISSION_DECIDED'))[0]]
  assert.equal(proposed?.account, first.account)
  assert.deepEqual(detailsOf(proposed).changes, proposal.lines)
  assert.equal(decided?.account, second.account)
  assert.equal(detailsOf(decided).decision, 'CONFIRMED')
})

test('a change, a deletion and a restored grant wait as well; a refusal needs a reason, which the audit log keeps', async () => {
  const [grant] = await grantsOf(clerk)
  const sid = grant?.sid
  await heldAt('role_grant/do/update', { sid, data_scope: 'SELF', verbs: ['get'] })
  const proposal = await latest()
  assert.match(proposal.lines[0]?.en ?? '', /Tag: − .*; All → Own/)
  assert.deepEqual((await decide(proposal.sid, 'refuse', second)).errors.map(({ field }) => field), ['decided_reason']) // oxfmt-ignore
  assert.equal((await decide(proposal.sid, 'refuse', second, { decided_reason: 'not needed' })).code, 0)
  assert.equal(detailsOf((await entries('PERMISSION_DECIDED'))[0]).reason, 'not needed')
  assert.equal((await grantsOf(clerk))[0]?.data_scope, 'ALL')
  await heldAt(`role_grant/do/delete/${sid}`, {})
  assert.equal((await grantsOf(clerk)).length, 1)
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  assert.equal((await grantsOf(clerk)).length, 0)
  await heldAt('role_grant/do/restore', { sids: [sid] })
  assert.equal((await grantsOf(clerk)).length, 0)
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  assert.equal((await grantsOf(clerk)).length, 1)
})

test('a proposal about a grant that has changed meanwhile is refused, in words', async () => {
  const [grant] = await grantsOf(clerk)
  await heldAt('role_grant/do/update', { sid: grant?.sid, export_max: 5 })
  const old = await latest()
  await heldAt('role_grant/do/update', { sid: grant?.sid, data_scope: 'SELF' })
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  const answer = await decide(old.sid, 'confirm', second)
  assert.match(answer.errors[0]?.reason ?? '', /“tag” has changed since the proposal/)
  assert.equal((await decide(old.sid, 'withdraw', second)).errors[0]?.reason, 'must be the person who proposed it')
  assert.equal((await decide(old.sid, 'withdraw', first)).code, 0)
})

test('all changes of the editor of a role are one proposal; its preview changes and proposes nothing', async () => {
  const menu = await tenant.db.selectFrom('rbac_menu').select('sid').where('code', '=', 'tags').executeTakeFirstOrThrow()
  const grants = [
    { entity: 'tag', verbs: ['get', 'search', 'count', 'update'], data_scope: 'ALL' },
    { entity: 'tech_node', verbs: ['get', 'search', 'count'], data_scope: 'ALL' },
  ]
  const body = { sid: clerk, grants, menu_sids: [menu.sid], mask_mobile: true }
  const before = (await waiting()).length
  assert.equal((await call('role/do/save_permissions', { ...body, preview: true }, { as: first })).code, 0)
  assert.equal((await waiting()).length, before)
  await heldAt('role/do/save_permissions', body)
  assert.equal((await waiting()).length, before + 1)
  const proposal = await latest()
  assert.equal(proposal.lines.length, 4)
  assert.ok(
    proposal.lines.some(({ zh }) => /^菜单“标签”的角色：\+ 虚构文员$/.test(zh)),
    JSON.stringify(proposal.lines),
  )
  assert.ok(
    proposal.lines.some(({ en }) => en === 'Role “Fictional clerk”: Mobile number masked No → Yes'),
    JSON.stringify(proposal.lines),
  )
  assert.equal((await decide(proposal.sid, 'confirm', second)).code, 0)
  assert.deepEqual((await grantsOf(clerk)).map(({ entity }) => entity), ['tag', 'tech_node']) // oxfmt-ignore
  const { role_sids } = await tenant.db.selectFrom('rbac_menu').select('role_sids').where('sid', '=', menu.sid).executeTakeFirstOrThrow()
  assert.ok(role_sids?.includes(clerk))
})

test('the copy of a role waits as a whole', async () => {
  const answer = await heldAt('role/do/copy', { sid: clerk, code: 'clerk_copy' })
  assert.match(answer.message, /Role “Fictional clerk \(copy\)|Role “虚构文员/)
  const made = () => tenant.db.selectFrom('role').select('sid').where('code', '=', 'clerk_copy').where('deleted_at', 'is', null).executeTakeFirst()
  assert.equal(await made(), undefined)
  const confirmed = await decide((await latest()).sid, 'confirm', second)
  assert.equal(confirmed.code, 0, confirmed.text)
  assert.equal((await grantsOf((await made())?.sid ?? '')).length, 2)
})

test('a person is entered and changed at once, but their roles wait, whichever way they are given', async () => {
  const made = await call<Proposal & { role_sids: unknown[] | null }>(
    'user_info/do/create',
    asked({ name: '何虚构', name_en: 'He Xugou', role_sids: [clerk] }),
    { as: first, lang: 'en' },
  )
  assert.equal(made.code, 0, made.text)
  assert.match(made.data.warnings?.join() ?? '', /were proposed and take effect when a second administrator confirms them/)
  assert.equal(await rolesOf(made.data.sid), null)
  assert.match((await latest()).lines[0]?.en ?? '', /^Person “He Xugou”, roles: /)
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  assert.deepEqual(await rolesOf(made.data.sid), [clerk])
  const count = (await waiting()).length
  const changed = await call<Proposal>('user_info/do/update', { sid: made.data.sid, job_title: '文员', role_sids: [clerk, other] }, { as: first })
  assert.equal(changed.code, 0, changed.text)
  assert.deepEqual(await rolesOf(made.data.sid), [clerk])
  const person = await tenant.db.selectFrom('user_info').select('job_title').where('sid', '=', made.data.sid).executeTakeFirstOrThrow()
  assert.equal(person.job_title, '文员')
  const proposal = await latest()
  assert.equal(proposal.about, '人员“何虚构”的角色：+ 另一角色')
  assert.equal(proposal.lines[0]?.sid, made.data.sid)
  const many = await call('user_info/do/batch_update', { sids: [made.data.sid, second.sid], changes: { role_sids: [other] } }, { as: first })
  assert.equal(many.code, 0, many.text)
  assert.equal((await waiting()).length, count + 1, 'the roles of the first person are proposed anew')
  assert.equal((await latest()).lines.length, 2)
  const given = await call('role/do/set_people', { sid: other, add: [made.data.sid] }, { as: first })
  assert.equal(given.code, 0, given.text)
  assert.deepEqual(await rolesOf(made.data.sid), [clerk])
  await heldAt('role/do/update', { sid: other, weight: 90 })
  await heldAt('role/do/update', { sid: other, range_people_sids: [first.sid, second.sid] })
  assert.match((await latest()).lines[0]?.zh ?? '', /人员范围：人员 — → 管理员甲、管理员乙/)
  for (const { sid } of await waiting()) assert.equal((await decide(sid, 'withdraw', first)).code, 0)
})

test('a newer proposal about the same takes the place of the older one of the same person, which says so; one of another person stays', async () => {
  const { data: person } = await call<Proposal>('user_info/do/create', asked({ name: '曹虚构', role_sids: [other] }), { as: first })
  const propose = async (roles: string[], as: Person) => assert.equal((await call('user_info/do/update', { sid: person.sid, role_sids: roles }, { as })).code, 0)
  await propose([clerk], first)
  const older = await latest()
  await propose([clerk], second)
  await propose([other], first)
  const open = await waiting()
  assert.deepEqual(open.map(({ about }) => about).toSorted(), ['人员“曹虚构”的角色：+ 另一角色', '人员“曹虚构”的角色：+ 虚构文员'])
  const { data: gone } = await call<{ status: string; decided_reason: string }>(`permission_proposal/${older.sid}?flat=1`, undefined, { as: first })
  assert.deepEqual([gone.status, gone.decided_reason], ['WITHDRAWN', '已由新的提议取代 / replaced by a newer proposal'])
  const lines = await tenant.db.selectFrom('change_log').select('action').where('record_sid', '=', older.sid).orderBy('created_at').execute()
  assert.deepEqual(lines.map(({ action }) => String(action)).toSorted(), ['CREATE', 'TRANSITION', 'UPDATE'])
  for (const { sid } of open) assert.equal((await decide(sid, 'refuse', (await rowOf(sid)).proposed_by === first.sid ? second : first, { decided_reason: '虚构' })).code, 0)
}) // oxfmt-ignore

test('who may not make the change themselves cannot confirm it', async () => {
  const keeper = await make('role', { code: 'keeper', name: '人事（虚构）', weight: 20 })
  for (const [entity, verbs] of [
    ['user_info', ['get', 'search', 'count', 'update']],
    ['permission_proposal', ['get', 'search', 'count', 'transition']],
  ] as const)
    // oxfmt-ignore
    await make('role_grant', { role_sid: keeper, entity, verbs, data_scope: 'ALL' })
  const personnel = await enrol('inventor', { role_sids: [keeper] })
  const heavy = await make('role', { code: 'heavy', name: '重要角色', weight: 70 })
  const someone = await enrol('inventor')
  assert.equal((await call('user_info/do/update', { sid: someone.sid, role_sids: [heavy] }, { as: first })).code, 0)
  const refused = await decide((await latest()).sid, 'confirm', personnel)
  assert.equal(refused.errors[0]?.reason, 'you may not grant “重要角色”', refused.text)
  assert.equal((await latest()).status, 'PROPOSED')
  assert.equal((await decide((await latest()).sid, 'withdraw', first)).code, 0)
})

test('switching the rule off waits for a second person, and it is switched on only where two could decide', async () => {
  await heldAt('permission_proposal/do/set_rule', { two_people: false })
  const rule = async () => (await call<{ two_people: boolean }>('permission_proposal/do/rule', {}, { as: first })).data.two_people
  assert.equal(await rule(), true)
  assert.equal((await decide((await latest()).sid, 'confirm', second)).code, 0)
  assert.equal(await rule(), false)
  const role = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'system_admin').executeTakeFirstOrThrow()
  const others = await tenant.db
    .selectFrom('user_info')
    .select('sid')
    .where('role_sids', '@>', sql.val([role.sid]))
    .where('sid', '!=', first.sid)
    .execute()
  const sids = others.map(({ sid }) => sid)
  const set = (status: 'OPEN' | 'CLOSED') => tenant.db.updateTable('user').set({ status }).where('user_info_sid', 'in', sids).execute()
  await set('CLOSED')
  const refused = await call('permission_proposal/do/set_rule', { two_people: true }, { as: first, lang: 'en' })
  assert.match(refused.message, /There must be at least two system administrators/)
  await set('OPEN')
  assert.equal((await call('permission_proposal/do/set_rule', { two_people: true }, { as: first })).code, 0)
  assert.equal(await rule(), true)
})

test('roles that the HR system sends wait, and the person is entered without them', async () => {
  const scim = scimCaller(server, await personalToken(server, first))
  const sent = { schemas: [USER], userName: 'joiner@example.test', displayName: '虚构新人', roles: [{ value: 'other' }] }
  const { status, body, text } = await scim('POST', '/Users', sent)
  assert.equal(status, 201, text)
  assert.equal(await rolesOf(body.id), null)
  const proposal = await latest()
  assert.equal(proposal.about, '人员“虚构新人”的角色：+ 另一角色')
  assert.equal((await decide(proposal.sid, 'confirm', second)).code, 0)
  assert.deepEqual(await rolesOf(body.id), [other])
})

test('a file changes no permission: its rows about grants are refused in words, and the roles of its people wait', async () => {
  const sent = async (model: string, rows: string[][]) => {
    const answer = await sendFile(app, { path: `${model}/do/import`, token: first.token, file: await workbook(rows), name: 'rows.xlsx', lang: 'en' })
    assert.equal(answer.status, 200, answer.message)
    return jobEnded(tenant, answer.data.job_sid)
  }
  const before = await grantsOf(other)
  const grants = await sent('role_grant', [['角色', '对象', '操作', '数据范围'], ['另一角色', '标签', '查看', '全部']]) // oxfmt-ignore
  assert.match(JSON.stringify(grants.errors), /cannot be changed by a file or a job|不能成批或由文件修改/, JSON.stringify(grants))
  assert.deepEqual(await grantsOf(other), before)
  const people = await sent('user_info', [['姓名', '邮箱', '部门', '角色'], ['文件中人（虚构）', 'in-file@example.test', '知识产权部', '另一角色']]) // oxfmt-ignore
  assert.equal(people.ok, 1, JSON.stringify(people))
  const made = await tenant.db.selectFrom('user_info').select(['sid', 'role_sids']).where('name', '=', '文件中人（虚构）').executeTakeFirstOrThrow()
  assert.equal(made.role_sids, null)
  assert.equal((await latest()).about, '人员“文件中人（虚构）”的角色：+ 另一角色')
})

test('the administrator of a sub-company cannot switch the rule, which is of the whole tenant', async () => {
  const sub = await make('company', { company_name: '虚构子公司', parent_sid: first.company })
  const role = await make('role', { code: 'sub_admin', name: '子公司管理员', weight: 90 })
  await make('role_grant', { role_sid: role, entity: '*', verbs: ['*'], data_scope: 'ALL', within_company: sub })
  const theirs = await enrol('inventor', { role_sids: [role], company_sid: sub })
  for (const two_people of [false, true]) {
    await switched(!two_people)
    assert.equal((await call('permission_proposal/do/set_rule', { two_people }, { as: theirs })).status, 403)
  }
})
