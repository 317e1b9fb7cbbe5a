import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
// OWASP's minimum for Argon2id.
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** A PHC string: the cost may rise later without touching those already kept. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${bare(nonce)}$${bare(Buffer.from(tag))}`
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
export const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')

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
