import type { ComputedDeadline } from './computed-deadline.ts'

/** A deadline on which a right is lost, with its date as it is and as it would be. */
export type Postponed = { key: string; name: string; name_en: string; from: string; to: string | null }

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
    if (!then || !from || !to || from >= to || !isWaiting(one) || isOptional(one)) return []
    return [{ key: one.key, name: one.name.zh, name_en: one.name.en, from, to }]
  })
}

const isWaiting = ({ kind, status }: ComputedDeadline) => (kind === 'ACTION' || kind === 'ANNUITY') && (status === 'OPEN' || status === 'MISSED')

const lastDay = ({ official_due, extended_due }: ComputedDeadline) => extended_due ?? official_due
