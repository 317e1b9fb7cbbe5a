import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Claims, CLIENT, openIdentityProvider, signedAnew, signedWithPublicKey } from '../../../tests/harness/sign-in/identity-provider.ts'
import { type Answer, type Person, testServer } from '../../../tests/harness/server.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const people = new Map<string, Claims>()
const PAGE = 'http://localhost/innoe-web/sso/auth/oidc/head-office'
const provider = await openIdentityProvider(people, { redirect: PAGE, home: 'http://localhost/innoe-web/login' })
const SSO = '/innoe-openapi/iam_auth'
const NAMED = { type: 'oidc', identity: 'head-office' }

type State = { token: string; refresh_token: string; account: string; redirect: string | null; must_change_password: boolean }

const set = (values: Record<string, unknown>, as: Person = admin) =>
  call<{ sid: string; version: number }>('identity_provider/do/update', { sid: made, ...values }, { as, lang: 'en' })

const record = { code: 'head-office', name: '总部', name_en: 'Head office', issuer: provider.issuer, ...CLIENT }
const { data: created, ...answer } = await call<{ sid: string }>('identity_provider/do/create', record, { as: admin })
assert.equal(answer.code, 0, answer.text)
const made = created.sid

/** A browser that begins, signs in at the provider, and comes back. */
async function begin(redirect?: string) {
  const begun = await call<{ location: string }>(`${SSO}/begin`, { ...NAMED, ...(redirect && { redirect }) })
  assert.equal(begun.code, 0, begun.text)
  return { location: begun.data.location, cookie: /innoe_sso=[^;]+/.exec(String(begun.headers['set-cookie']))?.[0] ?? '', headers: begun.headers }
}

const finish = (returned: Record<string, string>, cookie: string): Promise<Answer<State>> => {
  const { code, state, iss, error } = returned
  const given = Object.fromEntries(Object.entries({ code, state, iss, error }).filter(([, value]) => value !== undefined))
  return call<State>(`${SSO}/sso`, { ...NAMED, ...given }, { headers: { cookie }, lang: 'en' })
}

async function enter(name: string, redirect?: string) {
  const { location, cookie } = await begin(redirect)
  return finish(await provider.signIn(location, name), cookie)
}

const verified = (name: string, email: string, more: Claims = {}) => people.set(name, { name, email, email_verified: true, ...more })
const links = () => tenant.db.selectFrom('identity_link').selectAll().execute()

test('the login page offers the provider; its secret is stored encrypted and never returned', async () => {
  const { data, text } = await call('/innoe-passport/ways')
  assert.deepEqual(data.providers, [{ type: 'oidc', identity: 'head-office', name: '总部', name_en: 'Head office', platform: 1 }])
  const seen = await call(`identity_provider/${made}`, undefined, { as: admin })
  const row = await tenant.db.selectFrom('identity_provider').selectAll().execute()
  const log = await tenant.db.selectFrom('change_log').selectAll().execute()
  for (const one of [text, seen.text, JSON.stringify(row), JSON.stringify(log)]) assert.ok(!one.includes(CLIENT.client_secret))
})

test('only holders of all permissions change the provider; it must use https, and another issuer needs its own secret', async () => {
  const manager = await enrol('ip_manager')
  assert.equal((await set({ name: '别处' }, manager)).status, 403)
  for (const issuer of ['http://idp.example.com', 'ftp://idp.example.com', 'javascript:alert(1)', 'http://127.0.0.1.example.com'])
    assert.equal((await set({ issuer, client_secret: 'other' })).errors[0]?.field, 'issuer', issuer)
  assert.equal((await set({ issuer: 'https://idp.example.com' })).errors[0]?.field, 'client_secret')
})

test('[7.13] a person is matched by the e-mail that the provider has verified, and afterwards by their ID at the provider', async () => {
  const who = await enrol('ip_engineer', { email: 'Linked@Reader.test' })
  verified('linked', 'linked@reader.test')
  const { data, code, text } = await enter('linked', '/patents?x=1')
  assert.equal(code, 0, text)
  assert.deepEqual([data.account, data.redirect], [who.account, '/patents?x=1'])
  assert.equal((await call('user_info/do/my?flat=1', undefined, { as: data.token })).code, 0)
  verified('linked', 'other@reader.test')
  assert.equal((await enter('linked')).data.account, who.account)
  verified('recycled', 'linked@reader.test')
  assert.equal((await enter('recycled')).code, 30117, 'an address that somebody else has now does not open the account')
  assert.equal((await links()).length, 1)
})

