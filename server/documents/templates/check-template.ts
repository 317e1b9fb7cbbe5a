import { buffer } from 'node:stream/consumers'
import type { Context, DraftOf } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { readTemplate } from './word-file.ts'

/** A file that is no template is refused when it is saved, and not when it is needed. Templates of the product come without one. */
export async function checkTemplates(ctx: Context, drafts: readonly DraftOf<'document_template'>[]) {
  const model = modelNamed(ctx.tenant.models, 'document_template')
  for (const draft of drafts) {
    const sid = draft.changed.has('file') ? draft.row.file?.[0]?.sid : undefined
    const { case_kind } = draft.row
    if (draft.changed.has('case_kind') && case_kind && !ctx.tenant.models.kinds.has(case_kind))
      faultAt(ctx, model, draft, 'case_kind', ['不是案件类别', 'must be a kind of case'])
    const row = sid ? await ctx.db.selectFrom('document').select('file_key').where('sid', '=', sid).executeTakeFirst() : undefined
    if (ctx.actor.sid !== null && !draft.row.file?.length && !draft.row.built_in) faultAt(ctx, model, draft, 'file', ['必填', 'is required'])
    if (!row?.file_key) continue
    const read = await readTemplate(await buffer(await storageOf(ctx.tenant).get(row.file_key)))
    if ('fault' in read) faultAt(ctx, model, draft, 'file', read.fault)
  }
}
