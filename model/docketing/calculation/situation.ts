import type { CaseFacts } from './facts.ts'
import type { Law } from '../rules/law.ts'
import type { ComputedDeadline } from './computed-deadline.ts'

/**
 * `seenOn`: a right that was lost is seen as on the day it was lost, for what fell due later was never owed; else today.
 * `made`: what has been computed already, by rule and by rule and event.
 */
export type Situation = { facts: CaseFacts; law: Law; today: string; seenOn: string; made: Map<string, ComputedDeadline>; expiry?: string }
