import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOTP, Secret } from 'otpauth'
import { newAuthenticator } from '../../../tests/harness/sign-in/authenticator.ts'
import { proveMobile } from '../../../tests/harness/sign-in/proven-mobile.ts'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { personAsked } from '../../../tests/harness/entered.ts'
import { type Answer, type Person, testServer } from '../../../tests/harness/server.ts'
import { accountsWith, spellingOf } from './account-with.ts'
import { dropOldTextMessages } from '../../mail/text-messages.ts'
import { inOneWindow } from '../../../tests/harness/sign-in/limit-window.ts'
import { endLocks } from '../../../tests/harness/sign-in/end-locks.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol, app } = await testServer()
const asked = await personAsked(tenant)
const admin = await enrol('system_admin')
const mailbox = await openMailbox()

type State = { token: string; account: string; ticket: string; steps: string[]; must_set_second_factor: boolean; must_change_password: boolean }
const rules = (values: Record<string, unknown>) => call('/innoe-webapi/setting/sign_in/do/update', values, { as: admin, lang: 'en' })

const tooEarly = await rules({ mail_code: true, password_login: 'EMAIL' })
await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
await rules({ mail_code: true, mobile_code: true, code_clock: true })

/** The cookies of one browser. */
let browser = ''
async function send(to: Record<string, string>) {
  const answer = await call<{ resend_seconds: number }>('/innoe-passport/send_code', to, {
    lang: 'en',
    headers: { cookie: browser, 'sec-fetch-site': 'same-origin' },
  })
  browser = /innoe_code=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? browser
  return answer
}
const here = () => ({ lang: 'en', headers: { cookie: browser } }) as const
const byMail = (email: string, code: string, more: Record<string, unknown> = {}): Promise<Answer<State>> =>
  call<State>('/innoe-passport/login_email', { email, code, ...more }, here())
const byMobile = (mobile: string, code: string) => call<State>('/innoe-passport/login_mobile', { mobile, code }, here())
const works = async (as: string) => (await call('patent/do/count', {}, { as })).code === 0
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const keptCodes = () => tenant.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', 'sign\\_in\\_code.%').execute()
const audited = async (event: string) =>
  (
    await tenant.db
      .selectFrom('audit_entry')
      .select('account')
      .where('event', '=', event as 'SIGNED_IN')
      .execute()
  ).map(({ account }) => account)

/** As if the last code had been sent a while ago. */
async function laterOn() {
  for (const { key, value } of await keptCodes())
    await tenant.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...(value as object), sent: 0 }) })
      .where('key', '=', key)
      .execute()
}

/** How many codes an address has been sent: a notice of an earlier test may arrive meanwhile. */
const codesTo = (email: string) => mailbox.receivedBy(email).filter(({ subject }) => subject.startsWith('Sign-in code ')).length

async function mailed(email: string) {
  await laterOn()
  let at = mailbox.received.length
  const answer = await send({ email })
  assert.equal(answer.code, 0, answer.text)
  for (;;) {
    const { to, subject } = await mailbox.next(++at)
    const code = /^Sign-in code (\d{6})$/.exec(subject)?.[1]
    // Notices of earlier changes may arrive meanwhile.
    if (code && to[0]?.toLowerCase() === email.toLowerCase()) return code
  }
}

type Outbox = { messages: { to: string; text: string }[] }
const outbox = (as: Person) => call<Outbox>('/innoe-webapi/setting/text_messages', undefined, { as, lang: 'en' })

async function texted(mobile: string) {
  await proveMobile(tenant, mobile).then(() => send({ mobile }))
  for (let turn = 0; turn < 100; turn++) {
    const [latest] = (await outbox(admin)).data.messages
    if (latest?.to === mobile) return /\d{6}/.exec(latest.text)?.[0] ?? ''
    await new Promise((resume) => setTimeout(resume, 50))
  }
  throw new Error('no text message came')
}

test('codes are off until an administrator allows them; e-mail code only needs a mailbox first', async () => {
  assert.equal(tooEarly.code, 500005)
  const { data } = await call('/innoe-passport/ways')
  assert.deepEqual([data.mail_code, data.mobile_code], [true, true])
  await rules({ mobile_code: null })
  assert.equal((await send({ mobile: '13800000000' })).code, 30122)
  await rules({ mobile_code: true })
})

