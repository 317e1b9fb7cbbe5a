import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Edge, type Graph, type GraphNode, RESTART_MODES, type RestartMode, VOTE_MODES, type VoteMode } from './graph.ts'
import { asked, assign, begin, decide, giveBack, note, retry, type Run, votesAt } from './run.ts'
import { readGraph } from './shape.ts'
import { after, BEGINNING, isLive, returnTargets, type RunState, type Task } from './state.ts'
import { isOnBranch, nodeOf, structureFaults } from './structure.ts'
import { expanded, filled } from './sub-process.ts'
import { verdictOf } from './votes.ts'

type Step =
  | { kind: 'work'; type: 'APPROVE' | 'HANDLE' | 'NOTICE'; vote: VoteMode; restart: RestartMode }
  | { kind: 'ways' | 'branches'; parts: Step[][] }
  | { kind: 'called'; steps: Step[] }

const work = fc.record({
  kind: fc.constant('work' as const),
  type: fc.constantFrom('APPROVE' as const, 'APPROVE' as const, 'HANDLE' as const, 'NOTICE' as const),
  vote: fc.constantFrom(...(Object.keys(VOTE_MODES) as VoteMode[])),
  restart: fc.constantFrom(...(Object.keys(RESTART_MODES) as RestartMode[])),
})

const { steps } = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { arbitrary: work, weight: 3 },
    {
      arbitrary: fc.record({
        kind: fc.constantFrom('ways' as const, 'branches' as const),
        parts: fc.array(tie('steps'), { minLength: 2, maxLength: 3 }),
      }),
      weight: 2,
    },
    { arbitrary: fc.record({ kind: fc.constant('called' as const), steps: tie('steps') }), weight: 1 },
  ),
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
}))

/** Sound graphs in which gateways, forks and sub-processes stand within each other. */
const graphs: fc.Arbitrary<Graph> = steps.map(graphOf)

function graphOf(all: readonly Step[]): Graph {
  const nodes: GraphNode[] = []
  const edges: Edge[] = []
  const add = (type: GraphNode['type'], more: Partial<GraphNode> = {}) => {
    const id = `n${nodes.length}`
    nodes.push({ id, type, name: id, name_en: id, ...more })
    return id
  }
  const draw = (one: Step, from: Edge[]): Edge[] => {
    if (one.kind === 'work') {
      const { type, vote, restart } = one
      return enter(add(type, { participants: [{ kind: 'STARTER' }], vote, restart }), from)
    }
    if (one.kind === 'called') return enter(add('SUB_PROCESS', { process: 'OTHER', part: { version: 1, graph: graphOf(one.steps) } }), from)
    const [gate] = enter(add(one.kind === 'ways' ? 'EXCLUSIVE' : 'FORK'), from)
    const ends = one.parts.flatMap((part, at) => {
      const way = { from: gate?.from ?? '', to: '', ...(one.kind === 'ways' && at > 0 && { when: 'title IS NOT NULL' }) }
      return part.reduce((open, step) => draw(step, open), [way])
    })
    return one.kind === 'ways' ? ends : enter(add('JOIN'), ends)
  }
  const enter = (id: string, from: readonly Edge[]): Edge[] => {
    edges.push(...from.map((edge) => ({ ...edge, to: id })))
    return [{ from: id, to: '' }]
  }
  const last = all.reduce((open, step) => draw(step, open), [{ from: add('START'), to: '' }])
  enter(add('END'), last)
  return { nodes, edges }
}

test('graphs with nested gateways, forks and sub-processes are sound, and unsound without any one of their edges', () => {
  fc.assert(
    fc.property(graphs, fc.nat(), (whole, pick) => {
      assert.deepEqual(structureFaults(whole), [])
      assert.deepEqual(readGraph(whole), { value: filled(whole, new Map()), faults: [] })
      assert.deepEqual(
        structureFaults(expanded(whole)).filter(({ node }) => node !== ''),
        [],
        'of any size',
      )
      const cut = whole.edges[pick % whole.edges.length]
      assert.notDeepEqual(structureFaults({ ...whole, edges: whole.edges.filter((edge) => edge !== cut) }), [])
    }),
  )
})

const PEOPLE = ['p0', 'p1', 'p2', 'p3', 'p4']

/** Choices in the order in which they are needed, from one list of numbers. */
type Chance = (of: number) => number
function chanceOf(numbers: readonly number[]): Chance {
  let at = 0
  return (of) => (of === 0 ? 0 : (numbers[at++ % numbers.length] ?? 0) % of)
}

type Carried = { out: number }

function runOf(graph: Graph, once: boolean, chance: Chance, carried: Carried): Run {
  let made = 0
  const world: Run['world'] = {
    people: async () => PEOPLE.filter(() => chance(3) > 0).slice(0, chance(9) === 0 ? 0 : 4),
    isAble: async () => chance(9) > 0,
    way: async (node) => {
      const ways = graph.edges.filter(({ from }) => from === node.id)
      return ways[chance(ways.length)]?.to ?? ''
    },
    carryOut: async () => {
      if (chance(4) === 0) return ['暂不能执行', 'not now']
      carried.out++
      return undefined
    },
    sid: () => `t${made++}`,
  }
  return { graph, state: BEGINNING, facts: [], once, starter: 'p0', world }
}

