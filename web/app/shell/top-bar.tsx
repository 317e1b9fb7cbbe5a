import { CustomerServiceOutlined, MoonOutlined, QuestionCircleOutlined, SearchOutlined, SunOutlined } from '@ant-design/icons'
import { Avatar, Button, Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { labelOf } from '../../../model/kit/fields.ts'
import { LOOK_SERVICE } from '../../../model/settings/layouts/appearance.ts'
import { useMe, useSession, useTenant } from '../../api/api.ts'
import { logOut } from '../../api/call.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { useWords } from '../../words/language.ts'
import { Bell } from './notification-bell.tsx'
import { CompanySwitch } from './company-switch.tsx'
import type { Mode } from '../../ui/preferences.ts'
import { prefer, useIsDark, usePreferences } from '../../ui/preferences.ts'

export function TopBar({ onPalette, onKeys }: { onPalette: () => void; onKeys: () => void }) {
  const { t } = useWords()
  return (
    <div className="top-bar">
      <button type="button" className="find" onClick={onPalette}>
        <SearchOutlined aria-hidden />
        <span>{t('palette.hint')}</span>
        <kbd aria-hidden>{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <CompanySwitch />
      <Button type="text" className="keys-button" icon={<QuestionCircleOutlined />} aria-label={t('keys.title')} onClick={onKeys} />
      <CustomerService />
      <Bell />
      <ModeSwitch />
      <LanguageSwitch />
      <UserMenu />
    </div>
  )
}

/** Where the tenant has switched it on. */
function CustomerService() {
  const { lang } = useWords()
  const { online_customer_status: isOn, online_customer_address: address } = useTenant() ?? {}
  if (!isOn || !address) return null
  const label = labelOf(LOOK_SERVICE.online_customer_status, lang)
  return <Button type="text" icon={<CustomerServiceOutlined />} href={address} target="_blank" rel="noreferrer" aria-label={label} title={label} />
}

function ModeSwitch() {
  const { t } = useWords()
  const { mode } = usePreferences()
  const isDark = useIsDark()
  const modes: Mode[] = ['light', 'dark', 'system']
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [mode],
        items: modes.map((one) => ({ key: one, label: t(`mode.${one}`) })),
        onClick: ({ key }) => prefer({ mode: modes.find((one) => one === key) ?? 'system' }),
      }}
    >
      <Button type="text" icon={isDark ? <MoonOutlined /> : <SunOutlined />} aria-label={t('mode.title')} />
    </Dropdown>
  )
}

function UserMenu() {
  const { t, lang } = useWords()
  const me = useMe().data
  const session = useSession()
  const navigate = useNavigate()
  const name = (lang === 'en' && me?.name_en) || me?.name || ''
  const leave = async () => {
    await logOut()
    navigate('/login')
  }
  const acts: Record<string, () => void> = {
    personal: () => navigate('/me'),
    password: () => navigate('/me?tab=password'),
    tokens: () => navigate('/me?tab=tokens'),
    logout: () => void leave(),
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'personal', label: t('user.personal') },
          { key: 'password', label: t('user.password') },
          { key: 'tokens', label: t('user.tokens') },
          { type: 'divider' },
          { key: 'logout', label: t('user.logout') },
        ],
        onClick: ({ key }) => acts[key]?.(),
      }}
    >
      <Button type="text" className="user" title={t('user.menu', { name })}>
        <Avatar size={22} aria-hidden src={pictureOf(session?.avatar)}>
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
        <span className="unseen">{t('user.menu', { name })}</span>
        <span aria-hidden>{name}</span>
      </Button>
    </Dropdown>
  )
}

/** A picture that the browser can load by itself; an uploaded file needs the session's header, so the initial is shown instead. */
const pictureOf = (avatar: string | null | undefined) => (avatar && /^(\/|data:image\/)/.test(avatar) ? avatar : undefined)
