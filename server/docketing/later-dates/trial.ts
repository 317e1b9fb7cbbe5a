import type { Context, Write } from '../../records/context.ts'
import { tentatively } from '../../records/tentative.ts'
import { deferred } from '../deferred.ts'
import { mayHold } from './proposals.ts'
import { asksTwoPeople } from './two-people.ts'
import { type Later, laterAmong, watched } from './watch.ts'

/** Within a watched write nothing is held: the outer write is. */
export const mayWatch = (ctx: Context) => mayHold(ctx) && !watched.of(ctx)

/**
 * Does a write and gives the deadlines of any case that it made later; if there are any, and two people are asked, nothing of it stays.
 * Docketing is not deferred, also within a larger write. `ends`: a deadline that waits no more counts as later.
 */
export async function tryWrite(ctx: Context, write: Write, ends: boolean): Promise<readonly Later[]> {
  const { later } = await tentatively(
    ctx,
    async (own) => {
      const changes: NonNullable<ReturnType<typeof watched.of>> = new Map()
      deferred.clear(own)
      await watched.during(own, changes, () => write(own))
      const found = await laterAmong(own, changes, ends)
      const isHeld = found.length > 0 && (await asksTwoPeople(own))
      return { later: isHeld ? found : [] }
    },
    ({ later: found }) => found.length === 0,
  )
  return later
}
