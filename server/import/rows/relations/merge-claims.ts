import type { CaseKind } from '../../../../model/cases/case-kind.ts'
import type { PriorityRow, RowRead } from '../../../../model/import/row.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { docket } from '../../../docketing/case-hooks.ts'
import { modelNamed } from '../../../records/registry.ts'
import { setValue } from '../../../records/write/checks/validate.ts'
import type { Context, Draft, RowValues } from '../../../records/context.ts'
import { draftFrom, draftNew, examine, insertDrafts, updateDrafts } from '../../../records/write/write.ts'
import { kindOf } from '../../profile.ts'
import type { Item } from '../item.ts'
import { noteWarnings } from '../outcomes/notes.ts'
import { admitted, type Claiming, inputOf, keyOfClaim, lineOf } from './priority-rows.ts'
import { waitsForSecond } from '../outcomes/outcomes.ts'

/**
 * The claims of rows that change a case: the new ones, the number of one that had only its day, and, where the table `corrects`,
 * the date of one that has another; `taken` by case, and `former` those that they replace. `write` stores them after the case, and tells the cases with a claim that
 * was `written`, and those with a date that was proposed to a second person.
 */
export async function mergeClaims(ctx: Context, model: Model, items: readonly Item[], drafts: readonly Draft[], corrects: boolean) {
  const kind = kindOf(ctx, model)
  const [taken, former] = [new Map<string, PriorityRow[]>(), new Map<string, RowValues[]>()]
  const [written, waiting] = [new Set<string>(), new Set<string>()]
  const stated = items.flatMap((item, at) => {
    const draft = drafts[at]
    return draft && item.read.priorities.length + item.read.said.length > 0 ? [{ item, draft }] : []
  })
  if (!kind?.priorities || stated.length === 0) return { taken, former, written, waiting, write: async () => {} }
  const { db } = ctx
  const there = await db.selectFrom('priority').selectAll().where('case_sid', 'in', stated.map(({ draft }) => draft.sid)).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  await dropParentless(ctx, stated)
  const [fresh, known]: [RowValues[], { row: RowValues; claim: PriorityRow; item: Item }[]] = [[], []]
  for (const { item, draft } of stated) {
    const own = there.filter((row) => row.case_sid === draft.sid)
    const { rows, numbered, redated } = await newClaims(ctx, { kind, claiming: kind.priorities }, { draft, read: item.read }, own, corrects)
    if (!corrects) for (const { row, claim } of redated) item.read.notes.push(KEPT(lineOf(claim), String(row.priority_date)))
    const changed = corrects ? [...numbered, ...redated] : numbered
    known.push(...changed.map((one) => ({ ...one, item })))
    fresh.push(...rows.map((row) => inputOf(row, draft.sid)))
    if (changed.length + rows.length > 0) taken.set(draft.sid, [...changed.map(({ claim }) => claim), ...rows])
    if (changed.length > 0) former.set(draft.sid, changed.map(({ row }) => row)) // oxfmt-ignore
  }
  const write = async () => {
    const priority = modelNamed(ctx.tenant.models, 'priority')
    const changed = await writeKnown(ctx, priority, known)
    const made = fresh.length ? await draftNew(ctx, priority, fresh) : []
    const good = made.filter(({ faults }) => faults.length === 0)
    await insertDrafts(ctx, priority, good)
    for (const { row } of [...good, ...changed.filter((draft) => draft.changed.size > 0)]) written.add(String(row.case_sid))
    for (const { row } of changed.filter(waitsForSecond)) waiting.add(String(row.case_sid))
    if (taken.size) await docket(ctx, taken.keys())
  }
  return { taken, former, written, waiting, write }
}

/** A kind without a parent says nothing of a case whose parent is on record. */
async function dropParentless({ db }: Context, stated: readonly { item: Item; draft: Draft }[]) {
  const some = stated.filter(({ item }) => item.read.parentless)
  if (some.length === 0) return
  const rows = await db.selectFrom('related_case').select('later_sid').where('later_sid', 'in', some.map(({ draft }) => draft.sid)).where('relation_type', 'in', ['DIV', 'CA', 'CIP']).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const related = new Set(rows.map(({ later_sid }) => later_sid))
  for (const { item: { read }, draft } of some) if (related.has(draft.sid)) read.said = read.said.filter((line) => line !== read.parentless) // oxfmt-ignore
}

