import type { HTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Menu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { hrefOf, opensElsewhere } from './menus.ts'

type MenuLinkProps = { menu: Menu; children: ReactNode } & Pick<HTMLAttributes<HTMLAnchorElement>, 'className' | 'aria-current'>

/** A link to the page of a menu, in a new window if the menu requires it. */
export const MenuLink = ({ menu, children, ...link }: MenuLinkProps) =>
  opensElsewhere(menu) ? (
    <a href={hrefOf(menu)} target="_blank" rel="noreferrer" {...link}>
      {children}
    </a>
  ) : (
    <Link to={menu.path ?? '/'} {...link}>
      {children}
    </Link>
  )

/** The same for an act without a link, such as an entry of the command palette. */
export function openMenu(menu: Menu, navigate: (path: string) => void) {
  if (opensElsewhere(menu)) window.open(hrefOf(menu), '_blank', 'noreferrer')
  else navigate(menu.path ?? '/')
}
