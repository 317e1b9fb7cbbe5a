import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Graph } from '../../../../model/approval/graph.ts'
import { readGraph } from '../../../../model/approval/shape.ts'
import { edgesFrom, structureFaults } from '../../../../model/approval/structure.ts'
import { addAfter, ADDED, changedEdge, firstGraph, joined, meetingOf, without, withoutEdge } from './graph-steps.ts'

const ways = ({ edges }: Graph) => edges.map(({ from, to, when }) => `${from} → ${to}${when ? ` if ${when}` : ''}`).toSorted()
/** What is drawn lacks conditions until somebody writes them. */
const conditioned = (graph: Graph): Graph => {
  const [branch] = graph.nodes.filter(({ type }) => type === 'EXCLUSIVE').flatMap(({ id }) => {
    const open = edgesFrom(graph, id).filter(({ when }) => !when)
    return open.length > 1 ? open : []
  }) // oxfmt-ignore
  return branch ? conditioned(changedEdge(graph, branch, "country = 'CN'")) : graph
}

test('[9.05] a new drawing has a start, an approval and an end, and can run', () => {
  assert.deepEqual(ways(firstGraph()), ['start → step_2', 'step_2 → end'])
  assert.deepEqual(structureFaults(firstGraph()), [])
})

for (const type of ADDED)
  test(`[9.05] ${type} is put after a step, and taken away again`, () => {
    const { graph, added } = addAfter(firstGraph(), 'step_2', type)
    assert.deepEqual(structureFaults(conditioned(graph)), [])
    assert.deepEqual(readGraph(graph).faults, [])
    assert.deepEqual(ways(without(graph, added)), ways(firstGraph()))
  })

test('[9.05] a branching gets another branch, which meets the others, and is no branching any more when one is left', () => {
  const { graph: forked, added: fork } = addAfter(firstGraph(), 'step_2', 'FORK')
  const { graph, added: third } = addAfter(forked, fork, 'HANDLE')
  assert.deepEqual(structureFaults(graph), [])
  assert.equal(edgesFrom(graph, third)[0]?.to, meetingOf(graph, fork))
  const two = without(graph, third)
  assert.deepEqual(ways(two), ways(forked))
  const [branch] = edgesFrom(two, fork)
  assert.ok(branch)
  const one = withoutEdge(two, branch)
  assert.deepEqual(one.nodes.map(({ type }) => type).toSorted(), ['APPROVE', 'APPROVE', 'END', 'START'])
  assert.deepEqual(structureFaults(one), [])
})

test('[9.05] a line that is drawn replaces the way of a step, and adds one to a branching', () => {
  const { graph, added } = addAfter(firstGraph(), 'step_2', 'EXCLUSIVE')
  const [inner = ''] = edgesFrom(graph, added).map(({ to }) => to)
  assert.equal(joined(graph, added, 'end'), graph, 'it is there already')
  assert.equal(edgesFrom(joined(graph, inner, 'step_2'), inner)[0]?.to, 'step_2')
  assert.deepEqual(structureFaults(joined(graph, inner, 'step_2')).map(({ node }) => node).slice(0, 1), [added]) // oxfmt-ignore
  assert.equal(edgesFrom(joined(graph, added, 'step_2'), added).length, 3)
})
