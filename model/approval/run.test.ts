import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Graph, GraphNode, Level } from './graph.ts'
import { graphOfLevels } from './levels.ts'
import { asked, assign, begin, decide, giveBack, note, retry, type Run } from './run.ts'
import { BEGINNING, returnTargets } from './state.ts'
import { isOnBranch, nodeOf } from './structure.ts'

/** The people of a node stand in its name. */
const level = (people: string, more: Partial<Level> = {}): Level => ({
  name: people, name_en: people, participants: [{ kind: 'STARTER' }], vote: 'ALL_PASS', ...more,
}) // oxfmt-ignore

type Course = Run & { refusal?: readonly [string, string]; nobody: Set<string> }

async function start(graph: Graph, { once = false, nobody = [] as readonly string[] } = {}): Promise<Course> {
  let made = 0
  const missing = new Set(nobody)
  const run: Course = {
    graph, state: BEGINNING, facts: [], once, starter: 'starter', nobody: missing,
    world: {
      people: async ({ id, name }) => (missing.has(id) ? [] : name.split(' ')),
      isAble: async () => true,
      way: async ({ id }) => graph.edges.find((edge) => edge.from === id && !edge.when)?.to ?? '',
      carryOut: async () => run.refusal,
      sid: () => `t${++made}`,
    },
  } // oxfmt-ignore
  await begin(run)
  return run
}

const levels = (...all: readonly Level[]) => graphOfLevels(all)
const openOf = ({ state }: Run) => state.tasks.filter((task) => task.state === 'OPEN').map(({ person }) => person)
const taskOf = ({ state }: Run, person: string) => {
  const found = state.tasks.find((task) => task.person === person && task.state === 'OPEN')
  assert.ok(found, `${person} has an open task`)
  return found
}
const agree = async (run: Run, ...people: readonly string[]) => {
  for (const person of people) await decide(run, taskOf(run, person), 'AGREE')
}
const refuse = (run: Run, person: string) => decide(run, taskOf(run, person), 'REFUSE')
const pass = (run: Run, person: string, act: 'TRANSFER' | 'DELEGATE' | 'ADD_BEFORE' | 'ADD_BESIDE' | 'ADD_AFTER', to: readonly string[]) => {
  const task = taskOf(run, person)
  note(run, { act, node: task.node, task: task.sid, tasks: asked(run, to) })
}
const targets = (run: Run, from: string) => returnTargets(run.graph, run.state, from, (id) => isOnBranch(run.graph, id))

test('[4.07] levels follow one another, and those no longer needed are closed', async () => {
  const run = await start(levels(level('a b', { vote: 'ONE_PASS' }), level('c')))
  assert.deepEqual(openOf(run), ['a', 'b'])
  await agree(run, 'b')
  assert.deepEqual(openOf(run), ['c'])
  assert.equal(run.state.tasks.find(({ person }) => person === 'a')?.state, 'NOT_NEEDED')
  await agree(run, 'c')
  assert.equal(run.state.end, 'APPROVED')
})

test('[4.07] a refusal that decides ends the approval and closes every task', async () => {
  const run = await start(levels(level('a b c', { vote: 'HALF_PASS' }), level('d')))
  await refuse(run, 'a')
  assert.deepEqual(openOf(run), ['b', 'c'])
  await refuse(run, 'c')
  assert.deepEqual([run.state.end, openOf(run)], ['REFUSED', []])
})

test('[4.07] returned for a new start, every level is asked again in a second round', async () => {
  const run = await start(levels(level('a'), level('b', { restart: 'RESTART' })))
  await agree(run, 'a')
  assert.deepEqual(targets(run, 'level_2'), ['start', 'level_1'])
  await giveBack(run, taskOf(run, 'b'), 'start')
  assert.deepEqual([openOf(run), run.state.round], [['starter'], 2])
  await agree(run, 'starter')
  assert.deepEqual(openOf(run), ['a'])
  await agree(run, 'a', 'b')
  assert.equal(run.state.end, 'APPROVED')
})

test('[4.07] returned to come back, the approval goes on at the node that returned it', async () => {
  const run = await start(levels(level('a'), level('b'), level('c', { restart: 'BACK' })))
  await agree(run, 'a', 'b')
  await giveBack(run, taskOf(run, 'c'), 'level_1')
  assert.deepEqual(openOf(run), ['a'])
  await agree(run, 'a')
  assert.deepEqual(openOf(run), ['c'])
  await agree(run, 'c')
  assert.equal(run.state.end, 'APPROVED')
})

test('a transferred task takes its vote along', async () => {
  const run = await start(levels(level('a b', { vote: 'ALL_PASS' })))
  pass(run, 'a', 'TRANSFER', ['x'])
  assert.deepEqual(openOf(run), ['b', 'x'])
  await agree(run, 'b')
  assert.equal(run.state.end, null)
  await agree(run, 'x')
  assert.equal(run.state.end, 'APPROVED')
})

test('an adviser has no vote: after a refusal of the adviser, whoever delegated still decides', async () => {
  const run = await start(levels(level('a')))
  pass(run, 'a', 'DELEGATE', ['x'])
  assert.deepEqual(openOf(run), ['x'])
  await refuse(run, 'x')
  assert.deepEqual([openOf(run), run.state.end], [['a'], null])
  await agree(run, 'a')
  assert.equal(run.state.end, 'APPROVED')
})

