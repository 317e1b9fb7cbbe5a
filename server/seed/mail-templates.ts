import { MAIL_TEMPLATES } from '../../seed/mail-templates.ts'
import type { Context } from '../records/context.ts'
import { keepSetting, readSetting } from '../records/settings.ts'
import { add } from './rows.ts'

const KEY = 'seed.mail_templates'

/** Which were given is remembered: one that was deleted does not come back, a new one comes. */
export async function seedMailTemplates(ctx: Context) {
  const kept = await readSetting(ctx, KEY)
  const given = Array.isArray(kept) ? kept.map(String) : []
  const known = await ctx.db.selectFrom('mail_template').select('code').execute()
  const taken = new Set(known.map(({ code }) => code))
  const fresh = MAIL_TEMPLATES.filter(({ code }) => !given.includes(code))
  if (fresh.length === 0) return
  const rows = fresh.filter(({ code }) => !taken.has(code))
  if (rows.length > 0) await add(ctx, 'mail_template', rows)
  await keepSetting(ctx, KEY, [...given, ...fresh.map(({ code }) => code)])
}
