import { sql } from 'kysely'
import { type Db, write } from '../database/pool.ts'
import type { Context } from './context.ts'

/** How many are under way in a transaction: each names its own savepoint, so that an outer one goes back past an inner one that threw. */
const under = new WeakMap<Db, number>()

/**
 * Runs `act` after a savepoint of the transaction. If `keeps` refuses its result, everything is undone: rows, values for
 * later hooks, warnings, and callbacks that wait for the commit.
 */
export async function tentatively<T>(ctx: Context, act: (own: Context) => Promise<T>, keeps: (result: T) => boolean | Promise<boolean>): Promise<T> {
  const own: Context = { ...ctx, after: [], slots: new Map(ctx.slots), ...(ctx.warnings && { warnings: [] }) }
  const depth = under.get(ctx.db) ?? 0
  const savepoint = `tentative_${depth}`
  under.set(ctx.db, depth + 1)
  try {
    await write(ctx.db, `savepoint ${savepoint}`, []) // travels with the first statement after it
    const result = await act(own)
    if (await keeps(result)) {
      for (const [slot, value] of own.slots ?? []) ctx.slots?.set(slot, value)
      ctx.after?.push(...(own.after ?? []))
      ctx.warnings?.push(...(own.warnings ?? []))
    } else await sql`rollback to savepoint ${sql.id(savepoint)}`.execute(ctx.db)
    await sql`release savepoint ${sql.id(savepoint)}`.execute(ctx.db)
    return result
  } finally {
    under.set(ctx.db, depth)
  }
}
