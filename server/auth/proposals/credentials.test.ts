import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelOf } from '../../../tests/harness/engine.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { createRow } from '../../records/write/create.ts'

// What an administrator could do alone to act as the second person, with two people for permission changes switched on.
process.env.INNOE_RATE_LIMIT = '100000000'
const { tenant, call, enrol } = await testServer()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const [first, second, third] = [await enrol('system_admin', { name: '管理员甲' }), await enrol('system_admin', { name: '管理员乙', email: 'second@example.com' }), await enrol('system_admin', { name: '管理员丙' })] // oxfmt-ignore
const admin = (await tenant.db.selectFrom('role').select('sid').where('code', '=', 'system_admin').executeTakeFirstOrThrow()).sid
const clerk = await make('role', { code: 'clerk', name: '虚构文员', name_en: 'Fictional clerk', weight: 5 })
const accountOf = async (person: string) => (await tenant.db.selectFrom('user').selectAll().where('user_info_sid', '=', person).executeTakeFirstOrThrow()) // oxfmt-ignore
const former = await enrol('system_admin', { name: '前管理员' })
const formerAccount = (await accountOf(former.sid)).sid
await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('sid', '=', formerAccount).execute()
const unopened = await make('user_info', { name: '未开户的管理员', company_sid: first.company, role_sids: [admin] })
const gone = { sid: await make('user_info', { name: '已删除文员', company_sid: first.company, role_sids: [clerk] }) }
assert.equal((await call(`user_info/do/delete/${gone.sid}`, {}, { as: first })).code, 0)
const goneAdmin = await enrol('system_admin', { name: '已删账号的管理员' })
const goneAccount = (await accountOf(goneAdmin.sid)).sid
assert.equal((await call(`user/do/delete/${goneAccount}`, {}, { as: first })).code, 0)
await keepSetting(systemContext(tenant), 'permission.two_people', true)

type Proposal = { sid: string; about: string; lines: { zh: string; en: string }[]; warnings?: string[] }
const ask = (path: string, body: unknown, as = first) => call<Proposal>(path, body, { as, lang: 'en' })
async function latest() {
  const { data } = await call<{ record: { sid: string }[] }>('permission_proposal/do/search', { fl: ['about'], iql: "status = 'PROPOSED' ORDER BY sid DESC" }, { as: first }) // oxfmt-ignore
  const sid = data.record[0]?.sid ?? assert.fail('a proposal waits')
  return (await call<Proposal>(`permission_proposal/${sid}`, undefined, { as: first })).data
}
const decide = (sid: string, transition: string, as: Person) => ask('permission_proposal/do/transition', { sid, transition, decided_reason: 'x' }, as)
const confirmed = async (by = second) => assert.equal((await decide((await latest()).sid, 'confirm', by)).code, 0)
async function held(path: string, body: unknown) {
  const answer = await ask(path, body)
  assert.deepEqual([answer.status, answer.code], [409, 500013], answer.text)
}

test('nobody resets the password or the second factor of a person who may confirm, under any name of the call; of others one person does', async () => {
  const { sid, secret } = await accountOf(second.sid)
  const calls = ['user/do/password_reset', 'user/do/reset', 'user_info/do/password_reset', 'user_info/do/reset', 'user/do/reset_second_factor']
  for (const path of calls) {
    const answer = await ask(path, { sid })
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.message, /nobody resets the password or second factor of a person who may confirm/)
  }
  assert.match((await call('user/do/password_reset', { sid }, { as: first })).message, /其密码和两步验证不能由他人重置/)
  assert.deepEqual((await accountOf(second.sid)).secret, secret)
  assert.equal((await call('patent/do/count', {}, { as: second })).status, 200)
  const inventor = await enrol('inventor')
  assert.equal((await ask('user/do/password_reset', { sid: (await accountOf(inventor.sid)).sid })).code, 0)
})

test('the account of a former administrator is reopened, extended and restored by two people; one for a person with the role is opened by nobody', async () => {
  await held('user/do/update', { sid: formerAccount, status: 'OPEN' })
  assert.match((await latest()).lines[0]?.en ?? '', /^Account “system_admin_\d+”: Status Closed → Open$/)
  assert.equal((await accountOf(former.sid)).status, 'CLOSED')
  await confirmed()
  assert.equal((await accountOf(former.sid)).status, 'OPEN')
  assert.equal((await ask('user/do/update', { sid: formerAccount, expires_at: '2020-01-01T00:00:00Z', status: 'CLOSED' })).code, 0)
  assert.equal((await ask('user/do/update', { sid: formerAccount, expires_at: null })).code, 0)
  await held('user/do/batch_update', { sids: [formerAccount], changes: { status: 'OPEN' } })
  await held('user/do/restore', { sids: [goneAccount] })
  assert.match((await latest()).lines[0]?.zh ?? '', /^账号“system_admin_\d+”：恢复$/)
  await confirmed()
  const opened = await ask('user/do/create', { account: 'unopened', user_info_sid: unopened })
  assert.match(opened.errors[0]?.reason ?? '', /open the account first and give the roles afterwards/, opened.text)
})

