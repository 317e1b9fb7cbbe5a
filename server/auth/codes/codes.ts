import { randomInt } from 'node:crypto'
import type { Db } from '../../database/pool.ts'
import { keepSetting } from '../../records/settings.ts'
import type { Cookie } from '../session/cookies.ts'
import { digest, hashPassword, isPassword } from '../session/secrets.ts'

export const CODE_MINUTES = 5
/** Of the browser that asked: a code that it was sent signs in there alone. */
export const CODE_COOKIE: Cookie = { name: 'innoe_code', seconds: CODE_MINUTES * 60 }
/** Between two codes for one account. */
export const RESEND_SECONDS = 60
const TRIES = 5

type Handle = { db: Db }
export type Channel = 'EMAIL' | 'MOBILE'
/** Whose code it is: of an account with this address and this password, asked for by this browser. */
type Owner = { channel: Channel; user: string; to: string; password: string | undefined; browser: string }
type Kept = { hash: string; owner: string; until: number; sent: number; tries: number }

const codeKey = ({ channel, user }: Owner) => `sign_in_code.${channel}.${user}`
const ownerOf = ({ to, password = '', browser }: Owner) => digest(`${to} ${password} ${browser}`)
const NONE: Kept = { hash: '', owner: '', until: 0, sent: 0, tries: TRIES }

/** Six digits, in place of any earlier ones, kept as a salted hash; undefined when a code was sent only just now, also side by side. */
export async function newCode({ db }: Handle, owner: Owner): Promise<string | undefined> {
  const key = codeKey(owner)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return db.transaction().execute(async (tx) => {
    // There is nothing to lock before the first code.
    const none = { key, value: JSON.stringify(NONE), updated_at: new Date().toISOString() }
    await tx
      .insertInto('setting')
      .values(none)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const before = await lockCode(tx, key)
    const now = Date.now()
    if (before && before.sent + RESEND_SECONDS * 1000 > now) return undefined
    const kept = { hash: await hashPassword(code), owner: ownerOf(owner), until: now + CODE_MINUTES * 60_000, sent: now, tries: 0 } satisfies Kept
    await keepSetting({ db: tx }, key, kept)
    return code
  })
}

/** Whether it is the code. Tries side by side count one after the other; after the last one, and when it was right, the code ends. */
export async function takeCode({ db }: Handle, owner: Owner, given: string): Promise<boolean> {
  const key = codeKey(owner)
  return db.transaction().execute(async (tx) => {
    const kept = await lockCode(tx, key)
    const holds = kept !== undefined && kept.until > Date.now() && kept.tries < TRIES && kept.owner === ownerOf(owner)
    const isRight = await isPassword(given, holds ? kept.hash : await nobody)
    if (!holds) return false
    await keepSetting({ db: tx }, key, { ...kept, tries: isRight ? TRIES : kept.tries + 1 } satisfies Kept)
    return isRight
  })
}

async function lockCode(tx: Db, key: string): Promise<Kept | undefined> {
  const row = await tx.selectFrom('setting').select('value').where('key', '=', key).forUpdate().executeTakeFirst()
  return row?.value as Kept | undefined // as newCode writes it
}

/** An account that has no code takes as long as one that has. */
const nobody = hashPassword('nobody has this code')

/** Each night. */
export async function dropOldCodes({ db }: Handle) {
  const old = new Date(Date.now() - CODE_MINUTES * 60_000).toISOString()
  await db.deleteFrom('setting').where('key', 'like', 'sign\\_in\\_code.%').where('updated_at', '<', old).execute()
}
