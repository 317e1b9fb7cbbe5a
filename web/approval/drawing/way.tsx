import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath, Position } from '@xyflow/react'
import type { ReactNode } from 'react'

export type Point = { x: number; y: number }
/** `passes`: the corners of the free places between other steps. */
export type WayEdge = Edge<{ passes: readonly Point[]; words: ReactNode }, 'way'>

/** Of a step. */
export const WIDTH = 180
/** A line passes at the height of a step with two lines of text. */
const MIDDLE = 28

/** The line of a flow, past the steps between its ends; its words stand where it leaves. */
export function Way({ sourceX, sourceY, targetX, targetY, markerEnd, data }: EdgeProps<WayEdge>) {
  const { passes = [], words } = data ?? {}
  const middles = passes.map(({ x, y }): Point => ({ x, y: y + MIDDLE }))
  const stops: readonly Point[] = [{ x: sourceX - WIDTH, y: sourceY }, ...middles, { x: targetX, y: targetY }]
  const path = stops.slice(1).map((to, at) => {
    const from = stops[at] ?? to
    const ends = { sourceX: from.x + WIDTH, sourceY: from.y, targetX: to.x, targetY: to.y }
    const [piece] = getSmoothStepPath({ ...ends, sourcePosition: Position.Right, targetPosition: Position.Left })
    return at === 0 ? piece : `L${ends.sourceX} ${ends.sourceY} ${piece}`
  }).join(' ') // oxfmt-ignore
  const first = stops[1]
  return (
    <>
      <BaseEdge path={path} {...(markerEnd && { markerEnd })} />
      {words && first && (
        <EdgeLabelRenderer>
          <div className="process-way" style={{ transform: `translate(-100%, -50%) translate(${first.x - 14}px, ${first.y}px)` }}>
            {words}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}
