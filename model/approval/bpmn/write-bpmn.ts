import type { Edge, Graph, GraphNode, NodeType } from '../graph.ts'

export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
/** Values for which BPMN has no element: people, votes, time limits and the English names. */
export const OWN = 'urn:innoe:approval'

/** The element of each kind of node. The direction distinguishes a join from a fork. */
export const ELEMENTS: Readonly<Record<NodeType, string>> = {
  START: 'startEvent',
  APPROVE: 'userTask',
  HANDLE: 'manualTask',
  EXCLUSIVE: 'exclusiveGateway',
  FORK: 'parallelGateway',
  JOIN: 'parallelGateway',
  NOTICE: 'sendTask',
  SUB_PROCESS: 'callActivity',
  SUB_PROCESS_END: 'endEvent',
  END: 'endEvent',
}

/** A process as BPMN 2.0 with its diagram, which other programs draw. */
export function writeBpmn({ code, name, graph }: { code: string; name: string; graph: Graph }): string {
  const flows = graph.edges.map((edge, at) => ({ ...edge, id: `flow_${at + 1}` }))
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<bpmn:definitions xmlns:bpmn="${BPMN}" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:innoe="${OWN}" id="definitions" targetNamespace="${OWN}">`,
    `  <bpmn:process id="${escaped(code)}" name="${escaped(name)}" isExecutable="false">`,
    ...graph.nodes.map((node) => nodeLine(node, flows)),
    ...flows.map(flowLine),
    '  </bpmn:process>',
    ...diagram(code, graph, flows),
    '</bpmn:definitions>',
  ]
  return `${lines.join('\n')}\n`
}

type Flow = Edge & { id: string }

function nodeLine({ id, type, name, name_en, process, part: _, ...work }: GraphNode, flows: readonly Flow[]): string {
  const usual = type === 'EXCLUSIVE' ? flows.find(({ from, when }) => from === id && !when) : undefined
  const facts = [
    `id="node_${escaped(id)}"`,
    `name="${escaped(name)}"`,
    `innoe:name_en="${escaped(name_en)}"`,
    ...(type === 'FORK' ? ['gatewayDirection="Diverging"'] : type === 'JOIN' ? ['gatewayDirection="Converging"'] : []),
    ...(process ? [`calledElement="${escaped(process)}"`] : []),
    ...(usual ? [`default="${usual.id}"`] : []),
  ]
  const element = `bpmn:${ELEMENTS[type]}`
  if (Object.keys(work).length === 0) return `    <${element} ${facts.join(' ')}/>`
  return `    <${element} ${facts.join(' ')}><bpmn:extensionElements><innoe:work>${escaped(JSON.stringify(work))}</innoe:work></bpmn:extensionElements></${element}>`
}

function flowLine({ id, from, to, when }: Flow): string {
  const facts = `id="${id}" sourceRef="node_${escaped(from)}" targetRef="node_${escaped(to)}"`
  if (!when) return `    <bpmn:sequenceFlow ${facts}/>`
  return `    <bpmn:sequenceFlow ${facts}><bpmn:conditionExpression>${escaped(when)}</bpmn:conditionExpression></bpmn:sequenceFlow>`
}

const SIZE = { across: 160, down: 110, width: 100, height: 80 } as const

/** Each node in the column of its longest path from the start. */
function diagram(code: string, graph: Graph, flows: readonly Flow[]): string[] {
  const places = placesOf(graph)
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0 }
  const point = ({ x, y }: { x: number; y: number }) => `<di:waypoint x="${x}" y="${y}"/>`
  return [
    '  <bpmndi:BPMNDiagram id="diagram">',
    `    <bpmndi:BPMNPlane id="plane" bpmnElement="${escaped(code)}">`,
    ...graph.nodes.map(({ id }) => {
      const { x, y } = at(id)
      return `      <bpmndi:BPMNShape id="shape_${escaped(id)}" bpmnElement="node_${escaped(id)}"><dc:Bounds x="${x}" y="${y}" width="${SIZE.width}" height="${SIZE.height}"/></bpmndi:BPMNShape>`
    }),
    ...flows.map(({ id, from, to }) => {
      const [a, b] = [at(from), at(to)]
      return `      <bpmndi:BPMNEdge id="edge_${id}" bpmnElement="${id}">${point({ x: a.x + SIZE.width, y: a.y + SIZE.height / 2 })}${point({ x: b.x, y: b.y + SIZE.height / 2 })}</bpmndi:BPMNEdge>`
    }),
    '    </bpmndi:BPMNPlane>',
    '  </bpmndi:BPMNDiagram>',
  ]
}

function placesOf({ nodes, edges }: Graph): Map<string, { x: number; y: number }> {
  const depth = new Map(nodes.map(({ id }) => [id, 0]))
  // One round for each node, so that a cycle in an invalid draft ends, too.
  for (let round = 0; round < nodes.length; round++)
    for (const { from, to } of edges) depth.set(to, Math.min(nodes.length, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1)))
  const rows = new Map<number, number>()
  return new Map(
    nodes.map(({ id }) => {
      const column = depth.get(id) ?? 0
      const row = rows.get(column) ?? 0
      rows.set(column, row + 1)
      return [id, { x: 40 + column * SIZE.across, y: 40 + row * SIZE.down }]
    }),
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
const escaped = (text: string) => text.replace(/[&<>"\n\r\t]/g, (one) => ENTITIES[one] ?? one)
