import type { FastifyRequest } from 'fastify'
import { COMPARED, compareTexts } from '../../model/documents/compare-text.ts'
import { audit } from '../auth/audit/audit.ts'
import type { Context } from '../records/context.ts'
import { withFile } from './preview/local-file.ts'
import { textOf } from './text/text.ts'

/** The differences of two documents that this person sees, from the first to the second. */
export async function compareDocuments(ctx: Context, request: FastifyRequest, before: string, after: string) {
  const read = (sid: string) => withFile(ctx, sid, undefined, ({ path, content_type }) => textOf(path, content_type))
  const found = [await read(before), await read(after)]
  for (const record_sid of [before, after]) await audit(request, 'VIEWED', { user: ctx.actor.user_sid, entity: 'document', record_sid })
  const texts = found.map(({ pages }) => pages.map(({ text }) => text).join('\n'))
  const [old = '', now = ''] = texts.map((text) => text.slice(0, COMPARED).toWellFormed())
  return {
    changes: compareTexts(old, now),
    recognised: found.some(({ how }) => how !== 'embedded'),
    cut: found.some(({ truncated }) => truncated) || texts.some(({ length }) => length > COMPARED),
  }
}
