import { refuse } from '../../errors.ts'
import type { Db } from '../../database/pool.ts'
import type { Tenant } from '../../records/context.ts'
import { digest } from '../session/secrets.ts'

const FAILURES = 5
/** From all addresses together within an hour: more than one address can make, so that nobody locks an account everywhere from one place. */
const FAILURES_EVERYWHERE = 100
const LOCKED = 15 * 60_000
const HOUR = 3_600_000

/** Counted apart: else a lock by wrong passwords would tell which e-mail belongs to an account. */
const WAYS = ['PASSWORD', 'EMAIL', 'MOBILE'] as const
export type GuessedWay = (typeof WAYS)[number]

/** Whom a guess is of, in which way, and from which address; `user` and `person` are absent if no account has the name. */
export type Guessed = {
  name: string
  user: string | undefined
  person: string | undefined
  locked_until: unknown
  way: GuessedWay
  address: string
}

/** An account is locked at the address of the wrong guesses alone. An unknown name locks like an account, so that locking does not reveal which names exist. */
export async function refuseLocked({ db }: Tenant, { locked_until, ...guessed }: Guessed) {
  const row = await db
    .selectFrom('attempt')
    .select('window_start')
    .where('key', 'in', [lockKey(guessed), lockKey({ ...guessed, address: EVERYWHERE })])
    .orderBy('window_start', 'desc')
    .executeTakeFirst()
  const until = Math.max(momentOf(row?.window_start), momentOf(locked_until))
  const left = until - Date.now()
  if (left > 0) refuse('account_locked', { minutes: Math.ceil(left / 60_000) })
}

/** Otherwise concurrent guesses that lock the account would reveal which of them was right. */
export async function refuseLockedMeanwhile(tenant: Tenant, guessed: Guessed) {
  const { user } = guessed
  const row = user ? await tenant.db.selectFrom('user').select('locked_until').where('sid', '=', user).executeTakeFirst() : undefined
  await refuseLocked(tenant, { ...guessed, locked_until: row?.locked_until })
}

/** In a transaction that is as long for a name that nobody has; guesses made side by side all count. */
export const countFailure = ({ db }: Tenant, guessed: Guessed, beside: readonly string[] = []) =>
  db.transaction().execute(async (tx) => {
    // In a fixed order, so that two guesses never wait for each other.
    for (const user of guessed.user ? [guessed.user, ...beside].toSorted() : [undefined]) {
      const here = { ...guessed, user }
      const everywhere = { ...here, address: EVERYWHERE }
      if ((await add(tx, countKey(here), ALWAYS)) >= FAILURES) await lock(tx, here)
      if ((await add(tx, countKey(everywhere), thisHour())) >= FAILURES_EVERYWHERE) await lock(tx, everywhere)
      await tx
        .updateTable('user')
        .set((row) => ({ failures: row(row.fn.coalesce('failures', row.lit(0)), '+', 1) }))
        .where('sid', '=', user ?? NOBODY)
        .execute()
    }
  })

/** Nobody makes such guesses without the right first step: they lock the account at every address. */
export const countSecondStep = ({ db }: Tenant, guessed: Guessed & { user: string }) =>
  db.transaction().execute(async (tx) => {
    const key = countKey({ ...guessed, address: SECOND_STEP })
    if ((await add(tx, key, ALWAYS)) < FAILURES) return
    await tx.deleteFrom('attempt').where('key', '=', key).execute()
    await lock(tx, { ...guessed, address: EVERYWHERE })
    await tx.updateTable('user').set({ locked_until: until() }).where('sid', '=', guessed.user).execute()
  })

type Account = { user: string; person: string }

/** The password was correct: the count restarts, unless failed attempts have locked the account in the meantime. */
export async function clearFailures(tenant: Tenant, { user, person, address }: Account & { address: string }) {
  const { db } = tenant
  const guessed = { name: '', user, person, way: 'PASSWORD', address, locked_until: null } as const
  await refuseLocked(tenant, guessed)
  const row = await db
    .updateTable('user')
    .set({ failures: 0, locked_until: null })
    .where('sid', '=', user)
    .where((of) => of.or([of('locked_until', 'is', null), of('locked_until', '<=', new Date().toISOString())]))
    .returning('sid')
    .executeTakeFirst()
  if (!row) return refuse('account_locked', { minutes: LOCKED / 60_000 })
  const keys = [countKey({ ...guessed, address: SECOND_STEP }), ...WAYS.map((way) => countKey({ ...guessed, way }))]
  await db.deleteFrom('attempt').where('key', 'in', keys).execute()
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString(), account_status: 'OPEN' }).where('sid', '=', person).execute()
}

