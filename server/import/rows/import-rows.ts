import type { RowFault } from '../../../model/import/row.ts'
import type { Model } from '../../../model/kit/model.ts'
import { foreseeCases } from '../../docketing/case-hooks.ts'
import { modelNamed, nameOf } from '../../records/registry.ts'
import type { Context } from '../../records/context.ts'
import { unmake } from '../../records/write/unmake.ts'
import { draftNew } from '../../records/write/write.ts'
import { findExisting, firstOfEach } from './existing-records.ts'
import { alreadyThere, HIDDEN, NOT_TO_MAKE } from './outcomes/faults.ts'
import { kindOf } from '../profile.ts'
import { type Did, type Item, type Mode, nothing, type Outcome, plus, type Rejected } from './item.ts'
import { insertNotingKeptDays } from './insert-noting-kept-days.ts'
import { readCodeWords } from './references/code-words.ts'
import { resolveNames } from './references/references.ts'
import { parentsFirst } from './relations/tree-rows.ts'
import { noteDerived, noteWarnings } from './outcomes/notes.ts'
import { addNotices } from './notices.ts'
import { paidBy } from './paid-annuities.ts'
import { missingIn } from './outcomes/problems.ts'
import { mayMake, seenOf } from './permission.ts'
import { changeAll, completeOwn, UPDATING } from './change-records.ts'
import { didOf, faulty, type Known, rejectedFor } from './outcomes/outcomes.ts'
import { addPriorities, claimedBy, claimsOf } from './relations/priority-rows.ts'

/** How an import treats its rows; `isOurs` finds the records that its earlier rows made. */
export type Manner = { mode: Mode; isOurs(sids: readonly string[]): Promise<ReadonlySet<string>> }

/** Writes rows of a file: creates new ones; skips, changes or reports existing ones by the mode; completes those of its own. */
export async function importRows(caller: Context, model: Model, items: readonly Item[], manner: Manner): Promise<Outcome> {
  let sum = nothing()
  for (const wave of parentsFirst(model, items)) sum = plus(sum, await importWave(caller, model, wave, manner))
  return sum
}

