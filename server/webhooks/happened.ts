import { randomUUIDv7 } from 'node:crypto'
import type { Model } from '../../model/kit/model.ts'
import { isTold, isWanted, ofStep, stepOf } from '../../model/webhooks/webhook-events.ts'
import type { Context, Draft, Hooks } from '../records/context.ts'
import { later } from '../records/context.ts'
import type { ModelHooks } from '../records/modules.ts'
import { modelNamed } from '../records/registry.ts'
import { insertRows, wrote } from '../records/write/write.ts'
import { subscriptions } from './subscriptions.ts'

/** Heard by the workers, which then do not wait for the next minute. */
export const QUEUED = 'webhook deliveries'

/** Hooks on every model with possible subscriptions */
export const hooksOf = (models: Iterable<Model>): ModelHooks[] =>
  [...models].filter(isTold).map(({ name }) => ({ model: [name], ...tellingOf(name) }))

const tellingOf = (name: string): Hooks => ({
  written: (ctx, drafts) => tell(ctx, name, drafts.flatMap(happenedTo)), // oxfmt-ignore
  deleted: (ctx, rows) => tell(ctx, name, rows.map(({ sid }) => ({ sid: String(sid), happened: 'DELETED' }))), // oxfmt-ignore
  restored: (ctx, rows) => tell(ctx, name, rows.map(({ sid }) => ({ sid: String(sid), happened: 'RESTORED' }))), // oxfmt-ignore
  unmade: (ctx, sids) => untell(ctx, name, sids),
})

type Happened = { sid: string; happened: string }

function happenedTo({ sid, before, transition, changed }: Draft): Happened[] {
  if (!before) return [{ sid, happened: 'CREATED' }]
  if (transition) return [{ sid, happened: ofStep(transition) }]
  return changed.size > 0 ? [{ sid, happened: 'UPDATED' }] : []
}

/** Queued in the transaction of the change: no delivery without the change, no change without its delivery. */
async function tell(ctx: Context, entity: string, happened: readonly Happened[]) {
  const wanting = (await subscriptions(ctx)).get(entity)
  if (!wanting || happened.length === 0) return
  const queued = happened.flatMap((one) => {
    const webhooks = new Set(wanting.flatMap(({ webhook, change }) => (isWanted(change, one.happened) ? [webhook] : [])))
    const step = stepOf(one.happened)
    const facts = { entity, record_sid: one.sid, change: step === undefined ? one.happened : 'STEP', step: step ?? null }
    return [...webhooks].map((webhook_sid) => ({ webhook_sid, ...facts }))
  })
  await queue(ctx, queued)
}

/** These deliveries were queued in this transaction, so none was sent. */
async function untell(ctx: Context, entity: string, sids: readonly string[]) {
  await ctx.db
    .deleteFrom('webhook_delivery')
    .where('entity', '=', entity)
    .where('record_sid', 'in', [...sids])
    .execute()
}

export type Queued = { webhook_sid: string; entity: string | null; record_sid: string | null; change: string; step: string | null }

export async function queue(ctx: Context, queued: readonly Queued[]) {
  if (queued.length === 0) return
  const now = new Date().toISOString()
  const times = { version: 1, valid: true, created_at: now, updated_at: now, occurred_at: now, next_try_at: now }
  const model = modelNamed(ctx.tenant.models, 'webhook_delivery')
  const rows = queued.map((one) => ({ sid: randomUUIDv7(), ...times, state: 'QUEUED', attempts: 0, ...one }))
  await insertRows(ctx, model, rows)
  wrote(ctx, model)
  later(ctx, ({ pubsub }) => pubsub.publish(QUEUED, null))
}
