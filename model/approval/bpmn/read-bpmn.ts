import type { Words } from '../../kit/fields.ts'
import type { Graph, NodeType } from '../graph.ts'
import { MOST_NODES } from '../graph.ts'
import { readGraph, type Shaped } from '../shape.ts'

/** The elements of an XML text, as its reader reports them. */
export type BpmnReader = {
  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void
  close(name: string): void
  text(text: string): void
  graph(): Shaped<Graph>
}

const TYPES: Readonly<Record<string, NodeType>> = {
  startEvent: 'START', userTask: 'APPROVE', manualTask: 'HANDLE', task: 'HANDLE', sendTask: 'NOTICE', exclusiveGateway: 'EXCLUSIVE', parallelGateway: 'FORK', endEvent: 'END',
} // oxfmt-ignore

/** What belongs to a process beside these, and what is skipped silently: notes and the diagram. */
const SKIPPED = new Set(['process', 'definitions', 'extensionElements', 'work', 'sequenceFlow', 'conditionExpression', 'incoming', 'outgoing', 'documentation', 'textAnnotation', 'text', 'association', 'laneSet', 'lane', 'flowNodeRef', 'category', 'categoryValue', 'group']) // oxfmt-ignore
const MOST_CHARS = 20_000

type Found = { id: string; type: NodeType; name: string; name_en: string; work: string }
type Flow = { id: string; from: string; to: string; when: string }

/** Reads the first process of BPMN 2.0; an element that approvals do not have is a fault that names it. */
export function bpmnReader(): BpmnReader {
  const faults: { place: string; words: Words }[] = []
  const [nodes, flows]: [Found[], Flow[]] = [[], []]
  const defaults = new Map<string, string>()
  const state = { processes: 0, inside: false, node: undefined as Found | undefined, flow: undefined as Flow | undefined, taking: '' }
  const fault = (place: string, zh: string, en: string) => void (faults.length < 20 && faults.push({ place, words: [zh, en] }))

  function open(name: string, of: Readonly<Record<string, string | undefined>>) {
    if (name === 'process') {
      state.inside = ++state.processes === 1
      if (state.processes === 2) fault('', '文件中有多个流程，只能有一个', 'the file has several processes, and may have one')
      return
    }
    if (!state.inside) return
    const type = TYPES[name]
    if (type) return openNode(type, of)
    if (name === 'sequenceFlow') {
      state.flow = { id: of.id ?? '', from: idOf(of.sourceRef), to: idOf(of.targetRef), when: '' }
      if (flows.push(state.flow) > MOST_NODES * 2) fault('', `连线超过 ${MOST_NODES * 2} 条`, `there are more than ${MOST_NODES * 2} flows`)
    } else if (name === 'work' || name === 'conditionExpression') state.taking = name
    else if (!SKIPPED.has(name)) fault(idOf(of.id) || name, `不支持 BPMN 元素“${name.slice(0, 40)}”`, `the BPMN element “${name.slice(0, 40)}” is not supported`)
  } // oxfmt-ignore

  function openNode(type: NodeType, of: Readonly<Record<string, string | undefined>>) {
    const id = idOf(of.id)
    const name = of.name?.trim() || id
    state.node = {
      id,
      type: type === 'FORK' && of.gatewayDirection === 'Converging' ? 'JOIN' : type,
      name,
      name_en: of.name_en?.trim() || name,
      work: '',
    }
    if (of.default) defaults.set(id, of.default)
    if (nodes.push(state.node) > MOST_NODES) fault('', `节点超过 ${MOST_NODES} 个`, `there are more than ${MOST_NODES} nodes`)
  }

  function graph(): Shaped<Graph> {
    if (state.processes === 0) fault('', '文件中没有 BPMN 流程', 'the file has no BPMN process')
    if (faults.length > 0) return { value: { nodes: [], edges: [] }, faults }
    const joins = new Set(nodes.filter(({ id, type }) => type === 'FORK' && isJoin(id)).map(({ id }) => id))
    const read = readGraph({
      nodes: nodes.map(({ work, ...node }) => ({ ...workOf(node.id, node.type, work), ...node, ...(joins.has(node.id) && { type: 'JOIN' }) })),
      edges: flows.map(({ id, from, to, when }) => ({ from, to, ...(when.trim() && defaults.get(from) !== id && { when: when.trim() }) })),
    })
    return { value: read.value, faults: [...faults, ...read.faults] }
  }

  /** Programs that state no direction: a gateway that several flows enter and one leaves joins. */
  const isJoin = (id: string) => flows.filter(({ to }) => to === id).length > 1 && flows.filter(({ from }) => from === id).length === 1

  /** A task of another program asks its starter, until an administrator names the people. */
  function workOf(id: string, type: NodeType, work: string): object {
    if (type !== 'APPROVE' && type !== 'HANDLE' && type !== 'NOTICE') return {}
    if (!work.trim()) return { participants: [{ kind: 'STARTER_LEADER', up: 1 }], vote: 'ALL_PASS' }
    try {
      const given: unknown = JSON.parse(work)
      if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given
    } catch {
      // told below
    }
    fault(id, '办理设置不是有效的 JSON', 'its settings are no valid JSON')
    return {}
  }

  return {
    open,
    close(name) {
      if (name === 'process') state.inside = false
      if (TYPES[name]) state.node = undefined
      if (name === 'sequenceFlow') state.flow = undefined
      if (name === state.taking) state.taking = ''
    },
    text(text) {
      const into = state.taking === 'work' ? state.node : undefined
      if (into && into.work.length < MOST_CHARS) into.work += text
      if (state.taking === 'conditionExpression' && state.flow && state.flow.when.length < MOST_CHARS) state.flow.when += text
    },
    graph,
  }
}

/** Our own ids begin with `node_`; those of other programs may have characters that ours do not. */
const idOf = (id = '') =>
  id
    .replace(/^node_/, '')
    .replace(/\W/g, '_')
    .slice(0, 40)
