import { dryRun } from '../../records/dry-run.ts'
import { randomUUID } from 'node:crypto'
import type { Model } from '../../../model/kit/model.ts'
import { fieldsOf } from '../../records/registry.ts'
import type { Context } from '../../records/context.ts'
import { draftNew } from '../../records/write/write.ts'
import { findExisting, firstOfEach } from './existing-records.ts'
import type { Item, Rejected } from './item.ts'
import { resolveNames } from './references.ts'
import { Refusal } from '../../errors.ts'
import { kindOf } from '../profile.ts'
import { claimsOf } from './priority-rows.ts'
import { noteWarnings } from './notes.ts'
import { missingIn } from './problems.ts'
import { faulty, rejectedFor } from './import-rows.ts'

/** What would become of rows: those that could not be kept and why, and how many are there already or come twice. */
export type DryRun = { rejected: Rejected[]; there: number; again: number }

/** Everything that a record is asked before it is kept; nothing of it stays. */
export const dryRunRows = (ctx: Context, model: Model, items: readonly Item[]): Promise<DryRun> =>
  dryRun({ ...ctx, from_file: true }, (tx) => examineRows(tx, model, items))

async function examineRows(ctx: Context, model: Model, items: readonly Item[]): Promise<DryRun> {
  await resolveNames(
    ctx,
    model,
    items.filter(({ read }) => read.faults.length === 0),
  )
  const [sound, unsound] = parted(items, ({ read }) => read.faults.length === 0)
  const { there, unclear } = await findExisting(ctx, model, sound)
  const clear = sound.filter((item) => !unclear.has(item))
  const { first, again } = firstOfEach(model, clear, there)
  const fresh = first.filter((item) => !there.has(item))
  // What is on record already needs only what is to change.
  const [whole, lacking] = parted(fresh, ({ read }) => missingIn(model, read).length === 0)
  const drafts = await draftNew(
    ctx,
    model,
    whole.map(({ values }) => withOwnNumber(model, values)),
  )
  noteWarnings(whole, drafts)
  const kind = kindOf(ctx, model)
  if (kind) claimsOf(kind, whole, drafts) // tells which claims cannot stand
  const rejected = [
    ...unsound.map((item) => rejectedFor(ctx, model, item, [...item.read.faults, ...missingIn(model, item.read)])),
    ...lacking.map((item) => rejectedFor(ctx, model, item, missingIn(model, item.read))),
    ...faulty(whole, drafts),
  ]
  return {
    rejected: rejected.sort((one, other) => one.row.at - other.row.at),
    there: first.length - fresh.length + unclear.size,
    again: again.length,
  }
}

const parted = <T>(all: readonly T[], isFirst: (one: T) => boolean) => [all.filter(isFirst), all.filter((one) => !isFirst(one))] as const

/** Of rows that lack what a new record needs, those that are on record already. */
export async function existingOf(ctx: Context, model: Model, items: readonly Item[]): Promise<ReadonlySet<Item>> {
  const lacking = items.filter(({ read }) => read.faults.length === 0 && missingIn(model, read).length > 0)
  return lacking.length ? new Set((await findExisting(ctx, model, lacking)).there.keys()) : new Set()
}

/** Numbers that a rule gives are given once and for ever, and not for a trial. */
export function withOwnNumber(model: Model, values: Record<string, unknown>): Record<string, unknown> {
  const given = fieldsOf(model).flatMap(([code, field]) => (field.type === 'string' && field.auto_number && values[code] === undefined ? [code] : []))
  return { ...values, ...Object.fromEntries(given.map((code) => [code, randomUUID()])) }
}

/** A value that does not fit, or a number that another writer took in between, as PostgreSQL or the records say it. */
export const isOfData = (error: unknown) => /^2[23]/.test(stateOf(error)) || isTaken(error)

/** What another writer did meanwhile, and what is well when it is tried once more. */
export const isPassing = (error: unknown) => ['23505', '40001', '40P01'].includes(stateOf(error)) || isTaken(error)

const stateOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')
const isTaken = (error: unknown) => error instanceof Refusal && (error.name === 'validation' || error.name === 'rule')
