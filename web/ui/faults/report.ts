// The only function that reports a failed call to the user.
import { ApiFault } from '../../api/fault.ts'

type Listener = (fault: ApiFault, meta: Readonly<Record<string, unknown>>) => void
const listeners = new Set<Listener>()

export function report(fault: unknown, meta: Readonly<Record<string, unknown>> | undefined) {
  if (!(fault instanceof ApiFault)) return
  for (const listener of listeners) listener(fault, meta ?? {})
}

export function onReport(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
