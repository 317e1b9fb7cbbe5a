import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { type TransitionActions, transitionActionsOf } from '../../model/cases/transition-actions.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Model } from '../../model/kit/model.ts'
import { takeBackAct, undoing } from '../docketing/events/event-transitions.ts'
import { anyTable } from '../database/pool.ts'
import { refuse } from '../errors.ts'
import { hasAbility } from '../records/permission/permission.ts'
import { type Call, perform } from '../records/actions.ts'
import { get } from '../records/query/get.ts'
import { fieldOf } from '../records/registry.ts'
import { sameValue } from '../records/write/checks/same-value.ts'
import { getOrUnseen, withWarnings } from '../records/write/create.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { refuseNamed } from '../records/write/batch/batch-transition.ts'
import { inTransaction, type Context, type Action, type Draft, type RowValues } from '../records/context.ts'
import { draftFrom, examine, lockRows, updateDrafts } from '../records/write/write.ts'

export function undoActions({ name }: CaseKind): readonly Action[] {
  const { undo, undoable } = transitionActionsOf(name)
  return [...perform(undo, undoLast), ...perform(undoable, lookForLast)]
}

/** Undoes an event entered in error with its effects, and logs this. */
async function undoLast({ ctx, model, body: { sid, reason } }: Call<TransitionActions['undo']>) {
  const warnings: string[] = []
  await inTransaction({ ...ctx, reason, warnings }, (tx) => takeBack(tx, model, sid))
  return withWarnings(await getOrUnseen(ctx, model, sid), warnings)
}

/** Reports whether this person may undo, and whether there is a transition to undo. */
async function lookForLast({ ctx, model, body: { sid } }: Call<TransitionActions['undoable']>) {
  if (!hasAbility(ctx, model, ABILITIES.case.undo_transition)) return { undoable: false }
  await get(ctx, model, sid) // whoever sees the case
  const row: RowValues = await anyTable(ctx.db).selectFrom(model.name).selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
  const last = (await lastTransitions(ctx, model, [sid])).get(sid)
  return { undoable: last !== undefined && stillStands(model, last.changes, row) }
}

/** The case is as the step left it: in its state, or with a value that was entered with a step which keeps the state. */
function stillStands(model: Model, changes: readonly Change[], row: RowValues): boolean {
  const step = changes.find(({ field }) => field === model.states?.field)
  return step ? step.new === row[step.field] : changes.some((one) => isEnteredStill(model, one, row))
}

const isEnteredStill = (model: Model, { field, new: given }: Change, row: RowValues) =>
  fieldOf(model, field)?.computed !== true && sameValue(row[field] ?? null, given)

async function takeBack(ctx: Context, model: Model, sid: string) {
  const rows = await lockRows(ctx, model, [sid])
  if (rows.length === 0) refuse('not_found')
  const { drafts } = await takeBackLast(ctx, model, rows)
  if (drafts.length === 0) refuse('rule', { summary_zh: '没有可以撤销的事件', summary_en: 'There is no event to undo' })
}

/**
 * Undoes the last transition of each of these locked cases, in the transaction of the caller. Left out are those of which the last
 * transition did not lead to their present values, or is not the one that `isMeant` knows: then none is undone.
 */
export async function takeBackLast(
  ctx: Context,
  model: Model,
  rows: readonly RowValues[],
  isMeant?: (sid: string, changes: readonly Change[]) => boolean,
) {
  const code = model.states?.field ?? ''
  const steps: { sid: string; from: unknown; to: unknown; since: Taken['at'] }[] = []
  const drafts: Draft[] = []
  const left: RowValues[] = []
  const taken = await lastTransitions(ctx, model, rows.map(({ sid }) => String(sid))) // oxfmt-ignore
  for (const before of rows) {
    const sid = String(before.sid)
    const last = taken.get(sid)
    const old = last?.changes.find(({ field }) => field === code)?.old ?? before[code]
    if (!last || !stillStands(model, last.changes, before) || isMeant?.(sid, last.changes) === false) {
      left.push(before)
      continue
    }
    const draft = draftFrom(before)
    for (const change of last.changes) if (change.field === code || isEnteredStill(model, change, before)) setValue(draft, change.field, change.old)
    drafts.push(draft)
    steps.push({ sid, from: old, to: before[code], since: last.at })
  }
  if (left.length > 0 && isMeant) return { drafts: [], left }
  await undoing(ctx, async () => {
    await examine(ctx, model, drafts)
    refuseNamed(ctx, model, drafts)
    await updateDrafts(ctx, model, drafts, 'UNDO')
  })
  for (const { sid, ...step } of steps) await takeBackAct(ctx, model, sid, step)
  return { drafts, left }
}

export type Change = { field: string; old: unknown; new: unknown }
type Taken = { changes: Change[]; at: string }

/** Each undo has undone one transition. In the log of earlier versions of the product it is a change to the state before the step. */
async function lastTransitions({ db }: Context, { name, states }: Model, sids: readonly string[]): Promise<ReadonlyMap<string, Taken>> {
  const lines = await db
    .selectFrom('change_log')
    .select(['record_sid', 'action', 'changes', 'created_at'])
    .where('record_sid', 'in', [...sids])
    .where('entity', '=', name)
    .where('action', 'in', ['TRANSITION', 'UPDATE', 'UNDO'])
    .orderBy('created_at')
    .orderBy('sid')
    .execute()
  const taken = new Map<string, Taken[]>()
  for (const { record_sid, action, changes, created_at } of lines) {
    const sid = String(record_sid)
    const list = changes as Change[] // written by writeHistory
    const own = taken.get(sid) ?? []
    if (action === 'TRANSITION') own.push({ changes: list, at: String(created_at) })
    else if (action === 'UNDO' || isBack(own.at(-1)?.changes, list, states?.field)) own.pop()
    taken.set(sid, own)
  }
  return new Map([...taken].flatMap(([sid, own]): [string, Taken][] => own.slice(-1).map((last) => [sid, last])))
}

function isBack(step: readonly Change[] | undefined, later: readonly Change[], state: string | undefined): boolean {
  const [there, back] = [step, later].map((changes) => changes?.find(({ field }) => field === state))
  return there !== undefined && back !== undefined && there.old === back.new && there.new === back.old
}
