import type { CaseFacts } from './facts.ts'
import type { Law } from './law.ts'
import type { Obligation } from './obligation.ts'

/** `made`: what has been computed already, by rule and by rule and event. */
export type Situation = { facts: CaseFacts; law: Law; today: string; made: Map<string, Obligation>; expiry?: string }
