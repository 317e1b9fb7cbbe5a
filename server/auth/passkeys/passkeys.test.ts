import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { takeLateCodes } from '../../../tests/harness/sign-in/app-codes.ts'
import { newAuthenticator } from '../../../tests/harness/sign-in/authenticator.ts'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { type Answer, type Person, testServer } from '../../../tests/harness/server.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol, enrolAt, other } = await testServer()
await takeLateCodes(tenant)
const admin = await enrol('system_admin')
const mailbox = await openMailbox()
const ORIGIN = 'https://ip.sender.test'
const OWN = '/innoe-webapi/aggr/passkey/do'

const noSite = await call('/innoe-passport/passkey/begin', {}, { lang: 'en' })
await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })

type Authenticator = ReturnType<typeof newAuthenticator>
type False = Parameters<Authenticator['sign']>[1]
type Asked = { options: { challenge: string; rpId: string; userVerification: string; allowCredentials: { id: string }[] } }
type Created = { options: { challenge: string; rp: { id: string }; user: { id: string } } }
type State = { token: string; refresh_token: string; account: string; must_set_second_factor: boolean; must_change_password: boolean }

async function add(
  who: Person,
  authenticator = newAuthenticator(),
  { name = 'Laptop', origin = ORIGIN, ...wrong }: False & { name?: string; origin?: string } = {},
) {
  const begun = await call<Created>(`${OWN}/begin`, { password: who.password }, { as: who })
  assert.equal(begun.code, 0, begun.text)
  const made = authenticator.create({ options: begun.data.options, origin }, wrong)
  const answer = await call<{ sid: string }>(`${OWN}/add`, { name, ...made }, { as: who, lang: 'en' })
  return { authenticator, answer, made, options: begun.data.options }
}

/** A browser that asks for a challenge, with the cookie that it gets. */
async function ask(body: Record<string, string> = {}, host?: string) {
  const asked = await call<Asked>('/innoe-passport/passkey/begin', body, { lang: 'en', ...(host && { host }) })
  return { ...asked, cookie: /innoe_passkey=[^;]+/.exec(String(asked.headers['set-cookie']))?.[0] ?? '' }
}

const send = (signed: Record<string, string>, cookie: string): Promise<Answer<State>> =>
  call<State>('/innoe-passport/passkey', signed, { headers: { cookie }, lang: 'en' })

async function enter(authenticator: Authenticator, { origin = ORIGIN, ...wrong }: False & { origin?: string } = {}) {
  const { data, cookie } = await ask()
  return send(authenticator.sign({ options: data.options, origin }, wrong), cookie)
}

async function password({ account, password: word }: Person) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  const body = { username: account, password: word, captcha_id: data.captcha_id, captcha: answer }
  return call<State & { ticket: string; steps: string[] }>('/innoe-passport/login', body, { lang: 'en' })
}

const events = async (event: string) =>
  (
    await tenant.db
      .selectFrom('audit_entry')
      .select('account')
      .where('event', '=', event as 'SIGNED_IN')
      .execute()
  ).map((row) => row.account)
const works = async (as: string | Person) => (await call('patent/do/count', {}, { as })).code === 0
const requires = async (role: string, second_factor: boolean) => {
  const { sid } = await tenant.db.selectFrom('role').select('sid').where('code', '=', role).executeTakeFirstOrThrow()
  assert.equal((await call('role/do/update', { sid, second_factor }, { as: admin })).code, 0)
}

test('without an address of the system there are no passkeys; with one the login page offers them', async () => {
  assert.equal(noSite.code, 30121)
  assert.equal((await call('/innoe-passport/ways')).data.passkeys, true)
})

