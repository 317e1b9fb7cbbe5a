import { Alert, App, Button, Modal, Skeleton, TreeSelect } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows, allowsOn } from '../../api/allows.ts'
import { useRecord, useRemove } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { RecordForm } from '../../records/form/record-form.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { useWords } from '../../words/language.ts'
import { withNewAfter } from '../menus/menu-rows.ts'
import { parentsFor, type ResourceRow, rowName, siblingsOf, useMoveResource, useSortResources } from './resource-rows.ts'

type PaneProps = { schema: WireSchema; rows: readonly ResourceRow[] }

/** The selected function, or a new resource. */
export function ResourcePane({ schema, rows }: PaneProps) {
  const { t } = useWords()
  const { read } = useAddress()
  const selected = rows.find(({ sid }) => sid === read('resource'))
  const made = read('new')
  if (made) {
    const parent = made === 'child' ? (selected?.sid ?? null) : made === 'sibling' ? (selected?.parent ?? null) : null
    return (
      <NewResource key={`${made} ${selected?.sid}`} schema={schema} rows={rows} parent={parent} after={made === 'sibling' ? selected : undefined} />
    )
  }
  if (selected) return <Selected key={selected.sid} schema={schema} rows={rows} row={selected} />
  return (
    <section className="menu-pane">
      <Nothing text={t('resource.choose')} />
    </section>
  )
}

/** Fields that the tree sets by itself. */
const PLACED = ['parent_sid', 'sort_by', 'company_sid']
/** Fields that are fixed for a function of the product; only its roles are chosen. */
const OF_PRODUCT = ['name', 'name_en', 'code', 'type', 'path', 'endpoints', 'bindable', 'valid']

const without = (schema: WireSchema, codes: readonly string[]): WireSchema => ({
  ...schema,
  fields: schema.fields.filter(({ code }) => !codes.includes(code)),
})

/** `after`: the resource that it stands right after; otherwise it is the last of its level. */
function NewResource({ schema, rows, parent, after }: PaneProps & { parent: string | null; after: ResourceRow | undefined }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const { message } = App.useApp()
  const sort = useSortResources()
  const above = rows.find(({ sid }) => sid === parent)
  const saved = async (made: string) => {
    const sids = after && withNewAfter(siblingsOf(rows, after), after, made)
    if (sids) await sort.mutateAsync({ sids }).catch(() => undefined) // a refusal has already been shown
    message.success(t('saved'))
    put({ resource: made, new: null })
  }
  return (
    <section className="menu-pane" aria-label={t('resource.newTitle')}>
      <h2>{t('resource.newTitle')}</h2>
      <p className="quiet spaced">
        {t('resource.parent')}
        {t('colon')}
        {above ? rowName(above, lang) : t('resource.top')}
      </p>
      <RecordForm
        schema={without(schema, PLACED)}
        own={{ fixed: { parent_sid: parent } }}
        onSaved={({ sid }) => void saved(sid)}
        onCancel={() => put({ new: null })}
      />
    </section>
  )
}

function Selected({ schema, rows, row }: PaneProps & { row: ResourceRow }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const { message } = App.useApp()
  const { data: record } = useRecord('rbac_resource', row.sid)
  const isEditable = record !== undefined && allowsOn(schema, record, 'update')
  const left = [...PLACED, ...(row.isBuiltIn ? OF_PRODUCT : []), ...(row.isBindable ? [] : ['role_sids'])]
  const endpoints = record && Array.isArray(record.endpoints) ? record.endpoints.map(String) : []
  return (
    <section className="menu-pane" aria-label={rowName(row, lang)}>
      <h2>{rowName(row, lang)}</h2>
      <Acts schema={schema} rows={rows} row={row} isEditable={isEditable} />
      {row.isBuiltIn && <Alert type="info" showIcon className="spaced" title={t(row.isBindable ? 'resource.builtIn' : 'resource.everybody')} />}
      {!record && <Skeleton active paragraph={{ rows: 6 }} />}
      {record && row.isBuiltIn && (
        <p className="spaced quiet">
          {row.code}
          {endpoints.length > 0 && (
            <ul>
              {endpoints.map((endpoint) => (
                <li key={endpoint}>{endpoint}</li>
              ))}
            </ul>
          )}
        </p>
      )}
      {record && isEditable && (row.isBindable || !row.isBuiltIn) && (
        <RecordForm
          key={record.version}
          schema={without(schema, left)}
          record={record}
          onSaved={() => void message.success(t('saved'))}
          onCancel={() => put({ resource: null })}
        />
      )}
    </section>
  )
}

