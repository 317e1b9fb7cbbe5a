import type { Words } from '../../model/kit/fields.ts'
import { administratorsOf } from '../auth/roles/administrators.ts'
import type { Context } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { modelNamed } from '../records/registry.ts'
import { wrote } from '../records/write/write.ts'

/** `why`: the words of the last failure, where the receiver keeps them. */
type Answered = {
  model: 'webhook' | 'chat_robot'
  sid: string
  isTaken: boolean
  most: number
  why?: { reason: string | null; reason_en: string | null }
}

/** A receiver that fails `most` times in a row is switched off, and administrators get `title`. Returns whether this happened now. */
export async function countAnswer(ctx: Context, { model, sid, isTaken, most, why }: Answered, [title, title_en]: Words): Promise<boolean> {
  const { db } = ctx
  const now = new Date().toISOString()
  if (isTaken) {
    await db.updateTable(model).set({ failures: 0, last_success_at: now, ...why }).where('sid', '=', sid).execute() // oxfmt-ignore
    return false
  }
  await db.updateTable(model).set((row) => ({ failures: row.fn.coalesce(row('failures', '+', 1), row.lit(1)), ...why })).where('sid', '=', sid).execute() // oxfmt-ignore
  const { numUpdatedRows } = await db
    .updateTable(model)
    .set({ is_on: false, switched_off_at: now })
    .where('sid', '=', sid)
    .where('is_on', '=', true)
    .where('failures', '>=', most)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  wrote(ctx, modelNamed(ctx.tenant.models, model))
  const people = await administratorsOf(ctx)
  await notify(ctx, people.map((user_sid) => ({ user_sid, level: 'URGENT', title, title_en, link: `/m/${model}/${sid}`, about: null }))) // oxfmt-ignore
  return true
}
