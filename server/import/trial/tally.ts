import type { ImportForecast, ImportProblem, ProblemKind } from '../../../model/import/import-routes.ts'
import { kindOfProblem } from '../../../model/kit/kind-of-problem.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../../records/context.ts'
import type { Item } from '../rows/item.ts'
import { noteDerived } from '../rows/outcomes/notes.ts'
import { missingIn, problemOf } from '../rows/outcomes/problems.ts'
import { MAX_COLUMNS } from '../workbook/book-rows.ts'
import type { Tried } from './trial.ts'

const MAX_SHOWN = 100
const ROWS_OF_KIND = 50
const CUT = [`第 ${MAX_COLUMNS} 列以后的内容没有读取`, `content beyond column ${MAX_COLUMNS} was not read`] as const

/** Preview of the rows of a file: counts, and problems and remarks by kind and by row */
export type Tally = ReturnType<typeof newTally>

export function newTally() {
  const forecast: ImportForecast = { created: 0, updated: 0, completed: 0, waiting: 0, skipped: 0, rejected: 0 }
  return {
    forecast,
    counts: { total: 0, tried: 0, faulty: 0, with_notes: 0, hidden_rows: 0, there: 0, again: 0, completing: 0 },
    problems: newList(),
    remarks: newList(),
  }
}

/** Counts rows that were tried, with their problems. */
export function addTried({ counts, forecast, problems }: Tally, items: readonly Item[], tried: Tried) {
  counts.tried += items.length
  counts.there += tried.there
  counts.again += tried.again
  counts.completing += tried.completed.length
  counts.faulty += tried.rejected.length
  forecast.created += tried.created.length
  forecast.updated += tried.updated.length
  forecast.completed += tried.completed.length
  forecast.waiting += tried.waiting.length
  forecast.skipped += tried.skipped.length
  forecast.rejected += tried.rejected.length
  for (const { row, reasons } of tried.rejected) for (const reason of reasons) addTo(problems, { row: row.at, ...reason })
}

/** Counts the rows themselves, with the remarks on them. */
export function addRows({ counts, remarks }: Tally, ctx: Context, model: Model, items: readonly Item[]) {
  counts.total += items.length
  for (const { row, read } of items) {
    const notes = row.cut ? [...read.notes, CUT] : read.notes
    if (notes.length > 0) counts.with_notes++
    if (row.hidden) counts.hidden_rows++
    for (const words of notes) addTo(remarks, problemOf(ctx, model, row.at, { field: '', words }))
  }
}

/** Rows that were only read. */
export function addRead({ counts, problems }: Tally, ctx: Context, model: Model, items: readonly Item[]) {
  noteDerived(items)
  for (const { row, read } of items) {
    const faults = [...read.faults, ...missingIn(model, read)]
    if (faults.length > 0) counts.faulty++
    for (const fault of faults) addTo(problems, problemOf(ctx, model, row.at, fault))
  }
}

type List = { first: ImportProblem[]; kinds: Map<string, ProblemKind> }

const newList = (): List => ({ first: [], kinds: new Map() })

function addTo({ first, kinds }: List, problem: ImportProblem) {
  if (first.length < MAX_SHOWN) first.push(problem)
  const { label, reason, row } = problem
  const text = label ? `${label}: ${reason}` : reason
  const key = kindOfProblem(text)
  const known = kinds.get(key) ?? { reason: key, count: 0, rows: [] }
  known.count++
  if (known.rows.length < ROWS_OF_KIND) known.rows.push({ row, reason: text })
  kinds.set(key, known)
}

export const kindsOf = ({ kinds }: List): ProblemKind[] => [...kinds.values()].sort((one, other) => other.count - one.count).slice(0, MAX_SHOWN)
