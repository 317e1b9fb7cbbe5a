import type { Context } from '../../../records/context.ts'
import type { HeldWrite } from '../../../records/proposals/holding.ts'
import { brokenBy, checkedBefore, refuseBroken } from '../../golden/broken.ts'
import { readLawTables } from '../law.ts'

/** The writes of one proposal are judged together: between the end of a version and the start of the next, the law has a gap. */
export async function carryOutLaw(ctx: Context, writes: readonly HeldWrite[], act: () => Promise<unknown>) {
  const before = await readLawTables(ctx.db)
  await checkedBefore.during(ctx, true, act)
  if (writes.some(({ proposed }) => Boolean(proposed.change_reason))) return
  const broken = await brokenBy(ctx, before, await readLawTables(ctx.db))
  if (broken.length > 0) refuseBroken(broken, refusalFor(writes))
}

function refusalFor(writes: readonly HeldWrite[]): Parameters<typeof refuseBroken>[1] {
  if (writes.some(({ entity }) => entity === 'office_calendar' || entity === 'calendar_year')) return 'golden_cases_calendar'
  if (writes.some(({ action }) => action === 'RESTORE')) return 'golden_cases_restored'
  return writes.some(({ action }) => action === 'DELETE') ? 'golden_cases_removal' : 'golden_cases'
}
