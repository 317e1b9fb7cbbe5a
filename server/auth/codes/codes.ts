import { randomInt } from 'node:crypto'
import type { Db } from '../../database/pool.ts'
import { keepSetting } from '../../records/settings/settings.ts'
import type { Cookie } from '../session/cookies.ts'
import { digest, hashPassword, isPassword } from '../session/secrets.ts'

export const CODE_MINUTES = 5
/** The requesting browser: a code sent for it is valid there only. */
export const CODE_COOKIE: Cookie = { name: 'innoe_code', seconds: CODE_MINUTES * 60 }
/** Between two codes for one account and one browser. */
export const RESEND_SECONDS = 60
const TRIES = 5

type Handle = { db: Db }
export type Channel = 'EMAIL' | 'MOBILE'
/** Owner of a code: the account, its address and password, and the requesting browser; '' for a program without cookies. */
export type Owner = { channel: Channel | 'PROOF'; user: string; to: string; password: string | undefined; browser: string }
type Kept = { hash: string; owner: string; until: number; sent: number; tries: number }

/** Each browser has its own code, so that no other request invalidates it. */
const codeKey = (owner: Owner) => `${keysOf(owner)}${owner.browser && digest(owner.browser)}`
const keysOf = ({ channel, user }: Owner) => `sign_in_code.${channel}.${user}.`
const ownerOf = ({ to, password = '' }: Owner) => digest(`${to} ${password}`)
const NONE: Kept = { hash: '', owner: '', until: 0, sent: 0, tries: TRIES }

/** Of the accounts that share an address, that at this place has the codes with this remainder. */
type Place = { at: number; of: number }
const ALONE: Place = { at: 0, of: 1 }

/** How many codes there are: of several accounts each has a share alone, so two more digits keep a guess as unlikely as for one account. */
const CODES = { one: 1_000_000, several: 100_000_000 }

function codeAt({ at, of }: Place): string {
  const all = of > 1 ? CODES.several : CODES.one
  return String(randomInt(Math.floor(all / of)) * of + at).padStart(String(all).length - 1, '0')
}

/** Digits, in place of any earlier ones, kept as a salted hash; undefined when a code was sent only just now, also side by side. */
export async function newCode({ db }: Handle, owner: Owner, place: Place = ALONE): Promise<string | undefined> {
  const key = codeKey(owner)
  const code = codeAt(place)
  return db.transaction().execute(async (tx) => {
    // For the first code, inserts a row that can be locked.
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

/**
 * Whether it is the code of this browser, or one that a program asked for. Tries side by side count one after the other; after the last
 * one, and when it was right, the code ends. The latest code of another browser is no wrong guess: it was mailed to its owner.
 */
export async function takeCode({ db }: Handle, owner: Owner, given: string): Promise<'RIGHT' | 'WRONG' | 'ELSEWHERE'> {
  const own = codeKey(owner)
  const open = codeKey({ ...owner, browser: '' })
  return db.transaction().execute(async (tx) => {
    const live = (await lockCodes(tx, owner)).filter(({ kept }) => kept.until > Date.now() && kept.tries < TRIES && kept.owner === ownerOf(owner))
    const mine = live.find(({ key }) => key === own)
    const anyones = own === open ? undefined : live.find(({ key }) => key === open)
    const elsewhere = live.filter(({ key }) => key !== own && key !== open).toSorted((a, b) => b.kept.sent - a.kept.sent)[0]
    // The number of comparisons is constant, so that the time reveals nothing.
    const [isMine, isAnyones, isElsewhere] = await Promise.all(
      [mine, anyones, elsewhere].map(async (one) => isPassword(given, one?.kept.hash ?? (await nobody))),
    )
    if (elsewhere && isElsewhere && !(mine && isMine) && !(anyones && isAnyones)) return 'ELSEWHERE'
    for (const [one, isRight] of [
      [mine, isMine],
      [anyones, isAnyones],
    ] as const)
      // oxfmt-ignore
      if (one) await keepSetting({ db: tx }, one.key, { ...one.kept, tries: isRight ? TRIES : one.kept.tries + 1 } satisfies Kept)
    return (mine && isMine) || (anyones && isAnyones) ? 'RIGHT' : 'WRONG'
  })
}

async function lockCodes(tx: Db, owner: Owner): Promise<{ key: string; kept: Kept }[]> {
  const rows = await tx
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'like', `${keysOf(owner).replaceAll('_', '\\_')}%`)
    .orderBy('key')
    .forUpdate()
    .execute()
  return rows.map(({ key, value }) => ({ key, kept: value as Kept })) // as newCode writes it
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
