import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { setPassword } from '../passwords/passwords.ts'

process.env.INNOE_LOGIN_LIMIT = '100000'
const { call, enrol, tenant } = await testServer()
let asked = 0

async function guess(username: string, password: string): Promise<number> {
  const id = `guess-${++asked}`
  const value = JSON.stringify({ answer: 'abcd', until: Date.now() + 60_000 })
  await tenant.db
    .insertInto('setting')
    .values({ key: `captcha.${id}`, value })
    .execute()
  return (await call('/innoe-passport/login', { username, password, captcha_id: id, captcha: 'abcd' })).code
}

for (const isThere of [true, false]) {
  test(`simultaneous guesses get the same answers whether right or wrong, for a name that ${isThere ? 'somebody' : 'nobody'} has`, async () => {
    const who = await enrol('inventor')
    const { sid } = await tenant.db.selectFrom('user').select('sid').where('account', '=', who.account).executeTakeFirstOrThrow()
    await setPassword(tenant, sid, who.password, false) // a hash that takes as long as that of nobody
    const name = isThere ? who.account : `${who.account}_not`
    const wrong = Array.from({ length: 24 }, (_, at) => guess(name, `Wrong-pass-${at}`))
    // It is answered last, when the others have locked the account.
    const right = Promise.all(wrong.slice(0, 16)).then(() => guess(name, who.password))
    const answers = await Promise.all(wrong)
    assert.ok(answers.filter((code) => code === 30116).length >= 8, answers.join())
    assert.ok(answers.every((code) => code === 30103 || code === 30116))
    assert.equal(await right, 30116)
  })
}
