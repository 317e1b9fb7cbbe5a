import type { Db } from '../../database/pool.ts'

type Handle = { db: Db }

/** Small values of a tenant, each under a key and written by one module, which knows its shape. Undefined if absent. */
export async function readSetting({ db }: Handle, key: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

/** An equal value is not written again. */
export async function keepSetting({ db }: Handle, key: string, given: unknown): Promise<void> {
  const value = JSON.stringify(given)
  await db
    .insertInto('setting')
    .values({ key, value, updated_at: new Date().toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updated_at: new Date().toISOString() }).where('setting.value', 'is distinct from', value),
    )
    .execute()
}

/** Returns the stored value once: of two concurrent callers, one gets it. */
export async function takeSetting({ db }: Handle, key: string): Promise<unknown> {
  const row = await db.deleteFrom('setting').where('key', '=', key).returning('value').executeTakeFirst()
  return row?.value
}

/** Whether this caller may act under the key now: of several callers within these seconds, one may. */
export async function claimTurn({ db }: Handle, key: string, seconds: number): Promise<boolean> {
  const now = Date.now()
  const turn = { value: JSON.stringify(now), updated_at: new Date(now).toISOString() }
  const row = await db
    .insertInto('setting')
    .values({ key, ...turn })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(turn)
        .where('setting.updated_at', '<=', new Date(now - seconds * 1000).toISOString()),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
