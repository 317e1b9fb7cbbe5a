import type { Words } from '../../model/kit/fields.ts'
import { MAX_FAILURES } from '../../model/webhooks/webhook.ts'
import type { RowOf } from '../database/tables.ts'
import { type Posted, post } from '../outbound/post.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { readSecret } from '../records/write/secrets.ts'
import { wrote } from '../records/write/write.ts'
import { countAnswer } from '../jobs/count-answers.ts'
import { signedHeaders } from './signature.ts'
import { subscriptionsChanged } from './subscriptions.ts'

type Delivery = RowOf<'webhook_delivery'>
type Webhook = Pick<RowOf<'webhook'>, 'sid' | 'name' | 'url'>

/** Minutes until the next attempt; after the last one the delivery is given up. */
const WAITS = [1, 5, 30, 120, 360, 720]
/** Maximum duration of one run, so that slow receivers do not delay other work of the minute */
const MAX_MS = 20_000
/** A delivery whose process died is tried again after this time. */
const TAKEN_MS = 2 * 60_000
const MAX_TRIES = 50

/** What is to be tried later than this is being sent by nobody now. */
export const beingSentUntil = () => new Date(Date.now() + TAKEN_MS).toISOString()

/** Sends due deliveries each minute and after each queueing, each by one process. A failing receiver waits for another run. */
export async function deliverQueued(ctx: Context): Promise<void> {
  const failing: string[] = []
  for (const start = Date.now(); Date.now() - start < MAX_MS;) {
    const delivery = await takeNext(ctx, failing)
    if (!delivery) return
    const webhook = await webhookOf(ctx, delivery)
    const began = Date.now()
    const posted = webhook ? await send(ctx, webhook, delivery) : GONE
    const isTaken = await close(ctx, delivery, posted, Date.now() - began)
    if (webhook && (await countAnswer(ctx, { model: 'webhook', sid: webhook.sid, isTaken, most: MAX_FAILURES }, failedText(webhook.name))))
      subscriptionsChanged(ctx)
    if (!isTaken && delivery.webhook_sid) failing.push(delivery.webhook_sid)
    wrote(ctx, modelNamed(ctx.tenant.models, 'webhook_delivery'))
  }
}

const GONE: Posted = { fault: ['网络回调已删除', 'the webhook was deleted'] }

function takeNext({ db }: Context, failing: readonly string[]): Promise<Delivery | undefined> {
  const now = Date.now()
  return db
    .updateTable('webhook_delivery')
    .set((row) => ({ attempts: row('attempts', '+', 1), next_try_at: new Date(now + TAKEN_MS).toISOString() }))
    .where('sid', '=', (of) =>
      of
        .selectFrom('webhook_delivery as d')
        .innerJoin('webhook as w', 'w.sid', 'd.webhook_sid')
        .select('d.sid')
        .where('d.state', '=', 'QUEUED')
        .where('d.next_try_at', '<=', new Date(now).toISOString())
        .where((row) => row.or([row('w.is_on', '=', true), row('w.deleted_at', 'is not', null)]))
        .$if(failing.length > 0, (query) => query.where('w.sid', 'not in', [...failing]))
        .orderBy('d.next_try_at')
        .orderBy('d.sid')
        .limit(1)
        .forUpdate('d')
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

const webhookOf = ({ db }: Context, { webhook_sid }: Delivery) =>
  db
    .selectFrom('webhook')
    .select(['sid', 'name', 'url'])
    .where('sid', '=', webhook_sid ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The message names records and contains none of their values: people who may read them call the API. */
const bodyOf = ({ sid, entity, record_sid, change, step, occurred_at }: Delivery) =>
  JSON.stringify({
    id: sid,
    event: change,
    ...(entity && { model: entity }),
    ...(step && { step }),
    ...(record_sid && { sid: record_sid }),
    occurred_at,
  })

async function send(ctx: Context, { sid, url }: Webhook, delivery: Delivery): Promise<Posted> {
  const secret = await readSecret(ctx, modelNamed(ctx.tenant.models, 'webhook'), sid, 'secret')
  if (!secret || !url) return { fault: ['没有签名密钥', 'there is no signing secret'] }
  const body = bodyOf(delivery)
  return post(url, body, { ...signedHeaders(secret, body), 'x-innoe-delivery': delivery.sid })
}

const isSuccess = (posted: Posted) => 'code' in posted && posted.code >= 200 && posted.code < 300

function reasonOf(posted: Posted): Words | undefined {
  if ('fault' in posted) return posted.fault
  return isSuccess(posted) ? undefined : [`对方回答 ${posted.code}`, `the answer was ${posted.code}`]
}

/** Keeps the attempt; whether the receiver took it. */
async function close({ db }: Context, { sid, attempts, tries }: Delivery, posted: Posted, ms: number): Promise<boolean> {
  const taken = isSuccess(posted)
  const [reason, reason_en] = reasonOf(posted) ?? [null, null]
  const code = 'code' in posted ? posted.code : null
  const wait = posted === GONE ? undefined : WAITS[(attempts ?? 1) - 1]
  const next = taken || wait === undefined ? null : new Date(Date.now() + wait * 60_000).toISOString()
  const now = new Date().toISOString()
  const kept = [...(tries ?? []), { at: now, code, ms, reason: reason && `${reason} / ${reason_en}` }].slice(-MAX_TRIES)
  const state = taken ? 'SENT' : next ? 'QUEUED' : 'DEAD'
  await db
    .updateTable('webhook_delivery')
    .set({ state, response_code: code, reason, reason_en, next_try_at: next, sent_at: taken ? now : null, tries: JSON.stringify(kept) })
    .where('sid', '=', sid)
    .execute()
  return taken
}

const failedText = (name: string | null): Words => [
  `网络回调“${name}”连续失败 ${MAX_FAILURES} 次，已停用`,
  `The webhook “${name}” failed ${MAX_FAILURES} times in a row and was switched off`,
]
