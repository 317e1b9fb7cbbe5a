import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../../tests/harness/server.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const DAY = 86_400_000

async function login({ account, password }: Pick<Person, 'account' | 'password'>) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  return call('/innoe-passport/login', { platform: 1, username: account, password, captcha_id: data.captcha_id, captcha: answer })
}

const set = (rules: Record<string, unknown>, as = admin) => call('/innoe-webapi/setting/sign_in/do/update', rules, { as, lang: 'en' })
const change = (who: Person | string, old_password: string, new_password: string) =>
  call(
    '/innoe-webapi/aggr/password/do/update',
    { old_password, new_password, confirm_password: new_password },
    { as: typeof who === 'string' ? who : who.token, lang: 'en' },
  )
const age = (who: Person, days: number) =>
  tenant.db
    .updateTable('user')
    .set({ password_changed_at: new Date(Date.now() - days * DAY).toISOString() })
    .where('user_info_sid', '=', who.sid)
    .execute()

test('[5.02] a password three years old must be changed before anything else', async () => {
  const who = await enrol('ip_engineer')
  await age(who, 3 * 365)
  const { data } = await login(who)
  assert.equal(data.must_change_password, true)
  const as = String(data.token)
  assert.equal((await call('patent/do/count', {}, { as })).status, 403)
  assert.equal((await call('token/do/create', { name: 'a way around' }, { as })).status, 403)
  assert.equal((await call('user_info/do/my', undefined, { as })).code, 0)
  assert.equal((await change(as, who.password, 'Tramway-4917')).code, 0)
  assert.equal((await call('patent/do/count', {}, { as })).code, 0)
  const next = await login({ account: who.account, password: 'Tramway-4917' })
  assert.equal(next.data.must_change_password, false)
})

