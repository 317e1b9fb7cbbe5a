import type { Tenant } from '../records/context.ts'

type Picture<T> = { result: Promise<T>; begun: number; took: number }

/** Faster results are computed each time. */
const LONG_MS = 1000

/**
 * Slow results of a process, each reused for ten times as long as it took, by callers with the same key alone: so it contains the person
 * and the rows that they see. Callers at the same moment share one.
 */
export function pictures<T>(most: number) {
  const kept = new WeakMap<Tenant, Map<string, Picture<T>>>()
  const isGood = ({ begun, took }: Picture<T>) => took === 0 || (took > LONG_MS && performance.now() - begun < 11 * took)
  return {
    /** `anew`: not one that has ended. */
    keep(tenant: Tenant, key: string, work: () => Promise<T>, { anew = false } = {}): Promise<T> {
      const own = kept.get(tenant) ?? new Map<string, Picture<T>>()
      kept.set(tenant, own)
      const known = own.get(key)
      if (known && (known.took === 0 || !anew) && isGood(known)) return known.result
      const picture: Picture<T> = { result: work(), begun: performance.now(), took: 0 }
      own.delete(key)
      own.set(key, picture)
      picture.result.then(
        () => (picture.took = performance.now() - picture.begun),
        () => own.get(key) === picture && own.delete(key),
      )
      if (own.size > most) own.delete(own.keys().next().value ?? '')
      return picture.result
    },
  }
}
