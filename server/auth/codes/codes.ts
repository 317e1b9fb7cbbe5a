import { randomInt } from 'node:crypto'
import type { Db } from '../../database/pool.ts'
import { keepSetting, readSetting } from '../../records/settings.ts'
import { hashPassword, isPassword } from '../session/secrets.ts'

export const CODE_MINUTES = 5
/** Between two codes for one account. */
export const RESEND_SECONDS = 60
const TRIES = 5

type Handle = { db: Db }
export type Channel = 'EMAIL' | 'MOBILE'
type Kept = { hash: string; until: number; sent: number; tries: number }

const codeKey = (channel: Channel, user: string) => `sign_in_code.${channel}.${user}`

/** Six digits, in place of any earlier ones, kept as a salted hash; undefined when a code was sent only just now. */
export async function newCode(handle: Handle, channel: Channel, user: string): Promise<string | undefined> {
  const now = Date.now()
  const before = (await readSetting(handle, codeKey(channel, user))) as Kept | undefined // as written below
  if (before && before.sent + RESEND_SECONDS * 1000 > now) return undefined
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const kept = { hash: await hashPassword(code), until: now + CODE_MINUTES * 60_000, sent: now, tries: 0 } satisfies Kept
  await keepSetting(handle, codeKey(channel, user), kept)
  return code
}

/** Whether it is the code. Tries side by side count one after the other; after the last one, and when it was right, the code ends. */
export async function takeCode({ db }: Handle, channel: Channel, user: string, given: string): Promise<boolean> {
  const key = codeKey(channel, user)
  return db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('setting').select('value').where('key', '=', key).forUpdate().executeTakeFirst()
    const kept = row?.value as Kept | undefined // as written above
    const holds = kept !== undefined && kept.until > Date.now() && kept.tries < TRIES
    const isRight = await isPassword(given, holds ? kept.hash : await nobody)
    if (!holds) return false
    await keepSetting({ db: tx }, key, { ...kept, tries: isRight ? TRIES : kept.tries + 1 } satisfies Kept)
    return isRight
  })
}

/** An account that has no code takes as long as one that has. */
const nobody = hashPassword('nobody has this code')

/** Each night. */
export async function dropOldCodes({ db }: Handle) {
  const old = new Date(Date.now() - CODE_MINUTES * 60_000).toISOString()
  await db.deleteFrom('setting').where('key', 'like', 'sign\\_in\\_code.%').where('updated_at', '<', old).execute()
}