test('an e-mail that is unverified, unknown or shared by several people links nobody', async () => {
  await enrol('ip_engineer', { email: 'claimed@reader.test' })
  people.set('liar', { email: 'claimed@reader.test' })
  assert.match((await enter('liar')).message, /has not verified/)
  people.set('liar', { email: 'claimed@reader.test', email_verified: false })
  assert.equal((await enter('liar')).code, 30117)
  verified('stranger', 'stranger@reader.test')
  assert.equal((await enter('stranger')).code, 30119)
  await enrol('ip_engineer', { email: 'twice@reader.test' })
  await enrol('ip_engineer', { email: 'twice@reader.test' })
  verified('twice', 'twice@reader.test')
  assert.match((await enter('twice')).message, /several accounts/)
})

test('closed, expired, resigned, deleted and switched-off people are refused with the same codes as by password', async () => {
  const who = await enrol('ip_engineer', { email: 'leaver@reader.test' })
  verified('leaver', 'leaver@reader.test')
  assert.equal((await enter('leaver')).code, 0)
  const user = tenant.db.updateTable('user').where('user_info_sid', '=', who.sid)
  await user.set({ status: 'CLOSED' }).execute()
  assert.equal((await enter('leaver')).code, 30102)
  await user.set({ status: 'OPEN', expires_at: new Date(0).toISOString() }).execute()
  assert.equal((await enter('leaver')).code, 30105)
  await user.set({ expires_at: null }).execute()
  await tenant.db.updateTable('user_info').set({ person_status: 'RESIGNED' }).where('sid', '=', who.sid).execute()
  assert.equal((await enter('leaver')).code, 30102)
  await tenant.db.updateTable('user_info').set({ person_status: 'EMPLOYED' }).where('sid', '=', who.sid).execute()
  await user.set({ deleted_at: new Date().toISOString() }).execute()
  assert.equal((await enter('leaver')).code, 30104)
})

test('a response is valid once, in the browser that started the sign-in, at its provider and in time', async () => {
  await enrol('ip_engineer', { email: 'once@reader.test' })
  verified('once', 'once@reader.test')
  const { location, cookie, headers } = await begin()
  assert.match(String(headers['set-cookie']), /innoe_sso=.*HttpOnly.*SameSite=Lax/)
  const asked = new URL(location).searchParams
  assert.deepEqual([asked.get('response_type'), asked.get('code_challenge_method'), asked.get('redirect_uri')], ['code', 'S256', PAGE])
  const returned = await provider.signIn(location, 'once')
  assert.equal((await finish(returned, '')).code, 30118, 'another browser')
  assert.equal((await finish(returned, cookie)).code, 30118, 'the attempt is over with that')
  const again = await begin()
  const right = await provider.signIn(again.location, 'once')
  assert.equal((await finish({ ...right, state: 'made-up' }, again.cookie)).code, 30118)
  assert.equal((await finish(right, again.cookie)).code, 0)
  assert.equal((await finish(right, again.cookie)).code, 30118)
  const late = await begin()
  const tooLate = await provider.signIn(late.location, 'once')
  const rows = await tenant.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', 'sso.%').execute()
  for (const { key, value } of rows)
    await tenant.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...(value as object), until: 0 }) })
      .where('key', '=', key)
      .execute()
  assert.equal((await finish(tooLate, late.cookie)).code, 30118)
})

test('a response to another sign-in, a wrong issuer and a denial are refused', async () => {
  const [one, two] = [await begin(), await begin()]
  const [first, second] = [await provider.signIn(one.location, 'once'), await provider.signIn(two.location, 'once')]
  const mixed = await finish({ ...first, code: second['code'] ?? '' }, one.cookie)
  assert.equal(mixed.code, 30117, 'the code belongs to another verifier')
  const other = await begin()
  const returned = await provider.signIn(other.location, 'once')
  assert.equal((await finish({ ...returned, iss: 'https://evil.example.com' }, other.cookie)).code, 30117)
  const denied = await begin()
  const state = new URL(denied.location).searchParams.get('state') ?? ''
  assert.match((await finish({ state, error: 'access_denied' }, denied.cookie)).message, /denied the sign-in/)
})

