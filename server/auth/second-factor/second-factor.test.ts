import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { SecondStep } from '../../../model/auth/session/second-factor-routes.ts'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { type Answer, type Person, testServer } from '../../../tests/harness/server.ts'
import { digest } from '../session/secrets.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const PATH = '/innoe-webapi/aggr/second_factor'
const clocksMayDiffer = (allowed: boolean) => call('/innoe-webapi/setting/sign_in/do/update', { code_clock: allowed }, { as: admin })
await clocksMayDiffer(true) // so that no test fails at the end of a step

type State = { token: string; refresh_token: string; must_set_second_factor: boolean }
type Key = { secret: string; uri: string }

async function password({ account, password: word }: Person, cookie = ''): Promise<Answer<State & SecondStep>> {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  const body = { username: account, password: word, captcha_id: data.captcha_id, captcha: answer }
  return call('/innoe-passport/login', body, { headers: cookie ? { cookie } : {}, lang: 'en' })
}

const step = (ticket: string, code: string, cookie = '') =>
  call<State>('/innoe-passport/second_factor', { ticket, code }, { headers: cookie ? { cookie } : {}, lang: 'en' })
const codeOf = (secret: string, ms = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ms })
const wrongFor = (secret: string) => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0')
/** As if the last code had been used a while ago. */
const laterOn = (who: Person) => tenant.db.updateTable('user').set({ totp_step: null }).where('user_info_sid', '=', who.sid).execute()
const works = async (as: string | Person) => (await call('patent/do/count', {}, { as })).code === 0

async function setUp(who: Person) {
  const { data } = await call<Key>(`${PATH}/do/begin`, { password: who.password }, { as: who })
  const used = codeOf(data.secret)
  const confirmed = await call<{ recovery_codes: string[] }>(`${PATH}/do/confirm`, { code: used }, { as: who })
  assert.equal(confirmed.code, 0, confirmed.text)
  return { secret: data.secret, used, codes: confirmed.data.recovery_codes }
}

async function enter(who: Person, code: string) {
  const { data } = await password(who)
  return step(data.ticket, code)
}

test('setup takes the password and a first code; secrets are never stored in plain text or returned again; other sessions end', async () => {
  const who = await enrol('ip_engineer')
  const other = (await password(who)).data
  assert.equal((await call(`${PATH}/do/begin`, { password: 'wrong' }, { as: who })).errors[0]?.field, 'password')
  const { data } = await call<Key>(`${PATH}/do/begin`, { password: who.password }, { as: who })
  assert.match(
    data.uri,
    /^otpauth:\/\/totp\/Innoe%20localhost:ip_engineer_\d+\?issuer=Innoe%20localhost&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
  )
  assert.equal((await call(`${PATH}/do/confirm`, { code: wrongFor(data.secret) }, { as: who })).errors[0]?.field, 'code')
  assert.equal((await call<{ is_on: boolean }>(PATH, undefined, { as: who })).data.is_on, false)
  const { data: made } = await call<{ recovery_codes: string[] }>(`${PATH}/do/confirm`, { code: codeOf(data.secret) }, { as: who })
  assert.equal(new Set(made.recovery_codes).size, 10)
  assert.deepEqual([await works(who), await works(other.token)], [true, false])
  const state = await call(PATH, undefined, { as: who })
  assert.deepEqual([state.data.is_on, state.data.codes_left, state.data.is_required], [true, 10, false])
  const row = await tenant.db.selectFrom('user').selectAll().where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
  const log = await tenant.db.selectFrom('change_log').selectAll().execute()
  const seen = await call(`user/${row.sid}`, undefined, { as: admin })
  for (const text of [JSON.stringify(row), JSON.stringify(log), state.text, seen.text])
    for (const secret of [data.secret, ...made.recovery_codes, ...made.recovery_codes.map((one) => one.replace('-', ''))])
      assert.ok(!text.includes(secret))
  assert.equal((await call(`${PATH}/do/confirm`, { code: codeOf(data.secret) }, { as: who })).status, 400, 'a set-up is confirmed once')
})

