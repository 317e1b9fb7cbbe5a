import type { ComputedDeadline } from './computed-deadline.ts'

/**
 * The last day on which acting on this deadline still saves the right: the end of the extension, of the grace period or of a later
 * extension, or of the restoration period. Empty while the deadline is suspended.
 */
export function finalDueOf(one: ComputedDeadline, all: readonly ComputedDeadline[]): string | undefined {
  if (one.suspended) return undefined
  if (one.status === 'MISSED' && one.restoration_end && !hasOwnRestoration(one, all)) return one.restoration_end
  return one.cure_until ?? one.extended_due ?? one.official_due ?? undefined
}

/** The request for restoration is a deadline of its own: computed from the miss, or opened by the notice of loss. */
function hasOwnRestoration({ key, explanation: { restoration } }: ComputedDeadline, all: readonly ComputedDeadline[]): boolean {
  return (restoration?.from === 'NOTICE' && !restoration.estimated) || all.some(({ explanation }) => explanation.follows === key)
}