test('an ID token that is unsigned, changed after it was signed, for another client, old or of another nonce is refused', async () => {
  const parts = (token: string) => token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  const encoded = (text: string) => Buffer.from(text, 'latin1').toString('base64url')
  const rewritten = (change: (claims: Record<string, unknown>) => object) => (token: string) =>
    [token.split('.')[0], encoded(JSON.stringify(change(JSON.parse(parts(token)[1] ?? '{}')))), token.split('.')[2]].join('.')
  const attacks: Record<string, (token: string) => string> = {
    'another signature': (token) => token.replace(/.{8}$/, 'AAAAAAAA'),
    'no signature': (token) => [encoded('{"alg":"none"}'), token.split('.')[1], ''].join('.'),
    'another person': rewritten((claims) => ({ ...claims, sub: 'admin' })),
    'another client': rewritten((claims) => ({ ...claims, aud: 'other' })),
    'long over': rewritten((claims) => ({ ...claims, exp: 1 })),
    'another nonce': rewritten((claims) => ({ ...claims, nonce: 'other' })),
    'the public key as a secret': signedWithPublicKey,
    'no signature, though named otherwise': (token) => [encoded('{"alg":"NoNe"}'), token.split('.')[1], ''].join('.'),
    ...Object.fromEntries(
      Object.entries(SIGNED_FAULTS).map(([what, more]) => [what, (token: string) => signedAnew(token, (claims) => ({ ...claims, ...more() }))]),
    ),
    'longer than any answer': (token) => token + 'A'.repeat(1 << 20),
  }
  verified('signed', 'signed@reader.test')
  await enrol('ip_engineer', { email: 'signed@reader.test' })
  try {
    for (const [what, change] of Object.entries(attacks)) {
      provider.forged.change = change
      assert.equal((await enter('signed')).code, 30117, what)
    }
  } finally {
    provider.forged.change = (token) => token
  }
  assert.equal((await enter('signed')).code, 0)
  provider.forged.change = (token) => signedAnew(token, (claims) => ({ ...claims, aud: ['innoe', 'other'], azp: 'innoe' }))
  assert.equal((await enter('signed')).code, 0, 'for several clients, and used by this one')
  provider.forged.change = (token) => token
})

/** What the provider itself signs. */
const SIGNED_FAULTS: Record<string, () => object> = {
  'for several clients without the one that uses it': () => ({ aud: ['innoe', 'other'] }),
  'used by another client': () => ({ aud: ['innoe', 'other'], azp: 'other' }),
  'for other clients only': () => ({ aud: ['other'], azp: 'innoe' }),
  'issued in the future': () => ({ iat: Math.floor(Date.now() / 1000) + 86_400, exp: Math.floor(Date.now() / 1000) + 172_800 }),
  'of another issuer': () => ({ iss: 'https://idp.example.com' }),
  'without an end': () => ({ exp: undefined }),
}

