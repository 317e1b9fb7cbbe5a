import {
  type ApprovalLine,
  approvalsOfRecord,
  type ApprovalNodeView,
  type ApprovalView,
  viewApproval,
} from '../../model/approval/approval-actions.ts'
import type { Approval } from '../../model/approval/approval.ts'
import type { ApprovalLog } from '../../model/approval/approval_log.ts'
import type { ApprovalTask } from '../../model/approval/approval_task.ts'
import { ABILITIES } from '../../model/auth/roles/abilities.ts'
import { type Graph, type GraphNode, openedBy } from '../../model/approval/graph.ts'
import type { Asked, Task } from '../../model/approval/state.ts'
import { edgesFrom, nodeOf } from '../../model/approval/structure.ts'
import { isInside } from '../../model/approval/sub-process.ts'
import { refuse } from '../errors.ts'
import { perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import { accessOf, hasAbility } from '../records/permission/permission.ts'
import { getMany } from '../records/query/get.ts'
import { modelNamed } from '../records/registry.ts'
import { actsOn, isMine, targetsFrom } from './acting.ts'
import type { KeptRun } from './kept-run.ts'
import { barsStarter, deputiesOf, namesOf } from './people.ts'
import { processOf, runOf } from './runs.ts'
import { urgedAt } from './urged.ts'

export const views = [
  ...perform(viewApproval, async ({ ctx, body: { sid } }) => ({ approval: await viewOf(ctx, await seen(ctx, sid)) })),
  ...perform(approvalsOfRecord, async ({ ctx, body: { entity, record_sid } }) => {
    const found = (await ctx.db
      .selectFrom('approval')
      .where('deleted_at', 'is', null)
      .selectAll()
      .where('entity', '=', entity)
      .where('record_sid', '=', record_sid)
      .orderBy('started_at', 'desc')
      .limit(20)
      .execute()) as Approval[] // rows of this very table
    const isShown = await seesRecord(ctx, entity, record_sid)
    const shown = found.filter((approval) => isShown || takesPart(ctx, approval)).sort((one, other) => Number(isOver(one)) - Number(isOver(other)))
    return { approvals: await Promise.all(shown.map(({ sid }) => viewOf(ctx, sid))) }
  }),
]

const isOver = ({ ended_at }: Approval) => ended_at !== null

/** Readers: participants, people whose role may read approvals, and people who see the record. */
async function seen(ctx: Context, sid: string): Promise<string> {
  return (await approvalSeen(ctx, sid)).sid
}

export async function approvalSeen(ctx: Context, sid: string): Promise<Approval> {
  const approval = (await ctx.db.selectFrom('approval').selectAll().where('sid', '=', sid).executeTakeFirst()) as Approval | undefined // a row of this very table
  if (!approval) return refuse('not_found')
  const model = modelNamed(ctx.tenant.models, 'approval')
  if (takesPart(ctx, approval) || (maySee(ctx, 'approval') && (await getMany(ctx, model, [sid])).length > 0)) return approval
  return (await seesRecord(ctx, String(approval.entity), String(approval.record_sid))) ? approval : refuse('not_found')
}

const takesPart = ({ actor }: Context, { participant_sids }: Approval) =>
  [actor.sid, ...actor.stands_in_for].some((person) => person !== null && participant_sids?.includes(person))

const maySee = (ctx: Context, name: string) => {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, name))
  return verbs.has('get') || verbs.has('*')
}

async function seesRecord(ctx: Context, entity: string, record: string) {
  const model = ctx.tenant.models.all.get(entity)
  return model?.states !== undefined && maySee(ctx, entity) && (await getMany(ctx, model, [record])).length > 0
}

