import { createPublicKey, type KeyObject } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import { claimTurn, readSetting } from '../../records/settings/settings.ts'
import { isStrong } from '../key-strength.ts'
import { digest, underDigest } from '../session/secrets.ts'
import type { Claims, Row } from '../single-sign-on/protocol.ts'

/** A token in an address admits a person: it is accepted once, within these minutes. */
const MINUTES = 10
const CLOCKS_DIFFER_SECONDS = 60

/** One algorithm of each kind of key, so that no token chooses its own check. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = { rsa: ['RS256'], ec: ['ES256'], ed25519: ['EdDSA'] }

/** PEM of public keys, two while the cloud changes its key. Undefined where one of them is something else, or too short. */
export function publicKeysIn(text: string): KeyObject[] | undefined {
  const keys = keysIn(text)
  return keys?.every(isTaken) ? keys : undefined
}

function keysIn(text: string): KeyObject[] | undefined {
  const pems = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? []
  if (text.replace(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g, '').trim() !== '') return undefined
  try {
    const keys = pems.map((pem) => createPublicKey(pem))
    return keys.length > 0 ? keys : undefined
  } catch {
    return undefined
  }
}

/** Of the kinds for which there is an algorithm. */
const isTaken = (key: KeyObject) =>
  isStrong(key) &&
  Object.hasOwn(ALGORITHMS, String(key.asymmetricKeyType)) &&
  (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1')

export const cloudNamed = ({ db }: Pick<Tenant, 'db'>, client: string): Promise<Row | undefined> =>
  db
    .selectFrom('identity_provider')
    .selectAll()
    .where('client_id', '=', client)
    .where('protocol', '=', 'CLOUD')
    .where('status', '=', '1')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export type Presented = { client_id: string; source?: string | undefined; token: string }

/** Verifies signature, audience, times and named source of a token. Whether it is spent matters only where it admits a person. */
export async function readToken(tenant: Tenant, { client_id, source, token }: Presented): Promise<{ row: Row; claims: Claims }> {
  const row = (await cloudNamed(tenant, client_id)) ?? refuse('cloud_token')
  // One that the operator has since asked to be longer counts no more; the other does.
  for (const key of keysIn(row.public_keys ?? '')?.filter(isTaken) ?? []) {
    const claims = await verified(key, client_id, token)
    if (!claims) continue
    const { sub, jti } = claims
    if (typeof jti !== 'string' || jti === '' || String(sub ?? '').length > 255) refuse('cloud_token')
    if (claims['source'] !== undefined && claims['source'] !== source) refuse('cloud_token')
    if (typeof sub !== 'string' || sub.trim() === '') return refuse('cloud_nobody')
    return { row, claims: { ...claims, sub } }
  }
  return refuse('cloud_token')
}

async function verified(key: KeyObject, audience: string, token: string) {
  try {
    const options = { audience, maxTokenAge: MINUTES * 60, clockTolerance: CLOCKS_DIFFER_SECONDS, requiredClaims: ['exp', 'iat', 'jti'] }
    return (await jwtVerify(token, key, { ...options, algorithms: [...(ALGORITHMS[String(key.asymmetricKeyType)] ?? [])] })).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) refuse('cloud_token_over')
    return undefined
  }
}

const spentKey = (hash: string) => `cloud_token.${hash}`
const nameOf = (row: Row, { jti }: Claims) => `${row.sid} ${String(jti)}`

/** Called before any effect of the token: a used token cannot link an account either. */
export async function refuseSpent(tenant: Pick<Tenant, 'db'>, row: Row, claims: Claims) {
  if (await isSpent(tenant, row, claims)) refuse('cloud_token_over')
}

const isSpent = async (tenant: Pick<Tenant, 'db'>, row: Row, claims: Claims) =>
  (await underDigest(nameOf(row, claims), (hash) => readSetting(tenant, spentKey(hash)))) !== undefined

/** One use of a token counts, even of several concurrent ones. */
export async function spendToken(tenant: Pick<Tenant, 'db'>, row: Row, claims: Claims) {
  const isTaken = (await isSpent(tenant, row, claims)) || !(await claimTurn(tenant, spentKey(digest(nameOf(row, claims))), 2 * (MINUTES * 60 + CLOCKS_DIFFER_SECONDS))) // oxfmt-ignore
  if (isTaken) refuse('cloud_token_over')
}
