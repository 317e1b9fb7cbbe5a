import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { endLocks } from '../../../tests/harness/sign-in/end-locks.ts'
import { inOneWindow } from '../../../tests/harness/sign-in/limit-window.ts'
import { countFailure, endOldLocks } from './failures.ts'

// Nobody is kept out of an account by what others try from elsewhere.
const { app, tenant, call, enrol } = await testServer()
const [HERE, ELSEWHERE] = ['198.51.100.7', '203.0.113.66']
let asked = 0

/** A captcha is solved each time, as somebody who wants to do harm would. */
async function login(ip: string, username: string, password: string, cookie = '') {
  const captcha_id = `kept-out-${++asked}`
  const value = JSON.stringify({ answer: 'abcd', until: Date.now() + 60_000 })
  await tenant.db
    .insertInto('setting')
    .values({ key: `captcha.${captcha_id}`, value })
    .execute()
  return post(ip, '/innoe-passport/login', { username, password, captcha_id, captcha: 'abcd' }, cookie)
}

async function post<T = unknown>(ip: string, url: string, payload: object, cookie = '') {
  const answer = await app.inject({ method: 'POST', url, remoteAddress: ip, payload, headers: { host: 'localhost', ...(cookie && { cookie }) } })
  const { code, data } = answer.json<{ code: number; data: T }>()
  return { status: answer.statusCode, code, data, cookies: String(answer.headers['set-cookie']) }
}

async function wrongly(ip: string, account: string, times: number) {
  const codes: number[] = []
  for (let at = 0; at < times; at++) codes.push((await login(ip, account, 'Wrong-guess1')).code)
  return codes
}

const statusOf = async (sid: string) =>
  (await tenant.db.selectFrom('user_info').select('account_status').where('sid', '=', sid).executeTakeFirstOrThrow()).account_status

test('wrong guesses from one address lock the account there, and nowhere else', async () => {
  await inOneWindow()
  const who = await enrol('ip_engineer')
  assert.deepEqual(await wrongly(ELSEWHERE, who.account, 6), [30103, 30103, 30103, 30103, 30103, 30116])
  assert.equal((await login(ELSEWHERE, who.account, who.password)).code, 30116, 'also with the right password')
  assert.equal(await statusOf(who.sid), 'OPEN', 'the owner can sign in')
  assert.equal((await login(HERE, who.account, who.password)).code, 0, 'in a browser in which they never signed in')
  assert.equal((await login(ELSEWHERE, who.account, who.password)).code, 30116, 'a sign-in elsewhere gives no new guesses')
  const admin = await enrol('system_admin')
  assert.equal((await call('user_info/do/unlock', { sid: who.sid }, { as: admin })).code, 0)
  assert.equal((await login(ELSEWHERE, who.account, who.password)).code, 0, 'an administrator lifts it there, too')
})

test('a name that nobody has locks in the same way, at the address of the guesses', async () => {
  assert.deepEqual(await wrongly('203.0.113.67', 'kept_out_ghost', 6), [30103, 30103, 30103, 30103, 30103, 30116])
  assert.equal((await login(HERE, 'kept_out_ghost', 'Wrong-guess1')).code, 30103)
})

test('as many tries as one address has do not use up those of the owner, in a known browser or a new one', async () => {
  await inOneWindow()
  const who = await enrol('ip_engineer')
  const known = /innoe_known=[^;]+/.exec((await login('198.51.100.8', who.account, who.password)).cookies)?.[0] ?? ''
  for (let at = 0; at < 70; at++) await login('203.0.113.68', who.account, 'Wrong-guess1')
  assert.equal((await login('203.0.113.68', who.account, who.password)).status, 429)
  assert.equal((await login('198.51.100.9', who.account, who.password)).code, 0, 'in a new browser')
  assert.equal((await login('198.51.100.8', who.account, who.password, known)).code, 0, 'in a known one')
})

test('wrong guesses of a neighbour behind the same address do not stop a browser that the account knows', async () => {
  await inOneWindow()
  const who = await enrol('ip_engineer')
  const office = '203.0.113.69'
  const known = /innoe_known=[^;]+/.exec((await login(office, who.account, who.password)).cookies)?.[0] ?? ''
  for (let at = 0; at < 61; at++) await login(office, `nobody_${at}`, 'Wrong-guess1')
  assert.equal((await login(office, who.account, who.password)).status, 429)
  assert.equal((await login(office, who.account, who.password, known)).code, 0)
})

const userOf = async (person: string) =>
  (await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person).executeTakeFirstOrThrow()).sid

