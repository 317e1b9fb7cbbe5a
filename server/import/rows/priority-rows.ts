import { checkPriorities, earliestPriorityDate } from '../../../model/cases/relations/priorities.ts'
import type { PriorityRow } from '../../../model/rights/patents/import/priorities.ts'
import { docket } from '../../docketing/case-hooks.ts'
import type { Draft } from '../../records/hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context } from '../../records/context.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../../records/write/write.ts'
import type { Item } from './item.ts'

export type Claims = { draft: Draft; rows: PriorityRow[] }

/**
 * What each new case claims. A claim that cannot stand, as in the chains that databases list, is noted and does not keep the
 * case out. The earliest date is set before the case is written, so that writing the claims changes it no more.
 */
export function claimsOf(items: readonly Item[], drafts: readonly Draft[]): Claims[] {
  return items.flatMap((item, at) => {
    const draft = drafts[at]
    if (!draft || draft.faults.length || item.read.priorities.length === 0) return []
    const rows = item.read.priorities.filter((claim) => stands(claim, draft, item))
    setValue(draft, 'earliest_priority_date', earliestPriorityDate(rows, dayOf(draft.row.filing_date)) ?? null)
    return rows.length ? [{ draft, rows }] : []
  })
}

const dayOf = (value: unknown) => (typeof value === 'string' ? value : null)

function stands(claim: PriorityRow, draft: Draft, { read }: Item): boolean {
  const { row } = draft
  const [fault] = checkPriorities([{ ...claim, seq: 1 }], { filing_date: dayOf(row.filing_date), type: String(row.patent_type) }).filter(
    ({ level }) => level === 'block',
  )
  if (!fault) return true
  read.notes.push([`${claim.priority_no}：${fault.zh}`, `${claim.priority_no}: ${fault.en}`])
  setValue(draft, 'data_source', `${String(row.data_source ?? '')}；${claim.priority_no}：${fault.zh}`.slice(0, 255))
  return false
}

/** What the deadlines of each case follow from, as it will stand in the table. */
export const claimedBy = (claims: readonly Claims[]) =>
  new Map(
    claims.map(({ draft, rows }) => {
      const facts = rows.map(({ priority_date, priority_country }) => ({ priority_date, priority_country, restored: false }))
      return [draft.sid, facts.toSorted((one, other) => (one.priority_date < other.priority_date ? -1 : 1))]
    }),
  )

export async function addPriorities(ctx: Context, claims: readonly Claims[]) {
  const inputs = claims.flatMap(({ draft, rows }) => rows.map((row) => ({ ...row, case_sid: draft.sid })))
  if (inputs.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'priority')
  const drafts = await draftNew(ctx, model, inputs)
  const good = drafts.filter(({ faults }) => faults.length === 0)
  await insertDrafts(ctx, model, good)
  if (good.length < drafts.length) await correctEarliest(ctx, claims, good)
}

/** What was refused only now no longer counts. */
async function correctEarliest(ctx: Context, claims: readonly Claims[], good: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'patent')
  const kept = Map.groupBy(good, ({ row }) => String(row.case_sid))
  const wrong = claims.filter(({ draft, rows }) => (kept.get(draft.sid)?.length ?? 0) < rows.length).map(({ draft }) => draft.sid)
  const drafts = (await lockRows(ctx, model, wrong)).map(draftFrom)
  for (const draft of drafts) {
    const dates = (kept.get(draft.sid) ?? []).map(({ row }) => ({ priority_date: String(row.priority_date) }))
    setValue(draft, 'earliest_priority_date', earliestPriorityDate(dates, dayOf(draft.row.filing_date)) ?? null)
  }
  await updateDrafts(ctx, model, drafts)
  await docket(ctx, wrong)
}
