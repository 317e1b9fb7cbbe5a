import { listPages, type MenuPage } from '../../../model/auth/rbac-menu-actions.ts'
import { AGENCY_MENUS, MENUS, type SeedMenu } from '../../../seed/menus.ts'
import type { Part } from '../../records/modules.ts'
import { type Call, perform } from '../../records/actions.ts'

export const menuPages: Part = { actions: [...perform(listPages, pages)] }

/** The pages that the product's own menus open at this end, then the lists of all other entities. */
async function pages({ ctx, body }: Call<typeof listPages>): Promise<MenuPage[]> {
  const own = pagesOf(body.platform === '2' ? AGENCY_MENUS : MENUS)
  const known = new Set(own.flatMap(({ path, name }) => [path, name]))
  const lists = [...ctx.tenant.models.all.values()]
    .filter(({ own: personal }) => !personal)
    .map(({ name, zh, en }) => ({ path: `/m/${name}`, name: zh, name_en: en }))
  return [...own, ...lists.filter(({ path, name }) => !known.has(path) && !known.has(name))]
}

const pagesOf = (menus: readonly SeedMenu[]): MenuPage[] =>
  menus.flatMap(({ path, name, name_en, children = [] }) => [...(path ? [{ path, name, name_en }] : []), ...pagesOf(children)])
