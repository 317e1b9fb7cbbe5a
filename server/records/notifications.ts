import { randomUUIDv7 } from 'node:crypto'
import type { RowOf } from '../database/tables.ts'
import { later, type Context } from './context.ts'
import { pushEvent } from './push.ts'
import { modelNamed } from './registry.ts'
import { insertRows, wrote } from './write/write.ts'

/** A notification to one person, in both languages; titles are cut to the length of the field. */
export type Notice = Pick<RowOf<'notification'>, 'level' | 'title' | 'title_en' | 'link' | 'about'> & { user_sid: string }

const LONGEST = 255

/** Stores the notifications; after the commit open pages receive the number of new ones. */
export async function notify(ctx: Context, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'notification')
  const now = new Date().toISOString()
  const rows = notices.map(({ title, title_en, ...notice }) => ({
    sid: randomUUIDv7(),
    version: 1,
    valid: true,
    created_at: now,
    updated_at: now,
    title: title?.slice(0, LONGEST) ?? null,
    title_en: title_en?.slice(0, LONGEST) ?? null,
    ...notice,
  }))
  await insertRows(ctx, model, rows)
  wrote(ctx, model)
  const counts = Map.groupBy(notices, ({ user_sid }) => user_sid)
  later(ctx, (tenant) => {
    for (const [person, own] of counts) pushEvent(tenant, person, 'notification', { count: own.length })
  })
}
