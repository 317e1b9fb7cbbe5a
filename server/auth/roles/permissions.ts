import { createHash } from 'node:crypto'
import type { MarkedMenu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import type { GivenGrant, Grantable, readPermissions } from '../../../model/auth/roles/role-actions.ts'
import { labelOf, wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { sql } from 'kysely'
import type { RowOf } from '../../database/tables.ts'
import { abilitiesOn } from '../../records/abilities.ts'
import type { Call } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import { askableVerbs } from '../../records/explain.ts'
import { refuse } from '../../errors.ts'
import { isOfCase } from '../../records/permission/parts.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { count } from '../../records/query/search.ts'
import { fieldsOf, modelNamed } from '../../records/registry.ts'
import { AREAS } from './areas.ts'
import { orderOf, verbText } from './grant-words.ts'
import { isRankedAbove } from '../accounts/rank.ts'
import { markedMenus } from './menu-calls.ts'

/** All permissions of a role, and all that could be granted, for its editor */
export async function permissionsOf({ ctx, model, body: { sid } }: Call<typeof readPermissions>) {
  const role = await get(ctx, model, sid)
  await refuseUnseen(ctx, sid)
  const [grants, menus, people, abilities] = [
    await grantsOf(ctx, sid),
    await markedMenus(ctx, sid),
    await peopleIn(ctx, sid),
    await abilitiesOn(ctx, model, role),
  ]
  const { mask_id_no, mask_mobile } = await masksOf(ctx, sid)
  return {
    stamp: stampOf({ grants, menus: boundIn(menus), mask_id_no, mask_mobile }),
    mask_id_no,
    mask_mobile,
    grants: grants.map(givenOf),
    menus,
    entities: grantable(ctx),
    people: people.length,
    editable: abilities.actions.includes('save_permissions') && !(await isRankedAbove(ctx, 'role', 'update', role)),
  }
}

/** The editor saves the permissions of a role as a whole, so it needs all of them. */
export async function refuseUnseen(ctx: Context, role: string) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const { total } = await count(ctx, model, { iql: `role_sid = '${role}'` })
  const isWhole = readsAllOf(ctx, model) && total === (await grantsOf(ctx, role)).length
  if (!isWhole) refuse('forbidden', { what_zh: '查看此角色的全部权限', what_en: 'view all permissions of this role' })
}

export const readsAllOf = (ctx: Context, model: Model) =>
  fieldsOf(model).every(([code, { internal, secret }]) => internal || secret || accessOf(ctx, model).mayRead(code))

export type GrantRow = RowOf<'role_grant'>

export const grantsOf = ({ db }: Context, role: string): Promise<GrantRow[]> =>
  db.selectFrom('role_grant').selectAll().where('role_sid', '=', role).where('deleted_at', 'is', null).orderBy('entity').execute()

export const givenOf = (row: GrantRow): GivenGrant => ({
  entity: String(row.entity),
  verbs: row.verbs ?? [],
  denies: row.denies === true,
  data_scope: String(row.data_scope),
  query: row.query,
  change_scope: row.change_scope,
  delete_scope: row.delete_scope,
  within_company: row.within_company,
  export_max: row.export_max,
  hidden_fields: row.hidden_fields ?? [],
  read_only_fields: row.read_only_fields ?? [],
})

export async function masksOf({ db }: Context, role: string) {
  const row = await db.selectFrom('role').select(['mask_id_no', 'mask_mobile']).where('sid', '=', role).executeTakeFirstOrThrow()
  return { mask_id_no: row.mask_id_no === true, mask_mobile: row.mask_mobile === true }
}

/** All people with the role, also those hidden from the caller: the number shows how many a change concerns. */
export const peopleIn = ({ db }: Context, role: string) =>
  db
    .selectFrom('user_info')
    .select('sid')
    .where('role_sids', '@>', sql.val([role]))
    .where('person_status', 'is distinct from', 'RESIGNED')
    .where('deleted_at', 'is', null)
    .execute()

/** The menus that are the role's own, not everybody's. */
export const boundIn = (menus: readonly MarkedMenu[]): string[] =>
  menus.flatMap((menu) => [...(menu.checked && !menu.everybody ? [menu.sid] : []), ...boundIn(menu.children)])

type Stamped = { grants: readonly GrantRow[]; menus: readonly string[]; mask_id_no: boolean; mask_mobile: boolean }

export const stampOf = ({ grants, menus, ...masks }: Stamped) =>
  createHash('sha256')
    .update(JSON.stringify([grants.map(({ sid, version }) => [sid, version]), menus, masks]))
    .digest('hex')

/** Every entity by its name, with its verbs and fields; in the order of the areas, the kinds of case first. */
function grantable(ctx: Context): Grantable[] {
  const { lang, tenant } = ctx
  const order = Object.keys(AREAS)
  const areaOf = (name: string) => tenant.models.areas?.get(name) ?? 'settings'
  return [...tenant.models.all.values()]
    .filter(({ derived }) => !derived)
    .map((model) => ({
      entity: model.name,
      label: labelOf(model, lang),
      area: wordIn(AREAS[areaOf(model.name)] ?? OTHERS, lang),
      at: order.indexOf(areaOf(model.name)),
      is_kind: Number(tenant.models.kinds.has(model.name)),
      case_part: tenant.models.kinds.has(model.name) ? ('CASE' as const) : isOfCase(model) ? ('OF_CASE' as const) : null,
      verbs: grantableVerbs(ctx, model).map((code) => ({ code, label: verbText(code, lang) })),
      fields: fieldsOf(modelNamed(tenant.models, model.name))
        .filter(([code, { internal }]) => !internal && !TECHNICAL.has(code))
        .map(([code, field]) => ({ code, label: labelOf(field, lang), masked: field.masked !== undefined, changeable: field.computed !== true })),
    }))
    .sort((a, b) => a.at - b.at || b.is_kind - a.is_kind || orderOf(lang)(a.label, b.label))
    .map(({ at: _, is_kind: __, ...one }) => one)
}

const OTHERS = ['其他', 'Other'] as const

/** No screen shows these fields, so they cannot be hidden. */
const TECHNICAL: ReadonlySet<string> = new Set(['sid', 'version'])

const grantableVerbs = (ctx: Context, model: Model) =>
  ['get', 'search', 'count', ...askableVerbs(ctx, model, false).map(({ verb }) => verb)].filter(
    (verb, at, all) => all.indexOf(verb) === at && !Object.hasOwn(model.refuses ?? {}, verb),
  )
