import { ABILITIES } from '../../../model/auth/roles/abilities.ts'
import { type Menu, myMenus as declaredMyMenus, myUbmMenus } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { perform } from '../../records/actions.ts'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import { pushToAll } from '../../records/notifying/push.ts'
import { modelNamed } from '../../records/registry.ts'
import { isWithheld } from '../../records/permission/functions.ts'
import { outcomeOf } from '../../records/abilities.ts'
import { accessOf, authorize, hasAbility } from '../../records/permission/permission.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { Part } from '../../records/modules.ts'
import { type Context, lockKey, platformCode, type DraftOf, type RowValues } from '../../records/context.ts'
import { both, refuse } from '../../errors.ts'
import { isAdministrator } from '../passwords/change-rules.ts'

/** Menus form a tree for each end; everybody is shown those of their roles. */
export const menus: Part = {
  hooks: [{ model: 'rbac_menu', prepare, check: checkBound, written: tellChange, deleted: tellChange, restored }],
  actions: [...perform(declaredMyMenus, ({ ctx }) => myMenus(ctx)), ...perform(myUbmMenus, ({ ctx }) => myMenus(ctx))],
}

async function prepare(ctx: Context, drafts: readonly DraftOf<'rbac_menu'>[]) {
  await placeLast(ctx, drafts)
  await bindResources(ctx, drafts)
}

/** A menu opens the address of its resource; one that is given an address is bound to the resource of it, if there is one. */
async function bindResources(ctx: Context, drafts: readonly DraftOf<'rbac_menu'>[]) {
  const model = modelNamed(ctx.tenant.models, 'rbac_menu')
  const wanted = drafts.filter(({ changed }) => changed.has('resource_sid') || changed.has('path'))
  if (wanted.length === 0) return
  const [sids, paths] = [wanted.flatMap(({ row }) => row.resource_sid ?? []), wanted.flatMap(({ row }) => row.path ?? [])]
  const known = await ctx.db
    .selectFrom('rbac_resource')
    .select(['sid', 'path'])
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .where((of) => of.or([of('sid', 'in', [...sids, NOWHERE]), of('path', 'in', [...paths, ''])]))
    .orderBy('is_system', (by) => by.desc().nullsLast())
    .execute()
  for (const draft of wanted) {
    const { resource_sid, path } = draft.row
    const chosen = draft.changed.has('resource_sid') && resource_sid ? known.find(({ sid }) => sid === resource_sid) : undefined
    if (chosen && !chosen.path) faultAt(ctx, model, draft, 'resource_sid', ['没有可打开的地址', 'has no page that a menu could open'])
    else if (chosen) setValue(draft, 'path', chosen.path)
    else if (!draft.changed.has('resource_sid') || resource_sid === null)
      setValue(draft, 'resource_sid', known.find((one) => path && one.path === path)?.sid ?? null)
  }
}

const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** A new menu without a place stands at the end of its level. */
async function placeLast(ctx: Context, drafts: readonly DraftOf<'rbac_menu'>[]) {
  for (const draft of drafts) {
    if (draft.before || typeof draft.row.sort_by === 'number') continue
    const { parent_sid: parent } = draft.row
    const { last } = await ctx.db
      .selectFrom('rbac_menu')
      .select(({ fn }) => fn.max('sort_by').as('last'))
      .where('deleted_at', 'is', null)
      .where('platform', '=', draft.row.platform ?? '1')
      .where('parent_sid', parent ? '=' : 'is', parent ?? null)
      .executeTakeFirstOrThrow()
    setValue(draft, 'sort_by', (last ?? -1) + 1)
  }
}

/** A menu is bound to a page, or has menus below it. */
async function checkBound(ctx: Context, drafts: readonly DraftOf<'rbac_menu'>[]) {
  const model = modelNamed(ctx.tenant.models, 'rbac_menu')
  const placed = drafts.filter(({ changed, row }) => changed.has('parent_sid') && row.parent_sid)
  const bound = drafts.filter(({ changed, row }) => changed.has('path') && row.path)
  if (placed.length + bound.length > 0) await lockKey(ctx, 'tree rbac_menu')
  const pages = await pagesAmong(ctx, placed.flatMap(({ row }) => row.parent_sid ?? [])) // oxfmt-ignore
  for (const draft of placed) {
    const parent = drafts.find(({ sid }) => sid === draft.row.parent_sid)
    if (parent ? parent.row.path : pages.has(draft.row.parent_sid ?? ''))
      faultAt(ctx, model, draft, 'parent_sid', ['上级菜单已绑定页面，不能再有下级', 'is bound to a page and cannot have a child menu'])
  }
  const parents = await parentsAmong(ctx, bound.map(({ sid }) => sid)) // oxfmt-ignore
  for (const draft of bound)
    if (parents.has(draft.sid)) faultAt(ctx, model, draft, 'path', ['有下级的菜单不能绑定页面', 'cannot be set for a menu that has child menus'])
}

async function restored(ctx: Context, rows: readonly RowValues[]) {
  await refuseBoundParents(ctx, rows)
  await tellChange(ctx)
}

const announced = new WeakSet<object>()

/** Open pages look whether their own menus changed, once for each transaction. */
async function tellChange({ tenant, after }: Context) {
  if (after && announced.has(after)) return
  if (after) announced.add(after)
  const tell = () => pushToAll(tenant, 'menus')
  if (after) after.push(tell)
  else tell()
}

