import type { CaseFacts } from './facts.ts'
import type { Law } from '../rules/law.ts'
import type { ComputedDeadline } from './computed-deadline.ts'

/**
 * `seenOn`: for a lost right, the day of the loss, because later fees were never owed; else today.
 * `made`: the deadlines computed so far, by rule and by rule and event.
 */
export type Situation = { facts: CaseFacts; law: Law; today: string; seenOn: string; made: Map<string, ComputedDeadline>; expiry?: string }
