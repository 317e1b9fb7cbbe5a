import type { Edge, Node, NodeProps } from '@xyflow/react'
import { Background, Controls, Handle, MarkerType, Position, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMemo } from 'react'
import { useIsDark } from '../../ui/preferences.ts'
import { type Flow, placeSteps } from './place-steps.ts'
import '../../ui/diagram.css'
import './drawing.css'

export type DrawnStep = {
  id: string
  kind: string
  /** What kind of step it is, in words. */
  kindText: string
  label: string
  /** Who decides there, or the state of the step. */
  people: string
  state?: string | undefined
}
export type DrawnFlow = Flow & { label?: string }
type StepNode = Node<{ step: DrawnStep }, 'step'>

const [COLUMN, ROW] = [240, 96]

/** The steps of a process from left to right, with the flows between them. */
export function ProcessDrawing({ steps, flows, label }: { steps: readonly DrawnStep[]; flows: readonly DrawnFlow[]; label: string }) {
  const isDark = useIsDark()
  const { nodes, edges, height } = useMemo(() => draw(steps, flows), [steps, flows])
  return (
    <div className="diagram process-drawing" style={{ height }} role="group" aria-label={label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODES}
        colorMode={isDark ? 'dark' : 'light'}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
        minZoom={0.2}
        maxZoom={1.5}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function draw(steps: readonly DrawnStep[], flows: readonly DrawnFlow[]) {
  const spots = placeSteps(
    steps.map(({ id }) => id),
    flows,
  )
  const nodes = steps.map((step): StepNode => {
    const { column, row } = spots.get(step.id) ?? { column: 0, row: 0 }
    return { id: step.id, type: 'step', position: { x: column * COLUMN, y: row * ROW }, data: { step } }
  })
  const edges = flows.map(({ from, to, label }, at): Edge => ({
    id: `${from} ${to} ${at}`,
    source: from,
    target: to,
    type: 'smoothstep',
    ...(label && { label }),
    markerEnd: { type: MarkerType.ArrowClosed },
  }))
  const rows = [...spots.values()].map(({ row }) => row)
  const height = Math.min(520, Math.max(180, (Math.max(0, ...rows) - Math.min(0, ...rows) + 1) * ROW + 90))
  return { nodes, edges, height }
}

function StepBox({ data: { step } }: NodeProps<StepNode>) {
  return (
    <div className={`diagram-box process-step of-${step.kind} ${step.state ? `is-${step.state}` : ''}`}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <small className="quiet">{step.kindText}</small>
      <b title={step.label}>{step.label}</b>
      {step.people && <p title={step.people}>{step.people}</p>}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

const NODES = { step: StepBox }
