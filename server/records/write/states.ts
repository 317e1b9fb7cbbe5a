import { labelOf } from '../../../model/kit/fields.ts'
import type { Model, Transition } from '../../../model/kit/model.ts'
import { accessOf } from '../permission/permission.ts'
import { refuse } from '../../errors.ts'
import { fieldOf } from '../registry.ts'
import { lockRows } from './write.ts'
import type { Context } from '../context.ts'

/** The transitions that this person may take from the record's current state. */
export function transitionsNow(ctx: Context, model: Model, record: Record<string, unknown>) {
  const states = model.states
  if (!states || !mayTake(ctx, model)) return []
  const state = String(record[states.field] ?? '')
  const open = Object.entries(states.transitions).filter(([, one]) => leaves(model, one, state, record) && mayTake(ctx, model, one))
  return open.map(([code, transition]) => ({ code, label: labelOf(transition, ctx.lang), to: transition.to, fields: transition.fields ?? [] }))
}

/** Whether the transition starts at that state; a field hidden from the caller is checked during the transition. */
export function leaves(model: Model, transition: Transition, state: string, record: Record<string, unknown> = {}) {
  const isFrom = transition.from === '*' ? !model.states?.closed.includes(state) && state !== transition.to : transition.from.includes(state)
  if (!isFrom || !transition.only) return isFrom
  return Object.entries(transition.only).every(([code, values]) => record[code] === undefined || values.includes(String(record[code])))
}

/** Whether this person may take transitions of the model; of one that is named, with the permission that it needs. */
export function mayTake(ctx: Context, model: Model, named?: Transition) {
  const { verbs } = accessOf(ctx, model)
  return verbs.has('*') || (verbs.has('transition') && (!named?.ability || verbs.has(named.ability.code)))
}

/** Refuses a transition that this person may not take of each of these records: its permission may reach fewer of them than the verb. */
export async function refuseUnlessMayTake(ctx: Context, model: Model, named: Transition, sids: readonly string[]) {
  const { ability } = named
  const allowed = mayTake(ctx, model, named) && (!ability || (await lockRows(ctx, model, sids, { verb: ability.code })).length === new Set(sids).size)
  if (!allowed) refuse('forbidden', { what: labelOf(named, ctx.lang) })
}

export function stateLabel(ctx: Context, model: Model, state: string) {
  const field = model.states && fieldOf(model, model.states.field)
  const words = field?.type === 'option' ? field.options[state] : undefined
  return words ? words[ctx.lang === 'zh' ? 0 : 1] : state
}
