import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { inOneWindow } from '../../../tests/harness/sign-in/limit-window.ts'

const { server, tenant, call, enrol } = await testServer()

async function login(username: string, password: string, cookie = '') {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer } = row.value as { answer: string } // as captcha.ts writes it
  const body = { platform: 1, username, password, captcha_id: data.captcha_id, captcha: answer }
  return call('/innoe-passport/login', body, { headers: cookie ? { cookie } : {} })
}

/** The cookie that the answer sets for a browser in which somebody signed in. */
const knownIn = ({ headers }: Awaited<ReturnType<typeof login>>) => /innoe_known=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''

async function lock(account: string) {
  for (let at = 0; at < 5; at++) await login(account, 'whatever1')
  assert.equal((await login(account, 'whatever1')).code, 30116)
}

test('wrong guesses elsewhere do not lock a person out of a browser in which they signed in before', async () => {
  const who = await enrol('ip_engineer')
  const cookie = knownIn(await login(who.account, who.password))
  await lock(who.account)
  assert.equal((await login(who.account, who.password)).code, 30116)
  assert.equal((await login(who.account, who.password, cookie)).code, 0)
  assert.equal((await login(who.account, who.password)).code, 30116, 'the lock goes on for everybody else')
})

test('a known browser allows no extra guesses: after five wrong passwords the correct one is refused, too', async () => {
  await inOneWindow()
  const who = await enrol('ip_engineer')
  const cookie = knownIn(await login(who.account, who.password))
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 11) statuses.push((await login(who.account, 'whatever1', cookie)).status)
  assert.equal(statuses.at(-1), 429)
  assert.equal((await login(who.account, who.password, cookie)).status, 429)
})

test('the cookie is valid only for its own account and password, and a forged one is not valid', async () => {
  const [who, other] = [await enrol('ip_engineer'), await enrol('ip_engineer')]
  const cookie = knownIn(await login(other.account, other.password))
  const own = knownIn(await login(who.account, who.password))
  await lock(who.account)
  for (const one of [cookie, `${own.slice(0, -2)}AA`, 'innoe_known=', `innoe_known=${who.sid}`])
    assert.equal((await login(who.account, who.password, one)).code, 30116, one)
  await tenant.db.updateTable('user').set({ password_changed_at: new Date().toISOString() }).where('user_info_sid', '=', who.sid).execute()
  assert.equal((await login(who.account, who.password, own)).code, 30116, 'after a change of the password')
})

test('digests and signatures name their algorithm, and those that named none are still valid', async () => {
  const who = await enrol('ip_engineer')
  const known = knownIn(await login(who.account, who.password))
  assert.match(known, /^innoe_known=hs256-[\w-]{43}$/)
  const row = await tenant.db
    .selectFrom('token')
    .selectAll()
    .where('created_by', '=', who.sid)
    .where('refresh_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  assert.match(`${row.hash} ${row.refresh_hash}`, /^sha256\$[\w-]{43} sha256\$[\w-]{43}$/)

  const user = await tenant.db.selectFrom('user').selectAll().where('user_info_sid', '=', who.sid).executeTakeFirstOrThrow()
  const signature = createHmac('sha256', server.config.secret)
    .update(`known ${tenant.name} ${user.sid} ${user.password_changed_at}`)
    .digest('base64url')
  await lock(who.account)
  assert.equal((await login(who.account, who.password, `innoe_known=${signature}`)).code, 0, 'a cookie of a former version')

  const token = 's_kept-by-a-former-version'
  await tenant.db
    .updateTable('token')
    .set({ hash: createHash('sha256').update(token).digest('hex') })
    .where('sid', '=', row.sid)
    .execute()
  const works = async () => (await call('patent/do/count', {}, { as: token })).code
  assert.equal(await works(), 0, 'a token of a former version')
  assert.equal((await call('token/do/delete', { sid: row.sid }, { as: token })).code, 0)
  assert.equal(await works(), 401, 'and it is forgotten as it ends')
})
