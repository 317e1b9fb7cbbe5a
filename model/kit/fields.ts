// The vocabulary of field types. A constructor states only the differences from the defaults.

export type FieldType =
  | 'string'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'option'
  | 'options'
  | 'reference'
  | 'references'
  | 'rows'
  | 'attachment'
  | 'json'

/** Chinese, English. */
export type Words = readonly [zh: string, en: string]
export type Options = Readonly<Record<string, Words>>

/** Field → the values with which it holds, or those with which it does not. All named fields must match. */
export type Terms = Readonly<Record<string, readonly string[] | { readonly not: readonly string[] }>>

/** Terms, or several alternatives. */
export type When = Terms | readonly Terms[]

export type Facts = {
  /** Required on every save. */
  required?: boolean
  /** Required when one of these transitions is taken. */
  required_at?: readonly string[]
  /** Required on every save of the records that match. */
  required_when?: When
  /**
   * With `required_when`: asked of new records, and not cleared afterwards. Records that were kept without it may be changed all the
   * same; the server itself, an HR system, and people who may not write the field enter records without it, and people come back without it.
   */
  asked_of_new?: true
  /** The records to which it applies: elsewhere it is neither shown, nor required, nor accepted. */
  applies_to?: When
  /** No two live records of one company ('company') or of the tenant ('tenant') share it. */
  unique?: 'company' | 'tenant'
  /** For a unique number: the number of a deleted record is not reused. */
  never_again?: true
  /** Offered as a filter, with an index. */
  searchable?: boolean
  /** Part of the default list. */
  list?: boolean
  /** It has no column: it is read from another field, whose codes are mapped to its own. Reading it needs the right to read that field. */
  read_from?: { readonly field: string; readonly as: Readonly<Record<string, string>> }
  /** Only the server sets it; a caller who sends it is refused. */
  computed?: boolean
  /** It is written without a line in the change log: what it was on a past day is not known. */
  unlogged?: true
  /** The server generates a value where the caller sends none. */
  auto_number?: boolean
  /** May be set when the record is created, never afterwards. */
  immutable?: boolean
  /** A constant, or one of the functions of the product: 'me()', 'my_department()', 'my_company()', 'today()'. */
  default?: unknown
  /** A reference that a table may name before its record exists: it stays empty, with a remark, until the table is imported again. */
  later?: true
  /** The heading of the field in forms and details. */
  group?: string
  help?: Words
  /** Personal data that a role may be shown masked. */
  masked?: 'id_no' | 'mobile'
  /**
   * For rows: each row shows a value of that model, of the field whose code its part `by` holds. Without the right to read that field, a
   * person does not get the row, and neither queries nor sees the history of such rows.
   */
  rows_tell?: { readonly model: string; readonly by: string }
  /** The record is found by this number in every spelling (see model/cases/numbers). */
  number?: boolean
  /** The normalised form of the number in `field`, in the format of the office in `office`. */
  normalises?: { field: string; kind: 'application' | 'publication' | 'grant' | 'mark'; office: string }
  /** Its words are searched (CONTAINS is indexed). */
  full_text?: boolean
  /** The same, by an index of its own: a text that few records have beside those of `full_text`. */
  own_words?: true
  /** People who may read the field also find the record by the text that is kept under the field's value, a hash. */
  kept_text?: string
  /** A code for programs: screens omit it and show its meaning in another field. 'editors': people who may set it see it; 'form': lists omit it. */
  coded?: true | 'editors' | 'form'
  /**
   * Its values are codes of records of another model, such as 'document_type.code', of the models, of the kinds of case alone, of their
   * subtypes, of countries (ISO 3166-1) or of offices (WIPO ST.3): screens show and offer their names, and a table may have them.
   */
  code_of?: 'model' | 'kind' | 'subtype' | 'country' | 'office' | `${string}.${string}`
  /** Of options: codes of fields of the model that this field names. A file may have their names. */
  fields_of?: string
  /** Records of one code have names of their own for ranges of a number: the field of this record that holds the number, and the range there. */
  code_within?: { value: string; from: string; to: string }
  /**
   * Never in the views of BI tools nor in names there, though its model is open (`open_to_bi`): a code that admits, or how a person is
   * reached. Secret, masked and internal fields are left out without it.
   */
  closed_to_bi?: true
  /** Only the server's own code reads it; it is in no response, query, history or file. */
  internal?: boolean
  /** In a response of an action: may be null. */
  nullable?: true
  /** In a response of an action: may be absent. */
  optional?: true
  /** For a text: stored encrypted and never read back; callers overwrite it, clear it, and see whether it is set. */
  secret?: true
  /** A credential of this installation: no file contains it, not even the export of the whole tenant. */
  credential?: true
  importable?: boolean
  exportable?: boolean
  /** The form's input for a type that has several. */
  input?: string
  /** Only imports fill it: a form shows it where it has a value, to be corrected or cleared. */
  only_filled?: true
  /** `false`: no node of an approval opens it. */
  approvable?: boolean
  /** `false`: no condition or participant of an approval process refers to it. */
  process_variable?: boolean
  /** Its code in an earlier version: existing values are migrated. */
  renamed_from?: string
  /** A change recomputes: 'docketing' the deadlines and fees of the case, 'fees' only the amounts. */
  drives?: 'docketing' | 'fees'
  /**
   * For a link: the record is part of the content of the linked one, such as a fee of a payment list.
   * An approval of the linked record holds it, too, and its own transitions lock the linked record first.
   */
  part_of?: true
  /** For a link: the page of the linked record lists the records that name it. */
  listed_there?: true
  /** Whom it names answers for the record, as this group of a handover: counted, and passed on when they leave. */
  responsibility?: Responsibility
  /** The role of the field in a case, whatever its code; the engines find it by this. */
  role?: CaseRole
}

