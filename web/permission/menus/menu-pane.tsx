import { App, Alert, Button, Modal, Skeleton, TreeSelect } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { useRecord } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { OwnEditors } from '../../fields/own-editors.ts'
import { RecordForm } from '../../records/form/record-form.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { type End, useMove, usePages, useSort } from './menu-calls.ts'
import { MENU_EDITORS } from './menu-editors.tsx'
import { type MenuRow, pageName, parentsFor, rowName, siblingsOf, withNewAfter } from './menu-rows.ts'

type PaneProps = { schema: WireSchema; end: End; rows: readonly MenuRow[] }

/** The selected menu, or a new one. */
export function MenuPane({ schema, end, rows }: PaneProps) {
  const { t } = useWords()
  const { read } = useAddress()
  const selected = rows.find(({ sid }) => sid === read('menu'))
  const made = read('new')
  if (made) {
    const parent = made === 'child' ? (selected?.sid ?? null) : made === 'sibling' ? (selected?.parent ?? null) : null
    return (
      <NewMenu
        key={`${made} ${selected?.sid}`}
        schema={schema}
        end={end}
        rows={rows}
        parent={parent}
        after={made === 'sibling' ? selected : undefined}
      />
    )
  }
  if (!selected)
    return (
      <section className="menu-pane">
        <Nothing text={t('menu.choose')} />
      </section>
    )
  return <Selected key={selected.sid} schema={schema} end={end} rows={rows} menu={selected} />
}

/** Fields that the tree sets by itself, and fields that only programs need. */
const PLACED = ['platform', 'parent_sid', 'sort_by', 'code', 'company_sid']

const without = (schema: WireSchema, codes: readonly string[]): WireSchema => ({
  ...schema,
  fields: schema.fields.filter(({ code }) => !codes.includes(code)),
})

/** `after`: the menu that it stands right after; otherwise it is the last of its level. */
function NewMenu({ schema, end, rows, parent, after }: PaneProps & { parent: string | null; after: MenuRow | undefined }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const { message } = App.useApp()
  const sort = useSort()
  const above = rows.find(({ sid }) => sid === parent)
  const saved = async (made: string) => {
    const sids = after && withNewAfter(siblingsOf(rows, after), after, made)
    if (sids) await sort.mutateAsync({ sids }).catch(() => undefined) // a refusal has already been shown
    message.success(t('saved'))
    put({ menu: made, new: null })
  }
  return (
    <section className="menu-pane" aria-label={t('menu.newTitle')}>
      <h2>{t('menu.newTitle')}</h2>
      <p className="quiet spaced">
        {t('menu.parent')}
        {t('colon')}
        {above ? rowName(above, lang) : t('menu.top')}
      </p>
      <OwnEditors value={MENU_EDITORS}>
        <RecordForm
          schema={without(schema, PLACED)}
          own={{ fixed: { platform: end, parent_sid: parent } }}
          onSaved={({ sid }) => void saved(sid)}
          onCancel={() => put({ new: null })}
        />
      </OwnEditors>
    </section>
  )
}

function Selected({ schema, end, rows, menu }: PaneProps & { menu: MenuRow }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const { message } = App.useApp()
  const { data: record } = useRecord('rbac_menu', menu.sid)
  const hasChildren = rows.some(({ parent }) => parent === menu.sid)
  const left = [...PLACED, ...(menu.isBuiltIn || (hasChildren && !menu.path) ? ['path'] : [])]
  const isEditable = record !== undefined && allowsOn(schema, record, 'update')
  return (
    <section className="menu-pane" aria-label={rowName(menu, lang)}>
      <h2>{rowName(menu, lang)}</h2>
      <Acts schema={schema} rows={rows} menu={menu} isEditable={isEditable} />
      {menu.isBuiltIn && <BuiltIn menu={menu} end={end} />}
      {!record && <Skeleton active paragraph={{ rows: 6 }} />}
      {record && isEditable && (
        <OwnEditors value={MENU_EDITORS}>
          <RecordForm
            key={record.version}
            schema={without(schema, left)}
            record={record}
            onSaved={() => void message.success(t('saved'))}
            onCancel={() => put({ menu: null })}
          />
        </OwnEditors>
      )}
    </section>
  )
}

