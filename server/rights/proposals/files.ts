import { freeName } from '../../../model/documents/archive-name.ts'
import { readDisclosure } from '../../../model/rights/proposals/read-disclosure.ts'
import { readFile } from '../../../model/rights/proposals/actions.ts'
import { audit } from '../../auth/audit/audit.ts'
import { fileDocument } from '../../documents/file-document.ts'
import { withFile } from '../../documents/preview/local-file.ts'
import { textOf } from '../../documents/text/text.ts'
import { type Call, perform } from '../../records/actions.ts'
import { type Context, lockKey } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'
import type { Drafts } from './people.ts'

/** The documents of a disclosure: read for its fields, and kept as its own. */
export const proposalFiles: Part = { hooks: [{ model: 'proposal', written: claim }], actions: perform(readFile, read) }

const FILES = ['disclosure_doc', 'drawings'] as const
const MAX_SHOWN = 200_000

/** Files that the writer uploaded before the record existed become its documents, visible to those who see the record. */
async function claim(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const named = FILES.filter((code) => draft.changed.has(code)).flatMap((code) => (draft.row[code] ?? []).map(({ sid }) => sid))
    if (named.length === 0 || !ctx.actor.sid) continue
    const own = onBehalfOf(ctx)
    const model = modelNamed(ctx.tenant.models, 'document')
    await lockKey(own, `documents of ${draft.sid}`)
    const rows = (await lockRows(own, model, named)).filter((row) => !row.case_sid && row.created_by === ctx.actor.sid)
    if (rows.length === 0) continue
    const taken = await ctx.db.selectFrom('document').select('file_name').where('case_sid', '=', draft.sid).where('deleted_at', 'is', null).execute()
    const names = new Set(taken.map(({ file_name }) => file_name ?? ''))
    const documents = rows.map(draftFrom)
    for (const document of documents) {
      const name = freeName(document.row.file_name ?? '', names)
      names.add(name)
      setValue(document, 'case_sid', draft.sid)
      setValue(document, 'company_sid', draft.row.company_sid)
      setValue(document, 'file_name', name)
    }
    await updateDrafts(own, model, documents)
  }
}

/** The disclosures and drawings of proposals, as they are now, as documents of a case that was created from them. */
export async function carryFiles(ctx: Context, proposals: readonly Pick<Drafts[number]['row'], (typeof FILES)[number]>[], case_sid: string) {
  const named = proposals.flatMap((row) => FILES.flatMap((code) => (row[code] ?? []).map(({ sid }) => sid)))
  if (named.length === 0) return
  const own = onBehalfOf(ctx)
  const files = await ctx.db
    .selectFrom('document as d')
    .select(['d.file_key', 'd.file_name', 'd.size', 'd.hash', 'd.ext', 'd.content_type', 'd.visibility'])
    .where('d.deleted_at', 'is', null)
    .where('d.is_main', '=', true)
    .where('d.document_key', 'in', (of) => of.selectFrom('document as n').select('n.document_key').where('n.sid', 'in', named))
    .orderBy('d.created_at')
    .execute()
  for (const { file_key, file_name, size, hash, ext, content_type, visibility } of files) {
    if (!file_key || !file_name || !hash) continue
    const file = { key: file_key, name: file_name, size: size ?? 0, hash, ext: ext ?? '', content_type: content_type ?? '' }
    await fileDocument(own, modelNamed(own.tenant.models, 'document'), { case_sid, visibility }, file)
  }
}

async function read({ ctx, body, request }: Call<typeof readFile>) {
  const text = await withFile(ctx, body.document, undefined, ({ path, content_type }) => textOf(path, content_type))
  await audit(request, 'VIEWED', { user: ctx.actor.user_sid, entity: 'document', record_sid: body.document })
  let left = MAX_SHOWN
  const pages = text.pages.map((page) => {
    const shown = page.text.slice(0, left).toWellFormed()
    left -= shown.length
    return shown
  })
  return { proposed: readDisclosure(text), pages, recognised: text.how !== 'embedded', cut: text.truncated || left <= 0 }
}
