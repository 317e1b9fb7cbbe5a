import type { DocketingOfKind } from '../docketing/kind.ts'
import type { FeesOfKind } from '../fees/kind.ts'
import type { ImportProfile } from '../import/import-profile.ts'
import { cached } from '../kit/cached.ts'
import type { Milestones } from '../kit/milestones.ts'
import type { InstructionsOfKind } from '../instructions/checklist.ts'
import type { RelationType } from './related_case.ts'
import type { PlanningOfKind } from './planning.ts'
import type { KindRelations } from './relations/relation-rules.ts'
import { type CaseRole, type Field, option, type Options, type Words } from '../kit/fields.ts'
import type { NumberForm } from '../kit/identity/number-forms.ts'
import { type Model, PHASES } from '../kit/model.ts'

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
  /** The form of numbers, by field: of each country that has one, or of all. */
  number_forms?: Readonly<Record<string, NumberForm | Readonly<Record<string, NumberForm>>>>
  /** A case entered with one of these fields is never a draft: the state in which it begins. */
  registered?: { by: readonly string[]; as(row: Readonly<Record<string, unknown>>): string }
  /** Fields of dates of which the first may not lie after the second. */
  dates_in_order?: readonly (readonly [earlier: string, later: string])[]
  priorities?: PriorityClaims
  relations?: KindRelations
  importProfile?: ImportProfile
  /** The course of its cases, as screens draw it. */
  milestones?: Milestones
  /** The order and grouping of its states in charts; without it, by their phases. */
  stages?: Stages
  /** It is no right, but a contract or a dispute about rights; `dealt_right` names them. */
  dealing?: Dealing
  /** The transitions by which the owner gives up the right: not without the consent of its pledgee. */
  gives_up?: readonly string[]
  /** The field that offers a licence to everyone: not without the consent of the pledgee. */
  offers_licences?: string
  /** The transition of a right that is given to others as a whole: it leaves the docket of its former owner. */
  given_away_by?: string
  /** The planning of coming cases of the kind; without it, there is none. */
  planning?: PlanningOfKind
  /** The field with the day until which the right is renewed, where no term ends it. */
  renewed_until?: string
  /** Contents of an instruction to an agency about cases of this kind. */
  instructions?: InstructionsOfKind
  /** The event that a request to record a new owner is, by office. */
  owner_change_request?: Readonly<Record<string, string>>
}

/** Its rows that fall due on a day; each has a deadline until the row is done or the contract ends. */
export type Dealing = { due?: readonly DueRows[] }

/**
 * `day` and `done` are parts of the rows with a date, `says` the parts in the name of the deadline, which follows them until it is done: then
 * `says_done`. `word`: the part whose option names the deadline in place of `zh` and `en`. `said`: the parts in the name
 * of a deadline that an earlier version made, with `zh` and `en`.
 */
export type DueRows = {
  rows: string
  day: string
  done?: string
  says?: readonly string[]
  says_done?: readonly string[]
  word?: string
  said?: readonly string[]
  zh: string
  en: string
  kind: 'ACTION' | 'MONITOR'
}

/** `of` names the stage of a state by a code of `words`. */
export type Stages = { words: Options; of(state: string): string }

/** Its cases may claim priorities. */
export type PriorityClaims = {
  /** The computed field with the earliest of them, else the filing date. */
  earliest: string
  /** The field with the earliest of them before a correction that made it later, and the cases that have it. */
  former?: { field: string; of(row: Readonly<Record<string, unknown>>): boolean }
  /** The field with the international filing date of a national phase: its priorities are judged by that day. */
  international?: string
  /** The field for texts that a file calls priorities and that are none: text, one claim a line. */
  said?: string
  /** Whether this case does not claim priority of the earlier application but continues it, in the case's own office. */
  continues?(
    claim: { country: string; subtype: string | undefined; relation: RelationType | undefined },
    later: { country: string; subtype: string },
  ): boolean
  /** The type of the relation to an application that the case continues. */
  continuation?: RelationType
  /** The months within which a case of this subtype must follow its priority. */
  months(subtype: string): 6 | 12
}

/** The default rule of case numbers; a company may have its own. */
export type Numbering = {
  pattern: string
  /** The letters that {TYPE} prints for each subtype. */
  letters?: Readonly<Record<string, string>>
  /** The value that {CLASS} prints. */
  classOf?: (row: Readonly<Record<string, unknown>>) => string
  /** Other objects of the kind that are numbered by a rule, by name. */
  further?: Readonly<Record<string, { pattern: string; words: Words }>>
}

export type CaseKinds = ReadonlyMap<string, CaseKind>

