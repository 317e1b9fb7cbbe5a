import type { Words } from '../kit/fields.ts'
import { type Edge, type Graph, type GraphNode, isPeopleNode, MAX_NODES } from './graph.ts'

export type GraphFault = { node: string; words: Words }

export const nodeOf = (graph: Graph, id: string): GraphNode | undefined => graph.nodes.find((node) => node.id === id)
export const edgesFrom = (graph: Graph, id: string): Edge[] => graph.edges.filter(({ from }) => from === id)
export const edgesTo = (graph: Graph, id: string): Edge[] => graph.edges.filter(({ to }) => to === id)

/** Faults of a graph: each node must be reachable, each path must end, each fork must have a join. */
export function structureFaults(graph: Graph): GraphFault[] {
  if (graph.nodes.length > MAX_NODES) return [{ node: '', words: [`最多 ${MAX_NODES} 个节点`, `has more than ${MAX_NODES} nodes`] }]
  const faults = [...namingFaults(graph), ...degreeFaults(graph)]
  if (faults.length > 0) return faults
  const order = sorted(graph)
  if (typeof order === 'string')
    return [{ node: order, words: ['流程绕回了这个节点；退回请用“退回”', 'the way leads back to this node; use a return instead'] }]
  const reached = reach(graph, start(graph))
  const lost = graph.nodes.filter(({ id }) => !reached.has(id))
  if (lost.length > 0) return lost.map(({ id }) => ({ node: id, words: ['无法到达', 'cannot be reached'] }))
  return branchFaults(graph, order)
}

const start = (graph: Graph) => graph.nodes.find(({ type }) => type === 'START')?.id ?? ''

function namingFaults({ nodes, edges }: Graph): GraphFault[] {
  const faults: GraphFault[] = []
  const ids = nodes.map(({ id }) => id)
  for (const id of ids.filter((one, at) => ids.indexOf(one) !== at)) faults.push({ node: id, words: ['节点代码重复', 'occurs twice'] })
  for (const type of ['START', 'END'] as const)
    if (nodes.filter((node) => node.type === type).length !== 1)
      faults.push({
        node: '',
        words: [`须恰有一个${type === 'START' ? '开始' : '结束'}节点`, `needs exactly one ${type === 'START' ? 'start' : 'end'}`],
      })
  for (const { from, to } of edges)
    for (const id of [from, to])
      if (!ids.includes(id)) faults.push({ node: id, words: ['连线指向不存在的节点', 'is named by an edge, but is no node'] })
  return faults
}

/** The number of edges into and out of each kind of node. */
function degreeFaults(graph: Graph): GraphFault[] {
  return graph.nodes.flatMap(({ id, type }): GraphFault[] => {
    const [into, out] = [edgesTo(graph, id), edgesFrom(graph, id)]
    const fault = (zh: string, en: string): GraphFault => ({ node: id, words: [zh, en] })
    const found: GraphFault[] = []
    if (type === 'START' && into.length > 0) found.push(fault('开始节点不能有入线', 'the start cannot be entered'))
    if (type !== 'START' && into.length === 0) found.push(fault('无法到达', 'cannot be reached'))
    if (type === 'END' ? out.length > 0 : out.length === 0) found.push(fault(type === 'END' ? '结束节点不能有出线' : '没有出线', type === 'END' ? 'the end cannot be left' : 'leads nowhere')) // oxfmt-ignore
    const branches = type === 'EXCLUSIVE' || type === 'FORK'
    if (branches && out.length === 1) found.push(fault('分支至少两条', 'needs at least two branches'))
    if (!branches && out.length > 1) found.push(fault('只能有一条出线；分支请用分支节点', 'has several ways out: use a gateway or a fork'))
    if (new Set(out.map(({ to }) => to)).size < out.length) found.push(fault('两条出线指向同一节点', 'leads twice to the same node'))
    const open = out.filter(({ when }) => !when)
    if (type === 'EXCLUSIVE' && open.length !== 1)
      found.push(fault('须恰有一条没有条件的默认分支', 'needs exactly one branch without a condition, the default'))
    if (type !== 'EXCLUSIVE' && out.some(({ when }) => when))
      found.push(fault('只有条件分支的出线可以有条件', 'only branches of an exclusive gateway have conditions'))
    return found
  })
}

