import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Graph, GraphNode } from '../graph.ts'
import { structureFaults } from '../structure.ts'
import { bpmnReader } from './read-bpmn.ts'
import { ELEMENTS, writeBpmn } from './write-bpmn.ts'

const node = (id: string, type: GraphNode['type'], more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  type,
  name: `“${id}” & <甲>`,
  name_en: id,
  ...more,
})
const graph: Graph = {
  nodes: [node('s', 'START'), node('g', 'EXCLUSIVE'), node('a', 'APPROVE', { participants: [{ kind: 'STARTER' }], vote: 'HALF_PASS', days: 3 }), node('p', 'SUB_PROCESS', { process: 'REVIEW' }), node('e', 'END')],
  edges: [{ from: 's', to: 'g' }, { from: 'g', to: 'a', when: "title CONTAINS 'a<b & c'" }, { from: 'g', to: 'e' }, { from: 'a', to: 'p' }, { from: 'p', to: 'e' }],
} // oxfmt-ignore

test('[9.05] a process is written as BPMN 2.0: each node with its shape, the default of a gateway, and nothing unescaped', () => {
  assert.deepEqual(structureFaults(graph), [])
  const xml = writeBpmn({ code: 'P1', name: '流程 "甲"', graph })
  for (const { id, type } of graph.nodes) {
    assert.ok(xml.includes(`<bpmn:${ELEMENTS[type]} id="node_${id}"`), id)
    assert.ok(xml.includes(`bpmnElement="node_${id}"`), `shape of ${id}`)
  }
  assert.ok(xml.includes('calledElement="REVIEW"'))
  assert.ok(xml.includes('default="flow_3"'))
  assert.ok(xml.includes("title CONTAINS 'a&lt;b &amp; c'") && !xml.includes('<甲>'))
  assert.equal(xml.match(/<bpmndi:BPMNEdge /g)?.length, graph.edges.length)
})

test('[9.05] a call activity is read as the sub-process that it names', () => {
  const reader = bpmnReader()
  reader.open('process', {})
  for (const [name, id] of [['startEvent', 's'], ['callActivity', 'p'], ['endEvent', 'e']] as const) reader.open(name, { id, name: id, calledElement: 'REVIEW' }) // oxfmt-ignore
  for (const [from, to] of ['sp', 'pe']) reader.open('sequenceFlow', { sourceRef: from, targetRef: to })
  assert.deepEqual(reader.graph(), {
    value: {
      nodes: [
        { id: 's', type: 'START', name: 's', name_en: 's' },
        { id: 'p', type: 'SUB_PROCESS', name: 'p', name_en: 'p', process: 'REVIEW' },
        { id: 'e', type: 'END', name: 'e', name_en: 'e' },
      ],
      edges: [
        { from: 's', to: 'p' },
        { from: 'p', to: 'e' },
      ],
    },
    faults: [],
  })
})
