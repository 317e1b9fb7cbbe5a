import type { Model } from '../../../model/kit/model.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { setValue, takeInput } from '../../records/write/checks/validate.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../../records/write/write.ts'
import { keptOf, profileOf } from '../profile.ts'
import type { ImportProfile } from '../../../model/import/import-profile.ts'
import { HIDDEN } from './outcomes/faults.ts'
import { isCompanyDoubtful, type Item, nothing, type Outcome, type Rejected } from './item.ts'
import { mergeClaims } from './relations/merge-claims.ts'
import { noteDerived, noteKept, noteWarnings } from './outcomes/notes.ts'
import { movableOf, takeStatedEnd } from './stated-ends.ts'
import { didOf, faulty, type Known, rejectedFor, waitsForSecond } from './outcomes/outcomes.ts'

type Changes = (ctx: Context, model: Model, item: Item, row: RowValues) => Record<string, unknown>

/** How rows change their records: the values, and whether a priority of the record with another date is corrected. */
type Changing = { changes: Changes; corrects: boolean }

/** The table updates the case. */
export const UPDATING: Changing = { changes: changesFor, corrects: true }
const FILLING: Changing = { changes: fillingFor, corrects: false }

/** Changes existing records: their values, the state that a later document proves, their priorities. */
export async function changeAll(ctx: Context, model: Model, known: readonly Known[], { changes, corrects }: Changing) {
  const sids = known.map(({ record }) => record.sid)
  const rows = new Map((await lockRows(ctx, model, sids, { verb: 'update' })).map((row) => [String(row.sid), row]))
  const movable = corrects ? await movableOf(ctx, model, sids) : new Set(sids)
  const access = accessOf(ctx, model)
  const seen = known.filter(({ record }) => rows.has(record.sid))
  const items = seen.map(({ item }) => item)
  const drafts = seen.map(({ item, record }) => {
    const draft = draftFrom(rows.get(record.sid) ?? {})
    takeInput(ctx, model, access, draft, changes(ctx, model, item, draft.row))
    const mayMove = movable.has(record.sid)
    if ((!corrects || !takeStatedEnd(ctx, model, draft, item, mayMove)) && mayMove) advance(ctx, model, draft, item)
    return draft
  })
  await examine(ctx, model, drafts.filter((draft) => draft.changed.size > 0 || draft.faults.length > 0)) // oxfmt-ignore
  const sound = drafts.map(({ faults }) => faults.length === 0)
  const claims = await mergeClaims(ctx, model, items.filter((_, at) => sound[at]), drafts.filter((_, at) => sound[at]), corrects) // oxfmt-ignore
  const [moved, others] = [
    drafts.filter(({ transition }, at) => sound[at] && transition),
    drafts.filter(({ transition }, at) => sound[at] && !transition),
  ]
  await updateDrafts(ctx, model, others)
  await updateDrafts(ctx, model, moved, 'TRANSITION')
  noteDerived(items.filter((_, at) => drafts[at]?.changed.has(model.states?.field ?? '')))
  noteWarnings(items, drafts)
  noteKept(ctx, model, items, drafts)
  await claims.write()
  for (const [at, item] of items.entries()) if (sound[at]) item.became = drafts[at]?.sid ?? ''
  const isWaiting = (at: number) => drafts[at] !== undefined && (waitsForSecond(drafts[at]) || claims.waiting.has(drafts[at].sid))
  const isChanged = (at: number) => (drafts[at]?.changed.size ?? 0) > 0 || claims.written.has(drafts[at]?.sid ?? '')
  const failed: Rejected[] = faulty(items, drafts)
  return { seen, unseen: known.filter(({ record }) => !rows.has(record.sid)), drafts, failed, isChanged, isWaiting, claims }
}

/** The changes by the file: never system fields or numbering, nor what the file does not say. Persons with the same names keep their shares, and an empty cell clears nothing. */
function changesFor(ctx: Context, model: Model, item: Item, row: RowValues): Record<string, unknown> {
  const kept = keptOf(ctx, model)
  const isStated = (code: string) => !item.read.assumed?.has(code) && (code !== 'company_sid' || !isCompanyDoubtful(item))
  const values = Object.entries(item.values).filter(([code]) => isStated(code))
  return Object.fromEntries(values.filter(([code, value]) => !samePeople(value, row[code]) && !kept.has(code)))
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

/** Another publication of a case that this import made fills what the first left empty. Rows that add nothing are `rest`. */
export async function completeOwn(ctx: Context, model: Model, known: readonly Known[]): Promise<{ outcome: Outcome; rest: Known[] }> {
  if (known.length === 0) return { outcome: nothing(), rest: [] }
  const { seen, unseen, drafts, failed, isChanged } = await changeAll(ctx, model, known, FILLING)
  const added = seen.filter((_, at) => drafts[at]?.faults.length === 0 && isChanged(at))
  const rest = seen.filter((_, at) => drafts[at]?.faults.length === 0 && !isChanged(at))
  const done = added.map(({ item, record }) => didOf(model, item, 'COMPLETED', record.sid, record.name))
  return {
    outcome: {
      ...nothing(),
      completed: added.length,
      rejected: [...failed, ...unseen.map(({ item }) => rejectedFor(ctx, model, item, [HIDDEN]))],
      done,
    },
    rest,
  }
}

function fillingFor(ctx: Context, model: Model, { values, row: { at } }: Item, row: RowValues): Record<string, unknown> {
  const [kept, source] = [keptOf(ctx, model), profileOf(ctx, model)?.source_field]
  const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  const fresh = Object.entries(values).filter(([code, value]) => isEmpty(row[code]) && !isEmpty(value) && !kept.has(code))
  const sourceText = source && fresh.length ? `${String(row[source] ?? '')}；#${at}` : ''
  return { ...Object.fromEntries(fresh), ...(source && sourceText && sourceText.length <= MAX_OF_SOURCE && { [source]: sourceText }) }
}

const MAX_OF_SOURCE = 255

/** A later document moves the state on, never back. */
function advance(ctx: Context, model: Model, draft: Draft, item: Item) {
  const field = model.states?.field
  if (field && hasAdvanced(profileOf(ctx, model), draft.row[field], item.values[field], item)) setValue(draft, field, item.values[field])
}

/** Whether a row proves the later one of two states. */
export function hasAdvanced(profile: ImportProfile | undefined, from: unknown, to: unknown, { read }: Item): boolean {
  return typeof from === 'string' && typeof to === 'string' && profile?.advances?.(from, to, read.is_state_stated ?? false) === true
}
