import { type KeyObject, X509Certificate } from 'node:crypto'

/** Every identity provider supports this key size: 112 bits of security (NIST SP 800-57). */
const LEAST = 2048

/** Minimum bits of RSA keys of others: INNOE_RSA_BITS, if the operator requires more. 3,072 bits are 128 bits of security. */
export const rsaBits = () => Math.max(LEAST, Number(process.env['INNOE_RSA_BITS'] ?? 0) || 0)

export const asksForMore = () => rsaBits() > LEAST

const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

/** Of 2,048 bits or what the operator asks for; curves of 256 bits have 128 bits of security. */
export function isStrong({ asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, namedCurve = '' } = {} }: KeyObject): boolean {
  if (type === 'rsa' || type === 'rsa-pss') return modulusLength >= rsaBits()
  return type === 'ec' ? CURVES.has(namedCurve) : type === 'ed25519' || type === 'ed448'
}

export const isStrongCertificate = (pem: string) => isStrong(new X509Certificate(pem).publicKey)

type Published = { kty?: unknown; n?: unknown }
const isPublished = (one: unknown): one is Published => typeof one === 'object' && one !== null

/** The answer without the RSA keys that are too short, if it is one of published keys (RFC 7517): by those that are left a signature counts. */
export function withStrongKeys(text: string): string {
  if (!asksForMore() || !text.includes('"keys"')) return text
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null || !('keys' in answer) || !Array.isArray(answer.keys)) return text
    return JSON.stringify({ ...answer, keys: answer.keys.filter((one) => !isPublished(one) || !isShort(one)) })
  } catch {
    return text
  }
}

const isShort = ({ kty, n }: Published) => kty === 'RSA' && (typeof n !== 'string' || Buffer.from(n, 'base64url').length * 8 < rsaBits())
