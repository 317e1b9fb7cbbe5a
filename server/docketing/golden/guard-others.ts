import type { Context, Hooks, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { contextSlot } from '../../records/slots.ts'
import { readLawTables, type TenantLaw } from '../law/law.ts'
import { brokenBy, checkedBefore, refuseBroken } from './broken.ts'

/**
 * Changes without a stated reason: a deleted rule or price, and a calendar. They are refused if a golden case no longer holds: the rule
 * is first made invalid with a reason; if the calendar is right, the golden case is wrong and is corrected first. A record
 * restored from the recycle bin is checked like a new one.
 */
export const guardOthers: Part = {
  hooks: [
    { model: ['deadline_rule', 'fee_schedule'], ...ofRemovals() },
    { model: ['office_calendar', 'calendar_year'], ...ofCalendars() },
  ],
}

function ofRemovals(): Hooks {
  return {
    deleting: (ctx, _rows, write) => guarded(ctx, 'golden_cases_removal', () => write(ctx)),
    restored: refuseRestored('golden_cases_restored'),
  }
}

type Refusing = Parameters<typeof refuseBroken>[1]

async function guarded(ctx: Context, refusal: Refusing, act: () => Promise<void>) {
  if (!isGuarded(ctx)) return act()
  const before = await readLawTables(ctx.db)
  await act()
  await refuseIfBroken(ctx, before, refusal)
}

function refuseRestored(refusal: Refusing) {
  return async (ctx: Context, rows: readonly RowValues[]) => {
    if (!isGuarded(ctx)) return
    const sids = rows.map(({ sid }) => String(sid))
    await refuseIfBroken(ctx, await readLawTables(ctx.db, sids), refusal)
  }
}

function isGuarded(ctx: Context) {
  return ctx.source !== 'job' && !checkedBefore.of(ctx)
}

async function refuseIfBroken(ctx: Context, before: TenantLaw, refusal: Refusing) {
  const broken = await brokenBy(ctx, before, await readLawTables(ctx.db))
  if (broken.length > 0) refuseBroken(broken, refusal)
}

/** The law before new days are written. */
const lawBefore = contextSlot<TenantLaw>()

function ofCalendars(): Hooks {
  return {
    async check(ctx, drafts) {
      if (!isGuarded(ctx) || drafts.length === 0 || !ctx.slots) return
      const law = await readLawTables(ctx.db)
      lawBefore.clear(ctx)
      lawBefore.ensure(ctx, () => law)
    },
    async written(ctx) {
      const before = lawBefore.of(ctx)
      if (!before) return
      lawBefore.clear(ctx)
      await refuseIfBroken(ctx, before, 'golden_cases_calendar')
    },
    deleting: (ctx, _rows, write) => guarded(ctx, 'golden_cases_calendar', () => write(ctx)),
    restored: refuseRestored('golden_cases_calendar'),
  }
}
