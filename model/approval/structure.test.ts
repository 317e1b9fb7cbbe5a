import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Graph, GraphNode, Level, NodeType } from './graph.ts'
import { graphOfLevels } from './levels.ts'
import { readGraph, readLevels } from './shape.ts'
import { callFaults, drawnStep, expanded, filled } from './sub-process.ts'
import { branchesJoined, isOnBranch, structureFaults } from './structure.ts'

const TYPES: Record<string, NodeType> = { s: 'START', e: 'END', a: 'APPROVE', h: 'HANDLE', n: 'NOTICE', x: 'EXCLUSIVE', f: 'FORK', j: 'JOIN' }

/** `s-a1 a1-e`: each node's type stands first in its name; `x1-a1?` is a way with a condition. */
function graph(text: string): Graph {
  const edges = text.split(' ').map((edge) => {
    const [from = '', to = ''] = edge.replace('?', '').split('-')
    return { from, to, ...(edge.endsWith('?') && { when: 'title IS NOT NULL' }) }
  })
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
  return { nodes: ids.map((id): GraphNode => ({ id, type: TYPES[id[0] ?? ''] ?? 'APPROVE', name: id, name_en: id })), edges }
}

const SOUND = [
  's-e',
  's-a a-n n-h h-e',
  's-x x-a1? x-a2 a1-e a2-e',
  's-f f-a1 f-a2 a1-j a2-j j-e',
  's-f f-a f-j a-j j-e',
  's-f f-x x-a1? x-a2 a1-j a2-j f-a3 a3-j j-e',
  's-f1 f1-f2 f1-a1 f2-a2 f2-a3 a2-j2 a3-j2 j2-j1 a1-j1 j1-e',
]
for (const text of SOUND) test(`[4.08] runs: ${text}`, () => assert.deepEqual(structureFaults(graph(text)), []))

/** The graph, and the nodes at which its faults stand. */
const FAULTY: [string, string[]][] = [
  ['s-a', ['', 'a']],
  ['a-e', ['', 'a']],
  ['s-e s2-e', ['']],
  ['s-a a-e a-h h-e', ['a']],
  ['s-x x-e', ['x']],
  ['s-x x-a1? x-a2? a1-e a2-e', ['x']],
  ['s-x x-a1 x-a2 a1-e a2-e', ['x']],
  ['s-a? a-e', ['s']],
  ['s-f f-a1 f-a2 a1-e a2-e', ['e', 'e']],
  ['s-f f-a1 f-a2 a1-h a2-h h-e', ['h', 'e']],
  ['s-f f-a1 f-a2 f-a3 a1-j a2-j a3-e j-e', ['j', 'e']],
  ['s-x x-a1? x-a2 a1-j a2-j j-e', ['j']],
  ['s-x x-a? x-e a-j j-e', ['j']],
  ['s-x1 x1-a? x1-e a-x2 x2-x1? x2-e', ['x1']],
  ['s-e a-h h-a', ['a']],
]
for (const [text, at] of FAULTY)
  test(`[4.08] refused at “${at.join('”, “')}”: ${text}`, () => {
    const faults = structureFaults(graph(text))
    assert.deepEqual([...new Set(faults.map(({ node }) => node))].sort(), [...new Set(at)].sort())
  })

test('a node named twice, an edge to no node and too many nodes are refused', () => {
  const sound = graph('s-a a-e')
  assert.deepEqual(
    structureFaults({ ...sound, nodes: [...sound.nodes, sound.nodes[1] as GraphNode] }).map(({ node }) => node),
    ['a'],
  )
  assert.ok(structureFaults({ ...sound, edges: [...sound.edges, { from: 'a', to: 'b' }] }).some(({ node }) => node === 'b'))
  const many = graph(['s-a1', ...Array.from({ length: 99 }, (_, at) => `a${at + 1}-a${at + 2}`), 'a100-e'].join(' '))
  assert.deepEqual(
    structureFaults(many).map(({ node }) => node),
    [''],
  )
})

const called = (whole: Graph, id: string, part: Graph, process = 'OTHER'): Graph => ({
  ...whole,
  nodes: whole.nodes.map((node) => (node.id === id ? { ...node, type: 'SUB_PROCESS', process, part: { version: 1, graph: part } } : node)),
})
const ways = ({ edges }: Graph) => edges.map(({ from, to }) => `${from}-${to}`).sort().join(' ') // oxfmt-ignore

test('[4.08] a sub-process runs as its steps between itself and its end, on a branch, as a way and within another', () => {
  const inner = graph('s-f f-a1 f-a2 a1-j a2-j j-e')
  const whole = called(graph('s-f f-p f-a p-j a-j j-e'), 'p', inner)
  assert.deepEqual(structureFaults(whole), [])
  assert.deepEqual(structureFaults(expanded(whole)), [])
  assert.equal(ways(expanded(whole)), 'a-j f-a f-p j-e p-p__f p__-j p__a1-p__j p__a2-p__j p__f-p__a1 p__f-p__a2 p__j-p__ s-f')
  assert.equal(ways(expanded(called(graph('s-q q-e'), 'q', called(graph('s-p p-e'), 'p', graph('s-a a-e'))))), 'q-q__p q__-e q__p-q__p__a q__p__-q__ q__p__a-q__p__ s-q') // oxfmt-ignore
  assert.equal(drawnStep(whole, 'p__a1')?.id, 'p')
  const way = called(graph('s-x x-p? x-e p-e'), 'p', graph('s-e'))
  assert.deepEqual(structureFaults(expanded(way)), [])
})

