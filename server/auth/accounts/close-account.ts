import { forgetEnded } from '../session/tokens.ts'
import { later, type Context, type RowValues } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, lockRows, updateDrafts } from '../../records/write/write.ts'

/** Closes the accounts of these people, with history; the hooks of accounts end sessions and tokens and update the person's record. */
export async function closeAccounts(ctx: Context, people: readonly string[], agency: string | null = null) {
  if (people.length === 0) return
  const accounts = await ctx.db
    .selectFrom('user')
    .select('sid')
    .where('user_info_sid', 'in', [...people])
    .where('status', '=', 'OPEN')
    .where('deleted_at', 'is', null)
    .execute()
  await setAll(ctx, accounts, { status: 'CLOSED', closed_with: agency })
}

/** Opens the accounts that were closed with this agency, of people who are still employed there. Their sessions stay ended. */
export async function reopenAccounts(ctx: Context, agency: string) {
  const accounts = await ctx.db
    .selectFrom('user as u')
    .innerJoin('user_info as p', 'p.sid', 'u.user_info_sid')
    .select('u.sid')
    .where('u.closed_with', '=', agency)
    .where('u.status', '=', 'CLOSED')
    .where('u.deleted_at', 'is', null)
    .where('p.agency_sid', '=', agency)
    .where('p.person_status', '=', 'EMPLOYED')
    .where('p.deleted_at', 'is', null)
    .execute()
  await setAll(ctx, accounts, { status: 'OPEN', closed_with: null })
}

async function setAll(ctx: Context, accounts: readonly { sid: string }[], values: RowValues) {
  if (accounts.length === 0) return
  const own = onBehalfOf(ctx)
  const users = modelNamed(ctx.tenant.models, 'user')
  const rows = await lockRows(
    own,
    users,
    accounts.map(({ sid }) => sid),
  )
  const drafts = rows.map(draftFrom)
  for (const draft of drafts) for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
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
