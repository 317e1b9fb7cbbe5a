import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import type { OpenSession } from '../../../model/auth/accounts/token-actions.ts'
import { takeLateCodes } from '../../../tests/harness/sign-in/app-codes.ts'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { digest } from './secrets.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol } = await testServer()
await takeLateCodes(tenant)
const admin = await enrol('system_admin')
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

type State = { token: string; refresh_token: string }

async function signIn({ account, password }: Person, headers: Record<string, string> = {}) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  return call<State>('/innoe-passport/login', { username: account, password, captcha_id: data.captcha_id, captcha: answer }, { headers })
}

const list = async (as: Person | string) => (await call<{ sessions: OpenSession[] }>('token/do/sessions', {}, { as })).data.sessions
const works = async (as: string) => (await call('patent/do/count', {}, { as })).code === 0
const knownIn = ({ headers }: { headers: Record<string, unknown> }) => /innoe_known=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''

test('a person sees each sign-in once with browser and address, even if it was renewed, and the current one is marked', async () => {
  const who = await enrol('ip_engineer')
  const { data } = await signIn(who, { 'user-agent': CHROME })
  const [first] = await list(data.token)
  assert.deepEqual([first?.agent, first?.is_current], [CHROME, true])
  assert.match(first?.address ?? '', /127\.0\.0\.1|::1/)
  const renewed = (await call<State>('/innoe-passport/refresh', { refresh_token: data.refresh_token })).data
  const sessions = await list(renewed.token)
  assert.deepEqual(
    sessions.map(({ is_current }) => is_current),
    [true, false],
    'the renewed one, and the one of the test itself',
  )
  assert.ok(Math.abs(Date.parse(sessions[0]?.since ?? '') - Date.parse(first?.since ?? '')) < 1000, 'since the sign-in, not since the renewal')
})

test('a person ends one session, or all others at once; personal tokens remain valid', async () => {
  const who = await enrol('ip_engineer')
  const [one, two, three] = [(await signIn(who)).data, (await signIn(who)).data, (await signIn(who)).data]
  const personal = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: one.token })
  const other = (await list(two.token)).find(({ is_current }) => is_current)
  assert.equal((await call('token/do/delete', { sid: other?.sid }, { as: one.token })).code, 0)
  assert.deepEqual([await works(one.token), await works(two.token), await works(three.token)], [true, false, true])
  assert.equal((await call('/innoe-passport/refresh', { refresh_token: two.refresh_token })).code, 30404)
  const ended = await call<{ ended: number }>('token/do/end_others', {}, { as: one.token })
  assert.equal(ended.data.ended, 2, 'the third, and the one of the test itself')
  assert.deepEqual([await works(one.token), await works(three.token), await works(personal.data.token)], [true, false, true])
})

test('only administrators see and end sessions of others, and none of people who rank above them', async () => {
  const [who, manager] = [await enrol('ip_engineer'), await enrol('ip_manager')]
  const [one, two] = [(await signIn(who)).data, (await signIn(who)).data]
  const seen = await call<{ sessions: OpenSession[] }>('user/do/sessions', { sid: who.sid }, { as: admin })
  assert.equal(seen.data.sessions.length, 3)
  const [latest] = seen.data.sessions
  assert.equal((await call('user/do/end_sessions', { sid: who.sid, token_sid: latest?.sid }, { as: admin })).code, 0)
  assert.deepEqual([await works(one.token), await works(two.token)].filter(Boolean).length, 1)
  for (const as of [manager, who]) assert.notEqual((await call('user/do/sessions', { sid: admin.sid }, { as })).code, 0)
  const own = (await list(admin))[0]
  assert.notEqual((await call('token/do/delete', { sid: own?.sid }, { as: who })).code, 0)
  await call('user/do/end_sessions', { sid: who.sid, token_sid: own?.sid }, { as: admin })
  assert.ok(await works(admin.token), 'a session is ended for its own account alone')
})

test('a sign-in in a new browser is mailed to the owner, except the first one and one in a known browser', async () => {
  const mailbox = await openMailbox()
  const count = () => mailbox.received.length
  await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
  const who = await enrol('ip_engineer', { email: 'owner@reader.test' })
  const cookie = knownIn(await signIn(who))
  await signIn(who, { cookie })
  await signIn(who, { 'user-agent': CHROME })
  const { to, subject, text } = await mailbox.next(1)
  assert.deepEqual([to, subject], [['owner@reader.test'], '在新的浏览器登录 / Sign-in in a new browser'])
  assert.match(text, /Chrome，Windows/)
  assert.match(text, /Chrome, Windows, address/)
  assert.match(text, new RegExp(`https://ip\\.sender\\.test/innoe-web/me\\?tab=sessions`))
  const wanted = { old_password: who.password, new_password: 'Tramrail-49173', confirm_password: 'Tramrail-49173' }
  const changed = await call('/innoe-webapi/aggr/password/do/update', wanted, { as: who })
  await signIn({ ...who, password: 'Tramrail-49173' }, { cookie: knownIn(changed) })
  await new Promise((resume) => setTimeout(resume, 300))
  assert.equal(count(), 1, 'the browser in which the password was changed is a known one')
})

