import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Segmented } from 'antd'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire.ts'
import { allows } from '../../api/allows.ts'
import { useRemove, useSchema } from '../../api/api.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { NotAllowed } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { QueryFault } from '../../ui/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { type End, useMenuRows } from './menu-calls.ts'
import { MenuEnd } from './menu-editors.tsx'
import { MenuPane } from './menu-pane.tsx'
import { type MenuRow, rowName, withUnchecked } from './menu-rows.ts'
import { MenuTree } from './menu-tree.tsx'
import '../permission.css'

/** The menus of each end as a tree, beside the one that is changed. */
export function MenuScreen() {
  const { data: schema, isError } = useSchema('rbac_menu')
  if (isError) return <NotAllowed />
  if (!schema) return <PageSkeleton />
  return allows(schema, 'search') ? <Menus schema={schema} /> : <NotAllowed />
}

function Menus({ schema }: { schema: WireSchema }) {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const [checked, setChecked] = useState<readonly string[]>([])
  const end: End = read('end') === '2' ? '2' : '1'
  const found = useMenuRows(end)
  const rows = found.data
  const ends = schema.fields.find(({ code }) => code === 'platform')?.options ?? []
  const toEnd = (next: End) => {
    setChecked([])
    put({ end: next === '1' ? null : next, menu: null, new: null })
  }
  return (
    <div className="page">
      <PageHead
        title={schema[lang]}
        name={schema[lang]}
        acts={
          allows(schema, 'create') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => put({ menu: null, new: 'top' })}>
              {t('menu.addTop')}
            </Button>
          )
        }
      />
      <p className="quiet">{t('menu.text')}</p>
      <div className="menu-bar">
        <Segmented<End>
          value={end}
          onChange={toEnd}
          options={ends.map(({ code, label }) => ({ value: code === '2' ? '2' : '1', label }))}
          aria-label={schema.fields.find(({ code }) => code === 'platform')?.label}
        />
        {rows && allows(schema, 'delete') && <DeleteChecked rows={rows} checked={checked} onDone={() => setChecked([])} />}
      </div>
      {found.isError && <QueryFault fault={found.error} onRetry={() => void found.refetch()} />}
      {!found.isError && !rows && <PageSkeleton />}
      {rows && (
        <MenuEnd value={end}>
          <div className="menu-halves">
            <MenuTree schema={schema} end={end} rows={rows} checked={checked} onCheck={setChecked} />
            <MenuPane schema={schema} end={end} rows={rows} />
          </div>
        </MenuEnd>
      )}
    </div>
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