/** Records a sign-in that bypasses the lock; the lock stays for all others. */
export async function noteSignIn({ db }: Tenant, person: string) {
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString() }).where('sid', '=', person).execute()
}

/** Unlocked by an administrator: sign-in can be attempted immediately, from everywhere. */
export async function clearLock({ db }: Pick<Tenant, 'db'>, { user, person }: Account) {
  await dropFailures({ db }, user)
  await db.updateTable('user').set({ failures: 0, locked_until: null }).where('sid', '=', user).execute()
  await db.updateTable('user_info').set({ account_status: 'OPEN' }).where('sid', '=', person).where('account_status', '=', 'LOCKED').execute()
}

/** Each night: whoever did not sign in since is no longer shown as locked. */
export async function endOldLocks({ db }: Pick<Tenant, 'db'>) {
  const now = new Date().toISOString()
  const rows = await db.selectFrom('attempt').select('key').where('key', 'like', 'locked %').where('window_start', '>', now).execute()
  const still = new Set(rows.map(({ key }) => key.split(' ')[1]))
  const shown = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid', 'u.user_info_sid as person'])
    .where('p.account_status', '=', 'LOCKED')
    .where((of) => of.or([of('u.locked_until', 'is', null), of('u.locked_until', '<=', now)]))
    .execute()
  const over = shown.flatMap(({ sid, person }) => (still.has(sid) || !person ? [] : [person]))
  if (over.length > 0) await db.updateTable('user_info').set({ account_status: 'OPEN' }).where('sid', 'in', over).execute()
}

/** What was counted of an account, at each address. */
export const dropFailures = ({ db }: Pick<Tenant, 'db'>, user: string) =>
  db
    .deleteFrom('attempt')
    .where((of) => of.or([of('key', 'like', `failed ${user} %`), of('key', 'like', `locked ${user} %`)]))
    .execute()

/** No account has it: what is written for one takes as many statements for a name that nobody has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** In place of an address. */
const [EVERYWHERE, SECOND_STEP] = ['everywhere', 'second step']

type Place = Pick<Guessed, 'name' | 'user' | 'way' | 'address'>
const keyOf = ({ name, user, way, address }: Place) => `${user ?? digest(name)} ${way} ${address}`
const countKey = (place: Place) => `failed ${keyOf(place)}`
const lockKey = (place: Place) => `locked ${keyOf(place)}`

const ALWAYS = new Date(0).toISOString()
const thisHour = () => new Date(Math.floor(Date.now() / HOUR) * HOUR).toISOString()
const until = () => new Date(Date.now() + LOCKED).toISOString()
const momentOf = (kept: unknown) => (kept ? Date.parse(String(kept)) : 0)

/** One more; how many there are now. */
async function add(tx: Db, key: string, window_start: string): Promise<number> {
  const { n } = await tx
    .insertInto('attempt')
    .values({ key, window_start, n: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ n: row('attempt.n', '+', 1) })))
    .returning('n')
    .executeTakeFirstOrThrow()
  return n
}

async function lock(tx: Db, guessed: Place) {
  await tx
    .deleteFrom('attempt')
    .where('key', 'in', [countKey(guessed), lockKey(guessed)])
    .execute()
  await tx
    .insertInto('attempt')
    .values({ key: lockKey(guessed), window_start: until(), n: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // An administrator sees it and can lift it.
  await tx
    .updateTable('user_info')
    .set({ account_status: 'LOCKED' })
    .where(
      'sid',
      'in',
      tx
        .selectFrom('user')
        .select('user_info_sid')
        .where('sid', '=', guessed.user ?? NOBODY),
    )
    .execute()
}
