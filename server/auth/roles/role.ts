import { sql } from 'kysely'
import { copyRole, readPermissions, savePermissions, searchRolesForBoard, setPeople } from '../../../model/auth/roles/role-actions.ts'
import { type Call, perform } from '../../records/actions.ts'
import { createRow } from '../../records/write/create.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { updateRow } from '../../records/write/update.ts'
import { faultAt } from '../../records/write/checks/validate.ts'
import type { Part } from '../../records/modules.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { grantsOfRoles, usesRange } from '../../records/permission/role-grants.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { bindingAmong, BINDS, checkOwnRoles } from '../accounts/own-denials.ts'
import { EXCESS, excessOf } from '../accounts/given-roles.ts'
import { beyondOwn } from '../accounts/reach.ts'
import { ownRank, ranksOf, refuseRolesAbove } from '../accounts/rank.ts'
import { checkOwnVisibility, isOpened } from './own-visibility.ts'
import { givenOf, peopleIn, permissionsOf } from './permissions.ts'
import { assign, saveAll } from './save-permissions.ts'
import { denyingRoles, fullRoles, grantedAll, keepOneAdministrator } from './administrators.ts'
import { draftFrom, lockRows, refuseFaulty } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'

/** The last role with all permissions cannot be switched off or deleted, since no person could restore it. */
export const roles: Part = {
  hooks: [
    {
      model: 'role',
      check: async (ctx, drafts) => {
        await checkRanks(ctx, drafts)
        await checkOwnRoles(ctx, drafts)
        await checkRanges(ctx, drafts)
        await checkOwnVisibility(ctx, drafts)
        await checkOpened(ctx, drafts.filter(isOpened))
        await keepAdministrator(ctx, drafts)
      },
      written: async (ctx, drafts) => {
        const closed = drafts.filter(({ before, row }) => before?.status === '1' && row.status !== '1')
        const opened = drafts.filter(({ before, row }) => before && before.status !== '1' && row.status === '1')
        if ((await wereFull(ctx, closed)) || (await areDenying(ctx, opened))) await keepOneAdministrator(ctx)
      },
      deleted: async (ctx, rows) => {
        await refuseHigherRoles(ctx, rows)
        if (!(await wereFull(ctx, rows))) return
        if ((await fullRoles(ctx)).length === 0)
          refuse('rule', { summary_zh: '系统管理员角色不能删除', summary_en: 'The system administrator role cannot be deleted' })
        await keepOneAdministrator(ctx)
      },
      restored: async (ctx, rows) => {
        await refuseHigherRoles(ctx, rows)
        await refuseGivingAgain(ctx, rows)
        if (await areDenying(ctx, rows)) await keepOneAdministrator(ctx)
      },
    },
  ],
  actions: [
    ...perform(copyRole, copy),
    ...perform(readPermissions, permissionsOf),
    ...perform(savePermissions, saveAll),
    ...perform(setPeople, assign),
    ...perform(searchRolesForBoard, ({ ctx, model, body }) => search(ctx, model, body)),
  ],
}

/** Creates a role with the same permissions and menus, without people. */
async function copy({ ctx: tx, model: roles, body: { sid, ...wanted } }: Call<typeof copyRole>) {
  const [grants, menus] = [modelNamed(tx.tenant.models, 'role_grant'), modelNamed(tx.tenant.models, 'rbac_menu')]
  const [from] = await lockRows(tx, roles, [sid])
  if (!from) return refuse('not_found')
  const { description, weight, platform, mask_id_no, mask_mobile, second_factor, document_classes, range_people_sids, range_department_sids } = from
  const named = { code: wanted.code ?? (await freeCode(tx, String(from.code))), name: wanted.name ?? `${from.name}（副本）`.slice(0, 50) }
  const made = await createRow(tx, roles, {
    ...named,
    // A name of its own is not that of the first role in another language.
    name_en: wanted.name_en ?? (from.name_en && wanted.name === undefined ? `${from.name_en} (copy)`.slice(0, 50) : null),
    description,
    weight,
    platform,
    mask_id_no,
    mask_mobile,
    second_factor,
    document_classes,
    range_people_sids,
    range_department_sids,
  })
  const given = await tx.db.selectFrom('role_grant').selectAll().where('role_sid', '=', sid).where('deleted_at', 'is', null).execute()
  for (const grant of given) await createRow(tx, grants, { role_sid: made, ...givenOf(grant) })
  const shown = await tx.db
    .selectFrom('rbac_menu')
    .select(['sid', 'role_sids'])
    .where('role_sids', '@>', sql.val([sid]))
    .where('deleted_at', 'is', null)
    .execute()
  for (const menu of shown) {
    const role_sids = [...(menu.role_sids ?? []), made]
    await updateRow(onBehalfOf(tx), menus, menu.sid, { role_sids })
  }
  await bindCopy(tx, sid, made)
  return get(tx, roles, made)
}

/** Functions that are bound to the role are bound to its copy. */
async function bindCopy(tx: Context, sid: string, made: string) {
  const model = modelNamed(tx.tenant.models, 'rbac_resource')
  const bound = await tx.db
    .selectFrom('rbac_resource')
    .select(['sid', 'role_sids'])
    .where('role_sids', '@>', sql.val([sid]))
    .where('deleted_at', 'is', null)
    .execute()
  for (const one of bound) await updateRow(onBehalfOf(tx), model, one.sid, { role_sids: [...(one.role_sids ?? []), made] })
}

