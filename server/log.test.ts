import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { testServer } from '../tests/harness/server.ts'
import { buildApp } from './app.ts'

const { server, enrol, tenant } = await testServer()
const who = await enrol('ip_engineer')

test('no password, token, code or query is in the log, however much is logged', async () => {
  let log = ''
  const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => ((log += chunk.toString()), done()) })
  const app = await buildApp({ ...server, log: { level: 'trace', stream } })
  const post = async (url: string, payload: Record<string, unknown>, token?: string) =>
    (await app.inject({ method: 'POST', url, payload, headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) } })).json()
  const captcha = async (id: string) => {
    const value = JSON.stringify({ answer: 'abcd', until: Date.now() + 60_000 })
    await tenant.db
      .insertInto('setting')
      .values({ key: `captcha.${id}`, value })
      .execute()
    return { captcha_id: id, captcha: 'abcd' }
  }
  const { data } = await post('/innoe-passport/login', { username: who.account, password: who.password, ...(await captcha('log-1')) })
  assert.ok(data.token, 'signed in')
  await post('/innoe-passport/login', { username: who.account, password: 'Wrong-pass-99', ...(await captcha('log-2')) })
  const passwords = { old_password: who.password, new_password: 'Fresh-word-77', confirm_password: 'Fresh-word-77' }
  assert.equal((await post('/innoe-webapi/aggr/password/do/update', passwords, data.token)).code, 0)
  const personal = await post('/innoe-webapi/model/token/do/create', { name: 'x' }, data.token)
  const pair = await post('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  await app.inject({
    url: '/innoe-webapi/model/patent/do/schema?code=SECRETCODE&token=SECRETCODE',
    headers: { authorization: `Bearer ${pair.data.token}` },
  })
  await app.inject({ url: '/innoe-web/sso/x/y?code=SECRETCODE' })
  await app.close()
  assert.match(log, /sign-in refused/)
  assert.match(log, /do\/schema"/)
  const secrets = [who.password, 'Wrong-pass-99', 'Fresh-word-77', data.token, data.refresh_token, pair.data.token, personal.data.token, 'SECRETCODE']
  for (const secret of [...secrets, 'argon2id', server.config.secret]) {
    assert.ok(secret && !log.includes(secret), `${String(secret).slice(0, 12)} is in the log`)
  }
})