/** `while`: only the records with one of these values; `until`, for a person in a row: only the rows in which this field is empty. */
export type Responsibility = { group: string; while?: Readonly<Record<string, readonly string[]>>; until?: string }

export type CaseRole = HeadRole | DocketRole

/** Fields that docketing and fees read of every case or write on its record: the end of the term, the next year, the decision on later years. */
type DocketRole = 'grant_date' | 'close_date' | 'suspensions' | 'expiry_date' | 'next_annuity_year' | 'annuity_decision'

/** The fields of the common head of a case, filled from the record's fields of these roles. */
export type HeadRole =
  | 'case_no'
  | 'title'
  | 'title_en'
  | 'country'
  | 'subtype'
  | 'route'
  | 'application_no'
  | 'filing_date'
  | 'next_annuity_due'
  | 'owner'
  | 'co_owners'
  | 'department'
  | 'agency'
  | 'applicants'
  | 'inventors'
  | 'secrecy'

type Base<T extends FieldType> = Facts & { type: T; zh: string; en: string }

/** `verbatim`: stored without normalisation, such as a password. */
type StringField = Base<'string'> & {
  max: number
  min?: number
  pattern?: string
  pattern_says?: Words
  upper?: boolean
  lower?: boolean
  /** A mobile number, stored in the one form in which it is compared. */
  mobile?: true
  /** A number of a person or company: full-width to half-width, in capitals, without spaces. */
  plain?: true
  verbatim?: true
}
type TextField = Base<'text'> & { max: number; min?: number }
type IntegerField = Base<'integer'> & { min?: number; max?: number }
/** `digits` after the point; exact text. `shortest`: a number instead, in halves, which are exact: 4 and 3.5. */
type DecimalField = Base<'decimal'> & { digits: number; shortest?: true; min?: number; max?: number }
/** Decimal text; `currency` names the field that holds the ISO 4217 code, or is a code itself. */
type MoneyField = Base<'money'> & { currency: string; min?: number }
type DateField = Base<'date'> & { past?: boolean }
/** `ahead_years`: a future time, at most so many years ahead. */
type DatetimeField = Base<'datetime'> & { ahead_years?: number }
type BooleanField = Base<'boolean'>
/** `dictionary`: each tenant maintains the options (see dictionary_item); the declared ones are the initial options. */
type Choice = {
  dictionary?: string
  /** Kept where already used, not selectable again. */
  invalid?: readonly string[]
  colours?: Readonly<Record<string, string>>
  /** The codes in the order in which they are offered: a stored object has its keys in an order of its own, and codes of digits always come first. */
  order?: readonly string[]
  /** The option above each option of a cascade. */
  above?: Readonly<Record<string, string>>
}
type OptionField = Base<'option'> & Choice & { options: Options }
type OptionsField = Base<'options'> & Choice & { options?: Options; free?: boolean; max?: number; pattern?: string; pattern_says?: Words }
type ReferenceField = Base<'reference'> & { to: string }
export type ReferencesField = Base<'references'> & { to: string; max?: number }
export type RowsField = Base<'rows'> & { of: Readonly<Record<string, Field>>; max?: number; total?: { of: string; is: number } }
/** Files kept by server/documents: `[{ sid, name, size, picture? }]`. */
export type AttachmentField = Base<'attachment'> & {
  max?: number
  extensions?: readonly string[]
  max_bytes?: number
  picture?: PictureRules
  /** The class of its documents where the sender names none. */
  document_class?: string
}
export type PictureType = 'png' | 'jpg' | 'tif' | 'gif'
type Limits = { min?: number; max?: number }
/** The allowed pictures of a field: `width` and `height` in pixels as shown, `cm` the largest printed size. */
export type PictureRules = {
  types: readonly PictureType[]
  width?: Limits
  height?: Limits
  dpi?: Limits
  cm?: { width: number; height: number }
}
/** Structured facts that only code writes and reads, such as an explanation. */
export type JsonField = Base<'json'> & {
  /** A JSON Schema of its content, where users write it. */
  content?: Readonly<Record<string, unknown>>
  /** In a body: an empty list is a value, and not the absence of one. */
  keeps_empty?: true
}

