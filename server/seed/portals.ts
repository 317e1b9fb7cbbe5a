import { HOME_KINDS } from '../../model/portal/widgets.ts'
import { PORTALS } from '../../seed/portals.ts'
import type { Context } from '../records/context.ts'
import { add } from './rows.ts'

/** The system defaults. Their layouts are those of the product until an administrator designs others. */
export async function seedPortals(ctx: Context) {
  for (const kind of HOME_KINDS) {
    const alias = `system-${kind}`
    const known = await ctx.db.selectFrom('portal_template').select('sid').where('alias', '=', alias).executeTakeFirst()
    if (known) continue
    const values = { ...PORTALS[kind], alias, portal_type: kind === 'agency' ? 'AGENCY' : 'HOME', arrangeable: true }
    const [sid = ''] = await add(ctx, 'portal_template', [{ ...values, company_sid: null }])
    await ctx.db
      .updateTable('portal_template')
      .set({ is_system: true, task: kind, status: 'PUBLISHED', published: JSON.stringify({ values: { ...values, layout: null } }) })
      .where('sid', '=', sid)
      .execute()
  }
}
