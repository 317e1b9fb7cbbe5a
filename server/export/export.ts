import { Readable } from 'node:stream'
import type { Model } from '../../model/kit/model.ts'
import type { ReadFrom } from '../../model/kit/wire/route.ts'
import { exportRecords } from '../../model/settings/setting-routes.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { startJob } from '../jobs/job-row.ts'
import { defineJob } from '../records/jobs.ts'
import { actingBy } from '../records/permission/acting-by.ts'
import { limitsOf } from '../records/settings/limits.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { MAX_TABLE_COLUMNS } from '../pdf/document.ts'
import { TOO_WIDE } from '../pdf/draw.ts'
import { type Exported, listAsPdf } from './list-as-pdf.ts'
import { aggregate } from '../records/query/totals/aggregate.ts'
import type { Found } from '../records/query/plans.ts'
import { count, readIql } from '../records/query/search.ts'
import { streamRows } from '../records/query/stream.ts'
import { inOwnWords, nameIn } from '../records/words/wording.ts'
import { type Context, inTransaction, type JobRun } from '../records/context.ts'
import { both, refuse } from '../errors.ts'
import { serve } from '../route.ts'
import { type ExportColumn, exportColumns } from './columns.ts'
import { namesThatImport } from './names-that-import.ts'
import { csvLine, sheetCell, sheetColumns, sheetRow } from './export-cells.ts'
import { addRow, emptyTally, type GroupingAsked, groupingOf, isDivided, readFor } from './grouping.ts'
import { type Batch, type FileCell, sheetsStream, workbookStream } from './sheet.ts'
import { takenOutBy } from './taken-out.ts'
import { totalsSheet } from './totals-sheet.ts'
import { keepResult } from '../jobs/result.ts'
import { MAX_EXPORTED } from '../../model/settings/limits.ts'
import { XLSX } from '../../model/documents/media-types.ts'

type Format = keyof typeof MAX_EXPORTED
type ExportInput = { model: string; codes: string[]; iql: string; format: Format } & GroupingAsked
type Progress = { done: number }
type Run = JobRun<ExportInput, Progress>

/** Few enough rows that they are forgotten before the memory of young objects is full. */
const BATCH = 250
/** Rows between two records of the progress, each in its own transaction */
const STEP = 5000
/** Each group adds two lines to the drawing, and its totals are kept in memory. */
const MAX_GROUPS = 1000

/** A job whose result is the file. */
export const exportRoute = serve(exportRecords, async ({ ctx, model, body }) => ({ job_sid: await startExport(ctx, model, body) }))

/** Everything that can be refused is refused now, not by a job that fails. */
export async function startExport(
  asked: Context,
  model: Model,
  { fl, iql = '', format, group, totals }: ReadFrom<typeof exportRecords>,
): Promise<string> {
  authorize(asked, model, 'export')
  authorize(asked, model, 'search')
  const ctx = actingBy(asked, model, 'export')
  const columns = exportColumns(ctx, model, fl)
  const codes = columns.map(({ code }) => code)
  if (format === 'pdf' && codes.length > MAX_TABLE_COLUMNS) refuse('rule', TOO_WIDE)
  if ((format === 'csv' || format === 'jsonl') && (group || totals)) refuse('bad_request', NOT_DIVIDED)
  const fields = [...new Set([...codes, ...readFor(groupingOf(ctx, model, { group, totals }, columns))])]
  const input: ExportInput = { model: model.name, codes, iql, format, ...(group && { group }), ...(totals && { totals }) }
  const total = await countExported(ctx, model, input)
  const title = [`${model.zh}_${ctx.today}`, `${model.en}_${ctx.today}`] as const
  return inTransaction(ctx, async (tx) => {
    await auditIn(tx, [{ event: 'EXPORTED', user: ctx.actor.user_sid, entity: model.name, records: total, details: { format, fields } }])
    return startJob(tx, { kind: 'EXPORT', title, entity: model.name, input, total })
  })
}

const NOT_DIVIDED = both('why', ['CSV 与 JSON 行没有分组与合计', 'a CSV file and JSON lines have neither groups nor totals'])

/** The number of rows, refused above what the format, the tenant and the roles allow. */
async function countExported(ctx: Context, model: Model, { iql, format, group }: ExportInput): Promise<number> {
  const { total } = await count(ctx, model, { iql })
  const max = Math.min(MAX_EXPORTED[format], (await limitsOf(ctx)).exported_rows)
  if (total > max) refuse('too_many_values', { key: 'export', max })
  const { exportable } = accessOf(ctx, model)
  if (exportable !== undefined && total > exportable) refuse('too_many_exported', { total, max: exportable })
  if (group) await countGroups(ctx, model, { iql, group, printed: format === 'pdf' ? max : undefined })
  return total
}