const KEPT = (line: string, day: string) =>
  [`${line}：本案已有这项优先权，日期为 ${day}，未修改`, `${line}: the case has this priority with the date ${day}, which was kept`] as const

/** Updates the numbers and dates of claims of the case; a refused one is noted at its row and not returned. */
async function writeKnown(ctx: Context, priority: Model, known: readonly { row: RowValues; claim: PriorityRow; item: Item }[]): Promise<Draft[]> {
  const drafts = known.map(({ row, claim }) => {
    const draft: Draft = draftFrom(row)
    setValue(draft, 'priority_no', claim.priority_no)
    setValue(draft, 'priority_country', claim.priority_country ?? row.priority_country ?? null)
    setValue(draft, 'priority_date', claim.priority_date)
    return draft
  })
  await examine(ctx, priority, drafts)
  const good = drafts.filter(({ faults }) => faults.length === 0)
  await updateDrafts(ctx, priority, good)
  noteWarnings(known.map(({ item }) => item), drafts) // oxfmt-ignore
  for (const [at, { faults }] of drafts.entries()) {
    const { claim, item } = known[at] ?? {}
    if (claim) for (const { reason } of faults) item?.read.notes.push([`${lineOf(claim)}：${reason}`, `${lineOf(claim)}: ${reason}`])
  }
  return good
}

type StatedClaim = { draft: Draft; read: RowRead }

/**
 * The claims of a row beside those `own` to its case: the new ones, the numbers of those that had only their day, and those with another
 * day. Only a table that `corrects` gives another day to a claim without a number.
 */
export async function newClaims(ctx: Context, of: Claiming, { draft, read }: StatedClaim, own: readonly RowValues[], corrects = false) {
  const open = own.filter((row) => row.to_complete === true)
  const isNew = (claim: PriorityRow) =>
    claim.priority_no === null ? !own.some((row) => row.priority_date === claim.priority_date) : !own.some((row) => isSame(of.kind, row, claim))
  const moved = corrects ? movedDay(read.priorities.filter(isNew), own, read.priorities) : undefined
  const asked = read.priorities.filter((claim) => isNew(claim) && claim !== moved?.claim)
  const numbered = asked.flatMap((claim) => {
    const row =
      claim.priority_no !== null && claim.priority_country !== null ? open.find((one) => one.priority_date === claim.priority_date) : undefined
    return row ? [{ row, claim }] : []
  })
  const others = asked.filter((claim) => !numbered.some((one) => one.claim === claim))
  const redated = read.priorities.flatMap((claim) => {
    const row = claim.priority_no !== null && !isNew(claim) ? own.find((one) => isSame(of.kind, one, claim)) : undefined
    return row && row.priority_date !== claim.priority_date ? [{ row, claim }] : []
  })
  if (moved) redated.push(moved)
  return { numbered, redated, rows: await admitted(ctx, of, draft, { ...read, priorities: others }, own) }
}

/** The only claim of the case that has but its day, where the row has one such claim of no other office: its day was corrected. */
function movedDay(fresh: readonly PriorityRow[], own: readonly RowValues[], stated: readonly PriorityRow[]) {
  const [claim, ...others] = fresh.filter(({ priority_no }) => priority_no === null)
  const [row, ...more] = own.filter(({ priority_no, priority_date: day }) => !priority_no && !stated.some((one) => one.priority_date === day))
  if (!claim || !row || others.length + more.length > 0) return undefined
  const isElsewhere = claim.priority_country && row.priority_country && claim.priority_country !== row.priority_country
  return isElsewhere || row.priority_case_sid || claim.is_refused ? undefined : { row, claim }
}

/** A claim without an office is that of any office. */
function isSame(kind: CaseKind, { priority_no, priority_key, priority_country: own }: RowValues, claim: PriorityRow): boolean {
  const priority_country = claim.priority_country ?? (typeof own === 'string' ? own : null)
  if ((own ?? null) !== priority_country) return false
  return priority_key ? priority_key === keyOfClaim(kind, { ...claim, priority_country }) : priority_no === claim.priority_no
}
