import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { keepSetting } from '../../records/settings/settings.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol } = await testServer()

async function captcha() {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  return { captcha_id: data.captcha_id, captcha: (row.value as { answer: string }).answer } // as captcha.ts writes it
}

const change = async (account: string, old_password: string, fresh: string, more: Record<string, unknown> = {}) =>
  call<{ changed: boolean; account: string }>(
    '/innoe-openapi-external/iam_pwd/change',
    { account, old_password, new_password: fresh, confirm_password: fresh, ...(await captcha()), ...more },
    { lang: 'en' },
  )
const login = async (username: string, password: string) =>
  call<{ must_change_password: boolean }>('/innoe-passport/login', { platform: 1, username, password, ...(await captcha()) })
const works = async (as: Person) => (await call('patent/do/count', {}, { as })).code === 0
type Kept = { must_change_password?: boolean; status?: 'OPEN' | 'CLOSED'; totp_since?: string | null; password_changed_at?: string }
const keep = (who: Person, values: Kept) => tenant.db.updateTable('user').set(values).where('account', '=', who.account).execute()

test('[7.14] [2.21] a first or an expired password is changed by the old one without signing in, and sessions end', async () => {
  const who = await enrol('ip_engineer')
  await keep(who, { must_change_password: true })
  const answer = await change(who.account, who.password, 'Tramway-4917')
  assert.deepEqual([answer.code, answer.data], [0, { changed: true, account: who.account }])
  assert.equal(await works(who), false)
  assert.equal((await login(who.account, who.password)).code, 30103)
  assert.equal((await login(who.account, 'Tramway-4917')).data.must_change_password, false)
  const rows = await tenant.db.selectFrom('audit_entry').select('account').where('event', '=', 'PASSWORD_CHANGED').execute()
  assert.deepEqual(rows, [{ account: who.account }])
})

test('a wrong password, an unknown account and a wrong captcha are refused as at sign-in, and lock as there', async () => {
  const who = await enrol('ip_engineer')
  const wrong = await change(who.account, 'Not-this-one1', 'Tramway-4917')
  const unknown = await change('nobody_at_all', 'Not-this-one1', 'Tramway-4917')
  assert.deepEqual([wrong.status, wrong.code, wrong.message], [unknown.status, unknown.code, unknown.message])
  assert.equal((await change(who.account, who.password, 'Tramway-4917', { captcha: 'xxxx' })).code, 30101)
  for (let at = 0; at < 4; at++) await change(who.account, 'Not-this-one1', 'Tramway-4917')
  assert.equal((await change(who.account, who.password, 'Tramway-4917')).code, 30116)
  assert.ok(await works(who), 'nothing has ended')
})

test('the new password keeps the rules, both entries are the same, and it differs from the old one', async () => {
  const who = await enrol('ip_engineer')
  const reasons = async (fresh: string, more = {}) => (await change(who.account, who.password, fresh, more)).errors.map(({ reason }) => reason)
  assert.deepEqual(await reasons('Tramway-4917', { confirm_password: 'Tramway-4918' }), ['Password Not the Same'])
  assert.deepEqual(await reasons(who.password), ['must differ from earlier passwords'])
  assert.equal((await reasons('short')).length, 1)
  assert.equal((await login(who.account, who.password)).code, 0)
})

test('of two changes side by side one counts', async () => {
  const who = await enrol('ip_engineer')
  const answers = await Promise.all([change(who.account, who.password, 'Tramway-4917'), change(who.account, who.password, 'Railway-8042')])
  assert.equal(answers.filter(({ code }) => code === 0).length, 1)
})

test('whoever could not sign in with the password does not change it either: closed, other end, second factor, single sign-on only', async () => {
  const who = await enrol('ip_engineer')
  const refused = async (values: Kept, code: number, more = {}) => {
    await keep(who, values)
    assert.equal((await change(who.account, who.password, 'Tramway-4917', more)).code, code, JSON.stringify(values))
  }
  await refused({ status: 'CLOSED' }, 30102)
  await refused({ status: 'OPEN' }, 30106, { platform: 2 })
  await refused({ totp_since: new Date().toISOString() }, 500005)
  await refused({ totp_since: null, must_change_password: true, password_changed_at: '2020-01-01T00:00:00Z' }, 30107)
  await refused({ must_change_password: false, password_changed_at: new Date().toISOString() }, 0)
  const other = await enrol('ip_engineer')
  await keepSetting(tenant, 'sign_in.rules', { password_login: 'EMAIL' })
  assert.equal((await change(other.account, other.password, 'Tramway-4917')).code, 30145)
  await keepSetting(tenant, 'sign_in.rules', {})
})
