import { ABILITIES } from '../../model/auth/abilities.ts'
import { type TransitionActions, transitionActionsOf } from '../../model/cases/transition-actions.ts'
import type { CaseKind } from '../../model/cases/case-kind.ts'
import type { Model } from '../../model/kit/model.ts'
import { takeBackAct, undoing } from '../docketing/events/event-transitions.ts'
import { refuse } from '../errors.ts'
import { hasAbility } from '../records/permission/permission.ts'
import { type Call, perform } from '../records/actions.ts'
import { get } from '../records/query/get.ts'
import { fieldOf } from '../records/registry.ts'
import { sameValue } from '../records/write/same-value.ts'
import { withWarnings } from '../records/write/create.ts'
import { setValue } from '../records/write/validate.ts'
import { inTransaction, type Context, type Action } from '../records/context.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'

export function undoActions({ name }: CaseKind): readonly Action[] {
  const { undo, undoable } = transitionActionsOf(name)
  return [...perform(undo, undoLast), ...perform(undoable, lookForLast)]
}

/** Undoes an event entered in error with its effects, and logs this. */
async function undoLast({ ctx, model, body: { sid, reason } }: Call<TransitionActions['undo']>) {
  const warnings: string[] = []
  await inTransaction({ ...ctx, reason, warnings }, (tx) => takeBack(tx, model, sid))
  return withWarnings(await get(ctx, model, sid), warnings)
}

/** Reports whether this person may undo, and whether there is a transition to undo. */
async function lookForLast({ ctx, model, body: { sid } }: Call<TransitionActions['undoable']>) {
  if (!hasAbility(ctx, model, ABILITIES.case.undo_transition)) return { undoable: false }
  const code = model.states?.field ?? ''
  const record = await get(ctx, model, sid)
  const step = (await lastTransition(ctx, model, sid, code))?.find(({ field }) => field === code)
  return { undoable: step !== undefined && step.new === record[code] }
}

async function takeBack(ctx: Context, model: Model, sid: string) {
  const code = model.states?.field ?? ''
  const before = (await lockRows(ctx, model, [sid]))[0] ?? refuse('not_found')
  const last = await lastTransition(ctx, model, sid, code)
  const step = last?.find(({ field }) => field === code)
  if (!last || !step || step.new !== before[code]) refuse('rule', { summary_zh: '没有可以撤销的事件', summary_en: 'There is no event to undo' })
  const draft = draftFrom(before)
  for (const { field, old, new: given } of last)
    if (field === code || (fieldOf(model, field)?.computed !== true && sameValue(before[field] ?? null, given))) setValue(draft, field, old)
  await undoing(ctx, async () => {
    await examine(ctx, model, [draft])
    refuseFaulty([draft])
    await updateDrafts(ctx, model, [draft])
  })
  await takeBackAct(ctx, model, sid, { from: step.old, to: step.new })
}

type Change = { field: string; old: unknown; new: unknown }

/** Each undo, the only other write that changes a state, has undone one transition. */
async function lastTransition({ db }: Context, model: Model, sid: string, code: string): Promise<Change[] | undefined> {
  const lines = await db
    .selectFrom('change_log')
    .select(['action', 'changes'])
    .where('record_sid', '=', sid)
    .where('entity', '=', model.name)
    .where('action', 'in', ['TRANSITION', 'UPDATE'])
    .orderBy('created_at')
    .orderBy('sid')
    .execute()
  const taken: Change[][] = []
  for (const { action, changes } of lines) {
    const list = changes as Change[] // written by writeHistory
    if (action === 'TRANSITION') taken.push(list)
    else if (list.some(({ field }) => field === code)) taken.pop()
  }
  return taken.at(-1)
}
