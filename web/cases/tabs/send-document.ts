import type { Rec } from '../../api/api.ts'
import { uploadDocument } from '../../../model/documents/document-routes.ts'
import { PAGE_TIMEOUT, ask } from '../../api/call.ts'

export type About = {
  case_sid?: string
  /** Any version of the document that this is a new version of: it has that document's case, type and dates. */
  sid?: string
  version_remark?: string | undefined
  doc_type?: string | undefined
  issue_date?: string | undefined
  receive_date?: string | undefined
  receipt_reason?: string | undefined
  delivery_way?: string | undefined
  set_due?: string | undefined
  visibility?: string | undefined
  fee_sid?: string | undefined
  voucher?: string | undefined
  source?: string | undefined
}

/** Uploads one document of a case, or a new version of one; its fields precede the file, which is read as a stream. */
export function sendDocument(file: File, about: About): Promise<Rec> {
  const form = new FormData()
  for (const [code, value] of Object.entries(about)) if (value) form.append(code, value)
  form.append('file', file, file.name)
  return ask(uploadDocument, form, { timeout: PAGE_TIMEOUT })
}
