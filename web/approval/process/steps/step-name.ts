import type { Graph } from '../../../../model/approval/graph.ts'
import { nodeOf } from '../../../../model/approval/structure.ts'
import type { Lang } from '../../../../model/kit/fields.ts'
import { textIn } from '../../../records/approval/approvals.ts'

/** The name of a step; the code if the graph has no such step. */
export function stepName(graph: Graph, id: string, lang: Lang): string {
  const node = nodeOf(graph, id)
  return node ? textIn(node, 'name', lang) : id
}
