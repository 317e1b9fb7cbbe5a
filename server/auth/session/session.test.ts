import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { FastifyRequest } from 'fastify'
import { personAsked } from '../../../tests/harness/entered.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { buildApp } from '../../app.ts'
import { openServer } from '../../open.ts'
import { sessionOf } from './actor.ts'

const { server, url, tenant, other, call, enrol, enrolAt } = await testServer()
const asked = await personAsked(tenant)
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

test('[2.20] [3.10] the captcha is a PNG and valid once; the correct password returns the login state', async () => {
  const one = await captcha()
  assert.match(one.image, /^data:image\/png;base64,/)
  const who = await enrol('ip_engineer')
  const body = { platform: 1, username: who.account, password: who.password, captcha_id: one.captcha_id, captcha: one.captcha }
  const first = await call('/innoe-passport/login', body)
  assert.equal(first.code, 0)
  for (const key of ['token', 'refresh_token', 'login_time', 'expires_at', 'user_sid', 'avatar', 'company_sid', 'must_change_password'])
    assert.ok(key in first.data, key)
  assert.equal((await call('/innoe-passport/login', body)).code, 30101)
  const kept = JSON.stringify(await tenant.db.selectFrom('token').selectAll().where('created_by', '=', who.sid).execute())
  for (const secret of [first.data.token, first.data.refresh_token]) {
    assert.ok(!kept.includes(String(secret)))
    assert.ok(kept.includes(createHash('sha256').update(String(secret)).digest('base64url')), 'its SHA-256 is')
  }
})

test('[5.01] login needs user name, password and captcha', async () => {
  assert.equal((await call('/innoe-passport/login', { username: 'x' })).status, 400)
})