test('a passkey is added with the password, signs in without it, and is listed without its key', async () => {
  const who = await enrol('ip_engineer', { email: 'passkey@reader.test' })
  assert.equal((await call(`${OWN}/begin`, { password: 'wrong' }, { as: who })).errors[0]?.field, 'password')
  const { authenticator, answer } = await add(who)
  assert.equal(answer.code, 0, answer.text)
  assert.equal((await mailbox.next(1)).subject, '添加了通行密钥 / A passkey was added')
  const { data, code, text } = await enter(authenticator)
  assert.equal(code, 0, text)
  assert.deepEqual([data.account, data.must_change_password, data.must_set_second_factor], [who.account, false, false])
  assert.ok(await works(data.token))
  const renewed = await call<State>('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  assert.ok(await works(renewed.data.token))
  const listed = await call<{ record: Record<string, unknown>[] }>('passkey/do/search', {}, { as: who })
  assert.deepEqual(
    listed.data.record.map(({ name }) => name),
    ['Laptop'],
  )
  assert.ok(listed.data.record[0]?.last_used_at)
  const whole = await call(`passkey/${answer.data.sid}`, undefined, { as: who })
  assert.ok(!/public_key|credential_id|counter/.test(listed.text + whole.text))
  assert.equal((await call('passkey/do/search', {}, { as: await enrol('inventor') })).data.total, 0, 'others do not see it')
  assert.deepEqual([await events('PASSKEY_ADDED'), (await events('SIGNED_IN')).includes(who.account)], [[who.account], true])
})

test('the site of a passkey is the configured address, whatever host a request names', async () => {
  const { data } = await ask({}, 'evil.test')
  assert.deepEqual([data.options.rpId, data.options.userVerification], ['ip.sender.test', 'required'])
})

test('a false challenge, origin, site, type or user is refused, and so is a signature without verification of the person', async () => {
  const who = await enrol('ip_engineer')
  const { authenticator } = await add(who)
  const stranger = Buffer.from(admin.sid).toString('base64url')
  for (const wrong of [
    { challenge: Buffer.alloc(32).toString('base64url') },
    { origin: 'https://evil.test' },
    { origin: 'http://ip.sender.test' },
    { rpId: 'sender.test' },
    { type: 'webauthn.create' },
    { flags: 1 },
    { handle: stranger },
    { handle: '' },
  ])
    assert.equal((await enter(authenticator, wrong)).code, 30120, JSON.stringify(wrong))
  const { data, cookie } = await ask()
  const signed = authenticator.sign({ options: data.options, origin: ORIGIN })
  assert.equal(
    (await send({ ...signed, signature: newAuthenticator().sign({ options: data.options, origin: ORIGIN }).signature }, cookie)).code,
    30120,
  )
  assert.equal((await send(signed, cookie)).code, 30120, 'the challenge is spent')
  assert.equal((await send({ ...signed, client_data: '!' }, cookie)).errors[0]?.field, 'client_data')
  assert.equal((await enter(newAuthenticator())).code, 30120, 'a key that nobody has added')
  assert.equal((await enter(authenticator)).code, 0)
})

test('a challenge is valid once, in the browser that asked, for five minutes', async () => {
  const { authenticator } = await add(await enrol('ip_engineer'))
  const one = await ask()
  assert.match(String(one.headers['set-cookie']), /innoe_passkey=.*HttpOnly.*SameSite=Lax/)
  const signed = authenticator.sign({ options: one.data.options, origin: ORIGIN })
  assert.equal((await send(signed, '')).code, 30120, 'another browser')
  const two = await ask()
  const right = authenticator.sign({ options: two.data.options, origin: ORIGIN })
  const codes = (await Promise.all([send(right, two.cookie), send(right, two.cookie)])).map(({ code }) => code)
  assert.deepEqual(codes.sort(), [0, 30120])
  const late = await ask()
  const kept = await tenant.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', 'passkey\\_challenge.%').execute()
  for (const { key, value } of kept)
    await tenant.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...(value as object), until: 0 }) })
      .where('key', '=', key)
      .execute()
  assert.equal((await send(authenticator.sign({ options: late.data.options, origin: ORIGIN }), late.cookie)).code, 30120)
})

test('a counter that does not grow is refused as a copy, mailed to the owner and recorded in the audit log', async () => {
  const who = await enrol('ip_engineer', { email: 'copied@reader.test' })
  const { authenticator } = await add(who)
  assert.equal((await enter(authenticator, { counter: 7 })).code, 0)
  assert.equal((await enter(authenticator, { counter: 7 })).code, 30120)
  assert.equal((await enter(authenticator, { counter: 0 })).code, 30120)
  assert.equal((await enter(authenticator, { counter: 8 })).code, 0)
  assert.deepEqual(await events('PASSKEY_COPIED'), [who.account, who.account])
})

