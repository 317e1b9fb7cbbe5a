import { type Menu, myMenus as declaredMyMenus, myUbmMenus } from '../../../model/auth/rbac-menu-actions.ts'
import { perform } from '../../records/actions.ts'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/validate.ts'
import type { Part } from '../../records/modules.ts'
import { type Context, platformCode, type DraftOf } from '../../records/context.ts'

/** Menus form a tree for each end; everybody is shown those of their roles. */
export const menus: Part = {
  hooks: [{ model: 'rbac_menu', check: checkParents }],
  actions: [...perform(declaredMyMenus, ({ ctx }) => myMenus(ctx)), ...perform(myUbmMenus, ({ ctx }) => myMenus(ctx))],
}

async function checkParents(ctx: Context, drafts: readonly DraftOf<'rbac_menu'>[]) {
  const model = modelNamed(ctx.tenant.models, 'rbac_menu')
  for (const draft of drafts) {
    if (!draft.changed.has('parent_sid') || !draft.row.parent_sid) continue
    const parent = await ctx.db.selectFrom('rbac_menu').select('path').where('sid', '=', draft.row.parent_sid).executeTakeFirst()
    if (parent?.path)
      faultAt(ctx, model, draft, 'parent_sid', ['上级菜单已绑定页面，不能再有下级', 'is bound to a page and cannot have a child menu'])
  }
}

/** The menus of the caller's roles and end, as a tree; one without roles is everybody's. */
export async function myMenus({ db, actor }: Context): Promise<Menu[]> {
  const roles = actor.roles.length
    ? await db
        .selectFrom('role')
        .select('sid')
        .where('code', 'in', [...actor.roles])
        .execute()
    : []
  const mine = new Set(roles.map((role) => role.sid))
  const rows = await db
    .selectFrom('rbac_menu')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .where('platform', '=', platformCode(actor.platform))
    .orderBy('sort_by')
    .orderBy('sid')
    .execute()
  return menuTree(rows, (row) => rolesOfMenu(row).length === 0 || rolesOfMenu(row).some((sid) => mine.has(sid)))
}

export const rolesOfMenu = (row: Record<string, unknown>) => (row.role_sids as string[] | null) ?? [] // a references column

/** The menus that are shown, each with those below it; a group with nothing in it is left out. */
export function menuTree(rows: readonly Record<string, unknown>[], isShown: (row: Record<string, unknown>) => boolean): Menu[] {
  const seen = rows.filter(isShown).map((row) => ({ ...row, sid: String(row.sid) }))
  const parentOf = (row: Record<string, unknown>) => (typeof row.parent_sid === 'string' ? row.parent_sid : null)
  const shown = (menus: readonly Nested<(typeof seen)[number] & Record<string, unknown>>[]): Menu[] =>
    menus
      .map(({ sid, code, name, name_en, icon, path, open_type, children }) => ({
        sid,
        code: textOrNull(code) ?? sid, // the key of its place, also for a menu that somebody made without a code
        name: String(name),
        name_en: String(name_en ?? name),
        icon: textOrNull(icon),
        path: textOrNull(path),
        open_type: textOrNull(open_type),
        children: shown(children),
      }))
      .filter((menu) => menu.path || menu.children.length > 0)
  // A menu is not shown where the group above it is not.
  return shown(nest(seen, parentOf).filter((menu) => parentOf(menu) === null))
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
