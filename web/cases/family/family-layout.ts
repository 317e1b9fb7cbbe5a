// Places the cases of a family: earlier to later from left to right, relatives near each other.

export type Edge = { from: string; to: string }
export type Place = { sid: string; column: number; row: number }

/** A case is one column after the latest of its parents; a line of descent shares a row. */
export function placeFamily(sids: readonly string[], edges: readonly Edge[]): Place[] {
  const known = new Set(sids)
  const links = edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to)
  const columns = columnsOf(sids, links)
  const rows = new Map<string, number>()
  const taken = new Set<string>()
  let free = 0
  const firstFree = (column: number, from: number) => {
    let row = from
    while (taken.has(`${column} ${row}`)) row += 1
    return row
  }
  const put = (sid: string, wanted: number) => {
    if (rows.has(sid)) return
    const column = columns.get(sid) ?? 0
    const row = firstFree(column, wanted)
    rows.set(sid, row)
    taken.add(`${column} ${row}`)
    free = Math.max(free, row + 1)
    const children = links.filter(({ from }) => from === sid).map(({ to }) => to)
    for (const [at, child] of children.entries()) put(child, at === 0 ? row : free)
  }
  for (const sid of [...sids].sort((a, b) => (columns.get(a) ?? 0) - (columns.get(b) ?? 0))) put(sid, free)
  return sids.map((sid) => ({ sid, column: columns.get(sid) ?? 0, row: rows.get(sid) ?? 0 }))
}

/** The longest path from a case without parents. With a circle of relations, the loop still terminates. */
function columnsOf(sids: readonly string[], links: readonly Edge[]): ReadonlyMap<string, number> {
  const columns = new Map(sids.map((sid) => [sid, 0]))
  for (let pass = 0; pass < sids.length; pass += 1) {
    let isSettled = true
    for (const { from, to } of links) {
      const wanted = (columns.get(from) ?? 0) + 1
      if (wanted <= (columns.get(to) ?? 0) || wanted >= sids.length) continue
      columns.set(to, wanted)
      isSettled = false
    }
    if (isSettled) break
  }
  return columns
}
