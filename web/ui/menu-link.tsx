import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Menu } from '../../model/auth/rbac-menu-actions.ts'
import { hrefOf, opensElsewhere } from './menus.ts'

/** A link to the page of a menu, in a new window where the menu says so. */
export const MenuLink = ({ menu, children }: { menu: Menu; children: ReactNode }) =>
  opensElsewhere(menu) ? (
    <a href={hrefOf(menu)} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <Link to={menu.path ?? '/'}>{children}</Link>
  )

/** The same for an act without a link, such as an entry of the command palette. */
export function openMenu(menu: Menu, navigate: (path: string) => void) {
  if (opensElsewhere(menu)) window.open(hrefOf(menu), '_blank', 'noreferrer')
  else navigate(menu.path ?? '/')
}
