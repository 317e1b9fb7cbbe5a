import type { MapCell, MapNode } from './map-actions.ts'

/** A node with the cases at it and below it, by column; `all` is their sum. */
export type SummedNode = MapNode & { level: number; children: SummedNode[]; own: number; all: number; byColumn: ReadonlyMap<string, number> }

/** The tree with its sums. A case at several nodes counts at each of them. */
export function sumTree(nodes: readonly MapNode[], cells: readonly MapCell[], kind = ''): SummedNode[] {
  const known = new Set(nodes.map(({ sid }) => sid))
  const byParent = Map.groupBy(nodes, ({ parent }) => (known.has(parent) ? parent : ''))
  const counts = Map.groupBy(cells.filter((cell) => kind === '' || cell.kind === kind), ({ node }) => node) // oxfmt-ignore
  const build = (parent: string, level: number): SummedNode[] =>
    (byParent.get(parent) ?? []).map((node) => {
      const children = build(node.sid, level + 1)
      const byColumn = new Map<string, number>()
      const add = (key: string, count: number) => byColumn.set(key, (byColumn.get(key) ?? 0) + count)
      for (const { key, count } of counts.get(node.sid) ?? []) add(key, count)
      const own = [...byColumn.values()].reduce((sum, count) => sum + count, 0)
      for (const child of children) for (const [key, count] of child.byColumn) add(key, count)
      return { ...node, level, children, own, byColumn, all: own + children.reduce((sum, { all }) => sum + all, 0) }
    })
  return build('', 1)
}

/** The node and all below it. */
export const sidsBelow = ({ sid, children }: SummedNode): string[] => [sid, ...children.flatMap(sidsBelow)]
