import { createHash, randomUUID } from 'node:crypto'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { PriorityRow, RowFault } from '../../../model/import/row.ts'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import { dryRun } from '../../records/dry-run.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { fieldsOf } from '../../records/registry.ts'
import { draftNew } from '../../records/write/write.ts'
import { kindOf, profileOf } from '../profile.ts'
import { changeAll, UPDATING } from '../rows/change-records.ts'
import { isOfData } from '../rows/outcomes/write-errors.ts'
import { type ExistingRecord, findExisting, firstOfEach, forgetRows, keepRow, rowSeen, type Seen } from '../rows/existing-records.ts'
import { alreadyThere, HIDDEN, NOT_TO_MAKE, refusedFor } from '../rows/outcomes/faults.ts'
import { completeRecord, type FileRecord, recordOf } from './file-records.ts'
import type { Item, Mode, Rejected } from '../rows/item.ts'
import { insertNotingKeptDays } from '../rows/insert-noting-kept-days.ts'
import { noteDerived, noteWarnings } from '../rows/outcomes/notes.ts'
import { mayMake, seenOf } from '../rows/permission.ts'
import { claimsOf } from '../rows/relations/priority-rows.ts'
import { paidBy } from '../rows/paid-annuities.ts'
import { missingIn } from '../rows/outcomes/problems.ts'
import { readCodeWords } from '../rows/references/code-words.ts'
import { resolveNames } from '../rows/references/references.ts'
import { withoutOwnParents } from '../rows/relations/tree-rows.ts'
import { faulty, type Known, rejectedFor } from '../rows/outcomes/outcomes.ts'

/** The same counts that the import will have. `there` and `again`: rows whose record exists, and duplicates within the file. */
export type Tried = {
  created: Item[]
  updated: Item[]
  completed: Item[]
  waiting: Item[]
  skipped: Item[]
  rejected: Rejected[]
  there: number
  again: number
  drafts: Map<Item, TriedDraft>
}

/** Draft for a row; `former`: the claims of its case that would change */
export type TriedDraft = { draft: Draft; claims: readonly PriorityRow[]; former?: readonly RowValues[] }

/** Mode of an import, and the results that the earlier rows of its file would have; `digests`: the last findings of each */
export type Trial = { mode: Mode; seen: Seen; records: Map<number, FileRecord>; digests: Map<number, string> }

export const newTrial = (mode: Mode): Trial => ({ mode, seen: new Map(), records: new Map(), digests: new Map() })

/** Without the note of the row's own place in the file. */
function digestOf(ctx: Context, model: Model, { values, read }: Item) {
  const said = { ...values, [profileOf(ctx, model)?.source_field ?? '']: null }
  return createHash('sha256')
    .update(JSON.stringify([said, read.priorities]))
    .digest('base64')
}

/** Runs before the trial is rolled back. */
type Then = (tx: Context, items: readonly Item[], tried: Tried) => Promise<void>

/** Tries rows as the import would take them, in the order of their file, in smaller parts where PostgreSQL refuses one; nothing is stored. */
export async function tryEach(ctx: Context, model: Model, items: readonly Item[], trial: Trial, then: Then = async () => {}): Promise<Tried> {
  try {
    return await dryRun({ ...ctx, from_file: true, entered: model.name }, async (tx) => {
      const act = () => tryAll(tx, model, items, trial)
      const tried = kindOf(tx, model) ? await docketTogether(tx, act) : await act()
      await then(tx, items, tried)
      return tried
    })
  } catch (error) {
    forgetRows(trial.seen, new Set(items.map(({ row }) => row.at)))
    if (!isOfData(error)) throw error
    const [one] = items
    if (one && items.length === 1) return { ...nothingTried(), rejected: [rejectedFor(ctx, model, one, [refusedFor(error)])] }
    const middle = Math.ceil(items.length / 2)
    const first = await tryEach(ctx, model, items.slice(0, middle), trial, then)
    return together(first, await tryEach(ctx, model, items.slice(middle), trial, then))
  }
}

async function tryAll(ctx: Context, model: Model, items: readonly Item[], trial: Trial): Promise<Tried> {
  const readable = items.filter(({ read }) => read.faults.length === 0)
  await withoutOwnParents(ctx, model, readable)
  readCodeWords(ctx, model, readable)
  await resolveNames(ctx, model, readable)
  const [sound, unsound] = parted(items, ({ read }) => read.faults.length === 0)
  const tried = together(await rejectUnsound(ctx, model, unsound), await trySound(ctx, model, sound, trial))
  return { ...tried, rejected: tried.rejected.toSorted((one, other) => one.row.at - other.row.at) }
}

/** A name is not looked up for a row with a fault, so such a row finds no record by it. */
const isResolved = ({ read }: Item) => !Object.values(read.values).some((value) => typeof value === 'object' && value !== null && 'named' in value)