test('the correct password alone opens no session; the code opens one, and is accepted once in its time step', async () => {
  const who = await enrol('ip_engineer')
  const { secret, used } = await setUp(who)
  const first = await password(who)
  assert.deepEqual([first.code, first.data.steps, first.data.token], [30111, ['CODE'], undefined])
  assert.equal((await step(first.data.ticket, used)).code, 30112, 'the code of the set-up was used')
  await laterOn(who)
  const code = codeOf(secret)
  const { data } = await step(first.data.ticket, code)
  assert.ok(await works(data.token))
  assert.equal((await step(first.data.ticket, code)).code, 30113, 'a ticket serves once')
  assert.equal((await enter(who, code)).code, 30112, 'a code serves once')
  await laterOn(who)
  assert.equal((await enter(who, codeOf(secret, -90_000))).code, 30112)
  assert.equal((await enter(who, codeOf(secret, 30_000))).code, 0, 'a clock may be one step off, where the tenant allows it')
  await laterOn(who)
  await clocksMayDiffer(false)
  mock.timers.enable({ apis: ['Date'], now: Date.now() }) // a step that ended meanwhile would make the next code the present one
  for (const off of [-60_000, -30_000, 30_000])
    assert.equal((await enter(who, codeOf(secret, off))).code, 30112, 'a code is valid for its 30 seconds')
  mock.timers.reset()
  await clocksMayDiffer(true)
})

test('two simultaneous sign-ins with one code open one session', async () => {
  const who = await enrol('ip_engineer')
  const { secret } = await setUp(who)
  await laterOn(who)
  const [one, two] = [await password(who), await password(who)]
  const code = codeOf(secret)
  const codes = await Promise.all([step(one.data.ticket, code), step(two.data.ticket, code)])
  assert.deepEqual(codes.map((answer) => answer.code).sort(), [0, 30112])
})

test('each recovery code is valid once, its use is mailed to the owner, and new codes replace it', async () => {
  const mailbox = await openMailbox()
  await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
  const who = await enrol('ip_engineer', { email: 'second@reader.test' })
  const { codes } = await setUp(who)
  const [one = '', two = '', three = ''] = codes
  assert.equal((await enter(who, one.toLowerCase())).code, 0)
  assert.equal((await enter(who, one)).code, 30112)
  assert.equal((await enter(who, two.replace('-', ''))).code, 0)
  const subjects = async () => (await mailbox.next(3), mailbox.received.map(({ subject }) => subject))
  assert.ok((await subjects()).includes('使用了恢复码 / A recovery code was used'))
  assert.ok((await subjects()).includes('两步验证已启用 / Second factor switched on'))
  const renewed = await call<{ recovery_codes: string[] }>(`${PATH}/do/codes`, { password: who.password }, { as: who })
  assert.equal((await enter(who, three)).code, 30112)
  assert.equal((await enter(who, renewed.data.recovery_codes[0] ?? '')).code, 0)
})

test('of two recovery codes that are sent at once in one sign-in, one signs in and the other one stays valid', async () => {
  const who = await enrol('ip_engineer')
  const { codes } = await setUp(who)
  const { ticket } = (await password(who)).data
  const answers = await Promise.all(codes.slice(0, 2).map((code) => step(ticket, code)))
  assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 30113])
  const state = await call<{ codes_left: number }>(PATH, undefined, { as: who })
  assert.equal(state.data.codes_left, 9)
  const unused = codes[answers[0]?.code === 0 ? 1 : 0] ?? ''
  assert.equal((await enter(who, unused)).code, 0)
})

test('one recovery code in two simultaneous sign-ins opens one session', async () => {
  const who = await enrol('ip_engineer')
  const { codes } = await setUp(who)
  const [one, two] = [await password(who), await password(who)]
  const answers = await Promise.all([one, two].map(({ data }) => step(data.ticket, codes[0] ?? '')))
  assert.deepEqual(answers.map(({ code }) => code).sort(), [0, 30112])
})

