import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { type Person, testServer } from '../../../tests/harness/server.ts'
import { withStrongKeys } from '../key-strength.ts'
import { digest } from '../session/secrets.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
const { tenant, call, enrol } = await testServer({ edition: 'cloud' })
const admin = await enrol('system_admin')

const pair = () => generateKeyPairSync('ed25519')
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' })
const [cloud, other] = [pair(), pair()]
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const CLIENT = 'innoe-back-office'
const PROVIDER = { code: 'cloud', name: '虚构云', protocol: 'CLOUD', client_id: CLIENT, public_keys: pem(cloud.publicKey) + pem(rsa.publicKey) }

const create = (values: Record<string, unknown>) => call<{ sid: string }>('identity_provider/do/create', values, { as: admin, lang: 'en' })

type Wrong = { key?: KeyObject; alg?: string; audience?: string; iat?: number; exp?: number; jti?: string; claims?: Record<string, unknown> }

function token(
  sub: string,
  { key = cloud.privateKey, alg = 'EdDSA', audience = CLIENT, iat = 0, exp = 300, jti = randomUUID(), claims = {} }: Wrong = {},
) {
  const now = Math.floor(Date.now() / 1000)
  const jwt = new SignJWT({ sub, ...claims }).setProtectedHeader({ alg }).setAudience(audience).setJti(jti)
  return jwt.setIssuedAt(now + iat).setExpirationTime(now + exp).sign(key) // oxfmt-ignore
}

type State = { token: string; account: string; user_sid: string }
const at = (path: string, given: string, more = '') => `/innoe-passport/${path}?client_id=${CLIENT}&token=${encodeURIComponent(given)}${more}`
const enter = (given: string, more = '') => call<State>(at('back_office_login', given, more), {}, { lang: 'en' })

async function sessionFor(person: Person, subject: string) {
  await tenant.db
    .updateTable('user_info')
    .set({ email: `${person.account}@reader.test` })
    .where('sid', '=', person.sid)
    .execute()
  const first = await enter(await token(subject, { claims: { email: `${person.account}@reader.test`, email_verified: true } }))
  assert.equal(first.code, 0, first.text)
  return first.data
}

test('a provider of the cloud needs public keys that are strong enough, and those of 3,072 bits where the operator asks for them', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const padded = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }) // without an algorithm among ours, no token of it would count
  for (const public_keys of ['not a key', pem(weak.publicKey), pem(padded.publicKey), `${pem(cloud.publicKey)} and more`]) {
    const { errors } = await create({ ...PROVIDER, public_keys })
    assert.deepEqual(errors.map(({ field }) => field), ['public_keys']) // oxfmt-ignore
  }
  process.env['INNOE_RSA_BITS'] = '3072'
  try {
    assert.deepEqual((await create({ ...PROVIDER, public_keys: pem(rsa.publicKey) })).errors.map(({ field }) => field), ['public_keys'])
    const certificate = { kty: 'RSA', n: Buffer.alloc(256, 1).toString('base64url'), kid: 'short' }
    const published = JSON.stringify({ keys: [certificate, { ...certificate, n: Buffer.alloc(384, 1).toString('base64url'), kid: 'long' }, { kty: 'EC', kid: 'curve' }] })
    assert.deepEqual(JSON.parse(withStrongKeys(published)).keys.map(({ kid }: { kid: string }) => kid), ['long', 'curve'])
  } finally {
    delete process.env['INNOE_RSA_BITS']
  } // oxfmt-ignore
  assert.equal((await create(PROVIDER)).code, 0)
  const { data } = await call<{ public_keys: string }>(`/innoe-passport/cloud/public_key?client_id=${CLIENT}`)
  assert.match(data.public_keys, /BEGIN PUBLIC KEY/)
})

test('[7.24] a token signs in once to the bound account; what is not bound, not signed, late or for somebody else does not', async () => {
  const person = await enrol('ip_engineer')
  assert.equal((await enter(await token('nobody', { claims: { email: 'nobody@reader.test', email_verified: true } }))).code, 30119)
  const session = await sessionFor(person, 'cloud-1')
  assert.equal(session.account, person.account)
  const once = await token('cloud-1')
  assert.equal((await enter(once)).code, 0)
  assert.equal((await enter(once)).code, 30405)
  assert.equal((await enter(await token('cloud-1', { key: rsa.privateKey, alg: 'RS256' }))).code, 0)
  for (const [wrong, code] of [
    [{ key: other.privateKey }, 30404],
    [{ key: rsa.privateKey, alg: 'RS512' }, 30404],
    [{ audience: 'somebody-else' }, 30404],
    [{ iat: -900, exp: -300 }, 30405],
    [{ iat: -3600, exp: 3600 }, 30405],
    [{ claims: { source: 'mall' } }, 30404],
  ] as const)
    assert.equal((await enter(await token('cloud-1', wrong))).code, code, JSON.stringify(Object.keys(wrong)))
  const unsigned = `${btoa('{"alg":"none"}')}.${(await token('cloud-1')).split('.')[1]}.`.replaceAll('=', '')
  assert.equal((await enter(unsigned)).code, 30404)
  assert.equal((await enter(await token('cloud-1', { claims: { source: 'mall' } }), '&source=mall')).code, 0)
})

test('of several uses of one token side by side one signs in', async () => {
  const once = await token('cloud-1')
  const codes = await Promise.all(Array.from({ length: 6 }, async () => (await enter(once)).code))
  assert.deepEqual(codes.toSorted((a, b) => a - b), [0, 30405, 30405, 30405, 30405, 30405]) // oxfmt-ignore
})

