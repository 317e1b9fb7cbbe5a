import { textOf } from '../../model/import/values/cell.ts'
import { targetsOf } from '../../model/import/headings.ts'
import type { StoredRow } from '../../model/import/import-routes.ts'
import { wordIn, type Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { fieldOf } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import type { Item, Mode } from './rows/item.ts'
import { hintsFor } from './mapping.ts'
import type { SheetRow } from './workbook/sheet.ts'
import { givenBy, openTable, readOf, softIn, type Table, type Wish } from './table.ts'
import { labelsOf, storedOf } from './trial/stored.ts'
import { absentFrom } from './trial/absent-records.ts'
import { addChanges, newChanges } from './trial/changed-rows.ts'
import { addRead, addRows, addTried, kindsOf, newTally } from './trial/tally.ts'
import { newTrial, type Tried, tryEach } from './trial/trial.ts'
import { profileOf } from './profile.ts'
import { mayFill } from './rows/permission.ts'
import { isPassing } from './rows/outcomes/write-errors.ts'
import { type Uploaded, withUploaded } from './uploaded.ts'

const SAMPLE = 10
/** Milliseconds. The answer says how many rows were tried; a dry run, which is a job, tries those of a larger file. */
const SLOWEST = 25_000
const TOGETHER = 500

/** Reads the whole file as an import would, and tries its rows; nothing is written. */
export async function previewImport(ctx: Context, model: Model, file: Uploaded, wish: Wish, mode: Mode) {
  return withUploaded(ctx, file.file_sid, async (path) => {
    const table = await openTable(ctx, model, file, path, wish, await hintsFor(ctx, model))
    const found = await lookThrough({ ...ctx, source: 'import' }, model, { table, name: file.name, mode })
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
    file_notes: (file.notes ?? []).map((words) => wordIn(words, ctx.lang)),
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

type File = { table: Table; name: string; mode: Mode }

/** Tries every row as the import will; of a very large file, as many as fit into the time, and the others are only read. */
async function lookThrough(ctx: Context, model: Model, { table, name, mode }: File) {
  const [tally, trial, until] = [newTally(), newTrial(mode), Date.now() + SLOWEST]
  const shown = new Set(table.sample.slice(0, SAMPLE).map(({ at }) => at))
  const stored: StoredRow[] = []
  const changes = newChanges()
  const numbers = new Set<string>()
  const storing = async (tx: Context, items: readonly Item[], tried: Tried) => {
    await addChanges(tx, model, changes, tried)
    const asked = items.filter(({ row }) => shown.has(row.at))
    if (asked.length > 0) stored.push(...(await storedOf(tx, model, asked, tried)))
  }
  for await (const batch of table.rows) {
    for (let at = 0; at < batch.length; at += TOGETHER) {
      const read = () => batch.slice(at, at + TOGETHER).map((row) => itemOf(ctx, model, table, row, name))
      const isTried = Date.now() < until
      const { items, tried } = isTried ? await retried(read, (some) => tryEach(ctx, model, some, trial, storing)) : { items: read() }
      for (const { values } of items) numbers.add(String(values[model.listed_by?.number ?? ''] ?? '').toLowerCase())
      if (tried) addTried(tally, items, tried)
      else addRead(tally, ctx, model, items)
      addRows(tally, ctx, model, items)
      await new Promise(setImmediate) // lets other requests run between batches
    }
  }
  const { counts, forecast, problems, remarks } = tally
  const isWhole = counts.tried === counts.total && table.plan.columns.some(({ field }) => field !== null && field === model.listed_by?.number)
  return {
    ...counts,
    ok: counts.total - counts.faulty,
    note: counts.tried < counts.total ? wordIn(partly(counts), ctx.lang) : null,
    mode,
    forecast,
    stored,
    stored_fields: labelsOf(ctx, model, stored),
    changed: changes.changed,
    unchanged: changes.unchanged,
    changes: changes.first,
    absent: isWhole ? await absentFrom(ctx, model, { sids: trial.seen, numbers }) : null,
    problems: problems.first,
    remarks: remarks.first,
    reasons: kindsOf(problems),
    remark_reasons: kindsOf(remarks),
  }
}

const partly = ({ tried, total }: { tried: number; total: number }): Words => [
  `在 ${SLOWEST / 1000} 秒内只试了 ${total} 行中的前 ${tried} 行，计数和问题只涉及这些行；以 dry_run 启动导入可试完全部行`,
  `Within ${SLOWEST / 1000} seconds only the first ${tried} of ${total} rows were tried, and counts and problems are of these; an import with dry_run tries all rows`,
]

const TRIES = 4

/** A concurrent import of the same people ends a trial; its rows are then read and tried again. */
async function retried<T>(read: () => Item[], act: (items: Item[]) => Promise<T>, tries = 1): Promise<{ items: Item[]; tried: T }> {
  const items = read()
  try {
    return { items, tried: await act(items) }
  } catch (error) {
    if (!isPassing(error) || tries >= TRIES) throw error
    return retried(read, act, tries + 1)
  }
}

function itemOf(ctx: Context, model: Model, { plan }: Table, row: SheetRow, name: string): Item {
  const read = readOf(ctx, model, plan, row, name)
  return { row, read, values: read.values, given: givenBy(plan), soft: softIn(ctx, model, plan) }
}
