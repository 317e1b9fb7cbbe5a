import type { Context, Write } from '../../records/context.ts'
import { tentatively } from '../../records/tentative.ts'
import { deferred } from '../deferred.ts'
import { mayHold } from './proposals.ts'
import { asksTwoPeople } from './two-people.ts'
import { type Change, type Later, laterAmong, watched } from './watch.ts'

/** Only the outermost watched write is held. */
export const mayWatch = (ctx: Context) => mayHold(ctx) && !watched.of(ctx)

/** Another record keeps it: docketing has changed the deadline, and it does not end. */
const isStill = (changes: ReadonlyMap<string, Change>, { key, case_sid }: Later) =>
  [...changes.values()].some(({ before, after }) => before.key === key && before.case_sid === case_sid && after.status !== 'CANCELLED')

/**
 * Runs a write and returns the deadlines that it made later; if there are any, and two people are required, it is rolled back.
 * Docketing is not deferred, also within a larger write. `ends`: a deadline that no longer waits counts as later. `ending`: known ends.
 */
export async function tryWrite(ctx: Context, write: Write, ends: boolean, ending: readonly Later[] = []): Promise<readonly Later[]> {
  const { later } = await tentatively(
    ctx,
    async (own) => {
      const changes: NonNullable<ReturnType<typeof watched.of>> = new Map()
      deferred.clear(own)
      await watched.during(own, changes, () => write(own))
      const moved = await laterAmong(own, changes, ends)
      const found = [...moved, ...ending.filter((one) => !isStill(changes, one) && !moved.some(({ key, case_sid }) => key === one.key && case_sid === one.case_sid))] // oxfmt-ignore
      const isHeld = found.length > 0 && (await asksTwoPeople(own))
      return { later: isHeld ? found : [] }
    },
    ({ later: found }) => found.length === 0,
  )
  return later
}
