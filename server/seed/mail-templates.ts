import { MAIL_TEMPLATES } from '../../seed/mail-templates.ts'
import type { Context } from '../records/context.ts'
import { giveNew } from './give-new.ts'
import { add } from './rows.ts'

/** Templates of mails; a company may have one of its own under the same code. */
export const seedMailTemplates = (ctx: Context) =>
  giveNew(ctx, 'seed.mail_templates', MAIL_TEMPLATES, async (fresh) => {
    const known = await ctx.db.selectFrom('mail_template').select('code').execute()
    const taken = new Set(known.map(({ code }) => code))
    const rows = fresh.filter(({ code }) => !taken.has(code))
    if (rows.length > 0) await add(ctx, 'mail_template', rows)
  })