/** The approval as the caller sees it, with what the caller may do. */
export async function viewOf(ctx: Context, sid: string): Promise<ApprovalView> {
  const approval = (await ctx.db.selectFrom('approval').selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()) as Approval // a row of this very table
  const run = await runOf(ctx, approval)
  const process = await processOf(ctx, String(approval.process_sid))
  const log = (await ctx.db
    .selectFrom('approval_log')
    .where('deleted_at', 'is', null)
    .selectAll()
    .where('approval_sid', '=', sid)
    .orderBy('seq')
    .execute()) as ApprovalLog[] // rows of this very table
  const tasks = [...run.rows.values()]
  const deputies = await deputiesOf(ctx, tasks.flatMap(({ state, person_sid }) => (state === 'OPEN' ? (person_sid ?? []) : []))) // oxfmt-ignore
  const names = await namesOf(ctx, [
    approval.starter_sid,
    ...deputies.values(),
    ...tasks.flatMap(({ person_sid, decided_by }) => [person_sid, decided_by]),
    ...log.flatMap(({ person_sid, for_sid, act, fact }) => [person_sid, for_sid, ...askedBy(act, fact)]),
  ])
  const named = (one: string | null) => (one === null ? null : { sid: one, name: names.get(one) ?? '' })
  const own = run.state.tasks.find((task) => task.state === 'OPEN' && isMine(ctx, task))
  return {
    sid,
    entity: String(approval.entity),
    record_sid: String(approval.record_sid),
    record_name: String(approval.record_name),
    transition_name: String(approval.transition_name),
    transition_name_en: String(approval.transition_name_en),
    process: { sid: process.sid, name: String((ctx.lang === 'en' && process.name_en) || process.name) },
    starter: named(approval.starter_sid),
    state: approval.state ?? 'RUNNING',
    round: approval.round ?? 1,
    waits_for: approval.waits_for,
    waits_for_en: approval.waits_for_en,
    started_at: String(approval.started_at),
    ended_at: approval.ended_at,
    urged_at: await urgedAt(
      ctx,
      sid,
      tasks.filter(({ state }) => state === 'OPEN'),
    ),
    nodes: nodesInOrder(run.graph).map((node) => nodeView({ ctx, run, named, deputies }, node)),
    flows: run.graph.edges.map(({ from, to }) => ({ from, to })),
    log: log.map((line) => lineView(line, named)),
    acts: actsOnApproval(ctx, run),
    edits: editsOf(ctx, run),
    return_to: own && actsOn(ctx, run, own).includes('give_back') ? targetsFrom(run, own).flatMap((id) => targetView(nodeOf(run.graph, id))) : [],
  }
}

/** Fields opened by the nodes of the caller's open tasks; all fields for a starter to whom the approval was returned */
function editsOf(ctx: Context, { state, graph }: KeptRun): ApprovalView['edits'] {
  const nodes = state.tasks.flatMap((task) => (task.state === 'OPEN' && isMine(ctx, task) ? (nodeOf(graph, task.node) ?? []) : []))
  return nodes.some(({ type }) => type === 'START') ? 'all' : [...new Set(nodes.flatMap(openedBy))]
}

type Named = (sid: string | null) => { sid: string; name: string } | null

/** A return to the start is one to its person. */
function targetView(node: GraphNode | undefined) {
  const [name, name_en] = node?.type === 'START' ? STARTER : [node?.name ?? '', node?.name_en ?? '']
  return node ? [{ node: node.id, name, name_en }] : []
}

const STARTER = ['发起人', 'The starter'] as const

/** Each after those that lead to it. */
function nodesInOrder(graph: Graph): GraphNode[] {
  const depth = new Map<string, number>()
  const open = graph.nodes.filter(({ type }) => type === 'START').map(({ id }): [string, number] => [id, 0])
  for (let next = open.shift(); next; next = open.shift()) {
    const [id, at] = next
    if ((depth.get(id) ?? -1) >= at) continue
    depth.set(id, at)
    open.push(...edgesFrom(graph, id).map(({ to }): [string, number] => [to, at + 1]))
  }
  return graph.nodes.toSorted((one, other) => (depth.get(one.id) ?? 0) - (depth.get(other.id) ?? 0))
}

type Viewing = { ctx: Context; run: KeptRun; named: Named; deputies: ReadonlyMap<string, string> }

