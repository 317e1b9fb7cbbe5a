import { createHash } from 'node:crypto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import { newResetLink } from './reset-links.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, other, call, enrol, enrolAt } = await testServer()
const admin = await enrol('system_admin')
const mailbox = await openMailbox()
const setMail = (settings: Record<string, unknown>, as = admin) => call('/innoe-webapi/setting/mail/do/update', settings, { as, lang: 'en' })
const EXTERNAL = '/innoe-openapi-external/iam_pwd'

let sent = 0
let named = 0
/** A person with an address of their own. */
async function withMail(role: Parameters<typeof enrol>[0] = 'ip_engineer') {
  const email = `person${++named}@reader.test`
  return { ...(await enrol(role, { email })), email }
}

const forget = (account: string, { lang = 'en', headers = {} }: { lang?: 'zh' | 'en'; headers?: Record<string, string> } = {}) =>
  call(`${EXTERNAL}/forget`, { account }, { lang, headers })

/** The token in the next mail. */
async function tokenFor(account: string) {
  const before = mailbox.received.length
  assert.equal((await forget(account)).code, 0)
  const { text } = await mailbox.next(before + 1)
  sent = before + 1
  return /#(\S+)/.exec(text)?.[1] ?? ''
}

/** As if the last mail had been asked for a minute ago. */
const laterOn = () => tenant.db.deleteFrom('setting').where('key', 'like', 'reset\\_latest.%').execute()
const reset = (token: string, new_password: string, confirm_password = new_password) =>
  call(`${EXTERNAL}/reset`, { token, new_password, confirm_password }, { lang: 'en' })
const valid = (token: string) => call(`${EXTERNAL}/valid`, { token }, { lang: 'en' })
const works = async (as: Person | string) => (await call('patent/do/count', {}, { as })).code === 0

async function login(username: string, password: string) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  return call('/innoe-passport/login', { platform: 1, username, password, captcha_id: data.captcha_id, captcha: answer })
}

test('without a mailbox, password recovery is not offered and a request is refused with a reason', async () => {
  assert.equal((await forget('anybody')).code, 30110)
  assert.equal((await call('/innoe-passport/ways')).data.forgotten_password, false)
})

test('only administrators set the mailbox; its password is stored encrypted, appears in no answer or log, and is sent to no other server', async () => {
  const manager = await enrol('ip_manager')
  assert.equal((await setMail(mailbox.settings, manager)).status, 403)
  assert.equal((await call('/innoe-webapi/setting/mail', undefined, { as: manager })).status, 403)
  const saved = await setMail(mailbox.settings)
  assert.deepEqual(saved.data.password, { is_set: true })
  const read = await call('/innoe-webapi/setting/mail', undefined, { as: admin })
  assert.deepEqual(read.data, saved.data)
  const rows = await tenant.db.selectFrom('setting').select('value').where('key', '=', 'mail.settings').execute()
  const log = await tenant.db.selectFrom('change_log').selectAll().execute()
  for (const text of [saved.text, read.text, JSON.stringify(rows), JSON.stringify(log)]) assert.ok(!text.includes(mailbox.settings.password))
  const moved = await setMail({ host: 'thief.test' })
  assert.deepEqual(
    moved.errors.map(({ field, reason }) => [field, reason]),
    [['password', 'must be entered again, since the server changes']],
  )
  assert.equal((await setMail({ from_name: 'IP department' })).code, 0)
  for (const wrong of [
    { from_address: 'a@b\r\nBcc: c@d' },
    { site_address: 'https://a.test/path' },
    { site_address: 'javascript:alert(1)' },
    { port: 0 },
  ])
    assert.equal((await setMail(wrong)).status, 400, JSON.stringify(wrong))
  assert.equal((await call('/innoe-passport/ways')).data.forgotten_password, true)
})

