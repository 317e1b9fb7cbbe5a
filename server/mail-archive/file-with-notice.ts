import type { StoredMailFile } from '../../model/mail/archived_mail.ts'
import type { RowOf } from '../database/tables.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { fileMailDocuments } from './keep-mail.ts'

/** A mail that waits for its case is filed with the notices that it brought, once all of them are decided and of one case. */
export async function fileWithNotices(ctx: Context, drafts: readonly DraftOf<'notice_intake'>[]) {
  const decided = drafts.filter(({ row, changed }) => changed.has('state') && (row.state === 'ACCEPTED' || row.state === 'REJECTED'))
  for (const mail_sid of new Set(decided.flatMap(({ row }) => row.mail_sid ?? []))) await fileMailOf(ctx, mail_sid)
}

async function fileMailOf(ctx: Context, mail_sid: string) {
  const model = modelNamed(ctx.tenant.models, 'archived_mail')
  const [mail] = await lockRows(ctx, model, [mail_sid])
  if (mail?.state !== 'UNMATCHED') return
  const notices = await noticesOf(ctx, mail_sid)
  const accepted = notices.filter(({ state }) => state === 'ACCEPTED')
  const cases = [...new Set(accepted.map(({ case_sid }) => case_sid))]
  const [case_sid] = cases
  const isOpen = notices.some(({ state }) => state !== 'ACCEPTED' && state !== 'REJECTED')
  if (isOpen || cases.length !== 1 || !case_sid) return
  const filed = new Set(accepted.map(({ hash }) => hash))
  const rest = ((mail.files ?? []) as StoredMailFile[]).filter(({ hash }) => !filed.has(hash)) // keepMail stored them
  const documents = [
    ...accepted.flatMap(({ document_sid }) => document_sid ?? []),
    ...(await fileMailDocuments(ctx, { ...mail, files: rest }, case_sid)),
  ]
  const values = { state: 'FILED', case_sid, matched_by: 'NOTICE', documents, reason: null, reason_en: null, decided_at: new Date().toISOString(), decided_by: ctx.actor.sid } // oxfmt-ignore
  const draft = draftFrom(mail)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await updateDrafts(ctx, model, [draft])
}

type Notice = Pick<RowOf<'notice_intake'>, 'state' | 'case_sid' | 'hash' | 'document_sid'>

const noticesOf = ({ db }: Context, mail_sid: string): Promise<Notice[]> =>
  db
    .selectFrom('notice_intake')
    .select(['state', 'case_sid', 'hash', 'document_sid'])
    .where('mail_sid', '=', mail_sid)
    .where('deleted_at', 'is', null)
    .execute()
