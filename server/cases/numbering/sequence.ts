import type { Context } from '../../records/context.ts'

// Beside the caller's transaction: nobody waits for it to end, and what it drew and then did not use is left out. A commit that
// has not reached the disk is carried there by the next one, which is at the latest the one that uses the number.

/** The first of `count` numbers that nobody else is given. */
export async function drawNumbers({ tenant }: Context, scope: string, count: number): Promise<number> {
  const drawn = await tenant.aside
    .insertInto('sequence')
    .values({ scope, last: count })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb('sequence.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return Number(drawn.last) - count + 1
}

/** A number given by hand is not drawn later. */
export async function moveOn({ tenant }: Context, scope: string, last: number) {
  await tenant.aside
    .insertInto('sequence')
    .values({ scope, last })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb.fn('greatest', ['sequence.last', 'excluded.last']) })))
    .execute()
}