/** As if so many wrong guesses had come today from many addresses. */
async function guessedToday(user: string, way: string, n: number) {
  const window_start = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000).toISOString()
  await tenant.db
    .insertInto('attempt')
    .values({ key: `failed ${user} ${way} everywhere`, window_start, n })
    .execute()
}

test('a hundred wrong guesses within a day from many addresses lock the account at each; an administrator lifts it', async () => {
  const who = await enrol('ip_engineer')
  const sid = await userOf(who.sid)
  await guessedToday(sid, 'PASSWORD', 98)
  assert.deepEqual(await wrongly('192.0.2.1', who.account, 1), [30103])
  assert.equal((await login(HERE, who.account, who.password)).code, 0, 'one before the last')
  assert.deepEqual(await wrongly('192.0.2.2', who.account, 1), [30103])
  assert.equal((await login(HERE, who.account, who.password)).code, 30116)
  assert.equal(await statusOf(who.sid), 'LOCKED', 'an administrator sees it')
  const admin = await enrol('system_admin')
  assert.equal((await call('user_info/do/unlock', { sid: who.sid }, { as: admin })).code, 0)
  assert.equal((await login(HERE, who.account, who.password)).code, 0)
  const left = await tenant.db.selectFrom('attempt').select('key').where('key', 'like', `%${sid}%`).where('key', 'not like', 'known%').execute()
  assert.deepEqual(left, [], 'and every count begins anew')
  assert.equal(await statusOf(who.sid), 'OPEN')
})

test('a closed, deleted or expired account is never shown as locked, so that no night shows it as open', async () => {
  for (const [values, shown] of [
    [{ status: 'CLOSED' }, 'CLOSED'],
    [{ deleted_at: new Date().toISOString() }, 'NOT_OPEN'],
    [{ expires_at: new Date(0).toISOString() }, 'EXPIRED'],
  ] as const) {
    const who = await enrol('ip_engineer')
    await guessedToday(await userOf(who.sid), 'PASSWORD', 99)
    await tenant.db.updateTable('user').set(values).where('user_info_sid', '=', who.sid).execute()
    await tenant.db.updateTable('user_info').set({ account_status: shown }).where('sid', '=', who.sid).execute()
    assert.deepEqual(await wrongly('192.0.2.3', who.account, 1), [30103])
    assert.equal((await login(HERE, who.account, who.password)).code, 30116)
    assert.equal(await statusOf(who.sid), shown)
    await endLocks(tenant, who.sid)
    await endOldLocks(tenant)
    assert.equal(await statusOf(who.sid), shown)
  }
})

test('each further lock of a day lasts four times as long, so that one address makes fewer guesses in a day than lock an account everywhere', async () => {
  const who = await enrol('ip_engineer')
  const user = await userOf(who.sid)
  const guessed = { name: who.account, user, person: who.sid, locked_until: null, way: 'EMAIL', address: '192.0.2.4' } as const
  const minutes: number[] = []
  for (let at = 1; at <= 29; at++) {
    await endLocks(tenant, who.sid)
    await countFailure(tenant, guessed)
    const locks = await tenant.db.selectFrom('attempt').select(['key', 'window_start']).where('key', 'like', `locked ${user} %`).execute()
    assert.deepEqual(locks.map(({ key }) => key), at % 5 === 0 ? [`locked ${user} EMAIL 192.0.2.4`] : []) // oxfmt-ignore
    for (const { window_start } of locks) minutes.push(Math.round((Date.parse(window_start) - Date.now()) / 60_000))
  }
  assert.deepEqual(minutes, [15, 60, 240, 960, 1440])
})

test('a lock at one address is shown with its end in the account, not on the person, and is over by itself', async () => {
  const [who, admin] = [await enrol('ip_engineer'), await enrol('system_admin')]
  const sid = await userOf(who.sid)
  await wrongly('192.0.2.7', who.account, 5)
  const end = async () => {
    const { data } = await call<{ locked_until: string | null }>(`user/${sid}`, undefined, { as: admin })
    const person = await call<{ account_status: string; user: typeof data }>(`user_info/sysconfig/${who.sid}`, undefined, { as: admin })
    assert.deepEqual([person.data.account_status, person.data.user.locked_until], ['OPEN', data.locked_until])
    return data.locked_until
  }
  const left = Date.parse(String(await end())) - Date.now()
  assert.ok(left > 14 * 60_000 && left <= 15 * 60_000, `${left}`)
  await endLocks(tenant, who.sid)
  assert.equal(await end(), null)
  assert.equal((await login('192.0.2.7', who.account, who.password)).code, 0)
})