test('a person restored from the recycle bin comes back with their roles when a second person confirms it', async () => {
  await held('user_info/do/restore', { sids: [gone.sid] })
  const deleted = async () => (await tenant.db.selectFrom('user_info').select('deleted_at').where('sid', '=', gone.sid).executeTakeFirstOrThrow()).deleted_at // oxfmt-ignore
  assert.notEqual(await deleted(), null)
  assert.equal((await latest()).lines[0]?.en, 'Person “已删除文员”, roles: + Fictional clerk')
  await confirmed()
  assert.equal(await deleted(), null)
})

test('what finds the account of a person who may confirm waits, while the rest of the write is done; one’s own does not', async () => {
  const changed = await ask('user_info/do/update', { sid: second.sid, email: 'taken@example.com', mobile: '13800138000', job_title: '总监' })
  assert.equal(changed.code, 0, changed.text)
  assert.match(changed.data.warnings?.join() ?? '', /E-mail.*take effect when a second administrator confirms/)
  const stored = async () => tenant.db.selectFrom('user_info').select(['email', 'mobile', 'job_title']).where('sid', '=', second.sid).executeTakeFirstOrThrow() // oxfmt-ignore
  assert.deepEqual(await stored(), { email: 'second@example.com', mobile: null, job_title: '总监' })
  assert.equal((await latest()).lines[0]?.en, 'Person “管理员乙”: E-mail second@example.com → taken@example.com; Mobile — → 138****8000')
  await confirmed(third)
  assert.equal((await stored()).email, 'taken@example.com')
  assert.equal((await ask('user_info/do/update', { sid: second.sid, email: 'own@example.com' }, second)).code, 0)
  assert.equal((await stored()).email, 'own@example.com')
})

test('a role is renamed by two people', async () => {
  await held('role/do/update', { sid: clerk, name_en: 'System administrator' })
  assert.match((await latest()).lines[0]?.en ?? '', /^Role “.*”: English name Fictional clerk → System administrator$/)
  assert.equal((await decide((await latest()).sid, 'refuse', second)).code, 0)
})

test('an identity provider is entered switched off, and switched on or changed while it is on by two people; its secret is in no proposal', async () => {
  const values = { code: 'evil', name: '虚构提供方', protocol: 'OIDC', issuer: 'https://id.example.com', client_id: 'innoe', client_secret: 'qzx-secret', status: '1' } // oxfmt-ignore
  const made = await ask('identity_provider/do/create', values)
  assert.equal(made.code, 0, made.text)
  const stored = async () => tenant.db.selectFrom('identity_provider').select(['status', 'opens_accounts', 'new_role_sid', 'match_by', 'name']).where('sid', '=', made.data.sid).executeTakeFirstOrThrow() // oxfmt-ignore
  assert.equal((await stored()).status, '0')
  assert.equal((await latest()).lines[0]?.en, 'Identity provider “虚构提供方”: Status Inactive → Active')
  assert.equal((await ask('identity_provider/do/update', { sid: made.data.sid, issuer: 'https://other.example.com', client_secret: 'qzx-secret' })).code, 0) // oxfmt-ignore
  assert.match((await decide((await latest()).sid, 'confirm', second)).errors[0]?.reason ?? '', /has changed since the proposal/)
  assert.equal((await ask('identity_provider/do/update', { sid: made.data.sid, status: '1' })).code, 0)
  await confirmed()
  assert.equal((await stored()).status, '1')
  const opening = { opens_accounts: true, new_role_sid: clerk, new_company_sid: first.company, new_department_sid: first.department }
  assert.equal((await ask('identity_provider/do/update', { sid: made.data.sid, name: '改名提供方', match_by: 'ACCOUNT', match_claim: 'account', ...opening })).code, 0) // oxfmt-ignore
  const before = await stored()
  assert.deepEqual([before.name, before.match_by, before.opens_accounts === true, before.new_role_sid], ['改名提供方', 'EMAIL', false, null])
  assert.match((await latest()).lines[0]?.en ?? '', /Open accounts for people without one No → Yes; Role — → Fictional clerk/)
  await confirmed()
  const after = await stored()
  assert.deepEqual([after.match_by, after.opens_accounts, after.new_role_sid], ['ACCOUNT', true, clerk])
  const all = await tenant.db.selectFrom('permission_proposal').select('writes').execute()
  assert.ok(!JSON.stringify(all).includes('qzx-secret') && !JSON.stringify(all).includes('client_secret'))
})

test('a role given to many people is one proposal, and the audit log has a line for each of them', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => enrol('inventor')))
  const add = people.map(({ sid }) => sid)
  assert.equal((await ask('role/do/set_people', { sid: clerk, add })).code, 0)
  const proposal = await latest()
  assert.equal(proposal.lines.length, 5)
  const entry = await tenant.db.selectFrom('audit_entry').select('details').where('event', '=', 'PERMISSION_PROPOSED').where('record_sid', '=', proposal.sid).execute() // oxfmt-ignore
  assert.deepEqual(entry.map(({ details }) => (details as { changes: unknown }).changes), [proposal.lines]) // oxfmt-ignore
  await confirmed()
  const row = await tenant.db
    .selectFrom('user_info')
    .select('role_sids')
    .where('sid', '=', add[4] ?? '')
    .executeTakeFirstOrThrow()
  assert.ok(row.role_sids?.includes(clerk))
})
