import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { daysIn } from '../../../model/kit/days/day-text.ts'
import type { NoticeTopic } from '../../../model/settings/notifications/notice-topics.ts'
import type { RowOf } from '../../database/tables.ts'
import { later, type Context } from '../context.ts'
import { pushEvent } from './push.ts'
import { modelNamed } from '../registry.ts'
import { insertRows, wrote } from '../write/write.ts'

/** A notification to one person, in both languages; titles are cut to the length of the field. `always`: also to those who muted its topic. */
export type Notice = Pick<RowOf<'notification'>, 'level' | 'title' | 'title_en' | 'link' | 'about'> & { user_sid: string; always?: boolean }

const MAX_TITLE_CHARS = 255

/** Stores the notifications that their people want; after the commit open pages receive the number of new ones. */
export async function notify(ctx: Context, given: readonly Notice[], topic: NoticeTopic = 'SYSTEM'): Promise<void> {
  const notices = (await wanted(ctx, given, topic)).map((notice) => ({ ...notice, title_en: notice.title_en && daysIn(notice.title_en, 'en') }))
  if (notices.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'notification')
  const now = new Date().toISOString()
  const rows = notices.map(({ title, title_en, always: _, ...notice }) => ({
    sid: randomUUIDv7(),
    version: 1,
    valid: true,
    created_at: now,
    updated_at: now,
    topic,
    title: title?.slice(0, MAX_TITLE_CHARS) ?? null,
    title_en: title_en?.slice(0, MAX_TITLE_CHARS) ?? null,
    ...notice,
  }))
  await insertRows(ctx, model, rows)
  wrote(ctx, model)
  await ctx.tenant.modules.notified(ctx, notices, topic)
  const counts = Map.groupBy(notices, ({ user_sid }) => user_sid)
  later(ctx, (tenant) => {
    for (const [person, own] of counts) pushEvent(tenant, person, 'notification', { count: own.length })
  })
}

/** Without those whose person muted the topic. */
async function wanted({ db }: Context, notices: readonly Notice[], topic: NoticeTopic): Promise<readonly Notice[]> {
  if (topic === 'SYSTEM' || notices.length === 0) return notices
  const rows = await db
    .selectFrom('notice_preference')
    .select('user_sid')
    .where('user_sid', 'in', [...new Set(notices.map(({ user_sid }) => user_sid))])
    .where('deleted_at', 'is', null)
    .where('muted', '@>', sql.val([topic]))
    .execute()
  const muted = new Set(rows.map(({ user_sid }) => user_sid))
  return notices.filter(({ user_sid, always }) => always || !muted.has(user_sid))
}
