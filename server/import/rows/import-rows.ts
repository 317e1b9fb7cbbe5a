import type { RowFault } from '../../../model/import/row.ts'
import { fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { Model } from '../../../model/kit/model.ts'
import { foreseeCases } from '../../docketing/case-hooks.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { takeInput } from '../../records/write/validate.ts'
import type { Context, Draft } from '../../records/context.ts'
import { draftFrom, draftNew, examine, insertDrafts, lockRows, updateDrafts } from '../../records/write/write.ts'
import { findExisting, firstOfEach, type ExistingRecord } from './existing-records.ts'
import { kindOf } from '../profile.ts'
import { type Item, type Mode, nothing, type Outcome, plus, type Rejected } from './item.ts'
import { resolveNames } from './references.ts'
import { noteWarnings } from './notes.ts'
import { missingIn, problemOf } from './problems.ts'
import { mayMake, seenOf } from './permission.ts'
import { addPriorities, claimedBy, claimsOf } from './priority-rows.ts'

/** Writes rows of a file: creates new ones; skips, changes or reports existing ones by the mode. */
export async function importRows(caller: Context, model: Model, items: readonly Item[], mode: Mode): Promise<Outcome> {
  const ctx = { ...caller, from_file: true }
  const readable = items.filter(({ read }) => read.faults.length === 0)
  await resolveNames(ctx, model, readable)
  const sound = items.filter(({ read }) => read.faults.length === 0)
  const unsound = items.filter(({ read }) => read.faults.length > 0).map((item) => rejectedFor(ctx, model, item, item.read.faults))
  const taken = await takeSound(ctx, model, sound, mode)
  return plus({ ...nothing(), noted: sound.filter(({ read }) => read.notes.length).length, rejected: unsound }, taken)
}

/** A duplicate in a file is written once: the second one then exists already. */
async function takeSound(ctx: Context, model: Model, items: readonly Item[], mode: Mode): Promise<Outcome> {
  if (items.length === 0) return nothing()
  const { there, unclear } = await findExisting(ctx, model, items)
  const clear = items.filter((item) => !unclear.has(item))
  const { first, again } = firstOfEach(model, clear, there)
  const fresh = first.filter((item) => !there.has(item))
  const known = first.flatMap((item) => {
    const record = there.get(item)
    return record ? [{ item, record }] : []
  })
  const done = plus(await createAll(ctx, model, fresh), await treatKnown(ctx, model, known, mode))
  return plus(plus(done, leaveUnclear(ctx, model, unclear, mode)), await takeSound(ctx, model, again, mode))
}

/** A row that matches several records counts as existing, and changes none of them. */
function leaveUnclear(ctx: Context, model: Model, unclear: ReadonlyMap<Item, RowFault>, mode: Mode): Outcome {
  if (mode === 'skip') return { ...nothing(), skipped: unclear.size }
  return { ...nothing(), rejected: [...unclear].map(([item, fault]) => rejectedFor(ctx, model, item, [fault])) }
}

async function createAll(ctx: Context, model: Model, items: readonly Item[]): Promise<Outcome> {
  if (items.length === 0) return nothing()
  if (!mayMake(ctx, model)) return { ...nothing(), rejected: items.map((item) => rejectedFor(ctx, model, item, [NOT_TO_MAKE])) }
  const whole = items.filter(({ read }) => missingIn(model, read).length === 0)
  const lacking = items.filter((item) => !whole.includes(item)).map((item) => rejectedFor(ctx, model, item, missingIn(model, item.read)))
  const drafts = await draftNew(
    ctx,
    model,
    whole.map(({ values }) => values),
  )
  noteWarnings(whole, drafts)
  const good = drafts.filter(({ faults }) => faults.length === 0)
  const kind = kindOf(ctx, model)
  const claims = kind ? claimsOf(kind, whole, drafts) : []
  await foreseeCases(ctx, model, good, claimedBy(claims))
  await insertDrafts(ctx, model, good)
  await addPriorities(ctx, claims)
  for (const [at, item] of whole.entries()) if (drafts[at]?.faults.length === 0) item.became = drafts[at].sid
  return { ...nothing(), created: good.length, rejected: [...lacking, ...faulty(whole, drafts)] }
}

const NOT_TO_MAKE: RowFault = { field: '', words: ['没有相同的记录，而您无权新建', 'is not on record, and not yours to make'] }

export const faulty = (items: readonly Item[], drafts: readonly Draft[]): Rejected[] =>
  items.flatMap(({ row }, at) => {
    const faults = drafts[at]?.faults ?? []
    return faults.length ? [{ row, reasons: faults }] : []
  })

type Known = { item: Item; record: ExistingRecord }

async function treatKnown(ctx: Context, model: Model, known: readonly Known[], mode: Mode): Promise<Outcome> {
  if (known.length === 0) return nothing()
  if (mode === 'skip') return { ...nothing(), skipped: known.length }
  if (mode === 'report') return { ...nothing(), rejected: await reportedOf(ctx, model, known) }
  return updateAll(ctx, model, known)
}

async function reportedOf(ctx: Context, model: Model, known: readonly Known[]): Promise<Rejected[]> {
  const seen = await seenOf(
    ctx,
    model,
    known.map(({ record }) => record.sid),
  )
  return known.map(({ item, record }) => rejectedFor(ctx, model, item, [alreadyThere(item, seen.has(record.sid) ? record.name : '')]))
}

/** For a record hidden from this person, the message only says that the number is taken. */
function alreadyThere(item: Item, name: string): RowFault {
  const row = item.said_before
  if (row !== undefined) return { field: '', words: [`与本表第 ${row} 行重复：${name}`, `the same as row ${row} of this table: ${name}`] }
  if (name === '') return { field: '', words: ['号码已被占用', 'the number is taken'] }
  return { field: '', words: [`已有记录：${name}`, `already there: ${name}`] }
}

async function updateAll(ctx: Context, model: Model, known: readonly Known[]): Promise<Outcome> {
  const rows = new Map(
    (
      await lockRows(
        ctx,
        model,
        known.map(({ record }) => record.sid),
        { verb: 'update' },
      )
    ).map((row) => [row.sid, row]),
  )
  const access = accessOf(ctx, model)
  const seen = known.filter(({ record }) => rows.has(record.sid))
  const unseen = known.filter(({ record }) => !rows.has(record.sid))
  const drafts = seen.map(({ item, record }) => {
    const draft = draftFrom(rows.get(record.sid) ?? {})
    takeInput(ctx, model, access, draft, changesFor(ctx, model, item.values, draft.row))
    return draft
  })
  const changed = drafts.filter((draft) => draft.changed.size > 0 || draft.faults.length > 0)
  await examine(ctx, model, changed)
  noteWarnings(
    seen.map(({ item }) => item),
    drafts,
  )
  await updateDrafts(
    ctx,
    model,
    drafts.filter(({ faults }) => faults.length === 0),
  )
  for (const [at, { item }] of seen.entries()) if (drafts[at]?.faults.length === 0) item.became = drafts[at].sid
  const failed = faulty(
    seen.map(({ item }) => item),
    drafts,
  )
  const hidden = unseen.map(({ item }) =>
    rejectedFor(ctx, model, item, [{ field: '', words: ['号码已被占用，您无权修改', 'the number is taken, and not yours to change'] }]),
  )
  return { ...nothing(), updated: seen.length - failed.length, rejected: [...failed, ...hidden] }
}

/** The changes by the file: never system fields or numbering. Persons with the same names keep their shares, and an empty cell clears nothing. */
function changesFor(ctx: Context, model: Model, values: Record<string, unknown>, row: Record<string, unknown>): Record<string, unknown> {
  const kind = kindOf(ctx, model)
  const kept = new Set([model.states?.field, ...(kind ? [fieldOfRole(model, 'case_no'), ...(kind.importProfile?.kept ?? [])] : [])])
  return Object.fromEntries(Object.entries(values).filter(([code, value]) => !samePeople(value, row[code]) && !kept.has(code)))
}

function samePeople(now: unknown, before: unknown): boolean {
  if (!Array.isArray(now) || !Array.isArray(before) || now.length !== before.length) return false
  return now.every((row, at) => isWithin(row, before[at]))
}

const isWithin = (part: unknown, whole: unknown) =>
  typeof part === 'object' &&
  part !== null &&
  typeof whole === 'object' &&
  whole !== null &&
  Object.entries(part).every(([key, value]) => (whole as Record<string, unknown>)[key] === value)

export function rejectedFor(ctx: Context, model: Model, { row }: Item, faults: readonly RowFault[]): Rejected {
  return { row, reasons: faults.map((fault) => problemOf(ctx, model, row.at, fault)).map(({ field, label, reason }) => ({ field, label, reason })) }
}