/** A row with a fault lacks nothing that its record has, or may have. */
async function rejectUnsound(ctx: Context, model: Model, unsound: readonly Item[]): Promise<Tried> {
  if (unsound.length === 0) return nothingTried()
  const { there, unclear } = await findExisting(ctx, model, unsound.filter(isResolved)) // oxfmt-ignore
  const isThere = (item: Item) => !isResolved(item) || there.has(item) || unclear.has(item)
  const rejected = unsound.map((item) => rejectedFor(ctx, model, item, [...item.read.faults, ...(isThere(item) ? [] : missingIn(model, item.read))]))
  return { ...nothingTried(), rejected, there: unsound.filter((item) => there.has(item) || unclear.has(item)).length }
}

async function trySound(ctx: Context, model: Model, items: readonly Item[], trial: Trial): Promise<Tried> {
  if (items.length === 0) return nothingTried()
  const { there, unclear } = await findExisting(ctx, model, items)
  const several = severalOf(ctx, model, [...unclear], trial.mode)
  let sum: Tried = { ...several, there: unclear.size }
  let rest = items.filter((item) => !unclear.has(item))
  while (rest.length > 0) {
    const { first, again } = firstOfEach(ctx, model, rest, there)
    sum = together(sum, await tryFirst(ctx, model, first, { there, trial }))
    rest = again
  }
  return sum
}

type Facing = { there: ReadonlyMap<Item, ExistingRecord>; trial: Trial }

/** Rows of different records: new ones, those of records that exist, and those that an earlier row of the file makes. */
async function tryFirst(ctx: Context, model: Model, items: readonly Item[], { there, trial }: Facing): Promise<Tried> {
  const known = items.flatMap((item) => {
    const record = there.get(item)
    return record ? [{ item, record }] : []
  })
  const repeated = known.filter(({ record }) => trial.seen.has(record.sid)).length
  const others = items.filter((item) => !there.has(item))
  const [ofFile, fresh] = parted(others, (item) => rowSeen(ctx, model, trial.seen, item) !== undefined)
  const made = await tryFresh(ctx, model, fresh, trial)
  const changed = await tryKnown(ctx, model, known, trial)
  const added = await tryAgain(ctx, model, ofFile, trial)
  const sum = together(together(made, changed), added)
  return { ...sum, there: known.length - repeated, again: ofFile.length + repeated }
}

async function tryFresh(ctx: Context, model: Model, fresh: readonly Item[], { mode, seen, records, digests }: Trial): Promise<Tried> {
  if (fresh.length === 0) return nothingTried()
  if (!mayMake(ctx, model)) return { ...nothingTried(), rejected: fresh.map((item) => rejectedFor(ctx, model, item, [NOT_TO_MAKE])) }
  const [whole, lacking] = parted(fresh, ({ read }) => missingIn(model, read).length === 0)
  const inputs = whole.map(({ values }) => withOwnNumber(model, values))
  const drafts = await draftNew(ctx, model, inputs)
  noteDerived(whole)
  noteWarnings(whole, drafts)
  const kind = kindOf(ctx, model)
  const claims = new Map((kind ? await claimsOf(ctx, kind, whole, drafts) : []).map(({ draft, rows }) => [draft.sid, rows]))
  const made = new Map<Item, TriedDraft>()
  for (const [at, item] of whole.entries()) {
    const draft = drafts[at]
    if (draft && draft.faults.length === 0) made.set(item, { draft, claims: claims.get(draft.sid) ?? [] })
  }
  if (kind) for (const [item, tried] of made) records.set(item.row.at, recordOf(kind, tried.draft, tried.claims))
  for (const item of made.keys()) keepRow(ctx, model, item, seen)
  if (mode === 'update') for (const item of made.keys()) digests.set(item.row.at, digestOf(ctx, model, item))
  const rejected = [...lacking.map((item) => rejectedFor(ctx, model, item, missingIn(model, item.read))), ...faulty(whole, drafts)]
  const [waiting, created] = parted([...made.keys()], await isHeldBack(ctx, model, made))
  return { ...nothingTried(), created, waiting, rejected, drafts: made }
}

/** Only docketing shows whether a new notice puts a deadline later; the trial is rolled back. */
async function isHeldBack(ctx: Context, model: Model, made: ReadonlyMap<Item, TriedDraft>): Promise<(item: Item) => boolean> {
  if (model.name !== 'official_event' || made.size === 0) return () => false
  const keptFor = await insertNotingKeptDays(ctx, model, [...made.values()].map(({ draft }) => draft)) // oxfmt-ignore
  for (const [{ read }, { draft }] of made) {
    const waits = keptFor(draft)
    if (waits) read.notes.push(waits)
  }
  return (item) => {
    const draft = made.get(item)?.draft
    return draft !== undefined && keptFor(draft) !== undefined
  }
}