/** The same code with the next free number. */
async function freeCode({ db }: Context, code: string) {
  const stem = code.slice(0, 40)
  const rows = await db
    .selectFrom('role')
    .select('code')
    .where('code', 'like', `${stem.replace(/[\\%_]/g, '\\$&')}%`)
    .execute()
  const taken = new Set(rows.map((row) => row.code))
  let n = 2
  while (taken.has(`${stem}_${n}`)) n++
  return `${stem}_${n}`
}

const wereFull = async (ctx: Context, roles: readonly { sid: string }[]) =>
  roles.length > 0 && (await grantedAll(ctx)).some(({ sid }) => roles.some((one) => one.sid === sid))

const areDenying = async (ctx: Context, roles: readonly { sid: string }[]) =>
  roles.length > 0 && (await denyingRoles(ctx)).some((sid) => roles.some((one) => one.sid === sid))

/** People who may not edit all permissions can neither raise a role above their own nor change a role above it. */
async function checkRanks(ctx: Context, drafts: readonly Draft[]) {
  const own = await ownRank(ctx)
  if (own === Number.POSITIVE_INFINITY) return
  const model = modelNamed(ctx.tenant.models, 'role')
  const ranks = await ranksOf(
    ctx,
    drafts.map(({ sid }) => sid),
  )
  for (const draft of drafts) {
    const [changed] = draft.changed
    if (changed && (ranks.get(draft.sid) ?? 0) > own)
      faultAt(ctx, model, draft, changed, ['属于权限高于您的角色，不能修改', 'belongs to a role above yours and cannot be changed by you'])
    else if (draft.changed.has('weight') && Number(draft.row.weight ?? 0) > own)
      faultAt(ctx, model, draft, 'weight', ['不能高于您自己的角色', 'must not be above that of your own role'])
  }
}

/** A wider personnel range of a role extends each permission that it limits. */
async function checkRanges(ctx: Context, drafts: readonly Draft[]) {
  const ranged = drafts.filter(({ before, changed }) => before && RANGE.some((code) => changed.has(code)))
  if (ranged.length === 0 || (await ownRank(ctx)) === Number.POSITIVE_INFINITY) return
  const model = modelNamed(ctx.tenant.models, 'role')
  const grants = await grantsOfRoles(
    ctx,
    ranged.map(({ sid }) => sid),
  )
  for (const draft of ranged) {
    const limited = grants.filter((row) => row.role_sid === draft.sid && usesRange(row))
    const code = RANGE.find((one) => draft.changed.has(one)) ?? ''
    if ((await bindingAmong(ctx, limited)).length > 0) faultAt(ctx, model, draft, code, BINDS)
    if (!limited.some((row) => row.denies !== true && beyondOwn(ctx, row))) continue
    faultAt(ctx, model, draft, code, ['超出您自己的权限，您不能授予', 'goes beyond your own permissions and cannot be granted by you'])
  }
}

/** Checks a role that takes effect for its people with this write: it is switched on or restored. */
async function checkOpened(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'role')
  const excess = await excessOf(
    ctx,
    drafts.map(({ sid }) => sid),
  )
  for (const draft of drafts) {
    const more = excess(draft.sid, ctx.actor.sid !== null && (await peopleIn(ctx, draft.sid)).some(({ sid }) => sid === ctx.actor.sid))
    if (more) faultAt(ctx, model, draft, draft.changed.has('platform') ? 'platform' : 'status', EXCESS[more](String(draft.row.name)))
  }
}

async function refuseGivingAgain(ctx: Context, rows: readonly RowValues[]) {
  const drafts = rows.filter(({ status }) => status === '1').map((row): Draft => ({ ...draftFrom(row), before: { status: '0' } }))
  await checkOwnVisibility(ctx, drafts)
  await checkOpened(ctx, drafts)
  refuseFaulty(drafts)
}

const RANGE = ['range_people_sids', 'range_department_sids']

function refuseHigherRoles(ctx: Context, rows: readonly { sid: string }[]) {
  return refuseRolesAbove(
    ctx,
    rows.map(({ sid }) => sid),
  )
}

async function keepAdministrator(ctx: Context, drafts: readonly Draft[]) {
  const closed = drafts.filter(({ before, row }) => before && row.status !== '1')
  const lighter = drafts.filter(({ before, row, changed }) => changed.has('weight') && Number(row.weight ?? 0) < Number(before?.weight ?? 0))
  if (closed.length + lighter.length === 0) return
  const full = await fullRoles(ctx)
  if (full.length === 1)
    for (const draft of lighter)
      if (full.includes(draft.sid))
        faultAt(ctx, modelNamed(ctx.tenant.models, 'role'), draft, 'weight', [
          '是唯一系统管理员角色的权重，不能降低',
          'cannot be lowered: it is the only system administrator role',
        ])
  if (!full.every((sid) => closed.some((draft) => draft.sid === sid))) return
  for (const draft of closed)
    if (full.includes(draft.sid))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'role'), draft, 'status', [
        '系统管理员角色不能停用',
        'The system administrator role cannot be disabled',
      ])
}
