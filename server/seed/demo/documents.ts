import { fillInto } from '../../documents/templates/fill-template.ts'
import { DOCUMENTS } from '../../../seed/demo/finance.ts'
import type { Context } from '../../records/context.ts'

/** Letters about the made-up cases, from the templates of the product. */
export async function seedDocuments(ctx: Context) {
  const templates = await ctx.db.selectFrom('document_template').select(['sid', 'built_in']).where('deleted_at', 'is', null).execute()
  for (const { template, title, country } of DOCUMENTS) {
    const known = templates.find(({ built_in }) => built_in === template)
    const found = await ctx.db
      .selectFrom('case')
      .select('sid')
      .where('title', '=', title)
      .where('country', '=', country)
      .orderBy('case_no')
      .executeTakeFirst()
    if (known && found) await fillInto(ctx, { template: known.sid, case_sid: found.sid })
  }
}