async function importWave(caller: Context, model: Model, items: readonly Item[], manner: Manner): Promise<Outcome> {
  const ctx = { ...caller, from_file: true }
  const readable = items.filter(({ read }) => read.faults.length === 0)
  readCodeWords(ctx, model, readable)
  const people = await resolveNames(ctx, model, readable)
  const sound = items.filter(({ read }) => read.faults.length === 0)
  const unsound = items.filter(({ read }) => read.faults.length > 0).map((item) => rejectedFor(ctx, model, item, item.read.faults))
  const taken = await takeSound(ctx, model, sound, manner)
  const kept = await keepNamed(ctx, people, model, sound)
  const refused = new Set(taken.rejected.map(({ row }) => row))
  const noted = sound.filter(({ read, row }) => read.notes.length > 0 && !refused.has(row)).length
  return plus({ ...nothing(), noted, rejected: unsound, done: kept }, taken)
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** People whom no row wrote are not created: their rows were rejected or skipped, or the records had others already. */
async function keepNamed(ctx: Context, people: readonly Did[], model: Model, sound: readonly Item[]): Promise<Did[]> {
  if (people.length === 0) return []
  const named = await writtenIn(ctx, model, sound.flatMap(({ became }) => became || [])) // oxfmt-ignore
  const [kept, left] = [people.filter((one) => named.has(one.record_sid)), people.filter((one) => !named.has(one.record_sid))]
  for (const [entity, some] of Map.groupBy(left, (one) => one.entity))
    await unmake(ctx, modelNamed(ctx.tenant.models, entity), some.map(({ record_sid }) => record_sid)) // oxfmt-ignore
  return kept
}

/** The sids in the values that this import wrote to these records. */
async function writtenIn(ctx: Context, { name }: Model, sids: readonly string[]): Promise<ReadonlySet<string>> {
  if (sids.length === 0) return new Set()
  const lines = await ctx.db.selectFrom('change_log').select('changes').where('entity', '=', name).where('record_sid', 'in', [...sids]).where('request_id', '=', ctx.request_id).execute() // oxfmt-ignore
  return new Set(JSON.stringify(lines).match(UUIDS) ?? [])
}

/** A duplicate in a file is written once: the second one then exists already. */
async function takeSound(ctx: Context, model: Model, items: readonly Item[], manner: Manner): Promise<Outcome> {
  if (items.length === 0) return nothing()
  const { there, unclear } = await findExisting(ctx, model, items)
  const clear = items.filter((item) => !unclear.has(item))
  const { first, again } = firstOfEach(ctx, model, clear, there)
  const fresh = first.filter((item) => !there.has(item))
  const known = first.flatMap((item) => {
    const record = there.get(item)
    return record ? [{ item, record }] : []
  })
  const made = await createAll(ctx, model, fresh)
  const done = plus(made, await treatKnown(ctx, model, known, manner))
  const sids = new Set(made.done.map(({ record_sid }) => record_sid))
  const isOurs = async (some: readonly string[]) => {
    const [own, others] = [some.filter((sid) => sids.has(sid)), some.filter((sid) => !sids.has(sid))]
    return new Set([...own, ...(others.length ? await manner.isOurs(others) : [])])
  }
  return plus(plus(done, leaveUnclear(ctx, model, unclear, manner.mode)), await takeSound(ctx, model, again, { ...manner, isOurs }))
}

/** A row that matches several records counts as existing, and changes none of them. */
function leaveUnclear(ctx: Context, model: Model, unclear: ReadonlyMap<Item, RowFault>, mode: Mode): Outcome {
  if (mode === 'skip') return { ...nothing(), skipped: unclear.size, done: [...unclear.keys()].map((item) => didOf(model, item, 'SKIPPED', '', '')) }
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
  noteDerived(whole)
  noteWarnings(whole, drafts)
  const good = drafts.filter(({ faults }) => faults.length === 0)
  const kind = kindOf(ctx, model)
  const claims = kind ? await claimsOf(ctx, kind, whole, drafts) : []
  await foreseeCases(ctx, model, good, claimedBy(claims))
  const keptFor = await insertNotingKeptDays(ctx, model, good)
  await addPriorities(ctx, claims)
  for (const [at, item] of whole.entries()) if (drafts[at]?.faults.length === 0) item.became = drafts[at].sid
  await addNotices(ctx, whole)
  const madeOf = whole.flatMap((item, at) => {
    const draft = drafts[at]
    return item.became && draft ? [{ item, sid: item.became, name: nameOf(model, draft.row, ctx.lang), waits: keptFor(draft) !== undefined }] : []
  })
  const done = madeOf.map(({ item, sid, name }) => didOf(model, item, 'CREATED', sid, name))
  const held = madeOf.filter(({ waits }) => waits).map(({ item, sid, name }) => didOf(model, item, 'WAITING', sid, name))
  return {
    ...nothing(),
    created: good.length - held.length,
    waiting: held.length,
    rejected: [...lacking, ...faulty(whole, drafts)],
    done: [...done, ...held],
  }
}

async function treatKnown(ctx: Context, model: Model, known: readonly Known[], manner: Manner): Promise<Outcome> {
  if (known.length === 0) return nothing()
  if (manner.mode === 'update') return updateAll(ctx, model, known)
  const ours = kindOf(ctx, model) ? await manner.isOurs(known.map(({ record }) => record.sid)) : new Set()
  const { outcome, rest } = await completeOwn(ctx, model, known.filter(({ record }) => ours.has(record.sid))) // oxfmt-ignore
  const others = [...rest, ...known.filter(({ record }) => !ours.has(record.sid))]
  if (manner.mode === 'report') return plus(outcome, { ...nothing(), rejected: await reportedOf(ctx, model, others) })
  const done = others.map(({ item, record }) => didOf(model, item, 'SKIPPED', record.sid, record.name))
  return plus(outcome, { ...nothing(), skipped: others.length, done })
}

async function reportedOf(ctx: Context, model: Model, known: readonly Known[]): Promise<Rejected[]> {
  const seen = await seenOf(
    ctx,
    model,
    known.map(({ record }) => record.sid),
  )
  return known.map(({ item, record }) => rejectedFor(ctx, model, item, [alreadyThere(item, seen.has(record.sid) ? record.name : '')]))
}

async function updateAll(ctx: Context, model: Model, known: readonly Known[]): Promise<Outcome> {
  const { seen, unseen, failed, isChanged, isWaiting } = await changeAll(ctx, model, known, UPDATING)
  const hidden = unseen.map(({ item }) => rejectedFor(ctx, model, item, [HIDDEN]))
  const paid = await paidBy(ctx, seen.map(({ item }) => item)) // oxfmt-ignore
  const done = seen.flatMap(({ item, record }, at) => {
    if (!item.became) return []
    const did = isWaiting(at) ? 'WAITING' : isChanged(at) || paid.has(item.became) ? 'UPDATED' : 'UNCHANGED'
    return didOf(model, item, did, record.sid, record.name)
  })
  const count = (of: (typeof done)[number]['did']) => done.filter(({ did }) => did === of).length
  return { ...nothing(), updated: count('UPDATED'), waiting: count('WAITING'), skipped: count('UNCHANGED'), rejected: [...failed, ...hidden], done }
}
