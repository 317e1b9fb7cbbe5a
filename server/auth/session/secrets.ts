import { argon2, createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
// OWASP's minimum for Argon2id.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** A PHC string: the cost may rise later without touching those already kept. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(nonce)}$${bare(Buffer.from(tag))}`
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = kept.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(tag, 'base64')
  if (!memory || expected.length === 0) return false
  const found = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  })
  return timingSafeEqual(Buffer.from(found), expected)
}

const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** 256 random bits; only its hash is kept. */
export const newSecret = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`
/** The prefix names the algorithm, so that values stored under a former one are still found. */
export const digest = (secret: string) => `sha256$${createHash('sha256').update(secret).digest('base64url')}`

/** In each form in which it may be kept: the present one first, then those of former versions. */
export const digestsOf = (secret: string): readonly [string, ...string[]] => [digest(secret), createHash('sha256').update(secret).digest('hex')]

export const isDigestOf = (kept: string, secret: string) => digestsOf(secret).includes(kept)

/** Value stored under a digest of the secret, in the present or a former form; undefined if there is none */
export async function underDigest<T>(secret: string, look: (hash: string) => Promise<T | undefined>): Promise<T | undefined> {
  for (const hash of digestsOf(secret)) {
    const found = await look(hash)
    if (found !== undefined) return found
  }
  return undefined
}

/** Letters and digits alone, for a generated name; nothing is looked up by it. */
export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

const signed = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

/** Of a cookie. It names its algorithm as a digest does. */
export const sign = (secret: string, text: string) => `hs256-${signed(secret, text)}`

/** Also one that a former version made, which named none. */
export const isSigned = (secret: string, text: string, given: string) =>
  [sign(secret, text), signed(secret, text)].some((right) => isSame(given, right))

function isSame(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return given.length === right.length && timingSafeEqual(given, right)
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz'
const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SYMBOLS = '-+=#'

/** A one-time password that satisfies every policy and can be read aloud. */
export function oneTimePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? ''
  const parts = [CAPITALS, DIGITS, SYMBOLS, ...Array.from({ length: 9 }, () => LETTERS + DIGITS)].map(pick)
  return parts
    .map((part) => ({ part, at: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ part }) => part)
    .join('')
}