function nodeView(viewing: Viewing, graphNode: GraphNode): ApprovalNodeView {
  const { run } = viewing
  const { id, type, name, name_en, requires = [], doc_types = [] } = graphNode
  const { open, passed, end } = run.state
  const isDone = passed.includes(id) || (type === 'START' && !open.includes(id)) || (type === 'END' && end === 'APPROVED')
  const isOpen = open.includes(id) || (type === 'SUB_PROCESS' && !end && isInside(passed, id))
  const tasks = [...run.rows.values()].filter((task) => task.node === id)
  return {
    node: id,
    type,
    name,
    name_en,
    state: isOpen ? 'OPEN' : isDone ? 'DONE' : 'COMING',
    opens: openedBy(graphNode),
    requires,
    doc_types,
    tasks: tasks.map((task) => taskView(viewing, task)),
  }
}

function taskView({ ctx, run, named, deputies }: Viewing, task: ApprovalTask): ApprovalNodeView['tasks'][number] {
  const own = run.state.tasks.find(({ sid }) => sid === task.sid)
  const deputy = (task.state === 'OPEN' && deputies.get(String(task.person_sid))) || null
  const isBarred = deputy === run.starter && barsStarter(run, String(task.node))
  return {
    sid: task.sid,
    person: named(task.person_sid) ?? { sid: '', name: '' },
    deputy: isBarred ? null : named(deputy),
    barred: isBarred ? named(deputy) : null,
    state: task.state ?? 'OPEN',
    round: task.round ?? 1,
    received_at: String(task.received_at),
    due_at: task.due_at,
    decided_at: task.decided_at,
    decided_by: named(task.decided_by),
    opinion: task.opinion,
    advises: own?.advises ? named(asker(run, own)) : null,
    acts: own ? actsOn(ctx, run, own) : [],
  }
}

/** The person who delegated and waits for the opinion; once that task is gone, the person whose vote it concerned */
const asker = ({ state }: KeptRun, { sid, seat }: Task) =>
  (state.tasks.find(({ after, advises }) => after === sid && !advises) ?? state.tasks.find((task) => task.sid === seat))?.person ?? null

const ASKING: ReadonlySet<unknown> = new Set(['TRANSFER', 'DELEGATE', 'ADD_BEFORE', 'ADD_BESIDE', 'ADD_AFTER', 'ASSIGN'])

function askedBy(act: ApprovalLog['act'], fact: unknown): string[] {
  const { tasks = [] } = (ASKING.has(act) ? (fact ?? {}) : {}) as { tasks?: readonly Asked[] } // written with the log
  return tasks.map(({ person }) => person)
}

const lineView = ({ seq, at, act, node_name, node_name_en, round, person_sid, for_sid, note, fact }: ApprovalLog, named: Named): ApprovalLine => ({
  seq: seq ?? 0,
  at: String(at),
  act: act ?? 'START',
  node_name,
  node_name_en,
  round: round ?? 1,
  person: named(person_sid),
  for: named(for_sid),
  to: askedBy(act, fact).flatMap((sid) => named(sid) ?? []),
  note,
})

/** Actions that the caller may take on the approval as a whole */
export function actsOnApproval(ctx: Context, run: KeptRun): ApprovalView['acts'] {
  if (run.state.end) return []
  const isStarter = ctx.actor.sid === run.starter
  const settles = !ctx.actor.viewer && hasAbility(ctx, modelNamed(ctx.tenant.models, 'approval'), ABILITIES.approval.settle_approval)
  return [
    ...(isStarter && mayWithdraw(run) ? (['withdraw'] as const) : []),
    ...(isStarter && waitsForOthers(run) ? (['urge'] as const) : []),
    ...(settles ? (['settle'] as const) : []),
  ]
}

const waitsForOthers = ({ state, starter }: KeptRun) =>
  state.stuck.length > 0 || state.tasks.some((task) => task.state === 'OPEN' && task.person !== starter)

/** Until somebody else has given an opinion, and while it is returned to its starter. */
function mayWithdraw({ graph, state, starter, rows }: KeptRun) {
  const isReturned = state.open.some((id) => nodeOf(graph, id)?.type === 'START')
  const isOpinion = ({ state: is, decided_by }: ApprovalTask) => decided_by !== null && decided_by !== starter && is !== 'TRANSFERRED'
  return isReturned || ![...rows.values()].some(isOpinion)
}
