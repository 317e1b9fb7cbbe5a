import { type Call, action } from '../../records/actions.ts'
import { authorize } from '../../records/permission/permission.ts'
import { modelNamed } from '../../records/registry.ts'
import { search } from '../../records/query/search.ts'
import { updateRow } from '../../records/write/update.ts'
import { sidOf } from '../../records/write/values.ts'
import type { Part } from '../../records/modules.ts'
import { inTransaction, lockKey, type Context } from '../../records/context.ts'
import { lockRows } from '../../records/write/write.ts'
import { chosenSids } from '../../records/write/batch.ts'
import { both, refuse } from '../../errors.ts'
import { ADMINISTRATOR } from './role.ts'
import { type Menu, menuTree, myMenus, rolesOfMenu } from './rbac_menu.ts'

type Row = Record<string, unknown>
const MOST = 1000
const menuModel = (ctx: Context) => modelNamed(ctx.tenant.models, 'rbac_menu')

/** Menus as the screens of settings ask for them: whole lists, by role, and their order and place. */
export const menuCalls: Part = {
  actions: [
    action('rbac_menu', 'search_all', ({ ctx, body }) => whole(ctx, body)),
    action('rbac_menu', 'search_menu_name', ({ ctx, body }) => whole(ctx, { fl: ['name', 'name_en'], ...body })),
    action('rbac_menu', 'searchShare', ({ ctx }) => whole(ctx, { iql: 'role_sids IS EMPTY ORDER BY sort_by' }), 'POST', []),
    action('rbac_menu', 'search_by_role', (call) => byRole(call), 'POST', ['role_sid']),
    action('rbac_menu', 'search_all_auth', (call) => marked(call), 'POST', ['role_sid']),
    action('rbac_menu', 'searchAuth', (call) => allowed(call), 'POST', ['role_sid']),
    action('rbac_menu', 'searchAuthGroupOrg', ({ ctx }) => rolesByCompany(ctx), 'GET'),
    action('rbac_menu', 'sort', sort, 'POST', ['sids', 'sid', 'move']),
    action('rbac_menu', 'batch_move', batchMove, 'POST', ['sids', 'parent_sid']),
    action('rbac_menu', 'bind_role', bindRole, 'POST', ['role_sid', 'menu_sids']),
    action('ubm_ability', 'search_ubm_menus', ({ ctx }) => myMenus(ctx), 'POST', []),
  ],
}

const whole = (ctx: Context, body: Row) => search(ctx, menuModel(ctx), { rows: MOST, iql: 'ORDER BY sort_by', ...body }, { most: MOST })

/** POST search_by_role/{sid}: what a role is shown, a menu that is everybody's included. */
async function byRole({ ctx, body, rest }: Call) {
  const role = await roleGiven(ctx, rest || body.role_sid)
  return whole(ctx, { iql: `platform = '${role.platform}' AND (role_sids = '${role.sid}' OR role_sids IS EMPTY) ORDER BY sort_by` })
}

type Marked = Omit<Menu, 'children'> & { checked: boolean; everybody: boolean; children: Marked[] }

/** POST search_all_auth {role_sid}: the whole tree of the role's end, each menu with whether the role has it. */
async function marked({ ctx, body }: Call): Promise<Marked[]> {
  const role = await roleGiven(ctx, body.role_sid)
  const rows = await menusOf(ctx, role.platform)
  const roles = new Map(rows.map((row) => [String(row.sid), rolesOfMenu(row)]))
  const mark = (menu: Menu): Marked => {
    const own = roles.get(menu.sid) ?? []
    return { ...menu, checked: own.length === 0 || own.includes(role.sid), everybody: own.length === 0, children: menu.children.map(mark) }
  }
  return menuTree(rows, () => true).map(mark)
}

/** POST searchAuth {role_sid?}: the tree that a role is shown; without one, the caller's own. */
async function allowed({ ctx, body }: Call): Promise<Menu[]> {
  if (body.role_sid === undefined || body.role_sid === null) return myMenus(ctx)
  const role = await roleGiven(ctx, body.role_sid)
  const rows = await menusOf(ctx, role.platform)
  return menuTree(rows, (row) => rolesOfMenu(row).length === 0 || rolesOfMenu(row).includes(role.sid))
}

async function roleGiven(ctx: Context, given: unknown): Promise<{ sid: string; platform: '1' | '2' }> {
  authorize(ctx, menuModel(ctx), 'search')
  const sid = sidOf(given) ?? refuse('bad_sid', { value: String(given ?? '').slice(0, 60) })
  const row = await ctx.db.selectFrom('role').select('platform').where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  return row ? { sid, platform: row.platform === '2' ? '2' : '1' } : refuse('not_found')
}

const menusOf = ({ db }: Context, platform: '1' | '2') =>
  db.selectFrom('rbac_menu').selectAll().where('deleted_at', 'is', null).where('platform', '=', platform).orderBy('sort_by').orderBy('sid').execute()

