import type { Words } from '../../model/kit/fields.ts'
import type { RowOf } from '../database/tables.ts'
import { mailSettings } from '../mail/mail-settings.ts'
import { type Delivery, deliver } from '../mail/send.ts'
import { type Context, later } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts, wrote } from '../records/write/write.ts'
import { storageOf } from '../storage/tenant-storage.ts'

type Mail = RowOf<'outgoing_mail'>
type NewMail = Pick<Mail, 'to_addresses' | 'subject' | 'body' | 'case_sid'> &
  Partial<Record<'template_sid', string | null | undefined> & Record<'cc_addresses' | 'document_sids', string[] | undefined>>

/** Heard by the workers, which then do not wait for the next minute. */
export const QUEUED = 'outgoing mail'

/** Queues the mail in the caller's transaction: it is sent when that commits, and otherwise not at all. */
export async function queueMail(ctx: Context, mail: NewMail): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'outgoing_mail')
  const [draft] = await draftNew(ctx, model, [{}])
  if (!draft) throw new Error('no draft of a mail')
  const { from_address } = await mailSettings(ctx)
  const domain = from_address?.split('@')[1] ?? 'innoe.invalid'
  const values = {
    ...mail,
    ...{ state: 'QUEUED', attempts: 0, next_try_at: new Date().toISOString() },
    ...{ sender_sid: ctx.actor.sid, message_id: `<${draft.sid}@${domain}>` },
  }
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value ?? null)
  await insertDrafts(ctx, model, [draft])
  later(ctx, ({ pubsub }) => pubsub.publish(QUEUED, null))
  return draft.sid
}

/** Minutes until the next attempt; after the last one the mail is given up. */
const WAITS = [1, 5, 30, 120, 360]
/** Maximum duration of one run, so that a slow server does not delay other work of the minute */
const MAX_MS = 20_000
/** A mail whose process died is tried again after this time, which exceeds every sending. */
const TAKEN_MS = 30 * 60_000

/** Sends due mails each minute, each by one process. A mail sent twice after a crash has the same Message-ID. */
export async function sendQueued(ctx: Context): Promise<void> {
  for (const start = Date.now(); Date.now() - start < MAX_MS;) {
    const mail = await takeNext(ctx)
    if (!mail) return
    const delivery = await sendTaken(ctx, mail)
    await ('fault' in delivery ? putBack(ctx, mail, delivery) : close(ctx, mail, delivery.refused))
    wrote(ctx, modelNamed(ctx.tenant.models, 'outgoing_mail'))
    if ('fault' in delivery && !delivery.isFinal) return // probably the same for the others: they wait without losing an attempt
  }
}

/** Of the queued ones, it has failed and is being sent by nobody now: `takeNext` clears the reason. */
export const waits = ({ state, reason }: Pick<Mail, 'state' | 'reason'>) => state === 'QUEUED' && reason !== null

function takeNext({ db }: Context): Promise<Mail | undefined> {
  const now = Date.now()
  return db
    .updateTable('outgoing_mail')
    .set((row) => ({ attempts: row('attempts', '+', 1), next_try_at: new Date(now + TAKEN_MS).toISOString(), reason: null, reason_en: null }))
    .where('sid', '=', (of) =>
      of
        .selectFrom('outgoing_mail')
        .select('sid')
        .where('state', '=', 'QUEUED')
        .where('deleted_at', 'is', null)
        .where('next_try_at', '<=', new Date(now).toISOString())
        .orderBy('next_try_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

const NO_FILE: Delivery = { fault: ['附件已不存在', 'an attachment no longer exists'], isFinal: true }

async function sendTaken(ctx: Context, mail: Mail): Promise<Delivery> {
  const files = await filesOf(ctx, mail.document_sids ?? [])
  if (!files) return NO_FILE
  const storage = storageOf(ctx.tenant)
  const attachments = await Promise.all(files.map(async ({ key, ...file }) => ({ ...file, content: await storage.get(key) })))
  try {
    return await deliver(ctx.tenant, {
      to: mail.to_addresses ?? [],
      cc: mail.cc_addresses ?? [],
      subject: mail.subject ?? '',
      text: mail.body ?? '',
      message_id: mail.message_id ?? '',
      attachments,
    })
  } finally {
    for (const { content } of attachments) content.destroy()
  }
}

/** Undefined where one of them has gone meanwhile. */
async function filesOf({ db, tenant }: Context, sids: readonly string[]) {
  if (sids.length === 0) return []
  const rows = await db
    .selectFrom('document')
    .select(['file_key', 'file_name', 'content_type'])
    .where('sid', 'in', [...sids])
    .where('deleted_at', 'is', null)
    .execute()
  const storage = storageOf(tenant)
  const files = []
  for (const { file_key, file_name, content_type } of rows)
    if (file_key && (await storage.size(file_key)) !== undefined)
      files.push({ key: file_key, name: file_name ?? 'file', type: content_type ?? 'application/octet-stream' })
  return files.length === sids.length ? files : undefined
}

const close = ({ db }: Context, { sid }: Mail, refused: readonly string[]) => {
  const [reason, reason_en] = refused.length > 0 ? refusedWords(refused) : [null, null]
  return db
    .updateTable('outgoing_mail')
    .set({ state: 'SENT', sent_at: new Date().toISOString(), next_try_at: null, reason, reason_en })
    .where('sid', '=', sid)
    .execute()
}

const refusedWords = (refused: readonly string[]): Words => {
  const list = refused.join(', ').slice(0, 400)
  return [`服务器不接受部分收件人：${list}`, `the server refused some recipients: ${list}`]
}

/** A mail that a person discarded meanwhile stays discarded. The sender is notified of a mail that is given up. */
async function putBack(
  ctx: Context,
  { sid, attempts, subject, sender_sid }: Mail,
  { fault: [reason, reason_en], isFinal }: Extract<Delivery, { fault: Words }>,
) {
  const wait = isFinal ? undefined : WAITS[(attempts ?? 1) - 1]
  const next = wait === undefined ? null : new Date(Date.now() + wait * 60_000).toISOString()
  const { numUpdatedRows } = await ctx.db
    .updateTable('outgoing_mail')
    .set({ reason, reason_en, next_try_at: next, state: next ? 'QUEUED' : 'DEAD' })
    .where('sid', '=', sid)
    .where('state', '=', 'QUEUED')
    .executeTakeFirst()
  if (next || !sender_sid || numUpdatedRows === 0n) return
  const [title, title_en] = [`邮件没有发出：${subject}（${reason}）`, `A mail was not sent: ${subject} (${reason_en})`]
  await notify(ctx, [{ user_sid: sender_sid, level: 'URGENT', title, title_en, link: `/m/outgoing_mail/${sid}`, about: null }], 'CASE')
}
