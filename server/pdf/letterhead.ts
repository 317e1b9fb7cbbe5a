import { wordIn } from '../../model/kit/fields.ts'
import { readSetting } from '../records/settings/settings.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context } from '../records/context.ts'
import type { Letterhead } from './document.ts'

/** The company of the acting person with the logo of the system; at the foot, who made the file and on which day. */
export async function letterheadOf(ctx: Context): Promise<Letterhead> {
  const { db, actor, lang, today } = ctx
  const own = actor.company_sid
    ? await db.selectFrom('company').select('company_name').where('sid', '=', actor.company_sid).executeTakeFirst()
    : undefined
  const look = (await readSetting(ctx, 'tenant.look')) as { system_name?: string } | undefined // as the branding is kept
  const picture = (await readSetting(ctx, 'tenant.look.head_logo')) as { png?: string } | undefined // likewise
  return {
    company: own?.company_name ?? look?.system_name ?? '',
    ...(picture?.png && { logo: picture.png }),
    printed: wordIn([`${actor.name} 于 ${today} 生成`, `Made by ${actorIn(actor, 'en')} on ${today}`], lang),
  }
}