test('a test mail is sent with the saved settings, or the answer names the fault', async () => {
  const send = () => call('/innoe-webapi/setting/mail/do/test', { to: 'admin@reader.test' }, { as: admin, lang: 'en' })
  assert.equal((await send()).code, 0)
  const mail = await mailbox.next(1)
  assert.deepEqual([mail.to, mail.from, mail.subject], [['admin@reader.test'], 'innoe@sender.test', 'Innoe test mail'])
  await setMail({ password: 'wrong' })
  assert.equal((await send()).message, 'The mail was not sent: the mail server refuses the account or password')
  await setMail({ port: 1, password: mailbox.settings.password })
  assert.equal((await send()).message, 'The mail was not sent: the mail server cannot be reached')
  await setMail({ ...mailbox.settings, security: 'STARTTLS' })
  assert.equal((await send()).message, 'The mail was not sent: the mail server does not offer the chosen encryption')
  await setMail({ ...mailbox.settings, security: 'TLS' })
  assert.equal((await send()).message, 'The mail was not sent: the mail server does not offer the chosen encryption')
  const unknown = await openMailbox({ secure: true })
  await setMail({ ...unknown.settings, security: 'TLS' })
  assert.equal((await send()).message, 'The mail was not sent: the certificate of the mail server is not trusted')
  assert.equal((await setMail(mailbox.settings)).code, 0)
})

test('clearing the mail server needs no password and stops sending; a server set afterwards needs the password again', async () => {
  const cleared = await setMail({ host: null })
  assert.deepEqual([cleared.code, cleared.data.host], [0, null], cleared.text)
  assert.equal((await call('/innoe-passport/ways')).data.forgotten_password, false)
  assert.equal((await setMail({ host: 'thief.test' })).errors[0]?.field, 'password')
  assert.equal((await setMail(mailbox.settings)).code, 0)
})

test('[7.14] a mailed link sets a new password once and ends all sessions and tokens of the account', async () => {
  const who = await withMail()
  const { data } = await call<{ token: string }>('token/do/create', { name: 'script' }, { as: who })
  const token = await tokenFor(who.account)
  const mail = mailbox.received[sent - 1]
  assert.deepEqual([mail?.to, mail?.subject], [[who.email], 'Reset your password'])
  assert.match(mail?.text ?? '', new RegExp(`account “${who.account}”`))
  assert.equal((await valid(token)).data.account, who.account)
  assert.equal((await reset(token, 'P@ssw0rd1')).status, 400)
  assert.deepEqual(
    (await reset(token, 'Tramway-4917', 'other')).errors.map(({ reason }) => reason),
    ['Password Not the Same'],
  )
  assert.deepEqual(
    (await reset(token, who.password)).errors.map(({ reason }) => reason),
    ['must differ from earlier passwords'],
  )
  assert.ok(await works(who), 'nothing has ended yet')
  assert.equal((await reset(token, 'Tramway-4917')).code, 0)
  assert.deepEqual([await works(who), await works(data.token)], [false, false])
  assert.equal((await reset(token, 'Railway-8042')).code, 30108)
  assert.equal((await valid(token)).code, 30108)
  assert.equal((await login(who.account, 'Tramway-4917')).data.must_change_password, false)
})

test('an e-mail address also identifies the account, and the mail is in the language of the person', async () => {
  const who = await withMail()
  const before = mailbox.received.length
  await forget(who.email.toUpperCase(), { lang: 'zh' })
  const mail = await mailbox.next(before + 1)
  assert.equal(mail.subject, '重置密码')
  assert.match(mail.text, new RegExp(`账号“${who.account}”`))
})

