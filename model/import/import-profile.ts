import type { Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import type { Column } from './column.ts'
import { type RowRead, type RowSetting, type Source, sourceOfRow } from './row.ts'
import type { Cell } from './values/cell.ts'

/** The import facts of one kind of case besides its fields; a kind without a profile is imported by its fields alone. */
export type ImportProfile = {
  /** Further spellings of headings, by their field or extra, the surest first. */
  headings?: Readonly<Record<string, readonly string[]>>
  /** Further inputs of a file besides the fields, read by `readRow`. */
  extras?: Readonly<Record<string, Words>>
  /** Headings of further columns of a list, such as co-owners: their values are added to those of its column. */
  further?: Readonly<Record<string, readonly string[]>>
  /** Headings that resemble a field but have another meaning. */
  not_ours?: readonly string[]
  /** Corrects columns that can only be decided together. */
  settleColumns?(columns: readonly Column[]): Column[]
  /** Corrects columns by the cells below them. */
  readColumns?(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Column[]
  /** The source of a file, recognised by its headings. */
  sourceOf?(headings: readonly string[]): Source | undefined
  /** Extras that hold dates. */
  dates?: readonly string[]
  /** Fields whose cell `readRow` reads when it is not a plain value. */
  lenient?: readonly string[]
  /** Completes the values of a row. `cells` are by field or extra. */
  readRow?(model: Model, cells: ReadonlyMap<string, Cell>, read: RowRead, setting: RowSetting): void
  /** Publications of one application that bear the same number: the columns of the number, the key that they share, and the beginning of its stored spellings, which end in at most two signs. */
  same_document?: {
    columns: readonly string[]
    keyOf(row: Readonly<Record<string, unknown>>): string | undefined
    stemOf(row: Readonly<Record<string, unknown>>): string | undefined
  }
  /** Whether a later document moves a record from one state to another. */
  advances?(from: string, to: string, isStated: boolean): boolean
  /** The field for a state that a file names and an import does not apply; a person applies it or clears the field. */
  state_said?: string
  /** The state that a state read from a row means for this record, whose office the row may not name. */
  stateAt?(state: string, row: Readonly<Record<string, unknown>>): string
  /** References that stay empty, with a remark, if the named record does not exist. */
  soft?: readonly string[]
  /** Fields of an existing record that a file never changes. */
  kept?: readonly string[]
  /** The field for the remarks on a row. */
  source_field?: string
}

/** A list of cases: an unknown agency stays empty, and each case keeps the row from which it comes, with the remarks on it. */
export const listOfCases = ({ readRow, ...profile }: ImportProfile): ImportProfile => ({
  not_ours: ['序号', 'no.'],
  soft: ['agency_sid', 'agent_sids'],
  kept: ['data_source'],
  source_field: 'data_source',
  ...profile,
  readRow(model, cells, read, setting) {
    readRow?.(model, cells, read, setting)
    read.values.data_source ??= sourceOfRow(read, setting)
  },
})
