import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMailbox } from '../../../tests/harness/mail/mailbox.ts'
import { testServer } from '../../../tests/harness/server.ts'
import { setPassword } from '../passwords/passwords.ts'

// Whether an account exists is not told by the time of an answer either. Known and unknown ones take turns, so that the machine is the same for both.
process.env.INNOE_LOGIN_LIMIT = '100000'
const { app, tenant, call, enrol } = await testServer()
const TURNS = 25
/** Of the medians: less than a person on the network could see among what the network itself adds. */
const [LEAST, MOST] = [0.8, 1.25]
let asked = 0

async function timeOf(url: string, body: object): Promise<number> {
  const captcha_id = `timing-${++asked}`
  const value = JSON.stringify({ answer: 'abcd', until: Date.now() + 60_000 })
  await tenant.db
    .insertInto('setting')
    .values({ key: `captcha.${captcha_id}`, value })
    .execute()
  const payload = url.includes('code') || url.includes('mail') ? body : { ...body, captcha_id, captcha: 'abcd' }
  const remoteAddress = `198.51.100.${asked % 250}`
  const begun = performance.now()
  const answer = await app.inject({ method: 'POST', url, remoteAddress, payload, headers: { host: 'localhost' } })
  const time = performance.now() - begun
  assert.ok([30103, 30123, 0].includes(answer.json<{ code: number }>().code), answer.body)
  return time
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const who = await enrol('ip_engineer', { email: 'timing@reader.test' })
const closed = await enrol('ip_engineer')
for (const one of [who, closed]) {
  const { sid } = await tenant.db.selectFrom('user').select('sid').where('account', '=', one.account).executeTakeFirstOrThrow()
  await setPassword(tenant, sid, one.password, false) // a hash that takes as long as that of nobody
}
await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('account', '=', closed.account).execute()
const mailbox = await openMailbox()
const admin = await enrol('system_admin')
await call('/innoe-webapi/setting/mail/do/update', mailbox.settings, { as: admin })
await call('/innoe-webapi/setting/sign_in/do/update', { mail_code: true }, { as: admin })

const password = 'Wrong-guess1'
const change = { old_password: password, new_password: 'Tramway-4917', confirm_password: 'Tramway-4917' }
for (const [what, url, known, unknown] of [
  ['a wrong password', '/innoe-passport/login', { username: who.account, password }, { username: 'nobody_here', password }],
  ['a wrong password of a closed account', '/innoe-passport/login', { username: closed.account, password }, { username: 'nobody_there', password }],
  ['a wrong old password', '/innoe-openapi-external/iam_pwd/change', { account: who.account, ...change }, { account: 'nobody_else', ...change }],
  ['a wrong code', '/innoe-passport/login_email', { email: 'timing@reader.test', code: '000000' }, { email: 'nobody@reader.test', code: '000000' }],
] as const)
  test(`${what} is answered as late as a name that nobody has`, async () => {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    for (let turn = 0; turn < TURNS; turn++) {
      times.known.push(await timeOf(url, known))
      times.unknown.push(await timeOf(url, unknown))
    }
    const [one, other] = [median(times.known), median(times.unknown)]
    assert.ok(one / other > LEAST && one / other < MOST, `${one.toFixed(1)} ms and ${other.toFixed(1)} ms`)
  })
