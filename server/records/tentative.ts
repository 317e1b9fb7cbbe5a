import { sql } from 'kysely'
import { write } from '../database/pool.ts'
import type { Context } from './context.ts'

/**
 * Runs `act` after a savepoint of the transaction. If `keeps` refuses its result, nothing of it stays: neither rows, nor values for
 * later hooks, nor warnings, nor what waits for the commit.
 */
export async function tentatively<T>(ctx: Context, act: (own: Context) => Promise<T>, keeps: (result: T) => boolean | Promise<boolean>): Promise<T> {
  const own: Context = { ...ctx, after: [], slots: new Map(ctx.slots), ...(ctx.warnings && { warnings: [] }) }
  await write(ctx.db, 'savepoint tentative', []) // travels with the first statement after it
  const result = await act(own)
  if (await keeps(result)) {
    for (const [slot, value] of own.slots ?? []) ctx.slots?.set(slot, value)
    ctx.after?.push(...(own.after ?? []))
    ctx.warnings?.push(...(own.warnings ?? []))
  } else await sql`rollback to savepoint tentative`.execute(ctx.db)
  await sql`release savepoint tentative`.execute(ctx.db)
  return result
}