test('[8.09] a signed token that names no user is refused with 10001, and one that is not signed is not read so far', async () => {
  for (const sub of [undefined, '', ' ', 7]) assert.equal((await enter(await token('cloud-1', { claims: { sub } }))).code, 10001, String(sub))
  assert.equal((await enter(await token('cloud-1', { claims: { sub: 'x'.repeat(256) } }))).code, 30404)
  assert.equal((await enter(await token('cloud-1', { claims: { sub: '' }, key: other.privateKey }))).code, 30404)
})

for (const [password_login, code] of [
  ['EMAIL', 30145],
  ['DINGTALK', 30173],
  ['WECOM', 30174],
  ['FEISHU', 30175],
  ['OAUTH2', 30176],
  ['SSO', 0],
] as const)
  test(`[8.09] where ${password_login} alone signs in, whoever comes from the cloud gets ${code}`, async () => {
    const person = await enrol('ip_engineer')
    await sessionFor(person, `cloud-${password_login}`)
    const row = { value: JSON.stringify({ password_login }) }
    await tenant.db.insertInto('setting').values({ key: 'sign_in.rules', ...row }).onConflict((one) => one.column('key').doUpdateSet(row)).execute() // oxfmt-ignore
    try {
      assert.equal((await enter(await token(`cloud-${password_login}`))).code, code)
    } finally {
      await tenant.db.deleteFrom('setting').where('key', '=', 'sign_in.rules').execute()
    }
  })

test('a closed account is refused with its own code', async () => {
  const person = await enrol('ip_engineer')
  await sessionFor(person, 'cloud-closed')
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('account', '=', person.account).execute()
  assert.equal((await enter(await token('cloud-closed'))).code, 30102)
})

test('one binds and unbinds one’s own account in a session, which is exchanged; nobody takes what is bound elsewhere', async () => {
  const person = await enrol('ip_engineer')
  const first = await sessionFor(person, 'cloud-first')
  const unbound = await call<State>('/innoe-passport/unbind_back_office_user_and_refresh_token', {}, { as: first.token })
  assert.equal(unbound.code, 0, unbound.text)
  assert.equal((await call('user_info/do/my', undefined, { as: first.token })).status, 401, 'the former session has ended')
  assert.equal((await enter(await token('cloud-first'))).code, 30119, 'the e-mail is not verified by this token: nobody is found by it')
  const used = await token('cloud-first', { claims: { email: `${person.account}@reader.test`, email_verified: true } })
  const relinked = (await enter(used)).data
  assert.equal((await call<State>('/innoe-passport/unbind_back_office_user_and_refresh_token', {}, { as: relinked.token })).code, 0)
  assert.equal((await enter(used)).code, 30405)
  const links = await tenant.db.selectFrom('identity_link').select('sid').where('subject', '=', 'cloud-first').execute()
  assert.deepEqual(links, [], 'a token that was used does not bind the account again')
  const bound = await call<State>(at('bind_back_office_user_and_refresh_token', await token('cloud-second')), {}, { as: unbound.data.token })
  assert.equal(bound.code, 0, bound.text)
  const basic = await call('/innoe-passport/cloud/account/basic', undefined, { as: bound.data.token })
  assert.deepEqual(basic.data, { bound: true, provider: '虚构云', subject: 'cloud-second' })
  assert.equal((await enter(await token('cloud-second'))).data.account, person.account)
  const taken = await call(at('bind_back_office_user_and_refresh_token', await token('cloud-1')), {}, { as: bound.data.token, lang: 'en' })
  assert.equal(taken.code, 30117)
  const again = await call('/innoe-passport/unbind_back_office_user_and_refresh_token', {}, { as: bound.data.token })
  const none = await call('/innoe-passport/unbind_back_office_user_and_refresh_token', {}, { as: String(again.data.token) })
  assert.equal(none.code, 30119)
})

test('a token that was used still names the link to be unbound, and only that of the account’s own', async () => {
  const person = await enrol('ip_engineer')
  await sessionFor(person, 'cloud-named')
  const used = await token('cloud-named')
  const session = (await enter(used)).data
  const unbind = (given: string) => call<State>(at('unbind_back_office_user_and_refresh_token', given), {}, { as: session.token })
  assert.equal((await unbind(await token('cloud-1'))).code, 30119)
  const unbound = await unbind(used)
  assert.equal(unbound.code, 0, unbound.text)
  const bound = await call(at('bind_back_office_user_and_refresh_token', used), {}, { as: unbound.data.token })
  assert.equal(bound.code, 30405)
})

test('[2.22] in a session that began long ago, binding and unbinding ask for the password once more', async () => {
  const person = await enrol('ip_engineer')
  const first = await sessionFor(person, 'cloud-aged')
  const age = (as: string) =>
    tenant.db.updateTable('token').set({ created_at: '2026-01-01T00:00:00Z', family: null }).where('hash', '=', digest(as)).execute()
  const unbind = (as: string) => call<State>('/innoe-passport/unbind_back_office_user_and_refresh_token', {}, { as })
  const bind = async (as: string, given: string) => call<State>(at('bind_back_office_user_and_refresh_token', given), {}, { as })
  const confirm = (as: string) => call('/innoe-webapi/aggr/confirmation/do/confirm', { password: person.password }, { as })
  await age(first.token)
  const refused = await unbind(first.token)
  assert.deepEqual([refused.code, refused.data], [30127, { by: 'PASSWORD', minutes: 10 }])
  assert.equal((await enter(await token('cloud-aged'))).code, 0, 'it is still bound')
  assert.equal((await confirm(first.token)).code, 0)
  const unbound = (await unbind(first.token)).data
  await age(unbound.token)
  const presented = await token('cloud-of-somebody-else')
  assert.equal((await bind(unbound.token, presented)).code, 30127)
  assert.equal((await confirm(unbound.token)).code, 0)
  assert.equal((await bind(unbound.token, presented)).code, 0, 'the refusal has not used the token')
})