const openTasks = ({ state }: Run) => state.tasks.filter((task) => task.state === 'OPEN')
const fresh = ({ state }: Run, task: Task) =>
  PEOPLE.filter((person) => !state.tasks.some((one) => one.node === task.node && isLive(one) && one.person === person))

/** Any act that somebody may do now. */
async function actAtRandom(run: Run, chance: Chance) {
  const tasks = openTasks(run)
  const task = tasks[chance(tasks.length)]
  const [stuck] = run.state.stuck
  const settles = stuck !== undefined && (task === undefined || chance(4) === 0)
  if (settles)
    return ['START', 'END'].includes(nodeOf(run.graph, stuck)?.type ?? '') || chance(2) === 0 ? retry(run) : assign(run, stuck, ['p3', 'p4'])
  if (task) await actOn(run, task, chance)
}

async function actOn(run: Run, task: Task, chance: Chance) {
  const type = nodeOf(run.graph, task.node)?.type
  if (type === 'START') return decide(run, task, 'AGREE')
  if (task.advises || chance(2) === 0) return decide(run, task, type === 'APPROVE' && chance(4) === 0 ? 'REFUSE' : 'AGREE')
  const targets = returnTargets(run.graph, run.state, task.node, (id) => isOnBranch(run.graph, id))
  const target = targets[chance(targets.length)]
  if (chance(4) === 0 && target !== undefined) return giveBack(run, task, target)
  const others = fresh(run, task)
  const act = (['TRANSFER', 'DELEGATE', 'ADD_BEFORE', 'ADD_BESIDE', 'ADD_AFTER'] as const)[chance(5)]
  const people = others.slice(0, act === 'TRANSFER' || act === 'DELEGATE' ? 1 : 1 + chance(2))
  if (act && people.length > 0) note(run, { act, node: task.node, task: task.sid, tasks: asked(run, people) })
}

/** What holds after every act. */
function holds(run: Run) {
  const { end, open, stuck, tasks } = run.state
  if (end) {
    assert.ok(open.length === 0 && stuck.length === 0 && !tasks.some(isLive), 'nothing is left open at the end')
    return
  }
  assert.ok(open.length > 0, 'something is open')
  for (const node of open) {
    const own = tasks.filter((task) => task.node === node && task.state === 'OPEN')
    assert.ok(stuck.includes(node) || own.some(({ person }) => person !== ''), `${node} waits for a person or for an administrator`)
  }
  for (const task of tasks)
    if (isLive(task)) assert.ok(open.includes(task.node) && task.round === run.state.round, 'a task is open where the run stands')
}

/** What holds of the whole log. */
function logHolds(run: Run, carried: Carried) {
  let state: RunState = BEGINNING
  const once = new Set<string>()
  for (const fact of run.facts) {
    const key = fact.act === 'ENTER' || fact.act === 'PASS' || fact.act === 'NOTICE' ? `${fact.act} ${fact.node} in round ${state.round}` : ''
    if (key) assert.ok(!once.has(key), `${key} twice`)
    once.add(key)
    const node = fact.act === 'PASS' || fact.act === 'END' ? nodeOf(run.graph, fact.node) : undefined
    if (node?.type === 'APPROVE' || node?.type === 'HANDLE') {
      const verdict = verdictOf(node.vote ?? 'ALL_PASS', votesAt(state, node.id))
      assert.equal(verdict, fact.act === 'PASS' ? 'PASS' : 'FAIL')
    }
    state = after(run.graph, state, fact)
  }
  assert.deepEqual(state, run.state)
  for (const fact of run.facts)
    if (fact.act === 'AGREE' || fact.act === 'REFUSE') assert.equal(stateOf(state, fact.task), fact.act === 'AGREE' ? 'AGREED' : 'REFUSED')
  assert.equal(carried.out, state.end === 'APPROVED' ? 1 : 0)
}

const stateOf = ({ tasks }: RunState, sid: string) => tasks.find((task) => task.sid === sid)?.state

test('[4.07] whatever people do, an approval ends or waits for somebody, no vote is lost, no node is entered twice in a round, and its log gives its state', async () => {
  const chances = fc.array(fc.nat(10_000), { minLength: 20, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(graphs.map(expanded), fc.boolean(), chances, fc.nat(40), async (graph, once, numbers, acts) => {
      const chance = chanceOf(numbers)
      const carried = { out: 0 }
      const run = runOf(graph, once, chance, carried)
      await begin(run)
      holds(run)
      for (let act = 0; act < acts && !run.state.end; act++) {
        await actAtRandom(run, chance)
        holds(run)
      }
      await finishQuickly(run, carried)
      holds(run)
      logHolds(run, carried)
    }),
    { numRuns: 400 },
  )
})

/** Everybody agrees, and administrators settle what waits for them. */
async function finishQuickly(run: Run, carried: Carried) {
  run.world.people = async () => ['p1']
  run.world.carryOut = async () => void carried.out++
  run.world.isAble = async () => true
  for (let left = 2000; left > 0 && !run.state.end; left--) {
    const [task] = openTasks(run)
    if (task) await decide(run, task, 'AGREE')
    else await retry(run)
  }
  assert.ok(run.state.end, 'the approval ends once everybody agrees')
}
