import { DOCUMENT_TEMPLATES } from '../../seed/document-templates.ts'
import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'

const KEY = 'seed.document_templates'

/** The product's templates. Which were given is remembered: one that was deleted does not come back, a new one comes. */
export async function seedDocumentTemplates(ctx: Context) {
  const kept = await readSetting(ctx, KEY)
  const given = Array.isArray(kept) ? kept.map(String) : []
  const fresh = DOCUMENT_TEMPLATES.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
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
  await keepSetting(ctx, KEY, [...given, ...fresh.map(({ code }) => code)])
}
