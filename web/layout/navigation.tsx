import { Menu as AntMenu } from 'antd'
import type { MenuProps } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Lang } from '../../model/kit/fields.ts'
import type { Menu } from '../api.ts'
import { useWords } from '../words/language.ts'
import { MenuIcon } from './menu-icon.tsx'
import { firstPath, menuName, wayTo } from './menus.ts'

type Item = NonNullable<MenuProps['items']>[number]

const isElsewhere = (menu: Menu) => menu.open_type === 'BLANK' || /^https?:/.test(menu.path ?? '')

const label = (menu: Menu, lang: Lang) =>
  isElsewhere(menu) ? (
    <a href={/^https?:/.test(menu.path ?? '') ? (menu.path ?? '') : `/innoe-web${menu.path}`} target="_blank" rel="noreferrer">
      {menuName(menu, lang)}
    </a>
  ) : (
    <Link to={menu.path ?? ''}>{menuName(menu, lang)}</Link>
  )

const itemOf = (menu: Menu, lang: Lang, hasIcon: boolean): Item => {
  const icon = hasIcon ? { icon: <MenuIcon icon={menu.icon} code={menu.code} /> } : {}
  const children = menu.children ?? []
  if (children.length > 0)
    return { key: menu.code, label: menuName(menu, lang), ...icon, children: children.map((child) => itemOf(child, lang, false)) }
  return { key: menu.code, label: menu.path ? label(menu, lang) : menuName(menu, lang), disabled: !menu.path, ...icon }
}

/** Where one is, as the menu shows it. */
function useHere(menus: readonly Menu[]) {
  const { pathname } = useLocation()
  return wayTo(menus, pathname).map(({ code }) => code)
}

export function SideNav({ menus, isFolded = false }: { menus: Menu[]; isFolded?: boolean }) {
  const { lang } = useWords()
  const here = useHere(menus)
  return (
    <AntMenu
      key={isFolded ? 'folded' : here[0]}
      mode="inline"
      inlineCollapsed={isFolded}
      inlineIndent={18}
      items={menus.map((menu) => itemOf(menu, lang, true))}
      selectedKeys={here.slice(-1)}
      {...(!isFolded && { defaultOpenKeys: here })}
    />
  )
}

export function TopNav({ menus }: { menus: Menu[] }) {
  const { lang } = useWords()
  const here = useHere(menus)
  return <AntMenu mode="horizontal" items={menus.map((menu) => itemOf(menu, lang, false))} selectedKeys={here} className="top-nav" />
}

/** A rail of areas, and beside it the pages of the area one is in. */
export function RailNav({ menus }: { menus: Menu[] }) {
  const { lang } = useWords()
  const here = useHere(menus)
  const navigate = useNavigate()
  const area = menus.find(({ code }) => code === here[0])
  const pages = area?.children ?? []
  return (
    <>
      <div className="rail">
        {menus.map((menu) => {
          const to = firstPath(menu)
          const isHere = menu.code === here[0]
          return (
            <button
              key={menu.code}
              type="button"
              className={isHere ? 'area here' : 'area'}
              aria-current={isHere ? 'true' : undefined}
              disabled={!to}
              onClick={() => to && navigate(to)}
            >
              <MenuIcon icon={menu.icon} code={menu.code} />
              <span>{menuName(menu, lang)}</span>
            </button>
          )
        })}
      </div>
      {pages.length > 0 && (
        <div className="pages">
          <p className="pages-title">{area && menuName(area, lang)}</p>
          <AntMenu
            key={area?.code}
            mode="inline"
            inlineIndent={14}
            items={pages.map((menu) => itemOf(menu, lang, false))}
            selectedKeys={here.slice(-1)}
            defaultOpenKeys={here}
          />
        </div>
      )}
    </>
  )
}
