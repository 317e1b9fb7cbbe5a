import type { ComputedDeadline } from './computed-deadline.ts'

/** A deadline on which a right is lost, with its present and its proposed date. `case_sid`: of another case of the family. */
export type Postponed = { key: string; case_sid?: string; name: string; name_en: string; from: string; to: string | null }

/** A right is lost on the day of these deadlines, while they wait. */
export const WAITING_KINDS: ReadonlySet<unknown> = new Set(['ACTION', 'ANNUITY'])
export const WAITING_STATES: ReadonlySet<unknown> = new Set(['OPEN', 'MISSED'])

/** The waiting deadlines on which a right is lost and whose last day one set of facts puts later than another. */
export function postponed(
  before: readonly ComputedDeadline[],
  after: readonly ComputedDeadline[],
  isOptional: (one: ComputedDeadline) => boolean,
): Postponed[] {
  const later = new Map(after.map((one) => [one.key, one]))
  return before.flatMap((one) => {
    const then = later.get(one.key)
    const [from, to] = [lastDay(one), then && lastDay(then)]
    if (!from || !to || from >= to || !isWaiting(one) || isOptional(one)) return []
    return [{ key: one.key, name: one.name.zh, name_en: one.name.en, from, to }]
  })
}

/**
 * The deadlines that a notice opened and would open no more, unless it opens another one that is due no later. A closed one counts as well:
 * the notice could be entered again with a later day.
 */
export function endedBy(
  event_sid: string,
  before: readonly ComputedDeadline[],
  after: readonly ComputedDeadline[],
  isOptional: (one: ComputedDeadline) => boolean,
): Postponed[] {
  const opened = (all: readonly ComputedDeadline[]) =>
    all.filter((one) => one.trigger_event === event_sid && WAITING_KINDS.has(one.kind) && !isOptional(one))
  const still = opened(after)
  return opened(before).flatMap((one) => {
    const from = lastDay(one)
    const isReplaced = still.some((other) => isWaiting(other) && (lastDay(other) ?? '9') <= (from ?? ''))
    return !from || still.some(({ key }) => key === one.key) || isReplaced
      ? []
      : [{ key: one.key, name: one.name.zh, name_en: one.name.en, from, to: null }]
  })
}

const isWaiting = ({ kind, status }: ComputedDeadline) => WAITING_KINDS.has(kind) && WAITING_STATES.has(status)

const lastDay = ({ official_due, extended_due }: ComputedDeadline) => extended_due ?? official_due
