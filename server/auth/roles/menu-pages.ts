import { listPages, type MenuPage } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { AGENCY_MENUS } from '../../../seed/menus/agency.ts'
import { MENUS } from '../../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../../seed/menus/seed-menu.ts'
import type { Part } from '../../records/modules.ts'
import { type Call, perform } from '../../records/actions.ts'

export const menuPages: Part = { actions: [...perform(listPages, pages)] }

/** The pages that the product's own menus open at this end, then the lists of all other entities. */
/** Pages of resources that an administrator added come last. */
async function pages({ ctx, body }: Call<typeof listPages>): Promise<MenuPage[]> {
  const own = pagesOf(body.platform === '2' ? AGENCY_MENUS : MENUS)
  const known = new Set(own.flatMap(({ path, name }) => [path, name]))
  const lists = [...ctx.tenant.models.all.values()]
    .filter(({ own: personal }) => !personal)
    .map(({ name, zh, en }) => ({ path: `/m/${name}`, name: zh, name_en: en }))
  const added = await ctx.db
    .selectFrom('rbac_resource')
    .select(['path', 'name', 'name_en'])
    .where('is_system', 'is not', true)
    .where('path', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('valid', 'is not', false)
    .orderBy('name')
    .execute()
  const others = [...lists, ...added.map(({ path, name, name_en }) => ({ path: String(path), name: String(name), name_en: name_en ?? String(name) }))]
  return [...own, ...others.filter(({ path, name }) => !known.has(path) && !known.has(name))]
}

const pagesOf = (menus: readonly SeedMenu[]): MenuPage[] =>
  menus.flatMap(({ path, name, name_en, children = [] }) => [...(path ? [{ path, name, name_en }] : []), ...pagesOf(children)])