test('a provider creates accounts for unknown people with its role, which must not have wide permissions', async () => {
  const role = async (code: string) => (await tenant.db.selectFrom('role').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid
  const people_of = { new_company_sid: admin.company, new_department_sid: admin.department }
  assert.equal((await set({ opens_accounts: true, new_role_sid: await role('system_admin'), ...people_of })).errors[0]?.field, 'new_role_sid')
  const make = (model: string, values: Record<string, unknown>) => call<{ sid: string }>(`${model}/do/create`, values, { as: admin })
  const reader = (await make('role', { code: 'reads_whole', name: '查看一切' })).data.sid
  await make('role_grant', { role_sid: reader, entity: '*', verbs: ['get', 'search'], data_scope: 'ALL' })
  assert.equal((await set({ opens_accounts: true, new_role_sid: reader, ...people_of })).errors[0]?.field, 'new_role_sid', 'it covers everything')
  const elsewhere = { ...people_of, new_company_sid: (await make('company', { company_name: '虚构别处公司', country: 'SG' })).data.sid }
  const inElsewhere = await set({ opens_accounts: true, new_role_sid: await role('inventor'), ...elsewhere })
  assert.equal(inElsewhere.errors[0]?.field, 'new_department_sid', 'the department is one of another company')
  assert.equal((await set({ opens_accounts: true, new_role_sid: await role('inventor'), ...people_of })).code, 0)
  verified('newcomer', 'newcomer@reader.test', { preferred_username: 'newcomer' })
  const { data, code, text } = await enter('newcomer')
  assert.equal(code, 0, text)
  assert.deepEqual([data.account, data.must_change_password], ['newcomer', false])
  const person = await tenant.db.selectFrom('user_info').selectAll().where('account', '=', 'newcomer').executeTakeFirstOrThrow()
  assert.deepEqual([person.email, person.role_sids], ['newcomer@reader.test', [await role('inventor')]])
  assert.equal((await enter('newcomer')).data.account, 'newcomer', 'and is found again')
  verified('odd', 'odd@reader.test', { preferred_username: 'newcomer' })
  assert.match((await enter('odd')).data.account, /^sso-[0-9a-f]{12}$/)
  verified('dotted', 'dotted@reader.test', { preferred_username: 'zhang.san' })
  assert.match((await enter('dotted')).data.account, /^sso-[0-9a-f]{12}$/)
  await tenant.db.updateTable('user_info').set({ email: 'unopened@reader.test' }).where('sid', '=', person.sid).execute()
  await set({ opens_accounts: false })
})

test('with single sign-on only, a correct password is refused with 30142, except that of an administrator', async () => {
  const who = await enrol('ip_engineer')
  const rules = (values: Record<string, unknown>) => call('/innoe-webapi/setting/sign_in/do/update', values, { as: admin })
  const [before, kept] = [await byPassword(who), await byPassword(admin)]
  const program = (as: string) => call<{ token: string }>('token/do/create', { name: '程序' }, { as })
  const personal = (await program(before.data.token)).data.token
  assert.equal((await rules({ password_login: 'SSO' })).code, 0)
  assert.equal((await byPassword(who)).code, 30142)
  const renew = async ({ data }: typeof before) => (await call('/innoe-passport/refresh', { refresh_token: data.refresh_token })).code
  assert.deepEqual([await renew(before), await renew(kept)], [30142, 0], 'nor is a session of a password renewed')
  for (const action of ['create', 'calendar_feed']) {
    const made = async (as: string) => (await call(`token/do/${action}`, { name: '程序' }, { as })).code
    assert.deepEqual([await made(before.data.token), await made(admin.token)], [30142, 0], 'nor does it make what outlives it')
  }
  assert.equal((await call('user_info/do/my', undefined, { as: personal })).code, 0, 'a token of a program goes on')
  assert.equal((await byPassword({ ...who, password: 'wrong-1' })).code, 30103)
  assert.equal((await byPassword(admin)).code, 0)
  assert.equal((await rules({ password_login: null })).code, 0)
  await set({ status: '0' })
  assert.equal((await rules({ password_login: 'SSO' })).code, 500005, 'nobody could sign in')
  assert.equal((await call(`${SSO}/begin`, NAMED)).status, 404)
  await set({ status: '1' })
})

async function byPassword({ account, password }: Person) {
  const { data } = await call<{ captcha_id: string }>('/innoe-passport/captcha')
  const row = await tenant.db.selectFrom('setting').select('value').where('key', '=', `captcha.${data.captcha_id}`).executeTakeFirstOrThrow()
  const { answer: captcha } = row.value as { answer: string } // as captcha.ts writes it
  return call<State>('/innoe-passport/login', { username: account, password, captcha_id: data.captcha_id, captcha })
}

test('a single sign-on session requires no new password or second factor, is renewed as such, and signs out at the provider', async () => {
  const who = await enrol('finance', { email: 'sso@reader.test' })
  const role = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'finance').executeTakeFirstOrThrow()
  await call('role/do/update', { sid: role.sid, second_factor: true }, { as: admin })
  await tenant.db.updateTable('user').set({ must_change_password: true }).where('user_info_sid', '=', who.sid).execute()
  verified('sso', 'sso@reader.test')
  const { data } = await enter('sso')
  assert.equal((await call('fee/do/count', {}, { as: data.token })).code, 0)
  const renewed = (await call<State>('/innoe-passport/refresh', { refresh_token: data.refresh_token })).data
  assert.equal((await call('fee/do/count', {}, { as: renewed.token })).code, 0)
  assert.equal((await call('/innoe-passport/logout', {}, { as: renewed.token })).data.location, null)
  await set({ signs_out: true })
  const out = await call('/innoe-passport/logout', {}, { as: (await enter('sso')).data.token })
  const location = new URL(String(out.data.location))
  assert.equal(location.origin, provider.issuer)
  assert.deepEqual(
    [location.searchParams.get('client_id'), location.searchParams.get('post_logout_redirect_uri')],
    ['innoe', 'http://localhost/innoe-web/login'],
  )
  await call('role/do/update', { sid: role.sid, second_factor: false }, { as: admin })
})

test('a change of issuer removes the links to people', async () => {
  assert.ok((await links()).length > 0)
  assert.equal((await set({ issuer: 'https://idp.example.com', client_secret: 'other' })).code, 0)
  assert.deepEqual(await links(), [])
})
