import type { StoredMailFile } from '../../model/mail/archived_mail.ts'
import type { RowOf } from '../database/tables.ts'
import { Refusal } from '../errors.ts'
import { type Context, type DraftOf, SYSTEM } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { removeRows } from '../records/write/delete.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../records/write/write.ts'
import { fileMailDocuments } from './keep-mail.ts'

type Mail = RowOf<'archived_mail'>

/**
 * A mail without a case is filed with its notices, once all of them are accepted to one case and none is
 * unopened. In a filed mail, an accepted notice replaces the attachment.
 */
export async function fileWithNotices(ctx: Context, drafts: readonly DraftOf<'notice_intake'>[]) {
  const decided = drafts.filter(({ row, changed }) => changed.has('state') && (row.state === 'ACCEPTED' || row.state === 'REJECTED'))
  for (const mail_sid of new Set(decided.flatMap(({ row }) => row.mail_sid ?? []))) await fileMailOf(ctx, mail_sid)
  for (const { row, before } of drafts) if (before && isAccepted(before) && !isAccepted(row)) await putAttachmentBack(ctx, before)
}

async function fileMailOf(ctx: Context, mail_sid: string) {
  const model = modelNamed(ctx.tenant.models, 'archived_mail')
  const [mail] = await lockRows(ctx, model, [mail_sid])
  if (mail?.state === 'FILED') return replaceAttachments(ctx, mail)
  if (mail?.state !== 'UNMATCHED') return
  const notices = await noticesOf(ctx, mail_sid)
  const cases = [...new Set(notices.flatMap((one) => (isAccepted(one) && one.case_sid) || []))]
  const [case_sid] = cases
  const isOpen = notices.some(({ state, deleted_at }) => deleted_at === null && state !== 'ACCEPTED' && state !== 'REJECTED')
  if (isOpen || !case_sid) return
  const isWhole = cases.length === 1 && notices.every((one) => isAccepted(one) || isNoNotice(one)) && !hasUnkept(mail)
  const candidates = [...new Set([...(mail.candidates ?? []), ...cases])]
  const values = isWhole ? await filedTo(ctx, mail, case_sid) : { candidates, reason: NOT_WHOLE[0], reason_en: NOT_WHOLE[1] }
  const draft = draftFrom(mail)
  for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  await updateDrafts(ctx, model, [draft])
}

/** A document is filed once in its case: the copy filed with the mail is deleted, unless somebody has worked with it since. */
async function replaceAttachments(ctx: Context, mail: Mail) {
  const accepted = (await noticesOf(ctx, mail.sid)).filter((one) => isAccepted(one) && one.document_sid && one.case_sid === mail.case_sid)
  const notices = new Map<string, string>()
  for (const { sid, hash } of await copiesOf(ctx, mail, accepted)) {
    const notice = accepted.find((one) => one.hash === hash)?.document_sid
    if (notice && (await removeUnused(ctx, sid))) notices.set(sid, notice)
  }
  if (notices.size === 0) return
  const draft = draftFrom(mail)
  setValue(draft, 'documents', [...new Set((mail.documents ?? []).map((sid) => notices.get(sid) ?? sid))])
  await updateDrafts(ctx, modelNamed(ctx.tenant.models, 'archived_mail'), [draft])
}

/** Also for a person who does not see the copy. One to which another record refers stays; one that somebody deletes at this moment is gone. */
async function removeUnused(ctx: Context, sid: string): Promise<boolean> {
  try {
    await removeRows(asSystem(ctx), modelNamed(ctx.tenant.models, 'document'), [sid])
    return true
  } catch (error) {
    if (error instanceof Refusal && (error.name === 'depended_on' || error.name === 'not_found')) return false
    throw error
  }
}

const asSystem = (ctx: Context): Context => ({ ...ctx, actor: { ...SYSTEM, access: new Map() } })

