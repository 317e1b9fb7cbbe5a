import type { TaskState } from './approval_task.ts'
import { edgesFrom, nodeOf, reach } from './structure.ts'
import type { Graph } from './graph.ts'

/** One person's task; `seat` is the vote to which it belongs, `after` the task that must be done first. */
export type Task = {
  sid: string
  node: string
  round: number
  person: string
  state: TaskState
  seat: string
  after: string | null
  advises: boolean
}

/** `open`: the nodes that people work on; `stuck`: those of them for which an administrator must do something. */
export type RunState = {
  end: 'APPROVED' | 'REFUSED' | 'WITHDRAWN' | 'TERMINATED' | null
  round: number
  open: readonly string[]
  stuck: readonly string[]
  arrived: Readonly<Record<string, number>>
  passed: readonly string[]
  back: { target: string; open: readonly string[]; arrived: Readonly<Record<string, number>> } | null
  tasks: readonly Task[]
}

export type Asked = { sid: string; person: string }

/** Recorded facts, without what follows from them: a state is the sum of its facts. */
export type RunFact =
  | { act: 'START' | 'WITHDRAW' | 'TERMINATE' }
  | { act: 'ENTER' | 'ASSIGN'; node: string; tasks: readonly Asked[] }
  | { act: 'ARRIVE'; node: string }
  | { act: 'PASS'; node: string; way?: string }
  | { act: 'NOTICE'; node: string; people: readonly string[] }
  | { act: 'AGREE' | 'REFUSE'; node: string; task: string; by_product?: true }
  | { act: 'RETURN'; node: string; task: string; target: string; back: boolean }
  | { act: 'TRANSFER'; node: string; task: string; tasks: readonly Asked[] }
  | { act: 'DELEGATE' | 'ADD_BEFORE' | 'ADD_BESIDE' | 'ADD_AFTER'; node: string; task: string; tasks: readonly Asked[] }
  | { act: 'WAIT'; node: string; zh: string; en: string }
  | { act: 'RESUME'; node: string }
  | { act: 'END'; node: string; end: 'APPROVED' | 'REFUSED' }

export const BEGINNING: RunState = { end: null, round: 1, open: [], stuck: [], arrived: {}, passed: [], back: null, tasks: [] }

export const isLive = ({ state }: Task) => state === 'OPEN' || state === 'WAITING'

/** Whether the person acts at the node already, or has voted there: another task would give them a second vote. */
export const takesPart = (task: Task) => isLive(task) || ((task.state === 'AGREED' || task.state === 'REFUSED') && !task.advises)

/** The state after one more fact. */
export function after(graph: Graph, state: RunState, fact: RunFact): RunState {
  switch (fact.act) {
    case 'START':
      return BEGINNING
    case 'ENTER':
    case 'ASSIGN':
      return opened(state, fact.node, fact.tasks)
    case 'ARRIVE':
      return { ...state, arrived: { ...state.arrived, [fact.node]: (state.arrived[fact.node] ?? 0) + 1 } }
    case 'PASS':
      return passedBy(state, fact.node)
    case 'NOTICE':
      return state
    case 'AGREE':
    case 'REFUSE':
      return decided(state, fact.task, fact.act === 'AGREE' ? 'AGREED' : 'REFUSED')
    case 'RETURN':
      return returned(graph, state, fact)
    case 'TRANSFER':
      return transferred(state, fact.task, fact.tasks)
    case 'WAIT':
      return { ...state, open: added(state.open, fact.node), stuck: added(state.stuck, fact.node) }
    case 'RESUME':
      return { ...state, stuck: state.stuck.filter((one) => one !== fact.node) }
    case 'END':
      return ended(state, fact.end)
    case 'WITHDRAW':
      return ended(state, 'WITHDRAWN')
    case 'TERMINATE':
      return ended(state, 'TERMINATED')
    default:
      return joinedBy(state, fact.act, fact.task, fact.tasks)
  }
}

const added = (list: readonly string[], one: string) => (list.includes(one) ? list : [...list, one])

const taskOf = (state: RunState, sid: string) => state.tasks.find((task) => task.sid === sid)

function changed(state: RunState, of: (task: Task) => Partial<Task> | undefined): RunState {
  return { ...state, tasks: state.tasks.map((task) => ({ ...task, ...of(task) })) }
}

const closing = (task: Task) => (isLive(task) ? { state: 'NOT_NEEDED' as const } : undefined)

