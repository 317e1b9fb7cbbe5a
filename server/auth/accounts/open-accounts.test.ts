import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenedAccount } from '../../../model/auth/accounts/user-actions.ts'
import { modelOf } from '../../../tests/harness/engine.ts'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { systemContext } from '../../records/context.ts'
import { createRow } from '../../records/write/create.ts'

const { tenant, call, enrol } = await testServer()
const mailbox = await openMailbox()
const make = (model: string, values: Record<string, unknown>) => createRow(systemContext(tenant), modelOf(tenant, model), values)
const roleNamed = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
const admin = await enrol('system_admin')
const [inventor, agent, head] = [await roleNamed('inventor'), await roleNamed('agent'), await roleNamed('system_admin')]

/** Keeps people and accounts of all companies, but no roles. */
const personnel = await make('role', { code: 'personnel', name: '人事', weight: 20 })
for (const entity of ['user_info', 'user'])
  await make('role_grant', { role_sid: personnel, entity, verbs: ['get', 'search', 'count', 'create', 'update', 'delete'], data_scope: 'ALL' })
const keeper = await enrol('inventor', { role_sids: [personnel] })
const agency = await make('agency', { agency_name: '北代理（虚构）', account_open: true })
const person = (name: string, more: Record<string, unknown> = {}) =>
  make('user_info', { name: `${name}（虚构）`, company_sid: admin.company, ...more })

type Answer = { people: OpenedAccount[]; opened: number }
const ask = (name: 'plan_accounts' | 'open_accounts', body: Record<string, unknown>, as = admin, lang: 'zh' | 'en' = 'zh') =>
  call<Answer>(`user/do/${name}`, body, { as, lang })
const accounts = async () =>
  Number(
    (
      await tenant.db
        .selectFrom('user')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const whyOf = ({ people }: Answer) => people.map(({ account, faults }) => [account, ...faults.map(({ reason }) => reason)])
const bySid = (sids: string[], { people }: Answer) => sids.map((sid) => people.find((one) => one.sid === sid))

test('[5.06] the plan says who gets which user name, and who gets none and why; nothing is written', async () => {
  const sids = [
    await person('赵一', { job_number: 'A-1' }),
    await person('钱二', { job_number: 'A.2' }),
    await person('孙三', { job_number: 'A3', person_status: 'RESIGNED' }),
    await person('周五', { job_number: admin.account }),
  ]
  const before = await accounts()
  const { data } = await ask('plan_accounts', { sids: [...sids, keeper.sid] })
  assert.deepEqual(whyOf({ ...data, people: bySid([...sids, keeper.sid], data).filter((one) => one !== undefined) }), [
    ['a-1'],
    ['', '没有可作登录名的工号'],
    ['a3', '离职人员不能开通账号'],
    [admin.account, '已被其他记录使用'],
    ['', '已有账号'],
  ])
  assert.equal(data.opened, 1)
  assert.equal(await accounts(), before)
})

test('[7.10] accounts are opened for all who can get one, with roles, each with a password that is returned once', async () => {
  const sids = [await person('吴六', { job_number: 'B1', role_sids: [await roleNamed('finance')] }), await person('郑七', { job_number: 'B2' })]
  const { data } = await ask('open_accounts', { sids: [...sids, keeper.sid], role_sids: [inventor] })
  assert.equal(data.opened, 2)
  const [one, two] = bySid(sids, data)
  for (const made of [one, two]) assert.match(made?.one_time_password ?? '', /^\S{8,16}$/)
  assert.notEqual(one?.one_time_password, two?.one_time_password)
  assert.equal(bySid([keeper.sid], data)[0]?.one_time_password, undefined)
  const row = await tenant.db
    .selectFrom('user_info')
    .selectAll()
    .where('sid', '=', sids[0] ?? '')
    .executeTakeFirstOrThrow()
  assert.deepEqual([row.account, row.account_status, row.role_sids], ['b1', 'OPEN', [await roleNamed('finance'), inventor]])
  const account = await tenant.db.selectFrom('user').selectAll().where('account', '=', 'b1').executeTakeFirstOrThrow()
  assert.equal(account.must_change_password, true)
  const history = await tenant.db.selectFrom('change_log').select('record_sid').where('record_sid', 'in', [account.sid, row.sid]).execute()
  assert.ok(history.length >= 2)
  const kept = JSON.stringify([account, history, await tenant.db.selectFrom('audit_entry').selectAll().execute()])
  assert.ok(!kept.includes(one?.one_time_password ?? ''), 'the password is kept nowhere')
})

test('[7.10] all people whom a query finds get accounts, each at the end of their kind', async () => {
  await person('代理甲', { job_number: 'C1', person_type: 'AGENCY', agency_sid: agency })
  await person('内部乙', { job_number: 'C2' })
  const { data } = await ask('open_accounts', { iql: "job_number IN ('C1', 'C2')" })
  assert.equal(data.opened, 2)
  const rows = await tenant.db.selectFrom('user').select(['account', 'platform']).where('account', 'in', ['c1', 'c2']).orderBy('account').execute()
  assert.deepEqual(rows, [
    { account: 'c1', platform: '2' },
    { account: 'c2', platform: '1' },
  ])
})

test('[3.01] nobody opens accounts of people above, nor gives roles above their own or of the other end', async () => {
  const above = await person('上级', { job_number: 'D1', role_sids: [head] })
  const own = await person('同级', { job_number: 'D2' })
  const opened = await ask('plan_accounts', { sids: [above, own] }, keeper, 'en')
  assert.deepEqual(bySid([above, own], opened.data).map((one) => one?.faults.map(({ reason }) => reason)), [
    ['belongs to a person with wider permissions than yours and cannot be changed by you'],
    [],
  ]) // oxfmt-ignore
  const raised = await ask('open_accounts', { sids: [own], role_sids: [head] }, keeper, 'en')
  assert.match(raised.data.people[0]?.faults[0]?.reason ?? '', /you may not grant/)
  const other = await ask('open_accounts', { sids: [own], role_sids: [agent] })
  assert.match(other.data.people[0]?.faults[0]?.reason ?? '', /不属于此人的登录端/)
  assert.equal(await tenant.db.selectFrom('user').select('sid').where('account', '=', 'd2').executeTakeFirst(), undefined)
  assert.equal((await ask('open_accounts', { sids: [own] }, await enrol('inventor'))).status, 403)
})

test('first passwords are mailed, to those who have an address; of somebody who is not reached, the password is listed', async () => {
  const [none, reached, refused] = [
    await person('无邮箱', { job_number: 'E1' }),
    await person('有邮箱', { email: 'first.last@reader.test' }),
    await person('拒收', { email: 'refused@reader.test' }),
  ]
  const body = { sids: [none, reached, refused], named_by: 'EMAIL', passwords: 'MAILED' }
  assert.match((await ask('plan_accounts', body)).message, /尚未设置发信邮箱/)
  assert.equal((await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })).code, 0)
  const { data } = await ask('open_accounts', body, admin, 'en')
  const [first, second, third] = bySid([none, reached, refused], data)
  assert.equal(first?.faults.length, 1)
  assert.deepEqual([second?.account, second?.is_mailed, second?.one_time_password], ['first_last', true, undefined])
  assert.equal(third?.is_mailed, false)
  assert.match(third?.one_time_password ?? '', /^\S{8,16}$/)
  const { to, text } = await mailbox.next(1)
  assert.deepEqual(to, ['first.last@reader.test'])
  assert.match(text, /User name: first_last\r?\nOne-time password: \S{8,16}/)
})

