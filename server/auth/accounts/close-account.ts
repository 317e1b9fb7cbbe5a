import { forgetEnded } from '../session/tokens.ts'
import type { Tenant, Context } from '../../records/context.ts'

/** Once the transaction is committed, or now. */
export function later(ctx: Context, act: (tenant: Tenant) => void) {
  const run = () => act(ctx.tenant)
  if (ctx.after) ctx.after.push(run)
  else run()
}

/** Closes the accounts of these people: nobody comes in by them, and whoever is in is out. */
export async function closeAccounts(ctx: Context, people: readonly string[]) {
  if (people.length === 0) return
  const accounts = await ctx.db
    .updateTable('user')
    .set({ status: 'CLOSED' })
    .where('user_info_sid', 'in', [...people])
    .where('deleted_at', 'is', null)
    .returning(['sid', 'user_info_sid'])
    .execute()
  if (accounts.length === 0) return
  const owners = accounts.map((row) => String(row.user_info_sid))
  await ctx.db.updateTable('user_info').set({ account_status: 'CLOSED' }).where('sid', 'in', owners).execute()
  await endTokens(
    ctx,
    accounts.map((row) => String(row.sid)),
  )
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
