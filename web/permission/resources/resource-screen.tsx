import { Segmented, Tag, Tree } from 'antd'
import { useState } from 'react'
import { nest, type Nested } from '../../../model/kit/tree.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { EntityBody, EntityPage } from '../../records/entity-page.tsx'
import { useWords } from '../../words/language.ts'
import { Seek } from '../role-menus.tsx'
import { ResourcePane } from './resource-pane.tsx'
import { type ResourceRow, rowName, useResources } from './resource-rows.ts'
import '../permission.css'

/** The functions of the product as a tree, beside the one that is changed. */
export const ResourceScreen = () => <EntityPage entity="rbac_resource" content={Resources} />

function Resources({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { put } = useAddress()
  const found = useResources()
  const rows = found.data
  return (
    <EntityBody
      schema={schema}
      text={t('resource.text')}
      rows={found}
      add={{ label: t('resource.addTop'), onAdd: () => put({ resource: null, new: 'top' }) }}
    >
      {rows && (
        <div className="menu-halves">
          <ResourceTree schema={schema} rows={rows} />
          <ResourcePane schema={schema} rows={rows} />
        </div>
      )}
    </EntityBody>
  )
}

type Node = { key: string; title: React.ReactNode; children: Node[] }

/** All functions, or those that are bound to roles; search results are unfolded. */
function ResourceTree({ schema, rows }: { schema: WireSchema; rows: readonly ResourceRow[] }) {
  const { t, lang } = useWords()
  const { read, put } = useAddress()
  const [sought, setSought] = useState('')
  const [unfolded, setUnfolded] = useState<readonly string[]>([])
  const isBound = read('only') === 'bound'
  const words = sought.trim().toLowerCase()
  const fits = (row: ResourceRow) =>
    (!isBound || row.roles.length > 0) && (!words || `${row.name} ${row.name_en ?? ''} ${row.code}`.toLowerCase().includes(words))
  const isSought = words !== '' || isBound
  const shown: string[] = []
  const nodes = (found: readonly Nested<ResourceRow>[]): Node[] =>
    found.flatMap((row) => {
      const children = nodes(row.children)
      if (isSought && children.length === 0 && !fits(row)) return []
      shown.push(row.sid)
      return [{ key: row.sid, title: <Line schema={schema} row={row} />, children }]
    })
  const treeData = nodes(nest(rows, ({ parent }) => parent))
  return (
    <section className="menu-tree" aria-label={schema[lang]}>
      <div className="menu-bar">
        <Segmented
          value={isBound ? 'bound' : 'all'}
          onChange={(only) => put({ only: only === 'bound' ? 'bound' : null })}
          options={[
            { value: 'all', label: t('resource.all') },
            { value: 'bound', label: t('resource.bound') },
          ]}
          aria-label={t('resource.show')}
        />
        <Seek label={t('resource.seek')} value={sought} onChange={setSought} />
      </div>
      {treeData.length === 0 && <Nothing text={t(words ? 'filter.nothing' : 'resource.none')} />}
      <Tree<Node>
        treeData={treeData}
        blockNode
        height={640}
        expandedKeys={isSought ? shown : [...unfolded]}
        onExpand={(keys) => setUnfolded(keys.map(String))}
        selectedKeys={[read('resource')].filter(Boolean)}
        onSelect={([sid]) => put({ resource: sid === undefined ? null : String(sid), new: null })}
        titleRender={({ title }) => title}
        aria-label={schema[lang]}
      />
    </section>
  )
}

function Line({ schema, row }: { schema: WireSchema; row: ResourceRow }) {
  const { t, lang } = useWords()
  const type = schema.fields.find(({ code }) => code === 'type')?.options?.find(({ code }) => code === row.type)?.label
  return (
    <span className="menu-line">
      <span>{rowName(row, lang)}</span>
      <span className="quiet">{type}</span>
      {row.roles.length > 0 && <Tag color="processing">{t('resource.only', { roles: row.roles.join(lang === 'zh' ? '、' : ', ') })}</Tag>}
      {!row.valid && <Tag color="warning">{t('menu.off')}</Tag>}
    </span>
  )
}
