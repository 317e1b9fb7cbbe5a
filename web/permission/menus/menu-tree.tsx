import { Tag, Tree } from 'antd'
import type { TreeProps } from 'antd'
import { useState } from 'react'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { MenuIcon } from '../../ui/menus/menu-icon.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { Seek } from '../role-menus.tsx'
import { type End, usePages, useSort } from './menu-calls.ts'
import { faultOfMenu, type MenuRow, orderAfter, pageName, rowName } from './menu-rows.ts'

type MenuTreeProps = {
  schema: WireSchema
  end: End
  rows: readonly MenuRow[]
  checked: readonly string[]
  onCheck: (sids: string[]) => void
}
type Node = { key: string; title: React.ReactNode; checkable: boolean; children: Node[] }

/** One menu is selected to change it, several are checked to delete them; dragging sorts a level. */
export function MenuTree({ schema, end, rows, checked, onCheck }: MenuTreeProps) {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const [sought, setSought] = useState('')
  // A group that gets its first child is unfolded like the others.
  const [folded, setFolded] = useState<readonly string[]>([])
  const sort = useSort()
  const words = sought.trim().toLowerCase()
  const nodes = (menus: readonly Nested<MenuRow>[]): Node[] =>
    menus.flatMap((menu) => {
      const children = nodes(menu.children)
      const isFound = `${menu.name} ${menu.name_en ?? ''}`.toLowerCase().includes(words)
      if (words && children.length === 0 && !isFound) return []
      return [{ key: menu.sid, title: <Line menu={menu} rows={rows} end={end} />, checkable: !menu.isBuiltIn, children }]
    })
  const treeData = nodes(nest(rows, ({ parent }) => parent))
  const known = new Map(rows.map((row) => [row.sid, row]))
  const drop: NonNullable<TreeProps<Node>['onDrop']> = ({ dragNode, node, dropPosition }) => {
    const moved = known.get(dragNode.key)
    const sids = moved && orderAfter(rows, moved, { sid: node.key, isBefore: dropPosition < Number(node.pos.split('-').at(-1)) })
    if (sids) sort.mutate({ sids })
  }
  return (
    <section className="menu-tree" aria-label={schema[lang]}>
      <Seek label={t('menu.seek')} value={sought} onChange={setSought} />
      {treeData.length === 0 && <Nothing text={t(words ? 'filter.nothing' : 'menu.none')} />}
      <Tree<Node>
        key={end}
        treeData={treeData}
        expandedKeys={rows.flatMap(({ sid }) => (words || !folded.includes(sid) ? [sid] : []))}
        onExpand={(keys) => setFolded(rows.flatMap(({ sid }) => (keys.includes(sid) ? [] : [sid])))}
        blockNode
        checkable={allows(schema, 'delete')}
        checkStrictly
        checkedKeys={{ checked: [...checked], halfChecked: [] }}
        onCheck={(keys) => onCheck(('checked' in keys ? keys.checked : keys).map(String))}
        selectedKeys={[read('menu')].filter(Boolean)}
        onSelect={([sid]) => put({ menu: sid === undefined ? null : String(sid), new: null })}
        draggable={allows(schema, 'update') && !words ? { icon: false } : false}
        allowDrop={({ dragNode, dropNode, dropPosition }) =>
          dropPosition !== 0 && known.get(dragNode.key)?.parent === known.get(dropNode.key)?.parent
        }
        onDrop={drop}
        titleRender={({ title }) => title}
        aria-label={lang === 'en' ? schema.en : schema.zh}
      />
    </section>
  )
}

/** A menu with its page, and the reason why it is hidden from everyone. */
function Line({ menu, rows, end }: { menu: MenuRow; rows: readonly MenuRow[]; end: End }) {
  const { t, lang } = useWords()
  const pages = usePages(end)
  const fault = pages.length > 0 ? faultOfMenu(rows, menu, pages) : undefined
  const page = menu.path ? pageName(menu.path, pages, lang) : ''
  return (
    <span className="menu-line">
      <MenuIcon icon={menu.icon} code={menu.code ?? ''} />
      <span>{rowName(menu, lang)}</span>
      {page !== rowName(menu, lang) && <span className="quiet">{page}</span>}
      {menu.open_type === 'BLANK' && <Tag>{t('menu.newWindow')}</Tag>}
      {!menu.valid && <Tag>{t('menu.off')}</Tag>}
      {fault && (
        <Tag color="warning" title={t(`menu.${fault}Text`)}>
          {t(`menu.${fault}`)}
        </Tag>
      )}
    </span>
  )
}