/** The nodes, each after its predecessors; or a node on a cycle. */
function sorted(graph: Graph): string[] | string {
  const waiting = new Map(graph.nodes.map(({ id }) => [id, edgesTo(graph, id).length]))
  const order: string[] = []
  const free = [...waiting].filter(([, count]) => count === 0).map(([id]) => id)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    order.push(id)
    for (const { to } of edgesFrom(graph, id)) {
      const left = (waiting.get(to) ?? 0) - 1
      waiting.set(to, left)
      if (left === 0) free.push(to)
    }
  }
  return order.length === graph.nodes.length ? order : (graph.nodes.find(({ id }) => !order.includes(id))?.id ?? '')
}

/** The node and all after it. */
export function reach(graph: Graph, from: string): Set<string> {
  const found = new Set<string>()
  const open = [from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...edgesFrom(graph, id).map(({ to }) => to))
  }
  return found
}

/** The branches in which a node lies: `fork#edge` from the outside in. */
type Place = readonly string[]

type Placed = { places: ReadonlyMap<string, Place>; forkOf: ReadonlyMap<string, string>; faults: GraphFault[] }

function placed(graph: Graph, order: readonly string[]): Placed {
  const places = new Map<string, Place>()
  const forkOf = new Map<string, string>()
  const faults: GraphFault[] = []
  for (const id of order) {
    const node = nodeOf(graph, id)
    const arriving = edgesTo(graph, id).map((edge) => placeAfter(graph, edge, places))
    const [first = []] = arriving
    if (node?.type === 'JOIN') {
      const fork = (first.at(-1) ?? '').split('#')[0] ?? ''
      const outer = first.slice(0, -1)
      const branches = new Set(arriving.map((place) => place.at(-1)))
      const isWhole =
        fork !== '' &&
        arriving.every((place) => place.length === first.length && same(place.slice(0, -1), outer) && place.at(-1)?.split('#')[0] === fork) &&
        branches.size === edgesFrom(graph, fork).length
      if (!isWhole) faults.push({ node: id, words: ['汇合的不是同一并行分支的全部分支', 'does not join all branches of one fork'] })
      forkOf.set(id, fork)
      places.set(id, outer)
    } else {
      if (!arriving.every((place) => same(place, first)))
        faults.push({ node: id, words: ['并行分支须先汇合再到达这里', 'branches of a fork must be joined before they lead here'] })
      places.set(id, first)
    }
    if (node?.type === 'END' && first.length > 0) faults.push({ node: id, words: ['有并行分支没有汇合', 'a fork is not joined before the end'] })
  }
  return { places, forkOf, faults }
}

const same = (one: Place, other: Place) => one.length === other.length && one.every((part, at) => part === other[at])

function placeAfter(graph: Graph, { from, to }: Edge, places: ReadonlyMap<string, Place>): Place {
  const place = places.get(from) ?? []
  return nodeOf(graph, from)?.type === 'FORK' ? [...place, `${from}#${to}`] : place
}

const branchFaults = (graph: Graph, order: readonly string[]) => placed(graph, order).faults

/** The number of branches that arrive at the join. */
export function branchesJoined(graph: Graph, join: string): number {
  const fork = layoutOf(graph).forkOf.get(join) ?? ''
  return edgesFrom(graph, fork).length
}

/** Whether the node is on a branch of a fork: a return to it is not allowed, since it would lose the other branches. */
export const isOnBranch = (graph: Graph, id: string) => (layoutOf(graph).places.get(id)?.length ?? 0) > 0

const layouts = new WeakMap<Graph, Placed>()

function layoutOf(graph: Graph): Placed {
  const order = sorted(graph)
  const layout = layouts.get(graph) ?? placed(graph, typeof order === 'string' ? [] : order)
  layouts.set(graph, layout)
  return layout
}

/** The nodes at which people act, which have something to check of their own. */
export const peopleNodes = ({ nodes }: Graph) => nodes.filter(({ type }) => isPeopleNode(type))