test('what a registration returns is checked as strictly, and belongs to the session that began', async () => {
  const [who, another] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  for (const wrong of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { flags: 1 }, { type: 'webauthn.get' }])
    assert.equal((await add(who, newAuthenticator(), wrong)).answer.code, 30120, JSON.stringify(wrong))
  const { made, answer } = await add(who)
  assert.equal(answer.code, 0)
  assert.equal((await call(`${OWN}/add`, { name: 'again', ...made }, { as: who })).code, 30120, 'the challenge is spent')
  const begun = await call<Created>(`${OWN}/begin`, { password: who.password }, { as: who })
  const theirs = newAuthenticator().create({ options: begun.data.options, origin: ORIGIN })
  assert.equal((await call(`${OWN}/add`, { name: 'theirs', ...theirs }, { as: another })).code, 30120)
  const personal = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: who })
  assert.equal((await call(`${OWN}/begin`, { password: who.password }, { as: personal.data.token })).status, 403)
  assert.equal((await call(`${OWN}/begin`, { password: who.password })).status, 401)
})

test('only its owner removes a passkey, with the password; no verb writes one', async () => {
  const [who, another] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const { authenticator, answer } = await add(who)
  const { sid } = answer.data
  const { data: elsewhere } = await enter(authenticator)
  assert.ok(await works(elsewhere.token))
  assert.equal((await call(`${OWN}/remove`, { sid, password: another.password }, { as: another })).status, 404)
  assert.equal((await call(`passkey/do/delete/${sid}`, {}, { as: admin })).status, 403)
  assert.equal((await call(`${OWN}/remove`, { sid, password: 'wrong' }, { as: who })).errors[0]?.field, 'password')
  assert.equal((await call(`${OWN}/remove`, { sid, password: who.password }, { as: who })).code, 0)
  assert.deepEqual([await works(elsewhere.token), await works(who)], [false, true], 'the other sessions end')
  assert.equal((await enter(authenticator)).code, 30120)
  assert.deepEqual(await events('PASSKEY_REMOVED'), [who.account])
})

test('closed, expired, resigned and deleted people are refused with the same codes as by password', async () => {
  const who = await enrol('ip_engineer')
  const { authenticator } = await add(who)
  const set = (values: Record<string, unknown>) => tenant.db.updateTable('user').set(values).where('user_info_sid', '=', who.sid).execute()
  await set({ status: 'CLOSED' })
  assert.equal((await enter(authenticator)).code, 30102)
  await set({ status: 'OPEN', expires_at: new Date(0).toISOString() })
  assert.equal((await enter(authenticator)).code, 30105)
  await set({ expires_at: null, deleted_at: new Date().toISOString() })
  assert.equal((await enter(authenticator)).code, 30104)
})

test('a lock after wrong passwords does not stop a passkey; single sign-on only and the setting do, except for administrators', async () => {
  const who = await enrol('ip_engineer')
  const [{ authenticator }, { authenticator: own }] = [await add(who), await add(admin)]
  for (let at = 0; at < 5; at++) await password({ ...who, password: 'wrong' })
  assert.equal((await password(who)).code, 30116)
  assert.equal((await enter(authenticator)).code, 0)
  const rules = (values: Record<string, unknown>) => call('/innoe-webapi/setting/sign_in/do/update', values, { as: admin })
  await rules({ end_tokens: false }) // a provider would have to be set up for the change by call
  await tenant.db
    .updateTable('setting')
    .set({ value: JSON.stringify({ password_login: 'SSO' }) })
    .where('key', '=', 'sign_in.rules')
    .execute()
  assert.deepEqual([(await enter(authenticator)).code, (await enter(own)).code], [30142, 0])
  assert.equal((await rules({ password_login: null, passkeys: false })).code, 0)
  assert.equal((await call('/innoe-passport/passkey/begin', {})).code, 30121)
  assert.equal((await call('/innoe-passport/ways')).data.passkeys, false)
  await rules({ passkeys: null })
})