test('a code signs in only in the browser that asked for it', async () => {
  await enrol('ip_engineer', { email: 'browser@reader.test' })
  const code = await mailed('browser@reader.test')
  const own = browser
  browser = `innoe_code=b_${'A'.repeat(43)}`
  assert.equal((await byMail('browser@reader.test', code)).code, 30123, 'another browser')
  browser = ''
  assert.equal((await byMail('browser@reader.test', code)).code, 30123, 'none')
  browser = own
  assert.equal((await byMail('browser@reader.test', code)).code, 0)
})

test('a program that keeps no cookies signs in with its code; codes asked for elsewhere neither replace it nor count as wrong ones', async () => {
  const email = 'program@reader.test'
  const who = await enrol('ip_engineer', { email })
  const wait = async (n: number) => {
    for (let turn = 0; turn < 100 && codesTo(email) < n; turn++) await new Promise((resume) => setTimeout(resume, 50))
    return /\d{6}/.exec(mailbox.receivedBy(email).filter(({ subject }) => subject.startsWith('Sign-in code '))[n - 1]?.subject ?? '')?.[0] ?? ''
  }
  const bare = (code: string) => call<State>('/innoe-passport/login_email', { email, code }, { lang: 'en' })
  await call('/innoe-passport/send_code', { email }, { lang: 'en' })
  const first = await wait(1)
  browser = ''
  await send({ email })
  const [own, second] = [browser, await wait(2)]
  browser = ''
  await send({ email })
  const third = await wait(3)
  assert.ok(second && third && new Set([first, second, third]).size === 3, 'each browser is sent one')
  browser = own
  for (let at = 0; at < 6; at++) assert.deepEqual([(await bare(third)).code, (await byMail(email, third)).code], [30123, 30123], 'of another browser')
  const row = await tenant.db.selectFrom('user').select('failures').where('user_info_sid', '=', who.sid).executeTakeFirst()
  assert.equal(row?.failures ?? 0, 0)
  assert.equal((await byMail(email, second)).code, 0)
  assert.equal((await bare(first)).code, 0)
})

test('a mailed code signs in once, and is kept as a hash; it does not ask for a new password', async () => {
  const who = await enrol('ip_engineer', { email: 'Mailed@Reader.test' })
  await tenant.db.updateTable('user').set({ must_change_password: true }).where('user_info_sid', '=', who.sid).execute()
  const code = await mailed('mailed@reader.test')
  assert.match(code, /^\d{6}$/)
  assert.ok(!JSON.stringify(await keptCodes()).includes(code))
  const { data, text } = await byMail('MAILED@reader.test', ` ${code.slice(0, 3)} ${code.slice(3)}`)
  assert.deepEqual([data.account, data.must_change_password], [who.account, false], text)
  assert.ok(await works(data.token))
  assert.equal((await byMail('mailed@reader.test', code)).code, 30123, 'it serves once')
  assert.ok((await audited('SIGN_IN_CODE_SENT')).includes(who.account))
})

test('two simultaneous sign-ins with one code open one session', async () => {
  await enrol('ip_engineer', { email: 'both@reader.test' })
  const code = await mailed('both@reader.test')
  const codes = (await Promise.all([byMail('both@reader.test', code), byMail('both@reader.test', code)])).map((answer) => answer.code)
  assert.deepEqual(codes.sort(), [0, 30123])
})

test('a code ends after five minutes and with the next one; another one is sent after a minute at the earliest', async () => {
  await enrol('ip_engineer', { email: 'late@reader.test' })
  const first = await mailed('late@reader.test')
  assert.equal((await send({ email: 'late@reader.test' })).data.resend_seconds, 60)
  await new Promise((resume) => setTimeout(resume, 300))
  const second = await mailed('late@reader.test')
  assert.equal(codesTo('late@reader.test'), 2, 'the second question sent nothing')
  if (first !== second) assert.equal((await byMail('late@reader.test', first)).code, 30123)
  for (const { key, value } of await keptCodes())
    await tenant.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...(value as object), until: 0 }) })
      .where('key', '=', key)
      .execute()
  assert.equal((await byMail('late@reader.test', second)).code, 30123)
})

test('five wrong codes end the code and lock the account, as wrong passwords do', async () => {
  const who = await enrol('ip_engineer', { email: 'guessed@reader.test' })
  const code = await mailed('guessed@reader.test')
  for (let at = 0; at < 5; at++) assert.equal((await byMail('guessed@reader.test', wrongFor(code))).code, 30123)
  assert.equal((await byMail('guessed@reader.test', code)).code, 30116)
  await endLocks(tenant, who.sid)
  assert.equal((await byMail('guessed@reader.test', code)).code, 30123, 'the code ended as well')
})

