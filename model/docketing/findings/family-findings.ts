import type { Disagreement } from '../../cases/relations/family.ts'
import type { CaseFacts } from '../calculation/facts.ts'
import { disagreementIn, disputedIn, unclaimedIn } from '../wording/family-words.ts'
import type { Bilingual } from '../rules/rule.ts'

/** The findings about records of a family that disagree. */
export const FAMILY_FINDINGS = ['FAMILY_DISAGREES', 'FAMILY_PRIORITY_UNCLAIMED']

/** Records of the case and of its family that cannot both be right. */
export function ofFamily({
  disagreements = [],
  disputed = [],
  unclaimed = [],
}: CaseFacts): (Bilingual & { code: string; cases?: readonly string[] })[] {
  const isTold = ({ field, own, family, above }: Disagreement) =>
    !above && (field !== 'priority_date' || !disagreements.some((other) => other.field !== field && other.own === own && other.family === family))
  return [
    ...alike(disagreements.filter(isTold)).map(([one, cases]) => ({ code: 'FAMILY_DISAGREES', ...disagreementIn(one), cases })),
    ...alike(disputed).map(([one, cases]) => ({ code: 'FAMILY_DISAGREES', ...disputedIn(one), cases })),
    ...unclaimed.map((one) => ({ code: 'FAMILY_PRIORITY_UNCLAIMED', ...unclaimedIn(one) })),
  ]
}

/** Disagreements about the same two days are reported once, with the cases that record the other one. */
function alike(some: readonly Disagreement[]): (readonly [Disagreement, string[]])[] {
  const groups = Map.groupBy(some, ({ field, own, family }) => `${field} ${own} ${family}`)
  return [...groups.values()].flatMap((group) =>
    group[0] ? [[group[0], [...new Set(group.flatMap((one) => one.with ?? []))].toSorted()] as const] : [],
  )
}
