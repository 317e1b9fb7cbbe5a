import assert from 'node:assert/strict'
import { constants, createCipheriv, publicEncrypt, randomBytes, verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { samlBrowser } from '../../../tests/harness/sign-in/saml-browser.ts'
import { openSamlProvider, type People } from '../../../tests/harness/sign-in/saml-provider.ts'
import { testServer } from '../../../tests/harness/server.ts'

process.env['INNOE_LOGIN_LIMIT'] = '30000'
process.env['INNOE_LOOPBACK_ISSUERS'] = 'yes'
const server = await testServer()
const { tenant, call, enrol } = server
const admin = await enrol('system_admin')
const people: People = new Map([['u-1', { email: 'keyed@reader.test' }]])
const provider = await openSamlProvider(people)
const { begin, enter, metadata } = samlBrowser(server, provider)
await call('/innoe-webapi/setting/mail/do/update', { site_address: 'https://ip.sender.test' }, { as: admin })
const { data: made } = await call<{ sid: string }>(
  'identity_provider/do/create',
  { code: 'directory', name: '虚构目录', ...provider.record },
  { as: admin },
)
await enrol('ip_engineer', { email: 'keyed@reader.test' })
const set = (values: Record<string, unknown>) => call('identity_provider/do/update', { sid: made.sid, ...values }, { as: admin, lang: 'en' })

/** The certificates of the metadata, by their use. */
async function published(): Promise<Map<string, string>> {
  const found = (await metadata()).matchAll(/<KeyDescriptor use="(\w+)">[\s\S]*?<X509Certificate>([^<]+)</g)
  return new Map([...found].map(([, use = '', text = '']) => [use, `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`]))
}

test('requests are signed only where the record says so, with a key of this provider alone that no answer, row or log shows', async () => {
  assert.ok(!new URL((await begin()).location).searchParams.has('Signature'))
  assert.equal((await published()).size, 0)
  assert.match(await metadata(), /AuthnRequestsSigned="false"/)
  const saved = await set({ signs_requests: true })
  assert.equal(saved.code, 0, saved.text)
  const certificate = new X509Certificate((await published()).get('signing') ?? '')
  assert.ok(certificate.verify(certificate.publicKey), 'it signed itself')
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 3072)
  assert.match(await metadata(), /AuthnRequestsSigned="true"/)
  const [signed = '', signature = ''] = new URL((await begin()).location).search.slice(1).split('&Signature=')
  assert.match(signed, /^SAMLRequest=.*&SigAlg=[^&]*rsa-sha256$/)
  assert.ok(verify('sha256', Buffer.from(signed), certificate.publicKey, Buffer.from(decodeURIComponent(signature), 'base64')))
  assert.equal((await enter('u-1')).code, 0)
  const row = await tenant.db.selectFrom('identity_provider').selectAll().executeTakeFirstOrThrow()
  assert.match(String(row.own_key), /^v1\./)
  const log = JSON.stringify(await tenant.db.selectFrom('change_log').selectAll().execute())
  const seen = await call<{ own_key: unknown }>(`identity_provider/${made.sid}`, undefined, { as: admin })
  assert.deepEqual(seen.data.own_key, { is_set: true })
  for (const text of [log, seen.text]) assert.ok(!text.includes(String(row.own_key)) && !text.includes('PRIVATE KEY'))
})

test('a key is made by the system alone; cleared, it is made anew, and without a use there is none', async () => {
  assert.equal((await set({ own_key: 'a key of somebody else' })).errors[0]?.field, 'own_key')
  const before = (await published()).get('signing')
  assert.equal((await set({ own_key: null })).code, 0)
  const after = (await published()).get('signing')
  assert.ok(after && after !== before)
  await set({ signs_requests: false, own_key: null })
  const row = await tenant.db.selectFrom('identity_provider').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([row.own_key, row.own_certificate], [null, null])
})

const GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
const encryptedFor = (pem: string, more: Record<string, unknown> = {}) => ({
  encryptionCert: pem,
  encryptionPublicKey: new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }),
  encryptionAlgorithm: GCM,
  disallowEncryptionWithInsecureAlgorithm: false,
  warnInsecureAlgorithm: false,
  ...more,
})

/** An answer whose assertion is encrypted here, with a key that is wrapped in any way. */
function wrapped(xml: string, pem: string, { padding, algorithm }: { padding: number; algorithm: string }) {
  const [plain = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const bytes = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const value = (one: Buffer) => `<e:CipherData><e:CipherValue>${one.toString('base64')}</e:CipherValue></e:CipherData>`
  const inner = `<e:EncryptedKey><e:EncryptionMethod Algorithm="${algorithm}"/>${value(publicEncrypt({ key: new X509Certificate(pem).publicKey, padding }, key))}</e:EncryptedKey>`
  const data = `<e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="${GCM}"/><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">${inner}</KeyInfo>${value(bytes)}</e:EncryptedData>`
  return xml.replace(plain, `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`)
}

test('an encrypted assertion is taken where the record says so, with AES-GCM and RSA-OAEP alone, and counts only by the signature in it', async () => {
  assert.equal((await set({ takes_encrypted: true })).code, 0)
  const pem = (await published()).get('encryption') ?? ''
  let seen = ''
  const taken = await enter('u-1', { wrong: encryptedFor(pem), change: (xml) => (seen = xml) })
  assert.equal(taken.code, 0, taken.text)
  assert.ok(seen.includes('EncryptedAssertion') && !seen.includes('keyed@reader.test'))
  assert.equal((await enter('u-1')).code, 0, 'one in the clear is taken as well')
  const other = (await openSamlProvider(new Map())).record.certificates
  for (const [what, wrong] of Object.entries({
    'another mode': encryptedFor(pem, { encryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc' }),
    'another key': encryptedFor(other),
    unsigned: encryptedFor(pem, { signAssertion: false }),
    'a weak signature in it': encryptedFor(pem, { signatureAlgorithm: 'rsa-sha1' }),
    'another audience': encryptedFor(pem, { audience: 'https://evil.test' }),
  }))
    assert.equal((await enter('u-1', { wrong })).code, 30117, what)
  for (const [padding, algorithm, code] of [
    [constants.RSA_PKCS1_OAEP_PADDING, 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 0],
    [constants.RSA_PKCS1_PADDING, 'http://www.w3.org/2001/04/xmlenc#rsa-1_5', 30117],
  ] as const)
    assert.equal((await enter('u-1', { change: (xml) => wrapped(xml, pem, { padding, algorithm }) })).code, code, algorithm)
  const flipped = (xml: string) => xml.replace(/(CipherValue>[^<]{40})(.)(?=[^<]*<\/[^>]*CipherValue>\s*<\/[^>]*CipherData>\s*<\/[^>]*EncryptedData)/, (_, head, one) => `${head}${one === 'A' ? 'B' : 'A'}`) // oxfmt-ignore
  assert.equal((await enter('u-1', { wrong: encryptedFor(pem), change: flipped })).code, 30117, 'changed')
  const twice = (xml: string) => xml.replace(/<(\w+:)?EncryptedAssertion[\s\S]*<\/(\w+:)?EncryptedAssertion>/, (one) => one + one)
  assert.equal((await enter('u-1', { wrong: encryptedFor(pem), change: twice })).code, 30117, 'two of them')
  await set({ takes_encrypted: false })
  assert.match((await enter('u-1', { wrong: encryptedFor(pem) })).message, /not set to take such/)
})
