import type { Context } from '../records/context.ts'
import type { Notice } from '../records/notifying/notifications.ts'
import { awayAmong, inPlaceOf } from '../records/acting/stand-ins.ts'

/** The same notices, with a copy to the deputy of each person who is away today, unless the deputy gets the notice already. */
export async function withDeputies(ctx: Context, notices: readonly Notice[]): Promise<Notice[]> {
  const all = await awayAmong(ctx, [...new Set(notices.map(({ user_sid }) => user_sid))])
  const known = new Set(notices.map(({ user_sid, link }) => `${user_sid} ${link}`))
  const more = notices.flatMap((notice) =>
    all
      .filter(({ absent, deputy }) => absent.sid === notice.user_sid && !known.has(`${deputy} ${notice.link}`))
      .map((away) => ({
        ...notice,
        user_sid: away.deputy,
        title: `${inPlaceOf(away).zh}${notice.title}`,
        title_en: `${inPlaceOf(away).en}${notice.title_en}`,
      })),
  )
  return [...notices, ...more]
}
