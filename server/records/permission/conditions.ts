import type { Condition } from '../../../model/kit/iql/ast.ts'

/** The position of a permission condition: its fields are tested even if this person may not read them. */
export const GIVEN = -1
/** The same, for conditions on a person's own records: they are few, and so are looked up first. */
export const OWN = -2
export const isGiven = (at: number | undefined) => at === GIVEN || at === OWN

// No record has an empty sid, so nothing matches.
export const NOTHING: Condition = { kind: 'empty', path: ['sid'], at: GIVEN, negated: false }

export function allOf(parts: Condition[]): Condition | undefined {
  return parts.length > 1 ? { kind: 'and', of: parts } : parts[0]
}
