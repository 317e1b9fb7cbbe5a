import type { Node, NodeProps, ReactFlowInstance } from '@xyflow/react'
import { Background, Controls, Handle, MarkerType, Position, ReactFlow, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react'
import { useIsDark } from '../../ui/preferences.ts'
import { type Flow, placeSteps, wayOf } from './place-steps.ts'
import { type Point, Way, type WayEdge, WIDTH } from './way.tsx'
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
/** `label`: the condition under which it is taken. */
export type DrawnFlow = Flow & { label?: ReactNode }
/** A drawing in which steps are chosen, and joined by drawing a line. */
export type Designing = { chosen: string | undefined; onChoose: (id: string) => void; onJoin: (from: string, to: string) => void }
type StepNode = Node<{ step: DrawnStep }, 'step'>

const ROW = 96
/** Between two columns, and where the flows carry conditions. */
const [GAP, WIDE_GAP] = [60, 150]
/** The names of the steps are still read at this size; a longer drawing is moved, not made smaller. */
const READABLE = 0.75

type ProcessDrawingProps = { steps: readonly DrawnStep[]; flows: readonly DrawnFlow[]; label: string; designing?: Designing | undefined }

const Designed = createContext<Designing | undefined>(undefined)

/** The steps of a process from left to right, with the flows between them. */
export function ProcessDrawing({ steps, flows, label, designing }: ProcessDrawingProps) {
  const isDark = useIsDark()
  const frame = useRef<HTMLDivElement>(null)
  const { nodes, edges, height } = useMemo(() => draw(steps, flows), [steps, flows])
  const shown = designing?.chosen ?? steps.find(({ state, fault }) => fault ?? state === 'now')?.id
  return (
    <div ref={frame} className="diagram process-drawing" style={{ height }} role="group" aria-label={label}>
      <Designed.Provider value={designing}>
        <ReactFlow
          key={designing ? steps.length : 0} // a drawing that grows is fitted again
          nodes={nodes}
          edges={edges}
          nodeTypes={NODES}
          edgeTypes={WAYS}
          colorMode={isDark ? 'dark' : 'light'}
          nodesDraggable={false}
          nodesConnectable={designing !== undefined}
          nodesFocusable={false}
          edgesFocusable={false}
          onConnect={({ source, target }) => designing?.onJoin(source, target)}
          onInit={(flow) => fit(flow, frame.current, nodes.find(({ id }) => id === shown) ?? nodes[0])}
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

/** The whole drawing where it can be read; of a longer one the part around this step. */
function fit(flow: ReactFlowInstance<StepNode, WayEdge>, frame: HTMLDivElement | null, step: StepNode | undefined) {
  if (!frame || !step) return
  const nodes = flow.getNodes()
  const span = (along: 'x' | 'y', room: number, size: number) => {
    const all = nodes.map(({ position }) => position[along])
    const [from, to] = [Math.min(...all) - 20, Math.max(...all) + size + 20]
    return { from, to, room, zoom: room / (to - from), middle: step.position[along] + size / 2 }
  }
  const [across, down] = [span('x', frame.clientWidth, WIDTH), span('y', frame.clientHeight, ROW)]
  const zoom = Math.max(READABLE, Math.min(1, across.zoom, down.zoom))
  const start = ({ from, to, room, middle }: typeof across) => {
    if ((to - from) * zoom <= room) return (room - (from + to) * zoom) / 2
    return Math.max(room - to * zoom, Math.min(-from * zoom, room / 2 - middle * zoom))
  }
  void flow.setViewport({ x: start(across), y: start(down), zoom })
}

function draw(steps: readonly DrawnStep[], flows: readonly DrawnFlow[]) {
  const { spots, ways } = placeSteps(
    steps.map(({ id }) => id),
    flows,
  )
  const column = WIDTH + (flows.some(({ label }) => label) ? WIDE_GAP : GAP)
  const pointAt = (spot: { column: number; row: number } = { column: 0, row: 0 }): Point => ({ x: spot.column * column, y: spot.row * ROW })
  const nodes = steps.map((step): StepNode => ({ id: step.id, type: 'step', position: pointAt(spots.get(step.id)), data: { step } }))
  const edges = flows.map((flow, at): WayEdge => ({
    id: `${flow.from} ${flow.to} ${at}`,
    source: flow.from,
    target: flow.to,
    type: 'way',
    data: { passes: (ways.get(wayOf(flow)) ?? []).map(pointAt), words: flow.label },
    markerEnd: { type: MarkerType.ArrowClosed },
  }))
  const rows = [...spots.values(), ...[...ways.values()].flat()].map(({ row }) => row)
  const height = Math.min(520, Math.max(180, (Math.max(0, ...rows) - Math.min(0, ...rows) + 1) * ROW + 90))
  return { nodes, edges, height }
}

function StepBox({ data: { step }, positionAbsoluteX: x, positionAbsoluteY: y }: NodeProps<StepNode>) {
  const designing = useContext(Designed)
  const flow = useReactFlow()
  // The browser would scroll to a step out of sight within the frame, past the lines.
  const bring = (button: HTMLElement) => {
    const frame = button.closest('.react-flow')
    if (!frame) return
    const [own, room] = [button.getBoundingClientRect(), frame.getBoundingClientRect()]
    frame.scrollTo(0, 0)
    if (own.left < room.left || own.right > room.right || own.top < room.top || own.bottom > room.bottom)
      void flow.setCenter(x + WIDTH / 2, y + ROW / 2, { zoom: flow.getZoom() })
  }
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
        <button
          type="button"
          className="process-choose nodrag nopan"
          aria-pressed={isChosen}
          onClick={() => designing.onChoose(step.id)}
          onFocus={({ currentTarget }) => bring(currentTarget)}
        >
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
const WAYS = { way: Way }
