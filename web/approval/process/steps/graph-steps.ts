// Edits of a process drawing; each returns the next graph.
import type { Edge, Graph, GraphNode, NodeType, Participant } from '../../../../model/approval/graph.ts'
import { edgesFrom, edgesTo, nodeOf, reach } from '../../../../model/approval/structure.ts'

/** Kinds of step that can be added; parallel branches are added with their end. */
export const ADDED = ['APPROVE', 'HANDLE', 'NOTICE', 'SUB_PROCESS', 'EXCLUSIVE', 'FORK'] as const satisfies readonly NodeType[]
export type Added = (typeof ADDED)[number]

type Names = Readonly<Record<NodeType, readonly [zh: string, en: string]>>
const NAMES: Names = {
  START: ['开始', 'Start'],
  APPROVE: ['审批', 'Approval'],
  HANDLE: ['办理', 'Handling'],
  EXCLUSIVE: ['条件分支', 'Choice'],
  FORK: ['并行', 'In parallel'],
  JOIN: ['汇合', 'Joined'],
  NOTICE: ['通知', 'Notice'],
  SUB_PROCESS: ['子流程', 'Sub-process'],
  SUB_PROCESS_END: ['子流程结束', 'End of the sub-process'],
  END: ['结束', 'End'],
}

export const isBranching = (type: NodeType | undefined) => type === 'EXCLUSIVE' || type === 'FORK'

/** A start, one approval and the end. */
export function firstGraph(): Graph {
  const [start, end] = [fresh('start', 'START'), fresh('end', 'END')]
  return addAfter({ nodes: [start, end], edges: [{ from: 'start', to: 'end' }] }, 'start', 'APPROVE').graph
}

type Grown = { graph: Graph; added: string }

/** Adds a step of this type between a step and its successor; after a branching, as another branch of it. */
export function addAfter(graph: Graph, after: string, type: Added): Grown {
  if (isBranching(nodeOf(graph, after)?.type)) return addBranch(graph, after, type)
  const [out] = edgesFrom(graph, after)
  const rest = graph.edges.filter((edge) => edge !== out)
  const { nodes, edges, first, last } = pieceOf(graph, type, out?.to)
  const lead: Edge = { from: after, to: first }
  return { graph: { nodes: [...graph.nodes, ...nodes], edges: [...rest, lead, ...edges, ...last] }, added: first }
}

function addBranch(graph: Graph, branching: string, type: Added): Grown {
  const { nodes, edges, first, last } = pieceOf(graph, type, meetingOf(graph, branching))
  return { graph: { nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, { from: branching, to: first }, ...edges, ...last] }, added: first }
}

type Piece = { nodes: GraphNode[]; edges: Edge[]; first: string; last: Edge[] }

/** The nodes of an addition, and how they lead on. */
function pieceOf(graph: Graph, type: Added, next: string | undefined): Piece {
  const ids = freeIds(graph)
  const own = fresh(ids(), type)
  const on = (from: string): Edge[] => (next === undefined ? [] : [{ from, to: next }])
  if (type === 'EXCLUSIVE') {
    const branch = fresh(ids(), 'APPROVE')
    return { nodes: [own, branch], edges: [{ from: own.id, to: branch.id }], first: own.id, last: [...on(branch.id), ...on(own.id)] }
  }
  if (type === 'FORK') {
    const [one, other, join] = [fresh(ids(), 'APPROVE'), fresh(ids(), 'APPROVE'), fresh(ids(), 'JOIN')]
    const edges = [one, other].flatMap(({ id }): Edge[] => [
      { from: own.id, to: id },
      { from: id, to: join.id },
    ])
    return { nodes: [own, one, other, join], edges, first: own.id, last: on(join.id) }
  }
  return { nodes: [own], edges: [], first: own.id, last: on(own.id) }
}

const LEADER: readonly Participant[] = [{ kind: 'STARTER_LEADER', up: 1 }]

