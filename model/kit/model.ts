import type { Field, Options, Words } from './fields.ts'
import { boolean, datetime, integer, link, string } from './fields.ts'
import type { AttachedFile } from './pictures.ts'

export type Verb = 'get' | 'search' | 'count' | 'create' | 'update' | 'delete' | 'transition' | 'import' | 'export'

export type Transition = {
  zh: string
  en: string
  /** The states it may be taken from; '*' is any that is not closed. */
  from: readonly string[] | '*'
  to: string
  /** Fields asked for when it is taken; those marked required_at must be filled by then. */
  fields?: readonly string[]
  /** Field → the values with which it is possible, such as the offices whose practice it is. */
  only?: Readonly<Record<string, readonly string[]>>
}

/** Where a right stands in its life, whatever its office calls the state. */
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

/** What a state means to the engines, whatever its code. */
export type StateFacts = {
  phase: Phase
  /** The right is refused or lost, and a remedy may still run. */
  remedy?: true
  /** The office waits for an answer, or for a fee, to a notice of its own. */
  awaits?: 'us'
  /** The right was lost for the last renewal fee that fell due, and may be had back by paying it. */
  lost_for?: 'fee'
}

export const ENDED: ReadonlySet<Phase> = new Set(['LAPSED', 'WITHDRAWN', 'REFUSED', 'INVALID', 'EXPIRED', 'TRANSFERRED'])

export type States = {
  field: string
  /** Work on the record has ended: its deadlines close. */
  closed: readonly string[]
  /** Of a kind of case: what each state means. */
  facts?: Readonly<Record<string, StateFacts>>
  transitions: Readonly<Record<string, Transition>>
}

/** Records of one model that lie below one another. The engine keeps paths and levels, and refuses circles. */
export type Tree = {
  /** The reference to the record above. */
  parent: string
  /** The field by which siblings are ordered. */
  order?: string
  /** Kept fields: the values of `of` from the top down, as `a/b`; enclosed, as `/a/b/`. */
  paths?: Readonly<Record<string, { of: string; enclosed?: true }>>
  /** Kept field: 1 at the top. */
  level?: string
  max_depth?: number
  /** The field in which a record agrees with the one above it, and what is said otherwise. */
  within?: { field: string; says: Words }
  /** The field that no two siblings share. */
  unique?: string
}

type Declaration = {
  name: string
  zh: string
  en: string
  fields: Readonly<Record<string, Field>>
  /** The fields that make the display name, joined by a space; the first filled one alone with `display_first`. */
  display: readonly string[]
  display_first?: boolean
  /** What stands in brackets after the display name: a field, or the name of the record it refers to; with `shared`, only where two share a name. */
  disambiguate_by?: { field: string; shared?: boolean }
  /** 'company' data is seen through the company scope; 'tenant' data is common to all companies. */
  scope?: 'company' | 'tenant'
  states?: States
  /** Field groups in the order that forms and details show them. */
  groups?: Readonly<Record<string, Words>>
  /** A verb that the model does not allow, and why. */
  refuses?: Readonly<Partial<Record<Verb, Words>>>
  /** Sets of fields that no two live records share; null parts do not collide. */
  uniques?: readonly (readonly string[])[]
  /**
   * How a row of a file is known to be a record that exists, beside what is unique, the surest set of fields first.
   * An empty reference or date agrees with an empty one. Records that differ in a field of `apart` are never the same.
   */
  natural_keys?: { by: readonly (readonly string[])[]; apart?: readonly string[] }
  /** Fields asked for by their exact value. */
  lookups?: readonly string[]
  /** Further indexes, each a field or a list of fields that records are filtered and sorted by; `carry` names what is read with them, so that the records are not. */
  indexes?: readonly (string | readonly string[] | { by: readonly string[]; carry: readonly string[] })[]
  /**
   * Groups of records whose number, and the sums of whose amounts, are kept as records are written: a chart or a total that asks for nothing
   * else reads no records. Each is a list of fields, a date also as `field:month` or `field:year`; `only` leaves out all other values.
   */
  counted_by?: readonly { by: readonly string[]; sums?: readonly string[]; only?: Readonly<Record<string, readonly string[]>> }[]
  /** Whose it is: paths that make a record a person's own, a department's or an agency's; `through` a parent record it is seen with. */
  visibility?: {
    company?: string
    self?: readonly string[]
    department?: readonly string[]
    agency?: readonly string[]
    through?: string
  }
  /**
   * The person at the path `by` may do `verbs` to such a record without any role's grant, whichever company they look at.
   * Fields that are `read_only` still take a grant.
   */
  own?: { by: string; verbs: readonly Verb[]; read_only?: readonly string[] }
  /** Records of other models that may be given with this one, as a list: the model, and its field that refers here. */
  inline?: Readonly<Record<string, { model: string; by: string }>>
  /** Its display name may be shown to whoever sees a record that refers to it. */
  public_name?: boolean
  tree?: Tree
  /** Records marked `is_system` come with the product: nobody deletes them, nor changes their `fixed` fields ('*' is all). */
  system?: { fixed: readonly string[] | '*' }
  /** Deleted records leave at once, without the recycle bin. */
  hard_delete?: boolean
  /** Changes are not written to the change log (the record is itself a log). */
  no_log?: boolean
  /** The database makes its rows from those of other models; it has no grants, custom fields or imports of its own. */
  derived?: boolean
}

/** What every record carries; see domain/entities M0. */
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
export const IS_SYSTEM = boolean('系统内置', 'Built in', { computed: true, searchable: true, default: false, exportable: false })

export type Model = Declaration & { scope: 'company' | 'tenant' }

/** The model with the fields it declares, so that rows are typed by them. */
export type Declared<D extends Declaration> = Omit<Model, 'name' | 'fields'> & {
  name: D['name']
  fields: Omit<typeof BASE, keyof D['fields']> & D['fields']
}

/** An entity, declared: its table, API, form, list, history, import and export all follow from this. */
export function defineModel<const D extends Declaration>(declaration: D): Declared<D> {
  const { sid, version, company_sid, ...rest } = BASE
  return { scope: 'company', ...declaration, fields: { sid, version, ...declaration.fields, company_sid, ...rest } }
}

/** The paths that make a record a person's own. */
export const selfPaths = ({ visibility, own }: Model): readonly string[] => visibility?.self ?? [own?.by ?? 'created_by']

type Plain<F> = F extends { type: 'integer' }
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

/** A record as rows hold it: dates and money are text, references are sids. */
export type Row<M extends { fields: Readonly<Record<string, Field>> }> = { [K in keyof M['fields']]: Plain<M['fields'][K]> | null } & {
  sid: string
  version: number
}

const kept: Words = ['由系统记录，只能查看', 'It is kept by the system and can only be read']
/** For models that only the system writes. */
export const READ_ONLY = { create: kept, update: kept, delete: kept, transition: kept, import: kept } satisfies Partial<Record<Verb, Words>>
