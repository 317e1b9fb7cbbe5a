import type { FastifyRequest } from 'fastify'
import { MAX_ATTACHMENTS_MB } from '../../model/mail/incoming_mailbox.ts'
import { MAX_ADDRESSES } from '../../model/mail/addresses.ts'
import { type discardMail, type retryMail, sendCaseMail } from '../../model/mail/sending-actions.ts'
import { labelOf, wordIn, type Words } from '../../model/kit/fields.ts'
import { audit } from '../auth/audit/audit.ts'
import type { RowOf } from '../database/tables.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { mailboxOf } from '../mail/mail-settings.ts'
import type { Call } from '../records/actions.ts'
import { type Context, inTransaction, later } from '../records/context.ts'
import { get } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { getOrUnseen } from '../records/write/create.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { QUEUED, queueMail, waits } from './outbox.ts'

const NOT_SET = { summary_zh: '尚未设置发信邮箱，请联系系统管理员', summary_en: 'The sending mailbox is not set up; ask the administrator' }

/** A person sends about a case that they see, with documents of the case that they see. */
export async function send({ ctx, model, body, request }: Call<typeof sendCaseMail>) {
  const { case_sid, template_sid, to_addresses, cc_addresses = [], subject, body: text, document_sids = [] } = body
  await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  if (template_sid) await get(ctx, modelNamed(ctx.tenant.models, 'mail_template'), template_sid)
  if (!(await mailboxOf(ctx.tenant))) return refuse('rule', NOT_SET)
  if (new Set([...to_addresses, ...cc_addresses]).size > MAX_ADDRESSES) refuseAt(ctx, 'cc_addresses', TOO_MANY)
  await checkFiles(ctx, case_sid, document_sids)
  const mail = {
    case_sid,
    template_sid,
    to_addresses,
    cc_addresses,
    document_sids,
    body: text,
    subject: subject.replace(/[\p{Cc}\s]+/gu, ' ').trim(),
  }
  const sid = await inTransaction(ctx, async (tx) => {
    const queued = await queueMail(tx, mail)
    await get(tx, model, queued) // a mail that the person may not see is not sent
    await auditFiles(tx, request, document_sids)
    return queued
  })
  return get(ctx, model, sid)
}

const TOO_MANY = [`收件人和抄送合计最多 ${MAX_ADDRESSES} 个地址`, `makes more than ${MAX_ADDRESSES} addresses together with the recipients`] as const
const ELSEWHERE = ['应为本案的文档', 'must be documents of this case'] as const
const TOO_LARGE = [`附件合计不超过 ${MAX_ATTACHMENTS_MB} MB`, `have more than ${MAX_ATTACHMENTS_MB} MB together`] as const

function refuseAt({ lang }: Context, field: 'cc_addresses' | 'document_sids', words: Words): never {
  return refuseFaults([{ field, label: labelOf(sendCaseMail.body[field], lang), reason: wordIn(words, lang) }])
}

async function checkFiles(ctx: Context, case_sid: string, sids: readonly string[]) {
  if (sids.length === 0) return
  for (const sid of sids) await get(ctx, modelNamed(ctx.tenant.models, 'document'), sid)
  const rows = await ctx.db
    .selectFrom('document')
    .select(['case_sid', 'size'])
    .where('sid', 'in', [...sids])
    .execute()
  if (rows.some((row) => row.case_sid !== case_sid)) refuseAt(ctx, 'document_sids', ELSEWHERE)
  const total = rows.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (total > MAX_ATTACHMENTS_MB * 1024 * 1024) refuseAt(ctx, 'document_sids', TOO_LARGE)
}

/** A document sent by mail is recorded like a download. */
async function auditFiles(ctx: Context, request: FastifyRequest, sids: readonly string[]) {
  for (const record_sid of sids) await audit(request, 'DOWNLOADED', { user: ctx.actor.user_sid, entity: 'document', record_sid }, ctx)
}

const NOT_DEAD = {
  summary_zh: '只有发送失败、等待下次尝试、被退回或已放弃的邮件可以再次发送',
  summary_en: 'Only a mail that failed, waits for its next attempt, came back or was discarded is sent again',
}
const NOT_OPEN = { summary_zh: '邮件已发出或已放弃', summary_en: 'The mail has been sent or discarded' }

export async function retry({ ctx, model, body: { sid } }: Call<typeof retryMail>) {
  const again = { state: 'QUEUED', attempts: 0, next_try_at: new Date().toISOString(), discard_reason: null }
  const isOpen: Change['isOpen'] = (row) => ['DEAD', 'RETURNED', 'DISCARDED'].includes(row.state ?? '') || waits(row)
  await change(ctx, sid, { isOpen, otherwise: NOT_DEAD, to: again })
  return getOrUnseen(ctx, model, sid)
}

export async function discard({ ctx, model, body: { sid, reason } }: Call<typeof discardMail>) {
  const to = { state: 'DISCARDED', next_try_at: null, discard_reason: reason }
  await change(ctx, sid, { isOpen: ({ state }) => state === 'DEAD' || state === 'QUEUED', otherwise: NOT_OPEN, to })
  return getOrUnseen(ctx, model, sid)
}

type Change = { isOpen: (row: RowOf<'outgoing_mail'>) => boolean; otherwise: typeof NOT_DEAD; to: Record<string, unknown> }

function change(ctx: Context, sid: string, { isOpen, otherwise, to }: Change): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const model = modelNamed(tx.tenant.models, 'outgoing_mail')
    const [row] = await lockRows(tx, model, [sid])
    if (!row) return refuse('not_found')
    if (!isOpen(row)) return refuse('rule', otherwise)
    const draft = draftFrom(row)
    for (const [code, value] of Object.entries(to)) setValue(draft, code, value)
    await updateDrafts(tx, model, [draft])
    later(tx, ({ pubsub }) => pubsub.publish(QUEUED, null))
  })
}