test('request headers do not change the address of the link', async () => {
  const who = await withMail()
  const before = mailbox.received.length
  await forget(who.account, { headers: { 'x-forwarded-host': 'thief.test', forwarded: 'host=thief.test', origin: 'https://thief.test' } })
  const mail = await mailbox.next(before + 1)
  assert.match(mail.text, /https:\/\/ip\.sender\.test\/innoe-web\/reset-password#/)
  assert.ok(!mail.raw.includes('thief.test'))
})

test('known, unknown and closed accounts get the same answer, and only known accounts get mail', async () => {
  const [known, closed, resigned] = [await withMail(), await withMail(), await withMail()]
  const without = await enrol('ip_engineer')
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('account', '=', closed.account).execute()
  await tenant.db.updateTable('user_info').set({ person_status: 'RESIGNED' }).where('sid', '=', resigned.sid).execute()
  const before = mailbox.received.length
  const answers = []
  for (const name of [known.account, 'nobody_at_all', 'nobody@reader.test', closed.account, resigned.email, without.account]) {
    const { status, code, data } = await forget(name)
    answers.push(JSON.stringify([status, code, data]))
  }
  assert.equal(new Set(answers).size, 1)
  await mailbox.next(before + 1)
  await new Promise((resume) => setTimeout(resume, 300))
  assert.deepEqual(
    mailbox.received.slice(before).map(({ to }) => to),
    [[known.email]],
  )
})

test('a known account is answered no later than an unknown one, because the answer precedes the lookup', async () => {
  const median = async (names: readonly string[]) => {
    const times: number[] = []
    for (const name of names) {
      const start = performance.now()
      await forget(name)
      times.push(performance.now() - start)
      await new Promise((resume) => setTimeout(resume, 60))
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  }
  const people = await Promise.all(Array.from({ length: 15 }, () => withMail()))
  const [known, unknown] = [await median(people.map(({ account }) => account)), await median(people.map(({ account }) => `${account}_not`))]
  assert.ok(known < unknown * 3 + 20, `${known} ms and ${unknown} ms`)
})

test('a tenant may choose to report that an account is not registered', async () => {
  await call('/innoe-webapi/setting/sign_in/do/update', { tells_unregistered: true }, { as: admin })
  const refused = await forget('nobody@reader.test')
  assert.deepEqual([refused.code, refused.message], [30109, 'This account or e-mail is not registered; contact the administrator to open an account'])
  await call('/innoe-webapi/setting/sign_in/do/update', { tells_unregistered: null }, { as: admin })
})

test('two requests within a minute send one mail; a second link leaves the first valid, and a password change ends both', async () => {
  const who = await withMail()
  const first = await tokenFor(who.account)
  const before = mailbox.receivedBy(who.email).length
  await forget(who.account)
  await new Promise((resume) => setTimeout(resume, 300))
  assert.equal(mailbox.receivedBy(who.email).length, before)
  await laterOn()
  const second = await tokenFor(who.account)
  assert.notEqual(first, second)
  assert.deepEqual([(await valid(first)).code, (await valid(second)).code], [0, 0])
  await call(
    '/innoe-webapi/aggr/password/do/update',
    { old_password: who.password, new_password: 'Harbour-6113', confirm_password: 'Harbour-6113' },
    { as: who },
  )
  assert.deepEqual([(await valid(first)).code, (await reset(second, 'Railway-8042')).code], [30108, 30108])
})

test('of requests at the same moment, one makes a link; the next one is made a minute later', async () => {
  const who = await withMail()
  const { sid: user } = await tenant.db.selectFrom('user').select('sid').where('account', '=', who.account).executeTakeFirstOrThrow()
  const atOnce = async () => (await Promise.all(Array.from({ length: 8 }, () => newResetLink(tenant, user, '')))).filter(Boolean).length
  assert.equal(await atOnce(), 1)
  const minuteAgo = new Date(Date.now() - 61_000).toISOString()
  await tenant.db.updateTable('setting').set({ updated_at: minuteAgo }).where('key', '=', `reset_latest.${user}`).execute()
  assert.equal(await atOnce(), 1)
})

test('a link expires after ten minutes or with its account, is unknown to another tenant, and is stored only as a hash', async () => {
  const who = await withMail()
  const token = await tokenFor(who.account)
  const kept = JSON.stringify(await tenant.db.selectFrom('setting').selectAll().where('key', 'like', 'reset%').execute())
  assert.ok(!kept.includes(token))
  const elsewhere = await enrolAt(other, 'ip_engineer')
  assert.equal((await call(`${EXTERNAL}/valid`, { token }, { host: 'other.test' })).code, 30108)
  assert.ok(elsewhere.sid)
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('account', '=', who.account).execute()
  assert.equal((await reset(token, 'Tramway-4917')).code, 30108)
  await tenant.db.updateTable('user').set({ status: 'OPEN' }).where('account', '=', who.account).execute()
  assert.equal((await valid(token)).code, 0)
  const rows = await tenant.db.selectFrom('setting').selectAll().where('key', 'like', 'reset\\_link.%').execute()
  assert.ok(rows.every(({ value }) => (value as { until: number }).until <= Date.now() + 10 * 60_000)) // as reset-links.ts writes it
  for (const { key, value } of rows)
    await tenant.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...(value as object), until: Date.now() - 1000 }) }) // as reset-links.ts writes it
      .where('key', '=', key)
      .execute()
  assert.equal((await valid(token)).code, 30108)
  assert.equal((await reset(token, 'Tramway-4917')).code, 30108)
})

