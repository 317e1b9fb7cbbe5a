import { fieldOfRole } from '../../../model/cases/case-kind.ts'
import type { Words } from '../../../model/kit/fields.ts'
import { ENDED, type Model } from '../../../model/kit/model.ts'
import { printValue } from '../../../model/import/values/print-value.ts'
import type { Context, Draft } from '../../records/context.ts'
import { fieldOf } from '../../records/registry.ts'
import { leaves, mayTake } from '../../records/write/states.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { lockRows } from '../../records/write/write.ts'
import { profileOf } from '../profile.ts'
import type { Item } from './item.ts'

/**
 * A row that says that its case has ended takes the transition to that state, where there is one and the row or the case has the day.
 * Otherwise the state is kept as what the file says, which is a finding until a person applies or clears it.
 */
export function takeStatedEnd(ctx: Context, model: Model, draft: Draft, item: Item, mayMove: boolean): boolean {
  const [states, profile] = [model.states, profileOf(ctx, model)]
  const given = item.values[states?.field ?? '']
  if (!states || typeof given !== 'string' || item.read.is_state_stated !== true) return false
  const to = profile?.stateAt?.(given, draft.row) ?? given
  item.values[states.field] = to
  const from = String(draft.row[states.field] ?? '')
  if (!isEnd(model, to) && !isActionPending(model, from, to)) return false
  if (from === to || ENDED.has(phaseOf(model, from) ?? 'PENDING')) return false
  const [said, closed] = [profile?.state_said, fieldOfRole(model, 'close_date')]
  const day = closed ? draft.row[closed] : undefined
  const transition = Object.entries(states.transitions).find(
    ([, one]) => one.to === to && leaves(model, one, from, draft.row) && mayTake(ctx, model, one),
  )?.[0]
  const isSafe = ENDED.has(phaseOf(model, to) ?? 'PENDING') && typeof day === 'string' && day <= ctx.today
  if (isSafe && transition && mayMove) {
    draft.transition = transition
    setValue(draft, states.field, to)
    item.read.notes.push(takenWords(model, to, day))
  } else if (said && draft.row[said] !== to) setValue(draft, said, to)
  return true
}

/** Of these records those whose state this person may change. */
export async function movableOf(ctx: Context, model: Model, sids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!model.states || !mayTake(ctx, model)) return new Set()
  return new Set((await lockRows(ctx, model, sids, { verb: 'transition' })).map(({ sid }) => String(sid)))
}

/** An application under examination of which the file says that an action of the office waits for a reply. */
const isActionPending = (model: Model, from: string, to: string) =>
  phaseOf(model, to) === 'PENDING' && phaseOf(model, from) === 'PENDING' && awaitsUs(model, to) && !awaitsUs(model, from)

/** The right has ended, or a refusal is open to a remedy. */
const isEnd = (model: Model, state: string) => ENDED.has(phaseOf(model, state) ?? 'PENDING') || model.states?.facts?.[state]?.remedy === true
const awaitsUs = (model: Model, state: string) => model.states?.facts?.[state]?.awaits === 'us'
const phaseOf = (model: Model, state: string) => model.states?.facts?.[state]?.phase

function takenWords(model: Model, to: string, day: string): Words {
  const field = model.states && fieldOf(model, model.states.field)
  const shown = (lang: 'zh' | 'en') => (field && printValue(field, to, lang)) ?? to
  return [`据文件变更状态为“${shown('zh')}”，结案日 ${day}`, `The status was changed to “${shown('en')}” as the file says, closed on ${day}`]
}
