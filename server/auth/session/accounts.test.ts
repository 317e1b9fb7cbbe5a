import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { takeLateCodes } from '../../../tests/harness/sign-in/app-codes.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { createToken, resetPassword, resetSecondFactor, unlock } from './accounts.ts'
import { issueCalendar, readCalendar } from './tokens.ts'

process.env['INNOE_LOGIN_LIMIT'] = '30000'
const { tenant, call, enrol } = await testServer()
await takeLateCodes(tenant)
const PATH = '/innoe-webapi/aggr/second_factor'

async function login({ account }: Person, word: string) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  const body = { username: account, password: word, captcha_id: data.captcha_id, captcha: answer }
  return call<{ token: string; must_change_password: boolean }>('/innoe-passport/login', body)
}

/** Somebody with an authenticator app, a passkey, a session and a personal token. */
async function equipped() {
  const who = await enrol('ip_engineer')
  const { data: begun } = await call<{ secret: string }>(`${PATH}/do/begin`, { password: who.password }, { as: who })
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate()
  assert.equal((await call(`${PATH}/do/confirm`, { code }, { as: who })).code, 0)
  const { sid: user_sid } = await userOf(who)
  const now = new Date().toISOString()
  const base = { version: 1, valid: true, created_at: now, updated_at: now }
  await tenant.db
    .insertInto('passkey')
    .values({ sid: randomUUIDv7(), ...base, user_sid, credential_id: randomUUIDv7(), rp_id: 'ip.sender.test', name: '虚构钥匙' })
    .execute()
  return { who, personal: await createToken(tenant, who.account, { name: 'script', days: 2 }) }
}

const userOf = ({ sid }: Person) => tenant.db.selectFrom('user').selectAll().where('user_info_sid', '=', sid).executeTakeFirstOrThrow()
const passkeys = async (who: Person) =>
  (
    await tenant.db
      .selectFrom('passkey')
      .select('sid')
      .where('user_sid', '=', (await userOf(who)).sid)
      .execute()
  ).length
const works = async (as: string | Person) => (await call('patent/do/count', {}, { as })).code === 0

test('the operator resets a second factor: app and passkeys go, sessions end, the password and personal tokens stay', async () => {
  const { who, personal } = await equipped()
  assert.equal((await login(who, who.password)).code, 30111)
  await resetSecondFactor(tenant, who.account.toUpperCase())
  const { totp_secret, totp_since, recovery_codes } = await userOf(who)
  assert.deepEqual([totp_secret, totp_since, recovery_codes, await passkeys(who)], [null, null, null, 0])
  assert.deepEqual([await works(who), await works(personal)], [false, true])
  assert.equal((await login(who, who.password)).code, 0)
})

test('the operator resets a password: the new one must be changed, sessions, personal tokens, calendar feeds and passkeys end, the app stays', async () => {
  const { who, personal } = await equipped()
  const user_sid = (await userOf(who)).sid
  const feed = await issueCalendar(tenant, { user_sid, person: who.sid, company_sid: who.company, platform: 1 }, 'calendar')
  assert.equal((await readCalendar(tenant, feed.token))?.person, who.sid)
  const word = await resetPassword(tenant, who.account)
  assert.deepEqual([await works(who), await works(personal), await passkeys(who)], [false, false, 0])
  assert.equal(await readCalendar(tenant, feed.token), undefined)
  assert.equal((await login(who, who.password)).status, 400)
  assert.equal((await login(who, word)).code, 30111)
  assert.equal((await userOf(who)).must_change_password, true)
})

test('the operator lifts a lock, and an unknown account is named', async () => {
  const who = await enrol('ip_engineer')
  for (let at = 0; at < 5; at++) await login(who, 'wrong-1')
  assert.equal((await login(who, who.password)).code, 30116)
  await unlock(tenant, who.account)
  assert.equal((await login(who, who.password)).code, 0)
  await assert.rejects(unlock(tenant, 'nobody-at-all'), /There is no account “nobody-at-all”/)
})
