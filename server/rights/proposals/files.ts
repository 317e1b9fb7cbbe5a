import { freeName } from '../../../model/documents/archive-name.ts'
import { readDisclosure } from '../../../model/rights/proposals/read-disclosure.ts'
import { readFile } from '../../../model/rights/proposals/actions.ts'
import { audit } from '../../auth/audit/audit.ts'
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
