import { contextSlot } from '../records/slots.ts'

/**
 * Cases whose docketing waits until the end of a larger write, such as a chunk of an import; those of `families` with their
 * relatives; those `foreseen` with the claims written after them.
 */
export type Deferred = { waiting: Set<string>; families: Set<string>; foreseen: Set<string> }
export const deferred = contextSlot<Deferred>()
