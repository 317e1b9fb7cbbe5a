import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Tenant } from '../../records/context.ts'
import type { Row } from './protocol.ts'

const generate = promisify(generateKeyPair)
const YEARS = 10

/** A key for one provider, and the certificate in which the provider gets the public part: signed by itself, since the provider is given it by hand. */
export async function newKeyPair(): Promise<{ key: string; certificate: string }> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 3072 })
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return { key, certificate: certificateOf(publicKey.export({ type: 'spki', format: 'der' }), privateKey) }
}

/** The key that is kept for this provider. */
export function privateKeyOf({ keys, name: tenant }: Pick<Tenant, 'keys' | 'name'>, { sid, own_key }: Pick<Row, 'sid' | 'own_key'>): KeyObject {
  const kept = keys.open({ tenant, model: 'identity_provider', field: 'own_key', sid }, String(own_key))
  return createPrivateKey({ key: Buffer.from(kept, 'base64'), type: 'pkcs8', format: 'der' })
}

/** X.509 of the first version, which has no extensions. */
function certificateOf(publicKey: Buffer, privateKey: KeyObject): string {
  const name = element(SEQUENCE, element(SET, element(SEQUENCE, COMMON_NAME, element(UTF8_STRING, Buffer.from('Innoe')))))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40 // positive, and without leading zeros
  const whole = element(SEQUENCE, element(INTEGER, serial), SHA256_WITH_RSA, name, element(SEQUENCE, moment(0), moment(YEARS)), name, publicKey)
  const signature = element(BIT_STRING, Buffer.from([0]), sign('sha256', whole, privateKey))
  const text = element(SEQUENCE, whole, SHA256_WITH_RSA, signature).toString('base64').replace(/(.{64})/g, '$1\n') // oxfmt-ignore
  return `-----BEGIN CERTIFICATE-----\n${text.trim()}\n-----END CERTIFICATE-----\n`
}

const [INTEGER, BIT_STRING, UTF8_STRING, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x17, 0x30, 0x31]
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

/** One element of DER: tag, length, content. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function moment(years: number): Buffer {
  const at = new Date()
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return element(UTC_TIME, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`)) // two digits of the year: until 2049
}
