import { Breadcrumb } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useMenus, useTenant } from '../api.ts'
import { useWords } from '../words/language.ts'
import { firstPath, menuName, wayTo } from './menus.ts'

type Crumb = { label: string; to?: string }
type PageHeadProps = { title: ReactNode; name: string; crumbs?: Crumb[]; beside?: ReactNode; acts?: ReactNode }

/** The way here, the page's name, and what may be done on it. `name` goes to the browser's title. */
export function PageHead({ title, name, crumbs = [], beside, acts }: PageHeadProps) {
  const { lang, t } = useWords()
  const { pathname } = useLocation()
  const menus = useMenus().data ?? []
  const system = useTenant()?.system_name || 'Innoe'
  useEffect(() => {
    document.title = name ? `${name} · ${system}` : system
  }, [name, system])
  const above: Crumb[] = wayTo(menus, pathname).map((menu) => {
    const to = firstPath(menu)
    return { label: menuName(menu, lang), ...(to && { to }) }
  })
  const known = new Set(above.map(({ label }) => label))
  const way = [...above, ...crumbs.filter(({ label }) => !known.has(label))].filter(({ label }) => label !== name)
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
