import type { WebhookEvent } from '../../model/webhooks/webhook-events.ts'
import type { Context, Tenant } from '../records/context.ts'

type Wanted = { webhook: string; change: string }
/** Subscribed changes by model */
type Subscriptions = ReadonlyMap<string, readonly Wanted[]>

const kept = new WeakMap<Tenant, Promise<Subscriptions>>()
const heeding = new WeakSet<Tenant>()
const TOPIC = 'webhooks'

/** Each process caches them until a change, so that a write asks nothing. */
export function subscriptions({ tenant, db }: Context): Promise<Subscriptions> {
  const known = kept.get(tenant)
  if (known) return known
  // Uses the caller's own connection: a caller that holds one must not wait for a second.
  const read = readSubscriptions(db)
  kept.set(tenant, read)
  read.catch(() => kept.delete(tenant))
  if (!heeding.has(tenant)) {
    heeding.add(tenant)
    for (const topic of [TOPIC, 'refresh']) tenant.pubsub.subscribe(topic, () => void kept.delete(tenant))
  }
  return read
}

/** After the commit of a change, every process reads them again. */
export function subscriptionsChanged(ctx: Context) {
  const forget = () => {
    kept.delete(ctx.tenant)
    ctx.tenant.pubsub.publish(TOPIC, Date.now())
  }
  if (ctx.after) ctx.after.push(forget)
  else forget()
}

async function readSubscriptions(db: Context['db']): Promise<Subscriptions> {
  const rows = await db
    .selectFrom('webhook')
    .select(['sid', 'events'])
    .where('is_on', '=', true)
    .where('valid', 'is not', false)
    .where('deleted_at', 'is', null)
    .execute()
  const all = rows.flatMap(({ sid, events }) =>
    (Array.isArray(events) ? (events as WebhookEvent[]) : []).map(({ entity, change }) => ({ entity, webhook: sid, change })),
  ) // checked when the webhook was saved
  return Map.groupBy(all, ({ entity }) => entity)
}