test('wrong codes lock the account as wrong passwords do, and a correct password does not reset the count', async () => {
  const who = await enrol('ip_engineer')
  const { secret } = await setUp(who)
  await laterOn(who)
  for (let at = 0; at < 5; at++) assert.equal((await enter(who, wrongFor(secret))).code, 30112)
  assert.equal((await password(who)).code, 30116)
})

test('a password change ends the pending ticket; a password reset keeps the second factor on; personal tokens work without it', async () => {
  const who = await enrol('ip_engineer')
  const personal = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: who })
  const { secret } = await setUp(who)
  await laterOn(who)
  const { data } = await password(who)
  const wanted = { old_password: who.password, new_password: 'Tramrail-49173', confirm_password: 'Tramrail-49173' }
  assert.equal((await call('/innoe-webapi/aggr/password/do/update', wanted, { as: who })).code, 0)
  assert.equal((await step(data.ticket, codeOf(secret))).code, 30113)
  assert.ok(await works(personal.data.token))
  assert.equal((await call(`${PATH}/do/remove`, { password: 'Tramrail-49173' }, { as: personal.data.token })).status, 403)
  const reset = await call<{ one_time_password: string }>('user/do/password_reset', { sid: who.sid }, { as: admin })
  assert.equal((await password({ ...who, password: reset.data.one_time_password })).code, 30111)
})

test('a role requires a second factor: other calls are refused until it is set up, and it cannot be switched off', async () => {
  const role = await tenant.db.selectFrom('role').select(['sid', 'version']).where('code', '=', 'finance').executeTakeFirstOrThrow()
  const who = await enrol('finance')
  assert.ok(await works(who))
  assert.equal((await call('role/do/update', { sid: role.sid, second_factor: true }, { as: admin })).code, 0)
  const refused = await call('patent/do/count', {}, { as: who, lang: 'en' })
  assert.deepEqual([refused.status, refused.code], [403, 30114])
  const { data } = await password(who)
  assert.equal(data.must_set_second_factor, true)
  assert.equal((await call('fee/do/count', {}, { as: data.token })).code, 30114)
  assert.equal((await call('token/do/create', { name: 'way round' }, { as: data.token })).code, 30114)
  await tenant.db.updateTable('token').set({ created_at: '2026-01-01T00:00:00Z', family: null }).where('hash', '=', digest(who.token)).execute()
  assert.equal((await call('/innoe-webapi/aggr/confirmation/do/confirm', { password: who.password }, { as: who })).code, 0)
  await tenant.db.updateTable('token').set({ confirmed_at: null }).where('hash', '=', digest(who.token)).execute()
  const { secret } = await setUp(who) // in an older session
  assert.ok(await works(who))
  assert.equal((await call(`${PATH}/do/remove`, { password: who.password }, { as: who })).code, 30127)
  await laterOn(who)
  assert.equal((await call('/innoe-webapi/aggr/confirmation/do/confirm', { password: who.password, code: codeOf(secret) }, { as: who })).code, 0)
  assert.equal((await call(`${PATH}/do/remove`, { password: who.password }, { as: who })).code, 500005)
  await laterOn(who)
  assert.equal((await enter(who, codeOf(secret))).data.must_set_second_factor, false)
  await call('role/do/update', { sid: role.sid, second_factor: false }, { as: admin })
  assert.equal((await call(`${PATH}/do/remove`, { password: who.password }, { as: who })).code, 0)
  assert.equal((await password(who)).code, 0)
})

