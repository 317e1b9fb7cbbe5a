import { randomBytes } from 'node:crypto'
import type { Db } from '../../database/pool.ts'
import { keepSetting, takeSetting } from '../../records/settings/settings.ts'
import { digest, isDigestOf, underDigest } from '../session/secrets.ts'

export const CHALLENGE_MS = 5 * 60_000

type Handle = { db: Db }
/** `owner`: the account whose passkey is expected; `binding`: the hash of what only the browser that asked has. */
type Challenge = { owner: string | null; binding: string; until: number }

const challengeKey = (hash: string) => `passkey_challenge.${hash}`

/** 256 random bits, kept as a hash, for one attempt. */
export async function newChallenge(handle: Handle, { owner, binding }: { owner: string | null; binding: string }) {
  const bytes = randomBytes(32)
  await keepSetting(handle, challengeKey(digest(bytes.toString('base64url'))), {
    owner,
    binding: digest(binding),
    until: Date.now() + CHALLENGE_MS,
  } satisfies Challenge)
  return bytes
}

/** The signed challenge, if we made it for this browser and this account. It is used up in every case. */
export async function takeChallenge(
  handle: Handle,
  client_data: string,
  { owner, binding }: { owner: string | null; binding: string },
): Promise<string | undefined> {
  const challenge = challengeIn(client_data)
  const kept = challenge ? ((await underDigest(challenge, (hash) => takeSetting(handle, challengeKey(hash)))) as Challenge | undefined) : undefined // as written above
  if (!kept || kept.until < Date.now() || !isDigestOf(kept.binding, binding) || kept.owner !== owner) return undefined
  return challenge
}

function challengeIn(client_data: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(client_data, 'base64url').toString('utf8')) as { challenge?: unknown } // null fails as well
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** Each night. */
export async function dropOldChallenges({ db }: Handle) {
  const old = new Date(Date.now() - CHALLENGE_MS).toISOString()
  await db.deleteFrom('setting').where('key', 'like', 'passkey\\_challenge.%').where('updated_at', '<', old).execute()
}
