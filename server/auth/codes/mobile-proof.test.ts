import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { digest } from '../session/secrets.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const rules = (values: Record<string, unknown>) => call('/innoe-webapi/setting/sign_in/do/update', values, { as: admin, lang: 'en' })
const AT = '/innoe-webapi/aggr/mobile'

type Outbox = { messages: { to: string; text: string }[] }
const textsTo = async (mobile: string) => {
  const { data } = await call<Outbox>('/innoe-webapi/setting/text_messages', undefined, { as: admin, lang: 'en' })
  return data.messages.filter(({ to }) => to === mobile)
}
const codeIn = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0] ?? ''
const send = (as: Person | string) => call<{ resend_seconds: number }>(`${AT}/do/send`, {}, { as, lang: 'en' })
const confirm = (as: Person | string, code: string) => call<{ is_proven: boolean }>(`${AT}/do/confirm`, { code }, { as, lang: 'en' })
const state = async (as: Person) => (await call<{ mobile: string | null; is_proven: boolean }>(AT, undefined, { as })).data

/** Whether a code for signing in is sent to it. */
async function isSentTo(mobile: string) {
  const before = (await textsTo(mobile)).length
  assert.equal((await call('/innoe-passport/send_code', { mobile }, { lang: 'en' })).code, 0)
  for (let at = 0; at < 20; at++) {
    if ((await textsTo(mobile)).length > before) return true
    await new Promise((resume) => setTimeout(resume, 50))
  }
  return false
}

test('a number that its owner has not proven signs nobody in; proven, it does', async () => {
  const who = await enrol('ip_engineer', { mobile: '13811110001' })
  assert.equal((await send(who)).code, 30122, 'codes by text message are off')
  await rules({ mobile_code: true })
  assert.deepEqual(await state(who), { mobile: '138****0001', is_proven: false, is_used: true })
  assert.equal(await isSentTo('13811110001'), false)
  assert.equal((await send(who)).data.resend_seconds, 60)
  const [proof] = await textsTo('13811110001')
  assert.match(proof?.text ?? '', /prove your mobile number/)
  const signIn = (code: string) => call<{ account: string }>('/innoe-passport/login_mobile', { mobile: '13811110001', code }, { lang: 'en' })
  assert.equal((await signIn(codeIn(proof?.text))).code, 30123, 'the code that proves does not sign in')
  assert.equal((await confirm(who, codeIn(proof?.text))).data.is_proven, true)
  assert.equal((await state(who)).is_proven, true)
  assert.equal(await isSentTo('13811110001'), true)
  const [latest] = await textsTo('13811110001')
  assert.equal((await confirm(who, codeIn(latest?.text))).status, 400, 'the code that signs in does not prove')
  assert.equal((await signIn(codeIn(latest?.text))).data.account, who.account)
  const rows = await tenant.db.selectFrom('audit_entry').select('account').where('event', '=', 'MOBILE_PROVEN').execute()
  assert.deepEqual(rows, [{ account: who.account }])
})

test('another number in its place has to be proven again, also one that an administrator entered', async () => {
  const who = await enrol('ip_engineer', { mobile: '13811110002' })
  await send(who)
  assert.equal((await confirm(who, codeIn((await textsTo('13811110002'))[0]?.text))).code, 0)
  assert.equal((await call('user_info/do/update', { sid: who.sid, mobile: '13811110003' }, { as: admin })).code, 0)
  assert.equal((await state(who)).is_proven, false)
  assert.equal(await isSentTo('13811110003'), false)
})

test('a code proves the number that it was sent to, once, for its owner, after at most five wrong ones', async () => {
  const [who, other] = [await enrol('ip_engineer', { mobile: '13811110004' }), await enrol('ip_engineer', { mobile: '13811110005' })]
  await send(who)
  const code = codeIn((await textsTo('13811110004'))[0]?.text)
  assert.equal((await confirm(other, code)).status, 400)
  await call('user_info/do/update', { sid: who.sid, mobile: '13811110006' }, { as: admin })
  assert.equal((await confirm(who, code)).status, 400)
  await send(other)
  const right = codeIn((await textsTo('13811110005'))[0]?.text)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  for (let at = 0; at < 5; at++) assert.deepEqual((await confirm(other, wrong)).errors[0]?.field, 'code')
  assert.equal((await confirm(other, right)).status, 400)
})

test('without a number there is nothing to prove, and a personal token proves none', async () => {
  const who = await enrol('ip_engineer')
  assert.equal((await send(who)).code, 500005)
  assert.deepEqual([(await state(who)).mobile, (await state(who)).is_proven], [null, false])
  const { data } = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: who })
  assert.equal((await send(data.token)).status, 403)
  assert.equal((await confirm(data.token, '123456')).status, 403)
})

test('a session that was left open proves no number, neither by asking for the code nor by entering it', async () => {
  const who = await enrol('ip_engineer', { mobile: '13811110007' })
  assert.equal((await send(who)).code, 0)
  const code = codeIn((await textsTo('13811110007'))[0]?.text)
  const old = `0190a000-0000-7000-8000-${who.sid.slice(-12)}` // a sign-in in July 2024
  await tenant.db.updateTable('token').set({ family: old, confirmed_at: null }).where('hash', '=', digest(who.token)).execute()
  assert.equal((await send(who)).code, 30127)
  assert.equal((await confirm(who, code)).code, 30127)
  assert.equal((await state(who)).is_proven, false)
  await call('/innoe-webapi/aggr/confirmation/do/confirm', { password: who.password }, { as: who })
  assert.equal((await confirm(who, code)).data.is_proven, true)
})
