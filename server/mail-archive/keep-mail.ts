import { modelNamed } from '../records/registry.ts'
import type { StoredMailFile } from '../../model/mail/archived_mail.ts'
import type { RowOf } from '../database/tables.ts'
import { fileDocument } from '../documents/file-document.ts'
import { cutName, safeName } from '../../model/documents/archive-name.ts'
import type { Context } from '../records/context.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts } from '../records/write/write.ts'

export type MailValues = Partial<Omit<RowOf<'archived_mail'>, 'sid' | 'version'>> & Record<string, unknown>

const modelOf = (ctx: Context) => modelNamed(ctx.tenant.models, 'archived_mail')

/** The record of the mail, with its documents when its case is known. Within the transaction that counts the mail as fetched. */
export async function keepMail(ctx: Context, values: MailValues): Promise<string> {
  const [draft] = await draftNew(ctx, modelOf(ctx), [{ company_sid: values.company_sid }])
  if (!draft) throw new Error('no draft of a mail')
  const documents = values.case_sid ? await fileMailDocuments(ctx, values, values.case_sid) : []
  for (const [code, value] of Object.entries({ ...values, documents })) setValue(draft, code, value ?? null)
  await insertDrafts(ctx, modelOf(ctx), [draft])
  return draft.sid
}

type Filed = Pick<MailValues, 'subject' | 'from_address' | 'document_class' | 'files'>

/** The mail and its attachments as documents of the case. */
export async function fileMailDocuments(ctx: Context, { subject, from_address, document_class, files }: Filed, case_sid: string): Promise<string[]> {
  const model = modelNamed(ctx.tenant.models, 'document')
  const documents: string[] = []
  for (const { at, ...file } of files as StoredMailFile[]) {
    // keepMail stored them
    const name = at === undefined ? cutName(safeName(`${subject || from_address || 'mail'}.eml`)) : file.name
    const note = `${from_address ?? ''}: ${subject ?? ''}`.slice(0, 500)
    const fields = { case_sid, direction: 'IN', source: 'MAIL_ARCHIVE', visibility: document_class ?? 'V2', note }
    documents.push(await fileDocument(ctx, model, fields, { ...file, name }))
  }
  return documents
}
