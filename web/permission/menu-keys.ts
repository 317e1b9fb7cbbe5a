import type { MarkedMenu } from '../../model/auth/roles/rbac-menu-actions.ts'

/** The menus that a role has for itself, beside those of everybody. */
export const menusOwn = (menus: readonly MarkedMenu[]): string[] =>
  menus.flatMap((menu) => [...(menu.checked && !menu.everybody ? [menu.sid] : []), ...menusOwn(menu.children)])

/** A tick at a menu also ticks the groups above it, and unticking a group unticks all below it. */
export function toggled(menus: readonly MarkedMenu[], chosen: readonly string[], sid: string, isOn: boolean): string[] {
  const way = wayTo(menus, sid)
  const menu = way.at(-1)
  if (!menu) return [...chosen]
  const below = belowOf(menu).filter(({ everybody }) => !everybody)
  if (!isOn) return chosen.filter((one) => !below.some((other) => other.sid === one))
  const above = way.filter(({ everybody }) => !everybody)
  return [...new Set([...chosen, ...above.map((one) => one.sid), ...below.map((one) => one.sid)])]
}

const belowOf = (menu: MarkedMenu): MarkedMenu[] => [menu, ...menu.children.flatMap(belowOf)]

function wayTo(menus: readonly MarkedMenu[], sid: string): MarkedMenu[] {
  for (const menu of menus) {
    const rest = menu.sid === sid ? [] : wayTo(menu.children, sid)
    if (menu.sid === sid || rest.length > 0) return [menu, ...rest]
  }
  return []
}
