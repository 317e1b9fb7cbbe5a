import { DOCUMENT_TEMPLATES } from '../../seed/document-templates.ts'
import type { Context } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'
import { giveNew } from './give-new.ts'

/** The product's templates of documents. */
export const seedDocumentTemplates = (ctx: Context) =>
  giveNew(ctx, 'seed.document_templates', DOCUMENT_TEMPLATES, async (fresh) => {
    const types = await ctx.db.selectFrom('document_type').select(['sid', 'code']).where('deleted_at', 'is', null).execute()
    const rows = fresh.map(({ code: _, blocks: __, doc_type, ...template }) => {
      const type = types.find((one) => one.code === doc_type)
      return { ...template, ...(type && { doc_type: type.sid }) }
    })
    const model = modelNamed(ctx.tenant.models, 'document_template')
    const drafts = await draftNew(ctx, model, rows)
    for (const [at, { code }] of fresh.entries()) if (drafts[at]) setValue(drafts[at], 'built_in', code)
    refuseFaulty(drafts)
    await insertDrafts(ctx, model, drafts)
  })
