import type { Words } from '../../model/kit/fields.ts'
import type { RowOf } from '../database/tables.ts'
import { mailSettings } from '../mail/mail-settings.ts'
import { sendMail } from '../mail/send.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/validate.ts'
import { draftNew, insertDrafts } from '../records/write/write.ts'

type Mail = RowOf<'outgoing_mail'>
type NewMail = Pick<Mail, 'to_address' | 'subject' | 'body' | 'case_sid'> & { template_sid?: string | null | undefined }

/** Queues the mail in the caller's transaction: it is sent when that commits, and otherwise not at all. */
export async function queueMail(ctx: Context, mail: NewMail): Promise<string> {
  const model = modelNamed(ctx.tenant.models, 'outgoing_mail')
  const [draft] = await draftNew(ctx, model, [{}])
  if (!draft) throw new Error('no draft of a mail')
  const { from_address } = await mailSettings(ctx)
  const domain = from_address?.split('@')[1] ?? 'innoe.invalid'
  const values = { ...mail, state: 'QUEUED', attempts: 0, next_try_at: new Date().toISOString(), message_id: `<${draft.sid}@${domain}>` }
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value ?? null)
  await insertDrafts(ctx, model, [draft])
  return draft.sid
}

/** Minutes until the next attempt; after the last one the mail is given up. */
const WAITS = [1, 5, 30, 120, 360]
const AT_ONCE = 50
/** One that was taken by a process that died is tried again after this. */
const TAKEN_MS = 10 * 60_000

/** Each minute: what is due, by one process each. A mail that is sent twice after a crash has the same Message-ID. */
export async function sendQueued(ctx: Context): Promise<void> {
  for (let sent = 0; sent < AT_ONCE; sent++) {
    const mail = await takeNext(ctx)
    if (!mail) return
    const fault = await sendMail(ctx.tenant, {
      to: mail.to_address ?? '',
      subject: mail.subject ?? '',
      text: mail.body ?? '',
      messageId: mail.message_id ?? '',
    })
    await (fault ? putBack(ctx, mail, fault) : close(ctx, mail.sid))
  }
}

function takeNext({ db }: Context): Promise<Mail | undefined> {
  const now = Date.now()
  return db
    .updateTable('outgoing_mail')
    .set((row) => ({ attempts: row('attempts', '+', 1), next_try_at: new Date(now + TAKEN_MS).toISOString() }))
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

const close = ({ db }: Context, sid: string) =>
  db
    .updateTable('outgoing_mail')
    .set({ state: 'SENT', sent_at: new Date().toISOString(), next_try_at: null, reason: null, reason_en: null })
    .where('sid', '=', sid)
    .execute()

async function putBack({ db }: Context, { sid, attempts }: Mail, [reason, reason_en]: Words) {
  const wait = WAITS[(attempts ?? 1) - 1]
  const next = wait === undefined ? null : new Date(Date.now() + wait * 60_000).toISOString()
  await db
    .updateTable('outgoing_mail')
    .set({ reason, reason_en, next_try_at: next, state: next ? 'QUEUED' : 'DEAD' })
    .where('sid', '=', sid)
    .execute()
}
