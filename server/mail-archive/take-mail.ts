import type { Words } from '../../model/kit/fields.ts'
import { MAX_ATTACHMENTS_MB } from '../../model/mail/incoming_mailbox.ts'
import type { RowOf } from '../database/tables.ts'
import type { Context } from '../records/context.ts'
import { storageOf } from '../storage/tenant-storage.ts'
import type { Mailbox, Opened } from './imap.ts'
import type { MailValues } from './keep-mail.ts'
import { matchCase } from './match-case.ts'
import { type MailHead, readHead } from './read-head.ts'
import { takeReturned } from './returned-mail.ts'
import { fingerprintOf, MAX_MAIL, readParts, TOO_MANY } from './read-parts.ts'

type Taking = {
  mailbox: Mailbox
  opened: Opened
  uid: number
  folder: string
  /** The files that were stored for it, also when it fails. */
  keys: string[]
  /** The folder still numbers its mails as it did. */
  isSame: boolean
}

/** The values of the mail's record, its files stored; undefined where it is known already, or has gone from the mailbox. */
export async function takeMail(ctx: Context, { mailbox, opened: { client }, uid, folder, keys, isSame }: Taking): Promise<MailValues | undefined> {
  const head = await readHead(client, uid)
  if (!head) return undefined
  const own = { mailbox_sid: mailbox.sid, company_sid: mailbox.company_sid, document_class: mailbox.document_class }
  if (head === 'long') return { ...own, ...said('TOO_LARGE', LONG_HEAD), received_at: new Date().toISOString() }
  if (!isSame && (await isKnown(ctx, mailbox, head))) return undefined
  const { answers: _, is_report, ...shown } = head
  const values = { ...own, ...shown }
  if (is_report && (await takeReturned(ctx, client, uid))) return { ...values, ...said('IGNORED', RETURNED) }
  if (!(await isAllowed(ctx, mailbox, head.from_address))) return { ...values, ...said('IGNORED', head.from_address ? NOT_ALLOWED : NO_SENDER) }
  if (head.size > MAX_MAIL) return { ...values, ...said('TOO_LARGE', TOO_MUCH) }
  const limit = (mailbox.attachment_limit ?? MAX_ATTACHMENTS_MB) << 20
  const read = await readParts({ client, uid, folder, storage: storageOf(ctx.tenant), month: ctx.today.slice(0, 7), limit }, keys)
  if (!read) return undefined
  if (typeof read === 'string') {
    await removeFiles(ctx, keys)
    return { ...values, ...said('TOO_LARGE', read === TOO_MANY ? TOO_MANY_PARTS : TOO_MUCH) }
  }
  const fingerprint = fingerprintOf(head, read)
  if (await isTaken(ctx, fingerprint)) {
    await removeFiles(ctx, keys)
    return undefined
  }
  const match = await matchCase(ctx, { ...head, company_sid: mailbox.company_sid, text: read.text, names: read.attachments.map(({ name }) => name) })
  if (match.case_sid !== null && match.rules.length > 0) await noteUse(ctx, match.rules)
  const place =
    match.case_sid === null
      ? { ...said('UNMATCHED', match.words), candidates: [...match.candidates] }
      : { state: 'FILED' as const, case_sid: match.case_sid, matched_by: match.by }
  return { ...values, ...place, fingerprint, hash: read.files[0]?.hash ?? null, attachments: read.attachments, files: read.files }
}

const said = (state: NonNullable<RowOf<'archived_mail'>['state']>, [reason, reason_en]: Words): MailValues => ({ state, reason, reason_en })

const LONG_HEAD: Words = ['邮件头过长', 'its headers are too long']
const RETURNED: Words = ['退信报告，已记在所发的邮件上', 'a report of a mail that was not delivered; it is kept with that mail']
const NOT_ALLOWED: Words = ['发件人不在白名单中', 'the sender is not among the allowed senders']
const NO_SENDER: Words = ['没有唯一的发件人', 'it names no single sender']
const TOO_MUCH: Words = [`邮件的附件超过 ${MAX_ATTACHMENTS_MB} MB`, `its attachments have more than ${MAX_ATTACHMENTS_MB} MB`]
const TOO_MANY_PARTS: Words = ['邮件的组成部分超过 100 个', 'it has more than 100 parts']

/** [2.29] The address, or its domain, is allowed in the company of the mailbox. */
async function isAllowed({ db }: Context, { company_sid }: Mailbox, address: string): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (domain === '' || domain === address) return false
  const row = await db
    .selectFrom('mail_sender')
    .select('sid')
    .where('address', 'in', [address, domain])
    .where((row) => row.or([row('company_sid', 'is', null), row('company_sid', '=', company_sid)]))
    .where('deleted_at', 'is', null)
    .where('valid', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** A mail of this mailbox that it numbered otherwise before. */
async function isKnown({ db }: Context, { sid }: Mailbox, { message_id, size, subject, from_address, sent_at }: MailHead): Promise<boolean> {
  const row = await db
    .selectFrom('archived_mail')
    .select('sid')
    .where('mailbox_sid', '=', sid)
    .where('message_id', message_id === null ? 'is' : '=', message_id)
    .where('size', '=', size)
    .where('subject', subject === '' ? 'is' : '=', subject === '' ? null : subject)
    .where('from_address', from_address === '' ? 'is' : '=', from_address === '' ? null : from_address)
    .where('sent_at', sent_at === null ? 'is' : '=', sent_at)
    .executeTakeFirst()
  return row !== undefined
}

/** The same mail came before, in this mailbox or another. */
export async function isTaken({ db }: Context, fingerprint: string): Promise<boolean> {
  return (await db.selectFrom('archived_mail').select('sid').where('fingerprint', '=', fingerprint).executeTakeFirst()) !== undefined
}

async function noteUse({ db }: Context, rules: readonly string[]) {
  await db
    .updateTable('mail_rule')
    .set({ used_at: new Date().toISOString() })
    .where('sid', 'in', [...rules])
    .execute()
}

export async function removeFiles(ctx: Context, keys: readonly string[]) {
  for (const key of keys)
    await storageOf(ctx.tenant)
      .remove(key)
      .catch(() => undefined) // what stays is in no record
}
