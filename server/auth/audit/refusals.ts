import type { Tenant } from '../../records/context.ts'
import { type Audited, keepEntries, type Origin } from './entries.ts'

type Refused = Audited & Origin

const waiting = new WeakMap<Tenant, Map<string, Refused & { times: number }>>()
// So many different refusals between two flushes are recorded one by one; a flood of more is recorded as one entry.
const MAX_DISTINCT = 500

/** Equal refusals of one account and address within a second become one entry with a count, so that no caller can fill the log. */
export function countRefusal(tenant: Tenant, refused: Refused, route: string) {
  const kept = waiting.get(tenant) ?? new Map<string, Refused & { times: number }>()
  waiting.set(tenant, kept)
  const exact = keyOf(refused, route)
  const isFlood = !kept.has(exact) && kept.size >= MAX_DISTINCT
  const one = isFlood ? floodOf(refused) : refused
  const key = isFlood ? keyOf(one, '') : exact
  const known = kept.get(key)
  if (known) known.times += 1
  else kept.set(key, { ...one, times: 1 })
}

/** `route`: the call without the records that it names. */
const keyOf = ({ event, user, address, rule }: Refused, route: string) => [event, user, address, rule, route].join(' ')
const floodOf = ({ event, rule }: Refused): Refused => ({ event, rule, refused: true, address: null, device: null, request_id: '' })

/** Entries that could not be written wait for the next time. */
export async function flushRefusals(tenant: Tenant) {
  const kept = waiting.get(tenant)
  if (!kept || kept.size === 0) return
  waiting.delete(tenant)
  try {
    await keepEntries(tenant, tenant.db, [...kept.values()])
  } catch (error) {
    const later = waiting.get(tenant)
    waiting.set(tenant, new Map([...kept, ...(later ?? [])].slice(0, MAX_DISTINCT)))
    throw error
  }
}
