import { Link } from 'react-router'
import { useMe, useMenus } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'
import { MenuIcon } from '../../ui/menu-icon.tsx'
import { leavesOf, menuName } from '../../ui/menus.ts'
import { PageHead } from '../../ui/page-head.tsx'

/** Where a person starts: their areas, and the pages in each. */
export function Start() {
  const { t, lang } = useWords()
  const me = useMe().data
  const menus = (useMenus().data ?? []).filter((menu) => menu.path !== '/home' && leavesOf([menu]).length > 0)
  const name = (lang === 'en' && me?.name_en) || me?.name || ''
  return (
    <div className="page">
      <PageHead title={name ? t('start.hello', { name }) : t('shell.home')} name={t('shell.home')} />
      <div className="tiles">
        {menus.map((menu) => (
          <section key={menu.code} className="tile">
            <h2>
              <MenuIcon icon={menu.icon} code={menu.code} /> {menuName(menu, lang)}
            </h2>
            <ul>
              {leavesOf([menu]).map((leaf) => (
                <li key={leaf.menu.code}>
                  <Link to={leaf.menu.path ?? '/'}>{menuName(leaf.menu, lang)}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
