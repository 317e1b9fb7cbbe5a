import type { Words } from '../kit/fields.ts'
import type { Model } from '../kit/model.ts'
import type { Column } from './column.ts'
import type { RowRead, RowSetting, Source } from './row.ts'
import type { Cell } from './values/cell.ts'

/** What an import of one kind of case knows beside its fields; a kind without a profile is imported by its fields alone. */
export type ImportProfile = {
  /** Further spellings of headings, by the field or extra that they mean, the surest first. */
  headings?: Readonly<Record<string, readonly string[]>>
  /** What a file may tell beside the fields, read by `readRow`. */
  extras?: Readonly<Record<string, Words>>
  /** Headings that look like one of the fields and mean something else. */
  not_ours?: readonly string[]
  /** What only all columns together tell of one. */
  settleColumns?(columns: readonly Column[]): Column[]
  /** What only the cells below tell of a column. */
  readColumns?(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Column[]
  /** What is known of a file from its headings. */
  sourceOf?(headings: readonly string[]): Source | undefined
  /** Extras that hold dates. */
  dates?: readonly string[]
  /** Fields whose cell `readRow` reads where the cell is no plain value. */
  lenient?: readonly string[]
  /** Completes what a row says of itself. `cells` are by field or extra. */
  readRow?(model: Model, cells: ReadonlyMap<string, Cell>, read: RowRead, setting: RowSetting): void
  /** References that stay empty, with a remark, where a file names what is not on record. */
  soft?: readonly string[]
  /** Fields of a record that is there already which a file never changes. */
  kept?: readonly string[]
  /** The field in which the remarks on a row are kept. */
  source_field?: string
}
