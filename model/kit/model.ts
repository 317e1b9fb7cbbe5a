import type { Responsibility, Field, Options, Words } from './fields.ts'
import { boolean, datetime, integer, link, string } from './fields.ts'
import type { AttachedFile } from './pictures.ts'

export type Verb = 'get' | 'search' | 'count' | 'create' | 'update' | 'delete' | 'transition' | 'import' | 'export'

export type Transition = {
  zh: string
  en: string
  /** The states from which it may be taken; '*' is any that is not closed. */
  from: readonly string[] | '*'
  to: string
  /** The transition returns the record to its previous state; `to` is the state used without a history. */
  returns?: true
  /** A record whose day in this field has not passed is led to this state instead. */
  until?: { day: string; to: string }
  /** It is of the time after the day in this field: refused before that day has passed, or with `asks` taken once a person has confirmed it. */
  after?: { day: string; asks?: true }
  /** Fields shown for the transition; those marked required_at must then have a value. */
  fields?: readonly string[]
  /** The permission that it needs on the record, besides the verb. */
  ability?: { code: string; zh: string; en: string }
  /** Field → the values with which it is possible, such as its offices. */
  only?: Readonly<Record<string, readonly string[]>>
  /** Only the server takes it, within another write. */
  automatic?: true
  /** The other transition of which this one skips the approval: it is not possible while that one waits for an approval. */
  skips?: string
  /** The field among `fields` that names another record of the model, which the step writes as well: both are locked in one order. */
  joins?: string
}

/** The phase of a right, whatever the office's name of the state. */
export const PHASES = {
  PREPARATION: ['准备中', 'Preparation'],
  PENDING: ['审中', 'Pending'],
  GRANTED: ['有效', 'In force'],
  GRACE: ['宽限期', 'In grace'],
  LAPSED: ['失效', 'Lapsed'],
  WITHDRAWN: ['撤回', 'Withdrawn'],
  REFUSED: ['驳回', 'Refused'],
  INVALID: ['无效', 'Invalid'],
  EXPIRED: ['届满', 'Expired'],
  TRANSFERRED: ['转让', 'Transferred'],
} as const satisfies Options

export type Phase = keyof typeof PHASES

/** The meaning of a state for the engines, whatever its code. */
export type StateFacts = {
  phase: Phase
  /** The right is refused or lost, and a remedy may still run. */
  remedy?: true
  /** The office waits for a reply to its notice, or for a fee. */
  awaits?: 'us'
  /** The right was lost for the last renewal fee due, and may be restored by paying it. */
  lost_for?: 'fee'
}

export const ENDED: ReadonlySet<Phase> = new Set(['LAPSED', 'WITHDRAWN', 'REFUSED', 'INVALID', 'EXPIRED', 'TRANSFERRED'])

export type States = {
  field: string
  /** Work on the record has ended: its deadlines close. */
  closed: readonly string[]
  /** Further states in which a record may begin, besides the default of the field. */
  starts?: readonly string[]
  /** States in which the product itself puts records that are not closed, without a transition. */
  sets?: readonly string[]
  /** States beside the usual course: the steps of a record show one only while the record is in it. */
  aside?: readonly string[]
  /** For a kind of case: the facts of each state. */
  facts?: Readonly<Record<string, StateFacts>>
  transitions: Readonly<Record<string, Transition>>
}

/** Records of one model in a hierarchy. The engine maintains paths and levels, and refuses circles. */
export type Tree = {
  /** The reference to the parent record. */
  parent: string
  /** The field by which siblings are ordered. */
  order?: string
  /** Maintained fields: the values of `of` from the top down, as `a/b`; enclosed, as `/a/b/`. */
  paths?: Readonly<Record<string, { of: string; enclosed?: true }>>
  /** Maintained field: 1 at the top. */
  level?: string
  max_depth?: number
  /** The field that must equal the parent's, and the error text otherwise. */
  within?: { field: string; says: Words }
  /** The field that is unique among siblings. */
  unique?: string
}

/** The transfer of records to another company or installation, where they have other IDs. */
export type Configuration = {
  /** The fields by which a record is found there: the first of these sets whose fields are all filled, otherwise the last. */
  key: readonly (readonly string[])[]
  /** Records with other values stay behind. */
  only?: Readonly<Record<string, readonly string[]>>
  /** Records as the product made them stay behind: those go that a person made or changed. */
  changed?: true
  /** Its records shape the models of other records, so they are applied first. */
  shapes?: true
}

