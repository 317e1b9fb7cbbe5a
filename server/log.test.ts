import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { testServer } from '../tests/harness/server.ts'
import { buildApp } from './app.ts'

const { server, enrol, tenant } = await testServer()
const who = await enrol('ip_engineer')

/** A captcha whose answer is known. */
const captcha = async (id: string) => {
  const value = JSON.stringify({ answer: 'abcd', until: Date.now() + 60_000 })
  await tenant.db
    .insertInto('setting')
    .values({ key: `captcha.${id}`, value })
    .execute()
  return { captcha_id: id, captcha: 'abcd' }
}

test('sign-ins and refused sign-ins are logged by default with address and rule, and without secrets', async () => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(
        ...chunk
          .toString()
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      ) // pino writes a line for each
      done()
    },
  })
  const app = await buildApp({ ...server, log: { level: 'warn', stream } })
  const post = (url: string, payload: Record<string, unknown>, token?: string) =>
    app.inject({ method: 'POST', url, payload, headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) } })
  const person = await enrol('inventor')
  const account = await tenant.db.selectFrom('user').select('sid').where('user_info_sid', '=', person.sid).executeTakeFirstOrThrow()
  const audited = () => lines.splice(0).map(({ audit, user, rule, address }) => ({ audit, user, rule, address }))
  const address = '127.0.0.1'
  const signIn = async (id: string, password: string) => post('/innoe-passport/login', { username: person.account, password, ...(await captcha(id)) })
  const { data } = (await signIn('audit-1', person.password)).json<{ data: { token: string; refresh_token: string } }>()
  assert.deepEqual(audited(), [{ audit: 'SIGNED_IN', user: account.sid, rule: undefined, address }])
  await signIn('audit-2', 'Wrong-pass-99')
  assert.deepEqual(audited(), [{ audit: 'SIGN_IN_REFUSED', user: account.sid, rule: 'login_wrong', address }])
  await post('/innoe-passport/login', { username: 'no_such_name', password: 'Wrong-pass-99', captcha_id: 'none', captcha: 'x' })
  assert.deepEqual(audited(), [{ audit: 'SIGN_IN_REFUSED', user: undefined, rule: 'captcha', address }])
  assert.equal((await post('/innoe-webapi/model/role/do/create', { code: 'x', name: 'x' }, data.token)).statusCode, 403)
  assert.deepEqual(audited(), [{ audit: 'REFUSED', user: account.sid, rule: 'forbidden', address }])
  assert.equal((await post('/innoe-webapi/model/patent/do/search', { iql: 'title =' }, who.token)).statusCode, 400)
  assert.deepEqual(audited().map(({ audit, rule }) => [audit, rule]), [['SUSPICIOUS', 'bad_iql']]) // oxfmt-ignore
  assert.equal((await post('/innoe-webapi/model/patent/do/create', { filing_date: '2024-02-30' }, who.token)).statusCode, 400)
  assert.deepEqual(audited(), [], 'an ordinary fault of a form')
  const passwords = { old_password: person.password, new_password: 'Fresh-word-77', confirm_password: 'Fresh-word-77' }
  await post('/innoe-webapi/aggr/password/do/update', passwords, data.token)
  assert.deepEqual(audited(), [{ audit: 'PASSWORD_CHANGED', user: account.sid, rule: undefined, address }])
  await post('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  const again = await post('/innoe-passport/refresh', { refresh_token: data.refresh_token })
  assert.equal(again.statusCode, 401)
  assert.deepEqual(audited().map(({ audit, user }) => [audit, user]), [['TOKEN_REUSED', account.sid], ['SIGN_IN_REFUSED', undefined]]) // oxfmt-ignore
  const admin = await enrol('system_admin')
  await post('/innoe-webapi/model/user/do/password_reset', { sid: account.sid }, admin.token)
  assert.deepEqual(audited(), [{ audit: 'PASSWORD_RESET', user: account.sid, rule: undefined, address }])
  await post('/innoe-passport/logout', {}, admin.token)
  assert.equal(audited()[0]?.audit, 'SIGNED_OUT')
  const silent = await buildApp({ ...server, log: { level: 'silent', stream } })
  await silent.inject({ method: 'POST', url: '/innoe-passport/login', payload: { username: 'a', password: 'b', captcha_id: 'c', captcha: 'd' } })
  assert.deepEqual(audited(), [])
  await Promise.all([app.close(), silent.close()])
})

test('the log contains no password, token, code or query at any log level', async () => {
  let log = ''
  const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => ((log += chunk.toString()), done()) })
  const app = await buildApp({ ...server, log: { level: 'trace', stream } })
  const post = async (url: string, payload: Record<string, unknown>, token?: string) =>
    (await app.inject({ method: 'POST', url, payload, headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) } })).json()
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
  assert.match(log, /SIGN_IN_REFUSED/)
  assert.match(log, /do\/schema"/)
  const secrets = [who.password, 'Wrong-pass-99', 'Fresh-word-77', data.token, data.refresh_token, pair.data.token, personal.data.token, 'SECRETCODE']
  for (const secret of [...secrets, 'argon2id', server.config.secret]) {
    assert.ok(secret && !log.includes(secret), `${String(secret).slice(0, 12)} is in the log`)
  }
})
