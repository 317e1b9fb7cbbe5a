import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Menu as AntMenu, Button, Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { useLocation } from 'react-router'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Menu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { useWords } from '../../words/language.ts'
import { MenuIcon } from '../../ui/menus/menu-icon.tsx'
import { MenuLink } from '../../ui/menus/menu-link.tsx'
import { MenuCount } from './menu-count.tsx'
import { menuName, pageUnder, wayAt } from '../../ui/menus/menus.ts'

type Item = NonNullable<MenuProps['items']>[number]

const itemOf = (menu: Menu, lang: Lang, hasIcon: boolean): Item => {
  const icon = hasIcon ? { icon: <MenuIcon icon={menu.icon} code={menu.code} /> } : {}
  const children = menu.children ?? []
  if (children.length > 0)
    return { key: menu.code, label: menuName(menu, lang), ...icon, children: children.map((child) => itemOf(child, lang, false)) }
  return {
    key: menu.code,
    label: menu.path ? (
      <MenuLink menu={menu}>
        {menuName(menu, lang)}
        <MenuCount menu={menu} />
      </MenuLink>
    ) : (
      menuName(menu, lang)
    ),
    disabled: !menu.path,
    ...icon,
  }
}

/** The current menu of the page. */
function useHere(menus: readonly Menu[]) {
  return wayAt(menus, useLocation()).map(({ code }) => code)
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
  // Menu items beyond the width scroll: behind the library’s “more” they would be invisible keyboard stops.
  return <AntMenu mode="horizontal" disabledOverflow items={menus.map((menu) => itemOf(menu, lang, false))} selectedKeys={here} className="top-nav" />
}

type RailProps = { menus: Menu[]; isFolded: boolean; onFold: (isFolded: boolean) => void }

/** A rail of top menus, with the pages of the current one beside it; when folded, a top menu opens its pages itself. */
export function RailNav({ menus, isFolded, onFold }: RailProps) {
  const { t, lang } = useWords()
  const here = useHere(menus)
  const area = menus.find(({ code }) => code === here[0])
  const pages = area?.children ?? []
  return (
    <>
      <div className="rail">
        <div className="areas">
          {menus.map((menu) => (
            <Area key={menu.code} menu={menu} isHere={menu.code === here[0]} opensPages={isFolded && (menu.children ?? []).length > 1} />
          ))}
        </div>
        <Button
          type="text"
          className="fold"
          icon={isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={t(isFolded ? 'shell.unfold' : 'shell.fold')}
          onClick={() => onFold(!isFolded)}
        />
      </div>
      {pages.length > 0 && !isFolded && (
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

function Area({ menu, isHere, opensPages }: { menu: Menu; isHere: boolean; opensPages: boolean }) {
  const { lang } = useWords()
  const page = pageUnder(menu)
  const look = { className: isHere ? 'area here' : 'area', 'aria-current': isHere } as const
  const content = (
    <>
      <MenuIcon icon={menu.icon} code={menu.code} />
      <span>
        {menuName(menu, lang)}
        <MenuCount menu={menu} />
      </span>
    </>
  )
  if (page && !opensPages)
    return (
      <MenuLink menu={page} {...look}>
        {content}
      </MenuLink>
    )
  const button = (
    <button type="button" disabled={!page} {...look}>
      {content}
    </button>
  )
  if (!opensPages) return button
  return (
    <Dropdown trigger={['click']} placement="bottomLeft" menu={{ items: (menu.children ?? []).map((page) => itemOf(page, lang, false)) }}>
      {button}
    </Dropdown>
  )
}
