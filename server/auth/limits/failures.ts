import { refuse } from '../../errors.ts'
import type { Db } from '../../database/pool.ts'
import type { Tenant } from '../../records/context.ts'
import { shownStatus } from '../accounts/shown-status.ts'
import { digest } from '../session/secrets.ts'

/** Each time so many wrong guesses of one day, by UTC, have come from one address, a lock begins there. */
const FAILURES = 5
/** Likewise from all addresses: more than one address can make in a day, so that nobody locks an account everywhere from one place. Codes have six digits, so fewer. */
const FAILURES_EVERYWHERE = { PASSWORD: 100, EMAIL: 30, MOBILE: 30 } as const
/** The first lock of a day; each further one lasts four times as long, up to a day. */
const LOCKED = 15 * 60_000
const DAY = 86_400_000

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

/** As many statements for a name that nobody has, each on its own, so that none holds a row while it waits for another; guesses made side by side all count. */
export async function countFailure({ db }: Tenant, guessed: Guessed, beside: readonly string[] = []) {
  for (const user of guessed.user ? [guessed.user, ...beside] : [undefined]) {
    const here = { ...guessed, user }
    await count(db, here, FAILURES)
    const isLocked = await count(db, { ...here, address: EVERYWHERE }, FAILURES_EVERYWHERE[guessed.way])
    // One that holds at an address alone, or for codes alone, does not keep the owner out.
    if (isLocked && guessed.way === 'PASSWORD') await showLocked(db, user)
  }
}

/** Nobody makes such guesses without the right first step: they lock the account at every address and in every way. */
export async function countSecondStep({ db }: Tenant, { user }: Guessed & { user: string }) {
  const n = await add(db, secondStepKey(user))
  if (n % FAILURES !== 0) return
  await db
    .updateTable('user')
    .set({ locked_until: endOf(n / FAILURES) })
    .where('sid', '=', user)
    .execute()
  await showLocked(db, user)
}

type Account = { user: string; person: string }

/** The password or code was correct: the count at this address restarts, unless failed attempts of this way have locked the account in the meantime. */
export async function clearFailures(tenant: Tenant, { user, person, way, address }: Account & Pick<Guessed, 'way' | 'address'>) {
  const { db } = tenant
  const guessed = { name: '', user, person, way, address, locked_until: null }
  await refuseLockedMeanwhile(tenant, guessed)
  const row = await db
    .updateTable('user')
    .set({ failures: 0, locked_until: null })
    .where('sid', '=', user)
    .where((of) => of.or([of('locked_until', 'is', null), of('locked_until', '<=', new Date().toISOString())]))
    .returning('sid')
    .executeTakeFirst()
  if (!row) return refuse('account_locked', { minutes: LOCKED / 60_000 })
  const keys = [secondStepKey(user), ...WAYS.map((one) => countKey({ ...guessed, way: one }))]
  await db.deleteFrom('attempt').where('key', 'in', keys).execute()
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString(), account_status: 'OPEN' }).where('sid', '=', person).execute()
}

/** Records a sign-in that bypasses the lock; the lock stays for all others. */
export async function noteSignIn({ db }: Tenant, person: string) {
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString() }).where('sid', '=', person).execute()
}

/** Unlocked by an administrator: sign-in can be attempted immediately, from everywhere, whether the lock was shown or not. */
export async function clearLock({ db }: Pick<Tenant, 'db'>, { user, person }: Account) {
  await db.updateTable('user').set({ failures: 0, locked_until: null }).where('sid', '=', user).execute()
  await dropFailures({ db }, user)
  await showUnlocked(db, [person])
}

/** Each night: whoever did not sign in since is no longer shown as locked. */
export async function endOldLocks({ db }: Pick<Tenant, 'db'>) {
  const now = new Date().toISOString()
  const rows = await db
    .selectFrom('attempt')
    .select('key')
    .where('key', 'like', `locked % PASSWORD ${EVERYWHERE}`)
    .where('window_start', '>', now)
    .execute()
  const still = new Set(rows.map(({ key }) => key.split(' ')[1]))
  const shown = await db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select(['u.sid', 'u.user_info_sid as person', 'u.locked_until'])
    .where('p.account_status', '=', 'LOCKED')
    .execute()
  const locked = new Set(shown.flatMap((one) => (still.has(one.sid) || momentOf(one.locked_until) > Date.now() ? [one.person] : [])))
  await showUnlocked(db, [...new Set(shown.flatMap(({ person }) => (person && !locked.has(person) ? [person] : [])))])
}

/** When the last lock of an account ends that holds now, also one at a single address. */
export async function endOfLocks({ db }: Pick<Tenant, 'db'>, user: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('attempt')
    .select('window_start')
    .where('key', 'like', `locked ${user} %`)
    .where('window_start', '>', new Date().toISOString())
    .orderBy('window_start', 'desc')
    .executeTakeFirst()
  return row && new Date(row.window_start).toISOString()
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
const EVERYWHERE = 'everywhere'

type Place = Pick<Guessed, 'name' | 'user' | 'way' | 'address'>
const keyOf = ({ name, user, way, address }: Place) => `${user ?? digest(name)} ${way} ${address}`
const countKey = (place: Place) => `failed ${keyOf(place)}`
const lockKey = (place: Place) => `locked ${keyOf(place)}`
const secondStepKey = (user: string) => `failed ${user} second step`

const today = () => new Date(Math.floor(Date.now() / DAY) * DAY).toISOString()
/** The end of the first, second … lock of a day. */
const endOf = (nth: number) => new Date(Date.now() + Math.min(LOCKED * 4 ** (nth - 1), DAY)).toISOString()
const momentOf = (kept: unknown) => (kept ? Date.parse(String(kept)) : 0)

/** One more wrong guess of today; whether a lock begins with it. */
async function count(db: Db, place: Place, most: number): Promise<boolean> {
  const n = await add(db, countKey(place))
  if (n % most !== 0) return false
  await db
    .insertInto('attempt')
    .values({ key: lockKey(place), window_start: endOf(n / most), n: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** One more; how many there are today. */
async function add(db: Db, key: string): Promise<number> {
  const { n } = await db
    .insertInto('attempt')
    .values({ key, window_start: today(), n: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ n: row('attempt.n', '+', 1) })))
    .returning('n')
    .executeTakeFirstOrThrow()
  return n
}

/** An administrator sees it and can lift it. A closed, deleted or expired account stays shown as that. */
async function showLocked(db: Db, user = NOBODY) {
  await db
    .updateTable('user_info')
    .set({ account_status: 'LOCKED' })
    .where('account_status', '=', 'OPEN')
    .where(
      'sid',
      'in',
      db.selectFrom('user').select('user_info_sid').where('sid', '=', user).where('status', '=', 'OPEN').where('deleted_at', 'is', null),
    )
    .execute()
}

/** People whose lock is over, with what became of their account meanwhile. */
async function showUnlocked(db: Db, people: readonly string[]) {
  if (people.length === 0) return
  const rows = await db
    .selectFrom('user')
    .select(['user_info_sid as person', 'status', 'deleted_at', 'expires_at'])
    .where('user_info_sid', 'in', [...people])
    // Of several accounts of one person, the one that is open comes last.
    .orderBy('deleted_at', (order) => order.asc().nullsLast())
    .orderBy('status')
    .execute()
  for (const [person, account_status] of new Map(rows.map((row) => [row.person, shownStatus(row)])))
    await db.updateTable('user_info').set({ account_status }).where('sid', '=', person).where('account_status', '=', 'LOCKED').execute()
}
