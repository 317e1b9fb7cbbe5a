import type { ApprovalProcess } from '../../../model/approval/approval_process.ts'
import type { Graph } from '../../../model/approval/graph.ts'
import { calledBy, expanded, filled } from '../../../model/approval/sub-process.ts'
import type { Context, RowValues } from '../../records/context.ts'

const NONE: Graph = { nodes: [], edges: [] }

/** As it is drawn; its form was checked when it was saved. A process without a drawing has no steps. */
export const drawnGraph = ({ graph }: Pick<ApprovalProcess, 'graph'> | RowValues) => (graph as Graph | null) ?? NONE

/** The graph by which approvals of a published version run. */
export const runningGraph = (process: Pick<ApprovalProcess, 'graph'>): Graph => expanded(drawnGraph(process))

/** The graph with its sub-processes as they are published now. */
export async function filledGraph({ db }: Context, process: Pick<ApprovalProcess, 'graph' | 'entity'>): Promise<Graph> {
  const graph = drawnGraph(process)
  const codes = calledBy(graph)
  if (codes.length === 0) return graph
  const found = await db
    .selectFrom('approval_process')
    .select(['code', 'version_no', 'graph'])
    .where('code', 'in', codes)
    .where('entity', '=', process.entity)
    .where('status', '=', 'PUBLISHED')
    .where('deleted_at', 'is', null)
    .execute()
  return filled(graph, new Map(found.map((one) => [String(one.code), { version: one.version_no ?? 1, graph: drawnGraph(one) }])))
}