test('unknown addresses get the same answers and lock in the same way, unless the tenant tells who is not registered', async () => {
  await enrol('ip_engineer', { email: 'known@reader.test' })
  const [known, unknown] = [await send({ email: 'known@reader.test' }), await send({ email: 'nobody@reader.test' })]
  assert.deepEqual([unknown.status, unknown.data], [known.status, known.data])
  for (let at = 0; at < 5; at++) assert.equal((await byMail('nobody@reader.test', '000000')).code, 30123)
  assert.equal((await byMail('nobody@reader.test', '000000')).code, 30116)
  await rules({ tells_unregistered: true })
  assert.equal((await send({ email: 'nobody@reader.test' })).code, 30109)
  assert.match((await send({ mobile: '13912345678' })).message, /mobile is not registered/)
  await rules({ tells_unregistered: null })
})

test('a mobile is stored without blanks and +86 however it was entered, and is found however it is typed', async () => {
  for (const [spelled, plain, typed] of [
    ['+86 138 1111 2222', '13811112222', '138-1111-2222'],
    ['0086-13811113333', '13811113333', '+8613811113333'],
    ['１３８ １１１１ ４４４４', '13811114444', '86 13811114444'],
  ] as const) {
    const { sid } = await enrol('ip_engineer')
    const { text } = await call('user_info/do/update', { sid, mobile: spelled }, { as: admin })
    assert.equal((await tenant.db.selectFrom('user_info').select('mobile').where('sid', '=', sid).executeTakeFirst())?.mobile, plain, text)
    await proveMobile(tenant, plain)
    const [found] = await accountsWith(tenant, { channel: 'MOBILE', to: spellingOf('MOBILE', typed), platform: 1 })
    assert.equal(found?.to, plain, typed)
  }
  assert.equal((await call('user_info/do/create', asked({ name: '虚构手机', mobile: '+1 202 555 0100' }), { as: admin })).status, 400)
})

test('however an address is spelled, known and unknown ones get the same answers to as many wrong codes', async () => {
  await enrol('ip_engineer', { email: 'alike@reader.test', mobile: '13800003333' }).then(() => proveMobile(tenant, '13800003333'))
  const alike = [30123, 30123, 30123, 30123, 30123, 30116]
  for (const mobile of ['13800003333', '13800004444']) {
    const [head, tail] = [mobile.slice(0, 3), mobile.slice(3)]
    const codes: number[] = []
    for (const spelled of [mobile, `${head} ${tail}`, `${head}-${tail}`, `${head} - ${tail}`, `${head}--${tail}`, mobile])
      codes.push((await byMobile(spelled, '000000')).code)
    assert.deepEqual(codes, alike, mobile)
  }
  const who = await tenant.db.selectFrom('user_info').select('sid').where('mobile', '=', '13800003333').executeTakeFirstOrThrow()
  await endLocks(tenant, who.sid)
  for (const email of ['alike@reader.test', 'unlike@reader.test']) {
    const codes: number[] = []
    for (const spelled of [email, email.toUpperCase(), ` ${email} `, email, email.toUpperCase(), email])
      codes.push((await byMail(spelled, '000000')).code)
    assert.deepEqual(codes, alike, email)
  }
})

test('wrong passwords for a user name that nobody has lock no sign-in with a code, whether the address is known or not', async () => {
  await enrol('ip_engineer', { mobile: '13800007777' })
  for (const mobile of ['13800007777', '13800008888']) {
    for (let at = 0; at < 5; at++) await byPassword({ ...admin, account: mobile, password: 'wrong-1' })
    assert.equal((await byMobile(mobile, '000000')).code, 30123, mobile)
  }
})

test('of six questions for a code at once, one sends a message', async () => {
  await enrol('ip_engineer', { email: 'six@reader.test' })
  await Promise.all(Array.from({ length: 6 }, () => send({ email: 'six@reader.test' })))
  await new Promise((resume) => setTimeout(resume, 2000))
  assert.equal(mailbox.received.filter(({ to }) => to[0] === 'six@reader.test').length, 1)
})

