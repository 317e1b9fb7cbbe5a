import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../tests/harness/server.ts'

const { tenant, other, call, enrol, enrolAt } = await testServer()
const admin = await enrol('system_admin')

async function captcha(host = 'localhost') {
  const { data } = await call<{ captcha_id: string; image: string }>('/innoe-passport/captcha', undefined, { host })
  const of = host === 'localhost' ? tenant : other
  const row = await of.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  return { captcha_id: data.captcha_id, captcha: (row.value as { answer: string }).answer, image: data.image }
}

async function login(username: string, password: string, platform = 1, headers = {}) {
  const { captcha_id, captcha: answer } = await captcha()
  return call('/innoe-passport/login', { platform, username, password, captcha_id, captcha: answer }, { headers, lang: 'en' })
}

test('[2.20] [3.10] the captcha is a PNG, good once; the right password gives the login state', async () => {
  const one = await captcha()
  assert.match(one.image, /^data:image\/png;base64,/)
  const who = await enrol('ip_engineer')
  const body = { platform: 1, username: who.account, password: who.password, captcha_id: one.captcha_id, captcha: one.captcha }
  const first = await call('/innoe-passport/login', body)
  assert.equal(first.code, 0)
  for (const key of ['token', 'refresh_token', 'login_time', 'expires_at', 'user_sid', 'avatar', 'company_sid', 'must_change_password'])
    assert.ok(key in first.data, key)
  assert.equal((await call('/innoe-passport/login', body)).code, 30101)
})

test('[5.01] login needs user name, password and captcha', async () => {
  assert.equal((await call('/innoe-passport/login', { username: 'x' })).status, 400)
})

test('a wrong name and a wrong password read alike, and five failures lock for 15 minutes', async () => {
  const who = await enrol('ip_engineer')
  const nobody = await login('nobody_here', 'whatever1')
  const wrong = await login(who.account, 'whatever1')
  assert.deepEqual([nobody.code, nobody.message], [wrong.code, wrong.message])
  for (let i = 0; i < 4; i++) await login(who.account, 'whatever1')
  const locked = await login(who.account, who.password)
  assert.equal(locked.code, 30116)
  await call('user_info/do/unlock', { sid: who.sid }, { as: admin })
  assert.equal((await login(who.account, who.password)).code, 0)
})

test('refresh tokens rotate, and a reused one ends the whole family', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  const next = await call<{ token: string; refresh_token: string }>('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  assert.equal(next.code, 0)
  assert.equal((await call('patent/do/count', {}, { as: String(data.token) })).status, 401)
  assert.equal((await call('patent/do/count', {}, { as: next.data.token })).status, 200)
  assert.equal((await call('/innoe-passport/refresh', { refresh_token: data.refresh_token })).code, 30404)
  assert.equal((await call('patent/do/count', {}, { as: next.data.token })).status, 401)
})

test('[7.15] logout ends the session at once', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  await call('/innoe-passport/logout', {}, { as: String(data.token) })
  assert.equal((await call('patent/do/count', {}, { as: String(data.token) })).status, 401)
})

test('[8.05] a session idle for more than two hours has timed out: 30409', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  await tenant.db
    .updateTable('token')
    .set({ last_used_at: new Date(Date.now() - 3 * 3_600_000).toISOString() })
    .where('created_by', '=', who.sid)
    .execute()
  const late = await call('patent/do/count', {}, { as: String(data.token) })
  assert.deepEqual([late.status, late.code], [401, 30409])
})

test('[2.07] [6.08] [8.07] both ends at once on one browser are refused with 412', async () => {
  const inside = await enrol('ip_engineer')
  const agency = await enrol('agency_admin')
  const first = await login(inside.account, inside.password)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  assert.equal((await login(agency.account, agency.password, 2, { cookie })).status, 412)
  assert.equal((await login(agency.account, agency.password, 2)).code, 0)
})

