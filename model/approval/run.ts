import type { Words } from '../kit/fields.ts'
import { type Graph, type GraphNode, openedBy } from './graph.ts'
import { after, type Asked, isLive, type RunFact, type RunState, type Task } from './state.ts'
import { branchesJoined, edgesFrom, nodeOf } from './structure.ts'
import { verdictOf, type Vote } from './votes.ts'

/** Functions that a run needs from the server. */
export type World = {
  /** The people of a node; an empty list if there are none. */
  people(node: GraphNode): Promise<readonly string[]>
  /** Whether this person can still act. */
  isAble(person: string): Promise<boolean>
  /** The node to which an exclusive gateway leads. */
  way(node: GraphNode): Promise<string>
  /** Carries out the approved transition; returns the reason if it is refused. */
  carryOut(): Promise<Words | undefined>
  sid(): string
}

/** A run in the course of one step: its state, and the facts that the step has added. */
export type Run = { graph: Graph; state: RunState; facts: RunFact[]; once: boolean; starter: string; world: World }

const GONE: Words = ['发起人已离职或停用', 'its starter can no longer act']
const NOBODY: Words = ['没有找到办理人', 'nobody was found for it']

export function note(run: Run, fact: RunFact) {
  run.facts.push(fact)
  run.state = after(run.graph, run.state, fact)
}

export async function begin(run: Run) {
  note(run, { act: 'START' })
  for (const node of run.graph.nodes) if (node.type === 'START') await leave(run, node.id)
}

/** One person's opinion. */
export async function decide(run: Run, task: Task, act: 'AGREE' | 'REFUSE') {
  note(run, { act, node: task.node, task: task.sid })
  await settle(run, task.node)
}

export async function giveBack(run: Run, task: Task, target: string) {
  const back = nodeOf(run.graph, task.node)?.restart === 'BACK'
  note(run, { act: 'RETURN', node: task.node, task: task.sid, target, back })
  await enter(run, target)
}

export async function assign(run: Run, node: string, people: readonly string[]) {
  note(run, { act: 'ASSIGN', node, tasks: asked(run, people) })
  await agreeAgain(run, node)
}

export const asked = (run: Run, people: readonly string[]): Asked[] => people.map((person) => ({ sid: run.world.sid(), person }))

/** Repeats the steps that an administrator had to settle: the search for people, or the approved transition. Open tasks are kept. */
export async function retry(run: Run) {
  for (const id of run.state.stuck)
    if (run.state.tasks.some((task) => task.node === id && isLive(task))) note(run, { act: 'RESUME', node: id })
    else await enter(run, id)
}

/** Other people take over the tasks of people who can no longer act. */
export function replace(run: Run, node: string, tasks: readonly Task[], people: readonly string[]) {
  for (const [at, task] of tasks.entries()) note(run, { act: 'TRANSFER', node, task: task.sid, tasks: asked(run, people.slice(at, at + 1)) })
  note(run, { act: 'RESUME', node })
}

async function leave(run: Run, id: string) {
  for (const { to } of edgesFrom(run.graph, id)) await enter(run, to)
}

async function enter(run: Run, id: string): Promise<void> {
  const node = nodeOf(run.graph, id)
  if (!node || run.state.end) return
  switch (node.type) {
    case 'START':
      return enterStart(run, id)
    case 'APPROVE':
    case 'HANDLE':
      return enterWork(run, node)
    case 'NOTICE':
      note(run, { act: 'NOTICE', node: id, people: await run.world.people(node) })
      return pass(run, id)
    case 'EXCLUSIVE': {
      const way = await run.world.way(node)
      note(run, { act: 'PASS', node: id, way })
      return enter(run, way)
    }
    case 'FORK':
    case 'SUB_PROCESS':
    case 'SUB_PROCESS_END':
      return pass(run, id)
    case 'JOIN':
      note(run, { act: 'ARRIVE', node: id })
      return (run.state.arrived[id] ?? 0) < branchesJoined(run.graph, id) ? undefined : pass(run, id)
    case 'END':
      return finish(run, id)
  }
}

async function pass(run: Run, id: string) {
  const { back } = run.state
  note(run, { act: 'PASS', node: id })
  if (back?.target !== id) return leave(run, id)
  for (const open of back.open) await enter(run, open)
}

async function finish(run: Run, id: string) {
  const refused = await run.world.carryOut()
  if (!refused) return note(run, { act: 'END', node: id, end: 'APPROVED' })
  const [zh, en] = refused
  note(run, { act: 'WAIT', node: id, zh, en })
}

async function enterStart(run: Run, id: string) {
  if (await run.world.isAble(run.starter)) return note(run, { act: 'ENTER', node: id, tasks: asked(run, [run.starter]) })
  note(run, { act: 'WAIT', node: id, zh: GONE[0], en: GONE[1] })
}

async function enterWork(run: Run, node: GraphNode) {
  const people = [...new Set(await run.world.people(node))]
  if (people.length === 0) return note(run, { act: 'WAIT', node: node.id, zh: NOBODY[0], en: NOBODY[1] })
  note(run, { act: 'ENTER', node: node.id, tasks: asked(run, people) })
  await agreeAgain(run, node.id)
}

/** People who approved in this round are not asked again, if the process says so and the node asks only for an opinion. */
async function agreeAgain(run: Run, id: string) {
  const node = nodeOf(run.graph, id)
  if (!run.once || node?.type !== 'APPROVE' || asksForMore(node)) return
  const { round, tasks } = run.state
  const approves = (task: Task) =>
    task.round === round && task.state === 'AGREED' && !task.advises && nodeOf(run.graph, task.node)?.type === 'APPROVE'
  const agreed = new Set(tasks.filter(approves).map(({ person }) => person))
  for (const task of tasks)
    if (task.node === id && task.round === round && task.state === 'OPEN' && agreed.has(task.person))
      note(run, { act: 'AGREE', node: id, task: task.sid, by_product: true })
  await settle(run, id)
}

/** Whether the node requires documents or values before an agreement. */
const asksForMore = (node: GraphNode) => (node.doc_types ?? []).length + openedBy(node).length > 0

/** Continues if the votes of the node decide it. */
async function settle(run: Run, id: string) {
  const node = nodeOf(run.graph, id)
  if (!node || !run.state.open.includes(id)) return
  const verdict = verdictOf(node.vote ?? 'ALL_PASS', votesAt(run.state, id))
  if (verdict === 'PASS') await pass(run, id)
  else if (verdict === 'FAIL') note(run, { act: 'END', node: id, end: 'REFUSED' })
}

/** One vote of each seat: a refusal of any of its tasks, or the agreement of all of them. */
export function votesAt({ tasks, round }: RunState, node: string): Vote[] {
  const own = tasks.filter((task) => task.node === node && task.round === round && !task.advises && task.state !== 'TRANSFERRED')
  return [...Map.groupBy(own, ({ seat }) => seat).values()].map((seat) => {
    if (seat.some(({ state }) => state === 'REFUSED')) return 'REFUSE'
    return seat.some(isLive) ? undefined : seat.every(({ state }) => state === 'AGREED') ? 'AGREE' : undefined
  })
}