function opened(state: RunState, node: string, asked: readonly Asked[]): RunState {
  const { round } = state
  const fresh = asked.map(({ sid, person }): Task => ({ sid, node, round, person, state: 'OPEN', seat: sid, after: null, advises: false }))
  const stuck = state.stuck.filter((one) => one !== node)
  return { ...state, open: added(state.open, node), stuck, tasks: [...state.tasks, ...fresh] }
}

function passedBy(state: RunState, node: string): RunState {
  const closed = changed(state, (task) => (task.node === node ? closing(task) : undefined))
  const open = state.open.filter((one) => one !== node)
  const over = { ...closed, open, stuck: state.stuck.filter((one) => one !== node), passed: added(state.passed, node) }
  return state.back?.target === node ? { ...over, back: null, arrived: state.back.arrived } : over
}

/** A decision opens the tasks that waited for it; a refusal, unless it is advice, decides for the whole seat. */
function decided(state: RunState, sid: string, to: 'AGREED' | 'REFUSED'): RunState {
  const own = taskOf(state, sid)
  return changed(state, (task) => {
    if (task.sid === sid) return { state: to }
    if (to === 'REFUSED' && own && !own.advises && task.seat === own.seat) return closing(task)
    return task.after === sid && task.state === 'WAITING' ? { state: 'OPEN' } : undefined
  })
}

function returned(graph: Graph, state: RunState, { task, target, back }: Extract<RunFact, { act: 'RETURN' }>): RunState {
  const closed = changed(state, (one) => (one.sid === task ? { state: 'RETURNED' } : closing(one)))
  const again = back ? new Set([target]) : reach(graph, target)
  return {
    ...closed,
    round: state.round + 1,
    open: [],
    stuck: [],
    arrived: {},
    passed: state.passed.filter((node) => !again.has(node)),
    back: back ? { target, open: state.open, arrived: state.arrived } : null,
  }
}

function transferred(state: RunState, sid: string, tasks: readonly Asked[]): RunState {
  const own = taskOf(state, sid)
  const [to] = tasks
  if (!own || !to) return state
  const moved = changed(state, (task) => (task.sid === sid ? { state: 'TRANSFERRED' } : task.after === sid ? { after: to.sid } : undefined))
  return { ...moved, tasks: [...moved.tasks, { ...own, sid: to.sid, person: to.person, state: 'OPEN', after: null }] }
}

/** Delegates and added signers: of a chain, each opens when the one before it is done. */
function joinedBy(state: RunState, act: 'DELEGATE' | 'ADD_BEFORE' | 'ADD_BESIDE' | 'ADD_AFTER', sid: string, asked: readonly Asked[]): RunState {
  const own = taskOf(state, sid)
  if (!own) return state
  const fresh = asked.map(({ sid: one, person }, at): Task => {
    const base = { ...own, sid: one, person, state: 'OPEN' as const, after: null }
    if (act === 'ADD_BESIDE') return { ...base, seat: one }
    if (act === 'DELEGATE') return { ...base, advises: true }
    const before = asked[at - 1]?.sid ?? (act === 'ADD_AFTER' ? sid : null)
    return { ...base, advises: own.advises, state: before ? 'WAITING' : 'OPEN', after: before }
  })
  const last = fresh.at(-1)?.sid ?? null
  const moved = changed(state, (task) => {
    if (task.sid === sid && (act === 'DELEGATE' || act === 'ADD_BEFORE')) return { state: 'WAITING', after: last }
    return act === 'ADD_AFTER' && task.after === sid ? { after: last } : undefined
  })
  return { ...moved, tasks: [...moved.tasks, ...fresh] }
}

function ended(state: RunState, end: NonNullable<RunState['end']>): RunState {
  return { ...changed(state, closing), end, open: [], stuck: [] }
}

/** The nodes to which a task may be returned: the start, and those passed on the way to it. */
export function returnTargets(graph: Graph, state: RunState, from: string, onBranch: (id: string) => boolean): string[] {
  const known = state.passed.filter((id) => {
    const type = nodeOf(graph, id)?.type
    return (type === 'APPROVE' || type === 'HANDLE') && id !== from && !onBranch(id) && reach(graph, id).has(from)
  })
  const [start] = graph.nodes.filter(({ type }) => type === 'START')
  return start && edgesFrom(graph, start.id).length > 0 ? [start.id, ...known] : known
}
