import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useMenus, useTenant } from '../../api/api.ts'
import { bearing } from '../../api/call.ts'
import { useWords } from '../../words/language.ts'
import { useShellKeys } from '../../ui/keys.ts'
import { wayTo } from '../../ui/menus/menus.ts'
import { MenusChanged } from './menus-changed.tsx'
import { RailNav, SideNav, TopNav } from './navigation.tsx'
import { prefer, useIsDark, useIsNarrow, usePreferences } from '../../ui/preferences.ts'
import { useShellEvents } from './shell-events.ts'
import { TopBar } from './top-bar.tsx'
import { ViewingBanner } from './viewing-banner.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'

// For the titles of Korean rights; no page waits for it.
void import('@fontsource-variable/noto-sans-kr/index.css')

const MenuDrawer = dialogOnRequest(async () => (await import('./menu-drawer.tsx')).MenuDrawer)
const Palette = dialogOnRequest(async () => (await import('./palette.tsx')).Palette)
const KeyHelp = dialogOnRequest(async () => (await import('./key-help.tsx')).KeyHelp)

export function Shell() {
  const { t } = useWords()
  const tenant = useTenant()
  const isDark = useIsDark()
  const { data: menus = [], isPending } = useMenus()
  const { pathname, search } = useLocation()
  const [shown, setShown] = useState<'palette' | 'keys' | 'menus' | ''>('')
  // Stays mounted after the first opening, so that closing is animated.
  const [hasDrawer, setDrawer] = useState(false)
  const openMenus = () => {
    setDrawer(true)
    setShown('menus')
  }
  useShellEvents()
  useShellKeys({ onPalette: () => setShown('palette'), onHelp: () => setShown('keys') })

  const layout = tenant?.layout ?? 'left'
  // Set during render, before any child calls the server.
  bearing.resource = wayTo(menus, pathname).at(-1)?.code ?? ''
  bearing.company = new URLSearchParams(search).get('company_sid')
  useEffect(() => setShown((now) => (now === 'menus' ? '' : now)), [pathname])

  return (
    <div className="shell" data-layout={layout}>
      <a href="#page-content" className="skip">
        {t('shell.skip')}
      </a>
      <header className="bar">
        <Button type="text" className="burger" icon={<MenuUnfoldOutlined />} aria-label={t('shell.menus')} onClick={openMenus} />
        <Link to="/home" className="brand">
          <Wordmark tenant={tenant} isDark={isDark} />
        </Link>
        <div className="bar-nav">{layout === 'top' && <nav aria-label={t('shell.menus')}>{isPending ? null : <TopNav menus={menus} />}</nav>}</div>
        <TopBar onPalette={() => setShown('palette')} onKeys={() => setShown('keys')} />
      </header>
      {layout === 'left' && <LeftMenus />}
      {layout === 'double' && <DoubleMenus />}
      <main id="page-content" tabIndex={-1}>
        <ViewingBanner />
        <MenusChanged />
        <Outlet />
      </main>
      {hasDrawer && <MenuDrawer menus={menus} isOpen={shown === 'menus'} onClose={() => setShown('')} />}
      {shown === 'palette' && <Palette onClose={() => setShown('')} onKeys={() => setShown('keys')} />}
      {shown === 'keys' && <KeyHelp onClose={() => setShown('')} />}
    </div>
  )
}

const Waiting = () => <Skeleton active title={false} paragraph={{ rows: 8 }} className="nav-wait" />

function LeftMenus() {
  const { t } = useWords()
  const { isFolded } = usePreferences()
  const { data: menus = [], isPending } = useMenus()
  return (
    <nav className={isFolded ? 'side folded' : 'side'} aria-label={t('shell.menus')}>
      {isPending ? <Waiting /> : <SideNav menus={menus} isFolded={isFolded} />}
      <Button
        type="text"
        className="fold"
        icon={isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        aria-label={t(isFolded ? 'shell.unfold' : 'shell.fold')}
        onClick={() => prefer({ isFolded: !isFolded })}
      />
    </nav>
  )
}

/** A narrow window folds the menus, whatever the preference for a wide one. */
function DoubleMenus() {
  const { t } = useWords()
  const { isFolded } = usePreferences()
  const { data: menus = [], isPending } = useMenus()
  const isNarrow = useIsNarrow()
  const [isUnfolded, setUnfolded] = useState(false)
  const fold = (now: boolean) => (isNarrow ? setUnfolded(!now) : prefer({ isFolded: now }))
  return (
    <nav className="side double" aria-label={t('shell.menus')}>
      {isPending ? <Waiting /> : <RailNav menus={menus} isFolded={isNarrow ? !isUnfolded : isFolded} onFold={fold} />}
    </nav>
  )
}