test('administrators reset the second factor of people who do not rank above them; sessions end and the change log names the administrator', async () => {
  const [who, manager] = [await enrol('ip_engineer'), await enrol('ip_manager')]
  await setUp(who)
  await setUp(admin)
  assert.notEqual((await call('user/do/reset_second_factor', { sid: admin.sid }, { as: manager })).code, 0)
  assert.equal((await call('user/do/reset_second_factor', { sid: who.sid }, { as: who })).status, 403)
  for (const action of ['reset_second_factor', 'password_reset'])
    assert.match(
      (await call(`user/do/${action}`, { sid: admin.sid }, { as: admin, lang: 'en' })).text,
      /Change your own .* under Personal information/,
    )
  const { code, data } = await call('user/do/reset_second_factor', { sid: who.sid }, { as: admin })
  assert.equal(code, 0)
  assert.equal(await works(who), false)
  assert.equal((await password(who)).code, 0)
  const log = await tenant.db.selectFrom('change_log').select(['reason', 'created_by']).where('record_sid', '=', String(data.sid)).execute()
  assert.ok(log.some(({ reason, created_by }) => reason === '重置两步验证 / Second factor reset' && created_by === admin.sid))
})

test('a set-up, its removal and new recovery codes require the password', async () => {
  const who = await enrol('ip_engineer')
  const { codes } = await setUp(who)
  for (const action of ['begin', 'codes', 'remove'])
    assert.equal((await call(`${PATH}/do/${action}`, { password: 'wrong' }, { as: who })).errors[0]?.field, 'password', action)
  const { data } = await call<{ is_on: boolean; codes_left: number }>(PATH, undefined, { as: who })
  assert.deepEqual([data.is_on, data.codes_left], [true, codes.length])
  assert.equal((await enter(who, codes[0] ?? '')).code, 0)
})

/** Sets the end of what waits under keys of this kind into the past. */
async function expire(kind: string) {
  const rows = await tenant.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', `${kind}.%`).execute()
  assert.ok(rows.length > 0)
  for (const { key, value } of rows)
    await tenant.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...(value as object), until: Date.now() - 1 }) })
      .where('key', '=', key)
      .execute()
}

test('a set-up is confirmed within its ten minutes, and a ticket is used within its five', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await call<Key>(`${PATH}/do/begin`, { password: who.password }, { as: who })
  await expire('totp_pending')
  assert.equal((await call(`${PATH}/do/confirm`, { code: codeOf(data.secret) }, { as: who })).errors[0]?.field, 'code')
  const { secret } = await setUp(who)
  await laterOn(who)
  const { data: ticket } = await password(who)
  await expire('second_step')
  assert.equal((await step(ticket.ticket, codeOf(secret))).code, 30113)
})

test('an account that was closed or has expired between the password and the code is not signed in', async () => {
  const who = await enrol('ip_engineer')
  const { secret } = await setUp(who)
  for (const [values, code] of [
    [{ status: 'CLOSED' }, 30102],
    [{ status: 'OPEN', expires_at: new Date(0).toISOString() }, 30105],
  ] as const) {
    await laterOn(who)
    await tenant.db.updateTable('user').set({ status: 'OPEN', expires_at: null }).where('user_info_sid', '=', who.sid).execute()
    const { data } = await password(who)
    await tenant.db.updateTable('user').set(values).where('user_info_sid', '=', who.sid).execute()
    assert.equal((await step(data.ticket, codeOf(secret))).code, code)
  }
})

test('a set-up that fails half-way leaves the second factor off, and can be confirmed afterwards', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await call<Key>(`${PATH}/do/begin`, { password: who.password }, { as: who })
  await sql`create function no_codes() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(tenant.db)
  await sql`create trigger no_codes before update of recovery_codes on "user" for each row execute function no_codes()`.execute(tenant.db)
  const confirm = () => call<{ recovery_codes: string[] }>(`${PATH}/do/confirm`, { code: codeOf(data.secret) }, { as: who })
  try {
    assert.equal((await confirm()).status, 500)
  } finally {
    await sql`drop trigger no_codes on "user"`.execute(tenant.db)
  }
  assert.equal((await call<{ is_on: boolean }>(PATH, undefined, { as: who })).data.is_on, false)
  assert.equal((await password(who)).code, 0, 'the password alone signs in')
  assert.equal((await confirm()).data.recovery_codes.length, 10)
  assert.equal((await password(who)).code, 30111)
})
