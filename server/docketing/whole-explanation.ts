import type { Explanation } from '../../model/docketing/calculation/computed-deadline.ts'
import { isRow } from '../../model/docketing/rules/law-fault.ts'

/** The reasons stored with a deadline: of its rule only ID and version, unless the rule was deleted or changed since. */
export type KeptExplanation = Omit<Explanation, 'rule'> & { rule: { id: string; version: number } }

/** Checked, since a person with write access to the database can store any value there. */
export const isWhole = (kept: unknown): kept is KeptExplanation =>
  isRow(kept) && isRow(kept.rule) && isRow(kept.trigger) && Array.isArray(kept.candidates) && kept.candidates.every(isCandidate)

const isCandidate = (one: unknown) => isRow(one) && typeof one.from === 'string'
