import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'
import { runDue } from './run.ts'

process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const admin = await enrol('system_admin', { name: '检查人（虚构）' })
const lab = await make('department', { name: '虚构研究部', company_sid: admin.company })
const inner = await make('department', { name: '虚构研究部一组', company_sid: admin.company, parent_sid: lab })
const secret = await make('patent', {
  title: '虚构机密案',
  country: 'CN',
  patent_type: 'INVENTION',
  company_sid: admin.company,
  owner_sid: admin.sid,
})
const reader = await make('role', { code: 'reader', name: '虚构查阅人', name_en: 'Fictional reader', weight: 5 })
const [first, second] = [
  await enrol('inventor', { name: '甲虚构', name_en: 'Jia Xugou', department_sid: lab }),
  await enrol('inventor', { name: '乙虚构', department_sid: inner }),
]
const inventor = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()).sid

type Read = { sid: string; result: string; finding: string | null; finding_en: string | null; checked_at: string | null }

async function check(values: Record<string, unknown>, as: Person = admin) {
  const made = await call<Read>('permission_check/do/create', { name: '虚构检查', about: 'CASE', case_sid: secret, ...values }, { as })
  assert.equal(made.code, 0, made.text)
  return made.data.sid
}
const read = async (sid: string, as = admin) => (await call<Read>(`permission_check/${sid}`, undefined, { as })).data
const run = async (sid?: string, as = admin) => {
  const answer = await call<{ checked: number; failing: number }>('permission_check/do/run', sid ? { sid } : {}, { as })
  assert.equal(answer.code, 0, answer.text)
  return answer.data
}
const noticesOf = async (person: string) =>
  (await tenant.db.selectFrom('notification').select(['title', 'title_en']).where('user_sid', '=', person).where('title', 'like', '权限检查%').execute()).map(({ title }) => title) // oxfmt-ignore
const setRoles = async (person: Person, role_sids: string[]) =>
  assert.equal((await call('user_info/do/update', { sid: person.sid, role_sids }, { as: admin })).code, 0)

const rolesOf = async ({ sid }: Person) =>
  (await tenant.db.selectFrom('user_info').select('role_sids').where('sid', '=', sid).executeTakeFirstOrThrow()).role_sids ?? []

test('a check that a person may not see a case holds until a role lets them; the reason names the role and its scope, and the owner is notified once', async () => {
  const sid = await check({ subject: 'PERSON', person_sid: first.sid, expected: 'MAY_NOT', verb: 'get' })
  assert.equal((await read(sid)).result, 'NEW')
  assert.deepEqual(await run(sid), { checked: 1, failing: 0 })
  assert.deepEqual([(await read(sid)).result, (await read(sid)).finding], ['HOLDS', null])
  await make('role_grant', { role_sid: reader, entity: 'patent', verbs: ['get', 'search', 'count'], data_scope: 'ALL' })
  await setRoles(first, [inventor, reader])
  await runDue(systemContext(tenant))
  const after = await read(sid)
  assert.equal(after.result, 'FAILS')
  assert.equal(after.finding, '甲虚构可以查看：虚构查阅人（全部）')
  assert.equal(after.finding_en, 'Jia Xugou may: View. Fictional reader (All)')
  assert.ok(after.checked_at)
  assert.deepEqual(await noticesOf(admin.sid), ['权限检查不再符合：虚构检查。甲虚构可以查看：虚构查阅人（全部）'])
  await run(sid)
  assert.equal((await noticesOf(admin.sid)).length, 1)
  await setRoles(first, [inventor])
  await runDue(systemContext(tenant))
  assert.equal((await read(sid)).result, 'HOLDS')
})

test('a change that concerns no permission asks no check again', async () => {
  const sid = await check({ subject: 'PERSON', person_sid: first.sid })
  await runDue(systemContext(tenant))
  const before = await read(sid)
  assert.equal(before.result, 'HOLDS')
  assert.equal((await call('user_info/do/update', { sid: first.sid, job_title: '虚构职务' }, { as: admin })).code, 0)
  await runDue(systemContext(tenant))
  assert.equal((await read(sid)).checked_at, before.checked_at)
})

