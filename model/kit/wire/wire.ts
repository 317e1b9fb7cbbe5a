// The wire format between server and browser: the metadata of a model as visible to one caller, and the envelope.
import type { WireCourses } from '../milestones.ts'
import type { CaseRole, FieldType, Terms, When } from '../fields.ts'

export type WireField = {
  code: string
  label: string
  zh: string
  en: string
  type: FieldType
  required: boolean
  /** Required by the layout in force alone, in forms; a step does not ask for it. */
  required_by_layout?: true
  /** Left empty in a new record, the server numbers it. */
  auto_number?: true
  required_at?: string[]
  required_when?: When
  /** Of records that have it, and of new ones: a record kept without it may be changed all the same. */
  asked_of_new?: true
  /** A layout leaves it out of forms and pages, or shows it only while these terms hold. */
  hidden?: true
  shown_when?: Terms
  /** The records to which it applies, and the same in words. */
  applies_to?: When
  applies_says?: string
  searchable: boolean
  sortable: boolean
  /** A change recomputes the deadlines and fees of the case, or only the amounts. */
  drives?: 'docketing' | 'fees'
  /** A JSON Schema of a field of structured facts. */
  content?: Readonly<Record<string, unknown>>
  editable: boolean
  /** May be set while the record is created. */
  settable: boolean
  list: boolean
  unique: boolean
  group?: string
  help?: string
  default?: unknown
  /** `above`: the option of a cascade below which it stands. */
  options?: { code: string; label: string; valid: boolean; colour?: string; above?: string }[]
  /** The form's input for a type that has several. */
  input?: string
  /** A form shows it only where it has a value. */
  only_filled?: true
  /** Closed to approvers, and to the conditions and participants of approval processes. */
  approvable?: false
  process_variable?: false
  /** Free entries beside or instead of options. */
  free?: boolean
  to?: string
  to_label?: string
  /** It refers to cases, of one kind or of any. */
  to_case?: true
  max?: number
  min?: number
  pattern?: string
  pattern_says?: string
  /** A mobile number: it may be typed with separators and the code of the country. */
  mobile?: true
  /** An ID number: it may be typed with spaces and in any case. */
  plain?: true
  digits?: number
  /** Written without the zeros at its end. */
  shortest?: true
  currency?: string
  extensions?: string[]
  /** The accepted files, in words. */
  takes?: string
  /** The field name that an upload sends for its checks. */
  attach_to?: string
  rows?: WireField[]
  total?: { of: string; is: number }
  words?: boolean
  number?: boolean
  custom?: boolean
  /** Its value is never sent: `{is_set}` replaces it. */
  secret?: true
  /** Only the server sets it. */
  computed?: boolean
  /** A code for programs, which no screen shows this person. */
  coded?: true
  /** The model whose records have these codes, and their field: screens show the names of the records. */
  code_of?: { model: string; by: string; within?: { value: string; from: string; to: string } }
  /** This caller sees it masked. */
  masked?: boolean
  importable: boolean
  exportable: boolean
}

/** `until`: the state to which a record is led whose day has not passed. */
export type WireTransition = { code: string; label: string; from: string[]; to: string; until?: string; fields: string[]; required: string[] }

export type WireSchema = {
  model: string
  label: string
  zh: string
  en: string
  display: string[]
  /** The display name is the first filled of these, not all of them. */
  display_first: boolean
  /** The company is asked for beside this field. */
  company_of?: string
  fields: WireField[]
  groups: { code: string; label: string; folded?: true }[]
  /** A layout orders the tabs of a page, and gives a list its usual columns. */
  tabs?: { key: string; hidden?: boolean }[]
  columns?: string[]
  /** Records whose `flag` is true are built in: they are not deleted, and their `fixed` fields not changed. */
  system?: { flag: string; fixed: string[] | '*' }
  /** Lists of records of other models that may be sent with the record. */
  inline?: { code: string; model: string; by: string }[]
  states?: { field: string; closed: string[]; aside?: string[]; transitions: WireTransition[] }
  /** A kind of case: the fields of its roles, and the course of its cases. */
  case?: {
    roles: Readonly<Partial<Record<CaseRole, string>>>
    milestones?: WireCourses
    /** The order and grouping of its states by their stage. */
    stages: { label: string; states: string[] }[]
    /** The codes of the fees that the kind's law adds to a rule; an empty list means all fees of a filing. */
    fees_of_rules?: Readonly<Record<string, readonly string[]>>
    /** Rules that state no kind of case are rules of this kind. */
    default_law?: true
    /** It is no right, but a contract or a dispute about rights. */
    dealing?: true
    /** The types of relation between its cases; absent: any. */
    relation_types?: readonly string[]
    /** Plans are made for its cases; the fields on which their amounts depend. */
    planned?: readonly string[]
    /** Further values on which the amounts of plans depend, which are no fields of its cases. */
    counts?: readonly WireField[]
  }
  /** The records of other models that name a record of this one by a field, as its page lists them. */
  lists?: { model: string; field: string; label: string }[]
  /** This caller may ask who may see a record of the model, and why. */
  explains?: true
  /** The verbs, and the actions of this model under their names. */
  actions: { verb: string; label?: string; allowed: boolean; reason?: string }[]
}

/** The abilities of this person on one record: verbs, and actions of its model by their names. */
export type Abilities = { verbs: string[]; actions: string[] }

export type Ref = { sid: string; name: string }
export type Page<T> = { start: number; rows: number; total?: number; total_capped?: boolean; record: T[] }
export type Fault = { field: string; label: string; reason: string }
/** A warning that stops a write until its code comes back in `confirm`. */
export type Warned = Fault & { code: string }
export type Envelope<T> = { code: number; data?: T; message?: string; errors?: Fault[]; warnings?: Warned[]; request_id: string }
