import { labelOf } from '../../../model/kit/fields.ts'
import type { Model, Transition } from '../../../model/kit/model.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldOf } from '../registry.ts'
import type { Context } from '../context.ts'

/** The transitions that this person may take from the record's state now. */
export function transitionsNow(ctx: Context, model: Model, record: Record<string, unknown>) {
  const states = model.states
  if (!states) return []
  const state = String(record[states.field] ?? '')
  return Object.entries(states.transitions)
    .filter(([, transition]) => leaves(model, transition, state, record) && mayTake(ctx, model))
    .map(([code, transition]) => ({ code, label: labelOf(transition, ctx.lang), to: transition.to, fields: [...(transition.fields ?? [])] }))
}

/** Whether it may be taken from that state; a field that the caller was not shown is looked at when it is taken. */
export function leaves(model: Model, transition: Transition, state: string, record: Record<string, unknown> = {}) {
  for (const [code, values] of Object.entries(transition.only ?? {}))
    if (record[code] !== undefined && !values.includes(String(record[code]))) return false
  if (transition.from === '*') return !model.states?.closed.includes(state) && state !== transition.to
  return transition.from.includes(state)
}

export function mayTake(ctx: Context, model: Model) {
  const { verbs } = accessOf(ctx, model)
  return verbs.has('*') || verbs.has('transition')
}

export function stateLabel(ctx: Context, model: Model, state: string) {
  const field = model.states && fieldOf(model, model.states.field)
  const words = field?.type === 'option' ? field.options[state] : undefined
  return words ? words[ctx.lang === 'zh' ? 0 : 1] : state
}
