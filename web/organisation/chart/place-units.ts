import type { Unit } from '../../../model/organisation/company-actions.ts'

// Places companies and departments as a tree: each level one column, each unit beside the middle of its children.

/** `all`: its people with those of all units below it; null where this person may not count them. */
export type Placed = Unit & { column: number; row: number; below: number; all: number | null }

/** The children of collapsed units are left out; `below` counts all descendants. A unit without a visible parent is at the top. */
export function placeUnits(units: readonly Unit[], collapsed: ReadonlySet<string>): Placed[] {
  const known = new Set(units.map(({ sid }) => sid))
  const children = Map.groupBy(units, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const placed: Placed[] = []
  let free = 0
  const put = (unit: Unit, column: number): { row: number; below: number } => {
    const own = children.get(unit.sid) ?? []
    const isOpen = own.length > 0 && !collapsed.has(unit.sid)
    const all = peopleOf(unit, children)
    const at = placed.push({ ...unit, column, row: 0, below: 0, all }) - 1
    const spots = isOpen ? own.map((child) => put(child, column + 1)) : []
    const [first, last] = [spots[0], spots.at(-1)]
    const row = first && last ? (first.row + last.row) / 2 : free++
    const below = isOpen ? spots.reduce((sum, spot) => sum + spot.below + 1, 0) : belowOf(unit.sid, children)
    placed[at] = { ...unit, column, row, below, all }
    return { row, below }
  }
  for (const top of children.get(null) ?? []) put(top, 0)
  return placed
}

type Drawn = { id: string; position: { x: number; y: number } }

/** The unit that a dropped unit covers most: the nearest one, since all units have one size. */
export function mostCovered<N extends Drawn>(dropped: Drawn, lying: readonly N[]): N | undefined {
  const away = ({ position: { x, y } }: Drawn) => Math.hypot(x - dropped.position.x, y - dropped.position.y)
  return lying.filter(({ id }) => id !== dropped.id).toSorted((one, other) => away(one) - away(other))[0]
}

const belowOf = (sid: string, children: ReadonlyMap<string | null, readonly Unit[]>): number =>
  (children.get(sid) ?? []).reduce((sum, child) => sum + 1 + belowOf(child.sid, children), 0)

const peopleOf = ({ sid, people }: Unit, children: ReadonlyMap<string | null, readonly Unit[]>): number | null =>
  people === null ? null : (children.get(sid) ?? []).reduce((sum, child) => sum + (peopleOf(child, children) ?? 0), people)

/** The parent of a dropped unit: undefined if it cannot go there; null is the top of its own company. */
export function parentFor(unit: Unit, onto: Unit): string | null | undefined {
  if (unit.sid === onto.sid) return undefined
  if (unit.kind === onto.kind) return onto.sid === unit.parent ? undefined : onto.sid
  const isOwnCompany = unit.kind === 'department' && onto.sid === unit.company
  return isOwnCompany && unit.parent !== onto.sid ? null : undefined
}

/** Where a unit stands now, as a write of it says: a department at the top of a company has no parent. */
export const placeOf = ({ kind, parent, company }: Unit): { parent_sid: string | null; company_sid?: string } =>
  kind === 'company' ? { parent_sid: parent } : { parent_sid: parent === company ? null : parent, company_sid: company }
