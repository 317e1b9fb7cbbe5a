import { randomUUIDv7 } from 'node:crypto'
import type { Approval, ApprovalState } from '../../model/approval/approval.ts'
import type { ApprovalAct } from '../../model/approval/approval_log.ts'
import type { ApprovalTask } from '../../model/approval/approval_task.ts'
import type { ApprovalProcess } from '../../model/approval/approval_process.ts'
import type { Graph, NodeType } from '../../model/approval/graph.ts'
import { BEGINNING, type RunFact, type RunState, type Task } from '../../model/approval/state.ts'
import { nodeOf } from '../../model/approval/structure.ts'
import { refuse } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { insertRows, updateRows } from '../records/write/write.ts'
import type { KeptRun, Said } from './kept-run.ts'
import { dueAt } from './due-at.ts'
import { runningGraph } from './process/graphs.ts'
import { notifyOpened } from './notices.ts'
import { worldOf } from './world.ts'

/** The approval, locked until the transaction ends, so that of two votes the second sees the first. */
export async function lockRun(ctx: Context, sid: string): Promise<KeptRun> {
  const approval = await ctx.db.selectFrom('approval').selectAll().where('sid', '=', sid).forUpdate().executeTakeFirst()
  if (!approval) return refuse('not_found')
  return runOf(ctx, approval as Approval) // a row of this very table
}

export async function runOf(ctx: Context, approval: Approval): Promise<KeptRun> {
  const tasks = (await ctx.db
    .selectFrom('approval_task')
    .where('deleted_at', 'is', null)
    .selectAll()
    .where('approval_sid', '=', approval.sid)
    .orderBy('sid')
    .execute()) as ApprovalTask[] // rows of this very table
  const process = await processOf(ctx, approval.process_sid ?? refuse('not_found'))
  const state = { ...BEGINNING, ...(approval.progress as Partial<RunState>), end: endOf(approval.state), tasks: tasks.map(taskOf) } // written by saveRun
  const run = { graph: runningGraph(process), state, facts: [], once: process.once_per_person === true, starter: String(approval.starter_sid) }
  const own_allowed = process.own_allowed === true
  return {
    ...run,
    world: worldOf(ctx, approval, process),
    approval,
    own_allowed,
    before: state,
    rows: new Map(tasks.map((task) => [task.sid, task])),
  }
}

export async function processOf({ db }: Context, sid: string): Promise<ApprovalProcess> {
  const process = await db.selectFrom('approval_process').selectAll().where('sid', '=', sid).executeTakeFirst()
  return (process as ApprovalProcess | undefined) ?? refuse('not_found') // a row of this very table
}

const endOf = (state: Approval['state']): RunState['end'] => (state === 'RUNNING' || state === 'WAITING_FOR_ADMIN' ? null : state)

export const stateOf = ({ end, stuck }: RunState): ApprovalState => end ?? (stuck.length > 0 ? 'WAITING_FOR_ADMIN' : 'RUNNING')

function taskOf(row: ApprovalTask): Task {
  const { sid, node, round, person_sid, state, seat, after_sid, advises } = row
  return {
    sid,
    node: String(node),
    round: round ?? 1,
    person: String(person_sid),
    state: state ?? 'OPEN',
    seat: String(seat),
    after: after_sid,
    advises: advises === true,
  }
}

/** Writes what the step has changed: tasks, log and the approval itself. */
export async function saveRun(ctx: Context, run: KeptRun, said: Said, acts: readonly Line[] = run.facts.map((fact, at) => lineOf(run, fact, at))) {
  await saveTasks(ctx, run, said)
  await addLines(ctx, run, said, acts)
  const model = modelNamed(ctx.tenant.models, 'approval')
  const { state, approval } = run
  const { tasks: _, end: __, ...progress } = state
  const wait = run.facts.findLast((fact) => fact.act === 'WAIT')
  const isStuck = state.stuck.length > 0
  const people = [
    ...new Set([run.starter, ...(approval.participant_sids ?? []), ...state.tasks.map(({ person }) => person), ...informed(run), ...deciders(said)]),
  ]
  const row: RowValues = {
    sid: approval.sid,
    version: approval.version + 1,
    updated_at: new Date().toISOString(),
    updated_by: ctx.actor.sid,
    state: stateOf(state),
    round: state.round,
    progress,
    participant_sids: people,
    waits_for: isStuck ? (wait?.zh.slice(0, 255) ?? approval.waits_for) : null,
    waits_for_en: isStuck ? (wait?.en.slice(0, 255) ?? approval.waits_for_en) : null,
    ended_at: state.end ? (approval.ended_at ?? new Date().toISOString()) : null,
  }
  await updateRows(ctx, model, [row], Object.keys(row).filter((code) => code !== 'sid')) // oxfmt-ignore
  Object.assign(approval, row)
  await notifyOpened(ctx, run)
}

/** People who are notified of the approval may read it. */
const informed = ({ facts }: KeptRun) => facts.flatMap((fact) => (fact.act === 'NOTICE' ? fact.people : []))

