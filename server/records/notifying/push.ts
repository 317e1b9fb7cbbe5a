import type { Tenant } from '../context.ts'

/** One message to every open page of a person, in any process. The page fetches details beyond a few kilobytes. */
export function pushEvent(tenant: Tenant, to: string | null, event: string, data: Record<string, unknown>) {
  if (to) tenant.pubsub.publish('events', { to, event, data })
}

/** The same to every open page of the tenant. */
export const pushToAll = (tenant: Tenant, event: string) => tenant.pubsub.publish('events', { to: EVERYBODY, event, data: {} })

export const EVERYBODY = '*'

export type Pushed = { to: string; event: string; data: Record<string, unknown> }
