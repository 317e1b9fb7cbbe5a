// Trees of rows that name their parent row. Pure functions, shared by server and web.

type ParentOf = (sid: string) => string | null | undefined

/** From the top down to the row itself; undefined for a circle. */
export function lineOf(sid: string, parentOf: ParentOf): string[] | undefined {
  const line: string[] = []
  const seen = new Set<string>()
  for (let one: string | null | undefined = sid; one; one = parentOf(one)) {
    if (seen.has(one)) return undefined
    seen.add(one)
    line.unshift(one)
  }
  return line
}

export type Children = ReadonlyMap<string | null, readonly string[]>

/** The children of each row; those at the top under null. */
export function childrenOf(nodes: Iterable<{ sid: string; parent: string | null }>): Children {
  const children = new Map<string | null, string[]>()
  for (const { sid, parent } of nodes) {
    const own = children.get(parent)
    if (own) own.push(sid)
    else children.set(parent, [sid])
  }
  return children
}

/** All descendants of a row; a circle ends where it began. */
export function belowOf(sid: string, children: Children): string[] {
  const found = new Set([sid])
  for (const one of found) for (const child of children.get(one) ?? []) found.add(child)
  found.delete(sid)
  return [...found]
}

export type Nested<T> = T & { children: Nested<T>[]; direct: number; all: number }

/** Rows in their order, each with its children, the number of children and of descendants. A row whose parent is missing is at the top. */
export function nest<T extends { sid: string }>(rows: readonly T[], parentOf: (row: T) => string | null): Nested<T>[] {
  const known = new Set(rows.map(({ sid }) => sid))
  const byParent = Map.groupBy(rows, (row) => {
    const parent = parentOf(row)
    return parent !== null && known.has(parent) ? parent : null
  })
  const below = (parent: string | null): Nested<T>[] =>
    (byParent.get(parent) ?? []).map((row) => {
      const children = below(row.sid)
      return { ...row, children, direct: children.length, all: children.reduce((sum, { all }) => sum + all + 1, 0) }
    })
  return below(null)
}