export type Field =
  | StringField
  | TextField
  | IntegerField
  | DecimalField
  | MoneyField
  | DateField
  | DatetimeField
  | BooleanField
  | OptionField
  | OptionsField
  | ReferenceField
  | ReferencesField
  | RowsField
  | AttachmentField
  | JsonField

type More<T> = Facts & Partial<Omit<T, keyof Facts | 'type' | 'zh' | 'en'>>

export const string = <const M extends More<StringField>>(zh: string, en: string, more?: M) =>
  ({ type: 'string', zh, en, max: 255, ...more }) as { type: 'string'; zh: string; en: string; max: number } & M
export const text = <const M extends More<TextField>>(zh: string, en: string, more?: M) =>
  ({ type: 'text', zh, en, max: 3000, ...more }) as { type: 'text'; zh: string; en: string; max: number } & M
export const integer = <const M extends More<IntegerField>>(zh: string, en: string, more?: M) =>
  ({ type: 'integer', zh, en, ...more }) as { type: 'integer'; zh: string; en: string } & M
export const decimal = <const M extends More<DecimalField>>(zh: string, en: string, more?: M) =>
  ({ type: 'decimal', zh, en, digits: 2, ...more }) as { type: 'decimal'; zh: string; en: string; digits: number } & M
export const money = <const M extends More<MoneyField>>(zh: string, en: string, more?: M) =>
  ({ type: 'money', zh, en, currency: 'CNY', ...more }) as { type: 'money'; zh: string; en: string; currency: string } & M
export const date = <const M extends More<DateField>>(zh: string, en: string, more?: M) =>
  ({ type: 'date', zh, en, ...more }) as { type: 'date'; zh: string; en: string } & M
export const datetime = <const M extends More<DatetimeField>>(zh: string, en: string, more?: M) =>
  ({ type: 'datetime', zh, en, ...more }) as { type: 'datetime'; zh: string; en: string } & M
export const boolean = <const M extends More<BooleanField>>(zh: string, en: string, more?: M) =>
  ({ type: 'boolean', zh, en, ...more }) as { type: 'boolean'; zh: string; en: string } & M
export const option = <const O extends Options, const M extends More<Omit<OptionField, 'options'>>>(zh: string, en: string, options: O, more?: M) =>
  ({ type: 'option', zh, en, options, ...more }) as { type: 'option'; zh: string; en: string; options: O } & Omit<M, 'options'>
export const options = <const M extends More<OptionsField>>(zh: string, en: string, more: M) =>
  ({ type: 'options', zh, en, ...more }) as { type: 'options'; zh: string; en: string } & M
export const link = <const M extends More<ReferenceField> & { to: string }>(zh: string, en: string, more: M) =>
  ({ type: 'reference', zh, en, ...more }) as { type: 'reference'; zh: string; en: string } & M
export const links = <const M extends More<ReferencesField> & { to: string }>(zh: string, en: string, more: M) =>
  ({ type: 'references', zh, en, ...more }) as { type: 'references'; zh: string; en: string } & M
export const rows = <const R extends Readonly<Record<string, Field>>, const M extends More<Omit<RowsField, 'of'>>>(
  zh: string,
  en: string,
  of: R,
  more?: M,
) => ({ type: 'rows', zh, en, of, ...more }) as { type: 'rows'; zh: string; en: string; of: R } & Omit<M, 'of'>
export const attachment = <const M extends More<AttachmentField>>(zh: string, en: string, more?: M) =>
  ({ type: 'attachment', zh, en, ...more }) as { type: 'attachment'; zh: string; en: string } & M
export const json = <const M extends More<JsonField>>(zh: string, en: string, more?: M) =>
  ({ type: 'json', zh, en, ...more }) as { type: 'json'; zh: string; en: string } & M

export type Lang = 'zh' | 'en'
export const wordIn = (words: Words, lang: Lang) => words[lang === 'zh' ? 0 : 1]
export const labelOf = (field: { zh: string; en: string }, lang: Lang) => field[lang]
