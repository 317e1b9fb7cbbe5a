import { ZONE } from '../../model/kit/clock.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { readSetting } from '../records/settings.ts'
import type { Context } from '../records/context.ts'
import type { Letterhead } from './document.ts'

/** The company of the acting person with the logo of the system; at the foot, who printed it and when. */
export async function letterheadOf(ctx: Context): Promise<Letterhead> {
  const { db, actor, lang } = ctx
  const own = actor.company_sid
    ? await db.selectFrom('company').select('company_name').where('sid', '=', actor.company_sid).executeTakeFirst()
    : undefined
  const look = (await readSetting(ctx, 'tenant.look')) as { system_name?: string } | undefined // as the branding is kept
  const picture = (await readSetting(ctx, 'tenant.look.head_logo')) as { png?: string } | undefined // likewise
  const at = Temporal.Now.zonedDateTimeISO(ZONE).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
  return {
    company: own?.company_name ?? look?.system_name ?? '',
    ...(picture?.png && { logo: picture.png }),
    printed: wordIn([`${actor.name} ${at} 打印`, `Printed by ${actor.name}, ${at}`], lang),
  }
}
