import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { WireSchema } from '../../model/kit/wire/wire.ts'
import { MAP_BY, type MapBy, mapTechnology } from '../../model/technology/map-actions.ts'
import { type SummedNode, sumTree } from '../../model/technology/map.ts'
import { allows } from '../api/allows.ts'
import { act } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { EntityPage } from '../records/entity-page.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { QueryFault } from '../ui/faults/query-fault.tsx'
import { useWords } from '../words/language.ts'
import { Matrix } from './matrix.tsx'
import { Sunburst } from './sunburst.tsx'
import './technology.css'

type View = 'sunburst' | 'matrix'

/** The cases of all kinds by technical node: as a sunburst, and as a matrix by years, kinds, departments or countries. */
export const TechnologyMap = () => <EntityPage entity="tech_node" content={MapPage} />

function MapPage({ schema }: { schema: WireSchema }) {
  const { t, lang } = useWords()
  const [view, setView] = useState<View>('sunburst')
  const [by, setBy] = useState<MapBy>('YEAR')
  const [kind, setKind] = useState('')
  const { data, error, refetch } = useQuery({ queryKey: ['tech_node', 'map', by, lang], queryFn: () => act(mapTechnology, { by }) })
  const nameOf = ({ name, name_en }: SummedNode) => (lang === 'en' && name_en ? name_en : name)
  const kinds = data?.kinds ?? []
  const tree = data ? sumTree(data.nodes ?? [], data.cells ?? [], kind) : []
  return (
    <div className="page">
      <PageHead title={t('technology.map')} name={t('technology.map')} />
      <div className="tab-bar">
        <Segmented<View> aria-label={t('technology.view')} value={view} onChange={setView} options={[{ value: 'sunburst', label: t('technology.sunburst') }, { value: 'matrix', label: t('technology.matrix') }]} />
        <Select aria-label={t('technology.byKind')} value={kind} onChange={setKind} style={{ minWidth: 160 }} options={[{ value: '', label: t('technology.whole') }, ...kinds.map((one) => ({ value: one.kind, label: one.label }))]} />
        {view === 'matrix' && (
          <Select<MapBy> aria-label={t('technology.by')} value={by} onChange={setBy} style={{ minWidth: 140 }} options={Object.entries(MAP_BY).map(([value, words]) => ({ value: value as MapBy, label: words[lang === 'zh' ? 0 : 1] }))} /> // its keys
        )}
      </div>
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && <Content view={view} tree={tree} mayAdd={allows(schema, 'create')}>{view === 'sunburst' ? <Sunburst tree={tree} nameOf={nameOf} /> : <Matrix tree={tree} columns={data.columns ?? []} by={by} kinds={kinds} kind={kind} nameOf={nameOf} />}</Content>}
    </div>
  )
} // oxfmt-ignore

type ContentProps = { view: View; tree: readonly SummedNode[]; mayAdd: boolean; children: ReactNode }

function Content({ view, tree, mayAdd, children }: ContentProps) {
  const { t } = useWords()
  if (tree.length === 0)
    return (
      <Nothing text={t('technology.none')} hint={t('technology.noneHint')}>
        {mayAdd && (
          <Link to={pageOf('tech_node', '/new')}>
            <Button type="primary">{t('technology.first')}</Button>
          </Link>
        )}
      </Nothing>
    )
  if (view === 'sunburst' && tree.every(({ all }) => all === 0)) return <Nothing text={t('technology.noCases')} hint={t('technology.noneHint')} />
  return (
    <>
      {view === 'sunburst' && <p className="quiet">{t('technology.hint')}</p>}
      {children}
    </>
  )
}
