import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { useRemove } from '../../api/api.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { EntityBody, EntityPage } from '../../records/entity-page.tsx'
import { useWords } from '../../words/language.ts'
import { type End, useMenuRows } from './menu-calls.ts'
import { MenuEnd } from './menu-editors.tsx'
import { MenuPane } from './menu-pane.tsx'
import { type MenuRow, rowName, withUnchecked } from './menu-rows.ts'
import { MenuTree } from './menu-tree.tsx'
import '../permission.css'

/** The menus of each end as a tree, beside the one that is changed. */
export const MenuScreen = () => <EntityPage entity="rbac_menu" content={Menus} />

function Menus({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const [checked, setChecked] = useState<readonly string[]>([])
  const end: End = read('end') === '2' ? '2' : '1'
  const found = useMenuRows(end)
  const rows = found.data
  const platform = schema.fields.find(({ code }) => code === 'platform')
  const toEnd = (next: End) => {
    setChecked([])
    put({ end: next === '1' ? null : next, menu: null, new: null })
  }
  return (
    <EntityBody schema={schema} text={t('menu.text')} rows={found} add={{ label: t('menu.addTop'), onAdd: () => put({ menu: null, new: 'top' }) }}>
      <div className="menu-bar">
        <Segmented<End>
          value={end}
          onChange={toEnd}
          options={(platform?.options ?? []).map(({ code, label }) => ({ value: code === '2' ? '2' : '1', label }))}
          aria-label={platform?.label}
        />
        {rows && allows(schema, 'delete') && <DeleteChecked rows={rows} checked={checked} onDone={() => setChecked([])} />}
      </div>
      {rows && (
        <MenuEnd value={end}>
          <div className="menu-halves">
            <MenuTree schema={schema} end={end} rows={rows} checked={checked} onCheck={setChecked} />
            <MenuPane schema={schema} end={end} rows={rows} />
          </div>
        </MenuEnd>
      )}
    </EntityBody>
  )
}

type DeleteProps = { rows: readonly MenuRow[]; checked: readonly string[]; onDone: () => void }

/** Into the recycle bin; a menu whose children are not all checked stays. */
function DeleteChecked({ rows, checked, onDone }: DeleteProps) {
  const { t, lang } = useWords()
  const { put, read } = useAddress()
  const { modal, message } = App.useApp()
  const remove = useRemove('rbac_menu')
  const ask = () => {
    const kept = withUnchecked(rows, checked)
    if (kept) return void message.warning(t('menu.unchecked', { name: rowName(kept, lang) }))
    modal.confirm({
      title: t('menu.deleteTitle', { count: checked.length }),
      content: t('delete.undo'),
      okText: t('delete.delete'),
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync([...checked]).then(
          () => {
            if (checked.includes(read('menu'))) put({ menu: null, new: null })
            onDone()
          },
          () => undefined, // already shown
        ),
    })
  }
  if (checked.length === 0) return null
  return (
    <Button danger onClick={ask} loading={remove.isPending}>
      {t('menu.delete', { count: checked.length })}
    </Button>
  )
}
