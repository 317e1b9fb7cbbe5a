import type { StoredMailFile } from '../../model/mail/archived_mail.ts'
import { startJob } from '../jobs/job-row.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts } from '../records/write/write.ts'
import { mayHoldNotice } from './unpack-mail.ts'

/** Reads attachments of archived mails that may be notices; notices wait for a person, and the others are dropped after the reading. */
export async function receiveFromMails(ctx: Context, drafts: readonly DraftOf<'archived_mail'>[]) {
  for (const { before, sid, row } of drafts) {
    const isNew = before === undefined && (row.state === 'FILED' || row.state === 'UNMATCHED')
    const files = isNew
      ? ((row.files ?? []) as StoredMailFile[]).filter(
          (file) => file.at !== undefined && (file.content_type === 'application/pdf' || mayHoldNotice(file)),
        )
      : [] // the mail archive wrote them; the mail itself is none of its attachments
    if (files.length > 0) await receive(ctx, { mail_sid: sid, company_sid: row.company_sid, title: row.subject ?? '' }, files)
  }
}

type Mail = { mail_sid: string; company_sid: string | null; title: string }

async function receive(ctx: Context, { mail_sid, company_sid, title }: Mail, files: readonly StoredMailFile[]) {
  const model = modelNamed(ctx.tenant.models, 'notice_intake')
  const drafts = await draftNew(ctx, model, files.map(() => (company_sid ? { company_sid } : {}))) // oxfmt-ignore
  for (const [at, draft] of drafts.entries()) {
    const file = files[at]
    if (!file) continue
    const { key, name, size, hash, ext, content_type } = file
    const values = { state: 'READING', mail_sid, original_name: name, file_key: key, size, hash, ext, content_type }
    for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
  }
  await insertDrafts(ctx, model, drafts)
  const sids = drafts.map(({ sid }) => sid)
  await startJob(ctx, { kind: 'INTAKE', title: [title, title], entity: model.name, input: { sids }, total: sids.length })
}