test('where a role requires a second factor, a passkey is one: alone, or after the password', async () => {
  const [who, another] = [await enrol('finance'), await enrol('finance')]
  await add(another)
  assert.equal((await password(another)).code, 0, 'while nobody requires it, the password suffices')
  const early = (await password(another)).data.token
  await requires('finance', true)
  assert.equal(await works(early), false, 'a session that took no second step ends')
  const refused = await call('fee/do/count', {}, { as: who })
  assert.equal(refused.code, 30114)
  const { authenticator, answer } = await add(who)
  assert.equal(answer.code, 0, 'a passkey can be added before anything else')
  assert.equal((await call('fee/do/count', {}, { as: who })).code, 0)
  const first = await password(who)
  assert.deepEqual([first.code, first.data.steps, first.data.token], [30111, ['PASSKEY'], undefined])
  const { ticket } = first.data
  const { data, cookie } = await ask({ ticket })
  assert.deepEqual(
    data.options.allowCredentials.map(({ id }) => id),
    [authenticator.id],
  )
  const done = await send({ ticket, ...authenticator.sign({ options: data.options, origin: ORIGIN }) }, cookie)
  assert.deepEqual([done.code, done.data.must_set_second_factor], [0, false])
  assert.ok((await call('fee/do/count', {}, { as: done.data.token })).code === 0)
  assert.equal((await enter(authenticator)).code, 0)
  const state = await call('/innoe-webapi/aggr/second_factor', undefined, { as: who })
  assert.deepEqual([state.data.is_on, state.data.passkeys], [false, 1])
  const last = await call(`${OWN}/remove`, { sid: answer.data.sid, password: who.password }, { as: who })
  assert.equal(last.code, 500005, 'the last one stays')
  await requires('finance', false)
})

test('in the second step the passkey of another account, an answer to another question and a used ticket are refused', async () => {
  const [who, another] = [await enrol('finance'), await enrol('finance')]
  const [{ authenticator }, { authenticator: theirs }] = [await add(who), await add(another)]
  await requires('finance', true)
  const { ticket } = (await password(who)).data
  const one = await ask({ ticket })
  assert.equal((await send({ ticket, ...theirs.sign({ options: one.data.options, origin: ORIGIN }) }, one.cookie)).code, 30120)
  const two = await ask()
  assert.equal((await send({ ticket, ...authenticator.sign({ options: two.data.options, origin: ORIGIN }) }, two.cookie)).code, 30120)
  const three = await ask({ ticket })
  const right = authenticator.sign({ options: three.data.options, origin: ORIGIN })
  assert.equal((await send(right, three.cookie)).code, 30120, 'a challenge of the second step is none of the first')
  const four = await ask({ ticket })
  assert.equal((await send({ ticket, ...authenticator.sign({ options: four.data.options, origin: ORIGIN }) }, four.cookie)).code, 0)
  assert.equal((await ask({ ticket })).code, 30113)
  await requires('finance', false)
})

test('the reset of the second factor by an administrator removes the passkeys; another tenant knows none of them', async () => {
  const who = await enrol('ip_engineer')
  const { authenticator } = await add(who)
  const { data, cookie } = await ask()
  const signed = authenticator.sign({ options: data.options, origin: ORIGIN })
  await enrolAt(other, 'ip_engineer')
  const elsewhere = await call('/innoe-passport/passkey', signed, { host: 'other.test', headers: { cookie }, lang: 'en' })
  assert.equal(elsewhere.code, 30121)
  assert.equal((await call('user/do/reset_second_factor', { sid: who.sid }, { as: admin })).code, 0)
  assert.equal((await enter(authenticator)).code, 30120)
})

