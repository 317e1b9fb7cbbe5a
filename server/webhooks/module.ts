import { labelOf, wordIn } from '../../model/kit/fields.ts'
import { CHANGES, eventFault, isTold, ofStep } from '../../model/webhooks/webhook-events.ts'
import { offeredEvents, replayDelivery, testWebhook } from '../../model/webhooks/webhook-actions.ts'
import { refuse } from '../errors.ts'
import { addressFault } from '../outbound/post.ts'
import { type Call, perform } from '../records/actions.ts'
import { type Context, type DraftOf, inTransaction, later } from '../records/context.ts'
import type { Module } from '../records/modules.ts'
import { get } from '../records/query/get.ts'
import { type Declared, modelNamed } from '../records/registry.ts'
import { getOrUnseen } from '../records/write/create.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { lockRows, wrote } from '../records/write/write.ts'
import { beingSentUntil, deliverQueued } from './deliver.ts'
import { hooksOf, QUEUED, queue } from './happened.ts'
import { subscriptionsChanged } from './subscriptions.ts'

/** Sends signed messages to other systems when records change; see docs/webhooks.md. */
export const webhooksModule = (declared: Declared): Module => ({
  name: 'webhooks',
  hooks: [
    ...hooksOf(declared.all.values()),
    {
      model: 'webhook',
      prepare,
      check,
      written: async (ctx) => subscriptionsChanged(ctx),
      deleted: async (ctx) => subscriptionsChanged(ctx),
      restored: async (ctx) => subscriptionsChanged(ctx),
    },
  ],
  actions: [...perform(offeredEvents, offered), ...perform(testWebhook, test), ...perform(replayDelivery, replay)],
  minutely: { 'deliver webhooks': deliverQueued },
  promptly: { [QUEUED]: deliverQueued },
  nightly: { 'old webhook deliveries': dropOld },
})

type Drafts = readonly DraftOf<'webhook'>[]

/** Switching it on again resets the failures. */
function prepare(_ctx: Context, drafts: Drafts) {
  for (const draft of drafts)
    if (draft.changed.has('is_on') && draft.row.is_on) for (const [code, value] of [['failures', 0], ['switched_off_at', null]] as const) setValue(draft, code, value) // oxfmt-ignore
}

const MAX_EVENTS = 100

function check(ctx: Context, drafts: Drafts) {
  const model = modelNamed(ctx.tenant.models, 'webhook')
  for (const draft of drafts) {
    const { url, events } = draft.row
    const fault = url && draft.changed.has('url') ? addressFault(url) : undefined
    if (fault) faultAt(ctx, model, draft, 'url', fault)
    // The secret is sent only to the receiver for which it was made.
    if (draft.before?.secret && draft.changed.has('url') && !draft.changed.has('secret') && hostOf(draft.before.url) !== hostOf(url))
      faultAt(ctx, model, draft, 'secret', ['地址已改到另一主机，请重新填写', 'must be entered again, since the address leads to another host'])
    const list: unknown = events
    if (list === null) continue // it is required, which is said elsewhere
    if (!Array.isArray(list) || list.length > MAX_EVENTS)
      faultAt(ctx, model, draft, 'events', [`应为列表，最多 ${MAX_EVENTS} 项`, `must be a list of at most ${MAX_EVENTS} entries`])
    else
      for (const wrong of new Set(list.map((event) => eventFault(event, ctx.tenant.models.all))))
        if (wrong) faultAt(ctx, model, draft, 'events', wrong)
  }
}

const hostOf = (url: string | null | undefined) => (url && URL.canParse(url) ? new URL(url).host : '')

const IS_OFF = { summary_zh: '网络回调已停用，请先启用', summary_en: 'The webhook is switched off; switch it on first' }

async function test({ ctx, model, body: { sid } }: Call<typeof testWebhook>) {
  await inTransaction(ctx, async (tx) => {
    const [row] = await lockRows(tx, model, [sid], { verb: 'update' })
    if (!row) return refuse('not_found')
    if (!row.is_on) return refuse('rule', IS_OFF)
    await queue(tx, [{ webhook_sid: sid, entity: null, record_sid: null, change: 'TEST', step: null }])
  })
  return getOrUnseen(ctx, model, sid)
}

/** Sends it again under the same ID, so that the receiver recognises a repetition. */
async function replay({ ctx, model, body: { sid } }: Call<typeof replayDelivery>) {
  await get(ctx, model, sid)
  await inTransaction(ctx, async (tx) => {
    const { webhook_sid } = await tx.db.selectFrom('webhook_delivery').select('webhook_sid').where('sid', '=', sid).executeTakeFirstOrThrow()
    const [webhook] = await lockRows(tx, modelNamed(tx.tenant.models, 'webhook'), [webhook_sid ?? ''], { verb: 'update' })
    if (!webhook) return refuse('not_found')
    if (!webhook.is_on) return refuse('rule', IS_OFF)
    await tx.db
      .updateTable('webhook_delivery')
      .set({ state: 'QUEUED', attempts: 0, next_try_at: new Date().toISOString() })
      .where('sid', '=', sid)
      .where((row) => row.or([row('state', '!=', 'QUEUED'), row('next_try_at', '>', beingSentUntil())]))
      .execute()
    wrote(tx, model)
    later(tx, ({ pubsub }) => pubsub.publish(QUEUED, null))
  })
  return get(ctx, model, sid)
}

async function offered({ ctx: { tenant, lang } }: Call<typeof offeredEvents>) {
  const changes = Object.entries(CHANGES).map(([change, words]) => ({ change, label: wordIn(words, lang) }))
  const events = [...tenant.models.all.values()].filter(isTold).map((model) => ({
    entity: model.name,
    label: labelOf(model, lang),
    changes: [
      ...changes,
      ...Object.entries(model.states?.transitions ?? {}).map(([code, step]) => ({ change: ofStep(code), label: labelOf(step, lang) })),
    ],
  }))
  return { events }
}

const KEPT_DAYS = 30

async function dropOld({ db }: Context) {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
  await db.deleteFrom('webhook_delivery').where('occurred_at', '<', before).execute()
}
