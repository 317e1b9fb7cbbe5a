import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { modelNamed } from '../../records/registry.ts'
import { runHooks } from '../../records/hooks.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context, Draft } from '../../records/context.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { byKind } from '../kinds.ts'

/** Sets the earliest priority date, else the filing date. */
export async function setEarliest(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  if (!kind.priorities) return
  const filed = fieldOfRole(kind.model, 'filing_date') ?? ''
  const changed = drafts.filter((draft) => !draft.before || draft.changed.has(filed))
  const known = changed.flatMap(({ before, sid }) => (before ? [sid] : []))
  keepEarliest(kind, changed, await earliestClaims(ctx, known))
}

/** Runs after a priority was written or deleted; history, deadlines and other subscribers of the case follow. */
export async function refreshEarliest(ctx: Context, sids: readonly string[]) {
  const own = onBehalfOf(ctx)
  for (const [kind, cases] of await byKind(ctx, sids)) {
    if (!kind.priorities) continue
    const model = modelNamed(ctx.tenant.models, kind.name)
    const drafts = (await lockRows(own, model, cases)).map(draftFrom)
    keepEarliest(kind, drafts, await earliestClaims(own, cases))
    const moved = drafts.filter((draft) => draft.changed.size > 0)
    await runHooks(model.name, 'prepare', own, moved)
    await updateDrafts(own, model, moved)
  }
}

function keepEarliest({ model, priorities }: CaseKind, drafts: readonly Draft[], claimed: ReadonlyMap<string, string>) {
  const filed = fieldOfRole(model, 'filing_date') ?? ''
  for (const draft of drafts) if (priorities) setValue(draft, priorities.earliest, claimed.get(draft.sid) ?? draft.row[filed] ?? null)
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