const fresh = (id: string, type: NodeType): GraphNode => ({
  id,
  type,
  name: NAMES[type][0],
  name_en: NAMES[type][1],
  ...(type === 'SUB_PROCESS' && { process: '' }),
  ...((type === 'APPROVE' || type === 'HANDLE' || type === 'NOTICE') && {
    participants: LEADER,
    vote: type === 'NOTICE' ? ('ALL_SUBMIT' as const) : ('ALL_PASS' as const),
  }),
})

function freeIds({ nodes }: Graph) {
  const used = new Set(nodes.map(({ id }) => id))
  return () => {
    let no = used.size
    while (used.has(`step_${no}`)) no++
    used.add(`step_${no}`)
    return `step_${no}`
  }
}

/** The node at which the branches join: the first one after all of them. */
export function meetingOf(graph: Graph, branching: string): string | undefined {
  const ways = edgesFrom(graph, branching).map(({ to }) => reach(graph, to))
  const common = ways.reduce((both, way) => both.intersection(way), ways[0] ?? new Set<string>())
  return [...common].toSorted((one, other) => reach(graph, other).size - reach(graph, one).size)[0]
}

/** Removes a step: its predecessors then lead to its successor, and steps that cannot be reached any more are removed, too. */
export function without(graph: Graph, id: string): Graph {
  const type = nodeOf(graph, id)?.type
  const next = isBranching(type) ? meetingOf(graph, id) : edgesFrom(graph, id)[0]?.to
  const kept = graph.edges.filter(({ from, to }) => from !== id && to !== id)
  const led = next === undefined ? [] : edgesTo(graph, id).map((edge): Edge => ({ ...edge, to: next }))
  const isIdle = ({ from, to }: Edge) => nodeOf(graph, from)?.type === 'FORK' && nodeOf(graph, to)?.type === 'JOIN'
  const edges = [...kept, ...led.filter((edge) => !isIdle(edge) && !kept.some(({ from, to }) => from === edge.from && to === edge.to))]
  return straightened(reachable({ nodes: graph.nodes.filter((node) => node.id !== id), edges }))
}

/** Removes one branch of a branching. */
export const withoutEdge = (graph: Graph, edge: Edge): Graph =>
  straightened(reachable({ ...graph, edges: graph.edges.filter((one) => one !== edge) }))

function reachable({ nodes, edges }: Graph): Graph {
  const start = nodes.find(({ type }) => type === 'START')?.id ?? ''
  const found = reach({ nodes, edges }, start)
  const stays = (id: string) => found.has(id) || nodes.some((node) => node.id === id && node.type === 'END')
  return { nodes: nodes.filter(({ id }) => stays(id)), edges: edges.filter(({ from, to }) => stays(from) && stays(to)) }
}

/** Removes branchings with one branch, and joins of one branch. */
function straightened(graph: Graph): Graph {
  const idle = graph.nodes.find(({ id, type }) =>
    isBranching(type) ? edgesFrom(graph, id).length === 1 : type === 'JOIN' && edgesTo(graph, id).length === 1,
  )
  if (!idle) return graph
  const [out] = edgesFrom(graph, idle.id)
  const edges = graph.edges.flatMap((edge): Edge[] => (edge === out ? [] : out && edge.to === idle.id ? [{ ...edge, to: out.to }] : [edge]))
  return straightened({ nodes: graph.nodes.filter(({ id }) => id !== idle.id), edges })
}

/** A line drawn from one step to another: another branch of a branching; of any other step the only way. */
export function joined(graph: Graph, from: string, to: string): Graph {
  if (from === to || graph.edges.some((edge) => edge.from === from && edge.to === to)) return graph
  const kept = isBranching(nodeOf(graph, from)?.type) ? graph.edges : graph.edges.filter((edge) => edge.from !== from)
  return { ...graph, edges: [...kept, { from, to }] }
}

export const changedNode = (graph: Graph, node: GraphNode): Graph => ({
  ...graph,
  nodes: graph.nodes.map((one) => (one.id === node.id ? node : one)),
})

/** The way is taken where the condition holds; without one it is the default. */
export const changedEdge = (graph: Graph, edge: Edge, when: string): Graph => ({
  ...graph,
  edges: graph.edges.map((one) => (one === edge ? { from: one.from, to: one.to, ...(when && { when }) } : one)),
})