test('everybody of a department, those below it included, or of a role is asked about; each who breaks the expectation is named', async () => {
  const ofLab = await check({ subject: 'DEPARTMENT', department_sid: lab, expected: 'MAY', verb: 'get' })
  await run(ofLab)
  const { result, finding, finding_en } = await read(ofLab)
  assert.equal(result, 'FAILS')
  assert.match(finding ?? '', /甲虚构不可以查看：.*\n乙虚构不可以查看：|乙虚构不可以查看：.*\n甲虚构不可以查看：/)
  assert.match(finding_en ?? '', /乙虚构 may not: View\. No role with the permission “View” has this record in its scope: .+ \(.+\)/)
  const ofRole = await check({
    subject: 'ROLE',
    role_sid: inventor,
    expected: 'MAY_NOT',
    verb: 'create',
    about: 'MODEL',
    case_sid: null,
    entity: 'patent',
  })
  await run(ofRole)
  assert.equal((await read(ofRole)).result, 'HOLDS')
})

test('a check is made with the permissions of its owner and tells nothing that these do not show', async () => {
  const keeper = await make('role', { code: 'check_keeper', name: '虚构检查岗', weight: 20 })
  for (const [entity, verbs] of [
    ['permission_check', ['get', 'search', 'count', 'create', 'update']],
    ['user_info', ['get', 'search', 'count']],
    ['role', ['get', 'search', 'count']],
    ['role_grant', ['get', 'search', 'count']],
  ] as const)
    // oxfmt-ignore
    await make('role_grant', { role_sid: keeper, entity, verbs, data_scope: 'ALL' })
  const blind = await enrol('inventor', { role_sids: [keeper], name: '丙虚构' })
  const unseen = await check({ subject: 'PERSON', person_sid: first.sid, owner_sid: blind.sid })
  await run(unseen)
  assert.deepEqual(
    [(await read(unseen)).result, (await read(unseen)).finding_en],
    ['UNKNOWN', 'The owner does not see the data in question, or not the permissions of every role'],
  )
  const model = await check(
    { subject: 'PERSON', person_sid: first.sid, expected: 'MAY', verb: 'delete', about: 'MODEL', case_sid: null, entity: 'role' },
    blind,
  )
  assert.equal((await run(model, blind)).failing, 1)
  assert.match((await read(model)).finding_en ?? '', /No role grants “Delete” on “Role”/)
  const keeping = await enrol('inventor', { role_sids: [await make('role', { code: 'no_checks', name: '无检查', weight: 1 })] })
  await make('role_grant', { role_sid: (await rolesOf(keeping))[0], entity: 'permission_check', verbs: ['search', 'update'], data_scope: 'SELF' })
  assert.deepEqual(await run(undefined, keeping), { checked: 0, failing: 0 })
  const other = await enrol('inventor')
  assert.equal((await call('permission_check/do/run', { sid: model }, { as: other })).status, 403)
})

test('what a check asks about is required by its kind, and a changed question has no answer yet', async () => {
  const refused = await call('permission_check/do/create', { name: '缺项', subject: 'ROLE', about: 'MODEL' }, { as: admin, lang: 'en' })
  assert.deepEqual(refused.errors.map(({ field }) => field).sort(), ['entity', 'role_sid']) // oxfmt-ignore
  const sid = await check({ subject: 'PERSON', person_sid: second.sid })
  await run(sid)
  assert.equal((await read(sid)).result, 'HOLDS')
  assert.equal((await call('permission_check/do/update', { sid, verb: 'update' }, { as: admin })).code, 0)
  assert.equal((await read(sid)).result, 'NEW')
})