function BuiltIn({ menu, end }: { menu: MenuRow; end: End }) {
  const { t, lang } = useWords()
  const pages = usePages(end)
  return (
    <>
      <Alert type="info" showIcon className="spaced" title={t('menu.builtIn')} />
      {menu.path && (
        <p className="spaced">
          {t('menu.opensPage')}
          {t('colon')}
          {pageName(menu.path, pages, lang)} <span className="quiet">{menu.path}</span>
        </p>
      )}
    </>
  )
}

type ActsProps = { schema: WireSchema; rows: readonly MenuRow[]; menu: MenuRow; isEditable: boolean }

/** Adding beside and below it, and its place. */
function Acts({ schema, rows, menu, isEditable }: ActsProps) {
  const { t } = useWords()
  const { put } = useAddress()
  const sort = useSort()
  const [isMoving, setMoving] = useState(false)
  const level = siblingsOf(rows, menu)
  const shift = (move: 'up' | 'down') => sort.mutate({ sid: menu.sid, move })
  return (
    <p className="menu-acts">
      {allows(schema, 'create') && (
        <>
          <Button onClick={() => put({ new: 'sibling' })}>{t('menu.addSibling')}</Button>
          <Button onClick={() => put({ new: 'child' })} disabled={Boolean(menu.path)} {...(menu.path && { title: t('menu.noChild') })}>
            {t('menu.addChild')}
          </Button>
        </>
      )}
      {isEditable && (
        <>
          <Button onClick={() => shift('up')} disabled={level[0]?.sid === menu.sid || sort.isPending}>
            {t('menu.up')}
          </Button>
          <Button onClick={() => shift('down')} disabled={level.at(-1)?.sid === menu.sid || sort.isPending}>
            {t('menu.down')}
          </Button>
          <Button onClick={() => setMoving(true)}>{t('menu.move')}</Button>
        </>
      )}
      <Link to={pageOf('rbac_menu', `/${menu.sid}`)}>{t('menu.record')}</Link>
      {isMoving && <MoveDialog rows={rows} menu={menu} onClose={() => setMoving(false)} />}
    </p>
  )
}

const TOP = 'top'
type Choice = { value: string; title: string; disabled: boolean; children: Choice[] }

/** Chooses another parent; the menu is then the last of its children. */
function MoveDialog({ rows, menu, onClose }: { rows: readonly MenuRow[]; menu: MenuRow; onClose: () => void }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const move = useMove()
  const [parent, setParent] = useState(menu.parent ?? TOP)
  const allowed = new Set(parentsFor(rows, menu).map(({ sid }) => sid))
  const choices = (menus: readonly Nested<MenuRow>[]): Choice[] =>
    menus
      .filter(({ path }) => !path)
      .map((one) => ({ value: one.sid, title: rowName(one, lang), disabled: !allowed.has(one.sid), children: choices(one.children) }))
  const send = () =>
    move.mutateAsync({ sids: [menu.sid], parent_sid: parent === TOP ? null : parent }).then(
      () => {
        message.success(t('menu.moved'))
        onClose()
      },
      () => undefined, // already shown
    )
  return (
    <Modal
      open
      title={t('menu.moveTitle', { name: rowName(menu, lang) })}
      okText={t('menu.move')}
      okButtonProps={{ loading: move.isPending, disabled: parent === (menu.parent ?? TOP) }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <TreeSelect
        aria-label={t('menu.parent')}
        value={parent}
        onChange={setParent}
        treeData={[{ value: TOP, title: t('menu.top'), disabled: false, children: [] }, ...choices(nest(rows, ({ parent: above }) => above))]}
        treeDefaultExpandAll
        showSearch={{ treeNodeFilterProp: 'title' }}
        style={{ width: '100%' }}
      />
    </Modal>
  )
}