test('a code ends when the password or the address of the account changes', async () => {
  const who = await enrol('ip_engineer', { email: 'bound@reader.test' })
  const first = await mailed('bound@reader.test')
  const fresh = 'Tramrail-49173'
  const wanted = { old_password: who.password, new_password: fresh, confirm_password: fresh }
  assert.equal((await call('/innoe-webapi/aggr/password/do/update', wanted, { as: who })).code, 0)
  assert.equal((await byMail('bound@reader.test', first)).code, 30123)
  const second = await mailed('bound@reader.test')
  await tenant.db.updateTable('user_info').set({ email: 'moved@reader.test' }).where('sid', '=', who.sid).execute()
  assert.equal((await byMail('moved@reader.test', second)).code, 30123)
  assert.equal((await byMail('moved@reader.test', await mailed('moved@reader.test'))).code, 0)
})

test('the audit log says in which way somebody signed in', async () => {
  const who = await enrol('ip_engineer', { email: 'ways@reader.test', mobile: '13800009999' })
  assert.equal((await byPassword(who)).code, 0)
  assert.equal((await byMail('ways@reader.test', await mailed('ways@reader.test'))).code, 0)
  assert.equal((await byMobile('13800009999', await texted('13800009999'))).code, 0)
  const rows = await tenant.db
    .selectFrom('audit_entry')
    .select('details')
    .where('event', '=', 'SIGNED_IN')
    .where('account', '=', who.account)
    .orderBy('created_at')
    .execute()
  assert.deepEqual(
    rows.map(({ details }) => details),
    [{ way: 'PASSWORD' }, { way: 'EMAIL' }, { way: 'MOBILE' }],
  )
})

test('both addresses or none are refused by name', async () => {
  for (const body of [{}, { email: 'a@reader.test', mobile: '13800000000' }])
    assert.equal((await send(body as Record<string, string>)).errors[0]?.field, 'email')
})

test('a text message with the code is in the outbox, encrypted, for a day, for administrators alone, and each reading is recorded', async () => {
  const who = await enrol('ip_engineer', { mobile: '13800001111' })
  const code = await texted('13800001111')
  const rows = await tenant.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', 'text\\_message.%').execute()
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(code))
  assert.equal((await outbox(who)).status, 403)
  assert.equal((await outbox(await enrol('ip_manager'))).status, 403)
  assert.ok((await audited('TEXT_MESSAGES_READ')).includes(admin.account))
  assert.equal((await byMail('13800001111', code)).code, 30123, 'it is no code of an e-mail')
  const { data } = await byMobile('138 0000 1111', code)
  assert.deepEqual([data.account, await works(data.token)], [who.account, true])
  await tenant.db
    .updateTable('setting')
    .set({ updated_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .where('key', 'like', 'text\\_message.%')
    .execute()
  assert.deepEqual((await outbox(admin)).data.messages, [])
  await dropOldTextMessages(tenant)
  assert.deepEqual(await tenant.db.selectFrom('setting').select('key').where('key', 'like', 'text\\_message.%').execute(), [])
})

test('a personal access token, also of an administrator, does not read the outbox', async () => {
  const personal = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: admin })
  assert.equal(personal.code, 0, personal.text)
  const refused = await call('/innoe-webapi/setting/text_messages', undefined, { as: personal.data.token, lang: 'en' })
  assert.deepEqual([refused.status, 'messages' in (refused.data ?? {})], [403, false])
})

test('closed, expired, resigned and other people are refused with the same codes as by password', async () => {
  const who = await enrol('ip_engineer', { email: 'closed@reader.test' })
  const set = (values: Record<string, unknown>) => tenant.db.updateTable('user').set(values).where('user_info_sid', '=', who.sid).execute()
  const refused = async (more: Record<string, unknown> = {}) => (await byMail('closed@reader.test', code, more)).code
  let code = await mailed('closed@reader.test')
  await set({ status: 'CLOSED' })
  assert.equal(await refused(), 30102)
  await set({ status: 'OPEN' })
  code = await mailed('closed@reader.test')
  await set({ expires_at: new Date(0).toISOString() })
  assert.equal(await refused(), 30105)
  await set({ expires_at: null })
  code = await mailed('closed@reader.test')
  assert.equal(await refused({ platform: 2 }), 30106)
  const before = codesTo('closed@reader.test')
  await set({ status: 'CLOSED' })
  await laterOn()
  await send({ email: 'closed@reader.test' })
  await new Promise((resume) => setTimeout(resume, 300))
  assert.equal(codesTo('closed@reader.test'), before, 'a closed account gets no code')
})

