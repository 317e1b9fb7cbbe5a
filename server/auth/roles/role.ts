import { sql } from 'kysely'
import { copyRole, searchRolesForBoard } from '../../../model/auth/role-actions.ts'
import { type Call, perform } from '../../records/actions.ts'
import { createRow } from '../../records/write/create.ts'
import { get } from '../../records/query/get.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { updateRow } from '../../records/write/update.ts'
import { faultAt } from '../../records/write/validate.ts'
import type { Part } from '../../records/modules.ts'
import type { Context, Draft } from '../../records/context.ts'
import { onBehalfOf } from '../../records/on-behalf-of.ts'
import { lockRows } from '../../records/write/write.ts'
import { refuse } from '../../errors.ts'

/** The roles that are granted everything and are in use, the oldest first. */
export async function fullRoles(ctx: Context): Promise<string[]> {
  return (await grantedAll(ctx)).filter(({ deleted_at, status }) => deleted_at === null && status === '1').map(({ sid }) => sid)
}

function grantedAll({ db }: Context) {
  return db
    .selectFrom('role')
    .innerJoin('role_grant', 'role_grant.role_sid', 'role.sid')
    .select(['role.sid', 'role.deleted_at', 'role.status'])
    .where('role_grant.entity', '=', '*')
    .where('role_grant.data_scope', '=', 'ALL')
    .where('role_grant.verbs', '@>', sql.val(['*']))
    .where('role_grant.deleted_at', 'is', null)
    .orderBy('role.created_at')
    .orderBy('role.sid')
    .execute()
}

/** The last role that is granted everything cannot be switched off or deleted: nobody could switch it on again. */
export const roles: Part = {
  hooks: [
    {
      model: 'role',
      check: keepAdministrator,
      deleted: async (ctx, rows) => {
        const wasFull = (await grantedAll(ctx)).some(({ sid }) => rows.some((row) => row.sid === sid))
        if (wasFull && (await fullRoles(ctx)).length === 0)
          refuse('rule', { summary_zh: '系统管理员角色不能删除', summary_en: 'The role of system administrator cannot be deleted' })
      },
    },
  ],
  actions: [...perform(copyRole, copy), ...perform(searchRolesForBoard, ({ ctx, model, body }) => search(ctx, model, body))],
}

/** A new role with the same permissions and menus, and nobody in it yet. */
async function copy({ ctx: tx, model: roles, body: { sid, ...wanted } }: Call<typeof copyRole>) {
  const [grants, menus] = [modelNamed(tx.tenant.models, 'role_grant'), modelNamed(tx.tenant.models, 'rbac_menu')]
  const [from] = await lockRows(tx, roles, [sid])
  if (!from) return refuse('not_found')
  const { description, weight, platform, mask_id_no, mask_mobile, document_classes } = from
  const named = { code: wanted.code ?? (await freeCode(tx, String(from.code))), name: wanted.name ?? `${from.name}（副本）`.slice(0, 50) }
  const made = await createRow(tx, roles, {
    ...named,
    name_en: wanted.name_en ?? (from.name_en ? `${from.name_en} (copy)`.slice(0, 50) : null),
    description,
    weight,
    platform,
    mask_id_no,
    mask_mobile,
    document_classes,
  })
  const given = await tx.db.selectFrom('role_grant').selectAll().where('role_sid', '=', sid).where('deleted_at', 'is', null).execute()
  for (const { entity, verbs, data_scope, query, hidden_fields, read_only_fields } of given)
    await createRow(tx, grants, { role_sid: made, entity, verbs, data_scope, query, hidden_fields, read_only_fields })
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
  return get(tx, roles, made)
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

async function keepAdministrator(ctx: Context, drafts: readonly Draft[]) {
  const closed = drafts.filter(({ before, row }) => before && row.status !== '1')
  if (closed.length === 0) return
  const full = await fullRoles(ctx)
  if (!full.every((sid) => closed.some((draft) => draft.sid === sid))) return
  for (const draft of closed)
    if (full.includes(draft.sid))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'role'), draft, 'status', [
        '系统管理员角色不能停用',
        'The role of system administrator stays active',
      ])
}
