import { Alert, App, Button, Empty, Typography } from 'antd'
import type { Edge } from '@xyflow/react'
import { useQuery } from '@tanstack/react-query'
import { applyNodeChanges, Background, Controls, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useEffect, useMemo, useState } from 'react'
import { organisationChart, type Unit } from '../../../model/organisation/company-actions.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act, doVerb, useSchema, useWrite } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { ApiFault, UNCONFIRMED } from '../../api/fault.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { PageFault } from '../../ui/faults/query-fault.tsx'
import { useIsDark } from '../../ui/preferences.ts'
import { useWords } from '../../words/language.ts'
import { mostCovered, parentFor, placeOf, placeUnits } from './place-units.ts'
import { UNIT_NODES, type UnitNode } from './unit-node.tsx'
import '../../ui/diagram.css'
import './chart.css'

const [COLUMN, ROW] = [270, 78]
/** Larger organisations open with their departments collapsed. */
const OPEN_AT_FIRST = 80

/** The companies and departments, drawn; one is dragged onto another to move it. */
export function OrganisationChart() {
  const { t } = useWords()
  const meta = { faults: 'own' }
  const { data, error, refetch } = useQuery({ queryKey: ['department', 'chart'], queryFn: () => act(organisationChart, {}), meta })
  const [company, department] = [useSchema('company').data, useSchema('department').data]
  if (error && !data) return <PageFault fault={error} onRetry={() => void refetch()} />
  if (!data || !company || !department) return <PageSkeleton />
  const { units, capped } = data
  return (
    <div className="page organisation">
      <PageHead title={t('chart.title')} name={t('chart.title')} />
      <p className="quiet">{t('chart.text')}</p>
      {capped && <Alert type="warning" showIcon className="spaced" title={t('chart.cut')} />}
      {units.length === 0 ? (
        <Empty description={<Typography.Text>{t('chart.none')}</Typography.Text>} />
      ) : (
        <ReactFlowProvider>
          <Chart key={units.length > OPEN_AT_FIRST ? 'large' : 'small'} units={units} schemas={{ company, department }} />
        </ReactFlowProvider>
      )}
    </div>
  )
}

type ChartProps = { units: readonly Unit[]; schemas: Readonly<Record<Unit['kind'], WireSchema>> }

function Chart({ units, schemas }: ChartProps) {
  const { t } = useWords()
  const isDark = useIsDark()
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => collapsedAtFirst(units))
  const toggle = (sid: string) =>
    setCollapsed((before) => (before.has(sid) ? new Set([...before].filter((one) => one !== sid)) : new Set([...before, sid])))
  const drawn = useMemo(() => draw(units, collapsed, schemas, toggle), [units, collapsed, schemas])
  const [nodes, setNodes] = useState(drawn.nodes)
  useEffect(() => setNodes(drawn.nodes), [drawn])
  const { getIntersectingNodes } = useReactFlow<UnitNode>()
  const move = useMove()
  const drop = (node: UnitNode) => {
    const onto = mostCovered(node, getIntersectingNodes(node))?.data.unit
    setNodes(drawn.nodes)
    if (onto) void move(node.data.unit, onto)
  }
  return (
    <div className="chart diagram" role="group" aria-label={t('chart.title')}>
      <ReactFlow
        nodes={nodes}
        edges={drawn.edges}
        nodeTypes={UNIT_NODES}
        onNodesChange={(changes) => setNodes((before) => applyNodeChanges(changes, before))}
        onNodeDragStop={(_, node) => drop(node)}
        colorMode={isDark ? 'dark' : 'light'}
        nodesConnectable={false}
        fitView
        fitViewOptions={{ minZoom: 0.7, maxZoom: 1, padding: 0.08 }}
        minZoom={0.1}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

const collapsedAtFirst = (units: readonly Unit[]): ReadonlySet<string> =>
  new Set(
    units.length > OPEN_AT_FIRST
      ? units.filter(({ kind, parent, company }) => kind === 'department' && parent === company).map(({ sid }) => sid)
      : [],
  )

function draw(units: readonly Unit[], collapsed: ReadonlySet<string>, schemas: ChartProps['schemas'], onToggle: (sid: string) => void) {
  const placed = placeUnits(units, collapsed)
  const names = new Map(placed.map(({ sid, name }) => [sid, name]))
  const nodes = placed.map((unit): UnitNode => ({
    id: unit.sid,
    type: 'unit',
    position: { x: unit.column * COLUMN, y: unit.row * ROW },
    draggable: allows(schemas[unit.kind], 'update'),
    data: { unit, isCollapsed: collapsed.has(unit.sid), onToggle },
  }))
  const edges = placed.flatMap(({ sid, parent, name }): Edge[] => {
    const above = names.get(parent ?? '')
    return parent !== null && above !== undefined
      ? [{ id: sid, source: parent, target: sid, type: 'smoothstep', ariaLabel: `${above} – ${name}` }]
      : []
  })
  return { nodes, edges }
}

/** Moves after the person has confirmed the server's question; a cancelled question is no fault. A move can be taken back while its message stands. */
function useMove() {
  const { t } = useWords()
  const { message } = App.useApp()
  const mover = (kind: Unit['kind']) => (body: Place) => doVerb(kind, 'update', body)
  const moves = { company: useWrite('company', mover('company'), OWN), department: useWrite('department', mover('department'), OWN) }
  const move = (unit: Unit, place: Omit<Place, 'sid'>) =>
    moves[unit.kind].mutateAsync({ sid: unit.sid, ...place }).catch((fault: unknown) => {
      if (fault instanceof ApiFault && fault.code !== UNCONFIRMED) void message.error(fault.message)
      return undefined
    })
  /** `version`: that of the move; whoever has changed the unit since is not overwritten. */
  const undo = async (unit: Unit, version: number) => {
    message.destroy(unit.sid)
    if (await move(unit, { ...placeOf(unit), version })) message.success(t('chart.undone', { name: unit.name }))
  }
  return async (unit: Unit, onto: Unit) => {
    const parent_sid = parentFor(unit, onto)
    if (parent_sid === undefined) return onto.sid === unit.parent ? undefined : message.warning(t('chart.cannot', { name: unit.name }))
    const moved = await move(unit, { parent_sid })
    if (!moved) return
    const said = (
      <>
        {t('chart.moved', { name: unit.name, parent: onto.name })}
        <Button type="link" size="small" onClick={() => void undo(unit, moved.version)}>
          {t('chart.undo')}
        </Button>
      </>
    )
    message.success({ key: unit.sid, content: said, duration: SECONDS_TO_UNDO })
  }
}

type Place = { sid: string; parent_sid: string | null; company_sid?: string; version?: number }
const SECONDS_TO_UNDO = 15

const OWN = { faults: 'own' } as const