test('wrong passwords in a new browser do not keep a right code from signing in, nor from the second step', async () => {
  await inOneWindow()
  const admin = await enrol('system_admin')
  const mailbox = await openMailbox()
  await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
  await call('/innoe-webapi/setting/sign_in/do/update', { mail_code: true, code_clock: true }, { as: admin })
  const email = 'apart@reader.test'
  const who = await enrol('ip_engineer', { email })
  const from = '192.0.2.8'
  /** With the code that comes by mail to a program without cookies. */
  const byMail = async (n: number) => {
    await tenant.db.deleteFrom('setting').where('key', 'like', 'sign\\_in\\_code.%').execute()
    await post(from, '/innoe-passport/send_code', { email })
    const subjects = () => mailbox.receivedBy(email).flatMap(({ subject }) => /\b\d{6}$/.exec(subject)?.[0] ?? [])
    for (let turn = 0; turn < 100 && subjects().length < n; turn++) await new Promise((resume) => setTimeout(resume, 50))
    return post<{ ticket: string }>(from, '/innoe-passport/login_email', { email, code: subjects()[n - 1] })
  }
  assert.equal((await wrongly(from, who.account, 6)).at(-1), 30116)
  assert.equal((await byMail(1)).code, 0)
  assert.equal((await login(from, who.account, who.password)).code, 30116, 'the lock of passwords goes on')
  const PATH = '/innoe-webapi/aggr/second_factor/do'
  const key = await call<{ secret: string }>(`${PATH}/begin`, { password: who.password }, { as: who })
  const totp = new TOTP({ secret: Secret.fromBase32(key.data.secret) })
  assert.equal((await call(`${PATH}/confirm`, { code: totp.generate() }, { as: who })).code, 0)
  await tenant.db.updateTable('user').set({ totp_step: null }).where('user_info_sid', '=', who.sid).execute()
  const asked = await byMail(2)
  assert.equal(asked.code, 30111)
  assert.equal((await post(from, '/innoe-passport/second_factor', { ticket: asked.data.ticket, code: totp.generate() })).code, 0)
})

test('thirty wrong codes within a day from many addresses lock the codes at each, and no password', async () => {
  const admin = await enrol('system_admin')
  const mailbox = await openMailbox()
  await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
  await call('/innoe-webapi/setting/sign_in/do/update', { mail_code: true }, { as: admin })
  const who = await enrol('ip_engineer', { email: 'thirty@reader.test' })
  await guessedToday(await userOf(who.sid), 'EMAIL', 29)
  const byMail = (ip: string) => post(ip, '/innoe-passport/login_email', { email: 'thirty@reader.test', code: '000000' })
  assert.equal((await byMail('192.0.2.5')).code, 30123)
  assert.equal((await byMail('192.0.2.6')).code, 30116)
  assert.equal(await statusOf(who.sid), 'OPEN')
  assert.equal((await login(HERE, who.account, who.password)).code, 0)
})

test('who asks for links and codes from one address keeps nobody from asking elsewhere', async () => {
  await inOneWindow()
  const admin = await enrol('system_admin')
  const mailbox = await openMailbox()
  await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
  await call('/innoe-webapi/setting/sign_in/do/update', { mail_code: true }, { as: admin })
  const who = await enrol('ip_engineer', { email: 'kept-out@reader.test' })
  const ask = {
    link: ['/innoe-openapi-external/iam_pwd/forget', { account: who.account }],
    code: ['/innoe-passport/send_code', { email: 'kept-out@reader.test' }],
  } as const
  for (const [what, [url, body]] of Object.entries(ask)) {
    const statuses: number[] = []
    for (let at = 0; at < 12; at++) statuses.push((await post('203.0.113.70', url, body)).status)
    assert.equal(statuses.at(-1), 429, what)
    assert.equal((await post(HERE, url, body)).status, 200, what)
  }
})

test('wrong passwords for an account do not tell which e-mail is its own', async () => {
  await inOneWindow()
  const who = await enrol('ip_engineer', { email: 'linked@reader.test' })
  const from = '203.0.113.71'
  assert.equal((await wrongly(from, who.account, 6)).at(-1), 30116)
  const answers = async (email: string) => {
    const codes: number[] = []
    for (let at = 0; at < 6; at++) codes.push((await post(from, '/innoe-passport/login_email', { email, code: '000000' })).code)
    return codes
  }
  assert.deepEqual(await answers('linked@reader.test'), await answers('unlinked@reader.test'))
})
