// A person's menus as navigation: the menu of a page, and its ancestors.
import type { Lang } from '../../model/kit/fields.ts'
import type { Menu } from '../../model/auth/rbac-menu-actions.ts'

export const menuName = (menu: Menu, lang: Lang) => (lang === 'en' && menu.name_en) || menu.name

/** The menus from the top down to the one with the longest prefix of this page's address. */
export function wayTo(menus: readonly Menu[], pathname: string): Menu[] {
  let best: Menu[] = []
  let length = 0
  const walk = (list: readonly Menu[], above: readonly Menu[]) => {
    for (const menu of list) {
      const way = [...above, menu]
      const path = menu.path ? pathOf(menu.path) : ''
      if (path && isUnder(pathname, path) && path.length > length) [best, length] = [way, path.length]
      walk(menu.children ?? [], way)
    }
  }
  walk(menus, [])
  return best
}

/** A menu address may contain filters; only the path decides the current page. */
export const pathOf = (address: string) => `/${address.replace(/^\/+/, '').replace(/[?#].*$/, '')}`

const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

type Leaf = { menu: Menu; above: Menu[] }

/** Every menu with an address, with its ancestors. */
export function leavesOf(menus: readonly Menu[], above: readonly Menu[] = []): Leaf[] {
  return menus.flatMap((menu) => [...(menu.path ? [{ menu, above: [...above] }] : []), ...leavesOf(menu.children ?? [], [...above, menu])])
}

/** The address of a top menu: its own, or that of the first one below it. */
export const firstPath = (menu: Menu): string | null => menu.path ?? leavesOf(menu.children ?? [])[0]?.menu.path ?? null