test('a reset password, by an administrator or by mail, removes the passkeys, and the mail says so', async () => {
  const [who, another] = [await enrol('ip_engineer', { email: 'reset@reader.test' }), await enrol('ip_engineer', { email: 'forgot@reader.test' })]
  const [{ authenticator }, { authenticator: theirs }] = [await add(who), await add(another)]
  assert.deepEqual([(await enter(authenticator)).code, (await enter(theirs)).code], [0, 0])
  assert.equal((await call('user/do/password_reset', { sid: who.sid }, { as: admin })).code, 0)
  assert.equal((await enter(authenticator)).code, 30120)
  const EXTERNAL = '/innoe-openapi-external/iam_pwd'
  assert.equal((await call(`${EXTERNAL}/forget?account=forgot@reader.test`, undefined, { lang: 'en' })).code, 0)
  const { text } = await letter('Reset your password')
  assert.match(text, /passkeys of the account are then removed/)
  const [token, word] = [/#(\S+)/.exec(text)?.[1], 'Tramway-4917']
  assert.equal((await enter(theirs)).code, 0, 'the link alone removes none')
  assert.equal((await call(`${EXTERNAL}/reset`, { token, new_password: word, confirm_password: word })).code, 0)
  assert.equal((await enter(theirs)).code, 30120)
  assert.equal((await password({ ...another, password: word })).code, 0)
})

/** The first mail with this subject, from this one on. */
async function letter(subject: string, from = 1) {
  for (let at = from; ; at++) {
    const mail = await mailbox.next(at)
    if (mail.subject === subject) return mail
  }
}

test('a passkey that somebody has already added is refused by name', async () => {
  const [who, another] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const { authenticator } = await add(who)
  const { answer } = await add(another, authenticator)
  assert.deepEqual([answer.status, answer.code, answer.message], [400, 500005, 'This passkey has already been added'], answer.text)
})

test('of the authenticator app and the last passkey, removed at once, one stays where a role requires a second factor', async () => {
  const PATH = '/innoe-webapi/aggr/second_factor/do'
  for (let turn = 0; turn < 3; turn++) {
    const who = await enrol('finance')
    const { answer } = await add(who)
    const begun = await call<{ secret: string }>(`${PATH}/begin`, { password: who.password }, { as: who })
    const code = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate()
    assert.equal((await call(`${PATH}/confirm`, { code }, { as: who })).code, 0)
    await requires('finance', true)
    const removed = await Promise.all([
      call(`${PATH}/remove`, { password: who.password }, { as: who }),
      call(`${OWN}/remove`, { sid: answer.data.sid, password: who.password }, { as: who }),
    ])
    assert.deepEqual(removed.map((one) => one.code).sort(), [0, 500005])
    await requires('finance', false)
  }
})

test('after a change of the address of the system, the password alone sets up no other factor in place of a required passkey', async () => {
  const who = await enrol('finance', { email: 'elsewhere@reader.test' })
  await add(who)
  const early = (await password(who)).data
  await requires('finance', true)
  const site = (site_address: string) => call('/innoe-webapi/setting/mail/do/update', { site_address }, { as: admin })
  const inBrowser = (values: Record<string, unknown>) =>
    call('/innoe-webapi/setting/mail/do/update', values, { as: admin, lang: 'en', headers: { 'x-event-source': 'web' } })
  const moved = { site_address: 'https://moved.sender.test' }
  const asked = await inBrowser({ ...moved, confirm: [] })
  assert.deepEqual([asked.status, asked.code], [412, 500012], asked.text)
  assert.match(asked.text, /owners of [1-9]\d* account\(s\) cannot sign in afterwards/)
  assert.equal((await inBrowser({ from_name: 'IP department' })).code, 0, 'another setting asks nothing')
  assert.equal((await inBrowser({ site_address: `${ORIGIN}:8443` })).code, 0, 'nor does another port of the same host')
  assert.equal((await inBrowser({ site_address: ORIGIN })).code, 0)
  assert.equal((await inBrowser({ ...moved, confirm: ['passkeys_elsewhere'] })).code, 0)
  const refused = await password(who)
  assert.deepEqual([refused.code, refused.data?.token], [30126, undefined], refused.text)
  assert.equal((await call(`${OWN}/begin`, { password: who.password }, { as: early.token })).status, 401, 'nor in a session without a second step')
  assert.equal((await call('user/do/reset_second_factor', { sid: who.sid }, { as: admin })).code, 0)
  assert.equal((await password(who)).data.must_set_second_factor, true)
  assert.equal((await site(ORIGIN)).code, 0)
  await requires('finance', false)
  for (const site_address of ['https://moved.sender.test', ORIGIN])
    assert.equal((await inBrowser({ site_address })).code, 0, 'without such a role nobody is asked')
})

test('a mailed link resets no password where a passkey is the only second factor that a role requires', async () => {
  const who = await enrol('finance', { email: 'only-factor@reader.test' })
  const { authenticator } = await add(who)
  await requires('finance', true)
  const EXTERNAL = '/innoe-openapi-external/iam_pwd'
  const before = mailbox.received.length
  await call(`${EXTERNAL}/forget?account=only-factor@reader.test`, undefined, { lang: 'en' })
  const token = /#(\S+)/.exec((await letter('Reset your password', before + 1)).text)?.[1]
  const word = 'Tramway-4917'
  const refused = await call(`${EXTERNAL}/reset`, { token, new_password: word, confirm_password: word }, { lang: 'en' })
  assert.deepEqual([refused.code, /yours is a passkey/.test(refused.message)], [500005, true], refused.text)
  assert.equal((await enter(authenticator)).code, 0)
  await requires('finance', false)
  assert.equal((await call(`${EXTERNAL}/reset`, { token, new_password: word, confirm_password: word })).code, 0, 'the link is not used up')
})
