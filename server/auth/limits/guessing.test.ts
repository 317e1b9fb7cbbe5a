import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { buildApp } from '../../app.ts'
import { openServer } from '../../open.ts'
import { setPassword } from '../passwords/passwords.ts'
import { clearFailures, countFailure, dropFailures } from './failures.ts'

process.env.INNOE_LOGIN_LIMIT = '100000'
const { server, url, call, enrol, tenant } = await testServer()
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

test('a correct password that is checked while wrong guesses lock the account neither signs in nor opens it', async () => {
  const who = await enrol('inventor')
  const account = () =>
    tenant.db.selectFrom('user').select(['sid', 'locked_until', 'failures']).where('account', '=', who.account).executeTakeFirstOrThrow()
  const { sid: user } = await account()
  const guessed = { name: who.account, user, person: who.sid, locked_until: null, way: 'PASSWORD', address: '203.0.113.7' } as const
  for (let n = 0; n < 4; n++) await countFailure(tenant, guessed)
  await clearFailures(tenant, guessed)
  assert.equal((await account()).failures, 0)
  for (let n = 0; n < 5; n++) await countFailure(tenant, guessed)
  const locked = await account()
  await assert.rejects(clearFailures(tenant, guessed), { name: 'account_locked' })
  assert.deepEqual(await account(), locked)
  await clearFailures(tenant, { ...guessed, address: '203.0.113.8' })
  await assert.rejects(clearFailures(tenant, guessed), { name: 'account_locked' }, 'a sign-in elsewhere does not lift it')
})

test('wrong guesses from many addresses at once, beside changes of the account, never wait for each other in a circle', async () => {
  const who = await enrol('inventor')
  const { sid: user } = await tenant.db.selectFrom('user').select('sid').where('account', '=', who.account).executeTakeFirstOrThrow()
  const guessed = (at: number) =>
    ({ name: who.account, user, person: who.sid, locked_until: null, way: 'PASSWORD', address: `203.0.113.${at % 25}` }) as const
  const change = () =>
    tenant.db.transaction().execute(async (db) => {
      await db.updateTable('user').set({ locked_until: null }).where('sid', '=', user).execute()
      await dropFailures({ db }, user)
      await db.updateTable('user_info').set({ account_status: 'OPEN' }).where('sid', '=', who.sid).execute()
    })
  const all = Array.from({ length: 400 }, (_, at) => (at % 40 === 39 ? change() : countFailure(tenant, guessed(at))))
  assert.deepEqual((await Promise.allSettled(all)).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])), []) // oxfmt-ignore
})

test('guesses at two processes count together', async (t) => {
  const second = await openServer(server.config, url)
  const elsewhere = await buildApp(second)
  t.after(async () => {
    await elsewhere.close()
    await second.close()
  })
  const who = await enrol('inventor')
  const there = async (password: string) => {
    const id = `there-${++asked}`
    const value = JSON.stringify({ answer: 'abcd', until: Date.now() + 60_000 })
    await tenant.db
      .insertInto('setting')
      .values({ key: `captcha.${id}`, value })
      .execute()
    const payload = { username: who.account, password, captcha_id: id, captcha: 'abcd' }
    const answer = await elsewhere.inject({ method: 'POST', url: '/innoe-passport/login', headers: { host: 'localhost' }, payload })
    return answer.json<{ code: number }>().code
  }
  const codes = [await guess(who.account, 'Wrong-1'), await there('Wrong-2'), await guess(who.account, 'Wrong-3'), await there('Wrong-4'), await guess(who.account, 'Wrong-5')] // oxfmt-ignore
  assert.deepEqual(codes, [30103, 30103, 30103, 30103, 30103])
  assert.deepEqual([await guess(who.account, who.password), await there(who.password)], [30116, 30116])
})