test('[5.02] a renewed session with an expired password still requires the change', async () => {
  const who = await enrol('ip_engineer')
  await age(who, 400)
  const { data } = await login(who)
  const next = await call<{ token: string }>('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  assert.equal((await call('patent/do/count', {}, { as: next.data.token })).status, 403)
})

test('[5.02] the validity period of passwords is configurable, and may be unlimited', async () => {
  const who = await enrol('ip_engineer')
  await age(who, 40)
  assert.equal((await login(who)).data.must_change_password, false)
  assert.equal((await set({ password_days: 30 })).code, 0)
  assert.equal((await login(who)).data.must_change_password, true)
  await set({ password_days: 0 })
  await age(who, 4000)
  assert.equal((await login(who)).data.must_change_password, false)
  await set({ password_days: null })
  assert.equal((await login(who)).data.must_change_password, true, 'null restores the default')
})

test('a password that expires during a session does not interrupt the session', async () => {
  const signedInBefore = async (days: number) => {
    const who = await enrol('ip_engineer')
    const hex = (Date.now() - days * DAY).toString(16).padStart(12, '0')
    const family = `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-0123456789ab`
    await tenant.db.updateTable('token').set({ family }).where('created_by', '=', who.sid).execute()
    await age(who, 370)
    return (await call('patent/do/count', {}, { as: who })).status
  }
  assert.equal(await signedInBefore(10), 200)
  assert.equal(await signedInBefore(2), 403)
})

test('[5.02] a tenant may require 8 to 30 characters from all four classes', async () => {
  const who = await enrol('ip_engineer')
  const long = 'Tramrail-49173-Tunnel-by-night'
  const refused = await change(who, who.password, long)
  assert.deepEqual(
    refused.errors.map(({ reason }) => reason),
    ['must have 8 to 16 characters'],
  )
  await set({ password_length: '8_30', password_kinds: 'FOUR' })
  const rules = await call('/innoe-passport/password_rules')
  assert.deepEqual(rules.data, { password_length: '8_30', password_kinds: 'FOUR', password_history: 3, password_days: 365 })
  for (const [password, reason] of [
    ['tramrail-4917', 'must contain capital letters, small letters, digits and symbols'],
    [`${long}s`, 'must have 8 to 30 characters'],
    ['P@ssw0rd1', 'is too easy to guess: it is common or contains the account name'],
  ] as const)
    assert.deepEqual(
      (await change(who, who.password, password)).errors.map((fault) => fault.reason),
      [reason],
    )
  assert.equal((await change(who, who.password, long)).code, 0)
  assert.equal((await login({ account: who.account, password: long })).code, 0)
  await set({ password_length: '8_64', password_kinds: 'ANY' })
  const sentence = 'tramrailsthroughtunnelsbynightandbackagainbeforethemorning-bell1'
  const short = await change(who, long, 'tramrai')
  assert.deepEqual([short.errors[0]?.reason, sentence.length], ['must have 8 to 64 characters', 64])
  assert.equal((await change(who, long, sentence)).code, 0)
  assert.equal((await login({ account: who.account, password: sentence })).code, 0)
  assert.equal((await change(who, sentence, 'tramrailtunnel')).code, 0, 'of letters alone')
  await set({ password_length: null, password_kinds: null })
})

test('[5.03] the tenant sets how many of the latest passwords are refused', async () => {
  const who = await enrol('ip_engineer')
  const passwords = [who.password, 'Tramway-4917', 'Railway-8042', 'Harbour-6113', 'Orchard-2250']
  const turn = (from: number, to: number) => change(who, passwords[from] ?? '', passwords[to] ?? '')
  await set({ password_history: 4 })
  for (const at of [0, 1, 2]) assert.equal((await turn(at, at + 1)).code, 0)
  for (const at of [0, 1, 2, 3])
    assert.deepEqual(
      (await turn(3, at)).errors.map(({ reason }) => reason),
      ['must differ from earlier passwords'],
      `${at}`,
    )
  assert.equal((await turn(3, 4)).code, 0)
  assert.equal((await turn(4, 0)).code, 0, 'the fifth before is free again')
  await set({ password_history: 1 })
  assert.deepEqual(
    (await turn(0, 0)).errors.map(({ reason }) => reason),
    ['must differ from earlier passwords'],
  )
  assert.equal((await turn(0, 4)).code, 0)
  await set({ password_history: null })
})

test('a password change ends the other sessions, and personal tokens if the tenant says so', async () => {
  const who = await enrol('ip_engineer')
  const other = String((await login(who)).data.token)
  const { data } = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: who })
  assert.equal((await change(who, who.password, 'Tramway-4917')).code, 0)
  assert.equal((await call('patent/do/count', {}, { as: other })).status, 401)
  assert.equal((await call('patent/do/count', {}, { as: data.token })).code, 0)
  await set({ end_tokens: true })
  assert.equal((await change(who, 'Tramway-4917', 'Railway-8042')).code, 0)
  assert.equal((await call('patent/do/count', {}, { as: data.token })).status, 401)
  assert.equal((await call('patent/do/count', {}, { as: who })).code, 0, 'the session that changes it goes on')
  await set({ end_tokens: null })
})

test('only holders of all permissions read or change the settings, and the change log names the changes', async () => {
  const manager = await enrol('ip_manager')
  const role = await call('role/do/create', { code: 'role_keeper', name: 'Role keeper', platform: '1', weight: 90, status: '1' }, { as: admin })
  assert.equal(role.code, 0, role.message)
  for (const entity of ['role', 'user'])
    assert.equal((await call('role_grant/do/create', { role_sid: role.data.sid, entity, verbs: ['*'], data_scope: 'ALL' }, { as: admin })).code, 0)
  const keeper = await enrol('ip_engineer', { role_sids: [role.data.sid] })
  for (const as of [manager, keeper]) {
    assert.equal((await call('/innoe-webapi/setting/sign_in', undefined, { as })).status, 403)
    assert.equal((await set({ password_days: 0 }, as)).status, 403)
  }
  assert.equal((await call('/innoe-webapi/setting/sign_in')).status, 401)
  await set({ password_days: 90 })
  const log = await tenant.db.selectFrom('change_log').select(['reason', 'created_by']).orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  assert.match(String(log.reason), /password_days 365 → 90/)
  assert.equal(log.created_by, admin.sid)
  for (const rules of [{ password_days: -1 }, { password_history: 0 }, { password_length: '1_2' }, { password_min: 1 }])
    assert.equal((await set(rules)).status, 400, JSON.stringify(rules))
  await set({ password_days: null })
})
