import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { addressOf } from './limits.ts'
import { inOneWindow } from '../../../tests/harness/sign-in/limit-window.ts'

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
  await inOneWindow()
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

test('of IPv6 the network counts, so that nobody guesses from one address after the other of it', async () => {
  await inOneWindow()
  for (const [ip, counted] of [
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:1:2:3:4', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
  ] as const)
    assert.equal(addressOf({ ip }), counted, ip)
  const start = new Date(Math.floor(Date.now() / 300_000) * 300_000).toISOString()
  await tenant.db.insertInto('attempt').values({ key: 'wrong 2001:db8:9:9::/64', window_start: start, n: 58 }).execute()
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) {
    const payload = { platform: 1, username: `none_six_${at}`, password: 'whatever1', ...(await captcha()) }
    const sent = {
      method: 'POST',
      url: '/innoe-passport/login',
      remoteAddress: `2001:db8:9:9::${at}`,
      headers: { host: 'localhost' },
      payload,
    } as const
    statuses.push((await app.inject(sent)).statusCode)
  }
  assert.deepEqual(statuses, [400, 400, 429, 429])
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

test('whoever is not a trusted proxy cannot name another address, nor another host', async () => {
  await inOneWindow()
  const guess = async (remoteAddress: string, named: string) => {
    const payload = { platform: 1, username: `none_${named}`, password: 'whatever1', ...(await captcha()) }
    const headers = {
      host: 'localhost',
      'x-forwarded-for': named,
      ...(remoteAddress !== '127.0.0.1' && { 'x-forwarded-host': 'other.test' }),
      forwarded: `for=${named}`,
    }
    return app.inject({ method: 'POST', url: '/innoe-passport/login', remoteAddress, headers, payload })
  }
  for (const [from, named] of [
    ['203.0.113.90', '192.0.2.90'],
    ['127.0.0.1', '192.0.2.91'],
  ] as const)
    assert.equal((await guess(from, named)).statusCode, 400)
  const rows = await tenant.db.selectFrom('attempt').select('key').where('key', 'like', 'wrong %').execute()
  const keys = new Set(rows.map(({ key }) => key))
  assert.deepEqual(
    ['203.0.113.90', '192.0.2.90', '192.0.2.91'].map((address) => keys.has(`wrong ${address}`)),
    [true, false, true],
    'the proxy on this machine alone is believed',
  )
})
