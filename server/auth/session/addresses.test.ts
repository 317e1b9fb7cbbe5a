import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer()

async function captcha() {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  return { captcha_id: data.captcha_id, captcha: (row.value as { answer: string }).answer }
}

async function login(username: string, password: string) {
  return call('/innoe-passport/login', { platform: 1, username, password, ...(await captcha()) })
}

test('too many wrong passwords from one address are refused with 429 for a while', async () => {
  const wrong = async () => {
    const { captcha_id, captcha: answer } = await captcha()
    const body = { platform: 1, username: `nobody_${captcha_id.slice(0, 8)}`, password: 'whatever1', captcha_id, captcha: answer }
    return app.inject({
      method: 'POST',
      url: '/innoe-passport/login',
      remoteAddress: '203.0.113.9',
      headers: { host: 'localhost' },
      payload: body,
    })
  }
  const statuses = [await wrong()].map(({ statusCode }) => statusCode)
  while (statuses.at(-1) === 400 && statuses.length < 130) statuses.push((await wrong()).statusCode)
  assert.ok(statuses.length > 60)
  assert.equal(statuses.at(-1), 429)
})

test('after 60 wrong passwords from one address the correct one gets the same answer, also in simultaneous calls', async () => {
  const [start, address] = [Math.floor(Date.now() / 300_000) * 300_000, '203.0.113.60']
  const who = await enrol('ip_engineer')
  const attempt = async (username: string, password: string) => {
    const { captcha_id, captcha: answer } = await captcha()
    const payload = { platform: 1, username, password, captcha_id, captcha: answer }
    return (await app.inject({ method: 'POST', url: '/innoe-passport/login', remoteAddress: address, headers: { host: 'localhost' }, payload }))
      .statusCode
  }
  assert.equal(await attempt(who.account, who.password), 200)
  await tenant.db
    .insertInto('attempt')
    .values({ key: `wrong ${address}`, window_start: new Date(start).toISOString(), n: 50 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ n: 50 }))
    .execute()
  const wrong = await Promise.all(Array.from({ length: 20 }, (_, at) => attempt(`none_${at}`, 'whatever1')))
  assert.deepEqual([wrong.filter((status) => status === 400).length, wrong.filter((status) => status === 429).length], [10, 10])
  assert.equal(await attempt(who.account, who.password), 429)
})

test('correct passwords from one address are never counted as wrong', async () => {
  const who = await enrol('ip_engineer')
  for (let n = 0; n < 3; n++) assert.equal((await login(who.account, who.password)).code, 0)
  const rows = await tenant.db.selectFrom('attempt').select('n').where('key', '=', 'wrong 127.0.0.1').orderBy('window_start', 'desc').execute()
  const before = rows[0]?.n ?? 0
  assert.equal((await login(who.account, who.password)).code, 0)
  const after_ = await tenant.db.selectFrom('attempt').select('n').where('key', '=', 'wrong 127.0.0.1').orderBy('window_start', 'desc').execute()
  assert.ok((after_[0]?.n ?? 0) <= before)
})
