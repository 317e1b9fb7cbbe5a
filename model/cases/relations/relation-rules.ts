import type { RelationType } from '../related_case.ts'
import type { Words } from '../../kit/fields.ts'

/** A relation between two cases, as input of the rules of their kind. */
export type Relation = { earlier_sid: string; later_sid: string; relation_type: string }

export type Notice = { level: 'block' | 'warning'; code: string; zh: string; en: string; choices?: readonly ('merge' | 'move' | 'cancel')[] }

/** One end of a relation: the values of its record, and whether its right of priority was restored. */
export type RelatedEnd = Readonly<Record<string, unknown>> & { sid: string; restored: boolean }

/**
 * `PRIORITY`: the earlier filing is a priority. `FILING`: the filing date and the priorities of the earlier case, such as in a
 * national phase or a division. `BENEFIT`: the later case keeps its own filing date and claims the earlier filing with its
 * priorities, such as a continuation.
 */
export type Gives = 'PRIORITY' | 'FILING' | 'BENEFIT'

type Values = Readonly<Record<string, unknown>>

/**
 * A case of this route names, in the field `number`, the application at `office` of which it is a phase: a relation of `type`,
 * unless it is the later case of one of the types `unless`, by which it continues another phase, or its own number, normalised,
 * is not one that its office gives to a phase.
 */
export type PhaseRule = {
  number: string
  office: string
  route: string
  type: RelationType
  unless: readonly RelationType[]
  mayBe?(country: string, application: string): boolean
}

/** A case that this way creates: its relation to the earlier case, and its values beyond those carried over. */
export type Derived = { type: RelationType; values: Values }

/** A way in which a new case comes from an earlier one, such as a national phase or a division. */
export type Derivation = {
  words: Words
  /** `several`: one case for each of the countries that are named; `own`: one case at the office of the earlier case. */
  where: 'several' | 'own'
  /** Each office has at most one such case of the same type. */
  once?: true
  /** The fields whose values the new case takes over. */
  carries: readonly string[]
  /** Whether a case of these facts has such cases at all. */
  from(earlier: Values): boolean
  /** The countries that are proposed. */
  countries?(earlier: Values): readonly string[]
  /** The field of the earlier case that names the countries of this way. */
  names?: string
  /** The field with the day of its own act at the office, in place of the filing date; false: it has none of its own. */
  acts?: string | false
  /** The rule of the earlier case whose deadline ends the time for it. */
  until?: string
  /** Possible after its last day too, without the priority. */
  after_period?: true
  of(earlier: Values, country: string): Derived
  /** Further objections to the derivation, beyond the rules of the relation: a block refuses, a warning is confirmed. */
  check?(earlier: Values, country: string, day: Day): Notice[]
}

/** The day on which a case is derived, and the roll of a last day at the office of the new case. */
export type Day = { today: string; roll: (date: string) => string }

export type Derivations = Readonly<Record<string, Derivation>>

/** The relation rules of one kind; without them, only the checks for any two cases apply. */
export type KindRelations = {
  /** The types of relation between cases of the kind. */
  types: readonly RelationType[]
  /** The fields that the rules read. */
  facts: readonly string[]
  /** Fields whose change may break a relation. */
  rechecked: readonly string[]
  /** Further fields that a relation gives the other case, which follows when they change. */
  passedOn?: readonly string[]
  /** The import's rule to find the application of which a case is a phase. */
  phase?: PhaseRule
  /** The ways in which a new case comes from one of the kind. */
  derives?: Derivations
  /** Further fields shown in the family drawing. */
  shown?: readonly string[]
  /**
   * Returns every objection to the relation. `existing` are the relations around both, without the one being edited; `roll` rolls a last day
   * at the office of the later case, and without it the unrolled day counts.
   */
  check(earlier: RelatedEnd, later: RelatedEnd, type: string, existing: readonly Relation[], roll?: (date: string) => string): Notice[]
  /** The claim of the later case on the earlier one: a priority, its filing date, or its benefit. */
  gives?(earlier: RelatedEnd, later: RelatedEnd, type: string): Gives | undefined
  /** The values that a relation gives to either case: entered there, unless the field has a value. */
  tells?(earlier: RelatedEnd, later: RelatedEnd, type: string): { earlier?: Values; later?: Values }
}

export const block = (code: string, zh: string, en: string): Notice => ({ level: 'block', code, zh, en })

/** A type that the law of the kind does not know. */
export const unknownType = ({ types }: KindRelations, type: string): Notice[] =>
  types.some((one) => one === type) ? [] : [block('type', '该关联类型不适用于此类案件', 'This type of relation does not exist between such cases')]

/** The checks for any two cases: they differ, are in the order of their filing dates, are related once and in no cycle. */
export function checkAnyRelation(
  earlier: RelatedEnd,
  later: RelatedEnd,
  type: string,
  existing: readonly Relation[],
  filed: readonly unknown[],
): Notice[] {
  if (earlier.sid === later.sid) return [block('same_case', '两件案件不能相同', 'The two cases must not be the same')]
  const [first, second] = filed
  const isLater = typeof first === 'string' && typeof second === 'string' && first > second
  return [...(isLater ? [mustPrecede(first, second)] : []), ...checkExisting(earlier, later, type, existing)]
}

export function mustPrecede(first: string, second: string): Notice {
  return block(
    'dates',
    `在先案的申请日（${first}）必须早于在后案的申请日（${second}）`,
    `The earlier case's filing date (${first}) must precede the later case's (${second})`,
  )
}

type Sided = { sid: string }

export function checkExisting(earlier: Sided, later: Sided, type: string, existing: readonly Relation[]): Notice[] {
  const isThere = existing.some((one) => one.earlier_sid === earlier.sid && one.later_sid === later.sid && one.relation_type === type)
  if (isThere) return [block('duplicate', '两案之间已有相同类型的关联', 'The two cases already have a relation of this type')]
  if (!leads(later.sid, earlier.sid, existing)) return []
  return [
    block(
      'cycle',
      '该关联会形成循环：在先案已由在后案派生',
      'The relation would create a cycle: the earlier case already derives from the later case',
    ),
  ]
}

function leads(from: string, to: string, relations: readonly Relation[]): boolean {
  const seen = new Set([from])
  // The iteration of a set includes items added during the loop.
  for (const sid of seen) for (const one of relations) if (one.earlier_sid === sid) seen.add(one.later_sid)
  return seen.has(to)
}
