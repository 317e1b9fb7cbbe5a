import {
  bindRole,
  markMenus,
  type MarkedMenu,
  type Menu,
  rolesByCompany,
  searchAllowedMenus,
  searchMenuNames,
  searchMenus,
  searchMenusByRole,
  searchSharedMenus,
} from '../../../model/auth/roles/rbac-menu-actions.ts'
import type { Verb } from '../../../model/kit/model.ts'
import { type Call, perform } from '../../records/actions.ts'
import { authorize } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { search, type SearchBody } from '../../records/query/search.ts'
import { updateRow } from '../../records/write/update.ts'
import type { Part } from '../../records/modules.ts'
import { lockKey, type Context } from '../../records/context.ts'
import { refuse } from '../../errors.ts'
import { fullRoles } from './administrators.ts'
import { menuTree, myMenus, rolesOfMenu } from './rbac_menu.ts'

const MAX_MENUS = 1000
const menuModel = (ctx: Context) => modelNamed(ctx.tenant.models, 'rbac_menu')

/** Menus as the screens of settings ask for them: whole lists, and by role. */
export const menuCalls: Part = {
  actions: [
    ...perform(searchMenus, ({ ctx, body }) => whole(ctx, body)),
    ...perform(searchMenuNames, ({ ctx, body }) => whole(ctx, { fl: ['name', 'name_en'], ...body })),
    ...perform(searchSharedMenus, ({ ctx }) => whole(ctx, { iql: 'role_sids IS EMPTY ORDER BY sort_by' })),
    ...perform(searchMenusByRole, byRole),
    ...perform(markMenus, marked),
    ...perform(searchAllowedMenus, allowed),
    ...perform(rolesByCompany, countRoles),
    ...perform(bindRole, bind),
  ],
}

const whole = (ctx: Context, body: SearchBody) =>
  search(ctx, menuModel(ctx), { rows: MAX_MENUS, iql: 'ORDER BY sort_by', ...body }, { most: MAX_MENUS })

/** The menus visible to a role, including those visible to everyone. */
async function byRole({ ctx, body }: Call<typeof searchMenusByRole>) {
  const role = await roleGiven(ctx, body.role_sid)
  return whole(ctx, { iql: `platform = '${role.platform}' AND (role_sids = '${role.sid}' OR role_sids IS EMPTY) ORDER BY sort_by` })
}

/** The whole tree of the role's end, each menu with whether the role has it. */
async function marked({ ctx, body }: Call<typeof markMenus>) {
  return markedMenus(ctx, body.role_sid)
}

export async function markedMenus(ctx: Context, sid: string): Promise<MarkedMenu[]> {
  const role = await roleGiven(ctx, sid)
  const rows = await menusOf(ctx, role.platform)
  const roles = new Map(rows.map((row) => [row.sid, rolesOfMenu(row)]))
  const mark = (menu: Menu): MarkedMenu => {
    const own = roles.get(menu.sid) ?? []
    return { ...menu, checked: own.length === 0 || own.includes(role.sid), everybody: own.length === 0, children: menu.children.map(mark) }
  }
  return menuTree(rows, () => true).map(mark)
}

/** The tree that a role is shown; without one, the caller's own. */
async function allowed({ ctx, model, body }: Call<typeof searchAllowedMenus>): Promise<Menu[]> {
  if (body.role_sid === undefined) return myMenus(ctx)
  authorize(ctx, model, 'search')
  const role = await roleGiven(ctx, body.role_sid)
  const rows = await menusOf(ctx, role.platform)
  return menuTree(rows, (row) => rolesOfMenu(row).length === 0 || rolesOfMenu(row).includes(role.sid))
}

async function roleGiven(ctx: Context, sid: string): Promise<{ sid: string; platform: '1' | '2' }> {
  const row = await ctx.db.selectFrom('role').select('platform').where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  return row ? { sid, platform: row.platform === '2' ? '2' : '1' } : refuse('not_found')
}

const menusOf = ({ db }: Context, platform: '1' | '2') =>
  db.selectFrom('rbac_menu').selectAll().where('deleted_at', 'is', null).where('platform', '=', platform).orderBy('sort_by').orderBy('sid').execute()

/** Roles assigned in each company, with the number of employed people */
async function countRoles({ ctx }: Call<typeof rolesByCompany>) {
  const [companies, roles, people] = await Promise.all([
    search(
      ctx,
      modelNamed(ctx.tenant.models, 'company'),
      { fl: ['company_name', 'simple_name'], rows: MAX_MENUS, total: 'none' },
      { most: MAX_MENUS },
    ),
    search(ctx, modelNamed(ctx.tenant.models, 'role'), { fl: ['code', 'name'], rows: 100, total: 'none' }),
    ctx.db
      .selectFrom('user_info')
      .select(['company_sid', 'role_sids'])
      .where('deleted_at', 'is', null)
      .where('person_status', '=', 'EMPLOYED')
      .where('role_sids', 'is not', null)
      .execute(),
  ])
  const held = (company: unknown, role: unknown) =>
    people.filter((one) => one.company_sid === company && (one.role_sids ?? []).includes(String(role))).length
  return companies.record.map((company) => ({
    ...company,
    roles: roles.record.map((role) => ({ ...role, people: held(company.sid, role.sid) })).filter((role) => role.people > 0),
  }))
}

async function bind({ ctx, body }: Call<typeof bindRole>) {
  const wanted = new Set(body.menu_sids ?? [])
  await bindMenus(ctx, body.role_sid, wanted)
  return { role_sid: body.role_sid, menu_sids: [...wanted] }
}

/** Exactly these menus, beside those that are everybody's. */
export async function bindMenus(ctx: Context, sid: string, wanted: ReadonlySet<string>, locking: { verb?: Verb } = {}) {
  const role = await roleGiven(ctx, sid)
  await lockKey(ctx, 'tree rbac_menu')
  const menus = await menusOf(ctx, role.platform)
  if ([...wanted].some((one) => !menus.some((menu) => menu.sid === one))) refuse('not_found')
  const [keeper] = await fullRoles(ctx)
  for (const menu of menus) {
    const own = rolesOfMenu(menu)
    if (own.length === 0 || own.includes(role.sid) === wanted.has(menu.sid)) continue
    const left = own.filter((one) => one !== role.sid)
    // A menu without roles would be everybody's.
    const role_sids = wanted.has(menu.sid) ? [...own, role.sid] : left.length > 0 ? left : [keeper]
    await updateRow(ctx, menuModel(ctx), menu.sid, { role_sids }, locking)
  }
}
