import type { Model } from '../../model/kit/model.ts'
import { takeBackAct } from '../docketing/events/event-transitions.ts'
import { refuse } from '../errors.ts'
import { authorize } from '../records/permission/permission.ts'
import { action } from '../records/actions.ts'
import type { RowValues } from '../records/hooks.ts'
import { get } from '../records/query/get.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { sameValue, setValue } from '../records/write/validate.ts'
import { sidOf } from '../records/write/values.ts'
import type { Part } from '../records/modules.ts'
import { inTransaction, type Context } from '../records/context.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'

const WHO = ['ip_manager', 'system_admin']

export const undo: Part = {
  actions: [
    action('patent', 'undoable', ({ ctx, body }) => undoable(ctx, modelNamed(ctx.tenant.models, 'patent'), body)),
    action('patent', 'undo_transition', ({ ctx, body }) => undoTransition(ctx, modelNamed(ctx.tenant.models, 'patent'), body)),
  ],
}

/** POST patent/do/undo_transition {sid, reason}: an event entered in error is taken back with what it brought, and this is logged. */
export async function undoTransition(ctx: Context, model: Model, body: RowValues) {
  if (!mayUndo(ctx, model))
    refuse('forbidden', {
      what_zh: '撤销上一事件（仅知识产权经理、系统管理员）',
      what_en: 'undo the last event (IP managers and system administrators only)',
    })
  const sid = sidOf(body.sid) ?? refuse('bad_sid', { value: String(body.sid ?? '').slice(0, 60) })
  const reason = typeof body.reason === 'string' ? body.reason.trim() : ''
  if (reason === '' || reason.length > 255)
    refuse('rule', { summary_zh: '请说明撤销的原因（最多 255 字）', summary_en: 'Give the reason for undoing, of at most 255 characters' })
  await inTransaction({ ...ctx, reason }, (tx) => takeBack(tx, model, sid))
  return get(ctx, model, sid)
}

function mayUndo(ctx: Context, model: Model): boolean {
  const access = authorize(ctx, model, 'transition')
  return access.verbs.has('*') || WHO.some((role) => ctx.actor.roles.includes(role))
}

/** POST patent/do/undoable {sid}: whether this person would be let to undo, and there is something to. */
async function undoable(ctx: Context, model: Model, body: RowValues): Promise<{ undoable: boolean }> {
  const sid = sidOf(body.sid) ?? refuse('bad_sid', { value: String(body.sid ?? '').slice(0, 60) })
  if (!mayUndo(ctx, model)) return { undoable: false }
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
  await examine(ctx, model, [draft])
  refuseFaulty([draft])
  await updateDrafts(ctx, model, [draft])
  await takeBackAct(ctx, sid, { from: step.old, to: step.new })
}

type Change = { field: string; old: unknown; new: unknown }

/** Each undoing, the only other write that moves a state, has taken back one transition. */
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