/** Without those that a mail not yet sent takes along, and those that are shared. */
async function copiesOf({ db }: Context, { documents, case_sid }: Mail, accepted: readonly Notice[]) {
  const hashes = accepted.flatMap(({ hash }) => hash ?? [])
  if (hashes.length === 0 || !documents?.length) return []
  const now = new Date().toISOString()
  return db
    .selectFrom('document')
    .select(['sid', 'hash'])
    .where('sid', 'in', documents)
    .where('hash', 'in', hashes)
    .where('case_sid', '=', case_sid)
    .where('doc_type', 'is', null)
    .where('version', '=', 1)
    .where('version_no', '=', 1)
    .where('is_main', '=', true)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outgoing_mail as m')
            .select('m.sid')
            .where('m.state', '!=', 'SENT')
            .where('m.deleted_at', 'is', null)
            .where((of) => of('document.sid', '=', of.fn.any('m.document_sids'))),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('share as s')
            .select('s.sid')
            .whereRef('s.document_sid', '=', 'document.sid')
            .where('s.revoked_at', 'is', null)
            .where('s.deleted_at', 'is', null)
            .where((of) => of.or([of('s.expires_at', 'is', null), of('s.expires_at', '>', now)])),
        ),
      ),
    )
    .execute()
}

/** If the document of a notice was deleted, the attachment is filed again with its mail, unless the notice was the reason for filing. */
async function putAttachmentBack(asked: Context, { mail_sid, document_sid, hash }: RowOf<'notice_intake'>) {
  if (!mail_sid || !document_sid) return
  const ctx = asSystem(asked)
  const model = modelNamed(ctx.tenant.models, 'archived_mail')
  const [mail] = await lockRows(ctx, model, [mail_sid])
  if (mail?.state !== 'FILED' || mail.matched_by === 'NOTICE' || !mail.case_sid || !mail.documents?.includes(document_sid)) return
  const files = ((mail.files ?? []) as StoredMailFile[]).filter((one) => one.hash === hash) // keepMail stored them
  const made = await fileMailDocuments(ctx, { ...mail, files }, mail.case_sid)
  const draft = draftFrom(mail)
  setValue(draft, 'documents', [...mail.documents.filter((sid) => sid !== document_sid), ...made])
  await updateDrafts(ctx, model, [draft])
}

const NOT_WHOLE = ['附件没有全部打开并接收到同一案件', 'not all of its attachments were opened and accepted to one case'] as const

async function filedTo(ctx: Context, mail: Mail, case_sid: string) {
  const { known, made } = await documentsOfMail(ctx, mail, case_sid)
  return { state: 'FILED', case_sid, matched_by: 'NOTICE', documents: [...known, ...made], reason: null, reason_en: null, decided_at: new Date().toISOString(), decided_by: ctx.actor.sid } // oxfmt-ignore
}

/** Files the mail in the case: accepted notices are documents already; rejected ones and those of other cases are not filed. */
export async function documentsOfMail(ctx: Context, mail: Mail, case_sid: string): Promise<{ known: string[]; made: string[] }> {
  const decided = (await noticesOf(ctx, mail.sid)).filter((one) => isAccepted(one) || one.state === 'REJECTED')
  const hashes = new Set(decided.map(({ hash }) => hash))
  const rest = ((mail.files ?? []) as StoredMailFile[]).filter(({ hash }) => !hashes.has(hash)) // keepMail stored them
  const known = decided.flatMap((one) => (isAccepted(one) && one.case_sid === case_sid && one.document_sid) || [])
  return { known, made: await fileMailDocuments(ctx, { ...mail, files: rest }, case_sid) }
}

type Notice = Pick<RowOf<'notice_intake'>, 'state' | 'case_sid' | 'hash' | 'document_sid' | 'doc_type' | 'deleted_at'>

const isAccepted = ({ state, deleted_at }: Notice) => state === 'ACCEPTED' && deleted_at === null

/** The reading removed it: it was read and is no notice, or its files took its place. */
const isNoNotice = ({ state, doc_type, deleted_at }: Notice) =>
  deleted_at !== null && doc_type === null && state !== 'UNREADABLE' && state !== 'REJECTED'

/** An attachment that was not stored was not read. */
const hasUnkept = ({ attachments }: Mail) => ((attachments ?? []) as { kept: string }[]).some(({ kept }) => kept !== 'KEPT' && kept !== 'EMPTY') // keepMail stored them

const noticesOf = ({ db }: Context, mail_sid: string): Promise<Notice[]> =>
  db
    .selectFrom('notice_intake')
    .select(['state', 'case_sid', 'hash', 'document_sid', 'doc_type', 'deleted_at'])
    .where('mail_sid', '=', mail_sid)
    .execute()
