import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Graph, Level } from './graph.ts'
import { graphOfLevels } from './levels.ts'
import { BEGINNING, type RunState } from './state.ts'
import { whyNotAlong } from './take-along.ts'

const level = (name: string): Level => ({ name, name_en: name, participants: [{ kind: 'STARTER' }], vote: 'ALL_PASS' })
const graph = (...names: string[]) => graphOfLevels(names.map(level))
const at = (...open: string[]): RunState => ({ ...BEGINNING, open })
const node = (id: string, type: Graph['nodes'][number]['type']) => ({ id, type, name: id, name_en: id })
const forked: Graph = {
  nodes: [node('start', 'START'), node('f', 'FORK'), node('level_1', 'APPROVE'), node('b', 'APPROVE'), node('j', 'JOIN'), node('end', 'END')],
  edges: [['start', 'f'], ['f', 'level_1'], ['f', 'b'], ['level_1', 'j'], ['b', 'j'], ['j', 'end']].map(([from = '', to = '']) => ({ from, to })),
} // oxfmt-ignore

for (const [name, state, from, to, why] of [
  ['a step that stands in both', at('level_1'), graph('a', 'b'), graph('a', 'c', 'd'), undefined],
  ['a step that is gone', at('level_2'), graph('a', 'b'), graph('a'), 'the new version has no step “b”'],
  ['what goes back to a step that is gone', { ...at('start'), back: { target: 'start', open: ['level_2'], arrived: {} } }, graph('a', 'b'), graph('a'), 'the new version has no step “b”'],
  ['an ended one', { ...at(), end: 'APPROVED' as const }, graph('a'), graph('a'), 'it has ended'],
  ['one on branches', at('b'), forked, forked, 'it is on parallel branches'],
  ['one that would come onto a branch', at('level_1'), graph('a'), forked, '“level_1” is on a parallel branch of the new version'],
] as const)
  test(`[5.13] taken along: ${name}`, () => assert.equal(whyNotAlong(state, from, to)?.[1], why)) // oxfmt-ignore