test('signers before act in turn and then whoever added them; a refusal of one of them counts', async () => {
  const run = await start(levels(level('a')))
  pass(run, 'a', 'ADD_BEFORE', ['x', 'y'])
  assert.deepEqual(openOf(run), ['x'])
  await agree(run, 'x')
  assert.deepEqual(openOf(run), ['y'])
  await agree(run, 'y')
  assert.deepEqual([openOf(run), run.state.end], [['a'], null])
  const refused = await start(levels(level('a')))
  pass(refused, 'a', 'ADD_BEFORE', ['x', 'y'])
  await refuse(refused, 'x')
  assert.equal(refused.state.end, 'REFUSED')
})

test('signers after act before the node passes, also when two are added one after the other', async () => {
  const run = await start(levels(level('a'), level('b')))
  pass(run, 'a', 'ADD_AFTER', ['x'])
  pass(run, 'a', 'ADD_AFTER', ['y'])
  await agree(run, 'a')
  assert.deepEqual(openOf(run), ['y'])
  await agree(run, 'y', 'x')
  assert.deepEqual(openOf(run), ['b'])
})

test('a signer beside has a vote of their own', async () => {
  const run = await start(levels(level('a b', { vote: 'HALF_PASS' })))
  pass(run, 'a', 'ADD_BESIDE', ['x'])
  await agree(run, 'a')
  assert.equal(run.state.end, null)
  await agree(run, 'x')
  assert.equal(run.state.end, 'APPROVED')
})

test('who agreed once is not asked again in the same round, if the process says so, but after a return', async () => {
  const graph = levels(level('a'), level('a b'), level('a', { restart: 'RESTART' }), level('c', { restart: 'RESTART' }))
  const run = await start(graph, { once: true })
  await agree(run, 'a')
  assert.deepEqual(openOf(run), ['b'])
  await agree(run, 'b')
  assert.deepEqual(openOf(run), ['c'])
  assert.equal(run.facts.filter((fact) => fact.act === 'AGREE' && fact.by_product).length, 2)
  await giveBack(run, taskOf(run, 'c'), 'start')
  await agree(run, 'starter')
  assert.deepEqual(openOf(run), ['a'])
  const asking = await start(levels(level('a'), level('a')))
  await agree(asking, 'a')
  assert.deepEqual(openOf(asking), ['a'])
})

test('branches run side by side and are joined before the end; nothing is returned into one', async () => {
  const node = (id: string, type: GraphNode['type'], name = id): GraphNode => ({ id, type, name, name_en: name, vote: 'ALL_PASS' })
  const graph: Graph = {
    nodes: [node('s', 'START'), node('f', 'FORK'), node('one', 'APPROVE', 'a'), node('two', 'HANDLE', 'b'), node('told', 'NOTICE', 'n'), node('j', 'JOIN'), node('last', 'APPROVE', 'c'), node('e', 'END')],
    edges: [['s', 'f'], ['f', 'one'], ['f', 'two'], ['one', 'told'], ['told', 'j'], ['two', 'j'], ['j', 'last'], ['last', 'e']].map(([from = '', to = '']) => ({ from, to })),
  } // oxfmt-ignore
  const run = await start(graph)
  assert.deepEqual(openOf(run), ['a', 'b'])
  await agree(run, 'a')
  assert.deepEqual(openOf(run), ['b'])
  await agree(run, 'b')
  assert.deepEqual([openOf(run), targets(run, 'last')], [['c'], ['s']])
  assert.deepEqual(
    run.facts.filter((fact) => fact.act === 'NOTICE').map(({ people }) => people),
    [['n']],
  )
  await agree(run, 'c')
  assert.equal(run.state.end, 'APPROVED')
})

test('where nobody is found it waits for an administrator, who names people or tries again', async () => {
  const run = await start(levels(level('a'), level('b')), { nobody: ['level_1', 'level_2'] })
  assert.deepEqual([run.state.stuck, run.state.end], [['level_1'], null])
  await assign(run, 'level_1', ['x'])
  await agree(run, 'x')
  assert.deepEqual(run.state.stuck, ['level_2'])
  run.nobody.clear()
  await retry(run)
  assert.deepEqual([run.state.stuck, openOf(run)], [[], ['b']])
  const once = await start(levels(level('a')), { nobody: ['level_1'], once: true })
  await assign(once, 'level_1', [])
  assert.equal(once.state.end, null, 'nobody never agrees')
})

test('what cannot be carried out after the last vote waits with its reason, and is carried out when it can be', async () => {
  const run = await start(levels(level('a')))
  run.refusal = ['缺少文件', 'a document is missing']
  await agree(run, 'a')
  assert.deepEqual([run.state.end, run.state.stuck], [null, ['end']])
  const [waits] = run.facts.filter((fact) => fact.act === 'WAIT')
  assert.equal(waits?.en, 'a document is missing')
  delete run.refusal
  await retry(run)
  assert.equal(run.state.end, 'APPROVED')
  assert.equal(nodeOf(run.graph, 'end')?.type, 'END')
})
