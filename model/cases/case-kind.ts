import type { DocketingOfKind } from '../docketing/kind.ts'
import type { FeesOfKind } from '../fees/kind.ts'
import type { ImportProfile } from '../import/import-profile.ts'
import type { KindRelations } from './relations/relation-rules.ts'
import type { CaseRole, Field, Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'

/**
 * A kind of right or contract, declared once beside its entity: the facts that docketing, fees, import and charts need
 * beyond the entity. Engines use kinds and phases, never the names of rights.
 */
export type CaseKind = {
  /** The model's name; it is stored in `case.kind`. */
  name: string
  model: Model
  numbering?: Numbering
  /** The field that names the family of a case; its members keep one stem of their numbers. */
  family?: string
  docketing?: DocketingOfKind
  fees?: FeesOfKind
  /** A rule without a kind of case belongs to this kind. */
  default_law?: true
  /** A change of these fields recomputes the deadlines and fees of the case. */
  drives: ReadonlySet<string>
  /** The code of the field of each role that the model has. */
  roles: Readonly<Partial<Record<CaseRole, string>>>
  /** Its own module prints its numbers in the format of their offices, and fills their keys. */
  readsNumbers?: true
  priorities?: PriorityClaims
  relations?: KindRelations
  importProfile?: ImportProfile
}

/** Its cases may claim priorities. */
export type PriorityClaims = {
  /** The computed field with the earliest of them, else the filing date. */
  earliest: string
  /** The months within which a case of this subtype must follow its priority. */
  months(subtype: string): 6 | 12
}

/** The default rule of case numbers; a company may have its own. */
export type Numbering = {
  pattern: string
  /** The letters that {TYPE} prints for each subtype. */
  letters?: Readonly<Record<string, string>>
  /** Other objects of the kind that are numbered by a rule, by name. */
  further?: Readonly<Record<string, { pattern: string; words: Words }>>
}

export type CaseKinds = ReadonlyMap<string, CaseKind>

/** Refuses a model that lacks a field of the case head. */
export function defineCaseKind(kind: Omit<CaseKind, 'name' | 'drives' | 'roles'>): CaseKind {
  const { model } = kind
  for (const role of REQUIRED) if (!fieldOfRole(model, role)) throw new Error(`${model.name} has no field of the role ${role}`)
  const states = model.states
  const field = states && (model.fields as Readonly<Record<string, Field>>)[states.field]
  for (const code of field?.type === 'option' ? Object.keys(field.options) : [])
    if (!states?.facts?.[code]) throw new Error(`${model.name}: the state ${code} has no phase`)
  const fields = Object.entries<Field>(model.fields)
  const drives = new Set(fields.flatMap(([code, { drives: what }]) => (what ? [code] : [])))
  const roles = Object.fromEntries(fields.flatMap(([code, { role }]) => (role ? [[role, code]] : [])))
  return { name: model.name, drives, roles, ...kind }
}

const REQUIRED: readonly CaseRole[] = ['case_no', 'title', 'owner']

/** The code of the model's field of this role. */
export function fieldOfRole(model: Model, role: CaseRole): string | undefined {
  return Object.entries<Field>(model.fields).find(([, field]) => field.role === role)?.[0]
}