/** Rows of existing records. Later rows find a record by the values that this one stores. */
async function tryKnown(ctx: Context, model: Model, known: readonly Known[], { mode, seen: trialSeen }: Trial): Promise<Tried> {
  if (known.length === 0) return nothingTried()
  for (const { item, record } of known) trialSeen.set(record.sid, { row: {}, at: item.row.at })
  if (mode === 'skip') return { ...nothingTried(), skipped: known.map(({ item }) => item) }
  if (mode === 'report') {
    const seen = await seenOf(ctx, model, known.map(({ record }) => record.sid)) // oxfmt-ignore
    const rejected = known.map(({ item, record }) => rejectedFor(ctx, model, item, [alreadyThere(item, seen.has(record.sid) ? record.name : '')]))
    return { ...nothingTried(), rejected }
  }
  const { seen, unseen, drafts, failed, isChanged, isWaiting, claims } = await changeAll(ctx, model, known, UPDATING)
  const changed = seen.flatMap(({ item }, at): [Item, TriedDraft][] => {
    const draft = drafts[at]
    if (!draft || draft.faults.length > 0) return []
    const isTaken = claims.written.has(draft.sid) || claims.waiting.has(draft.sid)
    return [[item, { draft, claims: isTaken ? (claims.taken.get(draft.sid) ?? []) : [], former: claims.former.get(draft.sid) ?? [] }]]
  })
  for (const [item] of changed) keepRow(ctx, model, item, trialSeen)
  const hidden = unseen.map(({ item }) => rejectedFor(ctx, model, item, [HIDDEN]))
  const held = new Set(seen.flatMap(({ item }, at) => (isWaiting(at) ? [item] : [])))
  const paid = await paidBy(ctx, seen.map(({ item }) => item)) // oxfmt-ignore
  const moved = new Set(seen.flatMap(({ item }, at) => (isChanged(at) || paid.has(item.became ?? '') ? [item] : [])))
  const [waiting, taken] = parted(changed.map(([item]) => item), (item) => held.has(item)) // oxfmt-ignore
  const [updated, skipped] = parted(taken, (item) => moved.has(item))
  return { ...nothingTried(), updated, waiting, skipped, rejected: [...failed, ...hidden], drafts: new Map(changed) }
}

function severalOf(ctx: Context, model: Model, unclear: readonly [Item, RowFault][], mode: Mode): Tried {
  if (mode === 'skip') return { ...nothingTried(), skipped: unclear.map(([item]) => item) }
  return { ...nothingTried(), rejected: unclear.map(([item, fault]) => rejectedFor(ctx, model, item, [fault])) }
}

/** Duplicates of rows of the file: those that add to their case complete it. */
async function tryAgain(ctx: Context, model: Model, again: readonly Item[], trial: Trial): Promise<Tried> {
  const [kind, tried] = [kindOf(ctx, model), nothingTried()]
  for (const item of again) {
    const at = rowSeen(ctx, model, trial.seen, item) ?? item.row.at
    item.said_before ??= at
    const added = kind ? await completes(ctx, kind, item, { ...trial, at }) : false
    if (trial.mode === 'update') tried[saysMore(trial, at, digestOf(ctx, model, item)) || added ? 'updated' : 'skipped'].push(item)
    else if (added) tried.completed.push(item)
    else if (trial.mode === 'skip') tried.skipped.push(item)
    else tried.rejected.push(rejectedFor(ctx, model, item, [alreadyThere(item, '')]))
  }
  return tried
}

/** A duplicate that repeats the row before it changes nothing. */
function saysMore({ digests }: Trial, at: number, said: string): boolean {
  const isSame = digests.get(at) === said
  digests.set(at, said)
  return !isSame
}

async function completes(ctx: Context, kind: CaseKind, item: Item, { at, seen, records }: Trial & { at: number }): Promise<boolean> {
  const record = records.get(at)
  return record ? completeRecord(ctx, kind, item, { at, record, seen }) : false
}

const nothingTried = (): Tried => ({
  created: [],
  updated: [],
  completed: [],
  waiting: [],
  skipped: [],
  rejected: [],
  there: 0,
  again: 0,
  drafts: new Map(),
})

const together = (one: Tried, other: Tried): Tried => ({
  created: [...one.created, ...other.created],
  updated: [...one.updated, ...other.updated],
  completed: [...one.completed, ...other.completed],
  waiting: [...one.waiting, ...other.waiting],
  skipped: [...one.skipped, ...other.skipped],
  rejected: [...one.rejected, ...other.rejected],
  there: one.there + other.there,
  again: one.again + other.again,
  drafts: new Map([...one.drafts, ...other.drafts]),
})

const parted = <T>(all: readonly T[], isFirst: (one: T) => boolean) => [all.filter(isFirst), all.filter((one) => !isFirst(one))] as const

/** A number from a rule is drawn once and never returned, so a trial draws none. */
function withOwnNumber(model: Model, values: Record<string, unknown>): Record<string, unknown> {
  const isDrawn = ([code, field]: [string, Field]) => field.type === 'string' && field.auto_number && values[code] === undefined
  return { ...values, ...Object.fromEntries(fieldsOf(model).flatMap((one) => (isDrawn(one) ? [[one[0], randomUUID()]] : []))) }
}
