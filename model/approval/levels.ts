import type { Graph, GraphNode, Level } from './graph.ts'

/** The levels of the simple form as a graph: one after the other. */
export function graphOfLevels(levels: readonly Level[]): Graph {
  const nodes: GraphNode[] = [
    { id: 'start', type: 'START', name: '开始', name_en: 'Start' },
    ...levels.map((level, at): GraphNode => ({ ...level, id: `level_${at + 1}`, type: 'APPROVE' })),
    { id: 'end', type: 'END', name: '结束', name_en: 'End' },
  ]
  return { nodes, edges: nodes.slice(1).map(({ id }, at) => ({ from: nodes[at]?.id ?? '', to: id })) }
}
