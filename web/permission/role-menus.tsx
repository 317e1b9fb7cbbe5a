import type { MarkedMenu } from '../../model/auth/roles/rbac-menu-actions.ts'
import { Input, Tree } from 'antd'
import { useState } from 'react'
import { useWords } from '../words/language.ts'
import { toggled } from './menu-keys.ts'
import type { Editing } from './role-draft.ts'

type Node = { key: string; title: string; disableCheckbox: boolean; children: Node[] }

/** The menus of a role, as a tree to tick; those of everybody cannot be unticked here. */
export function RoleMenus({ stored, now, put, isEditable }: Editing & { isEditable: boolean }) {
  const { t, lang } = useWords()
  const [sought, setSought] = useState('')
  const words = sought.trim().toLowerCase()
  const nameOf = (menu: MarkedMenu) => (lang === 'en' && menu.name_en) || menu.name
  const nodes = (menus: readonly MarkedMenu[]): Node[] =>
    menus.flatMap((menu) => {
      const children = nodes(menu.children)
      const name = nameOf(menu)
      if (words && children.length === 0 && !name.toLowerCase().includes(words)) return []
      return [
        {
          key: menu.sid,
          title: menu.everybody ? t('role.everybody', { name }) : name,
          disableCheckbox: menu.everybody || !isEditable,
          children,
        },
      ]
    })
  const everybody = (menus: readonly MarkedMenu[]): string[] =>
    menus.flatMap((menu) => [...(menu.everybody ? [menu.sid] : []), ...everybody(menu.children)])
  const treeData = nodes(stored.menus)
  return (
    <>
      <p className="quiet">{t('role.menusText')}</p>
      <Seek label={t('role.seekMenu')} value={sought} onChange={setSought} />
      <Tree
        key={words ? 'found' : 'all'}
        checkable
        checkStrictly
        defaultExpandAll
        selectable={false}
        treeData={treeData}
        checkedKeys={{ checked: [...now.menu_sids, ...everybody(stored.menus)], halfChecked: [] }}
        onCheck={(_, { node, checked }) => put({ menu_sids: toggled(stored.menus, now.menu_sids, node.key, checked) })}
      />
    </>
  )
}

export const Seek = ({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) => (
  <Input.Search
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    allowClear
    style={{ width: 280, marginBottom: 8 }}
  />
)
