import { Breadcrumb } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useMenus, useTenant } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { firstPath, menuName, pathOf, wayAt, wayTo } from '../menus/menus.ts'

type Crumb = { label: string; to?: string | undefined }
type PageHeadProps = { title: ReactNode; name: string; crumbs?: Crumb[]; beside?: ReactNode; acts?: ReactNode }

/** The breadcrumbs, the page's name, and its actions. `name` is also the browser's title. */
export function PageHead({ title, name, crumbs = [], beside, acts }: PageHeadProps) {
  const { lang, t } = useWords()
  const here = useLocation()
  const { pathname } = here
  const menus = useMenus().data ?? []
  const system = useTenant()?.system_name || 'Innoe'
  useEffect(() => {
    document.title = name ? `${name} · ${system}` : system
  }, [name, system])
  const above: Crumb[] = wayAt(menus, here).map((menu) => {
    const to = firstPath(menu)
    return { label: menuName(menu, lang), to: to ?? undefined }
  })
  // A crumb with a menu's address replaces that menu, with the crumb's own filters.
  const same = (crumb: Crumb, menu: Crumb) => crumb.to !== undefined && menu.to !== undefined && pathOf(crumb.to) === pathOf(menu.to)
  const named = above.map((menu) => ({ ...menu, to: crumbs.find((crumb) => same(crumb, menu))?.to ?? menu.to }))
  const way = [...named, ...crumbs.filter((crumb) => !above.some((menu) => same(crumb, menu)))].filter(
    ({ label, to }) => label !== name && (!to || pathOf(to) !== pathname),
  )
  return (
    <header className="page-head">
      {way.length > 0 && (
        <nav aria-label={t('shell.way')}>
          <Breadcrumb items={way.map(({ label, to }) => ({ key: label, title: to ? <Link to={to}>{label}</Link> : label }))} />
        </nav>
      )}
      <div className="page-title">
        <h1>{title}</h1>
        {beside}
        <span className="page-acts">{acts}</span>
      </div>
    </header>
  )
}

/** The name of this page in the menus, if any. */
export function useMenuTitle(): string {
  const { lang } = useWords()
  const { pathname } = useLocation()
  const menu = wayTo(useMenus().data ?? [], pathname).at(-1)
  return menu?.path && pathOf(menu.path) === pathname ? menuName(menu, lang) : ''
}
