import type { Work } from '../records/work.ts'

/** The first of `count` numbers that nobody else is given; whoever draws from the same scope waits for this transaction. */
export async function drawNumbers({ db }: Work, scope: string, count: number): Promise<number> {
  const drawn = await db
    .insertInto('sequence')
    .values({ scope, last: count })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb('sequence.last', '+', count) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  return Number(drawn.last) - count + 1
}

/** A number given by hand is not drawn later. */
export async function moveOn({ db }: Work, scope: string, last: number) {
  await db
    .insertInto('sequence')
    .values({ scope, last })
    .onConflict((conflict) => conflict.column('scope').doUpdateSet((eb) => ({ last: eb.fn('greatest', ['sequence.last', 'excluded.last']) })))
    .execute()
}
