import type { Condition, Value } from '../../../model/kit/iql/ast.ts'

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

const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })

export function among(path: string[], values: readonly string[], at = GIVEN): Condition {
  return values.length === 0 ? NOTHING : { kind: 'in', path, at, negated: false, values: values.map(text) }
}

export function anyOf(parts: Condition[]): Condition | undefined {
  return parts.length > 1 ? { kind: 'or', of: parts } : (parts[0] ?? NOTHING)
}

/** The rows of all these scopes, of which undefined is every row. */
export function unionOf(scopes: readonly (Condition | undefined)[]): Condition | undefined {
  return scopes.includes(undefined) ? undefined : anyOf(scopes.filter((scope) => scope !== undefined))
}

/** The condition on a record, asked of the record that refers to it by this field. */
export function prefixed(condition: Condition | undefined, prefix: string): Condition | undefined {
  if (!condition) return undefined
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map((part) => prefixed(part, prefix) ?? part) }
    case 'not':
      return { kind: 'not', of: prefixed(condition.of, prefix) ?? condition.of }
    default:
      return { ...condition, path: [prefix, ...condition.path] }
  }
}
