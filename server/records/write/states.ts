import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Model, Transition } from '../../../model/kit/model.ts'
import { accessOf } from '../permission/permission.ts'
import { fieldOf } from '../registry.ts'
import type { Context } from '../context.ts'

/** The transitions that this person may take from the record's current state. */
export function transitionsNow(ctx: Context, model: Model, record: Record<string, unknown>) {
  const states = model.states
  if (!states) return []
  const state = String(record[states.field] ?? '')
  const isOpen = (one: Transition) => mayTake(ctx, model, one) && leaves(model, one, state, record) && (one.after?.asks || !isEarly(ctx, one, record))
  const open = Object.entries(states.transitions).filter(([, one]) => isOpen(one))
  return open.map(([code, transition]) => ({ code, label: labelOf(transition, ctx.lang), to: transition.to, fields: transition.fields ?? [] }))
}

/** Whether the transition starts at that state; a field hidden from the caller is checked during the transition. */
export function leaves(model: Model, transition: Transition, state: string, record: Record<string, unknown> = {}) {
  const isFrom = transition.from === '*' ? !model.states?.closed.includes(state) && state !== transition.to : transition.from.includes(state)
  if (!isFrom || !transition.only) return isFrom
  return Object.entries(transition.only).every(([code, values]) => record[code] === undefined || values.includes(String(record[code])))
}

/** Whether this person may take transitions of the model, or this one of them. */
export function mayTake(ctx: Context, model: Model, transition?: Transition) {
  const { verbs } = accessOf(ctx, model)
  const asked = ['transition', transition?.ability?.code].filter((verb) => verb !== undefined)
  return !transition?.automatic && (verbs.has('*') || asked.every((verb) => verbs.has(verb)))
}

/** Whether the day after which the transition may be taken has not passed; a field hidden from the caller is checked during the transition. */
export const isEarly = ({ today }: Context, { after }: Transition, record: Record<string, unknown>) =>
  after !== undefined && typeof record[after.day] === 'string' && String(record[after.day]) >= today

export const stateLabel = (ctx: Context, model: Model, state: string) => wordIn(stateWords(model, state), ctx.lang)

export function stateWords(model: Model, state: string): Words {
  const field = model.states && fieldOf(model, model.states.field)
  return (field?.type === 'option' ? field.options[state] : undefined) ?? [state, state]
}
