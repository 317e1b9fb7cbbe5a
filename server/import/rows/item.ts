import type { RowRead } from '../../../model/import/row.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { SheetRow } from '../workbook/sheet.ts'

/** One row of a file: as it came, what was read from it, and the fields that the file has columns for. */
export type Item = {
  row: SheetRow
  read: RowRead
  values: Record<string, unknown>
  given?: ReadonlySet<string>
  /** The values by which it is compared, once they are asked for. */
  compared?: Record<string, unknown>
  /** The row of the file that said the same before. */
  said_before?: number
  /** The record that it became. */
  became?: string
}

export type Mode = 'skip' | 'update' | 'report'

export const MODES: readonly Mode[] = ['skip', 'update', 'report']

export type Rejected = { row: SheetRow; reasons: { field: string; label: string; reason: string }[] }

/** What became of the rows of a step. */
export type Outcome = { created: number; updated: number; skipped: number; noted: number; rejected: Rejected[] }

export const nothing = (): Outcome => ({ created: 0, updated: 0, skipped: 0, noted: 0, rejected: [] })

export function plus(one: Outcome, other: Outcome): Outcome {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    skipped: one.skipped + other.skipped,
    noted: one.noted + other.noted,
    rejected: [...one.rejected, ...other.rejected],
  }
}

/** The record that a name in a file means, or why none. */
export type Meant = { sid: string } | { fault: Words }