/** While a menu was in the recycle bin, the menu above it may have been bound to a page. */
async function refuseBoundParents(ctx: Context, rows: readonly RowValues[]) {
  const pages = await pagesAmong(ctx, rows.flatMap(({ parent_sid }) => (typeof parent_sid === 'string' ? [parent_sid] : []))) // oxfmt-ignore
  if (pages.size > 0)
    refuse('rule', both('summary', ['上级菜单已绑定页面，不能再有下级', 'The parent menu is bound to a page and cannot have a child menu']))
}

/** Those of these menus that are bound to a page. */
async function pagesAmong({ db }: Context, sids: readonly string[]): Promise<Set<string>> {
  if (sids.length === 0) return new Set()
  const rows = await db.selectFrom('rbac_menu').select('sid').where('sid', 'in', sids).where('path', 'is not', null).where('path', '!=', '').execute()
  return new Set(rows.map(({ sid }) => sid))
}

/** Those of these menus that have menus below them. */
async function parentsAmong({ db }: Context, sids: readonly string[]): Promise<Set<string>> {
  if (sids.length === 0) return new Set()
  const rows = await db
    .selectFrom('rbac_menu')
    .select('parent_sid')
    .distinct()
    .where('parent_sid', 'in', sids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.flatMap(({ parent_sid }) => parent_sid ?? []))
}

/** The menus of the caller's roles and end, as a tree; one without roles is everybody's. */
export async function myMenus(ctx: Context): Promise<Menu[]> {
  const { db, actor } = ctx
  const roles = actor.roles.length
    ? await db
        .selectFrom('role')
        .select('sid')
        .where('code', 'in', [...actor.roles])
        .execute()
    : []
  const mine = new Set(roles.map((role) => role.sid))
  const rows = await db
    .selectFrom('rbac_menu as m')
    .leftJoin('rbac_resource as r', 'r.sid', 'm.resource_sid')
    .selectAll('m')
    .select(['r.code as resource', 'r.valid as is_resource_valid', 'r.deleted_at as resource_deleted'])
    .where('m.deleted_at', 'is', null)
    .where('m.valid', 'is not', false)
    .where('m.platform', '=', platformCode(actor.platform))
    .orderBy('m.sort_by')
    .orderBy('m.sid')
    .execute()
  const isBroken = (row: (typeof rows)[number]) => row.resource_sid !== null && (row.is_resource_valid === false || row.resource_deleted !== null)
  const shown = rows
    .filter(({ resource }) => resource === null || !isWithheld(actor, resource))
    .filter(({ path }) => typeof path !== 'string' || mayOpen(ctx, path))
    .map((row) => (isBroken(row) ? { ...row, path: MENU_INVALID } : row))
  return menuTree(shown, (row) => rolesOfMenu(row).length === 0 || rolesOfMenu(row).some((sid) => mine.has(sid)))
}

/** Lists at an address of their own; that of every other entity is /m/ and its name. */
const LISTS: Readonly<Record<string, string>> = { '/patents': 'patent', '/deadlines': 'deadline', '/annuities': 'fee' }

/** Settings of the whole tenant: whoever administers one company only can neither read nor start anything there. */
const WHOLE_TENANT: ReadonlySet<string> = new Set([
  '/settings/whole-export',
  '/settings/sign-in',
  '/settings/mail',
  '/settings/offices',
  '/settings/text-messages',
  '/settings/limits',
])

/** Settings that need more than reading, as their screens ask for it. */
const NEEDING: Readonly<Record<string, (ctx: Context) => boolean>> = {
  '/settings/look': (ctx) => mayUpdate(ctx, 'company'),
  '/settings/words': (ctx) => mayUpdate(ctx, 'custom_field'),
  '/settings/bi': (ctx) => hasAbility(ctx, modelNamed(ctx.tenant.models, 'role'), ABILITIES.role.admit_bi),
}

const mayUpdate = (ctx: Context, name: 'company' | 'custom_field') =>
  outcomeOf(() => authorize(ctx, modelNamed(ctx.tenant.models, name), 'update')).allowed

/** While somebody views as this person, the menus are still those of the person. */
function asThemselves(ctx: Context): Context {
  const { viewer: _, ...person } = ctx.actor
  return { ...ctx, actor: { ...person, access: new Map() } }
}

/** A menu of a list that the person may not search would only open a refusal. */
function mayOpen(ctx: Context, path: string): boolean {
  const [page = ''] = path.split(/[?#]/)
  if (WHOLE_TENANT.has(page)) return isAdministrator(ctx)
  const isGiven = NEEDING[page]
  if (isGiven) return isGiven(asThemselves(ctx))
  const model = ctx.tenant.models.all.get(LISTS[page] ?? /^\/m\/(\w+)$/.exec(page)?.[1] ?? '')
  if (!model) return true
  const { verbs } = accessOf(ctx, model)
  return verbs.has('search') || verbs.has('*')
}

/** The page that says that a menu is not bound to a valid resource. */
const MENU_INVALID = '/menu-invalid'

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
  // A menu is hidden with the group above it.
  return shown(nest(seen, parentOf).filter((menu) => parentOf(menu) === null))
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
