import { Drawer } from 'antd'
import type { Menu } from '../../../model/auth/roles/rbac-menu-actions.ts'
import { useWords } from '../../words/language.ts'
import { SideNav } from './navigation.tsx'

type MenuDrawerProps = { menus: Menu[]; isOpen: boolean; onClose: () => void }

/** The menus on a narrow screen. */
export function MenuDrawer({ menus, isOpen, onClose }: MenuDrawerProps) {
  const { t } = useWords()
  return (
    <Drawer open={isOpen} onClose={onClose} placement="left" size={260} title={t('shell.menus')} styles={{ body: { padding: 0 } }}>
      <SideNav menus={menus} />
    </Drawer>
  )
}
