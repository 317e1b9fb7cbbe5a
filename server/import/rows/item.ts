import type { RowRead } from '../../../model/import/row.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { SheetRow } from '../workbook/sheet.ts'

/** One row of a file: its raw cells, the values read from them, and the fields for which the file has columns. */
export type Item = {
  row: SheetRow
  read: RowRead
  values: Record<string, unknown>
  given?: ReadonlySet<string>
  /** The references that stay empty, with a remark, if the named record does not exist. */
  soft?: ReadonlySet<string>
  /** The values for comparison, once computed. */
  compared?: Record<string, unknown>
  /** The row of the file of which this is a duplicate. */
  said_before?: number
  /** The resulting record. */
  became?: string
}

/** The heading of the company is ambiguous: it decides the company of a new case and moves no existing one. */
export const isCompanyDoubtful = ({ soft }: Item) => soft?.has('company_sid') ?? false

export type Mode = 'skip' | 'update' | 'report'

export const MODES: readonly Mode[] = ['skip', 'update', 'report']

export type Rejected = { row: SheetRow; reasons: { field: string; label: string; reason: string }[] }

/** Result of a row */
export type Did = {
  row_no: number | null
  did: 'CREATED' | 'UPDATED' | 'COMPLETED' | 'WAITING' | 'SKIPPED' | 'UNCHANGED'
  entity: string
  record_sid: string
  name: string
}

/** The results of the rows of a step. `completed`: rows that added to a record made by an earlier row; `waiting`: rows with a value that waits for a second person. */
export type Outcome = {
  created: number
  updated: number
  completed: number
  waiting: number
  skipped: number
  noted: number
  rejected: Rejected[]
  done: Did[]
}

export const nothing = (): Outcome => ({ created: 0, updated: 0, completed: 0, waiting: 0, skipped: 0, noted: 0, rejected: [], done: [] })

export function plus(one: Outcome, other: Outcome): Outcome {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    completed: one.completed + other.completed,
    waiting: one.waiting + other.waiting,
    skipped: one.skipped + other.skipped,
    noted: one.noted + other.noted,
    rejected: [...one.rejected, ...other.rejected],
    done: [...one.done, ...other.done],
  }
}

/** The record of a name in a file, or the reason why there is none. */
/** `by_company`: of several records of that name, the only one of each company. */
export type Meant = { sid: string } | { fault: Words; by_company?: ReadonlyMap<string, string> }
