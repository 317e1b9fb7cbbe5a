import type { Context } from './context.ts'

class Tried extends Error {}

/** Runs `act` in its own transaction and rolls back; returns the result of `act`. Nothing that waits for a commit runs. */
export async function dryRun<T>(ctx: Context, act: (tx: Context) => Promise<T>): Promise<T> {
  let outcome: { value: T } | undefined
  try {
    await ctx.db.transaction().execute(async (db) => {
      outcome = { value: await act({ ...ctx, db, after: [], slots: new Map() }) }
      throw new Tried('dry run')
    })
  } catch (error) {
    if (!(error instanceof Tried) || !outcome) throw error
  }
  if (!outcome) throw new Error('the dry run ended without an outcome')
  return outcome.value
}
