import { type Edge, type Graph, type GraphNode, MAX_CODE, MAX_NAME, type Part } from './graph.ts'
import { edgesFrom, type GraphFault, nodeOf } from './structure.ts'

// A sub-process is a step that calls another process of the same record type. Both run as one graph: the steps of
// the other process are between the step and its end. So votes, returns and branches need no special treatment.

const isCall = ({ type }: GraphNode) => type === 'SUB_PROCESS'

/** The codes of the processes that the graph names. */
export const calledBy = ({ nodes }: Graph): string[] => [...new Set(nodes.flatMap((node) => (isCall(node) && node.process ? [node.process] : [])))]

/** The graph with the processes that it names as they are now. */
export const filled = (graph: Graph, parts: ReadonlyMap<string, Part>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => {
    const { part: _, ...own } = node
    const part = isCall(node) ? parts.get(node.process ?? '') : undefined
    return part ? { ...own, part } : own
  }),
})

/** Faults that keep sub-processes from running; `code` is that of the process itself. */
export function callFaults(graph: Graph, code: string): GraphFault[] {
  return graph.nodes.filter(isCall).flatMap((node): GraphFault[] => {
    if (node.process === code || (node.part && calls(node.part.graph, code)))
      return [{ node: node.id, words: ['子流程又调用了这个流程本身', 'the sub-process leads back to this process itself'] }]
    if (!node.process) return [{ node: node.id, words: ['没有选定子流程', 'names no process'] }]
    if (!node.part)
      return [{ node: node.id, words: [`没有已发布的同类流程“${node.process}”`, `no process “${node.process}” is published for this record type`] }]
    const long = stepsOf(node, node.part).nodes.find(({ id }) => id.length > MAX_CODE)
    return long ? [{ node: node.id, words: [`子流程的节点代码过长：${long.id}`, `the code of a step in it is too long: ${long.id}`] }] : []
  })
}

const calls = (graph: Graph, code: string): boolean =>
  graph.nodes.some((node) => isCall(node) && (node.process === code || (node.part !== undefined && calls(node.part.graph, code))))

const known = new WeakMap<Graph, Graph>()

/** The graph that runs: after each sub-process its steps, and its end. */
export function expanded(graph: Graph): Graph {
  if (!graph.nodes.some(isCall)) return graph
  const made = known.get(graph) ?? graph.nodes.reduce(opened, graph)
  known.set(graph, made)
  return made
}

function opened(graph: Graph, node: GraphNode): Graph {
  if (!node.part) return graph
  const { nodes, edges } = stepsOf(node, node.part)
  const on = edgesFrom(graph, node.id)
  return {
    nodes: graph.nodes.flatMap((one) => (one.id === node.id ? nodes : [one])),
    edges: [...graph.edges.filter((edge) => !on.includes(edge)), ...edges, ...on.map((edge): Edge => ({ ...edge, from: endOf(node.id) }))],
  }
}

/** The sub-process itself in place of the start of the other process, whose steps follow under codes that begin with its own. */
function stepsOf({ part: _, ...node }: GraphNode, { graph }: Part) {
  const { nodes, edges } = expanded(graph)
  const typeOf = new Map(nodes.map(({ id, type }) => [id, type]))
  const idOf = (id: string) => (typeOf.get(id) === 'START' ? node.id : typeOf.get(id) === 'END' ? endOf(node.id) : inside(node.id, id))
  const steps = nodes.map((one): GraphNode => {
    if (one.type === 'START') return node
    return one.type === 'END' ? { ...node, id: endOf(node.id), type: 'SUB_PROCESS_END' } : { ...one, ...namesIn(node, one), id: idOf(one.id) }
  })
  return { nodes: steps, edges: edges.map((edge): Edge => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) })) }
}

/** The prefix distinguishes a step of a sub-process from one of the same name elsewhere. */
const namesIn = (node: GraphNode, one: GraphNode) => ({
  name: `${node.name} · ${one.name}`.slice(0, MAX_NAME),
  name_en: `${node.name_en} · ${one.name_en}`.slice(0, MAX_NAME),
})

const inside = (step: string, id: string) => `${step}__${id}`
const endOf = (step: string) => inside(step, '')

/** The step of the drawn graph that contains a step of the running graph. */
export const drawnStep = (graph: Graph, id: string): GraphNode | undefined =>
  nodeOf(graph, id) ?? graph.nodes.find((node) => isCall(node) && id.startsWith(inside(node.id, '')))

/** Whether the sub-process has begun and not ended. */
export const isInside = (passed: readonly string[], id: string) => passed.includes(id) && !passed.includes(endOf(id))