/** GET searchAuthGroupOrg: which roles are held in each company, and by how many who are employed. */
async function rolesByCompany(ctx: Context) {
  authorize(ctx, menuModel(ctx), 'search')
  const [companies, roles, people] = await Promise.all([
    search(ctx, modelNamed(ctx.tenant.models, 'company'), { fl: ['company_name', 'simple_name'], rows: MOST, total: 'none' }, { most: MOST }),
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
    people.filter((one) => one.company_sid === company && ((one.role_sids as string[] | null) ?? []).includes(String(role))).length // a references column
  return companies.record.map((company) => ({
    ...company,
    roles: roles.record.map((role) => ({ ...role, people: held(company.sid, role.sid) })).filter((role) => role.people > 0),
  }))
}

/** POST sort {sids}: menus of one level in their new order; or {sid, move}: one of them a row up or down. */
async function sort({ ctx, body }: Call) {
  const model = menuModel(ctx)
  authorize(ctx, model, 'update')
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, 'tree rbac_menu')
    const sids = body.sid === undefined ? chosenSids(body) : await moved(tx, body)
    const rows = await lockRows(tx, model, sids)
    if (rows.length < sids.length) refuse('not_found')
    if (new Set(rows.map((row) => `${row.platform} ${row.parent_sid ?? ''}`)).size > 1)
      refuse('rule', both('summary', ['菜单不能跨级移动', 'Menus are not moved across levels']))
    for (const [at, sid] of sids.entries()) await updateRow(tx, model, sid, { sort_by: at })
    return { sids }
  })
}

/** The level of a menu with it one row up or down. */
async function moved(ctx: Context, { sid: given, move }: Row): Promise<string[]> {
  const sid = sidOf(given) ?? refuse('bad_sid', { value: String(given ?? '').slice(0, 60) })
  if (move !== 'up' && move !== 'down') return refuse('bad_request', both('why', ['move 应为 up 或 down', 'move is up or down']))
  const [row] = await lockRows(ctx, menuModel(ctx), [sid])
  if (!row) return refuse('not_found')
  const level = (await menusOf(ctx, row.platform === '2' ? '2' : '1')).filter((one) => (one.parent_sid ?? null) === (row.parent_sid ?? null))
  const order = level.map((one) => String(one.sid))
  const at = order.indexOf(sid)
  const to = move === 'up' ? at - 1 : at + 1
  if (to < 0) return refuse('rule', both('summary', ['已是第一行，不能上移', 'It is the first row and cannot move up']))
  if (to >= order.length) return refuse('rule', both('summary', ['已是最后一行，不能下移', 'It is the last row and cannot move down']))
  return order.with(at, order[to] ?? sid).with(to, sid)
}

/** POST batch_move {sids, parent_sid}: below another menu, at its end; without one to the top. */
async function batchMove({ ctx, body }: Call) {
  const model = menuModel(ctx)
  authorize(ctx, model, 'update')
  const sids = chosenSids(body)
  const given = body.parent_sid ?? null
  const parent = given === null ? null : (sidOf(given) ?? refuse('bad_sid', { value: String(given).slice(0, 60) }))
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, 'tree rbac_menu')
    const rows = await lockRows(tx, model, sids)
    if (rows.length < sids.length) refuse('not_found')
    const there = (await menusOf(tx, rows[0]?.platform === '2' ? '2' : '1')).filter(
      (one) => (one.parent_sid ?? null) === parent && !sids.includes(String(one.sid)),
    )
    const last = Math.max(-1, ...there.map((one) => Number(one.sort_by ?? 0)))
    for (const [at, sid] of sids.entries()) await updateRow(tx, model, sid, { parent_sid: parent, sort_by: last + 1 + at })
    return { sids, parent_sid: parent }
  })
}

/** POST bind_role {role_sid, menu_sids}: exactly these menus, beside those that are everybody's. */
async function bindRole({ ctx, body }: Call) {
  const model = menuModel(ctx)
  authorize(ctx, model, 'update')
  const role = await roleGiven(ctx, body.role_sid)
  const wanted = new Set(Array.isArray(body.menu_sids) && body.menu_sids.length === 0 ? [] : chosenSids({ sids: body.menu_sids }, MOST))
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, 'tree rbac_menu')
    const menus = await menusOf(tx, role.platform)
    if ([...wanted].some((sid) => !menus.some((menu) => menu.sid === sid))) refuse('not_found')
    const keeper = await tx.db.selectFrom('role').select('sid').where('code', '=', ADMINISTRATOR).executeTakeFirst()
    for (const menu of menus) {
      const own = rolesOfMenu(menu)
      if (own.length === 0 || own.includes(role.sid) === wanted.has(String(menu.sid))) continue
      const left = own.filter((sid) => sid !== role.sid)
      // A menu without roles would be everybody's.
      const role_sids = wanted.has(String(menu.sid)) ? [...own, role.sid] : left.length > 0 ? left : [keeper?.sid]
      await updateRow(tx, model, String(menu.sid), { role_sids })
    }
    return { role_sid: role.sid, menu_sids: [...wanted] }
  })
}
