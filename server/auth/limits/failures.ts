import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import { digest, digestsOf } from '../session/secrets.ts'

const FAILURES = 5
const LOCKED = 15 * 60_000

/** The account of a name, for locking; absent if no account has the name */
export type Guessed = { name: string; user: string | undefined; person: string | undefined; locked_until: unknown }

/** An unknown name locks like an account, so that locking does not reveal which names exist. */
export async function refuseLocked({ db }: Tenant, { name, user, locked_until }: Guessed) {
  const until = user ? locked_until : await nobodyLockedUntil(db, name)
  const left = until ? Date.parse(String(until)) - Date.now() : 0
  if (left > 0) refuse('account_locked', { minutes: Math.ceil(left / 60_000) })
}

/** Otherwise concurrent guesses that lock the account would reveal which of them was right. */
export async function refuseLockedMeanwhile(tenant: Tenant, guessed: Guessed) {
  const { user } = guessed
  const row = user ? await tenant.db.selectFrom('user').select('locked_until').where('sid', '=', user).executeTakeFirst() : undefined
  await refuseLocked(tenant, { ...guessed, locked_until: row?.locked_until })
}

async function nobodyLockedUntil(db: Tenant['db'], name: string) {
  const row = await db
    .selectFrom('attempt')
    .select('window_start')
    .where('key', 'in', digestsOf(name).map(lockKey))
    .orderBy('window_start', 'desc')
    .executeTakeFirst()
  return row?.window_start
}

/** Counted in one statement, so that guesses made side by side all count. */
export async function countFailure(tenant: Tenant, { user, name }: Guessed, beside: readonly string[] = []) {
  await (user ? countForAccounts(tenant, [user, ...beside]) : countForNobody(tenant, name))
}

/** The password was correct: the count restarts, unless failed attempts have locked the account in the meantime. */
export async function clearFailures({ db }: Tenant, user: string, person: string) {
  const row = await db
    .updateTable('user')
    .set({ failures: 0, locked_until: null })
    .where('sid', '=', user)
    .where((of) => of.or([of('locked_until', 'is', null), of('locked_until', '<=', new Date().toISOString())]))
    .returning('sid')
    .executeTakeFirst()
  if (!row) return refuse('account_locked', { minutes: LOCKED / 60_000 })
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString(), account_status: 'OPEN' }).where('sid', '=', person).execute()
}

/** Records a sign-in that bypasses the lock; the lock stays for all others. */
export async function noteSignIn({ db }: Tenant, person: string) {
  await db.updateTable('user_info').set({ last_login_at: new Date().toISOString() }).where('sid', '=', person).execute()
}

/** Unlocked by an administrator: sign-in can be attempted immediately. */
export async function clearLock({ db }: Pick<Tenant, 'db'>, user: string, person: string) {
  await db.updateTable('user').set({ failures: 0, locked_until: null }).where('sid', '=', user).execute()
  await db.updateTable('user_info').set({ account_status: 'OPEN' }).where('sid', '=', person).where('account_status', '=', 'LOCKED').execute()
}

const until = () => new Date(Date.now() + LOCKED).toISOString()

async function countForAccounts({ db }: Tenant, users: readonly string[]) {
  const rows = await db
    .updateTable('user')
    .set((row) => ({ failures: row(row.fn.coalesce('failures', row.lit(0)), '+', 1) }))
    .where('sid', 'in', [...users])
    .returning(['sid', 'user_info_sid as person', 'failures'])
    .execute()
  const locked = rows.filter(({ failures }) => (failures ?? 0) >= FAILURES)
  if (locked.length === 0) return
  const sids = locked.map(({ sid }) => sid)
  await db.updateTable('user').set({ locked_until: until(), failures: 0 }).where('sid', 'in', sids).execute()
  const people = locked.map(({ person }) => person)
  await db.updateTable('user_info').set({ account_status: 'LOCKED' }).where('sid', 'in', people).execute()
}

const countKey = (hash: string) => `failed ${hash}`
const lockKey = (hash: string) => `locked ${hash}`
const ALWAYS = new Date(0).toISOString()

async function countForNobody({ db }: Tenant, name: string) {
  const hash = digest(name)
  const { n } = await db
    .insertInto('attempt')
    .values({ key: countKey(hash), window_start: ALWAYS, n: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet((row) => ({ n: row('attempt.n', '+', 1) })))
    .returning('n')
    .executeTakeFirstOrThrow()
  if (n < FAILURES) return
  await db
    .deleteFrom('attempt')
    .where('key', 'in', [countKey(hash), lockKey(hash)])
    .execute()
  await db
    .insertInto('attempt')
    .values({ key: lockKey(hash), window_start: until(), n: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
