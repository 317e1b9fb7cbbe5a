import { randomUUIDv7 } from 'node:crypto'
import type { Approval } from '../../model/approval/approval.ts'
import type { ApprovalProcess } from '../../model/approval/approval_process.ts'
import type { Graph, GraphNode } from '../../model/approval/graph.ts'
import type { World } from '../../model/approval/run.ts'
import { edgesFrom } from '../../model/approval/structure.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { readPeople } from '../auth/session/read-actor.ts'
import { anyTable } from '../database/pool.ts'
import { Refusal, refuse } from '../errors.ts'
import { type Context, type RowValues, TakenBack } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { contextSlot } from '../records/slots.ts'
import { tentatively } from '../records/tentative.ts'
import { takeTransition } from '../records/write/transition.ts'
import { holdsOn } from './conditions.ts'
import { runningGraph } from './process/graphs.ts'
import { ableToAct, peopleOf, type Subject } from './people.ts'

/** Set while an approval writes to its own record, which it holds against all other writes. */
export const writing = contextSlot<true>()

const GONE: Words = ['记录已删除', 'the record was deleted']
const SECOND: Words = ['须另一人先确认这项变更', 'a second person must confirm the change first']
const LEFT: Words = ['发起人已不能登录', 'the starter can no longer sign in']

/** Queries and writes that a run needs: people, conditions, and the approved transition itself */
export function worldOf(ctx: Context, approval: Approval, process: ApprovalProcess): World {
  const model = modelNamed(ctx.tenant.models, String(approval.entity))
  return {
    people: async (node) => peopleOf(ctx, node, await subjectOf(ctx, model, approval, process)),
    isAble: async (person) => (await ableToAct(ctx, [person])).length > 0,
    way: (node) => wayFrom(ctx, runningGraph(process), node, model, approval),
    carryOut: () => carryOut(ctx, model, approval),
    sid: () => randomUUIDv7(),
  }
}

async function subjectOf(ctx: Context, model: Model, approval: Approval, process: ApprovalProcess): Promise<Subject> {
  const record = await recordOf(ctx, model, String(approval.record_sid))
  return { model, record: record ?? {}, starter: String(approval.starter_sid), own_allowed: process.own_allowed === true }
}

export async function recordOf({ db }: Context, model: Model, sid: string): Promise<RowValues | undefined> {
  return anyTable(db).selectFrom(model.name).selectAll().where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
}

/** The first branch whose condition holds, or the default. */
export async function wayFrom(
  ctx: Context,
  graph: Graph,
  node: GraphNode,
  model: Model,
  { record_sid, starter_sid }: Pick<Approval, 'record_sid' | 'starter_sid'>,
): Promise<string> {
  const edges = edgesFrom(graph, node.id)
  for (const { to, when } of edges) if (when && (await holdsOn(ctx, model, String(record_sid), starter_sid, when))) return to
  return edges.find(({ when }) => !when)?.to ?? refuse('not_found')
}

/** Takes the approved transition as the starter, with their permissions; a refusal rolls it back. */
async function carryOut(ctx: Context, model: Model, approval: Approval): Promise<Words | undefined> {
  if (!(await recordOf(ctx, model, String(approval.record_sid)))) return GONE
  const [starter] = await readPeople({ ...ctx.tenant, db: ctx.db }, [String(approval.starter_sid)])
  if (!starter) return LEFT
  const act = (own: Context) => {
    const { confirmed: _, asked: __, ...rest } = own
    const as: Context = { ...rest, actor: starter, source: 'workflow' }
    const [sid, fields] = [String(approval.record_sid), (approval.given ?? {}) as RowValues] // as they were sent
    return whyNot(() => writing.during(as, true, () => takeTransition(as, model, sid, String(approval.transition), fields, { verb: 'transition' })))
  }
  return tentatively(ctx, act, (refused) => refused === undefined)
}

async function whyNot(act: () => Promise<unknown>): Promise<Words | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof TakenBack) return SECOND
    if (error instanceof Refusal) return [error.words('zh'), error.words('en')]
    throw error
  }
}