test('two simultaneous calls with one link set one password', async () => {
  const who = await withMail()
  const token = await tokenFor(who.account)
  const answers = await Promise.all([reset(token, 'Tramway-4917'), reset(token, 'Railway-8042')])
  assert.deepEqual(
    answers.map(({ code }) => code).toSorted((a, b) => a - b),
    [0, 30108],
  )
})

test('a GET also mails a link and checks one, but from a browser only for a page of this site, and no token in an address where the operator refuses them', async () => {
  const who = await withMail()
  const byGet = (headers: Record<string, string>) => call(`${EXTERNAL}/forget?account=${who.account}`, undefined, { lang: 'en', headers })
  const fetched = (site: string, mode: string, dest: string) => byGet({ 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest })
  const before = mailbox.received.length
  const forged = [['cross-site', 'no-cors', 'image'], ['same-site', 'cors', 'empty'], ['same-origin', 'navigate', 'document'], ['same-origin', 'no-cors', 'image'], ['none', 'navigate', 'document']] as const // oxfmt-ignore
  for (const [site, mode, dest] of forged) assert.equal((await fetched(site, mode, dest)).status, 403, `${site} ${mode}`)
  assert.equal((await fetched('same-origin', 'cors', 'empty')).code, 0)
  const { text, to } = await mailbox.next(before + 1)
  assert.deepEqual(to, [who.email])
  await laterOn()
  assert.equal((await byGet({})).code, 0, 'a program')
  await mailbox.next(before + 2)
  const token = /#(\S+)/.exec(text)?.[1] ?? ''
  const address = `${EXTERNAL}/valid?token=${token}`
  const feed = await call<{ path: string }>('token/do/calendar_feed', { name: 'phone' }, { as: who })
  assert.deepEqual([(await call(address)).data.account, (await call(feed.data.path)).status], [who.account, 200])
  process.env.INNOE_ADDRESS_TOKENS = 'refused'
  try {
    for (const asked of [address, feed.data.path]) assert.equal((await call(asked, undefined, { lang: 'en' })).message, 'This installation refuses tokens in addresses') // oxfmt-ignore
    assert.equal((await call('token/do/calendar_feed', { name: 'phone' }, { as: who })).status, 400)
    assert.equal((await valid(token)).data.account, who.account)
  } finally {
    delete process.env.INNOE_ADDRESS_TOKENS
  }
})

test('a link that a former version mailed still resets the password', async () => {
  const who = await enrol('ip_engineer', { email: 'former@reader.test' })
  const { sid, secret } = await tenant.db.selectFrom('user').select(['sid', 'secret']).where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
  const [token, former] = ['w_former-0123456789', (text: string) => createHash('sha256').update(text).digest('hex')]
  const link = { user: sid, until: Date.now() + 60_000, password: former(String((secret as string[])[0])) }
  await keepSetting(tenant, `reset_link.${former(token)}`, link)
  assert.equal((await reset(token, 'Tramway-4917')).code, 0)
  assert.equal((await reset(token, 'Railway-8042')).code, 30108)
})

test('a reset unlocks a locked account; repeated token guesses and repeated requests are refused after a limit', async () => {
  const who = await withMail()
  for (let at = 0; at < 6; at++) await login(who.account, 'whatever1')
  assert.equal((await login(who.account, who.password)).code, 30116)
  assert.equal((await reset(await tokenFor(who.account), 'Tramway-4917')).code, 0)
  assert.equal((await login(who.account, 'Tramway-4917')).code, 0)
  process.env.INNOE_LOGIN_LIMIT = '300'
  const untilRefused = async (ask: () => Promise<{ status: number }>) => {
    for (let at = 0; at < 80; at++) if ((await ask()).status === 429) return true
    return false
  }
  assert.ok(await untilRefused(() => valid('w_guess')))
  assert.ok(await untilRefused(() => forget('nobody_at_all')))
  process.env.INNOE_LOGIN_LIMIT = '30000'
})
