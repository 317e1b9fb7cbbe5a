import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOfficeFile } from '../../model/documents/office-files.ts'
import { audit } from '../auth/audit/audit.ts'
import { refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { disposition } from '../storage/disposition.ts'
import { officePdf } from './office-pdf.ts'
import { withFile } from './preview/local-file.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }
type Asked = { sid: string; packed?: number | undefined; event: 'DOWNLOADED' | 'VIEWED' }

/** An office file, or one within the document, as a PDF: to be saved or shown, never opened as a page. */
export async function sendAsPdf(ctx: Context, { request, reply }: Call, { sid, packed, event }: Asked) {
  const { pdf, name } = await withFile(ctx, sid, packed, async (file) =>
    isOfficeFile(file.ext) ? { pdf: await officePdf(file.path, file.ext, ctx.actor.sid), name: file.name } : refuse('rule', NO_OFFICE_FILE),
  )
  await audit(request, event, { user: ctx.actor.user_sid, entity: 'document', record_sid: sid })
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': disposition(`${name.replace(/\.[A-Za-z0-9]{1,16}$/, '')}.pdf`),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(pdf)
}

const NO_OFFICE_FILE = { summary_zh: '只有 Office 文件可以转换为 PDF', summary_en: 'Only office files are converted to PDF' }
