import type { DocketingOfKind } from '../docketing/kind.ts'
import type { FeesOfKind } from '../fees/kind.ts'
import type { ImportProfile } from '../import/import-profile.ts'
import type { KindRelations } from './relations/relation-rules.ts'
import type { CaseRole, Field, Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'

/**
 * A kind of right or contract, declared once beside its entity: what docketing, fees, import and charts need to know of it
 * that the entity alone does not say. Engines know kinds and phases, never rights by name.
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
  /** A rule that names no kind of case is of this one. */
  default_law?: true
  /** The fields of which a change recomputes the deadlines and fees of the case. */
  drives: ReadonlySet<string>
  /** The code of the field of each role that the model has. */
  roles: Readonly<Partial<Record<CaseRole, string>>>
  /** Its own module prints its numbers as their offices do, and fills their keys. */
  readsNumbers?: true
  priorities?: PriorityClaims
  relations?: KindRelations
  importProfile?: ImportProfile
}

/** Its cases may claim priorities. */
export type PriorityClaims = {
  /** The computed field that holds the earliest of them, else the filing date. */
  earliest: string
  /** The months within which a case of this subtype must follow what it claims. */
  months(subtype: string): 6 | 12
}

/** How case numbers are made unless a company has a rule of its own. */
export type Numbering = {
  pattern: string
  /** What {TYPE} prints for each subtype. */
  letters?: Readonly<Record<string, string>>
  /** What else of the kind is numbered by a rule, under a name of its own. */
  further?: Readonly<Record<string, { pattern: string; words: Words }>>
}

export type CaseKinds = ReadonlyMap<string, CaseKind>

/** Refuses a model that lacks what the head of a case is made of. */
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