test('nobody is left without a user name: the job number, else the e-mail address, the English name or the initials, numbered where taken', async () => {
  const sids = [
    await person('冯一', { job_number: 'F1', email: 'feng@reader.test' }),
    await person('陈二', { job_number: 'F.2', email: 'chen.er@reader.test' }),
    await person('陈二二', { email: 'chen.er@elsewhere.test' }),
    await person('褚三', { name_en: 'San Chu' }),
    await make('user_info', { name: '卫四', company_sid: admin.company }),
    await person('蒋五', { job_number: keeper.account, email: 'jiang@reader.test' }),
  ]
  const { data } = await ask('open_accounts', { sids: [...sids, keeper.sid], named_by: 'EACH' }, admin, 'en')
  const told = bySid([...sids, keeper.sid], data).map((one) => [one?.account, ...(one?.notes ?? []), ...(one?.faults ?? []).map(({ reason }) => reason)]) // oxfmt-ignore
  const [EMAIL, NAME] = ['the user name is taken from the e-mail address', 'the user name is taken from the name']
  const initials = 'the user name is taken from the initials of the name'
  assert.deepEqual([told[0], ...told.slice(3)], [['f1'], ['san_chu', NAME], ['ws', initials], ['jiang', EMAIL], ['', 'has an account already']])
  assert.deepEqual(told.slice(1, 3).sort(), [['chen_er', EMAIL], ['chen_er2', EMAIL]]) // oxfmt-ignore
  assert.equal(data.opened, 6)
})

test('too many people, nobody, and people whom the caller does not see are refused by name', async () => {
  assert.equal((await ask('open_accounts', {})).errors[0]?.field, 'sids')
  const many = Array.from({ length: 201 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
  assert.match((await ask('plan_accounts', { sids: many })).errors[0]?.reason ?? '', /200/)
  assert.equal((await ask('plan_accounts', { sids: many.slice(0, 1) })).status, 404)
})
