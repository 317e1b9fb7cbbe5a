import { useMenus } from '../../api/api.ts'
import { MenuIcon } from '../../ui/menus/menu-icon.tsx'
import { MenuLink } from '../../ui/menus/menu-link.tsx'
import { leavesOf, menuName, pageUnder } from '../../ui/menus/menus.ts'
import { useWords } from '../../words/language.ts'
import { MAX_QUICK } from '../arrangement.ts'
import { partOnRequest } from '../../ui/on-request.tsx'

const QuickChoice = partOnRequest(async () => (await import('./quick-choice.tsx')).QuickChoice)

type QuickEntriesProps = { chosen: readonly string[]; isArranging: boolean; onChange: (codes: string[]) => void }

/** The selected pages; by default the first one of each top menu, then the others. */
export function QuickEntries({ chosen, isArranging, onChange }: QuickEntriesProps) {
  const { t, lang } = useWords()
  const menus = useMenus().data ?? []
  const leaves = leavesOf(menus)
    .map(({ menu }) => menu)
    .filter(({ path }) => path && path !== '/home')
  const known = chosen.flatMap((code) => leaves.filter((menu) => menu.code === code))
  const first = new Set(menus.map(pageUnder))
  const usual = [...leaves.filter((menu) => first.has(menu)), ...leaves.filter((menu) => !first.has(menu))]
  const shown = known.length ? known : usual.slice(0, MAX_QUICK)
  if (isArranging)
    return (
      <QuickChoice
        chosen={shown.map(({ code }) => code)}
        offered={leaves.map((menu) => ({ value: menu.code, label: menuName(menu, lang) }))}
        onChange={onChange}
      />
    )
  return (
    <nav className="quick" aria-label={t('home.quick')}>
      {shown.map((menu) => (
        <MenuLink key={menu.code} menu={menu}>
          <MenuIcon icon={menu.icon} code={menu.code} /> <span>{menuName(menu, lang)}</span>
        </MenuLink>
      ))}
    </nav>
  )
}
