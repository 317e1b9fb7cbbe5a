import type { Context } from '../../records/context.ts'

// Runs outside the caller's transaction: callers do not wait for each other, and drawn but unused numbers are skipped. A commit that
// is not yet on disk is flushed by the next commit, at the latest by the one that uses the number.

/** The first of `count` numbers that no other caller gets. */
export async function drawNumbers({ tenant }: Context, scope: string, count: number): Promise<number> {
  const drawn = await tenant.aside
    .insertInto('sequence')
    .values({ scope, last: count })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb('sequence.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return drawn.last - count + 1
}

/** A number entered by hand is not drawn later. */
export async function moveOn({ tenant }: Context, scope: string, last: number) {
  await tenant.aside
    .insertInto('sequence')
    .values({ scope, last })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb.fn('greatest', ['sequence.last', 'excluded.last']) })))
    .execute()
}