test('after the code, the second factor is asked for, and a role that requires one leads to its set-up', async () => {
  const who = await enrol('dept_leader', { email: 'second@reader.test' })
  const { sid } = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'dept_leader').executeTakeFirstOrThrow()
  await call('role/do/update', { sid, second_factor: true }, { as: admin })
  const early = await byMail('second@reader.test', await mailed('second@reader.test'))
  assert.equal(early.data.must_set_second_factor, true)
  assert.equal((await call('patent/do/count', {}, { as: early.data.token })).code, 30114)
  const PATH = '/innoe-webapi/aggr/second_factor/do'
  const key = await call<{ secret: string }>(`${PATH}/begin`, { password: who.password }, { as: who })
  const totp = new TOTP({ secret: Secret.fromBase32(key.data.secret) })
  await call(`${PATH}/confirm`, { code: totp.generate() }, { as: who })
  await tenant.db.updateTable('user').set({ totp_step: null }).where('user_info_sid', '=', who.sid).execute()
  const asked = await byMail('second@reader.test', await mailed('second@reader.test'))
  assert.deepEqual([asked.code, asked.data.steps, asked.data.token], [30111, ['CODE'], undefined])
  const done = await call<State>('/innoe-passport/second_factor', { ticket: asked.data.ticket, code: totp.generate() })
  assert.ok(await works(done.data.token))
  await call('role/do/update', { sid, second_factor: false }, { as: admin })
})

test('e-mail code only refuses passwords, mobile codes and passkeys with 30145, except those of administrators', async () => {
  const who = await enrol('ip_engineer', { email: 'only@reader.test', mobile: '13800002222' })
  const authenticator = newAuthenticator()
  const begun = await call<{ options: Parameters<typeof authenticator.create>[0]['options'] }>(
    '/innoe-webapi/aggr/passkey/do/begin',
    { password: who.password },
    { as: who },
  )
  const origin = 'https://ip.sender.test'
  await call('/innoe-webapi/aggr/passkey/do/add', { name: 'Key', ...authenticator.create({ options: begun.data.options, origin }) }, { as: who })
  assert.equal((await rules({ password_login: 'EMAIL' })).code, 0)
  assert.equal((await byPassword(who)).code, 30145)
  assert.equal((await byPassword({ ...who, password: 'wrong-1' })).code, 30103)
  assert.equal((await byPassword(admin)).code, 0)
  assert.equal((await byMobile('13800002222', await texted('13800002222'))).code, 30145)
  const asked = await call<{ options: { challenge: string } }>('/innoe-passport/passkey/begin', {})
  const cookie = /innoe_passkey=[^;]+/.exec(String(asked.headers['set-cookie']))?.[0] ?? ''
  const signed = authenticator.sign({ options: asked.data.options, origin })
  assert.equal((await call('/innoe-passport/passkey', signed, { headers: { cookie } })).code, 30145)
  assert.equal((await byMail('only@reader.test', await mailed('only@reader.test'))).code, 0)
  await rules({ password_login: null })
})

async function byPassword({ account, password }: Person) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer: captcha } = row.value as { answer: string } // as captcha.ts writes it
  return call<State>('/innoe-passport/login', { username: account, password, captcha_id: data.captcha_id, captcha })
}

test('codes are sent to one address and from one network address only so often', async () => {
  await inOneWindow()
  process.env.INNOE_LOGIN_LIMIT = '300'
  const from = (ip: string, payload: object) =>
    app.inject({ method: 'POST', url: '/innoe-passport/send_code', headers: { host: 'localhost' }, remoteAddress: ip, payload })
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) statuses.push((await from('10.0.0.1', { email: 'often@reader.test' })).statusCode)
  assert.deepEqual(statuses.slice(4), [200, 429])
  assert.equal((await from('10.0.3.1', { email: 'often@reader.test' })).statusCode, 200, 'whoever asks elsewhere is not kept from a code')
  statuses.length = 0
  for (let at = 0; at < 21; at++) statuses.push((await from(`10.0.2.${at}`, { mobile: `139${'-'.repeat(at % 10)}00006666` })).statusCode)
  assert.deepEqual(statuses.slice(19), [200, 429], 'however the address is spelled')
  statuses.length = 0
  for (let at = 0; at < 21; at++) statuses.push((await from('10.0.1.1', { email: `often${at}@reader.test` })).statusCode)
  assert.deepEqual(statuses.slice(19), [200, 429])
  process.env.INNOE_LOGIN_LIMIT = '30000'
})