test('only system administrators name another person as owner, or change the question of another’s check', async () => {
  const role = await make('role', { code: 'own_checks', name: '自查岗', weight: 1 })
  for (const entity of ['permission_check', 'user_info', 'patent'])
    await make('role_grant', { role_sid: role, entity, verbs: ['get', 'search', 'count', 'create', 'update'], data_scope: 'ALL' })
  const asker = await enrol('inventor', { role_sids: [role] })
  const values = { name: '代他人检查', subject: 'PERSON', person_sid: first.sid, about: 'CASE', case_sid: secret }
  const ask = (path: string, body: unknown) => call<Read>(path, body, { as: asker, lang: 'en' })
  const foreign = await ask('permission_check/do/create', { ...values, owner_sid: admin.sid })
  assert.match(foreign.errors.find(({ field }) => field === 'owner_sid')?.reason ?? '', /only system administrators name another owner/, foreign.text)
  const own = await ask('permission_check/do/create', values)
  assert.equal(own.code, 0, own.text)
  assert.equal((await ask('permission_check/do/update', { sid: own.data.sid, owner_sid: admin.sid })).errors[0]?.field, 'owner_sid')
  const ofAdmin = await check({ subject: 'PERSON', person_sid: second.sid })
  assert.equal((await ask('permission_check/do/update', { sid: ofAdmin, person_sid: first.sid })).errors[0]?.field, 'person_sid')
  assert.equal((await call('permission_check/do/update', { sid: own.data.sid, owner_sid: admin.sid }, { as: admin })).code, 0)
})

test('an account that has expired counts as one that cannot sign in', async () => {
  const expired = await enrol('ip_manager', { name: '过期者（虚构）' })
  const sid = await check({ subject: 'PERSON', person_sid: expired.sid, expected: 'MAY_NOT', verb: 'create', about: 'MODEL', case_sid: null, entity: 'patent' }) // oxfmt-ignore
  assert.equal((await run(sid)).failing, 1)
  await tenant.db.updateTable('user').set({ expires_at: '2020-01-01T00:00:00Z' }).where('user_info_sid', '=', expired.sid).execute()
  assert.equal((await run(sid)).failing, 0)
  assert.equal((await read(sid)).result, 'HOLDS')
})

test('a check that held and can no longer be made is reported to its owner, and to the administrators when the owner has no account', async () => {
  const leaver = await enrol('system_admin', { name: '离任负责人（虚构）' })
  const sid = await check({ name: '移交检查', subject: 'PERSON', person_sid: first.sid, owner_sid: leaver.sid })
  await run(sid)
  assert.equal((await read(sid)).result, 'HOLDS')
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', '=', leaver.sid).execute()
  await run(sid)
  assert.equal((await read(sid)).result, 'UNKNOWN')
  const countOf = (titles: (string | null)[]) =>
    titles.filter((title) => title?.startsWith('权限检查无法再进行：移交检查。负责人没有可用的账号')).length
  assert.deepEqual([countOf(await noticesOf(leaver.sid)), countOf(await noticesOf(admin.sid))], [1, 1])
  await run(sid)
  assert.equal(countOf(await noticesOf(admin.sid)), 1)
})

test('a role whose condition cannot be read leaves the other checks their answers, and is an answer that it cannot be checked', async () => {
  const role = await make('role', { code: 'broken', name: '损坏角色', weight: 1 })
  const grant = await make('role_grant', { role_sid: role, entity: 'patent', verbs: ['get'], data_scope: 'CUSTOM', query: "title = 'x'" })
  const person = await enrol('inventor', { name: '丁虚构', role_sids: [role] })
  const [broken, sound] = [await check({ subject: 'PERSON', person_sid: person.sid }), await check({ subject: 'PERSON', person_sid: second.sid })]
  await tenant.db.updateTable('role_grant').set({ query: 'title = (' }).where('sid', '=', grant).execute()
  await run()
  assert.deepEqual([(await read(broken)).result, (await read(sound)).result], ['UNKNOWN', 'HOLDS'])
  assert.match((await read(broken)).finding_en ?? '', /The condition of a data permission of a role cannot be read/)
})