/** Refuses a model that lacks a field of the case head. */
export function defineCaseKind(declared: Omit<CaseKind, 'name' | 'drives' | 'roles'>): CaseKind {
  const kind = { ...declared, model: withPhase(declared.model) }
  const { model } = kind
  for (const role of REQUIRED) if (!fieldOfRole(model, role)) throw new Error(`${model.name} has no field of the role ${role}`)
  const states = model.states
  const field = states && model.fields[states.field]
  for (const code of field?.type === 'option' ? Object.keys(field.options) : [])
    if (!states?.facts?.[code]) throw new Error(`${model.name}: the state ${code} has no phase`)
  refuseUnknownMilestones(kind)
  for (const code of [
    ...Object.keys(kind.number_forms ?? {}),
    ...(kind.dates_in_order ?? []).flat(),
    ...(kind.registered?.by ?? []),
    ...[kind.renewed_until, kind.offers_licences].filter((one) => one !== undefined),
  ])
    if (!Object.hasOwn(model.fields, code)) throw new Error(`${model.name}: a check names the unknown field ${code}`)
  for (const code of [...(kind.gives_up ?? []), ...[kind.given_away_by, kind.instructions?.final_draft].filter((one) => one !== undefined)])
    if (!states?.transitions[code]) throw new Error(`${model.name}: a rule names the unknown transition ${code}`)
  for (const { rows, day, done, says = [], says_done = [], word } of kind.dealing?.due ?? []) {
    const parts = model.fields[rows]
    for (const part of [day, ...[done, word].filter((one) => one !== undefined), ...says, ...says_done])
      if (parts?.type !== 'rows' || !parts.of[part]) throw new Error(`${model.name}: what falls due names the unknown ${rows}.${part}`)
  }
  const fields = Object.entries<Field>(model.fields)
  const drives = new Set(fields.flatMap(([code, { drives: what }]) => (what ? [code] : [])))
  const roles = Object.fromEntries(fields.flatMap(([code, { role }]) => (role ? [[role, code]] : [])))
  return { name: model.name, drives, roles, ...kind }
}

/** Cases of the kind are listed, filtered and counted by their phase, as all kinds together are: the phase follows from the state. */
export function withPhase(model: Model): Model {
  const { states } = model
  if (!states?.facts || Object.hasOwn(model.fields, 'phase')) return model
  const as = Object.fromEntries(Object.entries(states.facts).map(([code, { phase }]) => [code, phase]))
  const own = new Set<string>(Object.values(as))
  const words = Object.fromEntries(Object.entries<Words>(PHASES).filter(([code]) => own.has(code)))
  const group = model.fields[states.field]?.group
  const phase = option('阶段', 'Phase', words, {
    ...{ computed: true, searchable: true, approvable: false, process_variable: false, read_from: { field: states.field, as } },
    ...(group && { group }),
  })
  const fields = Object.entries<Field>(model.fields).flatMap((one) => (one[0] === states.field ? [one, ['phase', phase] as const] : [one]))
  return { ...model, fields: Object.fromEntries(fields) as Model['fields'] } // with one more
}

/** A misspelt state or field would never be reached. */
function refuseUnknownMilestones({ model, milestones }: Pick<CaseKind, 'model' | 'milestones'>) {
  const steps = milestones?.courses.flatMap((course) => course.steps) ?? []
  const named = [...steps.flatMap(({ states }) => states), ...(milestones?.ended ?? [])]
  for (const state of named) if (!model.states?.facts?.[state]) throw new Error(`${model.name}: a milestone names the unknown state ${state}`)
  for (const { date } of steps)
    if (date && !Object.hasOwn(model.fields, date)) throw new Error(`${model.name}: a milestone names the unknown field ${date}`)
}

const REQUIRED: readonly CaseRole[] = ['case_no', 'title', 'owner']

const byRole = new WeakMap<Model, ReadonlyMap<unknown, string>>()

/** The code of the model's field of this role. */
export const fieldOfRole = (model: Model, role: CaseRole): string | undefined => cached(byRole, model, codesByRole).get(role)

/** The first field of a role counts. */
const codesByRole = ({ fields }: Model): ReadonlyMap<unknown, string> =>
  new Map(
    Object.entries<Field>(fields)
      .flatMap(([code, { role }]) => (role === undefined ? [] : [[role, code] as const]))
      .toReversed(),
  )

/** The field with the English text: that of the role for the title of a case, or else the one with `_en`, which need not exist. */
export function englishFieldOf(model: Model, code: string): string {
  const english = code === fieldOfRole(model, 'title') ? fieldOfRole(model, 'title_en') : undefined
  return english ?? `${code}_en`
}