test('ten minutes after the sign-in, one’s own e-mail, mobile, factors and sessions are changed only once the password is entered again', async () => {
  const who = await enrol('system_admin')
  const { data } = await signIn(who)
  const other = (await signIn(who)).data
  const mine = { as: data.token, lang: 'en' } as const
  const email = () => call('user_info/do/update', { sid: who.sid, email: 'new@own.test' }, mine)
  const byPassword = (path: string) => call(`/innoe-webapi/aggr/${path}`, { password: who.password }, mine)
  const endOther = async () => call('token/do/delete', { sid: (await list(other.token)).find(({ is_current }) => is_current)?.sid }, mine)
  assert.equal((await email()).code, 0, 'just signed in')

  const old = `0190a000-0000-7000-8000-${who.sid.slice(-12)}` // a sign-in in July 2024
  await tenant.db.updateTable('token').set({ family: old }).where('hash', '=', digest(data.token)).execute()
  const refused = await call('user_info/do/update', { sid: who.sid, email: 'later@own.test' }, mine)
  assert.deepEqual([refused.status, refused.code, refused.data, refused.message], [403, 30127, { by: 'PASSWORD', minutes: 10 }, 'Please confirm first that it is you']) // oxfmt-ignore
  for (const [what, answer] of [
    ['mobile', await call('user_info/do/update', { sid: who.sid, mobile: '13900001234' }, mine)],
    ['end others', await call('token/do/end_others', {}, mine)],
    ['end one', await endOther()],
    ['a token, which would change the e-mail without being asked', await call('token/do/create', { name: 'way round' }, mine)],
  ] as const)
    assert.equal(answer.code, 30127, what)
  assert.ok(await works(other.token), 'nothing has ended')
  assert.equal((await call('user_info/do/update', { sid: who.sid, remark: 'no address' }, mine)).code, 0)
  const somebody = await enrol('ip_engineer')
  assert.equal((await call('user_info/do/update', { sid: somebody.sid, email: 'else@own.test' }, mine)).code, 0, 'of another, by rank')

  const personal = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: other.token })
  const script = { as: personal.data.token, lang: 'en' } as const
  for (const [what, answer] of [
    ['e-mail', await call('user_info/do/update', { sid: who.sid, email: 'script@own.test' }, script)],
    ['mobile', await call('user_info/do/update', { sid: who.sid, mobile: '13900001236' }, script)],
    ['end others', await call('token/do/end_others', {}, script)],
    ['a successor', await call('token/do/create', { name: 'successor' }, script)],
  ] as const)
    assert.match(`${answer.status} ${answer.message}`, /^403 .*with a token/, `by a token of the owner: ${what}`)
  assert.equal((await call('user_info/do/update', { sid: who.sid, remark: 'by a token' }, script)).code, 0, 'nothing that finds the account')
  const many = await call('user_info/do/batch_update', { sids: [who.sid, somebody.sid], changes: { mobile: '13900001235' } }, mine)
  assert.deepEqual([many.status, many.errors.map(({ field }) => field)], [400, ['mobile']], 'of several, one’s own record is at fault')
  const confirm = (body: object, as = data.token) => call('/innoe-webapi/aggr/confirmation/do/confirm', body, { as, lang: 'en' })
  assert.equal((await confirm({ password: who.password }, personal.data.token)).code, 403)
  assert.equal((await confirm({ password: 'wrong-1' })).errors[0]?.field, 'password')
  assert.equal((await call('token/do/end_others', {}, mine)).code, 30127)
  assert.equal((await confirm({ password: who.password })).code, 0)
  assert.equal((await call('user_info/do/update', { sid: who.sid, email: 'later@own.test' }, mine)).code, 0)
  assert.equal((await endOther()).code, 0)
  const long = new Date(Date.now() - 11 * 60_000).toISOString()
  const laterOn = () => tenant.db.updateTable('token').set({ confirmed_at: long }).where('hash', '=', digest(data.token)).execute()
  await laterOn()
  const key = await byPassword('second_factor/do/begin')
  assert.equal(key.code, 0, 'the password in the call confirms')

  const code = new TOTP({ secret: Secret.fromBase32(String(key.data['secret'])) }).generate()
  assert.equal((await call('/innoe-webapi/aggr/second_factor/do/confirm', { code }, mine)).code, 0)
  assert.deepEqual((await email()).data, { by: 'PASSWORD_AND_CODE', minutes: 10 }, 'with an app, the password alone is not enough')
  for (const path of ['second_factor/do/begin', 'second_factor/do/remove', 'second_factor/do/codes', 'passkey/do/begin'])
    assert.equal((await byPassword(path)).code, 30127, path)
  assert.equal((await confirm({ password: who.password })).errors[0]?.field, 'code')
  await tenant.db.updateTable('user').set({ secret: null }).where('user_info_sid', '=', who.sid).execute()
  assert.deepEqual((await email()).data, { by: 'SIGN_IN', minutes: 10 }, 'whoever has no password signs in again')
})
