import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { newCertificate, openSamlProvider, type People } from '../../../tests/harness/sign-in/saml-provider.ts'
import { type Answer, type Person, testServer } from '../../../tests/harness/server.ts'
import { localCertificate } from '../../../tests/harness/pfx.ts'

process.env.INNOE_LOGIN_LIMIT = '30000'
process.env.INNOE_LOOPBACK_ISSUERS = 'yes'
const { tenant, call, enrol, app } = await testServer()
const admin = await enrol('system_admin')
const people: People = new Map()
const provider = await openSamlProvider(people)
const SITE = 'https://ip.sender.test'
const SSO = '/innoe-openapi/iam_auth'
const NAMED = { type: 'saml', identity: 'directory' }
const OWN = `${SITE}${SSO}/saml/directory`

const record = { code: 'directory', name: '目录', ...provider.record }
const { data: made, ...created } = await call<{ sid: string }>('identity_provider/do/create', record, { as: admin })
assert.equal(created.code, 0, created.text)
const noSite = await call(`${SSO}/begin`, NAMED, { lang: 'en' })
await call('/innoe-webapi/setting/mail/do/update', { site_address: SITE }, { as: admin })

type State = { token: string; refresh_token: string; account: string; redirect: string | null }
type Attempt = { location: string; cookie: string }
const set = (values: Record<string, unknown>) => call('identity_provider/do/update', { sid: made.sid, ...values }, { as: admin, lang: 'en' })

async function begin(redirect?: string): Promise<Attempt> {
  const begun = await call<{ location: string }>(`${SSO}/begin`, { ...NAMED, ...(redirect && { redirect }) }, { host: 'evil.test' })
  assert.equal(begun.code, 0, begun.text)
  return { location: begun.data.location, cookie: /innoe_sso=[^;]+/.exec(String(begun.headers['set-cookie']))?.[0] ?? '' }
}

/** Posts an answer as the provider's page would, and follows to our page, which completes the sign-in. */
async function post(xml: string, RelayState: string, cookie: string): Promise<Answer<State>> {
  const page = await hand(xml, RelayState)
  return call<State>(`${SSO}/sso`, { ...NAMED, ...Object.fromEntries(page.searchParams) }, { headers: { cookie }, lang: 'en' })
}

/** Posts an answer alone; the page to which that leads. */
async function hand(xml: string, RelayState: string): Promise<URL> {
  const payload = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState }).toString()
  const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await app.inject({ method: 'POST', url: `${SSO}/saml/directory`, headers, payload })
  assert.equal(posted.statusCode, 303, posted.body)
  const page = new URL(String(posted.headers.location), SITE)
  assert.equal(page.pathname, '/innoe-web/sso/auth/saml/directory')
  return page
}

async function enter(name: string, { wrong = {}, change = (xml: string) => xml, redirect = '' }: Attack = {}) {
  const { location, cookie } = await begin(redirect)
  const { xml, RelayState } = await provider.answer(location, name, wrong)
  return post(change(xml), RelayState, cookie)
}
type Attack = { wrong?: Record<string, unknown>; change?: (xml: string) => string; redirect?: string }

test('without an address of the system a SAML provider cannot be used; with one its metadata name that address, whatever host the request names', async () => {
  assert.match(noSite.message, /address of this system is not set/)
  const metadata = await app.inject({ url: `${SSO}/saml/directory/metadata`, headers: { host: 'evil.test' } })
  assert.equal(metadata.headers['content-type'], 'application/samlmetadata+xml; charset=utf-8')
  assert.match(metadata.body, new RegExp(`entityID="${OWN}/metadata"`))
  assert.match(metadata.body, new RegExp(`AssertionConsumerService [^>]*Location="${OWN}"`))
  assert.equal((await call('/innoe-passport/ways')).text.includes('"type":"saml"'), true)
})

test('a person signs in with a signed assertion, is found by e-mail once and by the name ID afterwards', async () => {
  const who = await enrol('ip_engineer', { email: 'Saml@Reader.test' })
  people.set('u-1', { email: 'saml@reader.test', displayName: 'Reader' })
  const { data, text } = await enter('u-1', { redirect: '/patents?x=1' })
  assert.deepEqual([data.account, data.redirect], [who.account, '/patents?x=1'], text)
  assert.equal((await call('user_info/do/my?flat=1', undefined, { as: data.token })).code, 0)
  people.set('u-1', { email: 'other@reader.test' })
  assert.equal((await enter('u-1')).data.account, who.account)
  people.set('u-2', { email: 'saml@reader.test' })
  assert.equal((await enter('u-2')).code, 30117, 'the account belongs to another person of the provider')
  people.set('u-3', {})
  assert.equal((await enter('u-3')).code, 30117, 'without an e-mail nobody is found')
})