type ActsProps = PaneProps & { row: ResourceRow; isEditable: boolean }

/** Adds beside and below the resource, moves it, and deletes one that an administrator added. */
function Acts({ schema, rows, row, isEditable }: ActsProps) {
  const { t } = useWords()
  const { put } = useAddress()
  const sort = useSortResources()
  const [isMoving, setMoving] = useState(false)
  const level = siblingsOf(rows, row)
  const shift = (way: 'up' | 'down') => sort.mutate({ sid: row.sid, move: way })
  return (
    <p className="menu-acts">
      {allows(schema, 'create') && (
        <>
          <Button onClick={() => put({ new: 'sibling' })}>{t('menu.addSibling')}</Button>
          <Button onClick={() => put({ new: 'child' })}>{t('menu.addChild')}</Button>
        </>
      )}
      {isEditable && (
        <>
          <Button onClick={() => shift('up')} disabled={level[0]?.sid === row.sid || sort.isPending}>
            {t('menu.up')}
          </Button>
          <Button onClick={() => shift('down')} disabled={level.at(-1)?.sid === row.sid || sort.isPending}>
            {t('menu.down')}
          </Button>
          <Button onClick={() => setMoving(true)}>{t('menu.move')}</Button>
        </>
      )}
      {!row.isBuiltIn && allows(schema, 'delete') && <Delete row={row} />}
      <Link to={pageOf('rbac_resource', `/${row.sid}`)}>{t('resource.record')}</Link>
      {isMoving && <MoveDialog rows={rows} row={row} onClose={() => setMoving(false)} />}
    </p>
  )
}

function Delete({ row }: { row: ResourceRow }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  const { modal } = App.useApp()
  const remove = useRemove('rbac_resource')
  const ask = () =>
    modal.confirm({
      title: t('resource.deleteTitle', { name: rowName(row, lang) }),
      content: t('delete.undo'),
      okText: t('delete.delete'),
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync([row.sid]).then(
          () => put({ resource: null, new: null }),
          () => undefined, // already shown
        ),
    })
  return (
    <Button danger onClick={ask} loading={remove.isPending}>
      {t('delete.delete')}
    </Button>
  )
}

const TOP = 'top'
type Choice = { value: string; title: string; disabled: boolean; children: Choice[] }

/** Chooses another parent; the resource is then the last of its children. */
function MoveDialog({ rows, row, onClose }: { rows: readonly ResourceRow[]; row: ResourceRow; onClose: () => void }) {
  const { t, lang } = useWords()
  const { message } = App.useApp()
  const move = useMoveResource()
  const [parent, setParent] = useState(row.parent ?? TOP)
  const allowed = new Set(parentsFor(rows, row).map(({ sid }) => sid))
  const choices = (found: readonly Nested<ResourceRow>[]): Choice[] =>
    found.map((one) => ({ value: one.sid, title: rowName(one, lang), disabled: !allowed.has(one.sid), children: choices(one.children) }))
  const send = () =>
    move.mutateAsync({ sids: [row.sid], parent_sid: parent === TOP ? null : parent }).then(
      () => {
        message.success(t('resource.moved'))
        onClose()
      },
      () => undefined, // already shown
    )
  return (
    <Modal
      open
      title={t('menu.moveTitle', { name: rowName(row, lang) })}
      okText={t('menu.move')}
      okButtonProps={{ loading: move.isPending, disabled: parent === (row.parent ?? TOP) }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <TreeSelect
        aria-label={t('resource.parent')}
        value={parent}
        onChange={setParent}
        treeData={[{ value: TOP, title: t('resource.top'), disabled: false, children: [] }, ...choices(nest(rows, ({ parent: above }) => above))]}
        showSearch={{ treeNodeFilterProp: 'title' }}
        style={{ width: '100%' }}
      />
    </Modal>
  )
}