/**
 * Each of `by` is a field, a date also as `field:month` or `field:year`. `sums` are numbers and amounts, or the days from one date to another
 * as `from..to`; `filled` also stores how many records have each, for averages. `only` leaves out all other values.
 */
export type CountedBy = {
  by: readonly string[]
  sums?: readonly string[]
  filled?: true
  only?: Readonly<Record<string, readonly string[]>>
}

type Declaration = {
  name: string
  zh: string
  en: string
  fields: Readonly<Record<string, Field>>
  /** The fields that make the display name, joined by a space; the first filled one alone with `display_first`. */
  display: readonly string[]
  display_first?: boolean
  /** The text in brackets after the display name: a field, or the name of the record it refers to; with `shared`, only for duplicate names. */
  disambiguate_by?: { field: string; shared?: boolean }
  /** 'company' data has row visibility by company; 'tenant' data is common to all companies. */
  scope?: 'company' | 'tenant'
  states?: States
  /** Field groups in the order of forms and details. */
  groups?: Readonly<Record<string, Words>>
  /** Verbs that the model does not allow, with the reason. */
  refuses?: Readonly<Partial<Record<Verb, Words>>>
  /** Sets of fields that are unique among live records; null parts do not collide. */
  uniques?: readonly (readonly string[])[]
  /**
   * The match keys by which an import finds an existing record, besides unique fields, the surest set of fields first.
   * An empty reference or date matches an empty one. Records that differ in a field of `apart` never match.
   */
  natural_keys?: { by: readonly (readonly string[])[]; apart?: readonly string[] }
  /** A list that people keep whole by numbers: an import names the records with a number, and with `only` these values, that its file lacks. */
  listed_by?: { number: string; only: Readonly<Record<string, readonly string[]>> }
  /** Texts by which people name the record in files, whatever its capitals. */
  found_by?: readonly string[]
  /** Fields queried by their exact value. */
  lookups?: readonly string[]
  /** Further indexes, each a field or a list of fields used to filter and sort; `carry` names columns that are read from the index alone. */
  indexes?: readonly (string | readonly string[] | { by: readonly string[]; carry: readonly string[] })[]
  /**
   * Groups of records whose number and sums of amounts are stored on every write: a chart or a total that queries nothing
   * else reads no records.
   */
  counted_by?: readonly CountedBy[]
  /** Row visibility: paths that make a record a person's own, a department's or an agency's; `through` a parent record. */
  visibility?: {
    company?: string
    self?: readonly string[]
    department?: readonly string[]
    agency?: readonly string[]
    through?: string
    /** Paths to the people whose deputies see the record during their absence. Not needed for cases and their child records. */
    deputy?: readonly string[]
    /** Its closed records stay readable when the parent is deleted. */
    keeps_closed?: true
  }
  /**
   * The person at the path `by` may do `verbs` to such a record without any role's grant, in every company.
   * Fields that are `read_only` still require a grant. `responsibility`: such records are handed over when the person leaves.
   */
  own?: { by: string; verbs: readonly Verb[]; read_only?: readonly string[]; responsibility?: Responsibility }
  /** Its records are part of the configuration of a company, which a pack carries elsewhere. */
  configuration?: Configuration
  /** Records of other models that may be sent with this one, as a list: the model, and its field that refers here. */
  inline?: Readonly<Record<string, { model: string; by: string }>>
  /** Computed values of a whole record beside its fields, which a module adds. */
  shows?: Readonly<Record<string, Field>>
  /** Its display name may be shown to every user who sees a record that refers to it. */
  public_name?: boolean
  /**
   * A view for BI tools shows its live records (server/database/bi) to every user of them: all of its fields but long texts, or those
   * of the list. Cases above the level INTERNAL are left out there, with all records whose visibility depends on them.
   */
  open_to_bi?: true | readonly string[]
  /**
   * The records in that view, by the values of their fields: all of the named fields must have one of these values, or, with an empty
   * list, none. Absent: all records. Records that name a closed kind of case in a field `code_of: 'model'` or 'kind' are always left out.
   */
  bi_rows?: Readonly<Record<string, readonly string[]>>
  tree?: Tree
  /** The reference to a record whose company is that of this one as well, unless another is named; forms ask for the company beside it. */
  company_of?: string
  /** Set up for all companies together: a grant for one of them, or of everything within a scope, does not even show it. */
  group_wide?: true
  /** Of records common to all companies: those that a grant for one company shows. */
  shown_to_companies?: string
  /** Records marked `is_system` are part of the product: no user deletes them, or changes their `fixed` fields ('*' is all). */
  system?: { fixed: readonly string[] | '*' }
  /** Records for which the field `by` is false belong to the product and are not deleted; `instead` names the alternative. */
  kept?: { by: string; instead: Words }
  /** Records are changed and deleted only while the field `by` has one of these values; the area's hooks refuse it otherwise. */
  open_while?: { by: string; values: readonly string[] }
  /** Deleted records are removed at once, without the recycle bin. */
  hard_delete?: boolean
  /** Its records are credentials of this installation: only backups contain them, not even the export of the whole tenant. */
  credentials?: boolean
  /** Changes are not written to the change log (the record is itself a log). */
  no_log?: boolean
  /** The database makes its rows from those of other models; it has no own grants, custom fields or imports. */
  derived?: boolean
}