test('[4.08] a sub-process that is not there, leads back to the process itself or makes codes too long is refused at its step', () => {
  const drawn = graph('s-p p-e')
  const faults = (whole: Graph) => callFaults(whole, 'OWN').map(({ node, words }) => `${node}: ${words[1]}`)
  const empty: Graph = { ...drawn, nodes: drawn.nodes.map((node) => (node.id === 'p' ? { ...node, type: 'SUB_PROCESS', process: '' } : node)) }
  assert.deepEqual(faults(empty), ['p: names no process'])
  assert.deepEqual(faults(filled(called(drawn, 'p', drawn), new Map())), ['p: no process “OTHER” is published for this record type'])
  assert.deepEqual(faults(called(drawn, 'p', graph('s-e'))), [])
  assert.deepEqual(faults(called(drawn, 'p', graph('s-e'), 'OWN')), ['p: the sub-process leads back to this process itself'])
  assert.deepEqual(faults(called(drawn, 'p', called(drawn, 'p', graph('s-e'), 'OWN'))), ['p: the sub-process leads back to this process itself'])
  assert.match(faults(called(drawn, 'p', graph(`s-${'a'.repeat(38)} ${'a'.repeat(38)}-e`))).join(), /^p: the code of a step in it is too long/)
  assert.deepEqual(readGraph(called(drawn, 'p', drawn)).value.nodes[1], { id: 'p', type: 'SUB_PROCESS', name: 'p', name_en: 'p', process: 'OTHER' })
  assert.ok(readGraph({ ...drawn, nodes: [...drawn.nodes, { id: 'q', type: 'SUB_PROCESS_END', name: 'q', name_en: 'q' }] }).faults.length > 0)
})

test('a join counts the branches of its fork, not the ways that lead to it', () => {
  const both = graph('s-f f-x x-a1? x-a2 a1-j a2-j f-a3 a3-j j-e')
  assert.equal(branchesJoined(both, 'j'), 2)
  assert.deepEqual(
    both.nodes
      .filter(({ id }) => isOnBranch(both, id))
      .map(({ id }) => id)
      .sort(),
    ['a1', 'a2', 'a3', 'x'],
  )
})

const SID = '01890a5d-ac96-774b-bcce-b302099a8057'
const LEVEL: Level = { name: '审批', name_en: 'Approval', participants: [{ kind: 'OWNER' }], vote: 'ALL_PASS' }

test('[4.07] one to eight levels give a sound graph in their order; none and nine are refused', () => {
  for (const count of [1, 8]) {
    const levels = Array.from({ length: count }, () => LEVEL)
    assert.deepEqual(readLevels(levels), { value: levels, faults: [] })
    const drawn = graphOfLevels(levels)
    assert.deepEqual(structureFaults(drawn), [])
    assert.deepEqual(
      drawn.nodes.map(({ id }) => id),
      ['start', ...levels.map((_, at) => `level_${at + 1}`), 'end'],
    )
  }
  for (const levels of [[], Array.from({ length: 9 }, () => LEVEL), null, 'x', {}]) assert.equal(readLevels(levels).faults.length, 1)
})

test('what a level says is read whole', () => {
  const level: Level = {
    ...LEVEL,
    participants: [{ kind: 'PERSON', sid: SID }, { kind: 'STARTER_LEADER', up: 2 }, { kind: 'FIELD', field: 'agent' }, { kind: 'DEPARTMENT_LEADER' }],
    vote: 'HALF_PASS', days: 3, doc_types: ['POWER'], opens: ['title'], restart: 'BACK',
  } // oxfmt-ignore
  assert.deepEqual(readLevels([level]), { value: [level], faults: [] })
})

/** What makes the second of two levels faulty. */
const HOSTILE: Record<string, unknown> = {
  'no participant': { participants: [] },
  'nine participants': { participants: Array.from({ length: 9 }, () => ({ kind: 'OWNER' })) },
  'an unknown source': { participants: [{ kind: 'ANYBODY' }] },
  'a source of the prototype': { participants: [{ kind: 'constructor' }] },
  'a person without a sid': { participants: [{ kind: 'PERSON' }] },
  'a sid that is none': { participants: [{ kind: 'ROLE', sid: "' or true" }] },
  'a leader no step up': { participants: [{ kind: 'STARTER_LEADER', up: 0 }] },
  'a leader half a step up': { participants: [{ kind: 'STARTER_LEADER', up: 1.5 }] },
  'a field without a name': { participants: [{ kind: 'FIELD' }] },
  'more than the source needs': { participants: [{ kind: 'OWNER', sid: SID }] },
  'an unknown vote mode': { vote: 'MOST' },
  'no vote mode': { vote: undefined },
  'a time limit of no days': { days: 0 },
  'a time limit of text': { days: '3' },
  'a time limit without end': { days: 251 },
  'an empty name': { name: ' ' },
  'a long name': { name_en: 'x'.repeat(101) },
  'a name with a null character': { name: 'a\0b' },
  'an unknown part': { colour: 'red' },
  'document types that are no list': { doc_types: 'POWER' },
  'an unknown return': { restart: 'NEVER' },
}
for (const [what, part] of Object.entries(HOSTILE))
  test(`[9.05] a level with ${what} is refused at its place`, () => {
    const { faults } = readLevels([LEVEL, { ...LEVEL, ...(part as object) }])
    assert.deepEqual([...new Set(faults.map(({ place }) => place))], ['level_2'])
  })

test('whatever is sent as levels or as a graph is read or refused, and never fails', () => {
  const some = fc.oneof(fc.jsonValue(), fc.array(fc.record({ participants: fc.jsonValue(), vote: fc.jsonValue() })))
  fc.assert(
    fc.property(some, some, (nodes, edges) => {
      for (const { value, faults } of [readLevels(nodes), readGraph({ nodes, edges }), readGraph(nodes)])
        assert.ok(faults.length > 0 || value !== undefined)
    }),
  )
})
