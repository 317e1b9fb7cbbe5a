import { forgetEnded } from '../session/tokens.ts'
import { later, type Context } from '../../records/context.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'

/** Closes the accounts of these people, with history; the hooks of accounts end sessions and tokens and update the person's record. */
export async function closeAccounts(ctx: Context, people: readonly string[]) {
  if (people.length === 0) return
  const accounts = await ctx.db
    .selectFrom('user')
    .select('sid')
    .where('user_info_sid', 'in', [...people])
    .where('status', '=', 'OPEN')
    .where('deleted_at', 'is', null)
    .execute()
  if (accounts.length === 0) return
  const own = onBehalfOf(ctx)
  const users = modelNamed(ctx.tenant.models, 'user')
  const rows = await lockRows(
    own,
    users,
    accounts.map(({ sid }) => sid),
  )
  const drafts = rows.map(draftFrom)
  for (const draft of drafts) setValue(draft, 'status', 'CLOSED')
  await updateDrafts(own, users, drafts)
}

/** Sessions and personal tokens alike. */
export async function endTokens(ctx: Context, users: readonly string[]) {
  if (users.length === 0) return
  const rows = await ctx.db
    .deleteFrom('token')
    .where('user_sid', 'in', [...users])
    .returning('hash')
    .execute()
  later(ctx, (tenant) => forgetEnded(tenant, rows))
}
