import { checkPriorities, earliestPriorityDate } from '../../../model/cases/relations/priorities.ts'
import type { CaseKind, PriorityClaims } from '../../../model/cases/case-kind.ts'
import { fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { PriorityRow } from '../../../model/import/row.ts'
import { docket } from '../../docketing/case-hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context, Draft } from '../../records/context.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../../records/write/write.ts'
import type { Item } from './item.ts'

/** The claims of a new case, and how its kind stores the earliest one. */
export type Claims = { draft: Draft; rows: PriorityRow[]; kind: CaseKind; claiming: PriorityClaims }

/**
 * The claims of each new case. An invalid claim, as in the chains listed by databases, is noted and does not reject the
 * case. The earliest date is set before the write of the case, so that writing the claims does not change it.
 */
export function claimsOf(kind: CaseKind, items: readonly Item[], drafts: readonly Draft[]): Claims[] {
  const { priorities: claiming } = kind
  if (!claiming) return []
  return items.flatMap((item, at) => {
    const draft = drafts[at]
    if (!draft || draft.faults.length || item.read.priorities.length === 0) return []
    const rows = item.read.priorities.filter((claim) => stands({ kind, claiming }, claim, draft, item))
    setEarliest({ kind, claiming }, draft, rows)
    return rows.length ? [{ draft, rows, kind, claiming }] : []
  })
}

type Claiming = { kind: CaseKind; claiming: PriorityClaims }

function setEarliest({ kind, claiming }: Claiming, draft: Draft, rows: readonly { priority_date: string }[]) {
  setValue(draft, claiming.earliest, earliestPriorityDate(rows, filingDateOf(kind, draft)) ?? null)
}

function filingDateOf({ model }: CaseKind, { row }: Draft) {
  const value = row[fieldOfRole(model, 'filing_date') ?? '']
  return typeof value === 'string' ? value : null
}

function stands({ kind, claiming }: Claiming, claim: PriorityRow, draft: Draft, { read }: Item): boolean {
  const { row } = draft
  const months = claiming.months(String(row[fieldOfRole(kind.model, 'subtype') ?? '']))
  const notices = checkPriorities([{ ...claim, seq: 1 }], { filing_date: filingDateOf(kind, draft), months })
  const fault = notices.find(({ level }) => level === 'block')
  if (!fault) return true
  read.notes.push([`${claim.priority_no}：${fault.zh}`, `${claim.priority_no}: ${fault.en}`])
  const remarks = kind.importProfile?.source_field
  if (remarks) setValue(draft, remarks, `${String(row[remarks] ?? '')}；${claim.priority_no}：${fault.zh}`.slice(0, 255))
  return false
}

/** The inputs of each case's deadlines, as they will be stored. */
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

/** Claims refused only now no longer count. */
async function correctEarliest(ctx: Context, claims: readonly Claims[], good: readonly Draft[]) {
  const kept = Map.groupBy(good, ({ row }) => String(row.case_sid))
  const wrong = claims.filter(({ draft, rows }) => (kept.get(draft.sid)?.length ?? 0) < rows.length)
  for (const [kind, some] of Map.groupBy(wrong, (one) => one.kind)) {
    const model = modelNamed(ctx.tenant.models, kind.name)
    const claiming = new Map(some.map((one) => [one.draft.sid, one]))
    const drafts = (await lockRows(ctx, model, [...claiming.keys()])).map(draftFrom)
    for (const draft of drafts) {
      const one = claiming.get(draft.sid)
      const dates = (kept.get(draft.sid) ?? []).map(({ row }) => ({ priority_date: String(row.priority_date) }))
      if (one) setEarliest(one, draft, dates)
    }
    await updateDrafts(ctx, model, drafts)
  }
  await docket(
    ctx,
    wrong.map(({ draft }) => draft.sid),
  )
}