test('a wrong name and a wrong password get the same answer, and five failures lock for 15 minutes', async () => {
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

test('an unknown name locks like an account, so locking reveals nothing', async () => {
  for (let i = 0; i < 5; i++) assert.equal((await login('ghost', 'whatever1')).code, 30103)
  const locked = await login('Ghost', 'whatever1')
  assert.equal(locked.code, 30116)
  assert.match(locked.message, /15 minutes/)
})

test('account names ignore upper and lower case, and a password is compared exactly as typed', async () => {
  const who = await enrol('ip_engineer')
  assert.equal((await login(who.account.toUpperCase(), who.password)).code, 0)
  assert.equal((await login(who.account, ` ${who.password}`)).code, 30103)
  assert.equal((await login(who.account, who.password.toUpperCase())).code, 30103)
})

test('[2.21] an account is reported as deleted, closed, expired or of the other portal only after the correct password', async () => {
  const change = (sid: string, values: Record<string, unknown>) =>
    tenant.db.updateTable('user').set(values).where('user_info_sid', '=', sid).execute()
  for (const [code, values] of [
    [30104, { deleted_at: new Date().toISOString() }],
    [30102, { status: 'CLOSED' }],
    [30105, { expires_at: '2020-01-01T00:00:00Z' }],
    [30107, { must_change_password: true, password_changed_at: new Date(Date.now() - 15 * 86_400_000).toISOString() }],
  ] as const) {
    const who = await enrol('ip_engineer')
    await change(who.sid, values)
    assert.equal((await login(who.account, 'whatever1')).code, 30103, `${code}`)
    assert.equal((await login(who.account, who.password)).code, code)
  }
  const who = await enrol('ip_engineer')
  assert.equal((await login(who.account, who.password, 2)).code, 30106)
  assert.equal((await login(who.account, who.password, 3)).status, 400)
})

test('an expired account is refused at once, also with a token that this process has cached', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  assert.equal((await call('patent/do/count', {}, { as: String(data.token) })).code, 0)
  const account = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
  await call('user/do/update', { sid: account.sid, expires_at: '2020-01-01T00:00:00Z' }, { as: admin })
  assert.equal((await call('patent/do/count', {}, { as: String(data.token) })).status, 401)
  assert.equal((await call('/innoe-passport/refresh', { refresh_token: data.refresh_token })).code, 30105)
})

test('refresh tokens rotate, and a reused one ends its whole token family', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  const next = await call<{ token: string; refresh_token: string }>('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  assert.equal(next.code, 0)
  assert.equal((next.data as Record<string, unknown>).user_sid, data.user_sid)
  assert.equal((await call('patent/do/count', {}, { as: String(data.token) })).status, 401)
  assert.equal((await call('patent/do/count', {}, { as: next.data.token })).status, 200)
  assert.equal((await call('/innoe-passport/refresh', { refresh_token: data.refresh_token })).code, 30404)
  assert.equal((await call('patent/do/count', {}, { as: next.data.token })).status, 401)
})

test('a session ends thirty days after its sign-in, even when renewed', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  const born = (days: number) => {
    const hex = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
    return { family: `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-0123456789ab` }
  }
  const token = tenant.db.updateTable('token').where('created_by', '=', who.sid).where('refresh_hash', 'is not', null)
  await token.set(born(29)).execute()
  const next = await call<{ refresh_token: string }>('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  assert.equal(next.code, 0)
  await token.set(born(31)).execute()
  assert.equal((await call('/innoe-passport/refresh', { refresh_token: next.data.refresh_token })).code, 30409)
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

test('[8.05] a page that only receives server events does not keep its session alive', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await login(who.account, who.password)
  const request = { url: '/innoe-webapi/events', headers: { authorization: `Bearer ${data.token}` } } as FastifyRequest // all that is read of it
  const session = await sessionOf(tenant, request)
  session.used = Date.now() - 7_000_000
  await sessionOf(tenant, request)
  assert.ok(session.used < Date.now() - 6_000_000)
  await call('patent/do/count', {}, { as: String(data.token) })
  assert.ok(session.used > Date.now() - 60_000)
})

test('[2.07] [6.08] [8.07] signing in to both portals at once in one browser is refused with 412', async () => {
  const inside = await enrol('ip_engineer')
  const agency = await enrol('agency_admin')
  const first = await login(inside.account, inside.password)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  assert.match(String(first.headers['set-cookie']), /; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax(,|$)/)
  assert.equal((await login(agency.account, agency.password, 2, { cookie })).status, 412)
  assert.equal((await login(agency.account, agency.password, 2, { cookie: cookie.replace('=1.', '=2.') })).code, 0)
  const out = await call('/innoe-passport/logout', {}, { as: String(first.data.token), headers: { cookie } })
  assert.match(String(out.headers['set-cookie']), /^innoe_end=; .*Expires=Thu, 01 Jan 1970/)
  assert.equal((await login(agency.account, agency.password, 2, { cookie })).code, 0)
})

test('[8.07] a timed-out or expired session does not block the other portal; its renewal is refused while the other portal is signed in', async () => {
  const inside = await enrol('ip_engineer')
  const agency = await enrol('agency_admin')
  const first = await login(inside.account, inside.password)
  const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0] ?? ''
  const set = (values: { last_used_at?: string; expires_at?: string }) => tenant.db.updateTable('token').set(values).where('created_by', '=', inside.sid).execute() // oxfmt-ignore
  const back = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  await set({ expires_at: back(0.01) })
  assert.equal((await login(agency.account, agency.password, 2, { cookie: cookieOf(first) })).code, 0)
  await set({ expires_at: back(-1), last_used_at: back(3) })
  const second = await login(agency.account, agency.password, 2, { cookie: cookieOf(first) })
  assert.equal(second.code, 0)
  const renewed = await call('/innoe-passport/refresh', { refresh_token: first.data.refresh_token }, { headers: { cookie: cookieOf(second) } })
  assert.equal(renewed.status, 412)
})

test('a new sign-in in the same browser replaces its earlier session', async () => {
  const who = await enrol('ip_engineer')
  const first = await login(who.account, who.password)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  assert.equal((await login(who.account, who.password, 1, { cookie })).code, 0)
  assert.equal((await call('patent/do/count', {}, { as: String(first.data.token) })).status, 401)
})

test('[5.02] [5.03] [7.16] a password change is checked against its rules, and all faults are reported at once', async () => {
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
  const person = await call('user_info/do/create', asked({ name: '新人' }), { as: admin })
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

test('[5.02] common and breached passwords, and passwords made of the account name, are refused', async () => {
  const who = await enrol('ip_engineer')
  for (const fresh of [
    'P@ssw0rd',
    'P@ssw0rd1',
    '4dm1n!2026',
    'We1c0me!99',
    'Passw0rd!1!',
    'p4ssw0rdp4ssw0rd',
    'abc123456',
    'Qwerty123!',
    'aaaa1111',
    'woaini1314',
    '1qaz2wsx',
    'Blink182', // from here on only by the list of breached ones
    'babylon5',
    'gn56gn56',
    'soso123aljg',
    'Ｂｌｉｎｋ182!',
    'Innoe-2026',
    `${who.account}`.slice(0, 14) + '!1',
  ]) {
    const { errors } = await call(
      '/innoe-webapi/aggr/password/do/update',
      { old_password: who.password, new_password: fresh, confirm_password: fresh },
      { as: who },
    )
    assert.equal(errors[0]?.field, 'new_password', fresh)
  }
  assert.ok(dictionary['passwords-common'].length > 49_000)
})

test('guesses of the old password are limited', async () => {
  const who = await enrol('ip_engineer')
  const guess = () =>
    call('/innoe-webapi/aggr/password/do/update', { old_password: 'x', new_password: 'Fresh-key1', confirm_password: 'Fresh-key1' }, { as: who })
  // A new window may begin during the loop, so there may be twice as many.
  const answers = [await guess()]
  while (answers.at(-1)?.status === 400 && answers.length < 25) answers.push(await guess())
  assert.ok(answers.length > 10)
  const late = answers.at(-1) ?? assert.fail()
  assert.equal(late.status, 429)
  assert.ok(Number(late.headers['retry-after']) > 0)
})

test('a personal token cannot create another token; an expired token gets 30405', async () => {
  const who = await enrol('ip_engineer')
  const made = await call<{ sid: string; token: string }>(
    'token/do/create',
    { name: 'script', expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString() },
    { as: who },
  )
  assert.equal((await call('token/do/create', { name: 'another' }, { as: made.data.token })).status, 403)
  assert.equal((await call('token/do/create', { name: 'x', expires_at: 'soon' }, { as: who })).status, 400)
  const short = await call<{ sid: string; token: string }>('token/do/create', { name: 'short' }, { as: who })
  await tenant.db.updateTable('token').set({ expires_at: '2020-01-01T00:00:00Z' }).where('sid', '=', short.data.sid).execute()
  const late = await call('patent/do/count', {}, { as: short.data.token })
  assert.deepEqual([late.status, late.code], [401, 30405])
})

test('tokens deleted in a batch end at once, too, and an administrator ends anyone’s tokens', async () => {
  const who = await enrol('ip_engineer')
  const tokens = await Promise.all(['a', 'b', 'c'].map((name) => call<{ sid: string; token: string }>('token/do/create', { name }, { as: who })))
  const [a, b, c] = tokens.map(({ data }) => data)
  const works = async (token = '') => (await call('patent/do/count', {}, { as: token })).status === 200
  assert.ok((await works(a?.token)) && (await works(b?.token)) && (await works(c?.token)))
  await call('token/do/batch_delete', { sids: [a?.sid, b?.sid] }, { as: who })
  await call(`token/do/delete/${c?.sid}`, {}, { as: admin })
  assert.deepEqual([await works(a?.token), await works(b?.token), await works(c?.token)], [false, false, false])
  await call('user/do/end_sessions', { sid: who.sid }, { as: admin })
  assert.equal(await works(who.token), false)
})

const account = async ({ sid }: Person) =>
  (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', sid).executeTakeFirstOrThrow()).sid
const ENDS: Readonly<Record<string, (who: Person) => Promise<{ status: number; text: string }>>> = {
  'the deletion of the token': async (who) => {
    const { data } = await call<{ record: { sid: string }[] }>('token/do/search', {}, { as: who })
    return call(`token/do/delete/${data.record[0]?.sid}`, {}, { as: who })
  },
  'signing out': (who) => call('/innoe-passport/logout', {}, { as: who }),
  'the reset of the password': (who) => call('user_info/do/password_reset', { sid: who.sid }, { as: admin }),
  'closing the account': async (who) => call('user/do/update', { sid: await account(who), status: 'CLOSED' }, { as: admin }),
  'the resignation of the person': (who) => call('user_info/do/update', { sid: who.sid, person_status: 'RESIGNED' }, { as: admin }),
}

test('what ends a session in one process ends it at once in another one that had cached it', async (t) => {
  const second = await openServer(server.config, url)
  const elsewhere = await buildApp(second)
  t.after(async () => {
    await elsewhere.close()
    await second.close()
  })
  const there = async ({ token }: Person) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await elsewhere.inject({ method: 'POST', url: '/innoe-webapi/model/patent/do/count', headers, payload: {} })).statusCode
  }
  for (const [what, end] of Object.entries(ENDS)) {
    const who = await enrol('ip_engineer')
    assert.equal(await there(who), 200, what)
    const { status, text } = await end(who)
    assert.equal(status, 200, text)
    for (let tries = 0; tries < 40 && (await there(who)) === 200; tries++) await new Promise((resume) => setTimeout(resume, 25))
    assert.equal(await there(who), 401, what)
  }
})

test('the removal of a role takes effect with the next call', async () => {
  const who = await enrol('ip_engineer')
  assert.equal((await call('fee/do/count', {}, { as: who })).status, 200)
  const inventor = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()
  assert.equal((await call('user_info/do/update', { sid: who.sid, role_sids: [inventor.sid] }, { as: admin })).code, 0)
  assert.equal((await call('fee/do/count', {}, { as: who })).status, 403)
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

test('no answer contains a secret, for any caller', async () => {
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

test('[7.01] the request id is echoed, or generated', async () => {
  const given = await call('patent/do/count', {}, { as: admin, headers: { 'x-request-id': 'abc-1' } })
  assert.equal(given.headers['x-request-id'], 'abc-1')
  const mine = await call('patent/do/count', {})
  assert.match(String(mine.headers['x-request-id']), /^[0-9a-f-]{36}$/)
})
