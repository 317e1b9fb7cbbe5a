import { modelNamed } from '../../records/registry.ts'
import { runHooks, type Draft } from '../../records/hooks.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'

/** The earliest of its priorities, else its filing date. */
export async function setEarliest(ctx: Context, drafts: readonly Draft[]) {
  const changed = drafts.filter((draft) => !draft.before || draft.changed.has('filing_date'))
  const claimed = await earliestClaims(
    ctx,
    changed.filter(({ before }) => before).map(({ sid }) => sid),
  )
  for (const draft of changed) setValue(draft, 'earliest_priority_date', claimed.get(draft.sid) ?? draft.row.filing_date ?? null)
}

/** After a priority was written or deleted; history, deadlines and whatever else heeds the case follow. */
export async function refreshEarliest(ctx: Context, sids: readonly string[]) {
  if (sids.length === 0) return
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'patent')
  const drafts = (await lockRows(own, model, [...new Set(sids)])).map(draftFrom)
  const claimed = await earliestClaims(
    own,
    drafts.map(({ sid }) => sid),
  )
  for (const draft of drafts) setValue(draft, 'earliest_priority_date', claimed.get(draft.sid) ?? draft.row.filing_date ?? null)
  const moved = drafts.filter((draft) => draft.changed.size > 0)
  await runHooks(model.name, 'prepare', own, moved)
  await updateDrafts(own, model, moved)
}

async function earliestClaims({ db }: Context, sids: readonly string[]): Promise<Map<string, string>> {
  if (sids.length === 0) return new Map()
  const rows = await db
    .selectFrom('priority')
    .select(({ fn }) => ['case_sid', fn.min('priority_date').as('first')])
    .where('case_sid', 'in', sids)
    .where('deleted_at', 'is', null)
    .groupBy('case_sid')
    .execute()
  return new Map(rows.map((row) => [String(row.case_sid), String(row.first)]))
}
