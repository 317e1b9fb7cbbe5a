// A person's menus as navigation: the menu of a page, and its ancestors.
import type { Lang } from '../../../model/kit/fields.ts'
import type { Menu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { pageOf } from '../../api/page-of.ts'
import { furtherName } from '../../words/language.ts'

export const menuName = (menu: Menu, lang: Lang) => furtherName('menu', menu.code) || (lang === 'en' && menu.name_en) || menu.name

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

/** The same of a whole address: records are imported where they are kept, unless that is where the menu of importing stands. */
export function wayAt(menus: readonly Menu[], { pathname, search }: { pathname: string; search: string }): Menu[] {
  const way = wayTo(menus, pathname)
  const model = pathname === '/import' ? new URLSearchParams(search).get('model') : null
  const kept = model ? wayTo(menus, pageOf(model)) : []
  return kept.length > 0 && kept[0] !== way[0] ? kept : way
}

/** A menu address may contain filters; only the path decides the current page. */
export const pathOf = (address: string) => `/${address.replace(/^\/+/, '').replace(/[?#].*$/, '')}`

const isUnder = (pathname: string, path: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

type Leaf = { menu: Menu; above: Menu[] }

/** Every menu with an address, with its ancestors. */
export function leavesOf(menus: readonly Menu[], above: readonly Menu[] = []): Leaf[] {
  return menus.flatMap((menu) => [...(menu.path ? [{ menu, above: [...above] }] : []), ...leavesOf(menu.children ?? [], [...above, menu])])
}

const isUrl = (path: string | null) => /^https?:/.test(path ?? '')

/** Opens in a window of its own. */
export const opensElsewhere = ({ open_type, path }: Menu) => open_type === 'BLANK' || isUrl(path)

/** Its address for a link outside the router. */
export const hrefOf = ({ path }: Menu) => (isUrl(path) ? (path ?? '') : `/innoe-web${path ?? '/'}`)

/** The menu that a top menu opens: itself, or the first one below it, those of this window first. */
export function pageUnder(menu: Menu): Menu | undefined {
  const pages = leavesOf([menu]).map((leaf) => leaf.menu)
  return pages.find((page) => !opensElsewhere(page)) ?? pages[0]
}

/** The address within this window of a top menu: its own, or that of the first one below it. */
export function firstPath(menu: Menu): string | null {
  const page = pageUnder(menu)
  return page && !opensElsewhere(page) ? page.path : null
}
