import { ABILITY_WORDS } from '../../../model/auth/roles/abilities.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Grant } from '../context.ts'
import { allOf, anyOf, NOTHING } from './conditions.ts'

/** A denial on one model, with its rows; undefined is every row. */
export type Denied = { grant: Grant; rows: Condition | undefined }

export const VIEWING: readonly string[] = ['get', 'search', 'count']

/** A denial of viewing denies every verb. */
export const hides = ({ verbs }: Grant) => verbs.some((verb) => verb === '*' || VIEWING.includes(verb))

/** Whether the denial takes away a verb or an ability. */
export const takes = (grant: Grant, verb: string) => hides(grant) || grant.verbs.includes(verb)

/** These rows without those on which the verb is denied. */
export function without(rows: Condition | undefined, denied: readonly Denied[], verb: string): Condition | undefined {
  const taken = denied.filter(({ grant }) => takes(grant, verb)).map((one) => one.rows)
  if (taken.length === 0) return rows
  if (taken.includes(undefined)) return NOTHING
  const among = anyOf(taken.filter((one) => one !== undefined))
  return among ? allOf([...(rows ? [rows] : []), { kind: 'not', of: among }]) : rows
}

export const ALL_VERBS: readonly string[] = [
  ...VIEWING,
  'create',
  'update',
  'delete',
  'transition',
  'import',
  'export',
  ...Object.keys(ABILITY_WORDS),
]

/** Verbs left after the denials on every row; a grant of all verbs becomes the remaining verbs. */
export function verbsLeft(verbs: readonly string[], denied: readonly Denied[]): readonly string[] {
  const whole = denied.filter(({ rows }) => rows === undefined).map(({ grant }) => grant)
  if (whole.length === 0) return verbs
  return (verbs.includes('*') ? ALL_VERBS : verbs).filter((verb) => !whole.some((grant) => takes(grant, verb)))
}