const deciders = ({ person }: Said) => (person ? [person] : [])

async function saveTasks(ctx: Context, run: KeptRun, said: Said) {
  const model = modelNamed(ctx.tenant.models, 'approval_task')
  const now = new Date().toISOString()
  const known = new Map(run.before.tasks.map((task) => [task.sid, task]))
  const decided = new Set(run.facts.flatMap((fact) => (DECISIONS.has(fact.act) && 'task' in fact ? [fact.task] : [])))
  const byProduct = new Set(run.facts.flatMap((fact) => ('by_product' in fact && fact.by_product ? [fact.task] : [])))
  const fresh: RowValues[] = []
  const changed: RowValues[] = []
  for (const task of run.state.tasks) {
    const before = known.get(task.sid)
    const isOpened = task.state === 'OPEN' && before?.state !== 'OPEN'
    const times = {
      ...(isOpened && { received_at: now, due_at: await dueAt(ctx, nodeOf(run.graph, task.node)?.days) }),
      ...(decided.has(task.sid) && { decided_at: now, decided_by: byProduct.has(task.sid) ? task.person : said.person, opinion: byProduct.has(task.sid) ? null : (said.note ?? null) }), // oxfmt-ignore
    }
    const values = { state: task.state, after_sid: task.after, ...times }
    if (!before) fresh.push({ ...emptyTask(run, task, now), ...values })
    else if (before.state !== task.state || before.after !== task.after)
      changed.push({ ...run.rows.get(task.sid), ...values, sid: task.sid, updated_at: now })
  }
  await insertRows(ctx, model, fresh)
  await updateRows(ctx, model, changed, ['state', 'after_sid', 'received_at', 'due_at', 'decided_at', 'decided_by', 'opinion', 'updated_at'])
}

const DECISIONS: ReadonlySet<string> = new Set(['AGREE', 'REFUSE', 'RETURN', 'TRANSFER'])

function emptyTask({ approval, graph }: KeptRun, { sid, node, round, person, seat, advises }: Task, now: string): RowValues {
  const { name = node, name_en = node } = nodeOf(graph, node) ?? {}
  return {
    ...{ sid, version: 1, valid: true, created_at: now, updated_at: now, company_sid: approval.company_sid },
    ...{ approval_sid: approval.sid, node, node_name: name, node_name_en: name_en, round, person_sid: person, seat, advises, reminded: 0 },
    received_at: now,
  }
}

/** One line of the log; those of facts carry the fact, from which the state can be worked out again. */
export type Line = { act: ApprovalAct; node?: string | undefined; fact?: RunFact; person?: string | null; note?: string }

function lineOf({ graph }: KeptRun, fact: RunFact, at: number): Line {
  const person = 'by_product' in fact && fact.by_product ? null : undefined
  const words = fact.act === 'WAIT' ? `${fact.zh} / ${fact.en}` : undefined
  return {
    act: actOf(graph, fact),
    node: 'node' in fact ? fact.node : undefined,
    fact,
    ...(words !== undefined && { note: words }),
    ...(person === null || (at > 0 && !DECISIONS.has(fact.act)) ? { person: null } : {}),
  }
}

function actOf(graph: Graph, fact: RunFact): ApprovalAct {
  const type = 'node' in fact ? nodeOf(graph, fact.node)?.type : undefined
  if (fact.act === 'AGREE' && type === 'START') return 'RESUBMIT'
  return (fact.act === 'PASS' && type && PASSED[type]) || fact.act
}

/** How the log calls it that these are passed. */
const PASSED: Partial<Record<NodeType, ApprovalAct>> = { SUB_PROCESS: 'ENTER_PART', SUB_PROCESS_END: 'END_PART' }

export async function addLines(ctx: Context, run: KeptRun, said: Said, lines: readonly Line[]) {
  const model = modelNamed(ctx.tenant.models, 'approval_log')
  const last = await ctx.db
    .selectFrom('approval_log')
    .where('deleted_at', 'is', null)
    .select('seq')
    .where('approval_sid', '=', run.approval.sid)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const now = new Date().toISOString()
  const rows = lines.map(({ act, node, fact, person, note }, at): RowValues => {
    const { name, name_en } = nodeOf(run.graph, node ?? '') ?? {}
    const isSaid = at === 0
    return {
      ...{ sid: randomUUIDv7(), version: 1, valid: true, created_at: now, updated_at: now, company_sid: run.approval.company_sid },
      ...{ approval_sid: run.approval.sid, seq: (last?.seq ?? 0) + 1 + at, act, at: now, node: node ?? null },
      ...{ node_name: name ?? null, node_name_en: name_en ?? null, round: run.state.round, fact: fact ?? null },
      person_sid: person === undefined ? said.person : person,
      for_sid: isSaid ? (said.for ?? null) : null,
      note: (note ?? (isSaid ? said.note : null))?.slice(0, 1000) ?? null,
    }
  })
  await insertRows(ctx, model, rows)
}
