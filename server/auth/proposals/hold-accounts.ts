// With two people for permission changes, no person may gain control of a confirmer's account alone.
import type { RowOf } from '../../database/tables.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import { hold, isHolding } from '../../records/proposals/holding.ts'
import { confirmersAmong } from './confirmers.ts'
import { PERMISSIONS } from './permission-holding.ts'

export const heldAccounts: Part = {
  hooks: [
    { model: 'user', check: checkNew, written: holdOpened, restored: holdRestored },
    { model: 'user_info', restored: holdPeople },
  ],
}

type Account = RowOf<'user'>

const confirmersOf = (ctx: Context, rows: readonly Account[]) =>
  confirmersAmong(
    ctx,
    rows.flatMap(({ user_info_sid }) => user_info_sid ?? []),
  )

/** The person who opens a new account gets its one-time password. */
async function checkNew(ctx: Context, drafts: readonly DraftOf<'user'>[]) {
  const made = drafts.filter(({ before }) => !before)
  if (made.length === 0 || !(await isHolding(ctx, PERMISSIONS))) return
  const confirmers = await confirmersOf(
    ctx,
    made.map(({ row }) => row),
  )
  for (const draft of made)
    if (confirmers.has(draft.row.user_info_sid ?? '')) faultAt(ctx, modelNamed(ctx.tenant.models, 'user'), draft, 'user_info_sid', FIRST_ACCOUNT)
}

const FIRST_ACCOUNT = [
  '可以确认权限变更：权限变更须两人，请先开通账号，再授予角色（由另一管理员确认）',
  'may confirm permission changes, for which two people are asked: open the account first and give the roles afterwards, which a second administrator confirms',
] as const

const OPENING = ['status', 'expires_at', 'platform'] as const

async function holdOpened(ctx: Context, drafts: readonly DraftOf<'user'>[]) {
  const changed = drafts.filter((draft) => draft.before && draft.row.status === 'OPEN' && OPENING.some((code) => draft.changed.has(code)))
  if (changed.length === 0 || !(await isHolding(ctx, PERMISSIONS))) return
  const confirmers = await confirmersOf(
    ctx,
    changed.map(({ row }) => row),
  )
  for (const { sid, before, row, changed: codes } of changed) {
    if (!confirmers.has(row.user_info_sid ?? '')) continue
    const own = (of: RowValues) => Object.fromEntries(OPENING.flatMap((code) => (codes.has(code) ? [[code, of[code] ?? null]] : [])))
    hold(ctx, PERMISSIONS, {
      entity: 'user',
      record_sid: sid,
      action: 'UPDATE',
      name: String(row.account),
      former: own(before ?? {}),
      proposed: own(row),
    })
  }
}

async function holdRestored(ctx: Context, rows: readonly Account[]) {
  if (!(await isHolding(ctx, PERMISSIONS))) return
  const confirmers = await confirmersOf(ctx, rows)
  for (const { sid, account, user_info_sid } of rows)
    if (confirmers.has(user_info_sid ?? '')) hold(ctx, PERMISSIONS, { entity: 'user', record_sid: sid, action: 'RESTORE', name: String(account), former: {}, proposed: {} }) // oxfmt-ignore
}

/** A restored person has the roles that they had. */
async function holdPeople(ctx: Context, rows: readonly RowOf<'user_info'>[]) {
  const given = rows.filter(({ role_sids }) => (role_sids ?? []).length > 0)
  if (given.length === 0 || !(await isHolding(ctx, PERMISSIONS))) return
  for (const { sid, name, role_sids } of given)
    hold(ctx, PERMISSIONS, { entity: 'user_info', record_sid: sid, action: 'RESTORE', name: String(name), former: { role_sids }, proposed: {} })
}
