import { dryRun } from '../../records/dry-run.ts'
import { randomUUID } from 'node:crypto'
import type { Model } from '../../../model/kit/model.ts'
import { fieldsOf } from '../../records/registry.ts'
import type { Context } from '../../records/context.ts'
import { draftNew } from '../../records/write/write.ts'
import { findExisting, firstOfEach, type Seen } from './existing-records.ts'
import type { Item, Rejected } from './item.ts'
import { resolveNames } from './references.ts'
import { Refusal } from '../../errors.ts'
import { kindOf, profileOf } from '../profile.ts'
import { claimsOf } from './priority-rows.ts'
import { noteWarnings } from './notes.ts'
import { missingIn } from './problems.ts'
import { faulty, rejectedFor } from './told.ts'

/** The result of a dry run: rows that would be rejected with the reason, and the number of existing and duplicate ones. */
export type DryRun = { rejected: Rejected[]; there: number; again: number; completing: number }

/** The filled fields of the record that each first row makes, and its state: whether a later row adds to it. */
export type Filled = Map<number, { codes: Set<string>; state: unknown }>

/** Kept over the batches of one file. */
export type Kept = { seen: Seen; filled: Filled }

/** Runs every check of a write; nothing is stored. */
export const dryRunRows = (ctx: Context, model: Model, items: readonly Item[], kept: Kept): Promise<DryRun> =>
  dryRun({ ...ctx, from_file: true }, (tx) => examineRows(tx, model, items, kept))

async function examineRows(ctx: Context, model: Model, items: readonly Item[], { seen, filled }: Kept): Promise<DryRun> {
  await resolveNames(
    ctx,
    model,
    items.filter(({ read }) => read.faults.length === 0),
  )
  const [sound, unsound] = parted(items, ({ read }) => read.faults.length === 0)
  const { there, unclear } = await findExisting(ctx, model, sound)
  const clear = sound.filter((item) => !unclear.has(item))
  const { first, again } = firstOfEach(ctx, model, clear, there, seen)
  const fresh = first.filter((item) => !there.has(item))
  // An existing record only needs the changed values.
  const [whole, lacking] = parted(fresh, ({ read }) => missingIn(model, read).length === 0)
  const drafts = await draftNew(
    ctx,
    model,
    whole.map(({ values }) => withOwnNumber(model, values)),
  )
  noteWarnings(whole, drafts)
  const kind = kindOf(ctx, model)
  if (kind) await claimsOf(ctx, kind, whole, drafts) // reports invalid claims
  const rejected = [
    ...unsound.map((item) => rejectedFor(ctx, model, item, [...item.read.faults, ...missingIn(model, item.read)])),
    ...lacking.map((item) => rejectedFor(ctx, model, item, missingIn(model, item.read))),
    ...faulty(whole, drafts),
  ]
  return {
    rejected: rejected.sort((one, other) => one.row.at - other.row.at),
    there: first.length - fresh.length + unclear.size,
    again: again.length,
    completing: kind ? addedBy(ctx, model, fresh, again, filled) : 0,
  }
}

/** The number of repeated rows that add to the record of their first row. */
function addedBy(ctx: Context, model: Model, fresh: readonly Item[], again: readonly Item[], filled: Filled): number {
  const state = model.states?.field ?? ''
  const kept = new Set([state, ...(profileOf(ctx, model)?.kept ?? [])])
  const codesIn = ({ values }: Item) => Object.keys(values).filter((code) => values[code] !== undefined && values[code] !== null && !kept.has(code))
  for (const item of fresh) filled.set(item.row.at, { codes: new Set(codesIn(item)), state: item.values[state] })
  return again.filter((item) => {
    const record = filled.get(item.said_before ?? 0)
    if (!record) return false
    const fresh = codesIn(item).filter((code) => !record.codes.has(code))
    const [from, to] = [record.state, item.values[state]]
    const isOn =
      typeof from === 'string' && typeof to === 'string' && profileOf(ctx, model)?.advances?.(from, to, item.read.is_state_stated ?? false) === true
    for (const code of fresh) record.codes.add(code)
    if (isOn) record.state = to
    return fresh.length > 0 || isOn
  }).length
}

const parted = <T>(all: readonly T[], isFirst: (one: T) => boolean) => [all.filter(isFirst), all.filter((one) => !isFirst(one))] as const

/** Of rows that lack required values of a new record, those that exist already. */
export async function existingOf(ctx: Context, model: Model, items: readonly Item[]): Promise<ReadonlySet<Item>> {
  const lacking = items.filter(({ read }) => read.faults.length === 0 && missingIn(model, read).length > 0)
  return lacking.length ? new Set((await findExisting(ctx, model, lacking)).there.keys()) : new Set()
}

/** A number from a rule is drawn once and never returned, so a dry run draws none. */
export function withOwnNumber(model: Model, values: Record<string, unknown>): Record<string, unknown> {
  const given = fieldsOf(model).flatMap(([code, field]) => (field.type === 'string' && field.auto_number && values[code] === undefined ? [code] : []))
  return { ...values, ...Object.fromEntries(given.map((code) => [code, randomUUID()])) }
}

/** An invalid value, or a number that another writer used meanwhile, as reported by PostgreSQL or the checks. */
export const isOfData = (error: unknown) => /^2[23]/.test(stateOf(error)) || isTaken(error)

/** A conflict with another writer, which succeeds on a retry. */
export const isPassing = (error: unknown) => ['23505', '40001', '40P01'].includes(stateOf(error)) || isTaken(error)

const stateOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')
const isTaken = (error: unknown) => error instanceof Refusal && (error.name === 'validation' || error.name === 'rule')
