import { wordIn } from '../../model/kit/fields.ts'
import { lookAt, pictureAt } from '../records/settings/look.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context } from '../records/context.ts'
import type { Letterhead } from './document.ts'

/**
 * The person's own company with its logo, or that of the system, also while screens look as another company that they have chosen: a
 * letter is of whoever sends it. At the foot, who made the file and on which day.
 */
export async function letterheadOf(ctx: Context): Promise<Letterhead> {
  const { db, actor, lang, today } = ctx
  const own = actor.company_sid
    ? await db.selectFrom('company').select(['company_name', 'company_name_en']).where('sid', '=', actor.company_sid).executeTakeFirst()
    : undefined
  const { system_name } = await lookAt(ctx, actor.company_sid)
  const logo = await pictureAt(ctx, actor.company_sid, 'head_logo')
  return {
    company: (lang === 'en' && own?.company_name_en) || own?.company_name || (typeof system_name === 'string' ? system_name : ''),
    ...(logo && { logo }),
    printed: wordIn([`${actor.name} 于 ${today} 生成`, `Made by ${actorIn(actor, 'en')} on ${today}`], lang),
  }
}
