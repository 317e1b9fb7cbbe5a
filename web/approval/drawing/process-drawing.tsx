import type { Edge, Node, NodeProps } from '@xyflow/react'
import { Background, Controls, Handle, MarkerType, Position, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { createContext, useContext, useMemo } from 'react'
import { useIsDark } from '../../ui/preferences.ts'
import { type Flow, placeSteps } from './place-steps.ts'
import '../../ui/diagram.css'
import './drawing.css'

export type DrawnStep = {
  id: string
  kind: string
  /** The kind of step, in words. */
  kindText: string
  label: string
  /** The people who decide at the step, or its state. */
  people: string
  /** The time since which they have the step. */
  since?: string | undefined
  state?: string | undefined
  /** The fault that keeps the step from running. */
  fault?: string | undefined
}
export type DrawnFlow = Flow & { label?: string }
/** A drawing in which steps are chosen, and joined by drawing a line. */
export type Designing = { chosen: string | undefined; onChoose: (id: string) => void; onJoin: (from: string, to: string) => void }
type StepNode = Node<{ step: DrawnStep }, 'step'>

const [COLUMN, ROW] = [240, 96]

type ProcessDrawingProps = { steps: readonly DrawnStep[]; flows: readonly DrawnFlow[]; label: string; designing?: Designing | undefined }

const Designed = createContext<Designing | undefined>(undefined)

/** The steps of a process from left to right, with the flows between them. */
export function ProcessDrawing({ steps, flows, label, designing }: ProcessDrawingProps) {
  const isDark = useIsDark()
  const { nodes, edges, height } = useMemo(() => draw(steps, flows), [steps, flows])
  return (
    <div className="diagram process-drawing" style={{ height }} role="group" aria-label={label}>
      <Designed.Provider value={designing}>
        <ReactFlow
          key={designing ? steps.length : 0} // a drawing that grows is fitted again
          nodes={nodes}
          edges={edges}
          nodeTypes={NODES}
          colorMode={isDark ? 'dark' : 'light'}
          nodesDraggable={false}
          nodesConnectable={designing !== undefined}
          nodesFocusable={false}
          edgesFocusable={false}
          onConnect={({ source, target }) => designing?.onJoin(source, target)}
          fitView
          fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
          minZoom={0.2}
          maxZoom={1.5}
          preventScrolling={false}
          proOptions={{ hideAttribution: true }}
        >
          <Background gap={24} />
          <Controls showInteractive={false} orientation="horizontal" position="bottom-right" />
        </ReactFlow>
      </Designed.Provider>
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
  const designing = useContext(Designed)
  const isChosen = designing?.chosen === step.id
  const facts = (
    <>
      <small className="quiet">{step.kindText}</small>
      <b title={step.label}>{step.label}</b>
      {step.people && <p title={step.people}>{step.people}</p>}
      {step.since && <p title={step.since}>{step.since}</p>}
      {step.fault && (
        <p className="bad" title={step.fault}>
          {step.fault}
        </p>
      )}
    </>
  )
  return (
    <div
      className={`diagram-box process-step of-${step.kind} ${step.state ? `is-${step.state}` : ''} ${step.fault ? 'is-faulty' : ''} ${isChosen ? 'is-chosen' : ''}`}
    >
      <Handle type="target" position={Position.Left} isConnectable={designing !== undefined} />
      {designing ? (
        <button type="button" className="process-choose nodrag nopan" aria-pressed={isChosen} onClick={() => designing.onChoose(step.id)}>
          {facts}
        </button>
      ) : (
        facts
      )}
      <Handle type="source" position={Position.Right} isConnectable={designing !== undefined} />
    </div>
  )
}

const NODES = { step: StepBox }