/** The fields of every record; see domain/entities M0. */
export const BASE = {
  sid: string('主键', 'ID', { computed: true, max: 36, exportable: false }),
  version: integer('版本号', 'Row version', { computed: true }),
  company_sid: link('所属公司', 'Company', { to: 'company', searchable: true, default: 'my_company()' }),
  valid: boolean('有效', 'Valid', { default: true, searchable: true }),
  remark: string('备注', 'Remark', { max: 255 }),
  created_at: datetime('创建时间', 'Created', { computed: true, searchable: true }),
  created_by: link('创建人', 'Created by', { to: 'user_info', computed: true, searchable: true }),
  updated_at: datetime('更新时间', 'Updated', { computed: true, searchable: true, list: true }),
  updated_by: link('更新人', 'Updated by', { to: 'user_info', computed: true }),
} as const satisfies Record<string, Field>

/** The mark of built-in records, for models that declare `system`. */
export const IS_SYSTEM = boolean('系统内置', 'Built in', { computed: true, unlogged: true, searchable: true, default: false, exportable: false })

export type Model = Declaration & { scope: 'company' | 'tenant' }

/** The model with its declared fields, so that rows are typed by them. */
export type Declared<D extends Declaration> = Omit<Model, 'name' | 'fields'> & {
  name: D['name']
  fields: Omit<typeof BASE, keyof D['fields']> & D['fields']
}

/** Declares an entity: its table, API, form, list, history, import and export all follow from this. */
export function defineModel<const D extends Declaration>(declaration: D): Declared<D> {
  const { sid, version, company_sid, ...rest } = BASE
  const own = Object.entries<Field>(declaration.fields)
  const at = own.findIndex(([code]) => code === declaration.company_of)
  // The company of the tree distinguishes records of one name in different trees.
  const company = declaration.tree?.within?.field === 'company_sid' ? { ...company_sid, list: true } : company_sid
  const fields = { ...Object.fromEntries(own.slice(0, Math.max(at, 0))), ...(at >= 0 && { company_sid }), ...declaration.fields }
  // All fields, declared and common, are present, in this or another order.
  return { scope: 'company', ...declaration, fields: { sid, version, ...(fields as D['fields']), company_sid: company, ...rest } }
}

/** The paths that make a record a person's own. */
export const selfPaths = ({ visibility, own }: Model): readonly string[] => visibility?.self ?? [own?.by ?? 'created_by']

type Plain<F> = F extends { type: 'integer' } | { type: 'decimal'; shortest: true }
  ? number
  : F extends { type: 'boolean' }
    ? boolean
    : F extends { type: 'options' | 'references' }
      ? string[]
      : F extends { type: 'rows'; of: infer R extends Readonly<Record<string, Field>> }
        ? { [K in keyof R]: Plain<R[K]> | null }[]
        : F extends { type: 'attachment' }
          ? AttachedFile[]
          : F extends { type: 'json' }
            ? unknown
            : F extends { type: 'option'; dictionary: string }
              ? string
              : F extends { type: 'option'; options: infer O }
                ? keyof O & string
                : string

/** A record in row format: dates and money are text, references are sids. */
export type Row<M extends { fields: Readonly<Record<string, Field>> }> = { [K in keyof M['fields']]: Plain<M['fields'][K]> | null } & {
  sid: string
  version: number
}

const kept: Words = ['由系统记录，只能查看', 'It is recorded by the system and is read-only']
/** For models that only the system writes, whose records people move from state to state. */
export const ONLY_TRANSITIONS = { create: kept, update: kept, delete: kept, import: kept } satisfies Partial<Record<Verb, Words>>
/** For models that only the system writes. */
export const READ_ONLY = { ...ONLY_TRANSITIONS, transition: kept } satisfies Partial<Record<Verb, Words>>
