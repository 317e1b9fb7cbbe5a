import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { cutText } from '../../model/import/values/cut-text.ts'
import type { Model } from '../../model/kit/model.ts'
import { startJob } from '../jobs/job-row.ts'
import { defineJob, type JobRun } from '../records/jobs.ts'
import { authorize } from '../records/permission/permission.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { modelNamed } from '../records/registry.ts'
import { count, readIql } from '../records/query/search.ts'
import { streamRows } from '../records/query/stream.ts'
import type { Context } from '../records/context.ts'
import { both, refuse } from '../errors.ts'
import { type ExportColumn, exportColumns } from './columns.ts'
import { namesThatImport } from './names-that-import.ts'
import { columnDefs, csvLine, sheetCell } from './export-cells.ts'
import { keepResult } from '../jobs/result.ts'
import { XLSX } from '../import/uploaded.ts'

type ContextOf = (request: FastifyRequest) => Promise<Context>
type Format = 'xlsx' | 'csv'
export type ExportInput = { model: string; codes: string[]; iql: string; format: Format }
type Progress = { done: number }
type Run = JobRun<ExportInput, Progress>

const KEYS = new Set(['fl', 'iql', 'format'])
const BATCH = 1000
const MOST: Record<Format, number> = { xlsx: 1_000_000, csv: 5_000_000 }

/** POST do/export {fl, iql, format} makes a job whose result is the file. */
export function exportRoutes(app: FastifyInstance, contextOf: ContextOf) {
  app.post('/innoe-webapi/model/:model/do/export', async (request) => {
    const ctx = await contextOf(request)
    const model = modelNamed(ctx.tenant.models, (request.params as { model: string }).model) // named in the route
    const body = request.body ?? {}
    refuseUnlessObject(body)
    return { job_sid: await startExport(ctx, model, body) }
  })
}

/** Everything that can be refused is refused now, not by a job that fails. */
export async function startExport(ctx: Context, model: Model, body: Record<string, unknown>): Promise<string> {
  authorize(ctx, model, 'export')
  authorize(ctx, model, 'search')
  for (const key of Object.keys(body)) if (!KEYS.has(key)) refuse('unknown_key', { key })
  const format = formatOf(body.format)
  const iql = body.iql === undefined || body.iql === null ? '' : String(body.iql)
  const codes = exportColumns(ctx, model, body.fl).map(({ code }) => code)
  const { where } = readIql(iql)
  const { total } = await count(ctx, model, where ? { iql } : {})
  if (total > MOST[format]) refuse('too_many_values', { key: 'export', max: MOST[format] })
  const input: ExportInput = { model: model.name, codes, iql, format }
  const title = [`${model.zh}_${ctx.today}`, `${model.en}_${ctx.today}`] as const
  return startJob(ctx, { kind: 'EXPORT', title, entity: model.name, input, total })
}

function formatOf(given: unknown): Format {
  if (given === undefined || given === 'xlsx') return 'xlsx'
  return given === 'csv' ? 'csv' : refuse('bad_request', both('why', ['format 只能是 xlsx 或 csv', 'format is xlsx or csv']))
}

export const exportJob = defineJob<ExportInput, Progress>('EXPORT', async (run) => {
  const { ctx, input, sid } = run
  const model = modelNamed(ctx.tenant.models, input.model)
  authorize(ctx, model, 'export')
  const columns = exportColumns(ctx, model, input.codes)
  if (run.progress?.done) await run.step(async () => ({ progress: { done: 0 }, done: -(run.progress?.done ?? 0), ok: -(run.progress?.done ?? 0) })) // a file is written whole
  const rows = cellsOf(run, model, columns)
  const result_url =
    input.format === 'csv'
      ? await keepResult(ctx, sid, 'text/csv', Readable.from(csv(rows, columns)))
      : await keepResult(ctx, sid, XLSX, sheet(ctx, model, rows, columns))
  return { result_url, message: ['导出完成', 'Exported'] }
})

/** Each record once, in the order asked; the job counts with every batch. */
async function* cellsOf(run: Run, model: Model, columns: readonly ExportColumn[]) {
  const { ctx, input } = run
  let done = 0
  const nameApart = namesThatImport(ctx, columns)
  for await (const batch of streamRows(
    ctx,
    model,
    columns.map(({ code }) => code),
    readIql(input.iql),
    BATCH,
  )) {
    for (const row of await nameApart(batch))
      yield columns.map((column) => {
        const cell = sheetCell(column, row[column.code], ctx.lang)
        return typeof cell === 'string' && input.format === 'xlsx' ? cutText(cell, ctx.lang) : cell
      })
    done += batch.length
    const reached = done
    await run.step(async () => ({ progress: { done: reached }, done: batch.length, ok: batch.length }))
  }
}

type Cells = ReturnType<typeof cellsOf>

function sheet({ lang }: Context, model: Model, rows: Cells, columns: readonly ExportColumn[]) {
  const stream = writeXlsxStream(rows, {
    name: (lang === 'zh' ? model.zh : model.en).slice(0, 31),
    columns: columnDefs(columns),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]) // two declarations of one web standard
}

async function* csv(rows: Cells, columns: readonly ExportColumn[]) {
  yield `\ufeff${csvLine(columns.map(({ heading }) => heading))}`
  let lines = ''
  for await (const cells of rows) {
    lines += csvLine(cells)
    if (lines.length < 65_536) continue
    yield lines
    lines = ''
  }
  yield lines
}