/** A row with several values is printed in each of their groups: `printed` rows at most. */
async function countGroups(ctx: Context, model: Model, { iql, group, printed }: { iql: string; group: string; printed: number | undefined }) {
  const groups = await aggregate(ctx, model, { where: readIql(iql).where, by: [group], groups: MAX_GROUPS + 1 })
  if (groups.length > MAX_GROUPS) refuse('too_many_values', { key: 'group', max: MAX_GROUPS })
  const rows = groups.reduce((sum, { count: own }) => sum + own, 0)
  if (printed !== undefined && rows > printed) refuse('too_many_values', { key: 'export', max: printed })
}

export const exportJob = defineJob<ExportInput, Progress>('EXPORT', async (run) => {
  const { input, sid } = run
  const model = modelNamed(run.ctx.tenant.models, input.model)
  authorize(run.ctx, model, 'export')
  const ctx = await inOwnWords(actingBy(run.ctx, model, 'export'))
  await countExported(ctx, model, input) // there may be more by now
  const columns = exportColumns(ctx, model, input.codes)
  if (run.progress?.done) await run.step(async () => ({ progress: { done: 0 }, done: -(run.progress?.done ?? 0), ok: -(run.progress?.done ?? 0) })) // a file is written whole
  const grouping = groupingOf(ctx, model, input, columns)
  const codes = new Set([...columns.map(({ code }) => code), ...readFor(grouping)])
  const batches = rowsOf({ ...run, ctx }, model, { columns, codes: [...codes] })
  const result_url = await keepResult(ctx, sid, ...(await WRITERS[input.format](ctx, model, { columns, batches, grouping })))
  return { result_url, message: ['导出完成', 'Exported'] }
})

/** The media type of each format and the content of its file. */
const WRITERS: Record<Format, (ctx: Context, model: Model, exported: Exported) => Promise<[type: string, content: Readable]>> = {
  jsonl: async (_ctx, _model, { columns, batches }) => ['application/x-ndjson', Readable.from(jsonLines(columns, batches))],
  csv: async (ctx, _model, { columns, batches }) => ['text/csv', Readable.from(csv(ctx, columns, batches))],
  xlsx: async (ctx, model, exported) => [XLSX, workbookOf(ctx, model, exported)],
  pdf: async (ctx, model, exported) => ['application/pdf', Readable.from([await listAsPdf(ctx, model, exported)])],
}

function workbookOf(ctx: Context, model: Model, { columns, batches, grouping }: Exported): Readable {
  const { lang } = ctx
  const name = nameIn(ctx, model)
  const taken = takenOutBy(ctx)
  const cellsIn = (row: Found) => sheetRow(columns, row, lang)
  if (!isDivided(grouping)) return workbookStream(name, sheetColumns(columns), cellsOf(batches, cellsIn), taken)
  const tally = emptyTally(grouping)
  const counted = (row: Found) => {
    addRow(tally, grouping, row)
    return cellsIn(row)
  }
  const records = { name, columns: sheetColumns(columns), batches: cellsOf(batches, counted) }
  return sheetsStream([records, totalsSheet(ctx, { columns, grouping, tally })], taken)
}

type Read = { columns: readonly ExportColumn[]; codes: readonly string[] }

/** Each record once, in the order asked. */
async function* rowsOf(run: Run, model: Model, { columns, codes }: Read): AsyncGenerator<readonly Found[]> {
  const { ctx, input } = run
  let [done, recorded] = [0, 0]
  const record = async () => {
    const [reached, ok] = [done, done - recorded]
    recorded = done
    await run.step(async () => ({ progress: { done: reached }, done: ok, ok }))
  }
  const named = input.format === 'pdf' || input.format === 'jsonl' ? undefined : namesThatImport(ctx, columns) // no import reads these
  for await (const batch of ahead(streamRows(ctx, model, codes, readIql(input.iql), BATCH))) {
    yield named ? await named(batch) : batch
    done += batch.length
    if (done - recorded >= STEP) await record()
  }
  if (done > recorded) await record()
}

/** The database reads the next batch while this one is written. */
async function* ahead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  const read = () => {
    const next = batches.next()
    next.catch(() => undefined) // thrown where it is awaited
    return next
  }
  let next = read()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = read()
      yield value
    }
  } finally {
    await batches.return(undefined)
  }
}

async function* cellsOf(batches: AsyncIterable<readonly Found[]>, cellsIn: (row: Found) => FileCell[]): AsyncGenerator<Batch> {
  for await (const batch of batches) yield batch.map(cellsIn)
}

async function* csv({ lang }: Context, columns: readonly ExportColumn[], batches: AsyncIterable<readonly Found[]>) {
  yield `\ufeff${csvLine(columns.map(({ heading }) => heading))}`
  const cells = cellsOf(batches, (row) => columns.map((column) => sheetCell(column, row[column.code], lang)))
  for await (const batch of cells) yield batch.map(csvLine).join('')
}

/** A record a line, by the codes of its fields, with the values of the API: a reference with its ID and name, an amount as text. */
async function* jsonLines(columns: readonly ExportColumn[], batches: AsyncIterable<readonly Found[]>) {
  for await (const batch of batches)
    yield batch.map((row) => `${JSON.stringify(Object.fromEntries(columns.map(({ code }) => [code, row[code] ?? null])))}\n`).join('')
}
