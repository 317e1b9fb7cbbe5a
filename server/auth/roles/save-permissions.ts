import { sql } from 'kysely'
import type { GivenGrant, PermissionChange, savePermissions, setPeople } from '../../../model/auth/roles/role-actions.ts'
import { labelOf } from '../../../model/kit/fields.ts'
import { Refusal, refuse } from '../../errors.ts'
import type { Call } from '../../records/actions.ts'
import { inTransaction, type Context } from '../../records/context.ts'
import { dryRun } from '../../records/dry-run.ts'
import { authorize } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { removeRows } from '../../records/write/delete.ts'
import { updateRow } from '../../records/write/update.ts'
import { lockRows } from '../../records/write/write.ts'
import { rolesOf } from '../accounts/role-assignment.ts'
import { bindMenus, markedMenus } from './menu-calls.ts'
import { changesBetween } from './changes-in-words.ts'
import { boundIn, givenOf, grantsOf, type GrantRow, masksOf, peopleIn, refuseUnseen, stampOf } from './permissions.ts'

type Wanted = Call<typeof savePermissions>['body']

/** All permissions of a role in one transaction; a preview does the same and takes it back. */
export async function saveAll({ ctx, body }: Call<typeof savePermissions>): Promise<{ changes: PermissionChange[]; people: number }> {
  return body.preview ? dryRun(ctx, (tx) => save(tx, body)) : inTransaction(ctx, (tx) => save(tx, body))
}

async function save(ctx: Context, wanted: Wanted) {
  const roles = modelNamed(ctx.tenant.models, 'role')
  const [role] = await lockRows(ctx, roles, [wanted.sid], { verb: 'update' })
  if (!role) return refuse('not_found')
  await refuseUnseen(ctx, wanted.sid)
  const before = await stateOf(ctx, wanted.sid)
  if (wanted.stamp !== undefined && wanted.stamp !== before.stamp) refuse('stale')
  const { mask_id_no, mask_mobile } = wanted
  const masks = { ...(mask_id_no !== undefined && { mask_id_no }), ...(mask_mobile !== undefined && { mask_mobile }) }
  if (Object.keys(masks).length > 0) await updateRow(ctx, roles, wanted.sid, masks, { verb: 'update' })
  if (wanted.grants) await saveGrants(ctx, wanted.sid, before.rows, listed(wanted.grants))
  if (wanted.menu_sids) await saveMenus(ctx, wanted.sid, before.menus, wanted.menu_sids)
  const [after, people] = [await stateOf(ctx, wanted.sid), await peopleIn(ctx, wanted.sid)]
  return { changes: await changesBetween(ctx, before, after), people: people.length }
}

async function stateOf(ctx: Context, role: string) {
  const [rows, menus, masks] = [await grantsOf(ctx, role), boundIn(await markedMenus(ctx, role)), await masksOf(ctx, role)]
  return { rows, grants: rows.map(givenOf), menus, ...masks, stamp: stampOf({ grants: rows, menus, ...masks }) }
}

/** The create or the update of a grant checks its values; here only that each entity is named once. */
function listed(grants: readonly unknown[]): GivenGrant[] {
  const given = grants.filter(
    (one): one is GivenGrant => typeof one === 'object' && one !== null && 'entity' in one && typeof one.entity === 'string',
  )
  const isOnce = new Set(given.map(({ entity }) => entity)).size === grants.length
  if (!isOnce) refuse('bad_request', { why_zh: '每个对象的权限只能有一行', why_en: 'grants must name each entity once' })
  return given
}

async function saveGrants(ctx: Context, role: string, before: readonly GrantRow[], wanted: readonly GivenGrant[]) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const known = new Map(before.map((row) => [row.entity, row]))
  const gone = before.filter(({ entity }) => !wanted.some((one) => one.entity === entity))
  if (gone.length > 0) {
    authorize(ctx, model, 'delete')
    await removeRows(
      ctx,
      model,
      gone.map(({ sid }) => sid),
      { verb: 'delete' },
    )
  }
  for (const { entity, ...values } of wanted) {
    const row = known.get(entity)
    if (row && JSON.stringify({ ...givenOf(row), ...values }) === JSON.stringify(givenOf(row))) continue
    if (!row) authorize(ctx, model, 'create')
    await named(ctx, entity, () =>
      row ? updateRow(ctx, model, row.sid, values, { verb: 'update' }) : createRow(ctx, model, { role_sid: role, entity, ...values }),
    )
  }
}

/** A fault of one of many grants names its entity. */
async function named(ctx: Context, entity: string, write: () => Promise<unknown>) {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error
    const model = ctx.tenant.models.all.get(entity)
    const of = model ? labelOf(model, ctx.lang) : entity
    const errors = error.errors.map((fault) => ({ ...fault, field: `${entity}.${fault.field}`, label: `${of} · ${fault.label}` }))
    throw new Refusal(error.name, error.facts, { errors })
  }
}

async function saveMenus(ctx: Context, role: string, before: readonly string[], wanted: readonly string[]) {
  const isSame = before.length === wanted.length && before.every((sid) => wanted.includes(sid))
  if (isSame) return
  authorize(ctx, modelNamed(ctx.tenant.models, 'rbac_menu'), 'update')
  // The editor does not show menus that lead nowhere. Those of the other end are none of this role's.
  const own = await ctx.db
    .selectFrom('rbac_menu')
    .select('sid')
    .where('role_sids', '@>', sql.val([role]))
    .where('deleted_at', 'is', null)
    .where('platform', '=', (of) => of.selectFrom('role').select('platform').where('sid', '=', role))
    .execute()
  const unseen = own.map(({ sid }) => sid).filter((sid) => !before.includes(sid))
  await bindMenus(ctx, role, new Set([...wanted, ...unseen]), { verb: 'update' })
}

/** Gives the role to people and removes it from others; people whom the caller may not change are refused, as in their record. */
export async function assign({ ctx, model: roles, body: { sid, add = [], remove = [] } }: Call<typeof setPeople>) {
  await get(ctx, roles, sid)
  const model = modelNamed(ctx.tenant.models, 'user_info')
  const warnings: string[] = []
  for (const person of new Set([...add, ...remove])) {
    const [row] = await lockRows(ctx, model, [person], { verb: 'update' })
    const others = rolesOf(row ?? refuse('not_found')).filter((one) => one !== sid)
    await updateRow({ ...ctx, warnings }, model, person, { role_sids: remove.includes(person) ? others : [...others, sid] }, { verb: 'update' })
  }
  return { people: (await peopleIn(ctx, sid)).length, warnings: [...new Set(warnings)] }
}
