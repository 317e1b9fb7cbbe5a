import type { Model } from '../kit/model.ts'
import type { Words } from '../kit/fields.ts'

/** The events of one model: every change, one kind of change, or one step, as `step:file`. */
export type WebhookEvent = { entity: string; change: string }

export const CHANGES = {
  ANY: ['任何变更', 'Any change'],
  CREATED: ['新建', 'Created'],
  UPDATED: ['修改', 'Changed'],
  DELETED: ['删除', 'Deleted'],
  RESTORED: ['恢复', 'Restored'],
} as const satisfies Readonly<Record<string, Words>>

const STEP = 'step:'
export const ofStep = (transition: string) => `${STEP}${transition}`
export const stepOf = (change: string) => (change.startsWith(STEP) ? change.slice(STEP.length) : undefined)

/** Logs and derived records change with their own records, so they have no events. */
export const isTold = ({ no_log, derived, name }: Pick<Model, 'no_log' | 'derived' | 'name'>) => !no_log && !derived && name !== 'webhook'

/** `happened` is a kind of change, or a step; a step is a change of the record, too. */
export const isWanted = (change: string, happened: string) =>
  change === 'ANY' || change === happened || (change === 'UPDATED' && stepOf(happened) !== undefined)

export function eventFault(event: unknown, models: ReadonlyMap<string, Model>): Words | undefined {
  if (typeof event !== 'object' || event === null || !('entity' in event) || !('change' in event)) return ['每项应有对象和变更', 'must name a record type and a change in each entry'] // oxfmt-ignore
  const { entity, change } = event
  const model = typeof entity === 'string' ? models.get(entity) : undefined
  if (!model || !isTold(model)) return [`没有对象“${String(entity).slice(0, 60)}”`, `has no record type “${String(entity).slice(0, 60)}”`]
  const step = stepOf(String(change))
  const isKnown = step === undefined ? Object.hasOwn(CHANGES, String(change)) : Object.hasOwn(model.states?.transitions ?? {}, step)
  return isKnown
    ? undefined
    : [`“${model.zh}”没有变更“${String(change).slice(0, 60)}”`, `has no change “${String(change).slice(0, 60)}” of ${model.en}`]
}
