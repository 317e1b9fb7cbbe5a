import { isDeepStrictEqual } from 'node:util'
import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import type { Graph, GraphNode } from '../../../model/approval/graph.ts'

type Change = { place: string; before: unknown; after: unknown }

const SETTINGS = ['name', 'name_en', 'transition', 'condition', 'own_allowed', 'once_per_person'] as const

/** Settings, nodes and edges that differ in the other version */
export function differences(one: ApprovalProcess, other: ApprovalProcess): Change[] {
  const settings = SETTINGS.map((place): Change => ({ place, before: one[place], after: other[place] }))
  const [before, after] = [partsOf(one), partsOf(other)]
  const places = [...new Set([...before.keys(), ...after.keys()])]
  const steps = places.map((place): Change => ({ place, before: before.get(place) ?? null, after: after.get(place) ?? null }))
  return [...settings, ...steps].filter((change) => !isDeepStrictEqual(change.before, change.after))
}

function partsOf({ graph }: ApprovalProcess): Map<string, unknown> {
  const { nodes, edges } = (graph ?? { nodes: [], edges: [] }) as Graph // its form was checked when it was saved
  return new Map<string, unknown>([
    ...nodes.map((node) => [node.id, told(node)] as const),
    ...edges.map((edge) => [`${edge.from} → ${edge.to}`, edge.when ?? ''] as const),
  ])
}

/** Of a sub-process the version tells it apart. */
const told = ({ part, ...node }: GraphNode) => (part ? { ...node, part: { version: part.version } } : node)