test('[5.02] [5.03] [7.16] the password is changed by its rules, all faults at once', async () => {
  const who = await enrol('ip_engineer')
  const change = (old: string, fresh: string, again = fresh) =>
    call('/innoe-webapi/aggr/password/do/update', { old_password: old, new_password: fresh, confirm_password: again }, { as: who, lang: 'en' })
  const bad = await change('wrong', 'short', 'other')
  assert.deepEqual(
    bad.errors.map((e) => e.field),
    ['old_password', 'new_password', 'confirm_password'],
  )
  assert.match(bad.errors[2]?.reason ?? '', /Password Not the Same/)
  assert.equal((await change(who.password, who.password)).status, 400)
  assert.equal((await change(who.password, 'alllettersonly')).status, 400)
  assert.equal((await change(who.password, 'Fresh-pass1')).code, 0)
  assert.equal((await login(who.account, 'Fresh-pass1')).code, 0)
})

test('[2.21] a first password must be changed before anything else', async () => {
  const person = await call('user_info/do/create', { name: '新人' }, { as: admin })
  const opened = await call('user/do/create', { account: 'newcomer', user_info_sid: person.data.sid }, { as: admin })
  const { data } = await login('newcomer', String(opened.data.one_time_password))
  assert.equal(data.must_change_password, true)
  const blocked = await call('patent/do/count', {}, { as: String(data.token) })
  assert.equal(blocked.status, 403)
  assert.equal((await call('user_info/do/my?flat=1', undefined, { as: String(data.token) })).code, 0)
})

test('[4.11] [4.13] someone who resigned gets no account, and closing one ends its sessions at once', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  const account = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
  await call('user/do/update', { sid: account.sid, status: 'CLOSED' }, { as: admin })
  assert.equal((await call('patent/do/count', {}, { as: String(data.token) })).status, 401)
  assert.equal((await login(who.account, who.password)).code, 30102)
  const gone = await call('user_info/do/create', { name: '离职', person_status: 'RESIGNED' }, { as: admin })
  const refused = await call('user/do/create', { account: 'gone', user_info_sid: gone.data.sid }, { as: admin })
  assert.equal(refused.errors[0]?.field, 'user_info_sid')
})

test('[7.17] personal access tokens act for their owner, and end when deleted', async () => {
  const who = await enrol('ip_engineer')
  const made = await call<{ sid: string; token: string }>('token/do/create', { name: 'script' }, { as: who })
  assert.equal((await call('patent/do/count', {}, { as: made.data.token })).code, 0)
  const stranger = await enrol('ip_engineer')
  assert.equal((await call(`token/do/delete/${made.data.sid}`, {}, { as: stranger })).status, 404)
  await call(`token/do/delete/${made.data.sid}`, {}, { as: who })
  assert.equal((await call('patent/do/count', {}, { as: made.data.token })).status, 401)
})

test('no secret is ever in an answer, whoever asks', async () => {
  for (const [model, codes] of [
    ['user', ['secret']],
    ['token', ['hash', 'refresh_hash', 'family']],
  ] as const) {
    for (const code of codes) assert.equal((await call(`${model}/do/search`, { fl: code }, { as: admin })).status, 400)
    const { text } = await call(`${model}/do/search`, {}, { as: admin })
    assert.equal(/argon2/.test(text), false)
  }
})

test('a token of one tenant is unknown to the other', async () => {
  assert.equal((await call('patent/do/count', {}, { as: admin, host: 'other.test' })).status, 401)
  const theirs = await enrolAt(other, 'system_admin')
  assert.equal((await call('patent/do/count', {}, { as: theirs, host: 'other.test' })).code, 0)
})

test('[7.01] the request id is echoed, or made', async () => {
  const given = await call('patent/do/count', {}, { as: admin, headers: { 'x-request-id': 'abc-1' } })
  assert.equal(given.headers['x-request-id'], 'abc-1')
  const mine = await call('patent/do/count', {})
  assert.match(String(mine.headers['x-request-id']), /^[0-9a-f-]{36}$/)
})
