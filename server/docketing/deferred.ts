import { contextSlot } from '../records/slots.ts'

/**
 * Cases whose docketing waits until the end of a larger write, such as a chunk of an import; those of `families` with their
 * relatives; those `foreseen` with the claims written after them; those `mended` with what was found of them before. `finds`: their findings are brought up to date as well; an import checks
 * its cases when it has ended. `ends`: what ends with a relation waits. `fresh`: cases that earlier steps of the same import have made.
 */
export type Deferred = {
  waiting: Set<string>
  families: Set<string>
  foreseen: Set<string>
  mended: Set<string>
  finds: boolean
  ends?: boolean
  fresh?: ReadonlySet<string>
}
export const deferred = contextSlot<Deferred>()
