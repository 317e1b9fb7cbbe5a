import { type PathStep, simulateProcess } from '../../../model/approval/process-actions.ts'
import type { Graph, GraphNode } from '../../../model/approval/graph.ts'
import { isPeopleNode } from '../../../model/approval/graph.ts'
import { edgesFrom, nodeOf } from '../../../model/approval/structure.ts'
import { expanded } from '../../../model/approval/sub-process.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import { get, getMany } from '../../records/query/get.ts'
import { namesOf, peopleOf, type Subject } from '../people.ts'
import { processOf } from '../runs.ts'
import { recordOf, wayFrom } from '../world.ts'
import { filledGraph } from './graphs.ts'
import { faultsOf, type ProcessFault } from './faults.ts'

/** Path of an approval of this record now, with the people of each node; nothing is written. */
export const simulations = perform(simulateProcess, simulate)

async function simulate({ ctx, model: own, body: { sid, record_sid, starter_sid } }: Call<typeof simulateProcess>) {
  await get(ctx, own, sid)
  const process = await processOf(ctx, sid)
  const found = await faultsOf(ctx, process)
  const model = ctx.tenant.models.all.get(String(process.entity))
  if (found.length > 0 || !model) return { path: [], graph: { nodes: [], edges: [] }, faults: found }
  if ((await getMany(ctx, model, [record_sid])).length === 0) refuse('not_found')
  const starter = starter_sid ?? ctx.actor.sid ?? ''
  const record = (await recordOf(ctx, model, record_sid)) ?? refuse('not_found')
  const subject: Subject = { model, record, starter, own_allowed: process.own_allowed === true }
  const graph = expanded(await filledGraph(ctx, process))
  const path: PathStep[] = []
  const faults: ProcessFault[] = []
  for (const node of await nodesOnTheWay(graph, (gateway) => wayFrom(ctx, graph, gateway, model, { record_sid, starter_sid: starter }))) {
    const people = isPeopleNode(node.type) ? await peopleOf(ctx, node, subject) : []
    if (people.length === 0 && (node.type === 'APPROVE' || node.type === 'HANDLE'))
      faults.push({ node: node.id, zh: '没有找到办理人，将由管理员处理', en: 'nobody is found: it will wait for an administrator' })
    const names = await namesOf(ctx, people)
    const named = people.map((one) => ({ sid: one, name: names.get(one) ?? '' }))
    path.push({ node: node.id, type: node.type, name: node.name, name_en: node.name_en, people: named })
  }
  return { path, graph, faults }
}

/** Each once, after a gateway only those of its way, a join after its last branch. */
async function nodesOnTheWay(graph: Graph, wayOf: (gateway: GraphNode) => Promise<string>): Promise<GraphNode[]> {
  const next = await stepsOnTheWay(graph, wayOf)
  const waiting = Map.groupBy([...next.values()].flat(), ({ id }) => id)
  const found: GraphNode[] = []
  const open = graph.nodes.filter(({ type }) => type === 'START')
  for (let node = open.shift(); node; node = open.shift()) {
    found.push(node)
    for (const to of next.get(node.id) ?? []) {
      waiting.get(to.id)?.pop()
      if (waiting.get(to.id)?.length === 0) open.push(to)
    }
  }
  return found
}

/** Those that follow each node. */
async function stepsOnTheWay(graph: Graph, wayOf: (gateway: GraphNode) => Promise<string>): Promise<ReadonlyMap<string, GraphNode[]>> {
  const next = new Map<string, GraphNode[]>()
  const open = graph.nodes.filter(({ type }) => type === 'START')
  for (let node = open.pop(); node; node = open.pop()) {
    if (next.has(node.id)) continue
    const ways = node.type === 'EXCLUSIVE' ? [await wayOf(node)] : edgesFrom(graph, node.id).map(({ to }) => to)
    const steps = ways.flatMap((id) => nodeOf(graph, id) ?? [])
    next.set(node.id, steps)
    open.push(...steps)
  }
  return next
}
