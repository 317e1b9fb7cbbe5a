// The menus of one end as an administrator sees them. Pure functions.
import type { MenuPage } from '../../../model/auth/roles/rbac-menu-actions.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import { belowOf, childrenOf } from '../../../model/kit/tree.ts'

export type MenuRow = {
  sid: string
  name: string
  name_en: string | null
  code: string | null
  path: string | null
  icon: string | null
  open_type: string | null
  parent: string | null
  valid: boolean
  isBuiltIn: boolean
}

export const rowName = ({ name, name_en }: Pick<MenuRow, 'name' | 'name_en'>, lang: Lang) => (lang === 'en' && name_en) || name

export const siblingsOf = (rows: readonly MenuRow[], { parent }: Pick<MenuRow, 'parent'>) => rows.filter((row) => row.parent === parent)

/** The order of a level after one of its menus was dropped before or after another; undefined for a menu of another level. */
export function orderAfter(rows: readonly MenuRow[], moved: MenuRow, { sid, isBefore }: { sid: string; isBefore: boolean }): string[] | undefined {
  const others = siblingsOf(rows, moved).flatMap((row) => (row.sid === moved.sid ? [] : [row.sid]))
  const at = others.indexOf(sid)
  return at < 0 ? undefined : others.toSpliced(isBefore ? at : at + 1, 0, moved.sid)
}

/** The order of a level with a new record right after this one; undefined where it is the last, as a new one is anyway. */
export function withNewAfter(level: readonly { sid: string }[], after: { sid: string }, made: string): string[] | undefined {
  const sids = level.map(({ sid }) => sid)
  const at = sids.indexOf(after.sid)
  return at < 0 || at === sids.length - 1 ? undefined : sids.toSpliced(at + 1, 0, made)
}

/** The possible parents of this menu: those without a page, except the menu itself and its descendants. */
export function parentsFor(rows: readonly MenuRow[], moved: MenuRow): MenuRow[] {
  const below = new Set([moved.sid, ...belowOf(moved.sid, childrenOf(rows))])
  return rows.filter(({ sid, path }) => !path && !below.has(sid))
}

/** The first of the checked menus with a child that is not checked. */
export const withUnchecked = (rows: readonly MenuRow[], checked: readonly string[]): MenuRow | undefined =>
  rows.find(({ sid }) => checked.includes(sid) && rows.some((row) => row.parent === sid && !checked.includes(row.sid)))

export type MenuFault = 'notBound' | 'invalid'

/** The fault of a menu: it has neither a page nor child menus, or its page is unknown. */
export function faultOfMenu(rows: readonly MenuRow[], { sid, path, code }: MenuRow, pages: readonly MenuPage[]): MenuFault | undefined {
  if (!path) return rows.some(({ parent }) => parent === sid) ? undefined : 'notBound'
  const place = placeOf(path)
  const isKnown = pages.some((page) => place === page.path || place.startsWith(`${page.path}/`) || page.path === `/m/${code}`)
  return /^https?:/.test(path) || isKnown ? undefined : 'invalid'
}

/** The page of an address, by its name; an address that is no page is its own name. */
export const pageName = (path: string, pages: readonly MenuPage[], lang: Lang) => {
  const page = pages.find((one) => one.path === path)
  return page ? rowName(page, lang) : path
}

const placeOf = (address: string) => address.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '')
