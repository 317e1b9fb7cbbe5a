import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { samlBrowser } from '../../../tests/harness/sign-in/saml-browser.ts'
import { newCertificate, openSamlProvider, type People } from '../../../tests/harness/sign-in/saml-provider.ts'
import { testServer } from '../../../tests/harness/server.ts'

process.env['INNOE_LOGIN_LIMIT'] = '30000'
process.env['INNOE_LOOPBACK_ISSUERS'] = 'yes'
const server = await testServer()
const { tenant, call, enrol } = server
const admin = await enrol('system_admin')
const people: People = new Map([['u-1', { email: 'one@reader.test' }], ['u-2', { email: 'two@reader.test' }]]) // oxfmt-ignore
const provider = await openSamlProvider(people)
const { enter, logout } = samlBrowser(server, provider)
const SITE = 'https://ip.sender.test'
const OWN = `${SITE}/innoe-openapi/iam_auth/saml/directory/logout`
await call('/innoe-webapi/setting/mail/do/update', { site_address: SITE }, { as: admin })
const { data: made } = await call<{ sid: string }>(
  'identity_provider/do/create',
  { code: 'directory', name: '虚构目录', ...provider.record },
  { as: admin },
)
const one = await enrol('ip_engineer', { email: 'one@reader.test' })
await enrol('ip_engineer', { email: 'two@reader.test' })
const works = async (as: string) => (await call('patent/do/count', {}, { as })).code === 0
const tokenOf = async (name: string) => (await enter(name)).data.token

test('logout begun at the provider ends the sessions of that person that began there, and answers at the provider', async () => {
  const [first, second, other] = [await tokenOf('u-1'), await tokenOf('u-1'), await tokenOf('u-2')]
  const answered = await logout(provider.logout(OWN, 'u-1', { id: '_asked', relay: 'back to you' }))
  assert.equal(answered.statusCode, 303, answered.body)
  assert.deepEqual([await works(first), await works(second), await works(other), await works(one.token)], [false, false, true, true])
  const there = new URL(String(answered.headers.location))
  assert.equal(`${there.origin}${there.pathname}`, provider.record.sign_out_url)
  assert.equal(there.searchParams.get('RelayState'), 'back to you')
  const xml = inflateRawSync(Buffer.from(there.searchParams.get('SAMLResponse') ?? '', 'base64')).toString()
  assert.match(xml, /InResponseTo="_asked"/)
  assert.match(xml, /status:Success/)
  const entries = await tenant.db.selectFrom('audit_entry').select('account').where('event', '=', 'SIGNED_OUT').execute()
  assert.deepEqual([...new Set(entries.map(({ account }) => account))], [one.account])
})

test('a logout that names a session ends that one alone', async () => {
  const [first, second] = [await tokenOf('u-1'), await tokenOf('u-1')]
  const rows = await tenant.db.selectFrom('token').select(['sid', 'provider_session']).where('kind', '=', 'SESSION').where('provider_sid', '=', made.sid).orderBy('created_at').execute()
  const own = rows.filter(({ provider_session }) => provider_session?.includes('"u-1"'))
  for (const [at, { sid, provider_session }] of own.entries()) {
    const session = JSON.stringify({ ...(JSON.parse(provider_session ?? '{}') as object), sessionIndex: `s-${at}` }) // as saml.ts writes it
    await tenant.db.updateTable('token').set({ provider_session: session }).where('sid', '=', sid).execute()
  }
  assert.equal((await logout(provider.logout(OWN, 'u-1', { index: 's-1' }))).statusCode, 303)
  assert.deepEqual([await works(first), await works(second)], [true, false])
}) // oxfmt-ignore

test('a logout that is unsigned, weakly signed, signed by another, for another address, old, of another issuer or sent again ends nothing', async () => {
  const token = await tokenOf('u-1')
  const minutes = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
  const good = provider.logout(OWN, 'u-1')
  const attacks: Record<string, string> = {
    unsigned: provider.logout(OWN, 'u-1', { isUnsigned: true }),
    'an empty signature': `${provider.logout(OWN, 'u-1', { isUnsigned: true })}&Signature=`,
    'SHA-1': provider.logout(OWN, 'u-1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    'another key': provider.logout(OWN, 'u-1', { key: newCertificate().key }),
    'another address': provider.logout('https://other.test/logout', 'u-1'),
    'another issuer': provider.logout(OWN, 'u-1', { issuer: 'urn:fictional:other' }),
    old: provider.logout(OWN, 'u-1', { at: minutes(-11) }),
    'of tomorrow': provider.logout(OWN, 'u-1', { at: minutes(24 * 60) }),
    'another relay state': good.replace('RelayState=r', 'RelayState=s'),
    'two requests': `${good}&${provider.logout(OWN, 'u-2', { isUnsigned: true }).split('&')[0]}`,
    'a request beside the signed one': `${provider.logout(OWN, 'u-2', { isUnsigned: true }).split('&')[0]}&x=${good}`,
    'no XML': `SAMLRequest=${encodeURIComponent(Buffer.from('x').toString('base64'))}&SigAlg=x&Signature=x`,
  }
  for (const [what, query] of Object.entries(attacks)) {
    const { statusCode, body } = await logout(query)
    assert.ok(statusCode >= 400 && statusCode < 500, `${what}: ${statusCode} ${body}`)
    assert.ok(await works(token), what)
  }
  assert.equal((await logout(good)).statusCode, 303)
  assert.ok(!(await works(token)))
  const later = await tokenOf('u-1')
  assert.ok((await logout(good)).statusCode >= 400, 'the same request again')
  assert.ok(await works(later))
})

test('without an address for signing out at the provider, the login page follows', async () => {
  await call('identity_provider/do/update', { sid: made.sid, sign_out_url: null }, { as: admin })
  const { statusCode, headers } = await logout(provider.logout(OWN, 'u-2'))
  assert.deepEqual([statusCode, headers.location], [303, '/innoe-web/login'])
})
