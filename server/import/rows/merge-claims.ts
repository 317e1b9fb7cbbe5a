import type { PriorityRow, RowRead } from '../../../model/import/row.ts'
import type { Model } from '../../../model/kit/model.ts'
import { docket } from '../../docketing/case-hooks.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { draftFrom, draftNew, examine, insertDrafts, updateDrafts } from '../../records/write/write.ts'
import { kindOf } from '../profile.ts'
import type { Item } from './item.ts'
import { admitted, type Claiming, inputOf, keyOfClaim } from './priority-rows.ts'

/** The claims of rows that change a case: the new ones, and the number of one that had only its day; `taken` by case. `write` stores them after the case. */
export async function mergeClaims(ctx: Context, model: Model, items: readonly Item[], drafts: readonly Draft[]) {
  const kind = kindOf(ctx, model)
  const taken = new Map<string, PriorityRow[]>()
  const told = items.flatMap((item, at) => {
    const draft = drafts[at]
    return draft && item.read.priorities.length + item.read.said.length > 0 ? [{ item, draft }] : []
  })
  if (!kind?.priorities || told.length === 0) return { taken, write: async () => {} }
  const { db } = ctx
  const there = await db.selectFrom('priority').selectAll().where('case_sid', 'in', told.map(({ draft }) => draft.sid)).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const [fresh, completed]: [RowValues[], { row: RowValues; claim: PriorityRow }[]] = [[], []]
  for (const { item, draft } of told) {
    const own = there.filter((row) => row.case_sid === draft.sid)
    const { rows, numbered } = await newClaims(ctx, { kind, claiming: kind.priorities }, { draft, read: item.read }, own)
    completed.push(...numbered)
    fresh.push(...rows.map((row) => inputOf(row, draft.sid)))
    if (numbered.length + rows.length > 0) taken.set(draft.sid, [...numbered.map(({ claim }) => claim), ...rows])
  }
  const write = async () => {
    const priority = modelNamed(ctx.tenant.models, 'priority')
    const known = completed.map(({ row, claim }) => {
      const draft = draftFrom(row)
      setValue(draft, 'priority_no', claim.priority_no)
      setValue(draft, 'priority_country', claim.priority_country)
      return draft
    })
    await examine(ctx, priority, known)
    await updateDrafts(ctx, priority, known.filter(({ faults }) => faults.length === 0)) // oxfmt-ignore
    const made = fresh.length ? await draftNew(ctx, priority, fresh) : []
    await insertDrafts(ctx, priority, made.filter(({ faults }) => faults.length === 0)) // oxfmt-ignore
    if (taken.size) await docket(ctx, taken.keys())
  }
  return { taken, write }
}

type Told = { draft: Draft; read: RowRead }

/** The claims of a row beside those `own` to its case: the new ones, and the numbers of those that had only their day. */
export async function newClaims(ctx: Context, of: Claiming, { draft, read }: Told, own: readonly RowValues[]) {
  const open = own.filter((row) => row.to_complete === true)
  const isNew = (claim: PriorityRow) =>
    claim.priority_no === null
      ? !own.some((row) => row.priority_date === claim.priority_date)
      : !own.some((row) => row.priority_key === keyOfClaim(claim) && row.priority_country === claim.priority_country)
  const asked = read.priorities.filter(isNew)
  const numbered = asked.flatMap((claim) => {
    const row =
      claim.priority_no !== null && claim.priority_country !== null ? open.find((one) => one.priority_date === claim.priority_date) : undefined
    return row ? [{ row, claim }] : []
  })
  const others = asked.filter((claim) => !numbered.some((one) => one.claim === claim))
  return { numbered, rows: await admitted(ctx, of, draft, { ...read, priorities: others }, own) }
}
