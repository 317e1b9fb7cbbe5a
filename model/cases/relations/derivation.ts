import type { Words } from '../../kit/fields.ts'
import type { RelationType } from '../related_case.ts'
import type { Notice } from './relation-rules.ts'

type Row = Readonly<Record<string, unknown>>

/** A case that this way makes: its relation to the earlier case, and its values beyond those that are carried over. */
export type Derived = { type: RelationType; values: Row }

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
  from(earlier: Row): boolean
  /** The countries that are proposed. */
  countries?(earlier: Row): readonly string[]
  of(earlier: Row, country: string): Derived
  /** What stands against it beyond the rules of the relation: a block refuses, a warning is confirmed. */
  check?(earlier: Row, country: string): Notice[]
}

export type Derivations = Readonly<Record<string, Derivation>>
