import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'

const NAME = String.raw`(?:[\w.-]+:)?`
// Anybody may send this unverified text: no expression matches beyond the next tag, so that each takes linear time.
const VALUE = new RegExp(`<${NAME}CipherValue[^<>]*>([^<]*)<`)
const method = (element: string) => new RegExp(`<${NAME}${element}\\s[^<>]*?Algorithm\\s*=\\s*["']([^"'<>]+)["']`)
const [ENCRYPTION, DIGEST] = [method('EncryptionMethod'), method('DigestMethod')]

/** Only authenticated modes: the plaintext of other modes can be changed and tested by trial. */
const CIPHERS: Readonly<Record<string, 'aes-128-gcm' | 'aes-256-gcm'>> = {
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'aes-128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'aes-256-gcm',
}
const OAEP = new Set(['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 'http://www.w3.org/2009/xmlenc11#rsa-oaep'])
/** The hash of OAEP need not resist collisions. */
const HASHES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2000/09/xmldsig#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}
const [NONCE_BYTES, TAG_BYTES] = [12, 16]

export const hasEncrypted = (xml: string) => new RegExp(`<${NAME}EncryptedAssertion[\\s/>]`).test(xml)

/** The answer with its assertion in the clear. What it says counts only by the signature of the assertion, which is checked afterwards. */
export function decrypted(xml: string, privateKey: KeyObject): string {
  const whole = elementIn(xml, 'EncryptedAssertion')
  const wrapped = elementIn(whole, 'EncryptedKey')
  const key = unwrapped(wrapped, privateKey)
  const data = whole.replace(wrapped, '')
  const cipher = CIPHERS[ENCRYPTION.exec(data)?.[1] ?? '']
  const bytes = valueIn(data)
  if (!cipher || bytes.length <= NONCE_BYTES + TAG_BYTES) throw new Error('an encryption other than AES-GCM')
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const assertion = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  return xml.replace(whole, () => assertion.replace(/^<\?xml[^>]*\?>/, ''))
}

/** The first element of this name, to the first end of one. */
function elementIn(xml: string, name: string): string {
  const from = xml.search(new RegExp(`<${NAME}${name}[\\s>]`))
  const part = xml.slice(Math.max(from, 0))
  const end = from < 0 ? null : new RegExp(`</${NAME}${name}\\s*>`).exec(part)
  return end ? part.slice(0, end.index + end[0].length) : ''
}

function unwrapped(part: string, key: KeyObject): Buffer {
  const oaepHash = HASHES[DIGEST.exec(part)?.[1] ?? 'http://www.w3.org/2000/09/xmldsig#sha1']
  if (!OAEP.has(ENCRYPTION.exec(part)?.[1] ?? '') || !oaepHash) throw new Error('a key that is not wrapped with RSA-OAEP')
  return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, valueIn(part))
}

const valueIn = (part: string) => Buffer.from(VALUE.exec(part)?.[1] ?? '', 'base64')