test('an assertion is refused that is unsigned, weakly signed, encrypted, or signed with another key', async () => {
  people.set('u-1', {})
  for (const [what, wrong] of Object.entries({
    unsigned: { signAssertion: false },
    'signed as a whole only': { signAssertion: false, signResponse: true },
    'SHA-1 signature': { signatureAlgorithm: 'rsa-sha1' },
    'SHA-1 digest': { digestAlgorithm: 'sha1' },
    'another key': newCertificate(),
  }))
    assert.equal((await enter('u-1', { wrong })).code, 30117, what)
  const hidden = (xml: string) => xml.replaceAll('sha1"', 'sha&#49;"')
  for (const wrong of [{ signatureAlgorithm: 'rsa-sha1' }, { digestAlgorithm: 'sha1' }])
    assert.equal((await enter('u-1', { wrong, change: hidden })).code, 30117, 'SHA-1 spelled with a character reference')
  assert.equal((await enter('u-1', { change: (xml) => xml.replace('>u-1<', '>u-2<') })).code, 30117, 'changed after it was signed')
  assert.equal((await enter('u-1', { change: (xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}` })).code, 30117)
  assert.match(
    (await enter('u-1', { change: (xml) => xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '<EncryptedAssertion x="1"/>') })).message,
    /encrypted/,
  )
  assert.equal((await enter('u-1', { change: () => 'no xml at all' })).code, 30117)
  assert.equal((await enter('u-1')).code, 0)
})

test('an answer with more elements or attributes than one has is refused before anything reads it; several hundred groups are none too many', async () => {
  const began = performance.now()
  for (const [what, more] of Object.entries({
    elements: '<x/>'.repeat(15_000),
    'nested elements': `${'<x>'.repeat(15_000)}${'</x>'.repeat(15_000)}`,
    comments: '<!---->'.repeat(10_000),
    attributes: `<x${Array.from({ length: 6000 }, (_, at) => ` a${at}=""`).join('')}/>`,
    'attributes in single quotes': `<x${Array.from({ length: 6000 }, (_, at) => ` a${at} = ''`).join('')}/>`,
  }))
    assert.equal((await enter('u-1', { change: (xml) => xml.replace('<samlp:Status', `${more}<samlp:Status`) })).code, 30117, what)
  assert.ok(performance.now() - began < 8000, 'each took at least as long without the limit')
  people.set('u-1', Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`group-${at}`, 'yes'])))
  assert.equal((await enter('u-1')).code, 0)
  people.set('u-1', {})
})

test('an assertion for another audience, recipient or request, of another issuer, too old or not yet valid is refused', async () => {
  for (const [what, wrong] of Object.entries({
    audience: { audience: 'https://evil.test/metadata' },
    recipient: { recipient: 'https://evil.test/acs' },
    'no recipient': { recipient: undefined },
    request: { inResponseTo: '_another' },
    'no request': { inResponseTo: undefined },
    issuer: { issuer: 'urn:fictional:other' },
    'too old': { lifetimeInSeconds: -300 },
    transient: { profileMapper: transient },
  }))
    assert.equal((await enter('u-1', { wrong })).code, 30117, what)
})

const transient = () => ({
  getClaims: () => ({}),
  getNameIdentifier: () => ({ nameIdentifier: 'u-1', nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
})

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const SIGNATURE = /<Signature[\s\S]*<\/Signature>/

test('a forged assertion beside, around or within the signed one is refused', async () => {
  const forged = (xml: string, id = '_forged') =>
    (ASSERTION.exec(xml)?.[0] ?? '')
      .replace(SIGNATURE, '')
      .replace(/ID="[^"]+"/, `ID="${id}"`)
      .replace('>u-1<', '>u-2<')
  const signatureOf = (xml: string) => SIGNATURE.exec(xml)?.[0] ?? ''
  const attacks: Record<string, (xml: string) => string> = {
    'before it': (xml) => xml.replace(ASSERTION, (own) => forged(xml) + own),
    'after it': (xml) => xml.replace(ASSERTION, (own) => own + forged(xml)),
    'with the signed one in extensions': (xml) => xml.replace(ASSERTION, (own) => `<samlp:Extensions>${own}</samlp:Extensions>${forged(xml)}`),
    'with the signed one inside': (xml) =>
      xml.replace(ASSERTION, (own) => forged(xml).replace('</saml:Issuer>', `</saml:Issuer><Object>${own}</Object>`)),
    'with the signature moved': (xml) =>
      xml.replace(ASSERTION, (own) => forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(xml)}`) + own),
    'with the signature and the signed one in it': (xml) =>
      xml.replace(ASSERTION, (own) =>
        forged(xml).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signatureOf(xml).replace('</Signature>', `<Object>${own.replace(SIGNATURE, '')}</Object></Signature>`)}`,
        ),
      ),
    'with the same ID': (xml) => xml.replace(ASSERTION, (own) => forged(xml, /ID="([^"]+)"/.exec(own)?.[1]) + own),
  }
  for (const [what, change] of Object.entries(attacks)) {
    const { code, text } = await enter('u-1', { change })
    assert.equal(code, 30117, `${what}: ${text}`)
  }
  people.set('u-1.evil', {})
  const split = (xml: string) => xml.replace('>u-1.evil<', '>u-1<!-- -->.evil<')
  assert.equal((await enter('u-1.evil', { change: split })).code, 30117, 'a comment, which no signature covers, does not shorten the name')
})

test('an answer is valid once, in the browser that began, for its own attempt and provider', async () => {
  const one = await begin()
  const first = await provider.answer(one.location, 'u-1')
  assert.equal((await post(first.xml, first.RelayState, '')).code, 30118, 'another browser')
  assert.equal((await post(first.xml, first.RelayState, one.cookie)).code, 30118, 'the attempt is over with that')
  const two = await begin()
  const second = await provider.answer(two.location, 'u-1')
  assert.equal((await post(second.xml, second.RelayState, two.cookie)).code, 0)
  assert.equal((await post(second.xml, second.RelayState, two.cookie)).code, 30118)
  const three = await begin()
  const { RelayState } = await provider.answer(three.location, 'u-1')
  assert.equal((await post(second.xml, RelayState, three.cookie)).code, 30117, 'an answer of an earlier attempt')
  assert.equal((await post(second.xml, 'made-up', three.cookie)).code, 30118, 'nobody asked')
})

test('an answer that nobody waits for is not kept; other calls read no posted form', async () => {
  const before = await tenant.db.selectFrom('setting').select('key').where('key', 'like', 'sso\\_answer.%').execute()
  await post('<x/>', 'made-up', '')
  assert.deepEqual(await tenant.db.selectFrom('setting').select('key').where('key', 'like', 'sso\\_answer.%').execute(), before)
  const headers = { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' }
  for (const url of ['/innoe-passport/login', '/innoe-webapi/model/patent/do/search'])
    assert.equal((await app.inject({ method: 'POST', url, headers, payload: 'username=x' })).statusCode, 415, url)
  const unknown = await app.inject({ method: 'POST', url: `${SSO}/saml/nobody`, headers, payload: 'SAMLResponse=eA' })
  assert.equal(unknown.statusCode, 404)
})

test('of one attempt the latest answer alone is kept, for ten minutes and as long as the attempt is open', async () => {
  const kept = () => tenant.db.selectFrom('setting').select(['key', 'value']).where('key', 'like', 'sso\\_answer.%').execute()
  await tenant.db.deleteFrom('setting').where('key', 'like', 'sso\\_answer.%').execute()
  const one = await begin()
  const first = await provider.answer(one.location, 'u-1')
  for (const xml of ['<a/>', '<b/>', first.xml]) await hand(xml, first.RelayState)
  assert.equal((await kept()).length, 1)
  const old = new Date(Date.now() - 11 * 60_000).toISOString()
  const earlier = (await kept())[0]?.key
  await tenant.db.updateTable('setting').set({ updated_at: old }).where('key', 'like', 'sso\\_answer.%').execute()
  const two = await begin()
  await hand('<c/>', (await provider.answer(two.location, 'u-1')).RelayState)
  assert.deepEqual([(await kept()).length, (await kept()).some(({ key }) => key === earlier)], [1, false])
  const three = await begin()
  const page = await hand((await provider.answer(three.location, 'u-1')).xml, String(new URL(three.location).searchParams.get('RelayState')))
  await hand('<d/>', page.searchParams.get('state') ?? '')
  const replaced = await call(`${SSO}/sso`, { ...NAMED, ...Object.fromEntries(page.searchParams) }, { headers: { cookie: three.cookie } })
  assert.equal(replaced.code, 30117, 'a code does not lead to another answer')
})

test('closed people are refused; unknown ones get an account where the provider opens accounts', async () => {
  const who = await enrol('ip_engineer', { email: 'leaver@reader.test' })
  people.set('u-9', { email: 'leaver@reader.test' })
  assert.equal((await enter('u-9')).code, 0)
  await tenant.db.updateTable('user').set({ status: 'CLOSED' }).where('user_info_sid', '=', who.sid).execute()
  assert.equal((await enter('u-9')).code, 30102)
  people.set('u-10', { mail: 'new@reader.test', uid: 'newcomer', displayName: 'New Comer' })
  assert.equal((await enter('u-10')).code, 30119)
  const role = await tenant.db.selectFrom('role').select('sid').where('code', '=', 'inventor').executeTakeFirstOrThrow()
  const opened = {
    opens_accounts: true,
    new_role_sid: role.sid,
    new_company_sid: admin.company,
    new_department_sid: admin.department,
    new_account_claim: 'uid',
  }
  assert.equal((await set(opened)).code, 0)
  assert.equal((await enter('u-10')).data.account, 'newcomer')
  await set({ opens_accounts: false })
})

test('signing out leads to the provider with the name ID of the session, if the record says so', async () => {
  const out = async (token: string) => (await call<{ location: string | null }>('/innoe-passport/logout', {}, { as: token })).data.location
  assert.equal(await out((await enter('u-1')).data.token), null)
  await set({ signs_out: true })
  const { data } = await enter('u-1')
  const renewed = (await call<State>('/innoe-passport/refresh', { refresh_token: data.refresh_token })).data
  const location = new URL(String(await out(renewed.token)))
  assert.equal(`${location.origin}${location.pathname}`, provider.record.sign_out_url)
  assert.ok(location.searchParams.get('SAMLRequest'))
  const back = await app.inject({ url: `${SSO}/saml/directory/logout?SAMLResponse=x`, headers: { host: 'localhost' } })
  assert.deepEqual([back.statusCode, back.headers.location], [303, '/innoe-web/login'])
})

test('addresses and certificates of a provider are checked; another entity ID removes the links to people', async () => {
  const field = async (values: Record<string, unknown>) => (await set(values)).errors[0]?.field
  assert.equal(await field({ sign_in_url: 'http://idp.example.com/sso' }), 'sign_in_url')
  assert.equal(await field({ sign_out_url: 'javascript:alert(1)' }), 'sign_out_url')
  assert.equal(await field({ certificates: 'no certificate' }), 'certificates')
  assert.equal(await field({ certificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }), 'certificates')
  assert.equal(await field({ certificates: localCertificate({ bits: 1024 }).certificate }), 'certificates')
  assert.equal(await field({ entity_id: null }), 'entity_id')
  const links = () => tenant.db.selectFrom('identity_link').selectAll().execute()
  assert.ok((await links()).length > 0)
  assert.equal((await set({ entity_id: 'urn:fictional:moved' })).code, 0)
  assert.deepEqual(await links(), [])
})

test('a class of authentication that the record demands is asked for and must be in the assertion; with a longest time people sign in anew', async () => {
  const strong = 'urn:oasis:names:tc:SAML:2.0:ac:classes:TimeSyncToken'
  await set({ entity_id: provider.record.entity_id, demanded_acr: strong, longest_age: 5 })
  const request = await begin()
  const asked = inflateRawSync(Buffer.from(new URL(request.location).searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  assert.match(asked, new RegExp(`ForceAuthn="true"[\\s\\S]*Comparison="exact"[\\s\\S]*${strong}`))
  await enrol('ip_engineer', { email: 'acr@reader.test' })
  people.set('u-30', { email: 'acr@reader.test' })
  assert.match((await enter('u-30')).message, /weaker way/)
  assert.equal((await enter('u-30', { wrong: { authnContextClassRef: strong } })).code, 0)
  await set({ demanded_acr: null, longest_age: null })
})

test('of two certificates either one signs', async () => {
  const { cert, key } = newCertificate()
  await set({ entity_id: provider.record.entity_id, certificates: `${provider.record.certificates}${cert}` })
  const who: Person = await enrol('ip_engineer', { email: 'two@reader.test' })
  people.set('u-20', { email: 'two@reader.test' })
  assert.equal((await enter('u-20')).data.account, who.account)
  assert.equal((await enter('u-20', { wrong: { cert, key } })).data.account, who.account)
})
