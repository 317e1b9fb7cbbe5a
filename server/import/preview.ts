import { textOf } from '../../model/import/values/cell.ts'
import { targetsOf } from '../../model/import/headings.ts'
import { wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { fieldOf } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import { MOST_COLUMNS } from './workbook/book-rows.ts'
import type { Item } from './rows/item.ts'
import { rememberedFor } from './mapping.ts'
import { missingIn, type Problem, problemOf } from './rows/problems.ts'
import type { SheetRow } from './workbook/sheet.ts'
import { givenBy, openTable, readOf, type Table, type Wish } from './table.ts'
import type { Seen } from './rows/existing-records.ts'
import { isOfData, existingOf, dryRunRows, type Filled } from './rows/dry-run.ts'
import { profileOf } from './profile.ts'
import { mayFill } from './rows/permission.ts'
import { type Uploaded, withUploaded } from './uploaded.ts'

const SHOWN = 100
const CUT = [`第 ${MOST_COLUMNS} 列以后的内容没有读取`, `what stands beyond column ${MOST_COLUMNS} is not read`] as const
const SAMPLE = 10
// Every row is tried as the import will; of a very large file, as many as fit into this time, and the rest is only read.
const SLOWEST = 40_000
const TOGETHER = 250

/** Reads the whole file as an import would, and tries its first rows; nothing is written. */
export async function previewImport(ctx: Context, model: Model, file: Uploaded, wish: Wish) {
  return withUploaded(ctx, file.file_sid, async (path) => {
    const table = await openTable(ctx, model, file, path, wish, await rememberedFor(ctx, model))
    const found = await lookThrough(ctx, model, table, file.name)
    return { ...shown(ctx, model, file, table, wish), ...found }
  })
}

function shown(ctx: Context, model: Model, file: Uploaded, { plan, sample, others }: Table, wish: Wish) {
  return {
    file_sid: file.file_sid,
    file_name: file.name,
    sheets: file.sheets,
    sheet: file.sheets[plan.sheet],
    hidden_sheets: file.hidden_sheets ?? [],
    other_sheets: others,
    header_row: plan.header_row,
    source: plan.source?.name ?? null,
    columns: plan.columns,
    day_order: wish.day_order ?? null,
    asks_day_order: plan.asks_day_order ?? [],
    targets: [...targetsOf(model, profileOf(ctx, model))]
      .filter(([code]) => mayFill(ctx, model)(code))
      .map(([code, words]) => ({
        code,
        label: wordIn(words, ctx.lang),
        required: fieldOf(model, code)?.required ?? false,
      })),
    sample: sample.slice(0, SAMPLE).map(({ at, cells }) => ({ row: at, cells: plan.columns.map((_, i) => textOf(cells[i]).slice(0, 200)) })),
  }
}

/** Kept over the whole file: its rows by their keys, and what each record has. */
type Trial = { until: number; seen: Seen; filled: Filled }

type Found = {
  total: number
  tried: number
  faulty: number
  with_notes: number
  hidden_rows: number
  there: number
  again: number
  completing: number
}

async function lookThrough(ctx: Context, model: Model, { plan, rows }: Table, name: string) {
  const found: Found = { total: 0, tried: 0, faulty: 0, with_notes: 0, hidden_rows: 0, there: 0, again: 0, completing: 0 }
  const [problems, remarks]: [Problem[], Problem[]] = [[], []]
  const reasons = new Map<string, number>()
  const trial: Trial = { until: Date.now() + SLOWEST, seen: new Map(), filled: new Map() }
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; at += TOGETHER) {
      const items = batch.slice(at, at + TOGETHER).map((row) => itemOf(row))
      const faults = await faultsOf(ctx, model, items, found, trial)
      found.faulty += new Set(faults.map(({ row }) => row)).size
      problems.push(...faults.slice(0, SHOWN - problems.length))
      for (const { label, reason } of faults) count(`${label}${label && (ctx.lang === 'zh' ? '：' : ': ')}${reason}`.replace(/“[^”]*”/, '“…”'))
      for (const { row, read } of items) note(row, read.notes)
      found.total += items.length
      await new Promise(setImmediate) // lets other requests run between batches
    }
  }
  const most = [...reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
  return { ...found, ok: found.total - found.faulty, problems, remarks, reasons: most.slice(0, SHOWN) }

  function itemOf(row: SheetRow): Item {
    const read = readOf(ctx, model, plan, row, name)
    return { row, read, values: read.values, given: givenBy(plan) }
  }
  function count(reason: string) {
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  function note({ at, hidden, cut }: SheetRow, of: Item['read']['notes']) {
    const notes = cut ? [...of, CUT] : of
    found.with_notes += notes.length ? 1 : 0
    found.hidden_rows += hidden ? 1 : 0
    for (const words of notes) if (remarks.length < SHOWN) remarks.push(problemOf(ctx, model, at, { field: '', words }))
  }
}

async function faultsOf(ctx: Context, model: Model, items: readonly Item[], found: Found, { until, ...kept }: Trial): Promise<Problem[]> {
  const trial = Date.now() < until ? await dryRunRows(ctx, model, items, kept).catch(unlessOfData) : undefined
  if (!trial) {
    const known = await existingOf(ctx, model, items)
    return items.flatMap((item) => {
      const faults = known.has(item) ? item.read.faults : [...item.read.faults, ...missingIn(model, item.read)]
      return faults.map((fault) => problemOf(ctx, model, item.row.at, fault))
    })
  }
  const { rejected, there, again, completing } = trial
  found.tried += items.length
  found.there += there
  found.again += again
  found.completing += completing
  return rejected.flatMap(({ row, reasons }) => reasons.map((reason) => ({ row: row.at, ...reason })))
}

/** The import finds a value that PostgreSQL refuses, row by row. */
function unlessOfData(error: unknown): undefined {
  if (!isOfData(error)) throw error
}
