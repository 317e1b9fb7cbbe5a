import type { Words } from '../../kit/fields.ts'
import { type Graph, isPeopleNode, MAX_NODES, type NodeType } from '../graph.ts'
import { readGraph, type Shaped } from '../shape.ts'

/** The elements of an XML text, as its reader reports them. */
export type BpmnReader = {
  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void
  close(name: string): void
  text(text: string): void
  graph(): Shaped<Graph>
}

const TYPES: Readonly<Record<string, NodeType>> = {
  startEvent: 'START', userTask: 'APPROVE', manualTask: 'HANDLE', task: 'HANDLE', sendTask: 'NOTICE', callActivity: 'SUB_PROCESS', exclusiveGateway: 'EXCLUSIVE', parallelGateway: 'FORK', endEvent: 'END',
} // oxfmt-ignore

/** Elements that are not nodes: parts of a process, and the ones skipped silently, such as annotations and lanes. */
const SKIPPED = new Set(['process', 'definitions', 'extensionElements', 'work', 'sequenceFlow', 'conditionExpression', 'incoming', 'outgoing', 'documentation', 'textAnnotation', 'text', 'association', 'laneSet', 'lane', 'flowNodeRef', 'category', 'categoryValue', 'group']) // oxfmt-ignore
const MAX_CHARS = 20_000

type Found = { id: string; type: NodeType; name: string; name_en: string; work: string; process?: string }
type Flow = { id: string; from: string; to: string; when: string }

/** Reads the first process of BPMN 2.0; an element that approvals do not have is a fault that names it. */
export function bpmnReader(): BpmnReader {
  const found: Collected = { nodes: [], flows: [], defaults: new Map(), faults: [], processes: 0 }
  const at: Place = { inside: false, node: undefined, flow: undefined, taking: '' }
  return {
    open: (name, attributes) => open(found, at, name, attributes),
    close(name) {
      if (name === 'process') at.inside = false
      if (TYPES[name]) at.node = undefined
      if (name === 'sequenceFlow') at.flow = undefined
      if (name === at.taking) at.taking = ''
    },
    text(text) {
      const { node, flow, taking } = at
      if (taking === 'work' && node && node.work.length < MAX_CHARS) node.work += text
      if (taking === 'conditionExpression' && flow && flow.when.length < MAX_CHARS) flow.when += text
    },
    graph: () => graphOf(found),
  }
}

type Collected = { nodes: Found[]; flows: Flow[]; defaults: Map<string, string>; faults: { place: string; words: Words }[]; processes: number }
type Place = { inside: boolean; node: Found | undefined; flow: Flow | undefined; taking: string }
type Attributes = Readonly<Record<string, string | undefined>>

const MAX_FAULTS = 20
const fault = ({ faults }: Collected, place: string, zh: string, en: string) =>
  void (faults.length < MAX_FAULTS && faults.push({ place, words: [zh, en] }))

function open(found: Collected, at: Place, name: string, of: Attributes) {
  if (name === 'process') {
    at.inside = ++found.processes === 1
    if (found.processes === 2) fault(found, '', '文件中有多个流程，只能有一个', 'the file has several processes, and may have one')
    return
  }
  if (!at.inside) return
  const type = TYPES[name]
  const short = name.slice(0, 40)
  if (type) at.node = openNode(found, type, of)
  else if (name === 'sequenceFlow') {
    at.flow = { id: of.id ?? '', from: idOf(of.sourceRef), to: idOf(of.targetRef), when: '' }
    if (found.flows.push(at.flow) > MAX_NODES * 2) fault(found, '', `连线超过 ${MAX_NODES * 2} 条`, `there are more than ${MAX_NODES * 2} flows`)
  } else if (name === 'work' || name === 'conditionExpression') at.taking = name
  else if (!SKIPPED.has(name)) fault(found, idOf(of.id) || short, `不支持 BPMN 元素“${short}”`, `the BPMN element “${short}” is not supported`)
}

function openNode(found: Collected, type: NodeType, of: Attributes): Found {
  const id = idOf(of.id)
  const name = of.name?.trim() || id
  const isJoin = type === 'FORK' && of.gatewayDirection === 'Converging'
  const node: Found = { id, type: isJoin ? 'JOIN' : type, name, name_en: of.name_en?.trim() || name, work: '' }
  if (type === 'SUB_PROCESS') node.process = of.calledElement?.trim() ?? ''
  if (of.default) found.defaults.set(id, of.default)
  if (found.nodes.push(node) > MAX_NODES) fault(found, '', `节点超过 ${MAX_NODES} 个`, `there are more than ${MAX_NODES} nodes`)
  return node
}

function graphOf(found: Collected): Shaped<Graph> {
  const { nodes, flows, defaults, faults, processes } = found
  if (processes === 0) fault(found, '', '文件中没有 BPMN 流程', 'the file has no BPMN process')
  if (faults.length > 0) return { value: { nodes: [], edges: [] }, faults }
  const read = readGraph({
    nodes: nodes.map(({ work, ...node }) => ({ ...workOf(found, node.id, node.type, work), ...node, type: joins(found, node) ? 'JOIN' : node.type })),
    edges: flows.map(({ id, from, to, when }) => ({ from, to, ...(when.trim() && defaults.get(from) !== id && { when: when.trim() }) })),
  })
  return { value: read.value, faults: [...faults, ...read.faults] }
}

/** Programs that state no direction: a gateway that several flows enter and one leaves joins. */
const joins = ({ flows }: Collected, { id, type }: Pick<Found, 'id' | 'type'>) =>
  type === 'JOIN' || (type === 'FORK' && flows.filter(({ to }) => to === id).length > 1 && flows.filter(({ from }) => from === id).length === 1)

/** A task of another program asks the leader of its starter, until an administrator names the people. */
function workOf(found: Collected, id: string, type: NodeType, work: string): object {
  if (!isPeopleNode(type)) return {}
  if (!work.trim()) return { participants: [{ kind: 'STARTER_LEADER', up: 1 }], vote: 'ALL_PASS' }
  try {
    const given: unknown = JSON.parse(work)
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
  } catch {
    // told below
  }
  fault(found, id, '办理设置不是有效的 JSON', 'its settings are no valid JSON')
  return {}
}

/** Our own ids begin with `node_`; those of other programs may have characters that ours do not. */
const idOf = (id = '') =>
  id
    .replace(/^node_/, '')
    .replace(/\W/g, '_')
    .slice(0, 40)
